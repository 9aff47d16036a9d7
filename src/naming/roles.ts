import type { DoorState, WalkmeshKind } from '../walkmesh/index.ts';
import { plainName } from './copies.ts';

/** What a node's name says it is, by the conventions of the game's models and of the tools around it. */
export type NodeRole = GeometryRole | HookRole | MarkerRole;

/** Walkmesh geometry, or the root node above it (`<model>_pwk`, `<model>_dwk`). */
export interface GeometryRole {
	readonly role: 'geometry' | 'root';
	readonly kind: WalkmeshKind;
	/** Room or model, in the letter case of the name; absent where the name tells none. */
	readonly model?: string;
	readonly doorState?: DoorState;
	/**
	 * True for `<name>_wg` alone, which rooms and placeables both use: `kind` is `area` then,
	 * and a placeable or door root above the node, or hooks beside it, say otherwise.
	 */
	readonly open?: true;
}

/** A use hook of a placeable or a door. */
export interface HookRole {
	readonly role: 'hook';
	readonly kind: 'placeable' | 'door';
	readonly slot: 1 | 2;
	readonly doorState?: DoorState;
	readonly model?: string;
}

/** The mark of a transition: `transition_<room>` or `link_<room>`. */
export interface MarkerRole {
	readonly role: 'marker';
	/** Index or name of the room, as written. */
	readonly room: string;
}

/** What every name with a role has somewhere; most names of a scene have none of it. */
const SOME_ROLE = /[dp]wk|_wg|wok|walkmesh|navmesh|transition|link/i;
/** Three digits that were a copy suffix before a tool dropped its dot. */
const COPY = '(?:\\d{3})?';
const DOOR_HOOK = new RegExp(`^(?:(.*?)_)?dwk_dp_(closed|open1|open2)_?0?([12])${COPY}$`, 'i');
const DOOR_GEOMETRY = new RegExp(`^(?:(.*?)_)?dwk_wg_?(closed|open1|open2)${COPY}$`, 'i');
const PLACEABLE_HOOK = new RegExp(`^(?:(.*?)_)?pwk_(?:dp_)?use_?0?([12])${COPY}$`, 'i');
const PLACEABLE_GEOMETRY = new RegExp(`^(?:(.*?)_)?pwk_wg${COPY}$`, 'i');
const ROOT = new RegExp(`^(.+)_(pwk|dwk)${COPY}$`, 'i');
const ROOM = new RegExp(`^(.+)_wok${COPY}$`, 'i');
const OPEN_GEOMETRY = new RegExp(`^(.+)_wg${COPY}$`, 'i');
const WALKMESH = new RegExp(`^(?:(.+)[-_.])?walkmesh${COPY}$`, 'i');
const NAVMESH = new RegExp(`^(.*)[-_$]navmesh${COPY}$`, 'i');
const MARKER = /^(?:transition|link)[_ -](.+)$/i;

/**
 * The role that a name gives a node; undefined for names that mean nothing here. Letter case, copy suffixes
 * (`.001`, or `001` where the dot was dropped), a namespace (`ns:`) and the last underscore of hook names do not matter.
 */
export function nodeRole(name: string): NodeRole | undefined {
	if (!SOME_ROLE.test(name)) return undefined;
	const plain = plainName(name);
	return hookRole(plain) ?? geometryRole(plain) ?? markerRole(plain);
}

/** True for names that keep a node and all below it out: KOTORMax's `ignore_*`, Godot's `-noimp`. */
export function isIgnoredName(name: string): boolean {
	const plain = plainName(name);
	return /^ignore_/i.test(plain) || /[-_$]noimp(?:\d{3})?$/i.test(plain);
}

function hookRole(name: string): HookRole | undefined {
	const door = DOOR_HOOK.exec(name);
	if (door !== null) {
		return { role: 'hook', kind: 'door', slot: slotOf(door[3]), doorState: stateOf(door[2]), ...modelOf(door[1]) };
	}
	const placeable = PLACEABLE_HOOK.exec(name);
	if (placeable !== null) {
		return { role: 'hook', kind: 'placeable', slot: slotOf(placeable[2]), ...modelOf(placeable[1]) };
	}
	return undefined;
}

function geometryRole(name: string): GeometryRole | undefined {
	const door = DOOR_GEOMETRY.exec(name);
	if (door !== null) return { role: 'geometry', kind: 'door', doorState: stateOf(door[2]), ...modelOf(door[1]) };
	const placeable = PLACEABLE_GEOMETRY.exec(name);
	if (placeable !== null) return { role: 'geometry', kind: 'placeable', ...modelOf(placeable[1]) };
	const root = ROOT.exec(name);
	if (root !== null) {
		return { role: 'root', kind: root[2].toLowerCase() === 'pwk' ? 'placeable' : 'door', ...modelOf(root[1]) };
	}
	const room = ROOM.exec(name) ?? WALKMESH.exec(name) ?? NAVMESH.exec(name);
	if (room !== null) return { role: 'geometry', kind: 'area', ...modelOf(room[1]) };
	const either = OPEN_GEOMETRY.exec(name);
	if (either !== null) return openGeometry(either[1]);
	return undefined;
}

/** The game's placeables are called `plc_…`, so that much a `_wg` says without its surroundings. */
function openGeometry(model: string): GeometryRole {
	if (/^plc_/i.test(model)) return { role: 'geometry', kind: 'placeable', ...modelOf(model) };
	return { role: 'geometry', kind: 'area', ...modelOf(model), open: true };
}

function markerRole(name: string): MarkerRole | undefined {
	const marker = MARKER.exec(name);
	if (marker === null) return undefined;
	const room = marker[1].trim();
	// An index of four digits or more is a smaller one whose copy suffix lost its dot: no layout has a thousand rooms.
	const index = /^(\d+)\d{3}$/.exec(room);
	return { role: 'marker', room: index === null ? room : index[1] };
}

/** `md` stands for "the model" in names that some tools write whatever the model is called. */
function modelOf(prefix: string | undefined): { model: string } | undefined {
	return prefix === undefined || prefix === '' || /^md$/i.test(prefix) ? undefined : { model: prefix };
}

function slotOf(digit: string): 1 | 2 {
	return digit === '1' ? 1 : 2;
}

function stateOf(word: string): DoorState {
	return word.toLowerCase() as DoorState;
}
