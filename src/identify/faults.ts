import { checkAabbTree } from '../aabb/index.ts';
import { FACE, FIXED, FIXED_VALUE, NODE_WORDS, PLANE } from '../aabb/tree.ts';
import type { BwmFile } from '../bwm/index.ts';
import { Report } from '../findings/index.ts';
import type { SurfaceTable } from '../surfaces/index.ts';
import { surveyBwm } from '../survey/index.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import { boxHabits } from './box-habit.ts';
import type { Identification } from './identity.ts';

/** What `reportFaults` says in its own words, more to the point. */
const SAID_HERE = ['TABLE_TREE', 'TABLE_NORMALS'] as const;

/**
 * Reports the faults that tools are known to leave in a file: empty perimeters, boxes without margin or moved, planes of another list,
 * children counted from another base, zeroed hooks and normals. Then whatever other tables say something else than the geometry.
 */
export function reportFaults(
	file: BwmFile,
	mesh: Walkmesh,
	{ traits }: Identification,
	table: SurfaceTable,
	report: Report,
): void {
	const { tables, tree } = traits;
	if (tree !== undefined) {
		const habits = boxHabits(tree.margins);
		if (habits.includes('none')) report.add('TOOL_BOXES_BARE', {}, {});
		if (habits.includes('sunk')) report.add('TOOL_BOXES_SUNK', {}, {});
		if (tree.base !== 'node') report.add('TOOL_CHILD_BASE', {}, { base: tree.base });
		reportPlanes(file, report);
		reportFixedField(file, report);
		if (tree.base === 'node' && !habits.includes('sunk')) reportLostFaces(file, report);
	}
	if (tables.perimetersEmpty) report.add('TOOL_PERIMETERS_EMPTY', {}, { edges: tables.edges });
	if (tables.strayNodes > 0) report.add('TOOL_TREE_STRAY', {}, { nodes: tables.strayNodes });
	else if (tables.strayOffsets > 0) report.add('TOOL_OFFSETS_STRAY', {}, { tables: tables.strayOffsets });
	const { zero, unscaled, of } = tables.normals;
	if (zero > 0) report.add('TOOL_NORMALS_ZERO', {}, { count: zero, of });
	if (unscaled > 0) report.add('TOOL_NORMALS_UNSCALED', {}, { count: unscaled, of });
	if (!tables.area && tables.hooksZero) report.add('TOOL_HOOKS_ZERO', {}, {});
	reportOthers(file, mesh, tables.perimetersEmpty, table, report);
}

const GAME_PLANES: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 32]);

function reportPlanes({ aabb: { i32, nodeCount } }: BwmFile, report: Report): void {
	const foreign = new Map<number, number>();
	for (let node = 0; node < nodeCount; node++) {
		if (i32[node * NODE_WORDS + FACE] >= 0) continue;
		const plane = i32[node * NODE_WORDS + PLANE];
		if (!GAME_PLANES.has(plane)) foreign.set(plane, (foreign.get(plane) ?? 0) + 1);
	}
	if (foreign.size === 0) return;
	const count = [...foreign.values()].reduce((sum, each) => sum + each, 0);
	const values = [...foreign.keys()].sort((a, b) => a - b).slice(0, 8);
	report.add('TOOL_PLANES_FOREIGN', {}, { count, values: values.join(', ') });
}

function reportFixedField({ aabb: { i32, nodeCount } }: BwmFile, report: Report): void {
	let count = 0;
	for (let node = 0; node < nodeCount; node++) if (i32[node * NODE_WORDS + FIXED] !== FIXED_VALUE) count++;
	if (count > 0) report.add('TOOL_FIXED_FIELD', {}, { count });
}

/** What the survey finds beyond that. */
function reportOthers(
	file: BwmFile,
	mesh: Walkmesh,
	perimetersEmpty: boolean,
	table: SurfaceTable,
	report: Report,
): void {
	const survey = new Report();
	surveyBwm(file, mesh, table, survey);
	for (const { code, place, data } of survey.findings) {
		if ((SAID_HERE as readonly string[]).includes(code)) continue;
		if (code === 'TABLE_PERIMETERS' && perimetersEmpty) continue;
		// Made anew, so that it takes the place of this report. Code and data belong together.
		report.add(code as 'TABLE_ROOT', place, data as never);
	}
}

/** Faces that no query finds, or finds twice. Without a base that is understood nothing can be followed. */
function reportLostFaces(file: BwmFile, report: Report): void {
	const { facesMissing, facesRepeated, leavesTooSmall } = checkAabbTree(file.aabb, file.vertices, file.faces);
	const [missing, repeated, outside] = [facesMissing.count, facesRepeated.count, leavesTooSmall.count];
	if (missing + repeated + outside > 0) report.add('TOOL_TREE_FACES', {}, { missing, repeated, outside });
}
