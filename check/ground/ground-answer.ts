import type { FootBarrier } from '../../level/query/on-foot.ts';
import type { PlacedObject } from '../../level/query/placed.ts';
import { extentOf } from '../../src/findings/explained-by.ts';
import { defineFindings, type Finding, makeFinding, type Report } from '../../src/findings/report.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { distanceBetween, type Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PERSON } from '../../src/model/walkmesh.ts';
import { countOf } from '../../src/text/numbers.ts';
import type { OnFoot } from '../facts/on-foot.ts';
import { Borders, type WayIn } from './borders.ts';

/**
 * The answer to "can somebody walk here": what of a level people reach on foot, and each piece that they do not. It is given for every level and room, whatever
 * else is found, left out or ignored; and a piece that no other finding accounts for is a warning of its own.
 */

/** A piece of ground that is not reached. */
export interface MissedGround {
	/** Square metres. */
	readonly area: number;
	/** Names of the rooms it lies in. */
	readonly rooms: readonly string[];
	/** A place on it, metres in area space. */
	readonly at: Vec3;
	/** Where it comes nearest to ground that is reached, or would be once nearer pieces were joined: there, and on the other side, in a room by name. */
	readonly way?: WayIn | undefined;
	/** Where it shares an edge with such ground, and nobody gets across. */
	readonly barrier?:
		| { readonly at: Vec3; readonly width: number; readonly room: string; readonly obstacle?: string }
		| undefined;
	/** Whether it is ground that a player is meant to get to: a room, or what looks as if it went on. */
	readonly matters: boolean;
	/** Whether it is all ground of each of its rooms. */
	readonly isRooms: boolean;
	/** Points along its border with other ground, by which findings about the same place are known. */
	readonly border: readonly Vec3[];
	/** Names of the rooms that it lies in, beside or among: a room that is out of place may be in its way. */
	readonly among: readonly string[];
}

export interface GroundAnswer {
	/** Where one starts: the room with the most ground that is reached. */
	readonly from: string;
	readonly at: Vec3;
	/** Square metres. */
	readonly area: number;
	readonly reached: number;
	readonly rooms: number;
	readonly roomsReached: number;
	/** The largest first; of more than a thousand the largest. */
	readonly missed: readonly MissedGround[];
	/** How many pieces are not reached. */
	readonly missedCount: number;
	readonly isComplete: boolean;
}

/** Findings this near the border of a piece are about it, metres. */
const NEAR = 0.5;
/** Of a narrower way only what stands in it is reported, metres. */
const LEAST_WAY = 0.01;
/** So many pieces are listed, the largest; the others are only counted. */
const MOST_PIECES = 1000;
/** From this share on a piece is all ground of a room, but for rounding. */
const ALL = 1 - 1e-6;
/** Of these so many have a finding of their own. */
const MOST_WARNED = 20;

/** An area as people read it. */
export const squareMetres = (value: number): string => `${Number(value.toPrecision(value < 1 ? 2 : 4))} m²`;
const metres = (value: number): string => `${Number(value.toPrecision(2))} m`;

function wayIn({ way, barrier }: Pick<MissedGround, 'way' | 'barrier'>): string {
	if (barrier !== undefined) {
		const { obstacle, width } = barrier;
		if (obstacle !== undefined && width < LEAST_WAY) return `${obstacle} stands in the way`;
		const narrow =
			width < 2 * PERSON.radius - 0.01
				? `the way is ${metres(width)} wide, and people need ${2 * PERSON.radius} m`
				: `what stands near leaves no way of ${2 * PERSON.radius} m, which people need`;
		return obstacle === undefined ? narrow : `${narrow}: ${obstacle} stands there`;
	}
	if (way === undefined) return 'no other ground is near';
	const parts = [
		way.gap >= 1e-3 ? `a gap of ${metres(way.gap)}` : '',
		way.step >= 1e-3 ? `a step of ${metres(way.step)}` : '',
	];
	return parts.some((part) => part !== '')
		? parts.filter((part) => part !== '').join(' and ')
		: 'edges that touch and are not shared';
}

/** A piece of ground that is not reached, as a line: how large, where, and the nearest way in. */
export function missedText({ area, rooms, at, way, barrier }: MissedGround): string {
	const place = (barrier?.at ?? way?.at ?? at).map((value) => Number(value.toFixed(2))).join(' ');
	return `not reached: ${squareMetres(area)} in ${rooms.map((room) => `"${room}"`).join(', ')}; nearest way in at ${place}: ${wayIn({ way, barrier })}`;
}

export const GROUND_FINDINGS = defineFindings({
	GROUND_REACH: {
		severity: 'info',
		meaning:
			'How much of the ground people reach on foot from its largest piece, over shared edges and links, around walls and placeables. Doors count as open.',
		message: (
			d: Omit<GroundAnswer, 'missed'> & { readonly missed: readonly Omit<MissedGround, 'border' | 'among'>[] },
		): string =>
			`From "${d.from}" one reaches ${d.reached >= d.area ? 'all' : `${squareMetres(d.reached)} of`} ${squareMetres(d.area)}${
				d.rooms > 1 ? `, ${d.roomsReached} of ${countOf(d.rooms, 'room')}` : ''
			}${d.isComplete || d.reached >= d.area ? '' : ', or more: the search for ways was given up'}.`,
		help: 'Ground that is not reached is listed with the nearest way in.',
	},
	GROUND_UNJUDGED: {
		severity: 'warning',
		meaning: 'How much of the ground people reach is unknown: too many faces lie on top of each other.',
		message: (_: object): string => 'How much of the ground people reach takes too long to find out.',
		help: 'Look for faces that lie on top of each other, such as a floor with thousands of copies.',
	},
	GROUND_UNREACHED: {
		severity: 'warning',
		meaning:
			'Nobody reaches this ground on foot from the main part of the level: there is a gap, a wall or a narrow passage between them.',
		message: (d: {
			readonly area: number;
			readonly way?: MissedGround['way'];
			readonly barrier?: MissedGround['barrier'];
		}): string => `Nobody gets to ${squareMetres(d.area)} of ground here: ${wayIn(d)}.`,
		help: 'Join the ground so that its faces share an edge, or clear the way. Ignore this if nobody should get there.',
	},
});

/** What people reach of a level, and what they do not. Undefined for one without ground, and where it takes too long to find out. */
export function groundAnswer(onFoot: OnFoot): GroundAnswer | undefined {
	const { level, objects, reach: found } = onFoot;
	if (found === undefined) return undefined;
	const [main] = found.parts;
	if (main === undefined) return undefined;
	const nameOf = (room: number): string => level.rooms[room].name;
	const hasRooms = level.rooms.length > 1;
	const whole = new Map<number, number>();
	for (const part of found.parts) for (const [room, own] of part.areas) whole.set(room, (whole.get(room) ?? 0) + own);
	const borders = new Borders(onFoot, found);
	const ways = borders.waysIn();
	const boxes = level.rooms.map(({ walkmesh }) => (walkmesh === undefined ? undefined : boundsOf(walkmesh.positions)));
	const missed = found.parts.slice(1, 1 + MOST_PIECES).map((part, i): MissedGround => {
		const { barrier, way: ends } = ways[i + 1];
		const shares = [...part.areas].map(([room, own]) => own / (whole.get(room) || 1));
		const share = Math.max(...shares);
		const isNear = (): boolean =>
			barrier !== undefined ||
			(ends !== undefined && ends.gap <= THRESHOLDS.facing && ends.step <= THRESHOLDS.facing) ||
			borders.facing(i + 1) >= THRESHOLDS.passage;
		const points = borders.of(i + 1);
		const at = part.spot ?? part.at;
		const [x, y, z] = at;
		// Nobody is meant to get below a platform or into a crate.
		const isLow =
			onFoot.query.raycast([x, y, z + THRESHOLDS.headroom], [x, y, z + PERSON.height], { mask: 'all' }) !== undefined;
		const matters =
			part.area >= THRESHOLDS.pieceArea &&
			!isLow &&
			((hasRooms && share >= ALL) || (share >= THRESHOLDS.pieceShare && isNear()));
		return {
			area: part.area,
			rooms: part.rooms.map(nameOf),
			at,
			...(ends === undefined ? {} : { way: ends }),
			...(barrier === undefined ? {} : { barrier: told(level, barrier, objects) }),
			matters,
			isRooms: hasRooms && Math.min(...shares) >= ALL,
			border: matters ? points : [],
			among: matters ? [...boxes.keys()].filter((room) => hasNear(boxes[room], points)).map(nameOf) : [],
		};
	});
	return {
		from: nameOf(main.room),
		at: main.spot ?? main.at,
		area: found.parts.reduce((sum, part) => sum + part.area, 0),
		reached: main.area,
		rooms: whole.size,
		roomsReached: main.rooms.length,
		missed,
		missedCount: found.parts.length - 1,
		isComplete: found.isComplete,
	};
}

function hasNear(box: ReturnType<typeof boundsOf> | undefined, points: readonly Vec3[]): boolean {
	return (
		box !== undefined &&
		points.some((point) => [0, 1].every((axis) => point[axis] > box[axis] - NEAR && point[axis] < box[axis + 3] + NEAR))
	);
}

function told(
	level: Level,
	{ at, width, room, obstacle }: FootBarrier,
	objects: readonly PlacedObject[],
): MissedGround['barrier'] {
	const what =
		obstacle === undefined
			? {}
			: {
					obstacle:
						obstacle.object >= 0
							? `${objects[obstacle.object].walkmesh.kind} "${objects[obstacle.object].walkmesh.name}"`
							: `face ${obstacle.face} of room "${level.rooms[obstacle.room].name}"`,
				};
	return { at, width, room: level.rooms[room].name, ...what };
}

/** Tells what is reached of a level. */
export function reportGround(onFoot: OnFoot, report: Report): void {
	if (onFoot.reach === undefined) report.add(GROUND_FINDINGS.GROUND_UNJUDGED, {}, {});
	const answer = groundAnswer(onFoot);
	if (answer === undefined) return;
	report.add(GROUND_FINDINGS.GROUND_REACH, { room: answer.from, at: answer.at }, { ...answer });
}

/** Faults of a level or a room as a whole, which keep whole rooms apart, those behind them included. */
const OF_LEVEL =
	/^(?:ROOM_(?:SHIFTED|TURNED|RESIZED|UNLINKED|WITHOUT_GROUND)|ROOMS_(?:SWAPPED|EQUAL|ALIKE)|DOORWAY_SHIFTED|LINKS_|LEVEL_ROOM_|PLACE_SPACE_)/;
/** Faults of a link or a room, which keep the rooms that they name apart. */
const OF_LINK = /^(?:LINK_|SEAM_|DOORWAY_|ROOM_UNREACHABLE)/;
/** Where these are found, all ground may lie elsewhere. */
const OF_ALL: ReadonlySet<string> = new Set([
	'SCENE_UP_SUSPICIOUS',
	'SCENE_SIZE_SUSPICIOUS',
	'ROOMS_IN_ROOM_SPACE',
	'ROOMS_PLACED_TWICE',
	'LAYOUT_POSITIONS_APART',
	'SURFACE_UNKNOWN',
]);

/**
 * Adds a warning for each piece of ground that nobody reaches and that no other warning is about.
 * @param isShown false for a finding that the user will not see
 */
export function withUnreached(
	findings: readonly Finding[],
	isShown: (finding: Finding) => boolean = () => true,
): Finding[] {
	const answers = findings.filter(({ code }) => code === 'GROUND_REACH');
	if (answers.length === 0) return [...findings];
	const others = findings.filter((finding) => finding.severity !== 'info' && isShown(finding));
	if (others.some(({ code }) => OF_ALL.has(code))) return [...findings];
	const added = answers.flatMap(({ data, location }) =>
		((data as unknown as GroundAnswer).missed ?? [])
			.slice(0, MOST_WARNED)
			.filter((piece) => piece.matters && !others.some((finding) => isAbout(finding, piece)))
			.map(({ area: size, way, barrier, at, rooms }) => {
				const data = {
					area: size,
					...(way === undefined ? {} : { way }),
					...(barrier === undefined ? {} : { barrier }),
				};
				const { file } = location;
				const place = { ...(file === undefined ? {} : { file }), room: rooms[0], at: barrier?.at ?? way?.at ?? at };
				return makeFinding(GROUND_FINDINGS.GROUND_UNREACHED, place, data);
			}),
	);
	return [...findings, ...added];
}

/** Where nobody gets through a doorway, what stands there may be this far from it, metres. */
const BEFORE_DOORWAY = 1.5;

/** Distances are rounded to float32, metres. */
const ROUNDING = 1e-4;

/** What parts no ground but where it lies: a plate on a floor says nothing of the far end of that floor. */
const OF_PLACE =
	/^(?:GROUND_STACKED|ROOMS_STACKED|FACE_DUPLICATE|FACE_DOUBLE_SIDED|HEADROOM_LOW|GROUND_HOLE|GROUND_TORN)/;

/** @param piece of the ground; only faults at its border, or of whole rooms that it consists of or that lie across it, account for it */
function isAbout(finding: Finding, piece: MissedGround): boolean {
	const { rooms, isRooms, among, barrier, way } = piece;
	const {
		code,
		data,
		location: { room, otherRoom, at },
	} = finding;
	const isIn = (names: readonly (string | undefined)[]): boolean =>
		names.some((name) =>
			[room, otherRoom].some((other) => name !== undefined && name.toLowerCase() === other?.toLowerCase()),
		);
	if (OF_LEVEL.test(code) && (isRooms || isIn(among))) return true;
	if (isRooms && OF_LINK.test(code) && isIn(rooms)) return true;
	// A fence is reported at its middle, and parts the ground anywhere along it.
	if (code === 'FENCE_ACROSS' && at !== undefined && barrier !== undefined)
		if (distanceBetween(barrier.at, at as Vec3) <= NEAR + Number(data?.['length']) / 2) return true;
	// The corners of tiles that nearly meet are reported once, wherever the tiles lie.
	if (code === 'VERTEX_NEAR_MISS' && barrier === undefined && way !== undefined && isIn(rooms))
		if (Math.hypot(way.gap, way.step) <= Number(data?.['distance']) + ROUNDING) return true;
	// Of a file that is no part of a level no room is named.
	if (barrier === undefined && way !== undefined && (room === undefined || isIn(rooms))) {
		// Faces that touch and share no edge have no other cause.
		if (code === 'T_JUNCTION' && Math.hypot(way.gap, way.step) < ROUNDING) return true;
		// A platform above the floor that goes on below it.
		if (code === 'GROUND_STACKED' && way.gap === 0)
			if (Math.abs(way.step - Math.abs(Number(data?.['dz']))) <= THRESHOLDS.headroom) return true;
	}
	const reach = code === 'DOORWAY_WALLED' ? BEFORE_DOORWAY : NEAR;
	if (at === undefined) return false;
	const beyond = (point: Vec3, axis: number): number =>
		Math.max(0, Math.abs(point[axis] - at[axis]) - extentOf(finding, axis));
	const border = way !== undefined && OF_PLACE.test(code) ? [way.at, way.to, barrier?.at ?? way.at] : piece.border;
	return border.some((point) => Math.hypot(beyond(point, 0), beyond(point, 1), beyond(point, 2)) <= reach);
}
