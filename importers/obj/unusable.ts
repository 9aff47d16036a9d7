import type { Report } from '../../src/findings/index.ts';
import { keepElements } from './elements.ts';
import type { Elements, FaceRun, ObjModel } from './model.ts';

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
				report.add('OBJ_INDEX_OUT_OF_RANGE', place, { index: vertex + 1, vertices: count });
				return false;
			}
			if (Number.isNaN(positions[vertex * 3])) usable = false;
		}
		return usable;
	};
}
