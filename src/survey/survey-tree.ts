import type { AabbTree } from '../aabb/index.ts';
import type { BwmFile } from '../bwm/index.ts';
import type { Report } from '../findings/index.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
export interface TreeFacts {
	readonly nodes: number;
	readonly depth: number;
	readonly leastDepth: number;
}
export function treeFacts(tree: AabbTree, _mesh: Walkmesh): TreeFacts {
	return { nodes: tree.nodeCount, depth: 0, leastDepth: 0 };
}
export function surveyTree(_file: BwmFile, _mesh: Walkmesh, _report: Report): void {}
