export { GLTF_DEFAULTS, GLTF_LIMITS, type GltfOptions } from './options.ts';
export { type GltfContent, readGltf } from './read-gltf.ts';
export { readGltfScene } from './read-scene.ts';
