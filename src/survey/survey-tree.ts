import { type AabbCheck, type AabbCheckLists, type AabbTree, checkAabbTree } from '../aabb/index.ts';
import type { BwmFile } from '../bwm/index.ts';
import type { Report } from '../findings/index.ts';
import { facePlace } from '../mesh/places.ts';
import type { Walkmesh } from '../walkmesh/index.ts';

/** How a tree is built. */
export interface TreeFacts {
	readonly nodes: number;
	/** Levels below the root, the longest way down. */
	readonly depth: number;
	/** The depth that no tree over as many faces can do without. */
	readonly leastDepth: number;
	/** Every face can be found through it. */
	readonly complete: boolean;
	/** Least margin of leaf boxes about their faces, metres; 0.01 and 0.0101 in the game's files. */
	readonly marginBelow: number;
	readonly marginAbove: number;
}

/** @param mesh with its faces in the order that the leaves number them */
export function treeFacts(tree: AabbTree, mesh: Walkmesh): TreeFacts {
	const { depth, complete, marginBelow, marginAbove } = checkAabbTree(tree, mesh.positions, mesh.faces);
	const leastDepth = Math.ceil(Math.log2(Math.max(1, mesh.surfaces.length)));
	return { nodes: tree.nodeCount, depth, leastDepth, complete, marginBelow, marginAbove };
}

/** Boxes of the game reach 0.01 m beyond their face; some tools leave nothing, and flat faces then have empty boxes. */
const LEAST_MARGIN = 0.005;

/** What each list of a check means for who reads it; in the order of harm. */
const PROBLEMS: Readonly<Record<Exclude<keyof AabbCheckLists, 'planesOther'>, (count: number) => string>> = {
	childrenUnknown: (n) => `${n} children are no nodes of it: characters cannot move there`,
	nodesShared: (n) => `${n} nodes have more than one parent`,
	nodesUnreachable: (n) => `${n} nodes cannot be reached from its root`,
	facesMissing: (n) => `${n} faces are not in it: nothing stands or stops there`,
	facesRepeated: (n) => `${n} faces are in it more than once`,
	facesUnknown: (n) => `${n} leaves name faces that do not exist`,
	leavesWithChildren: (n) => `${n} leaves have children`,
	leavesTooSmall: (n) => `${n} leaf boxes do not hold their face`,
	boxesTooSmall: (n) => `${n} boxes do not hold those of their children`,
	planesUnknown: (n) => `${n} nodes have a split plane that no file of the game has`,
	fixedOther: (n) => `${n} nodes do not have 4 in their fixed field`,
	leftNotNext: (n) => `${n} left children are not the next node`,
	notPreOrder: (n) => `${n} nodes are not in pre-order`,
};

/** Lists that are about faces, so that a place can be named. */
const ABOUT_FACES = new Set<keyof AabbCheckLists>(['facesMissing', 'facesRepeated']);

/** Reports what is wrong with the tree of a file. @param mesh with its faces in the order that the leaves number them */
export function surveyTree(file: BwmFile, mesh: Walkmesh, report: Report): void {
	const check: AabbCheck = checkAabbTree(file.aabb, mesh.positions, mesh.faces);
	for (const [list, describe] of Object.entries(PROBLEMS) as [keyof typeof PROBLEMS, (count: number) => string][]) {
		const { count, first } = check[list];
		if (count === 0) continue;
		const place = ABOUT_FACES.has(list) && first.length > 0 ? facePlace(mesh, first[0]) : {};
		report.add('TABLE_TREE', place, { problem: describe(count) });
	}
	if (check.planesOther.count > 0) report.add('TABLE_TREE_PLANE', {}, { count: check.planesOther.count });
	const margin = Math.min(check.marginBelow, check.marginAbove);
	if (margin >= 0 && margin < LEAST_MARGIN) {
		const problem = `its leaf boxes leave ${Number(margin.toFixed(4))} m around their faces; the game leaves 0.01`;
		report.add('TABLE_TREE', {}, { problem });
	}
}
