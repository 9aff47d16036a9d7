import { BWM_FINDINGS } from '../importers/bwm/decode.ts';
import { OBJ_FINDINGS } from '../importers/obj/findings.ts';
import { LAYOUT_FINDINGS } from '../level/rooms/layout-findings.ts';
import { DERIVE_FINDINGS } from '../src/bwm/derive.ts';
import { MESH_FINDINGS } from '../src/clean/findings.ts';
import { type ExplainedBy, extentOf, OFF_BY_POSITIONS, OUT_OF_PLACE } from '../src/findings/explained-by.ts';
import {
	type Action,
	type Catalogue,
	type Finding,
	type FindingType,
	makeFinding,
	type Report,
	revised,
	type Severity,
} from '../src/findings/report.ts';
import { EDGE_FINDINGS } from '../src/geometry/edges.ts';
import { TRANSFORM_FINDINGS } from '../src/geometry/transform.ts';
import type { Vec3 } from '../src/math/vec3.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { SPACE_FINDINGS } from '../src/scene/space.ts';
import { LEVEL_FINDINGS, ROOMS_FINDINGS } from '../src/seams/findings.ts';
import { LEVEL_CHECK_FINDINGS } from './facts/level-findings.ts';
import { ofRoomsAlike, spaceOfOthers } from './facts/rooms-alike.ts';
import { withUnreached } from './ground/ground-answer.ts';
import { TABLE_FINDINGS } from './tables/tables.ts';
import { TREE_FINDINGS } from './tables/tree.ts';
import { THING_FINDINGS } from './things/thing-findings.ts';

const CATALOGUES: readonly Catalogue[] = [
	OBJ_FINDINGS,
	BWM_FINDINGS,
	DERIVE_FINDINGS,
	SCENE_FINDINGS,
	SPACE_FINDINGS,
	TRANSFORM_FINDINGS,
	EDGE_FINDINGS,
	MESH_FINDINGS,
	TABLE_FINDINGS,
	TREE_FINDINGS,
	ROOMS_FINDINGS,
	LEVEL_FINDINGS,
	LAYOUT_FINDINGS,
	LEVEL_CHECK_FINDINGS,
	THING_FINDINGS,
];

/** The rules of checks by code, with those of readers and links that a check may explain. */
export const RULES: ReadonlyMap<string, FindingType> = new Map(
	CATALOGUES.flatMap((catalogue) => Object.entries(catalogue)),
);

/**
 * Several checks may see the same fault: a crack has near vertices on both sides, leaves an open seam and cuts the ground in two. The finding that
 * names the cause is kept; those that only follow from it are left out.
 */

/** What keeps a room from its doorways: a wall that it shares with another is then no forgotten doorway. */
const ASTRAY: readonly string[] = [...OUT_OF_PLACE, 'ROOM_SHIFTED', 'LINKS_MISNUMBERED', 'ROOMS_SWAPPED'];
/** What displaces only what is near its faces; the others do so with all of their room. */
const STRAY = 'VERTEX_STRAY';
/** Codes that explain something in their room: most of what is found in a level of thousands of rooms is none of these. */
const EXPLAINING: ReadonlySet<string> = new Set([
	...OUT_OF_PLACE,
	...[...RULES.values()].flatMap(({ explainedBy }) => [...(explainedBy?.spot ?? []), ...(explainedBy?.room ?? [])]),
]);
/** Findings at most this far apart, along each axis, are about the same spot; metres. */
const NEAR = 0.25;
/** The same of what is reported at the middle of a doorway; metres. */
const NEAR_DOORWAYS = 3;

/** What explains a finding of a code. */
function explainedBy(code: string): ExplainedBy {
	return RULES.get(code)?.explainedBy ?? {};
}

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
		[...(explainedBy(code).input ?? []), ...(explainedBy(code).level ?? [])].some((cause) => causes.has(cause));
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
		// What was done to a link is reported, whatever made it wrong.
		if (finding.data?.['kept'] === false) return true;
		if (finding.code === 'PLACE_SPACE_UNSURE' && space === finding.data?.['space']) return false;
		if (finding.data?.['shared'] === true && isAstray) return false;
		if (finding.data?.['heap'] === true && overlap === undefined) return false;
		const { spot = [], room: own = [], input, level, displacement } = explainedBy(finding.code);
		if (isHeap && finding !== overlap && displacement) return false;
		if (level?.some((code) => files.has(code))) return false;
		if (input?.some((code) => isOfOneInput(finding, files.get(code), inputs))) return false;
		const inRoom = displacement ? [...own, ...OUT_OF_PLACE.filter((code) => code !== STRAY)] : own;
		const atSpot = displacement ? [...spot, STRAY] : spot;
		if (atSpot.length === 0 && inRoom.length === 0) return true;
		return !roomKeys(finding).some((key) => {
			const room = rooms.get(key);
			return inRoom.some((code) => room?.has(code)) || atSpot.some((code) => room?.get(code)?.areAt(finding) === true);
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
 * @param inputs the number of files that have findings
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
		const isOfDoorway = [this.findings[0].code, code].includes('DOORWAY_NARROW');
		const reachOf = (cause: Finding, axis: number): number =>
			isOfDoorway ? NEAR_DOORWAYS : NEAR + extentOf(cause, axis);
		this.#farthest ??= this.#byX.reduce((most, each) => Math.max(most, NEAR + extentOf(each, 0)), 0);
		const reach = isOfDoorway ? NEAR_DOORWAYS : this.#farthest;
		let first = 0;
		for (let end = this.#byX.length; first < end; ) {
			const middle = (first + end) >>> 1;
			if (at[0] - (xOf(this.#byX[middle]) ?? 0) > reach) first = middle + 1;
			else end = middle;
		}
		for (let i = first; i < this.#byX.length; i++) {
			const other: Vec3 = this.#byX[i].location.at ?? at;
			if (other[0] - at[0] > reach) return false;
			const cause = this.#byX[i];
			if (at.every((value, axis) => Math.abs(other[axis] - value) <= reachOf(cause, axis))) return true;
		}
		return false;
	}
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
