import OBJFile, { type ParsedModel } from 'obj-file-parser';
import type { Report } from '../../src/findings/report.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { ElementList, type Elements, forEachElement, NO_MATERIAL, type ObjModel } from './model.ts';

/** The longest string of V8, in characters. */
const LONGEST_TEXT = 0x1fff_ffe8;

/**
 * Writes a model as OBJ in the form that every parser reads: shortest decimals that read back exactly, positive indices, all vertices first, then an
 * object for each run of faces, with a name of letters and digits.
 *
 * @param longest characters; more are a finding that ends the reading
 */
function canonicalText(model: ObjModel, report: Report, longest: number = LONGEST_TEXT): string {
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

/** An object for each run of faces that share node and material; it has the number of the run's first face. */
function printFaces({ faces }: ObjModel, print: (line: string) => void): void {
	const { vertices, nodes, materials } = faces;
	forEachElement(faces, (face, first, end) => {
		if (face === 0 || nodes[face] !== nodes[face - 1] || materials[face] !== materials[face - 1]) {
			print(`o run${face}`);
			print(`usemtl ${materials[face] === NO_MATERIAL ? 'none' : `material${materials[face]}`}`);
		}
		let line = 'f';
		for (let corner = first; corner < end; corner++) line += ` ${vertices[corner] + 1}`;
		print(line);
	});
}

/** A vertex that could not be read is written as 0: nothing uses it, but later vertices must keep their numbers. */
function decimal(value: number): string {
	if (Number.isNaN(value)) return '0';
	return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * Reads a model with the package `obj-file-parser`, from canonical text. Vertices, faces, their nodes and materials come from the package; names, lines
 * of the file, colours, and what the package does not read come from the scanner.
 *
 * @param longest characters of text; more are a finding that ends the reading
 */
export function reparse(model: ObjModel, report: Report, longest?: number): ObjModel {
	const { models } = new OBJFile(canonicalText(model, report, longest)).parse();
	return { ...model, positions: positionsOf(models, model.positions), faces: facesOf(models, model.faces) };
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
	if (at === scanned.length) return positions;
	throw new Error(`obj-file-parser read ${at / 3} vertices where there are ${scanned.length / 3}.`);
}

/** Faces by the names that canonical text gave their objects and materials. */
function facesOf(models: readonly ParsedModel[], scanned: Elements): Elements {
	const faces = new ElementList();
	let face = 0;
	for (const { name, faces: parsed } of models) {
		const node = scanned.nodes[Number(/^run(\d+)$/.exec(name)?.[1])];
		for (const { material, vertices } of parsed) {
			for (const { vertexIndex } of vertices) faces.vertices.push(vertexIndex - 1);
			const number = Number(/^material(\d+)$/.exec(material)?.[1] ?? NO_MATERIAL);
			faces.end(vertices.length, scanned.lines[face++], node, number);
		}
	}
	if (face === scanned.sizes.length) return faces.view();
	throw new Error(`obj-file-parser read ${face} faces where there are ${scanned.sizes.length}.`);
}
