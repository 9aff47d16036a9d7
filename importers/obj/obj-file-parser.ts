import OBJFile, { type ParsedModel } from 'obj-file-parser';
import type { Report } from '../../src/findings/index.ts';
import { canonicalText } from './canonical.ts';
import { type FaceRun, NO_MATERIAL, type ObjModel } from './model.ts';

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
