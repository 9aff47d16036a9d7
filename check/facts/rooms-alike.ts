import { type Action, type Finding, type FindingType, makeFinding } from '../../src/findings/report.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { type Level, PLACEHOLDER_ROOM } from '../../src/model/level.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';
import { unitOfFactor } from '../../src/scene/frame.ts';
import { SPACE_FINDINGS, type Space } from '../../src/scene/space.ts';
import { LEVEL_CHECK_FINDINGS } from './level-findings.ts';

/**
 * What is so with several rooms of a level, for one reason: they were exported alike, so that one finding tells it of all of them, with the option that
 * puts all of them right.
 */

/** Codes of scenes that were read with another axis up or in another unit, or that lie in one space or the other. */
const OF_SCENES: readonly FindingType<never[]>[] = [
	SCENE_FINDINGS.SCENE_UP_SUSPICIOUS,
	SCENE_FINDINGS.SCENE_SIZE_SUSPICIOUS,
	SCENE_FINDINGS.SCENE_UNIT_STATED,
	SPACE_FINDINGS.PLACE_SPACE_UNSURE,
	SPACE_FINDINGS.PLACE_SPACE_DOUBTFUL,
];

/** Codes of positions that fit their rooms after they are multiplied: so do the rooms after they are divided. */
const POSITIONS: readonly string[] = ['LAYOUT_POSITIONS_APART', 'LAYOUT_POSITIONS_OFF'];

/** The findings with a single one in place of those about several rooms. @param all with those that they explain */
export function ofRoomsAlike(findings: Finding[], all: readonly Finding[]): Finding[] {
	// Of a level of thousands of rooms hardly ever any is.
	if (!findings.some(({ code }) => CODES.has(code))) return findings;
	const other = spaceOfOthers(all);
	const known = findings.map((finding) => withSpace(withOther(withOwnUnit(finding, all), other), all));
	const groups = new Map<string, Finding[]>();
	for (const finding of known) {
		const key = groupOf(finding);
		if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), finding]);
	}
	return known.flatMap((finding) => {
		const group = groups.get(groupOf(finding) ?? '') ?? [];
		if (group.length < 2) return [finding];
		return finding === group[0] ? [ofAll(group)] : [];
	});
}

/** What findings have in common that are reported at once; undefined for those that are reported one by one. */
function groupOf({ code, actions, location: { room }, data }: Finding): string | undefined {
	if (room === undefined || data?.['rooms'] !== undefined || !OF_SCENES.some((type) => type.code === code))
		return undefined;
	return JSON.stringify([code, actions, data?.['space']]);
}

/** One finding of several rooms, at the first of them; of sizes the greatest. */
function ofAll(group: readonly Finding[]): Finding {
	const [{ code, severity, location, actions = [] }] = group;
	const size = ({ data }: Finding): number => Number(data?.['size'] ?? 0);
	const { data } = group.reduce((most, each) => (size(each) > size(most) ? each : most));
	const rooms = group.flatMap(({ location: { room } }) => room ?? []);
	return { ...remade(code, { severity, location }, { ...data, rooms }), actions };
}

/** A finding of one of the types above with other data. */
function remade(
	code: string,
	{ severity, location }: Pick<Finding, 'severity' | 'location'>,
	data: Readonly<Record<string, unknown>>,
): Finding {
	const type = OF_SCENES.find((each) => each.code === code) as unknown as FindingType<[typeof data]>;
	return makeFinding({ ...type, severity }, location, data);
}

/** Of a scene in another unit the positions of the layout tell which: rooms of any unit would have some sensible size in several. */
function withOwnUnit(finding: Finding, findings: readonly Finding[]): Finding {
	const { code, location, data = {} } = finding;
	if (code !== SCENE_FINDINGS.SCENE_SIZE_SUSPICIOUS.code || location.room === undefined) return finding;
	const factor = findings.find((each) => POSITIONS.includes(each.code))?.data?.['factor'];
	const own = typeof factor === 'number' ? unitOfFactor(1 / factor) : undefined;
	if (own === undefined || own.factor === data['factor']) return finding;
	return remade(code, finding, { ...data, ...own, becomes: Number(data['size']) * own.factor });
}

/** The space of the other rooms, where it is not the one that was assumed: that is the one to choose. */
function withOther(finding: Finding, other: Space | undefined): Finding {
	const { code, data = {} } = finding;
	if (code !== SPACE_FINDINGS.PLACE_SPACE_UNSURE.code || other === undefined || data['space'] === other) return finding;
	if (data['other'] === other) return finding;
	return { ...remade(code, finding, { ...data, other }), actions: [{ option: 'roomSpace', value: other }] };
}

const SPACES: Readonly<Record<string, Space>> = {
	[LEVEL_CHECK_FINDINGS.ROOMS_PLACED_TWICE.code]: 'area',
	[LEVEL_CHECK_FINDINGS.ROOMS_IN_ROOM_SPACE.code]: 'room',
};

/** Codes of findings that `ofRoomsAlike` changes. */
const CODES: ReadonlySet<string> = new Set([...OF_SCENES.map(({ code }) => code), ...Object.keys(SPACES)]);

/** Where rooms were taken to have one space and fit each other in the other one, that can be said. */
function withSpace(finding: Finding, findings: readonly Finding[]): Finding {
	const space = SPACES[finding.code];
	const isTaken = ({ code, data }: Finding): boolean =>
		code.startsWith('PLACE_SPACE_') && data?.['space'] !== undefined && data['space'] !== space;
	if (space === undefined || !findings.some(isTaken)) return finding;
	const action: Action = { option: 'roomSpace', value: space };
	return { ...finding, actions: [action] };
}

/** The space that the files of all other rooms are in for certain; a room whose space is unknown is in the same. */
export function spaceOfOthers(findings: readonly Finding[]): Space | undefined {
	const { code } = SPACE_FINDINGS.PLACE_SPACE_TAKEN;
	const spaces = findings.flatMap((each) => (each.code === code ? [each.data?.['space'] as Space] : []));
	return new Set(spaces).size === 1 ? spaces[0] : undefined;
}

/** No level reaches this far from its origin; metres. */
const FARTHEST = 1e6;

/**
 * Whether something can be said of what stands at a point (x, y, and its height if it has one). With rooms missing, a point outside the boxes of all
 * others may lie in one of these.
 */
export function knownPlaces(level: Level): (point: readonly number[]) => boolean {
	const isNear = (point: readonly number[]): boolean => point.every((value) => Math.abs(value) < FARTHEST);
	const isPartial = level.rooms.some(({ name, walkmesh }) => walkmesh === undefined && name !== PLACEHOLDER_ROOM);
	if (!isPartial) return isNear;
	const boxes = level.rooms
		.map(({ walkmesh }) => boundsOf(walkmesh?.positions ?? []))
		.filter((box) => box !== undefined);
	return (point) => {
		const [x, y] = point;
		return isNear(point) && boxes.some(([x0, y0, , x1, y1]) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
	};
}

/** At least so many of one kind that are at fault, if they are most of all, have one cause. */
const MANY = 5;

/** True when so many of one kind are at fault that they have one cause, and are reported together. */
export function haveOneCause(faulty: number, all: number): boolean {
	return faulty >= MANY && faulty * 2 > all;
}
