import type { Report } from '../../../src/findings/report.ts';
import type { GltfDocument } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { GLTF_LIMITS } from '../options.ts';

/** The nodes of the chosen scene, depth-first, parents before children. */
export interface Hierarchy {
	/** Index of the node in the document, by index in the scene. */
	readonly nodes: Uint32Array;
	/** Index in the scene of the parent, −1 for roots. */
	readonly parents: Int32Array;
}

/**
 * Parents of all nodes of a document, −1 without one.
 *
 * @throws InputError for a node with two parents, a cycle, and where nodes are nested too deep
 */
export function nodeParents(document: GltfDocument, report: Report): Int32Array {
	const nodes = document.nodes ?? [];
	const parents = new Int32Array(nodes.length).fill(-1);
	for (const [index, node] of nodes.entries()) {
		for (const [at, child] of (node.children ?? []).entries()) {
			if (parents[child] >= 0) {
				const problem = `node ${child} is a child of node ${parents[child]} and of node ${index}`;
				report.fail(GLTF_FINDINGS.GLTF_TREE, { pointer: `/nodes/${index}/children/${at}` }, { problem });
			}
			parents[child] = index;
		}
	}
	checkDepth(parents, report);
	return parents;
}

function checkDepth(parents: Int32Array, report: Report): void {
	const depths = new Uint32Array(parents.length);
	for (let start = 0; start < parents.length; start++) {
		let steps = 0;
		let top = start;
		while (parents[top] >= 0 && depths[top] === 0 && steps <= parents.length) {
			top = parents[top];
			steps++;
		}
		const pointer = `/nodes/${start}`;
		if (steps > parents.length)
			report.fail(GLTF_FINDINGS.GLTF_TREE, { pointer }, { problem: 'this one lies below itself' });
		const depth = depths[top] + steps;
		if (depth > GLTF_LIMITS.nodeDepth) {
			const problem = `this one lies more than ${GLTF_LIMITS.nodeDepth} levels deep`;
			report.fail(GLTF_FINDINGS.GLTF_TREE, { pointer }, { problem });
		}
		for (let at = start, left = depth; left > depths[top]; at = parents[at], left--) depths[at] = left;
	}
}

/** The nodes below some roots, depth-first, in the order of the document. */
export function walkHierarchy(document: GltfDocument, roots: readonly number[]): Hierarchy {
	const nodes = document.nodes ?? [];
	const found: number[] = [];
	const parents: number[] = [];
	const waiting: { node: number; parent: number }[] = roots.map((node) => ({ node, parent: -1 })).reverse();
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const parent = found.length;
		found.push(next.node);
		parents.push(next.parent);
		const { children = [] } = nodes[next.node];
		for (let i = children.length - 1; i >= 0; i--) waiting.push({ node: children[i], parent });
	}
	return { nodes: Uint32Array.from(found), parents: Int32Array.from(parents) };
}
