export { addWalkmesh, INSPECTION_DEFAULTS, type InspectionOptions } from './inspection.ts';
export { GLTF_WRITE_DEFAULTS, type GltfWriteOptions, writeGltf } from './write.ts';
