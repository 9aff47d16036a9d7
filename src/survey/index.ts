export { countIslands, type LinkFacts, type SurfaceFacts, type WalkmeshFacts, walkmeshFacts } from './facts.ts';
export { surveyBwm } from './survey-bwm.ts';
export { surveyMesh } from './survey-mesh.ts';
export { surveyTree, type TreeFacts, treeFacts } from './survey-tree.ts';
export { type AabbNode, aabbNode } from './tree-nodes.ts';
