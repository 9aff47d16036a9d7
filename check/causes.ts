import { MESH_FINDINGS } from '../src/clean/findings.ts';
import { type Action, type Finding, makeFinding, type Report, revised, type Severity } from '../src/findings/report.ts';
import type { Vec3 } from '../src/math/vec3.ts';
import { ofRoomsAlike, spaceOfOthers } from './facts/rooms-alike.ts';
import { withUnreached } from './ground/ground-answer.ts';

/**
 * Several checks may see the same fault: a crack has near vertices on both sides, leaves an open seam and cuts the ground in two. The finding that
 * names the cause is kept; those that only follow from it are left out.
 */

/** Two faces on the same vertices, with one surface or with two. */
const DUPLICATES: readonly string[] = ['FACE_DUPLICATE', 'FACE_DUPLICATE_SURFACE'];

/** Rooms that all lie off by their positions in the layout. */
const OFF_BY_POSITIONS: readonly string[] = [
	'ROOMS_IN_ROOM_SPACE',
	'ROOMS_PLACED_TWICE',
	'LAYOUT_POSITIONS_APART',
	// Only where the space that was assumed is not that of the other rooms.
	'PLACE_SPACE_UNSURE',
];
/** A scene that was read with another axis up than it was made with. */
const LYING: readonly string[] = ['SCENE_UP_SUSPICIOUS'];
/** Ground that all lies elsewhere than the layout says, with what stands on it. */
const ELSEWHERE: readonly string[] = [...OFF_BY_POSITIONS, 'LAYOUT_POSITIONS_OFF', ...LYING];

/** Ground that the layout does not list: links count other rooms, and what stands there stands nowhere. */
const UNLISTED: readonly string[] = ['LEVEL_ROOM_UNLISTED'];

/** For each code, the codes that explain it when they are found nearby. */
const EXPLAINED_BY: Readonly<Record<string, readonly string[]>> = {
	VERTEX_NEAR_MISS: ['GROUND_CRACK', 'VERTICES_UNWELDED', 'SEAM_UNLINKED'],
	// The ends of a crack lie on the edges beside it.
	T_JUNCTION: ['GROUND_CRACK', 'WALKABLE_FACE_VERTICAL'],
	// The two sides of a link that was made before one of its rooms moved away.
	LINK_ONE_WAY: ['LINK_TO_SELF', 'LINK_APART'],
	LINK_APART: ['DOORWAY_UNMET'],
	LINK_UNCONFIRMED: ['DOORWAY_UNMET'],
	EDGE_OVERFULL: DUPLICATES,
	FACE_DOUBLE_SIDED: DUPLICATES,
	// What lies over other ground is a ceiling, or another floor, and need not be reached.
	GROUND_DIVIDED: ['GROUND_STACKED'],
	GROUND_STACKED: DUPLICATES,
	WALKABLE_FACE_VERTICAL: ['FACE_DEGENERATE'],
	WALKABLE_FACE_DOWN: ['FACE_DEGENERATE', 'FACE_DOUBLE_SIDED'],
	WALKABLE_FACE_HANGING: ['FACE_DEGENERATE', 'FACE_DOUBLE_SIDED'],
	SURFACE_SPECK: ['SURFACE_BEYOND_TABLE', 'SURFACE_ROW_UNUSED'],
	// A doorway of which only half is linked looks like a narrow one.
	DOORWAY_NARROW: ['LINK_ONE_WAY', 'LINK_OUT_OF_RANGE', 'LINK_TO_SELF', 'LINK_APART', 'SEAM_UNLINKED'],
};
/** A scene that was read in another unit than it was made in. */
const RESIZED: readonly string[] = ['SCENE_SIZE_SUSPICIOUS', 'SCENE_UNIT_STATED'];
/** Codes of faults that cut ground in two. */
const CUT_BY: readonly string[] = [
	'GROUND_TORN',
	'GROUND_CRACK',
	'GROUND_DIVIDED',
	'VERTICES_UNWELDED',
	...DUPLICATES,
	'WALKABLE_FACE_DOWN',
	'WALKABLE_FACE_HANGING',
	'T_JUNCTION',
	'GROUND_STACKED',
	'WALKABLE_FACE_VERTICAL',
	'EDGE_OVERFULL',
];
/** For each code, the codes that explain it wherever in the room they are found. */
const EXPLAINED_IN_ROOM: Readonly<Record<string, readonly string[]>> = {
	VERTICES_UNWELDED: ['GROUND_TORN', ...DUPLICATES],
	WALKABLE_ISLANDS: [...CUT_BY, 'GROUND_SEPARATE'],
	GROUND_SEPARATE: CUT_BY,
	GROUND_LEAK: ['GROUND_TORN'],
	GROUND_DIVIDED: ['WALKABLE_FACE_HANGING'],
	// Upside down: the doorways of a mirrored room lie elsewhere, and one that is turned over leads away from them.
	WALKABLE_FACE_DOWN: ['WALKABLE_UPSIDE_DOWN'],
	// The sides of a floor with thickness are closed with its underside.
	WALKABLE_FACE_VERTICAL: ['WALKABLE_FACE_HANGING'],
	// A floor with a back has no edge that two faces alone share.
	EDGE_OVERFULL: ['FACE_DOUBLE_SIDED'],
	GROUND_STACKED: ['WALKABLE_FACE_HANGING', 'FACE_DOUBLE_SIDED'],
	// Clearing links is no remedy where the room belongs at the doorway.
	LINK_APART: ['WALKABLE_UPSIDE_DOWN', 'TABLE_EDGES', 'ROOMS_SWAPPED', 'DOORWAY_SHIFTED'],
	LINK_UNCONFIRMED: ['WALKABLE_UPSIDE_DOWN', 'ROOMS_SWAPPED', 'DOORWAY_SHIFTED', 'ROOM_SHIFTED'],
	ROOMS_OVERLAP: ['WALKABLE_UPSIDE_DOWN', 'ROOMS_EQUAL', 'ROOM_SHIFTED'],
	// Where a room was moved, its walls lie along doorways, and its edges along others.
	SEAM_UNLINKED: ['ROOM_SHIFTED'],
	SEAM_NEAR: ['DOORWAY_UNMET'],
	DOORWAY_WALLED: ['ROOM_SHIFTED', 'DOORWAY_SHIFTED'],
	DOORWAY_NARROW: ['ROOM_SHIFTED', 'DOORWAY_SHIFTED'],
	// Two rooms at one place compete for the same edges.
	LINK_AMBIGUOUS: ['ROOMS_EQUAL', 'ROOMS_OVERLAP'],
	GROUND_HIDDEN: ['ROOMS_OVERLAP', 'ROOMS_EQUAL'],
	LAYOUT_POSITION_OFF: ['ROOM_SHIFTED', 'DOORWAY_SHIFTED', 'ROOMS_EQUAL'],
	LAYOUT_POSITIONS_EQUAL: ['ROOMS_EQUAL'],
	// Links are read from the table of edges.
	TRANSITION_NOT_ON_PERIMETER: ['TABLE_EDGES'],
	LINK_ONE_WAY: ['TABLE_EDGES', 'ROOMS_SWAPPED'],
	ROOM_UNLINKED: ['TABLE_EDGES'],
	TABLE_EDGES: ['TABLE_ADJACENCY'],
	TABLE_PERIMETERS: ['TABLE_ADJACENCY', 'TABLE_EDGES'],
	// Where every face of a floor has a back, it has no open edges that a link could be on.
	LINK_WITHOUT_GROUND: ['FACE_DOUBLE_SIDED', 'ROOM_WITHOUT_GROUND'],
	ROOM_UNREACHABLE: ['FACE_DOUBLE_SIDED', 'ROOMS_EQUAL', 'WALKABLE_UPSIDE_DOWN', 'WALKABLE_FACE_DOWN', 'ROOMS_OVERLAP'],
	VIS_ROOM_UNSEEN: ['VIS_LINK_UNSEEN'],
	VIS_LINK_UNSEEN: ['ROOMS_SWAPPED'],
	LINK_WALLED: ['DOORWAY_WALLED'],
	// What only rooms have, and what only placeables and doors need.
	TABLE_STRAY_TREE: ['ROOM_WITHOUT_GROUND'],
	HOOKS_ZERO: ['ROOM_WITHOUT_GROUND'],
	OBJECT_FAR: ['ROOM_WITHOUT_GROUND'],
	TABLE_DISTANCES: ['TABLE_NORMALS'],
	TREE_PLANES_OTHER: ['TREE_FACES'],
};
/** Codes of rooms that are out of shape or in a wrong place as a whole. */
const OUT_OF_PLACE: readonly string[] = ['VERTEX_STRAY', 'ROOM_TURNED', 'ROOM_RESIZED'];
/** What keeps a room from its doorways: a wall that it shares with another is then no forgotten doorway. */
const ASTRAY: readonly string[] = [
	...OUT_OF_PLACE,
	'ROOM_SHIFTED',
	'DOORWAY_SHIFTED',
	'LINKS_MISNUMBERED',
	'ROOMS_SWAPPED',
];
/** What follows from that, wherever in the room: its ground lies where it does not belong, and is missing where it does. */
const BY_PLACE: ReadonlySet<string> = new Set([
	'WALKABLE_FACE_DOWN',
	'WALKABLE_FACE_VERTICAL',
	'WALKABLE_FACE_HANGING',
	'WALKABLE_UPSIDE_DOWN',
	'GROUND_STEEP',
	'GROUND_TOO_STEEP',
	'STAIR_RISERS',
	'GROUND_STACKED',
	'T_JUNCTION',
	'FACE_DOUBLE_SIDED',
	'GROUND_CRACK',
	'GROUND_DIVIDED',
	'GROUND_HIDDEN',
	'GROUND_LEAK',
	'HEADROOM_LOW',
	'FENCE_ACROSS',
	'FENCE_ON_GROUND',
	'ROOMS_OVERLAP',
	'ROOMS_STACKED',
	'ROOM_UNREACHABLE',
	'SEAM_UNLINKED',
	'SEAM_NEAR',
	'LINK_WALLED',
	'LINK_APART',
	'LINK_UNCONFIRMED',
	'LINK_DIVIDED',
	'LINK_INEXACT',
	'LINK_ONE_WAY',
	'TREE_BOXES_BARE',
	'DOORWAY_NARROW',
	'DOORWAY_WALLED',
	'DOORWAY_SHIFTED',
	'LAYOUT_POSITION_OFF',
]);
/** For each code, the codes that explain it wherever in the level they are found: links into a room lead nowhere because its file is missing. */
const EXPLAINED_ANYWHERE: Readonly<Record<string, readonly string[]>> = {
	// The material of a scene is reported, so its row in the surface table need not be.
	SURFACE_ROW_UNUSED: ['SURFACE_PLACEHOLDER', 'SURFACE_FOREIGN'],
	// Rooms that all lie about one origin, or all elsewhere, overlap and nearly meet by chance, and what stands in them does not.
	SEAM_UNLINKED: OFF_BY_POSITIONS,
	SEAM_NEAR: OFF_BY_POSITIONS,
	ROOMS_OVERLAP: OFF_BY_POSITIONS,
	ROOMS_STACKED: OFF_BY_POSITIONS,
	GROUND_HIDDEN: OFF_BY_POSITIONS,
	GROUND_LEAK: OFF_BY_POSITIONS,
	DOORWAY_NARROW: OFF_BY_POSITIONS,
	DOORWAY_WALLED: OFF_BY_POSITIONS,
	DOORWAY_SHIFTED: OFF_BY_POSITIONS,
	DOORWAY_UNMET: OFF_BY_POSITIONS,
	ROOM_TURNED: OFF_BY_POSITIONS,
	ROOM_RESIZED: OFF_BY_POSITIONS,
	LAYOUT_POSITIONS_APART: ['PLACE_SPACE_UNSURE'],
	// Where positions fit once they are changed, what they are like now is no reason to doubt the space that was asked for.
	PLACE_SPACE_DOUBTFUL: ['LAYOUT_POSITIONS_OFF', 'LAYOUT_POSITIONS_APART'],
	// In another unit, or in the wrong space all of them, rooms may lie anywhere.
	PLACE_SPACE_UNSURE: [...LYING, ...RESIZED, 'ROOMS_IN_ROOM_SPACE', 'ROOMS_PLACED_TWICE'],
	LINK_WALLED: OFF_BY_POSITIONS,
	DOOR_OFF_DOORWAY: ELSEWHERE,
	DOOR_TURNED: ELSEWHERE,
	DOOR_HEIGHT: ELSEWHERE,
	THING_HEIGHT: ELSEWHERE,
	// What cannot be read counts as 0.
	LAYOUT_POSITIONS_EQUAL: [...OFF_BY_POSITIONS, 'LAYOUT_ENTRY_INVALID'],
	LAYOUT_POSITION_OFF: [...OFF_BY_POSITIONS, ...LYING],
	LAYOUT_POSITIONS_OFF: [...OFF_BY_POSITIONS, ...LYING],
	THING_OFF_GROUND: [...ELSEWHERE, ...UNLISTED, 'DOORS_SHIFTED'],
	THINGS_ELSEWHERE: [...ELSEWHERE, 'DOORS_SHIFTED'],
	PATH_POINT_OFF_GROUND: [...ELSEWHERE, ...UNLISTED],
	PATH_POINTS_ELSEWHERE: ELSEWHERE,
	// Links count rooms whose files changed places, or without the one that is listed twice.
	LINKS_MISNUMBERED: ['ROOMS_SWAPPED', 'LAYOUT_NAME_DUPLICATE', ...UNLISTED],
	LINK_OUT_OF_RANGE: UNLISTED,
	LINK_UNCONFIRMED: UNLISTED,
	LINK_TO_SELF: UNLISTED,
	LINK_APART: UNLISTED,
	ROOM_UNREACHABLE: [...OFF_BY_POSITIONS, ...UNLISTED],
	// Two rooms of one name have one file.
	ROOMS_EQUAL: ['LAYOUT_NAME_DUPLICATE', 'LEVEL_ROOM_DUPLICATE'],
	VIS_ROOM_UNSEEN: ['VIS_LINKS_NONE'],
	HOOK_OFF_GROUND: ['THINGS_ELSEWHERE', 'DOORS_SHIFTED', ...ELSEWHERE, ...UNLISTED],
	TRIGGER_OFF_GROUND: ['THINGS_ELSEWHERE', 'DOORS_SHIFTED', ...ELSEWHERE, ...UNLISTED],
	CORNERS_OFF_GROUND: ['THINGS_ELSEWHERE', 'DOORS_SHIFTED', ...ELSEWHERE, ...UNLISTED],
	LINK_WITHOUT_GROUND: ['LEVEL_ROOM_FILE_MISSING', 'MESH_NOT_WALKABLE', ...UNLISTED],
	// What cuts ground cuts the ways between path points as well.
	PATH_LINK_BLOCKED: [
		...CUT_BY,
		'VERTEX_NEAR_MISS',
		'SEAM_UNLINKED',
		'FENCE_ACROSS',
		'HEADROOM_LOW',
		'ROOM_UNREACHABLE',
		'ROOM_SHIFTED',
		'DOORWAY_SHIFTED',
		'DOORWAY_NARROW',
		'DOORWAY_WALLED',
		'DOORWAY_UNMET',
		'DOORWAY_BARRED',
		'PATH_POINTS_ELSEWHERE',
		...UNLISTED,
	],
};
/** Of one input: several may be looked at in one run. */
const EXPLAINED_OF_INPUT: Readonly<Record<string, readonly string[]>> = {
	SCENE_SIZE_SUSPICIOUS: OUT_OF_PLACE,
	// The names of the layout are those of the scene's nodes.
	LAYOUT_NAME_INVALID: ['LEVEL_ROOM_NAME'],
	LAYOUT_NAME_DUPLICATE: ['LEVEL_ROOM_DUPLICATE'],
	// Objects that are no rooms of their own stand where their room does.
	LAYOUT_POSITIONS_EQUAL: ['LEVEL_ROOMS_DOUBTFUL'],
	// Without rooms all lies outside them.
	LEVEL_PART_OUTSIDE: ['LEVEL_ROOMS_UNGROUPED', 'LEVEL_ROOMS_UNMATCHED'],
	LEVEL_WITHOUT_ROOMS: ['LEVEL_ROOMS_UNGROUPED', 'LEVEL_ROOMS_UNMATCHED'],
	// Ground without a surface is no ground yet.
	MESH_NOT_WALKABLE: ['SURFACE_UNKNOWN'],
	// A floor with walkable sides has no open edges that another room could be linked with.
	ROOM_UNREACHABLE: ['SURFACE_UNKNOWN', 'WALKABLE_FACE_HANGING', ...LYING],
	// Floors that stand upright are no floors, and lengths in another unit fit no threshold.
	WALKABLE_FACE_VERTICAL: LYING,
	WALKABLE_FACE_DOWN: LYING,
	WALKABLE_FACE_HANGING: LYING,
	WALKABLE_UPSIDE_DOWN: LYING,
	GROUND_STEEP: LYING,
	GROUND_TOO_STEEP: LYING,
	STAIR_RISERS: LYING,
	GROUND_STACKED: [...LYING, ...RESIZED],
	GROUND_DIVIDED: ['SURFACE_UNKNOWN', ...LYING, ...RESIZED],
	DOORWAY_NARROW: [...LYING, ...RESIZED],
	HEADROOM_LOW: [...LYING, ...RESIZED],
	GROUND_HIDDEN: LYING,
	LINK_APART: LYING,
	LINK_UNCONFIRMED: LYING,
	SEAM_UNLINKED: LYING,
	ROOMS_OVERLAP: LYING,
	ROOMS_STACKED: [...LYING, ...RESIZED],
	ROOMS_HEAPED: LYING,
	OBJ_FACE_BENT: [...LYING, ...RESIZED],
	LAYOUT_POSITIONS_APART: [...LYING, ...RESIZED],
	LAYOUT_POSITIONS_OFF: RESIZED,
	LAYOUT_POSITION_OFF: RESIZED,
	VERTEX_NEAR_MISS: RESIZED,
	// What lies far out is then a single vertex, a room, or all in another unit.
	GROUND_FAR: [...OUT_OF_PLACE, ...RESIZED, ...OFF_BY_POSITIONS, 'LAYOUT_POSITIONS_OFF', 'ROOM_SHIFTED'],
	// So far out the margin of a box is less than the step between two coordinates.
	TREE_BOXES_BARE: ['GROUND_FAR'],
	LINK_INEXACT: ['GROUND_FAR'],
};
/** Codes that explain something in their room: most of what is told of a level of thousands of rooms is none of these. */
const EXPLAINING: ReadonlySet<string> = new Set(
	[EXPLAINED_BY, EXPLAINED_IN_ROOM, { OUT_OF_PLACE }].flatMap((explained) => Object.values(explained).flat()),
);
/** Findings at most this far apart, along each axis, are about the same spot; metres. */
const NEAR = 0.25;
/** The same for codes that are reported at the middle of a face, which may be large and far from the edge of another finding; metres. */
const NEAR_FACES = 3;
const LARGE: ReadonlySet<string> = new Set([...DUPLICATES, 'FACE_DOUBLE_SIDED', 'DOORWAY_NARROW']);

const RANKS: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2, fatal: 3 };

/**
 * The report without what another finding explains, with the counts of what was too many to keep. What keeps an output from being written stays,
 * unless its cause does so as well: whether a job failed does not change.
 */
export function explained(report: Report): Report {
	return revised(report, (findings) => sparingRisers(withUnreached(withoutExplained(findings))));
}

function withoutExplained(findings: readonly Finding[]): readonly Finding[] {
	if (hasTwoLevels(findings)) return findings;
	const left = new Set(causesOf(findings));
	const causes = new Set([...left].filter(({ severity }) => RANKS[severity] >= RANKS.error).map(({ code }) => code));
	const mayGo = ({ code, severity }: Finding): boolean =>
		RANKS[severity] < RANKS.error ||
		[EXPLAINED_OF_INPUT, EXPLAINED_ANYWHERE].some((table) => table[code]?.some((cause) => causes.has(cause)));
	return together(
		findings.filter((finding) => left.has(finding) || !mayGo(finding)),
		findings,
	);
}

/** Leaves out the advice to close steep faces where an input has stairs with walkable risers: it would close the stairs as well. */
export function sparingRisers(findings: readonly Finding[]): readonly Finding[] {
	const stairs = findings.filter(({ code }) => code === 'STAIR_RISERS').map(({ location: { file = '' } }) => file);
	if (stairs.length === 0) return findings;
	const closes = (action: Action): boolean =>
		'option' in action ? action.option === 'steep' : action.options?.some(closes) === true;
	return findings.map((finding) =>
		finding.actions?.some(closes) && isOfOneInput(finding, new Set(stairs))
			? { ...finding, actions: finding.actions.filter((action) => !closes(action)) }
			: finding,
	);
}

/** True where one name is that of rooms in two files: they lie in levels of their own, and explain nothing of each other. */
function hasTwoLevels(findings: readonly Finding[]): boolean {
	const files = new Map<string, string>();
	for (const {
		location: { file, room },
	} of findings) {
		if (file === undefined || room === undefined) continue;
		const known = files.get(room.toLowerCase());
		if (known !== undefined && known !== file) return true;
		files.set(room.toLowerCase(), file);
	}
	return false;
}

/** Leaves out findings that another one explains, and tells once of what is so with several rooms. */
export function withoutConsequences(findings: readonly Finding[], isShown?: (finding: Finding) => boolean): Finding[] {
	return withUnreached(together(causesOf(findings), findings), isShown);
}

/** The findings, with a single one in place of those on rooms that are out of order alike. @param all with those that they explain */
function together(findings: Finding[], all: readonly Finding[]): Finding[] {
	return ofRoomsAlike(mirroredTogether(findings), all);
}

/** The findings, with a single one in place of those on rooms that are upside down: a level is mirrored as a whole. */
function mirroredTogether(findings: Finding[]): Finding[] {
	const { code } = MESH_FINDINGS.WALKABLE_UPSIDE_DOWN;
	const each = findings.filter((finding) => finding.code === code && finding.location.room !== undefined);
	if (each.length < 2) return findings;
	const [{ severity, location }] = each;
	const total = (name: 'down' | 'up'): number => each.reduce((sum, { data }) => sum + Number(data?.[name]), 0);
	// The side of the layout on which the ground lies instead: of its positions one coordinate is negated.
	const off = findings.find((finding) => finding.code === 'LAYOUT_POSITIONS_OFF');
	const axis = { '-x y z': 'x', 'x -y z': 'y' }[String(off?.data?.['axes'])];
	const rooms = each.flatMap(({ location: { room } }) => room ?? []);
	const data = { down: total('down'), up: total('up'), rooms, ...(axis === undefined ? {} : { axis }) };
	const one = makeFinding({ ...MESH_FINDINGS.WALKABLE_UPSIDE_DOWN, severity }, location, data);
	const left = new Set<Finding>([...each.slice(1), ...(axis === undefined || off === undefined ? [] : [off])]);
	return findings.flatMap((finding) => (left.has(finding) ? [] : finding === each[0] ? [one] : [finding]));
}

/** What was last found to be the causes among findings, by the first of these: a build asks of the same thousands for its plan, its report and its result. */
const CAUSES = new WeakMap<Finding, { readonly of: readonly Finding[]; readonly causes: readonly Finding[] }>();

/** The findings that no other one explains. */
function causesOf(findings: readonly Finding[]): Finding[] {
	if (findings.length === 0) return [];
	const known = CAUSES.get(findings[0]);
	if (known?.of.length === findings.length && findings.every((finding, i) => finding === known.of[i]))
		return [...known.causes];
	const causes = causesAmong(findings);
	CAUSES.set(findings[0], { of: [...findings], causes });
	return [...causes];
}

function causesAmong(findings: readonly Finding[]): Finding[] {
	const rooms = new Map<string, Map<string, Causes>>();
	const files = new Map<string, Set<string>>();
	const space = spaceOfOthers(findings);
	const isAsOthers = ({ code, data }: Finding): boolean =>
		code === 'PLACE_SPACE_UNSURE' && (space === undefined || data?.['space'] === space);
	for (const finding of findings) {
		if (isAsOthers(finding)) continue;
		const { file = '' } = finding.location;
		files.set(finding.code, (files.get(finding.code) ?? new Set()).add(file));
		if (!EXPLAINING.has(finding.code)) continue;
		for (const key of roomKeys(finding)) {
			const room = rooms.get(key) ?? new Map<string, Causes>();
			rooms.set(key, room);
			const causes = room.get(finding.code) ?? new Causes();
			room.set(finding.code, causes);
			causes.findings.push(finding);
		}
	}
	const isAstray = ASTRAY.some((code) => files.has(code));
	const inputs = new Set([...files.values()].flatMap((each) => [...each])).size;
	const overlap = findings.find(({ code }) => ON_EACH_OTHER.includes(code));
	// Rooms that all lie in one heap touch each other by chance. One overlap is kept, as it is what makes them a heap.
	const isHeap =
		overlap !== undefined && findings.some(({ data }) => data?.['heap'] === true && data['count'] === data['rooms']);
	return findings.filter((finding) => {
		// What was done to a link is told, whatever made it wrong.
		if (finding.data?.['kept'] === false) return true;
		if (finding.code === 'PLACE_SPACE_UNSURE' && space === finding.data?.['space']) return false;
		if (finding.data?.['shared'] === true && isAstray) return false;
		if (finding.data?.['heap'] === true && overlap === undefined) return false;
		if (isHeap && finding !== overlap && BY_PLACE.has(finding.code)) return false;
		if (EXPLAINED_ANYWHERE[finding.code]?.some((code) => files.has(code)) === true) return false;
		if (EXPLAINED_OF_INPUT[finding.code]?.some((code) => isOfOneInput(finding, files.get(code), inputs)) === true)
			return false;
		const nearby = EXPLAINED_BY[finding.code] ?? [];
		const inRoom = [...(EXPLAINED_IN_ROOM[finding.code] ?? []), ...(BY_PLACE.has(finding.code) ? OUT_OF_PLACE : [])];
		if (nearby.length === 0 && inRoom.length === 0) return true;
		return !roomKeys(finding).some((key) => {
			const room = rooms.get(key);
			return inRoom.some((code) => room?.has(code)) || nearby.some((code) => room?.get(code)?.areAt(finding) === true);
		});
	});
}

/**
 * Codes of rooms whose ground lies on that of others. Without any of them, rooms of one position that lie in each other's boxes, such as a pavilion in
 * its courtyard, are no heap.
 */
const ON_EACH_OTHER: readonly string[] = [
	'ROOMS_OVERLAP',
	'ROOMS_STACKED',
	'ROOMS_HEAPED',
	'ROOMS_EQUAL',
	...OFF_BY_POSITIONS,
	'GROUND_HIDDEN',
];

/**
 * False where all findings of a code are of other inputs: several are looked at in one run. Between rooms no file is named. What is so with most files of
 * rooms is so with all: a room with as many walls as floors does not show that it lies on its side.
 *
 * @param inputs the number of files of which something is told
 */
function isOfOneInput(
	{ location: { file = '', room } }: Finding,
	files: ReadonlySet<string> | undefined,
	inputs = Infinity,
): boolean {
	if (files === undefined) return false;
	const areMost = room !== undefined && files.size > 1 && files.size > inputs / 2;
	return file === '' || files.has(file) || files.has('') || areMost;
}

/** The findings of one code in a room, sorted along x: without that, thousands would be compared with thousands. */
class Causes {
	readonly findings: Finding[] = [];
	#byX: readonly Finding[] | undefined;
	#faces: ReadonlySet<number> | undefined;
	/** How far the longest of them reaches, metres. */
	#farthest: number | undefined;

	/** True when one of them is about the same face or the same spot. */
	areAt(finding: Finding): boolean {
		this.#faces ??= new Set(this.findings.flatMap(facesOf));
		const faces = this.#faces;
		return facesOf(finding).some((face) => faces.has(face)) || this.#areNear(finding);
	}

	#areNear({ code, location: { at } }: Finding): boolean {
		if (at === undefined) return false;
		this.#byX ??= this.findings.filter((each) => xOf(each) !== undefined).sort((a, b) => (xOf(a) ?? 0) - (xOf(b) ?? 0));
		const ofFaces = LARGE.has(this.findings[0].code) || LARGE.has(code);
		const reachOf = (cause: Finding): number => (ofFaces ? NEAR_FACES : NEAR + halfLength(cause));
		this.#farthest ??= this.#byX.reduce((most, each) => Math.max(most, reachOf(each)), 0);
		const reach = ofFaces ? NEAR_FACES : this.#farthest;
		let first = 0;
		for (let end = this.#byX.length; first < end; ) {
			const middle = (first + end) >>> 1;
			if (at[0] - (xOf(this.#byX[middle]) ?? 0) > reach) first = middle + 1;
			else end = middle;
		}
		for (let i = first; i < this.#byX.length; i++) {
			const other: Vec3 = this.#byX[i].location.at ?? at;
			if (other[0] - at[0] > reach) return false;
			const own = reachOf(this.#byX[i]);
			if (at.every((value, axis) => Math.abs(other[axis] - value) <= own)) return true;
		}
		return false;
	}
}

/** A crack is told at its middle, and what it tears at its ends as well. */
function halfLength({ code, data }: Finding): number {
	const length = data?.['length'];
	return code === 'GROUND_CRACK' && typeof length === 'number' ? length / 2 : 0;
}

/** Undefined for a finding without a position. */
function xOf({ location: { at } }: Finding): number | undefined {
	return at !== undefined && Number.isFinite(at[0]) ? at[0] : undefined;
}

/** A finding between two rooms belongs to both. */
function roomKeys({ location: { file, room, otherRoom } }: Finding): string[] {
	return [room ?? file ?? '', ...(otherRoom === undefined ? [] : [otherRoom])].map((key) => key.toLowerCase());
}

/** The faces that a finding names, also by an edge: two findings about one large face may be far apart. */
function facesOf({ location: { face, edge }, data }: Finding): number[] {
	const other = data?.['of'];
	return [
		...(face === undefined ? [] : [face]),
		...(edge === undefined ? [] : [Math.floor(edge / 3)]),
		...(typeof other === 'number' ? [other] : []),
	];
}
