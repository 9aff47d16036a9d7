export { OBJ_WRITE_DEFAULTS, type ObjWriteOptions, writeObj } from './write.ts';
export { writeMtl } from './write-mtl.ts';
