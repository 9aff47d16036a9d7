import { defineFindings, UsageError } from '../../src/findings/report.ts';
import { type Motion, moveWalkmesh, reflection, rotation, translation } from '../../src/geometry/transform.ts';
import { withinHalfTurn, withinTurn } from '../../src/math/affine.ts';
import { distanceBetween, minus, planDistance, type Vec3, ZERO } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { metres } from '../../src/seams/finding-words.ts';
import { didYouMean } from '../../src/text/names.ts';
import { bearingOf, type KitDoorway } from './kit.ts';

/** Names the parts of a misfit that exceed a tolerance. */
function describeMisfit({ width, across, along, up, turn, ends }: JointMisfit, tolerance: number): string {
	const parts = [
		...(Math.abs(width) > tolerance ? [`it is ${metres(width)} ${width > 0 ? 'wider' : 'narrower'}`] : []),
		...(Math.abs(across) > tolerance ? [`lies ${metres(across)} ${across > 0 ? 'beyond' : 'within'} it`] : []),
		...(Math.abs(along) > tolerance ? [`is ${metres(along)} off to the ${along > 0 ? 'left' : 'right'}`] : []),
		...(Math.abs(up) > tolerance ? [`is ${metres(up)} ${up > 0 ? 'higher' : 'lower'}`] : []),
		...(Math.abs(turn) > 0.01 ? [`is turned by ${Number(Math.abs(turn).toPrecision(3))}°`] : []),
	];
	return parts.length === 0 ? `their ends are ${metres(ends)} apart` : parts.join(', ');
}

/** What can be wrong with a plan of rooms of a kit. */
export const KIT_FINDINGS = defineFindings({
	KIT_WITHOUT_DOORWAYS: {
		severity: 'warning',
		meaning:
			'Rooms of a kit are joined at their doorways: edges with a transition, door hooks of the layout, openings between walls, or else outermost edges. None was found, so no room can be attached to this one.',
		message: (_: Record<string, never>): string => 'No doorway was found.',
		help: 'Give the edges of its doorways a transition to any room, or add door hooks to the layout of the kit.',
	},
	KIT_MISFIT: {
		severity: 'error',
		meaning: 'The plan joins two doorways that do not coincide. Characters would meet an invisible wall or a gap.',
		message: (d: { doorway: number; other: string; otherDoorway: number; tolerance: number } & JointMisfit): string =>
			`Doorway ${d.doorway} does not fit doorway ${d.otherDoorway} of room "${d.other}": ${describeMisfit(d, d.tolerance)}.`,
		help: 'Choose another doorway or room, correct the plan, or allow edges to move farther.',
		actions: (d: { doorway: number; other: string; otherDoorway: number; tolerance: number } & JointMisfit) =>
			d.ends <= THRESHOLDS.snap ? [{ option: 'snap', value: Math.ceil(d.ends * 1000) / 1000 }] : [],
	},
	KIT_JOINT_OPEN: {
		severity: 'error',
		meaning:
			'Two doorways of the plan coincide, but none of their edges could be linked. Characters would meet an invisible wall.',
		message: (d: { doorway: number; other: string; otherDoorway: number }): string =>
			`Doorway ${d.doorway} lies at doorway ${d.otherDoorway} of room "${d.other}", but no edges there could be linked.`,
		help: 'Both rooms need whole edges along the doorway, with their faces on opposite sides of it.',
	},
});

/** A room of a kit: its walkmesh about its own origin, and its doorways. */
export interface KitRoom {
	readonly name: string;
	readonly walkmesh: Walkmesh;
	readonly doorways: readonly KitDoorway[];
}

/** A room of a plan: a room of the kit that is either placed by position and turn, or put against a doorway of an earlier room of the plan. */
export interface PlannedRoom {
	/** Its name in the level. */
	readonly name: string;
	/** The room of the kit. */
	readonly room: string;
	/** Mirrors the room in the plane x = 0, before it is turned. */
	readonly mirror?: boolean;
	/** Degrees, counter-clockwise as seen from above. Only for rooms without `joins`. */
	readonly turn?: number;
	/** Metres, in area space. Only for rooms without `joins`. */
	readonly position?: Vec3;
	/** Number of this room's doorway that is put against the one of `joins`. */
	readonly doorway?: number;
	/** The doorway to join, as `name:number`: the name of an earlier room of the plan and the number of its doorway. */
	readonly joins?: string;
	/** Further doorways that must meet others once the room is placed: number of this room's doorway to the `name:number` of the other. */
	readonly closes?: Readonly<Record<string, string>>;
}

/** A room in its position in the level. The walkmesh and the doorways are in area space. */
export interface PlacedRoom {
	readonly name: string;
	readonly walkmesh: Walkmesh;
	/** Where the room's own origin is in the area, metres. */
	readonly position: Vec3;
	readonly doorways: readonly KitDoorway[];
}

/** Two doorways of different rooms that should meet, and how well they do. */
export interface Joint {
	readonly room: string;
	readonly doorway: KitDoorway;
	readonly other: string;
	readonly otherDoorway: KitDoorway;
	readonly misfit: JointMisfit;
}

/** By how much two doorways miss each other: the first relative to the second, as seen by a person leaving the second room. Metres and degrees. */
export interface JointMisfit {
	/** The greater of the two distances between ends that should meet. */
	readonly ends: number;
	/** Width of the first minus width of the second. */
	readonly width: number;
	/** How far the middle of the first is in front of the second's (`across`), to its left (`along`) and above it (`up`). */
	readonly across: number;
	readonly along: number;
	readonly up: number;
	/** The angle that is missing for the first to face the second exactly. */
	readonly turn: number;
}

/** Turns are rounded to this, in degrees. Corners in float32 are not more precise, and rounding keeps quarter turns exact. */
const TURN_GRAIN = 1e-3;

/**
 * Places the rooms of a plan: each is mirrored, turned and moved so that its doorway meets the doorway that it joins, sill against sill. Transitions
 * that the rooms of the kit have are removed, as they are room numbers of another level.
 *
 * @throws UsageError for a room or doorway that does not exist; the message lists those that do
 */
export function placeRooms(
	plan: readonly PlannedRoom[],
	kit: ReadonlyMap<string, KitRoom>,
): { rooms: PlacedRoom[]; joints: Joint[] } {
	const placed = new Map<string, PlacedRoom>();
	const joints: Joint[] = [];
	for (const [index, planned] of plan.entries()) {
		const where = `rooms[${index}] "${planned.name}"`;
		const room = roomOfKit(kit, planned.room, where);
		if (placed.has(planned.name.toLowerCase())) throw new UsageError(`${where}: the name is used before.`);
		checkJoining(planned, where);
		const { joins } = planned;
		const joint =
			joins === undefined
				? undefined
				: { joined: doorwayNamed(joins, placed, where).doorway, own: ownDoorway(room, planned.doorway, where) };
		const result = placeRoom(planned, room, joint);
		placed.set(planned.name.toLowerCase(), result);
		const join = (number: number | undefined, name: string): void => {
			const to = doorwayNamed(name, placed, where);
			const doorway = ownDoorway({ ...room, doorways: result.doorways }, number, where);
			joints.push({
				room: planned.name,
				doorway,
				other: to.room.name,
				otherDoorway: to.doorway,
				misfit: misfitOf(doorway, to.doorway),
			});
		};
		if (joins !== undefined) join(planned.doorway, joins);
		for (const [number, name] of Object.entries(planned.closes ?? {})) join(Number(number), name);
	}
	return { rooms: [...placed.values()], joints };
}

/** @throws UsageError for what a plan says of a room that joins another one and not of others, or the other way round: it would have no effect */
function checkJoining({ joins, doorway, turn, position }: PlannedRoom, where: string): void {
	if (joins === undefined && doorway !== undefined)
		throw new UsageError(
			`${where}: "doorway": ${doorway} needs "joins": the doorway of a room before it that it is put against.`,
		);
	const given = turn === undefined ? (position === undefined ? undefined : 'position') : 'turn';
	if (joins !== undefined && given !== undefined)
		throw new UsageError(
			`${where}: take out "${given}" or "joins": a room that joins another one lies and turns as that one says.`,
		);
}

function roomOfKit(kit: ReadonlyMap<string, KitRoom>, name: string, where: string): KitRoom {
	const room = kit.get(name.toLowerCase());
	if (room !== undefined) return room;
	const names = [...kit.values()].map((each) => each.name);
	throw new UsageError(
		`${where}: the kit has no room "${name}".${didYouMean(name, names)} It has: ${names.join(', ')}.`,
	);
}

/** Places a room: its doorway `own` against the doorway `joined`, or without these as the plan says. */
function placeRoom(
	{ name, mirror = false, turn = 0, position: planned = ZERO }: PlannedRoom,
	room: KitRoom,
	joint: { readonly own: KitDoorway; readonly joined: KitDoorway } | undefined,
): PlacedRoom {
	const degrees = joint === undefined ? turn : turnTo(joint.own, mirror, joint.joined);
	const turned = [...(mirror ? [reflection('x')] : []), rotation(degrees)];
	const position = joint === undefined ? planned : minus(joint.joined.middle, moved(joint.own.middle, turned));
	const toArea = [...turned, translation(position)];
	const walkmesh = toArea.reduce(moveWalkmesh, {
		...room.walkmesh,
		name,
		transitions: room.walkmesh.transitions.map(() => NONE),
	});
	return { name, walkmesh, position, doorways: room.doorways.map((each) => movedDoorway(each, mirror, toArea)) };
}

function doorwayNamed(
	joins: string,
	placed: ReadonlyMap<string, PlacedRoom>,
	where: string,
): { room: PlacedRoom; doorway: KitDoorway } {
	const at = joins.lastIndexOf(':');
	const name = at < 0 ? joins : joins.slice(0, at);
	const room = placed.get(name.toLowerCase());
	if (room === undefined) {
		const names = [...placed.values()].map((each) => each.name);
		throw new UsageError(
			`${where}: room "${name}" does not come before it.${didYouMean(name, names)} Before it: ${names.join(', ') || 'none'}.`,
		);
	}
	if (at < 0) throw new UsageError(`${where}: "${joins}" names no doorway. For example: ${joins}:1`);
	return { room, doorway: ownDoorway(room, Number(joins.slice(at + 1)), where) };
}

function ownDoorway(
	{ name, doorways }: Pick<KitRoom, 'name' | 'doorways'>,
	number: number | undefined,
	where: string,
): KitDoorway {
	const found = doorways.find((each) => each.number === number);
	if (found !== undefined) return found;
	const has = doorways.length === 0 ? 'No doorway of it was found' : `It has 1 to ${doorways.length}`;
	throw new UsageError(
		`${where}: room "${name}" has no doorway ${number ?? '(none is given)'}. ${has}: wokflow assemble --list shows them.`,
	);
}

/** By how many degrees a room has to be turned for its doorway to face another. */
function turnTo(own: KitDoorway, mirror: boolean, joined: KitDoorway): number {
	const bearing = mirror ? 180 - own.bearing : own.bearing;
	const turn = withinTurn(joined.bearing + 180 - bearing);
	return (Math.round(turn / TURN_GRAIN) * TURN_GRAIN) % 360;
}

function moved(point: Vec3, all: readonly Motion[]): Vec3 {
	const v = Float64Array.from(point);
	for (const { linear, offset } of all) {
		linear?.(v);
		for (let axis = 0; axis < 3; axis++) v[axis] += offset[axis];
	}
	return [v[0], v[1], v[2]];
}

/** Transforms a doorway. A mirror image swaps its left and right end. */
function movedDoorway(doorway: KitDoorway, mirror: boolean, toArea: readonly Motion[]): KitDoorway {
	const ends = [moved(doorway.left, toArea), moved(doorway.right, toArea)];
	const [left, right] = mirror ? ends.toReversed() : ends;
	return { ...doorway, left, right, middle: moved(doorway.middle, toArea), bearing: bearingOf(left, right) };
}

/** Measures two doorways that should face each other: the left end of each should be at the right end of the other. */
function misfitOf(one: KitDoorway, other: KitDoorway): JointMisfit {
	const angle = (other.bearing * Math.PI) / 180;
	const [dx, dy, up] = minus(one.middle, other.middle);
	return {
		ends: Math.max(distanceBetween(one.left, other.right), distanceBetween(one.right, other.left)),
		width: planDistance(one.left, one.right) - planDistance(other.left, other.right),
		across: dx * Math.cos(angle) + dy * Math.sin(angle),
		along: dy * Math.cos(angle) - dx * Math.sin(angle),
		up,
		turn: withinHalfTurn(one.bearing + 180 - other.bearing),
	};
}
