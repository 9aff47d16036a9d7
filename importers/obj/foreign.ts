import type { Report } from '../../src/findings/report.ts';
import { decodeName } from './cursor.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { type Elements, type FaceRun, keepElements, type ObjModel } from './model.ts';

/** So many bytes tell what a file is. */
export const HEAD_BYTES = 1024;

const HEAD = /^(?:\s*#.*)*\s*/;

/** What other files begin with, after comments and blanks. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
	[/^<(?:!doctype html|html|head|body)/i, 'a web page (HTML)'],
	[/^<\?xml[^>]*>\s*(?:<!--[\s\S]*?-->\s*)*<COLLADA/i, 'a COLLADA file'],
	[/^<COLLADA/i, 'a COLLADA file'],
	[/^</, 'an XML or HTML file'],
	[/^\{[\s\S]*"(?:asset|meshes|nodes|buffers|scene)"/, 'a glTF document'],
	[/^[{[]\s*["{[\]}]/, 'a JSON file'],
	[/^version https:\/\/git-lfs/, 'a Git LFS pointer, not the file itself'],
	[/^; FBX/, 'an FBX file'],
	[/^ply\s/, 'a PLY file'],
	[/^solid\b[\s\S]*\bfacet\b/, 'an STL file'],
	[/^N?(?:C|ST)*OFF\s+\d/, 'an OFF file'],
	[/^newmtl\s/, 'a material library (MTL)'],
	[/^(?:newmodel|beginmodelgeom|beginwalkmeshgeom|node\s+(?:aabb|trimesh|dummy))\s/i, 'an ASCII model or walkmesh'],
	[/^2DA V/, 'a 2DA table'],
	[/^(?:filedependancy|beginlayout)\s/i, 'an area layout (LYT)'],
];

/** Magic numbers, as text of one byte a character. */
const MAGIC: readonly (readonly [string, string])[] = [
	['glTF', 'a binary glTF file (GLB)'],
	['Kaydara FBX Binary', 'a binary FBX file'],
	['BWM V', 'a binary walkmesh (BWM)'],
	['BLENDER', 'a Blender file'],
	['PK\x03\x04', 'a ZIP archive'],
	['\x1f\x8b', 'a gzip archive'],
	['(\xb5/\xfd', 'a Zstandard archive'],
	['%PDF', 'a PDF file'],
	['\x89PNG', 'a PNG picture'],
	['\xff\xd8\xff', 'a JPEG picture'],
	['MOD V', 'a game archive (MOD)'],
	['ERF V', 'a game archive (ERF)'],
	['RIM V', 'a game archive (RIM)'],
	['\x4c\x01', 'an object file of a compiler'],
	['\x64\x86', 'an object file of a compiler'],
	['\x7fELF', 'an object file of a compiler'],
	['\0\0\0\0', 'a binary model (MDL)'],
];

/** Fails with the name of what a file is instead of OBJ text. @param head its first bytes, `HEAD_BYTES` if it has as many */
export function refuseForeign(head: Uint8Array, report: Report): void {
	const format = foreignFormat(head);
	if (format !== undefined) report.fail(OBJ_FINDINGS.OBJ_FOREIGN, { offset: 0 }, { format });
}

function foreignFormat(head: Uint8Array): string | undefined {
	const wide = wideText(head);
	if (wide !== undefined) return wide;
	const start = String.fromCharCode(...head.subarray(0, 32));
	for (const [magic, format] of MAGIC) if (start.startsWith(magic)) return format;
	const text = decodeName(head.subarray(markLength(head))).replace(HEAD, '');
	return TEXTS.find(([pattern]) => pattern.test(text))?.[1];
}

/** UTF-16 and UTF-32, by byte order mark or by their zero bytes: an OBJ text begins with ASCII. */
function wideText(head: Uint8Array): string | undefined {
	const [a, b, c, d] = head;
	if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) {
		return 'UTF-32 text';
	}
	if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'UTF-16 text';
	const little = a !== 0 && b === 0 && c !== 0 && d === 0;
	const big = a === 0 && b !== 0 && c === 0 && d !== 0;
	return head.length >= 4 && (little || big) ? 'UTF-16 text' : undefined;
}

/** 3 when a text begins with the byte order mark of UTF-8, else 0. */
export function markLength(head: Uint8Array): number {
	return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

/**
 * The model without faces, lines and points that refer to vertices which never came (reported here) or could not be
 * read (reported at the vertex). Such findings are errors: nothing is written of a file that has them.
 */
export function dropUnusable(model: ObjModel, report: Report): ObjModel {
	const isUsable = usabilityTest(model, report);
	const { corners, faceSizes, faceLines } = model;
	const runs: FaceRun[] = [];
	let run = -1;
	let runIsEmpty = true;
	let kept = 0;
	const left = keepElements(corners, faceSizes, [faceLines], (face, first, size) => {
		while (run + 1 < model.runs.length && model.runs[run + 1].firstFace === face) {
			run++;
			runIsEmpty = true;
		}
		if (!isUsable(corners, first, size, faceLines[face], model.runs[run].node)) return false;
		if (runIsEmpty) runs.push({ ...model.runs[run], firstFace: kept });
		runIsEmpty = false;
		kept++;
		return true;
	});
	const keep = (elements: Elements): Elements => {
		const { vertices, sizes, nodes, lines } = elements;
		const rest = keepElements(vertices, sizes, [nodes, lines], (element, first, size) =>
			isUsable(vertices, first, size, lines[element], nodes[element]),
		);
		return {
			vertices: vertices.subarray(0, rest.vertices),
			sizes: sizes.subarray(0, rest.elements),
			nodes: nodes.subarray(0, rest.elements),
			lines: lines.subarray(0, rest.elements),
		};
	};
	return {
		...model,
		runs,
		corners: corners.subarray(0, left.vertices),
		faceSizes: faceSizes.subarray(0, left.elements),
		faceLines: faceLines.subarray(0, left.elements),
		polylines: keep(model.polylines),
		points: keep(model.points),
	};
}

type Test = (vertices: Uint32Array, first: number, size: number, line: number, node: number) => boolean;

function usabilityTest(model: ObjModel, report: Report): Test {
	const { positions, nodes } = model;
	const count = positions.length / 3;
	return (vertices, first, size, line, node) => {
		let usable = true;
		for (let i = first; i < first + size; i++) {
			const vertex = vertices[i];
			if (vertex >= count) {
				const place = { line, node: nodes.list[node].name };
				report.add(OBJ_FINDINGS.OBJ_INDEX_OUT_OF_RANGE, place, { index: vertex + 1, vertices: count });
				return false;
			}
			if (Number.isNaN(positions[vertex * 3])) usable = false;
		}
		return usable;
	};
}
