import { THING_FINDINGS } from '../../check/things/thing-findings.ts';
import type { PathPoint } from '../../level/query/path-points.ts';
import type { Report } from '../../src/findings/report.ts';
import { withinHalfTurn } from '../../src/math/affine.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { THING_KINDS, type Thing, type ThingKind } from '../../src/model/level.ts';
import { cellText, columnIndex, type TwoDA } from '../../src/model/surface-tables.ts';
import { type Gff, type GffStruct, listOf, numberOf, TOP_STRUCT, textOf, vectorOf } from '../gff/gff.ts';
import { writeGff } from '../gff/write.ts';

/** How a list of a GIT says what it holds. */
export interface ThingList {
	readonly label: string;
	/** Of its structs. */
	readonly id: number;
	readonly template: string;
	/** Where they are: three labels, or one of a vector. */
	readonly position: readonly string[];
	readonly turn: 'bearing' | 'direction' | 'none';
	/** Corners relative to the position. */
	readonly corners?: { readonly label: string; readonly id: number; readonly position: readonly string[] };
}

const POSITION = ['XPosition', 'YPosition', 'ZPosition'];

/** The lists of a GIT, in the order of the game's files. */
export const THING_LISTS: Readonly<Record<ThingKind, ThingList>> = {
	creature: { label: 'Creature List', id: 4, template: 'TemplateResRef', position: POSITION, turn: 'direction' },
	door: { label: 'Door List', id: 8, template: 'TemplateResRef', position: ['X', 'Y', 'Z'], turn: 'bearing' },
	encounter: {
		label: 'Encounter List',
		id: 7,
		template: 'TemplateResRef',
		position: POSITION,
		turn: 'none',
		corners: { label: 'Geometry', id: 1, position: ['X', 'Y', 'Z'] },
	},
	sound: { label: 'SoundList', id: 6, template: 'TemplateResRef', position: POSITION, turn: 'none' },
	store: { label: 'StoreList', id: 11, template: 'ResRef', position: POSITION, turn: 'direction' },
	trigger: {
		label: 'TriggerList',
		id: 1,
		template: 'TemplateResRef',
		position: POSITION,
		turn: 'none',
		corners: { label: 'Geometry', id: 3, position: ['PointX', 'PointY', 'PointZ'] },
	},
	waypoint: { label: 'WaypointList', id: 5, template: 'TemplateResRef', position: POSITION, turn: 'direction' },
	placeable: { label: 'Placeable List', id: 9, template: 'TemplateResRef', position: ['X', 'Y', 'Z'], turn: 'bearing' },
	camera: { label: 'CameraList', id: 14, template: '', position: ['Position'], turn: 'none' },
};

const DEGREES = 180 / Math.PI;

/**
 * Everything that a GIT puts into its area.
 *
 * @example
 * const doors = thingsOfGit(readGff(git, new Report())).filter(({ kind }) => kind === 'door');
 */
export function thingsOfGit({ root }: Gff): Thing[] {
	return THING_KINDS.flatMap((kind) => {
		const list = THING_LISTS[kind];
		return listOf(root, list.label).map((struct, index) => thingOf(kind, list, struct, index));
	});
}

function thingOf(
	kind: ThingKind,
	{ template, position, turn, corners }: ThingList,
	struct: GffStruct,
	index: number,
): Thing {
	const at = vectorOf(struct, ...position);
	const add = ([x, y, z]: Vec3): Vec3 => [at[0] + x, at[1] + y, at[2] + z];
	const bearing = bearingOf(struct, turn);
	const name = template === '' ? String(numberOf(struct, 'CameraID')) : textOf(struct, template);
	return {
		kind,
		index,
		template: name,
		tag: textOf(struct, 'Tag'),
		position: at,
		...(bearing === undefined ? {} : { bearing }),
		...(corners === undefined
			? {}
			: { corners: listOf(struct, corners.label).map((corner) => add(vectorOf(corner, ...corners.position))) }),
		...(kind === 'encounter'
			? { spawns: listOf(struct, 'SpawnPointList').map((point) => vectorOf(point, 'X', 'Y', 'Z')) }
			: {}),
	};
}

function bearingOf(struct: GffStruct, turn: ThingList['turn']): number | undefined {
	if (turn === 'none') return undefined;
	if (turn === 'bearing') return withinHalfTurn(numberOf(struct, 'Bearing') * DEGREES);
	const [x, y] = [numberOf(struct, 'XOrientation'), numberOf(struct, 'YOrientation')];
	return x === 0 && y === 0 ? undefined : withinHalfTurn(Math.atan2(y, x) * DEGREES);
}

/**
 * Which model a door or placeable has. A GIT names its template, the template a row of a table, and the table the model, which the walkmesh
 * is called after.
 */

/** Where a kind of things has its model from. */
export interface ModelSource {
	/** Of its templates. */
	readonly extension: string;
	/** The first four letters of a template. */
	readonly type: string;
	/** The field that says which row. */
	readonly row: string;
	readonly table: string;
}

export const MODEL_SOURCES: Readonly<Partial<Record<Thing['kind'], ModelSource>>> = {
	door: { extension: 'utd', type: 'UTD ', row: 'GenericType', table: 'genericdoors.2da' },
	placeable: { extension: 'utp', type: 'UTP ', row: 'Appearance', table: 'placeables.2da' },
};

/** The column of both tables. */
const MODEL_COLUMN = 'modelname';

/** The row that a template names. */
export function modelRow({ root }: Gff, { row }: ModelSource): number {
	return numberOf(root, row, 0);
}

/** The model in a row of a table, in lower case; undefined where it has none. */
export function modelInTable(table: TwoDA, row: number): string | undefined {
	const model = cellText(table, row, columnIndex(table, MODEL_COLUMN)).trim().toLowerCase();
	return model === '' ? undefined : model;
}

/** Points may have links in common; in files of the game each link is that of one point. Of more than so many times the links, it is refused. */
const MOST_SHARED = 4;

/** The points of a path graph with those that they are linked with; links that lead nowhere are left out. @throws InputError for too many links */
export function pathsOfPth({ root }: Gff, report: Report): PathPoint[] {
	const points = listOf(root, 'Path_Points');
	const links = listOf(root, 'Path_Conections').map((link) => numberOf(link, 'Destination', -1));
	const within = (index: number): number => Math.max(0, Math.min(index, links.length));
	const ranges = points.map((point): [from: number, to: number] => {
		const first = numberOf(point, 'First_Conection');
		const from = within(first);
		return [from, Math.max(from, within(first + numberOf(point, 'Conections')))];
	});
	const claimed = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
	if (claimed > links.length * MOST_SHARED)
		report.fail(THING_FINDINGS.PATH_LINKS_REPEATED, {}, { claimed, links: links.length });
	return points.map((point, index) => ({
		x: numberOf(point, 'X'),
		y: numberOf(point, 'Y'),
		links: links.slice(...ranges[index]).filter((to) => to >= 0 && to < points.length),
	}));
}

/** Ids of the structs in the files of the game. */
const POINT = 2;
const LINK = 3;

/**
 * Writes a path graph (`PTH `): the points, and all links grouped by the point they begin at. Labels are spelt as the game spells them.
 *
 * @example
 * const pth = writePth([{ x: 0, y: 0, links: [1] }, { x: 5, y: 0, links: [0] }]);
 */
export function writePth(points: readonly PathPoint[]): Uint8Array {
	let first = 0;
	const structs = points.map(({ x, y, links }): GffStruct => {
		const fields = [
			{ label: 'Conections', type: 'dword', value: links.length },
			{ label: 'First_Conection', type: 'dword', value: first },
			{ label: 'X', type: 'float', value: x },
			{ label: 'Y', type: 'float', value: y },
		] as const;
		first += links.length;
		return { id: POINT, fields };
	});
	const links = points.flatMap(({ links: own }) =>
		own.map((to): GffStruct => ({ id: LINK, fields: [{ label: 'Destination', type: 'dword', value: to }] })),
	);
	return writeGff({
		type: 'PTH ',
		root: {
			id: TOP_STRUCT,
			fields: [
				{ label: 'Path_Points', type: 'list', value: structs },
				{ label: 'Path_Conections', type: 'list', value: links },
			],
		},
	});
}
