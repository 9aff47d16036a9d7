import { DERIVE_FINDINGS, REBUILT } from '../../src/bwm/derive.ts';
import { defineFindings, type Report } from '../../src/findings/report.ts';
import { faceLocation } from '../../src/geometry/faces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { type AabbCheck, checkAabbTree } from '../../src/tree/check.ts';
import { type AabbTree, FACE, LEFT, NODE_WORDS, PLANE, PLANES } from '../../src/tree/tree.ts';

/** The parts of a sentence whose counts are not zero: `3 faces are missing, 1 is in it twice`. */
function counts(...parts: readonly (readonly [count: number, one: string, many: string])[]): string {
	const told = parts.filter(([count]) => count > 0);
	return told.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(', ');
}

/** Which part of a tree is wrong. */
type TreeProblem = 'children' | 'nodes' | 'faces' | 'boxes' | 'planes';

/** What can be wrong with the AABB tree of a file. */
export const TREE_FINDINGS = defineFindings({
	TREE_INVALID: {
		severity: 'warning',
		meaning:
			'The game finds ground with the AABB tree. In this tree nodes are missing, misnumbered or repeated, boxes do not contain their faces, or nodes have no split axis. Characters stop or fall, or the game hangs.',
		message: (d: {
			problem: TreeProblem;
			text: string;
			/** What the children of nodes count. */
			base?: ChildBase;
			/** Numbers of faces that are not found, are found twice, or reach beyond their boxes. */
			missing?: number;
			repeated?: number;
			outside?: number;
			/** Nodes with split planes that no file has, and these. */
			count?: number;
			values?: string;
		}): string => `AABB tree: ${d.text}.`,
		...REBUILT,
	},
	TREE_BOXES_BARE: {
		severity: 'warning',
		explainedBy: {
			// So far out the margin of a box is less than the step between two coordinates.
			input: ['GROUND_FAR'],
			displacement: true,
		},
		meaning:
			'Boxes of the AABB tree fit their faces exactly. For a level floor such a box is flat, and rounding can make the game miss it.',
		message: (d: { margin: number }): string =>
			`AABB tree: boxes leave ${d.margin} m around their faces; the game leaves 0.01 m.`,
		...REBUILT,
		help: `Boxes need a margin. ${REBUILT.help}`,
	},
});

/** What the child fields of a tree count: nodes from 0, as in the game's files, nodes from 1, bytes, or something unknown. */
export type ChildBase = 'node' | 'node + 1' | 'byte' | 'unknown';

function childrenText(base: ChildBase): string {
	return base === 'unknown'
		? 'children are not nodes behind their parent, so characters cannot move on this walkmesh'
		: `children are numbered as "${base}"; the game counts nodes from 0, so characters cannot move on this walkmesh`;
}

/** Bytes of a node. */
export const NODE_BYTES: number = NODE_WORDS * 4;

/** Tells what child fields count: in every known file nodes stand in pre-order, so the left child of an inner node must be the next one. */
export function childBase({ i32, nodeCount }: AabbTree): ChildBase {
	let inner = 0;
	const hits: Record<Exclude<ChildBase, 'unknown'>, number> = { node: 0, 'node + 1': 0, byte: 0 };
	for (let node = 0; node < nodeCount; node++) {
		if (i32[node * NODE_WORDS + FACE] >= 0) continue;
		inner++;
		const left = i32[node * NODE_WORDS + LEFT];
		if (left === node + 1) hits.node++;
		else if (left === node + 2) hits['node + 1']++;
		else if (left === (node + 1) * NODE_BYTES) hits.byte++;
	}
	const [base, count] = Object.entries(hits).sort((a, b) => b[1] - a[1])[0];
	return inner === 0 ? 'node' : count * 2 > inner ? (base as ChildBase) : 'unknown';
}

const ROUNDING = 1e-3;
/** One tool moves both sides of boxes in z by this much, so that most are inside out; metres. */
const SUNK = 10;

/** Reports how many nodes of a tree are unlike those of the game in what changes nothing. */
function tellForm(count: number, [one, many]: readonly [string, string], what: string, report: Report): void {
	const problem = `AABB tree: ${counts([count, `node ${one}`, `nodes ${many}`])} ${what}`;
	if (count > 0) report.add(DERIVE_FINDINGS.BWM_FORM, {}, { problem });
}

/**
 * Reports what is wrong with the tree of a file, each cause once. Where children are not counted as in the game, or boxes are inside out, faults
 * that follow from it are not reported.
 *
 * @param mesh with its faces in the order of the file, which leaves refer to
 */
export function checkTree(tree: AabbTree, mesh: Walkmesh, report: Report): void {
	const check = checkAabbTree(tree, mesh.positions, mesh.faces);
	const base = childBase(tree);
	const margin = Math.min(check.marginBelow, check.marginAbove);
	const isSunk = Math.abs(check.marginBelow + SUNK) < ROUNDING && Math.abs(check.marginAbove + SUNK) < ROUNDING;
	const isBare = check.leafCount > 0 && margin > -ROUNDING && margin < THRESHOLDS.boxMargin;
	if (base !== 'node')
		report.add(TREE_FINDINGS.TREE_INVALID, {}, { problem: 'children', text: childrenText(base), base });
	else if (isSunk) {
		const text = `boxes are moved by ${SUNK} m in z, so that most of them are inside out`;
		report.add(TREE_FINDINGS.TREE_INVALID, {}, { problem: 'boxes', text });
	} else {
		if (isBare) report.add(TREE_FINDINGS.TREE_BOXES_BARE, {}, { margin: Math.max(0, Number(margin.toFixed(4))) });
		checkFound(check, isBare, mesh, report);
		checkStructure(check, isBare, report);
		tellForm(
			check.planesOther.count,
			['has', 'have'],
			'another split plane than the boxes of the children show',
			report,
		);
	}
	checkPlanes(tree, report);
	tellForm(check.fixedOther.count, ['does', 'do'], 'not have 4 in the field that is always 4', report);
}

/** Reports faces that a query does not find, or finds twice. */
function checkFound(
	{ facesMissing, facesRepeated, leavesTooSmall }: AabbCheck,
	isBare: boolean,
	mesh: Walkmesh,
	report: Report,
): void {
	const [missing, repeated] = [facesMissing.count, facesRepeated.count];
	// Without a margin, rounding to float32 makes every other face extend beyond its box.
	const outside = isBare ? 0 : leavesTooSmall.count;
	if (missing + repeated + outside === 0) return;
	const [first] = [...facesMissing.first, ...facesRepeated.first];
	const location = first === undefined ? {} : faceLocation(mesh, first);
	const text = counts(
		[missing, 'face is missing', 'faces are missing'],
		[repeated, 'face is in it more than once', 'faces are in it more than once'],
		[outside, 'face extends beyond its box', 'faces extend beyond their boxes'],
	);
	report.add(TREE_FINDINGS.TREE_INVALID, location, { problem: 'faces', text, missing, repeated, outside });
}

/** Reports nodes whose children are wrong. */
function checkStructure(check: AabbCheck, isBare: boolean, report: Report): void {
	const text = counts(
		[check.childrenUnknown.count, 'child is not a node', 'children are not nodes'],
		[check.nodesShared.count, 'node has more than one parent', 'nodes have more than one parent'],
		[check.nodesUnreachable.count, 'node cannot be reached', 'nodes cannot be reached'],
		[check.facesUnknown.count, 'leaf names a face that does not exist', 'leaves name faces that do not exist'],
		[check.leavesWithChildren.count, 'leaf has children', 'leaves have children'],
		[isBare ? 0 : check.boxesTooSmall.count, 'box does not hold its children', 'boxes do not hold their children'],
		[check.leftNotNext.count, 'left child is not the next node', 'left children are not the next node'],
		[check.notPreOrder.count, 'node is not in pre-order', 'nodes are not in pre-order'],
	);
	if (text !== '') report.add(TREE_FINDINGS.TREE_INVALID, {}, { problem: 'nodes', text });
}

/** How many plane values a finding names. */
const NAMED_PLANES = 8;

function checkPlanes({ i32, nodeCount }: AabbTree, report: Report): void {
	const values = new Set<number>();
	let count = 0;
	for (let word = 0; word < nodeCount * NODE_WORDS; word += NODE_WORDS) {
		const plane = i32[word + PLANE];
		if (i32[word + FACE] >= 0 ? plane === 0 : PLANES.has(plane)) continue;
		values.add(plane);
		count++;
	}
	if (count === 0) return;
	const named = [...values]
		.sort((a, b) => a - b)
		.slice(0, NAMED_PLANES)
		.join(', ');
	const text = `${counts([count, 'node has', 'nodes have'])} a split plane that no file of the game has: ${named}`;
	report.add(TREE_FINDINGS.TREE_INVALID, {}, { problem: 'planes', text, count, values: named });
}
