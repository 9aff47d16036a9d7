export {
	type BwmFile,
	type BwmTableName,
	type LooseBytes,
	TYPE_AREA,
	TYPE_OBJECT,
} from './bwm-file.ts';
export { swapToHostOrder } from './endian.ts';
export {
	type BwmTable,
	HEADER,
	HEADER_SIZE,
	HOOK_WORDS,
	MAGIC,
	POSITION_WORDS,
	packedOffsets,
	TABLES,
	tableWords,
} from './layout.ts';
