import type { SurfaceTable } from '../model/surfaces.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { type Decided, type Decisions, entriesOf } from '../scene/decisions.ts';
import { runsOf } from '../scene/material-uses.ts';
import type { Scene, ScenePart } from '../scene/scene.ts';
import { counted, decimal } from '../text/numbers.ts';
import { proposeFrame, type ReadFrame, reframed } from './frame.ts';
import { findGround, type Ground } from './ground.ts';
import { type MaterialProposal, proposeMaterials, proposeOfThings } from './materials.ts';
import {
	DOME_ROLE,
	encloses,
	hangs,
	isDome,
	mayBeLeaf,
	namedRoles,
	objectEntries,
	objectsOf,
	outsideRole,
	proposeRooms,
	type Role,
	type SceneObject,
	sayTheirRooms,
	standingRole,
	thingRole,
	waterRole,
} from './objects.ts';

/** Decisions of which some are proposals. */
export interface Proposals extends Decisions {
	readonly materials: readonly MaterialProposal[];
}

/**
 * Proposes what the materials and objects of a scene are, its rooms, and its axes, from geometry and names. What was confirmed before is kept, and what
 * the scene has besides is added.
 *
 * @param scene read whole, with its materials, and without decisions
 * @param file name of its file
 * @param frame how it was read
 *
 * @example
 * const decisions = proposeDecisions(scene, 'quay.glb', { up: 'y', unit: 'm', scale: 1 }, K1);
 * console.log(decisions.materials.map(({ name, surface }) => `${name}: ${surface}`));
 */
export function proposeDecisions(
	scene: Scene,
	file: string,
	frame: ReadFrame,
	table: SurfaceTable,
	before?: Decisions,
): Proposals {
	const asRead = objectsOf(scene);
	const named = scene.takenWhole ? namedRoles(scene, asRead) : new Map<number, Role>();
	const roles = new Map(named);
	for (const object of asRead) {
		const role = scene.takenWhole ? outsideRole(object) : undefined;
		if (role !== undefined) roles.set(object.node, role);
	}
	const around = new Set(asRead.filter((object) => encloses(object, asRead)).map(({ node }) => node));
	const inside = scene.parts.filter(({ kind, node }) => kind === 'area' && !roles.has(node) && !around.has(node));
	const kept = before?.frame?.confirmed === true ? before.frame : undefined;
	const decided = kept ?? proposeFrame(scene, inside, frame, /\.(?:glb|gltf)$/i.test(file));
	const framed = decided === undefined ? scene : reframed(scene, frame, { scale: 1, ...decided });
	for (const object of objectsOf(framed))
		if (scene.takenWhole && around.has(object.node) && isDome(object)) roles.set(object.node, DOME_ROLE);
	const shown = objectsOf(framed).filter(({ node }) => !roles.has(node));
	for (const object of shown) {
		const role = scene.takenWhole ? waterRole(object, shown) : undefined;
		if (role !== undefined) roles.set(object.node, role);
	}
	const objects = shown.filter(({ node }) => !roles.has(node));
	const things = objects.map((object) => (scene.takenWhole ? thingRole(object) : undefined));
	const leaves = objects.filter((object, index) => scene.takenWhole && things[index] !== 'door' && mayBeLeaf(object));
	const looked = (
		without: readonly SceneObject[] = [],
	): { floors: SceneObject[]; parts: ScenePart[]; ground: Ground } => {
		const floors = objects.filter((object, index) => things[index] === undefined && !without.includes(object));
		const parts = floors.flatMap((object) => object.parts);
		return { floors, parts, ground: findGround(parts) };
	};
	const first = looked(leaves);
	const doors = leaves.filter(({ bounds }) => first.ground.isClosedBy(bounds));
	for (const door of doors) things[objects.indexOf(door)] = 'door';
	const hanging = objects.filter((object, index) => things[index] === 'thing' && hangs(object, first.ground));
	for (const object of hanging) things[objects.indexOf(object)] = undefined;
	const isSame = hanging.length === 0 && doors.length === leaves.length;
	const { floors, parts, ground } = isSame ? first : looked();
	const found = scene.takenWhole ? proposeRooms(framed, floors, parts, ground) : undefined;
	for (const [node, role] of found?.roles ?? []) roles.set(node, role);
	for (const [index, object] of objects.entries()) {
		const kind = things[index];
		if (kind === undefined) continue;
		const [x, y, z, x1, y1] = object.bounds;
		const at = [(x + x1) / 2, (y + y1) / 2, z] as const;
		roles.set(
			object.node,
			standingRole(object, kind, () => found?.names[ground.roomAt(at)] ?? ''),
		);
	}
	// The scene of a model alone: its looks are no rooms.
	if (named.size > 0 && ground.rooms.length === 0) return nothingOf(file, before);
	const obstacles = objects.filter((_, index) => things[index] === 'thing');
	const models = framed.parts.filter(({ kind }) => kind !== 'area');
	const { gaps } = ground;
	const widest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
	const proposals: Proposals = {
		version: 1,
		scene: file,
		...(decided === undefined ? {} : { frame: decided }),
		objects: [],
		rooms: found?.rooms ?? [],
		materials: [
			...proposeMaterials(parts, ground, models, table),
			...proposeOfThings([...obstacles.flatMap((object) => object.parts), ...models], parts),
		],
		...(gaps.length === 0
			? {}
			: {
					sills: {
						reach: 'auto' as const,
						confidence: 'high' as const,
						reason: `${counted(Math.ceil(gaps.length / 2), 'doorway')} without ground, up to about ${decimal(Math.min(widest, THRESHOLDS.facing), 2)} m wide.`,
						confirmed: false,
					},
				}),
	};
	const entries = scene.takenWhole ? objectEntries(framed, asRead, roles) : [];
	// Looks of what is named are told from rooms without decisions alone.
	const needsEntries = before !== undefined || entriesOf(proposals).length > 0;
	const isLook = ({ node }: SceneObject): boolean => named.has(node) && !needsEntries;
	const others = asRead.filter((object) => !isLook(object));
	const isOpen = ({ parts: own }: SceneObject): boolean => own.some((part) => runsOf(part).some((run) => run.unknown));
	const saysAll = sayTheirRooms(framed, others, roles) && !(named.size > 0 && others.some(isOpen));
	const all = saysAll ? proposals : { ...proposals, objects: entries };
	return before === undefined ? all : merged(all, before);
}

function nothingOf(scene: string, before: Decisions | undefined): Proposals {
	const none: Proposals = { version: 1, scene, objects: [], rooms: [], materials: [] };
	return before === undefined ? none : merged(none, before);
}

/** Proposals with what was confirmed before in their places. */
function merged(now: Proposals, before: Decisions): Proposals {
	const keep = <T extends Decided>(
		entries: readonly T[],
		old: readonly Decided[],
		keyOf: (entry: T) => string,
	): T[] => {
		const confirmed = (old as readonly T[]).filter((entry) => entry.confirmed);
		const known = new Map(confirmed.map((entry) => [keyOf(entry), entry]));
		const kept = entries.map((entry) => ({ ...entry, ...known.get(keyOf(entry)) }));
		const keys = new Set(entries.map(keyOf));
		// A material that has its surface from its entry is none that needs one, but the entry has to stay.
		return [...kept, ...confirmed.filter((entry) => !keys.has(keyOf(entry)))];
	};
	return {
		...now,
		objects: keep(now.objects, before.objects, ({ name, nth }) => `${name}\n${nth ?? ''}`),
		rooms: keep(now.rooms, before.rooms, ({ at }) => at.join(' ')),
		materials: keep(now.materials, before.materials, ({ name }) => name),
		...(before.sills?.confirmed === true ? { sills: before.sills } : {}),
	};
}
