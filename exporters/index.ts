export * from './ascii/index.ts';
export * from './bwm/index.ts';
export * from './gltf/index.ts';
export * from './lyt/index.ts';
export * from './obj/index.ts';
export * from './svg/index.ts';
export * from './vis/index.ts';
