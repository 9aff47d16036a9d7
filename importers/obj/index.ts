export { coloursOfLibrary } from './libraries.ts';
export { OBJ_DEFAULTS, type ObjOptions } from './options.ts';
export { readObjScene } from './read.ts';
export type { ObjSource } from './scan.ts';
