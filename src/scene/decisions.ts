import { groupBy } from '../math/arrays.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { LengthUnit, UpAxis } from './units.ts';

/*
 * What was decided of a scene that nobody prepared: what its materials and objects are, which rooms it has, which way is up. A file beside the scene holds
 * it (`quay.wokflow.json` beside `quay.glb`). Entries that are not confirmed are proposals, and nothing is made of them.
 */

export const CONFIDENCES = ['high', 'medium', 'low'] as const;
/** How sure a proposal is. */
export type Confidence = (typeof CONFIDENCES)[number];

/** What an object is. `rooms`: it holds several rooms, which `Decisions.rooms` lists. `none` is left out, as are doors and placeables, which are models of their own. */
export const OBJECT_ROLES = ['room', 'rooms', 'obstacle', 'door', 'placeable', 'none'] as const;
/** What an object can be. */
export type ObjectRole = (typeof OBJECT_ROLES)[number];

/** What every entry says. */
export interface Decided {
	readonly confidence: Confidence;
	/** Why it was proposed, in a sentence. */
	readonly reason: string;
	/** Nothing is made of an entry that nobody has confirmed. */
	readonly confirmed: boolean;
}

/** The up axis and unit of a scene. */
export interface FrameDecision extends Decided {
	readonly up: UpAxis;
	readonly unit: LengthUnit;
	/** Further factor on all lengths. */
	readonly scale?: number;
}

/** What a material is. */
export interface MaterialDecision extends Decided {
	/** Empty for triangles without a material. */
	readonly name: string;
	/** Name or number of a surface. */
	readonly surface: string | number;
	/** True where only the ground has the surface: what faces down becomes Obscuring, and walls with their tops Nonwalk. */
	readonly groundOnly?: boolean;
}

/** What an object is. */
export interface ObjectDecision extends Decided {
	/** Name of the object or node, or of its mesh where it has none. */
	readonly name: string;
	/** Which of several objects of that name, from 1, in the order of the scene. */
	readonly nth?: number;
	readonly role: ObjectRole;
	/** Of rooms and obstacles: the room that they are part of. */
	readonly room?: string;
}

/** A room of the objects that hold several. */
export interface RoomDecision extends Decided {
	readonly name: string;
	/** A point on its ground, in metres, z up. */
	readonly at: Vec3;
}

/** Ground across the gaps of thick walls, as `--sills` lays it. */
export interface SillsDecision extends Decided {
	readonly reach: number | 'auto';
}

/** What was decided of a scene, or is proposed. */
export interface Decisions {
	readonly version: 1;
	/** Name of the file of the scene. */
	readonly scene: string;
	readonly frame?: FrameDecision;
	readonly materials: readonly MaterialDecision[];
	readonly objects: readonly ObjectDecision[];
	readonly rooms: readonly RoomDecision[];
	readonly sills?: SillsDecision;
}

/** The entries of decisions, in the order in which they are asked. */
export function entriesOf({ frame, materials, objects, rooms, sills }: Decisions): Decided[] {
	return [...(frame ? [frame] : []), ...objects, ...rooms, ...materials, ...(sills ? [sills] : [])];
}

/** The decisions with each entry changed. */
export function mapDecisions(decisions: Decisions, change: <T extends Decided>(entry: T) => T): Decisions {
	const { frame, sills } = decisions;
	return {
		...decisions,
		...(frame === undefined ? {} : { frame: change(frame) }),
		materials: decisions.materials.map(change),
		objects: decisions.objects.map(change),
		rooms: decisions.rooms.map(change),
		...(sills === undefined ? {} : { sills: change(sills) }),
	};
}

/**
 * Confirms what was proposed with this confidence or more.
 *
 * @example
 * const decisions = proposeDecisions(scene, 'quay.glb', { up: 'y', unit: 'm', scale: 1 }, K1);
 * const accepted = acceptDecisions(decisions, 'high');
 */
export function acceptDecisions(decisions: Decisions, least: Confidence): Decisions {
	const most = CONFIDENCES.indexOf(least);
	return mapDecisions(decisions, (entry) =>
		CONFIDENCES.indexOf(entry.confidence) <= most ? { ...entry, confirmed: true } : entry,
	);
}

/** The decisions of nodes by index, of all that are told apart by name. @param names of the nodes of a scene or tree, all of them */
export function decisionsOfNodes(
	names: readonly string[],
	{ objects }: Pick<Decisions, 'objects'>,
): (ObjectDecision | undefined)[] {
	const byName = groupBy(objects, ({ name }) => name);
	const seen = new Map<string, number>();
	return names.map((name) => {
		const nth = (seen.get(name) ?? 0) + 1;
		seen.set(name, nth);
		const own = byName.get(name);
		return own?.find((entry) => entry.nth === nth) ?? own?.find((entry) => entry.nth === undefined);
	});
}

/** True for what was decided to be no part of any room. */
export function isLeftOut(entry: ObjectDecision | undefined): boolean {
	return entry?.confirmed === true && ['door', 'placeable', 'none'].includes(entry.role);
}

/** The option of levels that was decided. */
export function decidedSills({ sills }: Partial<Decisions> = {}): { sills?: number | 'auto' } {
	return sills?.confirmed === true ? { sills: sills.reach } : {};
}

/** Name of the file that holds the decisions of a scene: `quay.wokflow.json` of `quay.glb`. */
export function decisionsFileName(sceneFile: string): string {
	return `${sceneFile.replace(/\.[^.]*$/, '')}.wokflow.json`;
}
