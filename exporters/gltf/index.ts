// `addWalkmesh` is not here: it speaks of glTF-Transform's types, which the package's own declarations do without.
export { INSPECTION_DEFAULTS, type InspectionOptions } from './options.ts';
export { GLTF_WRITE_DEFAULTS, type GltfWriteOptions, writeGltf } from './write.ts';
