import { mendOwnSeams } from '../src/clean/cracks.ts';
import { laySills } from '../src/clean/sills.ts';
import { checkContext } from '../src/facts/room-facts.ts';
import { type Action, type Finding, type OptionAction, Report } from '../src/findings/report.ts';
import { mendTJunctions } from '../src/geometry/t-junctions.ts';
import { weldMesh } from '../src/geometry/weld.ts';
import { distanceBetween, type Vec3 } from '../src/math/vec3.ts';
import type { Level } from '../src/model/level.ts';
import { type SurfaceTable, walkableFaces } from '../src/model/surfaces.ts';
import { THRESHOLDS } from '../src/model/thresholds.ts';
import type { Walkmesh } from '../src/model/walkmesh.ts';
import { CONFORM_OPTIONS, conformRooms } from '../src/seams/conform.ts';
import { linkRooms } from '../src/seams/link.ts';
import { gatherPerimeterEdges } from '../src/seams/perimeter-edges.ts';
import { checkLevel, ROOM_CHECKS_OF_LEVEL } from './level.ts';
import { MESH_CHECKS, runMeshChecks } from './mesh.ts';
import { withoutConsequences } from './rules.ts';

/**
 * Repairs are tried before they are advised. One is advised where what it is for is gone afterwards and nothing else is worse; and all findings that an
 * option mends name one value of it, the smallest that does. For the others the advice is to mend the source.
 */

/** What a repair does to a level, in memory. */
type Repair = (level: Level, value: number, surfaces: SurfaceTable) => Level;

/** What the options of converting and of building levels do, as far as it bears on what they are advised for. */
const REPAIRS: Readonly<Record<string, Repair>> = {
	weld: (level, value) => mappedRooms(level, (mesh) => weldMesh(mesh, value).mesh),
	fixTJunctions: (level, _, surfaces) =>
		mappedRooms(level, (mesh) => mendTJunctions(mesh, walkableFaces(surfaces, mesh.surfaces)).mesh),
	snap: (level, value, surfaces) => {
		const mended = mappedRooms(level, (mesh) => mendOwnSeams(mesh, surfaces, value, new Report()));
		return joined(mended, value, surfaces);
	},
	conform: (level, _, surfaces) => joined(level, 0, surfaces),
	sills: (level, value, surfaces) => {
		const gather = (each: Level) => gatherPerimeterEdges(each, surfaces);
		return joined(laySills(level, surfaces, value, gather), 0, surfaces);
	},
};
/** Options that close what lies apart, by moving edges and by merging vertices. */
const CLOSING: readonly string[] = ['snap', 'weld'];
/** Of each option so many values are tried. */
const MOST_TRIED = 4;
/** A finding of the same code so near to where one was is the same, metres. */
const SAME_PLACE = 0.5;
/** Where faces overlap, closing the ground takes some away: so large a part at most. */
const MOST_LOST = 0.05;
/** Of larger levels, only rooms that something is advised for are tried, with those beside them. */
const MOST_FACES = 50_000;

/** With more findings than these, each repair would be compared for minutes. */
const MOST_FINDINGS = 5000;

const BY_HAND = 'No option mends this without harm elsewhere: mend it in the modelling program.';

function mappedRooms(level: Level, change: (mesh: Walkmesh) => Walkmesh): Level {
	const rooms = level.rooms.map((room) =>
		room.walkmesh === undefined ? room : { ...room, walkmesh: change(room.walkmesh) },
	);
	return { ...level, rooms };
}

function joined(level: Level, snap: number, surfaces: SurfaceTable): Level {
	if (level.rooms.length < 2) return level;
	const tolerance = Math.max(CONFORM_OPTIONS.tolerance.default, snap);
	return linkRooms(conformRooms(level, surfaces, { tolerance }), surfaces, { snap }).level;
}

/** What linking the rooms of a layout does. */
export const LINK_REPAIRS: Readonly<Record<string, Repair>> = {
	snap: joined,
	conform: (level, _, surfaces) => joined(level, 0, surfaces),
};

/** What is found in a level, as far as its geometry goes. */
function judged(level: Level, surfaces: SurfaceTable): readonly Finding[] {
	const report = new Report({ keep: Infinity });
	const checks = MESH_CHECKS.filter((check) => !ROOM_CHECKS_OF_LEVEL.includes(check));
	for (const { name, walkmesh } of level.rooms)
		if (walkmesh !== undefined)
			runMeshChecks(checkContext(walkmesh, surfaces, report.within({ room: name })), {}, checks);
	checkLevel(level, surfaces, report, { names: false, stale: false });
	return withoutConsequences(report.findings);
}

/**
 * Tries the repairs that findings of a level advise, and leaves those that mend. Where they cannot be tried, none is advised. Findings of other levels in the
 * same report are left as they are.
 */
export function tryAdvice(
	level: Level,
	surfaces: SurfaceTable,
	report: Report,
	repairs: Readonly<Record<string, Repair>> = REPAIRS,
): void {
	const names = new Set(level.rooms.map(({ name }) => name.toLowerCase()));
	const isOfLevel = ({ location: { room } }: Finding): boolean => room === undefined || names.has(room.toLowerCase());
	const advised = report.findings.filter(
		(each) => each.severity !== 'info' && isOfLevel(each) && each.actions?.some(isRepair),
	);
	if (advised.length === 0) return;
	// Faces in a heap are not all compared, so that nothing can be said of what a repair does to them.
	const isHeap = report.findings.some(({ code }) => code === 'FACES_HEAPED');
	const tried = roomsToTry(level, advised);
	const before = isHeap ? [] : judged(tried, surfaces);
	if (isHeap || before.length > MOST_FINDINGS) {
		const all = new Set(advised);
		report.amend((finding) => (all.has(finding) ? untried(finding, isRepair) : finding));
		return;
	}
	const repaired = triedActions(advised, before, (option, value) => {
		const repair = repairs[option];
		return repair === undefined ? undefined : judged(repair(tried, value, surfaces), surfaces);
	});
	report.amend((finding) => repaired.get(finding) ?? finding);
}

/** The finding without what was not tried. */
export function untried(finding: Finding, isLeft: (action: Action) => boolean): Finding {
	const actions = (finding.actions ?? []).filter((action) => !isLeft(action));
	return { ...finding, actions, help: `${finding.help} ${UNTRIED}` };
}
const UNTRIED = 'What mends this was not tried, as there is too much of it: check a few rooms by themselves.';

const isRepair = (action: Action): action is OptionAction =>
	'option' in action && Object.hasOwn(REPAIRS, action.option) && action.placeholder === undefined;

function roomsToTry(level: Level, advised: readonly Finding[]): Level {
	const faces = level.rooms.reduce((sum, { walkmesh }) => sum + (walkmesh?.surfaces.length ?? 0), 0);
	if (faces <= MOST_FACES) return level;
	const named = new Set(advised.flatMap(({ location: { room, otherRoom } }) => [room, otherRoom]));
	return { ...level, rooms: level.rooms.map((room) => (named.has(room.name) ? room : { name: room.name })) };
}

/** @param attempt what is found once the repair was made */
function triedActions(
	advised: readonly Finding[],
	before: readonly Finding[],
	attempt: (option: string, value: number) => readonly Finding[] | undefined,
): Map<Finding, Finding> {
	const changed = new Map<Finding, Finding>();
	const wants = ({ actions }: Finding, names: readonly string[]): boolean =>
		actions?.some((each) => isRepair(each) && names.includes(each.option)) === true;
	const bestOf = (
		option: string,
		names: readonly string[],
	): { wanting: readonly Finding[]; best: Best | undefined } => {
		const wanting = advised.filter((finding) => wants(finding, names));
		const needing = wanting.map((finding) => ({
			finding,
			value: Math.max(...names.map((name) => needOf(finding, name))),
		}));
		const search = searchBest(needing, () => before);
		let step = search.next();
		while (step.done !== true) step = search.next(attempt(option, step.value) ?? before);
		return { wanting, best: step.value };
	};
	/** @param names of the options whose advice this option takes the place of */
	const advise = (option: string, names: readonly string[], { wanting, best }: ReturnType<typeof bestOf>): void => {
		for (const finding of wanting) {
			const now = changed.get(finding) ?? finding;
			const isMended = best?.mended.has(finding) === true;
			const own = (now.actions ?? []).find((each) => isRepair(each) && names.includes(each.option));
			const actions = (now.actions ?? []).flatMap((each): Action[] => {
				if (!('option' in each) || !names.includes(each.option)) return [each];
				if (!isMended || each !== own) return [];
				return [typeof each.value === 'number' ? { ...each, option, value: best?.value ?? each.value } : each];
			});
			changed.set(finding, { ...now, actions });
		}
	};
	let options = [
		...new Set(advised.flatMap(({ actions = [] }) => actions.filter(isRepair).map(({ option }) => option))),
	];
	// What is closed in two ways is one cause, and one value of one option is advised for it, where that mends all of it.
	if (CLOSING.every((option) => options.includes(option))) {
		for (const option of CLOSING) {
			const found = bestOf(option, CLOSING);
			if (found.best?.mended.size !== found.wanting.length) continue;
			advise(option, CLOSING, found);
			options = options.filter((each) => !CLOSING.includes(each));
			break;
		}
	}
	for (const option of options) advise(option, [option], bestOf(option, [option]));
	for (const [finding, now] of changed)
		if (now.actions?.length === 0) changed.set(finding, { ...now, help: `${now.help} ${BY_HAND}` });
	return changed;
}

/** The value of an option that a finding advises; 0 for one that is only switched on. */
function needOf({ actions = [] }: Finding, option: string): number {
	const action = actions.find((each): each is OptionAction => isRepair(each) && each.option === option);
	return typeof action?.value === 'number' ? action.value : 0;
}

/** A finding, and the value that it takes to mend it. */
interface Needing {
	readonly finding: Finding;
	readonly value: number;
}

/** A value of an option, and what it mends. */
export interface Best {
	readonly value: number;
	readonly mended: ReadonlySet<Finding>;
}

/**
 * Searches the smallest value that mends as much as any; undefined where none mends anything, or each does harm. It asks for the findings after a repair
 * with each value that it yields.
 *
 * @param before asked once there is an answer: what is found without the repair
 */
export function* searchBest(
	needing: readonly Needing[],
	before: () => readonly Finding[],
): Generator<number, Best | undefined, readonly Finding[]> {
	const values = [...new Set(needing.map(({ value }) => value))].sort((a, b) => b - a);
	let best: Best | undefined;
	const mendedOf = (after: readonly Finding[]): readonly Needing[] =>
		isNoWorse(before(), after) ? needing.filter(({ finding }) => !isThere(finding, after)) : [];
	for (let tries = 0, next: number | undefined = values[0]; tries < MOST_TRIED && next !== undefined; tries++) {
		const value: number = next;
		const mended = mendedOf(yield value);
		if (mended.length > 0 && mended.length >= (best?.mended.size ?? 0))
			best = { value, mended: new Set(mended.map(({ finding }) => finding)) };
		else if (best !== undefined) break;
		// As much as what was mended takes; where nothing was, half of the other values are left out.
		const smaller = values.filter((each) => each < value);
		const most = Math.max(...mended.map((each) => each.value));
		next = best === undefined ? smaller[(smaller.length - 1) >> 1] : smaller.find((each) => each <= most);
		if (best !== undefined && most >= value) break;
	}
	// Where tiles meet at a corner, those across are farther apart than those side by side.
	const value = Math.min(THRESHOLDS.snap, Math.ceil(values[0] * Math.SQRT2 * 1e3) / 1e3);
	if (value > values[0] && values[0] > 0 && (best?.mended.size ?? 0) < needing.length) {
		const mended = mendedOf(yield value);
		if (mended.length > (best?.mended.size ?? 0))
			best = { value, mended: new Set(mended.map(({ finding }) => finding)) };
	}
	return best;
}

const isThere = ({ code, location }: Finding, findings: readonly Finding[]): boolean =>
	findings.some(
		(other) =>
			other.code === code &&
			(other.location.room === undefined || location.room === undefined || other.location.room === location.room) &&
			(location.at === undefined ||
				other.location.at === undefined ||
				distanceBetween(other.location.at as Vec3, location.at as Vec3) <= SAME_PLACE),
	);

/** True when there are no more errors and warnings than before, and as much ground, and as much of it is reached. */
function isNoWorse(before: readonly Finding[], after: readonly Finding[]): boolean {
	const [was, is] = [before, after].map(totalsOf);
	const least = 1 - MOST_LOST;
	return (
		is.errors <= was.errors &&
		is.loud <= was.loud &&
		is.area >= was.area * least &&
		is.reached / (is.area || 1) >= was.reached / (was.area || 1) - 1e-9
	);
}

function totalsOf(findings: readonly Finding[]): { errors: number; loud: number; area: number; reached: number } {
	const loud = findings.filter(({ severity }) => severity !== 'info');
	const reach = findings.flatMap(({ code, data }) => (code === 'GROUND_REACH' && data !== undefined ? [data] : []));
	const sum = (name: string): number => reach.reduce((total, data) => total + Number(data[name]), 0);
	const errors = loud.filter(({ severity }) => severity !== 'warning').length;
	return { errors, loud: loud.length, area: sum('area'), reached: sum('reached') };
}
