/**
 * What can be wrong with a tree. Real files carry much of it: faces without a leaf, boxes without margin.
 */

/** How often something was found, and where first. */
export interface CheckList {
	readonly count: number;
	/** The first few: node indices, or faces where the list is one of faces. */
	readonly first: readonly number[];
}

/** What a list of a check is about. */
export interface AabbCheckLists {
	/** Faces without a leaf. */
	readonly facesMissing: CheckList;
	/** Faces with more than one leaf, once for each further leaf. */
	readonly facesRepeated: CheckList;
	/** Leaves of a face the mesh does not have. */
	readonly facesUnknown: CheckList;
	/** Leaves whose box does not hold their face. */
	readonly leavesTooSmall: CheckList;
	/** Leaves with a child. */
	readonly leavesWithChildren: CheckList;
	/** Inner nodes with a child that is no node of the tree, once for each. */
	readonly childrenUnknown: CheckList;
	/** Nodes with more than one parent, the root with any: circles and shared branches. Once for each further parent. */
	readonly nodesShared: CheckList;
	/** Nodes that the root does not lead to. */
	readonly nodesUnreachable: CheckList;
	/** Inner nodes whose box does not hold a child's. */
	readonly boxesTooSmall: CheckList;
	/** Inner nodes whose plane is none of 1, 2, 4, 8, 16, 32, leaves whose plane is not 0. */
	readonly planesUnknown: CheckList;
	/** Inner nodes whose plane is one of these, but not that of the children's boxes. */
	readonly planesOther: CheckList;
	/** Nodes whose fixed field is not 4. */
	readonly fixedOther: CheckList;
	/** Inner nodes whose left child is not the next node. */
	readonly leftNotNext: CheckList;
	/** Nodes that do not stand where pre-order puts them, counted from the first. */
	readonly notPreOrder: CheckList;
}

/** What is wrong with a tree, and how it is built. */
export interface AabbCheck extends AabbCheckLists {
	/** Nodes in the table; `2F − 1` are expected. */
	readonly nodeCount: number;
	readonly nodesExpected: number;
	/** Leaves that the root leads to. */
	readonly leafCount: number;
	/** Levels below the root, the longest way down. */
	readonly depth: number;
	/** Least way from a leaf's box to its face, over all axes, below and above, in metres: negative where the face sticks out. */
	readonly marginBelow: number;
	readonly marginAbove: number;
	/** Each face has one leaf, each node one way to it, each box holds what is below it: queries find everything. */
	readonly complete: boolean;
	/** All lists are empty: the tree is as the game writes them. */
	readonly clean: boolean;
}

/** How many places a list names. */
const NAMED_PLACES = 16;

export interface Collector {
	count: number;
	readonly first: number[];
}

export type Collectors = { readonly [Name in keyof AabbCheckLists]: Collector };

export function createCollectors(): Collectors {
	const collector = (): Collector => ({ count: 0, first: [] });
	return {
		facesMissing: collector(),
		facesRepeated: collector(),
		facesUnknown: collector(),
		leavesTooSmall: collector(),
		leavesWithChildren: collector(),
		childrenUnknown: collector(),
		nodesShared: collector(),
		nodesUnreachable: collector(),
		boxesTooSmall: collector(),
		planesUnknown: collector(),
		planesOther: collector(),
		fixedOther: collector(),
		leftNotNext: collector(),
		notPreOrder: collector(),
	};
}

export function collect(list: Collector, place: number): void {
	list.count++;
	if (list.first.length < NAMED_PLACES) list.first.push(place);
}

/** The lists without which queries find every face once. */
export const COMPLETENESS: readonly (keyof AabbCheckLists)[] = [
	'facesMissing',
	'facesRepeated',
	'facesUnknown',
	'leavesTooSmall',
	'childrenUnknown',
	'nodesShared',
	'boxesTooSmall',
];
