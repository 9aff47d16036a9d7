/** The package brings no types; these are the parts of its result that are compared. */
declare module 'obj-file-parser' {
	export interface ParsedModel {
		readonly name: string;
		readonly vertices: readonly { readonly x: number; readonly y: number; readonly z: number }[];
		readonly faces: readonly ParsedFace[];
	}

	export interface ParsedFace {
		readonly material: string;
		readonly group: string;
		/** `vertexIndex` counts from 1. */
		readonly vertices: readonly { readonly vertexIndex: number }[];
	}

	export default class OBJFile {
		constructor(text: string, defaultModelName?: string);
		parse(): { readonly models: readonly ParsedModel[] };
	}
}
