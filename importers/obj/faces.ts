import type { Report } from '../../src/findings/report.ts';
import { faceArea } from '../../src/mesh/triangles.ts';
import {
	bendOfQuad,
	isFlatTriangle,
	QUAD,
	type QuadBend,
	type RingProblem,
	splitQuad,
	triangulate,
} from '../../src/mesh/triangulate.ts';
import { type Vec3, vec3At } from '../../src/mesh/vec3.ts';
import { OBJ_FINDINGS } from './findings.ts';
import type { ObjModel } from './model.ts';

/**
 * A face whose corners lie this far off one plane is reported: a foot would be seen to float or sink where another program cut the face
 * along the other diagonal. Metres, and a share of the square root of the face's area (terrain is made of quads that bend a little).
 */
const BENT = 0.02;
const BENT_SHARE = 0.05;

/** Cuts the faces of a model into triangles, in their order. */
export class FaceCutter {
	/** 3 vertices a triangle, of those cut since `begin`. */
	#triangles = new Uint32Array(0);
	/** Three times the triangles cut since `begin`. */
	length = 0;
	readonly #model: ObjModel;
	readonly #report: Report;
	readonly #bend: QuadBend = { offPlane: 0, area: 0 };
	/** The next face, and its first corner. */
	#face = 0;
	#corner = 0;

	/** @param model its positions in area axes, metres */
	constructor(model: ObjModel, report: Report) {
		this.#model = model;
		this.#report = report;
	}

	/** Makes room for the triangles of the faces up to `end`. */
	begin(end: number): void {
		let corners = 0;
		for (let face = this.#face; face < end; face++) corners += this.#model.faceSizes[face] - 2;
		this.#triangles = new Uint32Array(corners * 3);
		this.length = 0;
	}

	/** The triangles cut since `begin`, 3 vertices each, in an array of their own. */
	take(): Uint32Array {
		return this.length === this.#triangles.length ? this.#triangles : this.#triangles.slice(0, this.length);
	}

	/** Goes past the faces up to `end`. */
	skip(end: number): void {
		for (; this.#face < end; this.#face++) this.#corner += this.#model.faceSizes[this.#face];
	}

	/** Cuts the faces up to `end`. @param node name of their node, for findings */
	cut(end: number, node: string): void {
		const { corners, faceSizes } = this.#model;
		for (; this.#face < end; this.#face++) {
			const at = this.#corner;
			const size = faceSizes[this.#face];
			if (size === 3) this.#triangle(corners[at], corners[at + 1], corners[at + 2], node);
			else if (size === 4) this.#quad(corners[at], corners[at + 1], corners[at + 2], corners[at + 3], node);
			else this.#polygon(size, node);
			this.#corner += size;
		}
	}

	#add(a: number, b: number, c: number): void {
		const triangles = this.#triangles;
		const { length } = this;
		triangles[length] = a;
		triangles[length + 1] = b;
		triangles[length + 2] = c;
		this.length = length + 3;
	}

	#triangle(a: number, b: number, c: number, node: string): void {
		if (isFlatTriangle(this.#model.positions, a, b, c)) this.#tell('zero-area', 3, node);
		this.#add(a, b, c);
	}

	#quad(a: number, b: number, c: number, d: number, node: string): void {
		const { positions } = this.#model;
		const repeated = a === b || b === c || c === d || d === a;
		const split = repeated ? QUAD.twisted : splitQuad(positions, a, b, c, d);
		if (split === QUAD.ac) {
			this.#add(a, b, c);
			this.#add(a, c, d);
		} else if (split === QUAD.bd) {
			this.#add(a, b, d);
			this.#add(b, c, d);
		} else {
			this.#polygon(4, node);
			return;
		}
		bendOfQuad(positions, a, b, c, d, this.#bend);
		if (this.#bend.offPlane > BENT) this.#tellIfBent(4, this.#bend.offPlane, this.#bend.area, node);
	}

	#polygon(size: number, node: string): void {
		const { positions, corners } = this.#model;
		const { triangles, problem, offPlane } = triangulate(
			positions,
			corners.subarray(this.#corner, this.#corner + size),
		);
		for (let i = 0; i < triangles.length; i += 3) this.#add(triangles[i], triangles[i + 1], triangles[i + 2]);
		if (problem !== undefined) this.#tell(problem, size, node);
		else if (offPlane > BENT) this.#tellIfBent(size, offPlane, this.#lastArea(triangles.length), node);
	}

	/** Area of the triangles that were added last. */
	#lastArea(count: number): number {
		let area = 0;
		for (let at = this.length - count; at < this.length; at += 3) {
			area += faceArea(this.#model.positions, this.#triangles, at / 3);
		}
		return area;
	}

	#tellIfBent(corners: number, offPlane: number, area: number, node: string): void {
		if (offPlane <= BENT_SHARE * Math.sqrt(area)) return;
		this.#report.add(OBJ_FINDINGS.OBJ_FACE_BENT, this.#place(node), { corners, distance: offPlane });
	}

	#tell(problem: RingProblem, corners: number, node: string): void {
		const place = this.#place(node);
		if (problem === 'zero-area') this.#report.add(OBJ_FINDINGS.OBJ_FACE_WITHOUT_AREA, place, { corners });
		else if (problem === 'self-crossing') this.#report.add(OBJ_FINDINGS.OBJ_FACE_CROSSES_ITSELF, place, { corners });
		else this.#report.add(OBJ_FINDINGS.OBJ_FACE_FOLDED, place, { corners });
	}

	#place(node: string): { line: number; node: string; at: Vec3 } {
		const { positions, corners, faceLines } = this.#model;
		return { line: faceLines[this.#face], node, at: vec3At(positions, corners[this.#corner]) };
	}
}

/** The vertices that some triangles use. */
export interface CompactVertices {
	/** 3 a vertex, in the order of the file. */
	readonly positions: Float64Array;
	/** 3 a vertex, if the file has colours. */
	readonly colours: Float32Array | undefined;
}

/** A part whose vertices lie scattered over more than this many times its corners is sorted instead of swept. */
const SCATTERED = 4;

/** Takes the vertices that triangles use out of those of a file, and renumbers the triangles in place. */
export class VertexCompactor {
	readonly #positions: Float64Array;
	readonly #colours: Float32Array | undefined;
	/** New number + 1 of a vertex; all 0 between parts. */
	readonly #numbers: Uint32Array;

	constructor(positions: Float64Array, colours: Float32Array | undefined) {
		this.#positions = positions;
		this.#colours = colours;
		this.#numbers = new Uint32Array(positions.length / 3);
	}

	/** @param triangles vertices of the file; vertices of the result afterwards */
	compact(triangles: Uint32Array): CompactVertices {
		const used = this.#usedVertices(triangles);
		const numbers = this.#numbers;
		const positions = new Float64Array(used.length * 3);
		const colours = this.#colours && new Float32Array(used.length * 3);
		for (let vertex = 0; vertex < used.length; vertex++) {
			numbers[used[vertex]] = vertex + 1;
			const from = used[vertex] * 3;
			const to = vertex * 3;
			positions[to] = this.#positions[from];
			positions[to + 1] = this.#positions[from + 1];
			positions[to + 2] = this.#positions[from + 2];
		}
		if (colours !== undefined) copyTriples(this.#colours as Float32Array, used, colours);
		for (let i = 0; i < triangles.length; i++) triangles[i] = numbers[triangles[i]] - 1;
		for (let vertex = 0; vertex < used.length; vertex++) numbers[used[vertex]] = 0;
		return { positions, colours };
	}

	/** In ascending order, each once. A file of many small parts must not be swept from end to end for each of them. */
	#usedVertices(triangles: Uint32Array): Uint32Array {
		let lowest = 0xffff_ffff;
		let highest = 0;
		for (let i = 0; i < triangles.length; i++) {
			const vertex = triangles[i];
			if (vertex < lowest) lowest = vertex;
			if (vertex > highest) highest = vertex;
		}
		if (highest - lowest >= triangles.length * SCATTERED) return sortedUnique(triangles);
		const numbers = this.#numbers;
		let count = 0;
		for (let i = 0; i < triangles.length; i++) {
			if (numbers[triangles[i]] !== 0) continue;
			numbers[triangles[i]] = 1;
			count++;
		}
		const used = new Uint32Array(count);
		for (let vertex = lowest, at = 0; at < count; vertex++) if (numbers[vertex] !== 0) used[at++] = vertex;
		return used;
	}
}

function sortedUnique(values: Uint32Array): Uint32Array {
	const sorted = values.slice().sort();
	let count = 0;
	for (let i = 0; i < sorted.length; i++) {
		if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
	}
	return sorted.slice(0, count);
}

function copyTriples(source: Float32Array, used: Uint32Array, target: Float32Array): void {
	for (let vertex = 0; vertex < used.length; vertex++) {
		const from = used[vertex] * 3;
		target.set(source.subarray(from, from + 3), vertex * 3);
	}
}
