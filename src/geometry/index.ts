export { type Adjacency, buildAdjacency, edgeEnd, nextEdge, type OverfullEdge } from './adjacency.ts';
export { type Bounds, boundsOf, faceArea } from './measure.ts';
export { faceNormals, planarDistances } from './normals.ts';
export { type Perimeters, walkPerimeters } from './perimeters.ts';
export * from './triangulate.ts';
export { toFloat32, type Vec3, vec3At, ZERO } from './vec3.ts';
