export { DERIVE_DEFAULTS, type DeriveOptions, deriveBwm, edgeMiddle } from './derive.ts';
export { type FileIdentity, walkmeshFromBwm } from './from-bwm.ts';
export { perimeterEdges, walkableNeighbours } from './neighbours.ts';
export { type FaceOrder, reorderFaces, sortWalkableFirst, walkableFirstOrder } from './order.ts';
