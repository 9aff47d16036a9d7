import type { Report } from '../findings/report.ts';
import { groupBy } from '../math/arrays.ts';
import type { DoorState, Hooks, Walkmesh, WalkmeshKind } from '../model/walkmesh.ts';
import { LONGEST_MEANT_NAME } from '../text/names.ts';
import { SCENE_FINDINGS } from './findings.ts';
import type { Scene, ScenePart } from './scene.ts';

/**
 * A name without additions of tools: Maya's namespace (`ns:`) and the suffix of Blender's copies (`.001`).
 * three.js and Godot drop the dot, so three digits right after a letter, or after the two digits of a hook's number,
 * are a suffix too where the caller's pattern allows for them; here only the dotted form is taken off.
 */
export function plainName(name: string): string {
	if (name.length > LONGEST_MEANT_NAME) return name;
	return name
		.trim()
		.replace(/^.*:(?=.)/, '')
		.replace(/\.\d{3,}$/, '');
}

/** The role of a node, from its name, by the conventions of the game's models and of other tools. */
export type NodeRole = GeometryRole | HookRole | MarkerRole;

/** Walkmesh geometry, or the root node above it (`<model>_pwk`, `<model>_dwk`; kotorblender's `<model>_dwk_closed` for a state). */
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

/** Every name with a role contains one of these; a quick test, as most names of a scene do not. */
const SOME_ROLE = /[dp]wk|wg|dp_|wok|walkmesh|navmesh|transition|link/i;
/** Three digits that were a copy suffix before a tool dropped its dot. */
const COPY = '(?:\\d{3})?';
const DOOR_HOOK = new RegExp(`^(?:(.*?)_)??(?:dwk_)?dp_(closed|open1|open2)_?0?([12])${COPY}$`, 'i');
const DOOR_GEOMETRY = new RegExp(`^(?:(.*?)_)??(?:dwk_)?wg_?(closed|open1|open2)${COPY}$`, 'i');
const PLACEABLE_HOOK = new RegExp(`^(?:(.*?)_)?pwk_(?:dp_)?use_?0?([12])${COPY}$`, 'i');
const PLACEABLE_GEOMETRY = new RegExp(`^(?:(.*?)_)?pwk_wg${COPY}$`, 'i');
const ROOT = new RegExp(`^(.+)_(pwk|dwk)${COPY}$`, 'i');
/** kotorblender has a root for each state of a door. */
const STATE_ROOT = new RegExp(`^(.+)_dwk_(closed|open1|open2)${COPY}$`, 'i');
/** What artists call the states of a door below its root: `gate_open1`, `Closed`. A door that opens one way only is `open`. */
const STATE_OF_DOOR = new RegExp(`^(?:.*[-_. ])?(closed|open)[-_ ]?([12])?${COPY}$`, 'i');
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
	if (name.length > LONGEST_MEANT_NAME || !SOME_ROLE.test(name)) return undefined;
	const plain = plainName(name);
	return hookRole(plain) ?? geometryRole(plain) ?? markerRole(plain);
}

/** True for names that exclude a node and everything below it: KOTORMax's `ignore_*`, Godot's `-noimp`. */
export function isIgnoredName(name: string): boolean {
	const plain = plainName(name);
	return /^ignore_/i.test(plain) || /[-_$]noimp(?:\d{3})?$/i.test(plain);
}

/** What artists call the dome or box that shows the sky, in common languages. */
const SKY =
	/^(?:.*[-_. ])?(?:sky|skies|himmel|cielo|ciel|ceu|niebo|nebo)(?:[-_. ]?(?:dome|box|sphere|ball|kuppel|plane))?(?:[-_. ]?(?:mesh|\d+))?$/i;

/** True for the name of a sky dome: `Sky`, `SkyDome.001`, `bg_skybox`. It is around a level and no part of it. */
export function isSkyName(name: string): boolean {
	return name.length <= LONGEST_MEANT_NAME && SKY.test(plainName(name));
}

/** A level of detail in a name: `hall_LOD1`, `LOD2`. */
const DETAIL = /^(?:(.*)[-_. ])?lod[-_ ]?(\d{1,2})$/i;
/** The same without anything between, where capitals tell: `hallLOD1`. */
const DETAIL_IN_CAPITALS = /^(.*[a-z\d])LOD(\d{1,2})$/;
/** What Unreal calls the collision shapes of a mesh: `UCX_hall`, `UBX_hall_01`. */
const COLLISION = /^(?:UCX|UBX|USP|UCP)_(.+?)(?:_\d{1,3})?$/i;

/** The name of the node that a node stands in for, by its own name, and how coarse a stand-in it is: 0 for the finest level of detail. */
export function standInOf(name: string): { readonly of: string; readonly rank: number } | undefined {
	if (name.length > LONGEST_MEANT_NAME) return undefined;
	const plain = plainName(name);
	const detail = DETAIL.exec(plain) ?? DETAIL_IN_CAPITALS.exec(plain);
	if (detail !== null) return { of: (detail[1] ?? '').toLowerCase(), rank: Number(detail[2]) };
	const [, of] = COLLISION.exec(plain) ?? [];
	return of === undefined ? undefined : { of: of.toLowerCase(), rank: Infinity };
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
	const state = STATE_ROOT.exec(name);
	if (state !== null) return { role: 'root', kind: 'door', doorState: stateOf(state[2]), ...modelOf(state[1]) };
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

/** The role of a `_wg` by its own name: only placeables of the game are called `plc_…`. */
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

/** What the geometry and hooks of a node belong to, by its own name and the names above and beside it. */
export interface NodeMeaning {
	/** The role of the node's own name. */
	readonly role?: NodeRole;
	/** What geometry of this node belongs to; `area` unless names say otherwise. */
	readonly kind: WalkmeshKind;
	readonly doorState?: DoorState;
	readonly model?: string;
}

/**
 * Reads the names of a tree. A node's own name decides; then the nearest named node above it. `<name>_wg` alone can be
 * a room or a placeable: a placeable or door root above it decides, or hooks of one that hang on the same parent.
 * A hook or a part whose own name tells no model takes the model of the root above it.
 *
 * @param nodes parents may come before or after their children; −1 is no parent
 */
export function nodeMeanings(nodes: readonly { readonly name: string; readonly parent: number }[]): NodeMeaning[] {
	const roles = nodes.map((node) => nodeRole(node.name));
	const hookKinds = new Map<number, 'placeable' | 'door'>();
	for (const [index, role] of roles.entries()) {
		if (role?.role === 'hook') hookKinds.set(nodes[index].parent, role.kind);
	}
	const meanings: NodeMeaning[] = new Array(nodes.length);
	for (const index of parentsFirst(nodes)) {
		const { parent } = nodes[index];
		const above = parent < 0 ? NO_MEANING : meanings[parent];
		const found = meaning(roles[index], above, hookKinds.get(parent));
		const isPart = above.kind === 'door' && above.doorState === undefined && found.kind === 'door';
		const state = isPart ? stateBelowDoor(nodes[index].name, found) : undefined;
		meanings[index] = state === undefined ? found : { ...found, doorState: state };
	}
	return meanings;
}

const NO_MEANING: NodeMeaning = { kind: 'area' };

function meaning(
	role: NodeRole | undefined,
	above: NodeMeaning,
	beside: 'placeable' | 'door' | undefined,
): NodeMeaning {
	if (role === undefined || role.role === 'marker') {
		const { role: _, ...inherited } = above;
		return role === undefined ? inherited : { ...inherited, role };
	}
	if (role.role === 'hook') return withModel({ role, kind: role.kind }, role.model ?? above.model, role.doorState);
	const kind = geometryKind(role, above, beside);
	const model = kind === 'area' ? role.model : above.kind === kind ? (above.model ?? role.model) : role.model;
	return withModel({ role, kind }, model, role.doorState ?? (kind === 'door' ? above.doorState : undefined));
}

/** The state that the name of a node below a door's root says, where its role says none. */
function stateBelowDoor(name: string, { role }: NodeMeaning): DoorState | undefined {
	if (name.length > LONGEST_MEANT_NAME || role?.role === 'hook' || role?.role === 'marker') return undefined;
	if (role?.doorState !== undefined) return undefined;
	const [, word, way = '1'] = STATE_OF_DOOR.exec(plainName(name)) ?? [];
	if (word === undefined) return undefined;
	return word.toLowerCase() === 'closed' ? 'closed' : way === '2' ? 'open2' : 'open1';
}

function geometryKind(role: GeometryRole, above: NodeMeaning, beside: 'placeable' | 'door' | undefined): WalkmeshKind {
	if (role.open !== true) return role.kind;
	return above.kind !== 'area' ? above.kind : (beside ?? 'area');
}

function withModel(base: NodeMeaning, model: string | undefined, doorState: DoorState | undefined): NodeMeaning {
	return {
		...base,
		...(model === undefined ? {} : { model }),
		...(doorState === undefined ? {} : { doorState }),
	};
}

/** Node indices, every parent before its children. Nodes on a cycle come last, as if they had no parent. */
export function parentsFirst(nodes: readonly { readonly parent: number }[]): Uint32Array {
	const order = new Uint32Array(nodes.length);
	const placed = new Uint8Array(nodes.length);
	const climb: number[] = [];
	let count = 0;
	for (let index = 0; index < nodes.length; index++) {
		for (let at = index; at >= 0 && placed[at] === 0; at = nodes[at].parent) {
			placed[at] = 1;
			climb.push(at);
		}
		while (climb.length > 0) order[count++] = climb.pop() as number;
	}
	return order;
}

/** A placeable, or a state of a door, and where it was found. */
export interface FoundObject {
	readonly walkmesh: Walkmesh;
	/** Name of the node that it comes from, or of the file. */
	readonly node: string;
}

/** Copies whose corners and hooks differ by at most this, in metres, are the same. */
const SAME_PLACE = 1e-4;

/**
 * Keeps one walkmesh for each model, as it has one file: that of the first copy with hooks, or else of the first copy. Copies that differ are reported.
 */
export function distinctObjects(objects: readonly FoundObject[], report?: Report): Walkmesh[] {
	const groups = groupBy(
		objects,
		({ walkmesh: { name, kind, doorState } }) => `${kind} ${name.toLowerCase()} ${doorState ?? ''}`,
	);
	return [...groups.values()].map((copies) => {
		const taken = copies.find(({ walkmesh }) => hasHooks(walkmesh.hooks)) ?? copies[0];
		for (const copy of copies) {
			const differs = copy === taken ? undefined : difference(taken.walkmesh, copy.walkmesh);
			if (differs === undefined) continue;
			const { name } = taken.walkmesh;
			report?.add(
				SCENE_FINDINGS.OBJECT_COPIES_DIFFER,
				{ node: copy.node },
				{ name, taken: taken.node, left: copy.node, differs },
			);
		}
		return taken.walkmesh;
	});
}

/** How two walkmeshes differ; undefined for copies. */
function difference(a: Walkmesh, b: Walkmesh): 'geometry' | 'surfaces' | 'hooks' | undefined {
	if (!sameValues(a.faces, b.faces, 0) || !sameValues(a.positions, b.positions, SAME_PLACE)) return 'geometry';
	if (!sameValues(a.surfaces, b.surfaces, 0)) return 'surfaces';
	return sameValues(hookValues(a.hooks), hookValues(b.hooks), SAME_PLACE) ? undefined : 'hooks';
}

function sameValues(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): boolean {
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (!(Math.abs(a[i] - b[i]) <= tolerance)) return false;
	return true;
}

function hookValues({ relative1, relative2, absolute1, absolute2 }: Hooks): number[] {
	return [...relative1, ...relative2, ...absolute1, ...absolute2];
}

export function hasHooks(hooks: Hooks): boolean {
	return hookValues(hooks).some((value) => value !== 0);
}

/** The parts of one copy of a placeable, or of one state of a door. */
export interface ObjectGroup {
	readonly kind: 'placeable' | 'door';
	readonly model: string;
	readonly doorState?: DoorState;
	/** Index of the node that is the model's origin; −1 for the origin of the scene. */
	readonly root: number;
	readonly parts: ScenePart[];
}

/** The ground of one room of a scene. */
export interface NamedRoom {
	readonly name: string;
	readonly parts: ScenePart[];
}

/**
 * The rooms of a scene that is the inspection file of a level, edited or not: ground below a node `quay_01a_wok` that stands below a node `quay_01a`.
 * Other scenes may call any piece of one room so, without a node for the room. Ground of no such room is not among them.
 */
export function namedRooms({ nodes, parts }: Pick<Scene, 'nodes' | 'parts'>): NamedRoom[] {
	const roomOf = (node: number): string | undefined => {
		for (let at = node; at >= 0; at = nodes[at].parent) {
			const role = nodeRole(nodes[at].name);
			if (role?.role !== 'geometry' || role.kind !== 'area' || role.model === undefined) continue;
			const { parent } = nodes[at];
			const holder = parent < 0 ? '' : plainName(nodes[parent].name);
			return holder.toLowerCase() === role.model.toLowerCase() ? role.model : undefined;
		}
		return undefined;
	};
	const rooms = new Map<string, NamedRoom>();
	for (const part of parts) {
		const name = part.kind === 'area' ? roomOf(part.node) : undefined;
		if (name === undefined) continue;
		const room = rooms.get(name.toLowerCase()) ?? { name, parts: [] };
		rooms.set(name.toLowerCase(), room);
		room.parts.push(part);
	}
	return [...rooms.values()];
}
