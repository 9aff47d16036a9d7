import OBJFile, { type ParsedModel } from 'obj-file-parser';
import type { Report } from '../../src/findings/report.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { type FaceRun, NO_MATERIAL, type ObjModel } from './model.ts';

/** Characters that fit into one string of the engine. */
const LONGEST_TEXT = 0x1fff_ffe8;

/**
 * Prints a model as OBJ in the words that every reader understands: shortest decimals that read back exactly, positive indices, one
 * object a run with a name made of letters and digits, and every vertex before the first of them.
 *
 * @param longest characters; more are a finding that ends the reading
 */
export function canonicalText(model: ObjModel, report: Report, longest: number = LONGEST_TEXT): string {
	const blocks: string[] = [];
	let lines: string[] = [];
	let length = 0;
	const flush = (): void => {
		const block = `${lines.join('\n')}\n`;
		length += block.length;
		if (length > longest) report.fail(OBJ_FINDINGS.OBJ_TEXT_TOO_LONG, {}, { longest });
		blocks.push(block);
		lines = [];
	};
	const print = (line: string): void => {
		lines.push(line);
		if (lines.length === 0x4000) flush();
	};
	const { positions } = model;
	for (let i = 0; i < positions.length; i += 3) {
		print(`v ${decimal(positions[i])} ${decimal(positions[i + 1])} ${decimal(positions[i + 2])}`);
	}
	printFaces(model, print);
	flush();
	return blocks.join('');
}

function printFaces({ corners, faceSizes, runs }: ObjModel, print: (line: string) => void): void {
	let run = 0;
	let corner = 0;
	for (let face = 0; face < faceSizes.length; face++) {
		for (; run < runs.length && runs[run].firstFace === face; run++) {
			print(`o run${run}`);
			print(`usemtl ${runs[run].material === NO_MATERIAL ? 'none' : `material${runs[run].material}`}`);
		}
		let line = 'f';
		for (const end = corner + faceSizes[face]; corner < end; corner++) line += ` ${corners[corner] + 1}`;
		print(line);
	}
}

/** A vertex that could not be read is used by nothing; it only keeps its place. */
function decimal(value: number): string {
	if (Number.isNaN(value)) return '0';
	return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * The model as the package `obj-file-parser` reads it from canonical text. Vertices, faces, runs and materials are the package's; names, lines
 * of the file, colours, and what the package has no notion of are the scanner's.
 *
 * @param longest characters of text; more are a finding that ends the reading
 */
export function reparse(model: ObjModel, report: Report, longest?: number): ObjModel {
	const { models } = new OBJFile(canonicalText(model, report, longest)).parse();
	const positions = positionsOf(models, model.positions);
	const faces = models.flatMap((parsed) => parsed.faces);
	if (faces.length !== model.faceSizes.length) {
		throw new Error(`obj-file-parser read ${faces.length} faces where there are ${model.faceSizes.length}.`);
	}
	const faceSizes = Uint32Array.from(faces, (face) => face.vertices.length);
	const corners = new Uint32Array(faceSizes.reduce((sum, size) => sum + size, 0));
	let at = 0;
	for (const face of faces) for (const vertex of face.vertices) corners[at++] = vertex.vertexIndex - 1;
	return { ...model, positions, corners, faceSizes, runs: runsOf(models, model) };
}

function positionsOf(models: readonly ParsedModel[], scanned: Float64Array): Float64Array {
	const positions = new Float64Array(scanned.length);
	let at = 0;
	for (const { vertices } of models) {
		for (const { x, y, z } of vertices) {
			positions.set(Number.isNaN(scanned[at]) ? [Number.NaN, Number.NaN, Number.NaN] : [x, y, z], at);
			at += 3;
		}
	}
	if (at !== scanned.length)
		throw new Error(`obj-file-parser read ${at / 3} vertices where there are ${scanned.length / 3}.`);
	return positions;
}

/** Runs by the names that canonical text gave their objects and materials. */
function runsOf(models: readonly ParsedModel[], model: ObjModel): FaceRun[] {
	const runs: FaceRun[] = [];
	let firstFace = 0;
	for (const { name, faces } of models) {
		if (faces.length === 0) continue;
		const run = model.runs[Number(/^run(\d+)$/.exec(name)?.[1])];
		const material = /^material(\d+)$/.exec(faces[0].material);
		runs.push({ node: run.node, material: material === null ? NO_MATERIAL : Number(material[1]), firstFace });
		firstFace += faces.length;
	}
	return runs;
}
