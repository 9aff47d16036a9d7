import type { Report } from '../../src/findings/index.ts';
import { MAX_CORNERS } from '../../src/geometry/triangulate.ts';
import { CARRIAGE_RETURN, HASH, LINE_FEED, SPACE, shorten } from './characters.ts';
import { Cursor } from './cursor.ts';
import { ElementList } from './elements.ts';
import { GrowingIntegers } from './growing.ts';
import { OtherStatements } from './keywords.ts';
import { type FaceRun, type Library, NO_MATERIAL, NO_NODE, type ObjModel } from './model.ts';
import { NodeTable } from './nodes.ts';
import { dropUnusable } from './unusable.ts';
import { VertexList } from './vertices.ts';

const LETTER_F = 102;
const LETTER_V = 118;
const LETTER_N = 110;
const LETTER_T = 116;
/** Stands for a corner that was no vertex; reported already. */
const REFUSED = -1;
/** No file has more vertices. */
const MOST_VERTICES = 0xffff_ffff;
/** Different libraries that are remembered; files have one or two. */
const MOST_LIBRARIES = 64;

/** Reads statements into flat arrays. Whatever is wrong with one is reported with its line, and reading goes on. */
export class ObjScanner {
	readonly cursor: Cursor = new Cursor();
	readonly #report: Report;
	readonly #vertices: VertexList;
	readonly #faces = new ElementList();
	readonly #polylines = new ElementList();
	readonly #points = new ElementList();
	readonly #runs: FaceRun[] = [];
	readonly #nodes: NodeTable;
	readonly #declared = new GrowingIntegers();
	#declaringNode = -1;
	readonly #materials: string[] = [''];
	readonly #materialNumbers = new Map([['', NO_MATERIAL]]);
	#material = NO_MATERIAL;
	readonly #libraries = new Map<string, Library>();
	readonly #others = new OtherStatements();
	#faceStatements = 0;
	#highest = 0;

	/**
	 * @param name what faces belong to that no `o` or `g` names
	 * @param largest coordinates beyond are none that a walkmesh could hold
	 */
	constructor(name: string, largest: number, report: Report) {
		this.#nodes = new NodeTable(name);
		this.#vertices = new VertexList(largest, report);
		this.#report = report;
	}

	/** Reads whole statements. */
	scan(bytes: Uint8Array, end: number): void {
		const { cursor } = this;
		cursor.bytes = bytes;
		cursor.at = 0;
		while (cursor.at < end) {
			this.#statement();
			cursor.nextStatement();
		}
	}

	/** What was read. Call once, after the last statement. */
	finish(): ObjModel {
		this.#others.report(this.#report);
		this.#vertices.finish();
		const { vertices: corners, sizes: faceSizes, lines: faceLines } = this.#faces.view();
		const model: ObjModel = {
			positions: this.#vertices.positions.view(),
			colours: this.#vertices.colours(),
			corners,
			faceSizes,
			faceLines,
			runs: this.#runs,
			polylines: this.#polylines.view(),
			points: this.#points.view(),
			nodes: this.#nodes,
			materials: this.#materials,
			libraries: [...this.#libraries.values()],
			declared: this.#declared.view(),
			faceStatements: this.#faceStatements,
		};
		const sound = this.#highest <= this.#vertices.count && !this.#vertices.faulty;
		return sound ? model : dropUnusable(model, this.#report);
	}

	#statement(): void {
		const { cursor } = this;
		const { bytes } = cursor;
		// Blanks before a keyword; a continuation here would be an empty line that goes on.
		while (bytes[cursor.at] <= SPACE) {
			if (bytes[cursor.at] === LINE_FEED || bytes[cursor.at] === CARRIAGE_RETURN) return;
			cursor.at++;
		}
		const first = bytes[cursor.at];
		const second = bytes[cursor.at + 1];
		if (first === LETTER_V && second <= SPACE) {
			cursor.at++;
			this.#vertex();
		} else if (first === LETTER_F && second <= SPACE) {
			cursor.at++;
			this.#face();
		} else if (first === LETTER_V && (second === LETTER_N || second === LETTER_T) && bytes[cursor.at + 2] <= SPACE) {
			cursor.at += 2;
		} else if (first !== HASH) this.#rarer();
	}

	#rarer(): void {
		const { cursor } = this;
		if (!cursor.more()) return;
		const { line } = cursor;
		const keyword = cursor.keyword().toLowerCase();
		if (keyword === 'v') this.#vertex();
		else if (keyword === 'f' || keyword === 'fo') this.#face();
		else if (keyword === 'l') this.#element(this.#polylines, line);
		else if (keyword === 'p') this.#element(this.#points, line);
		else if (keyword === 'o') this.#nodes.object(cursor.rest(), line);
		else if (keyword === 'g') this.#nodes.group(cursor.rest(), line);
		else if (keyword === 'usemtl') this.#material = this.#materialNumber(cursor.rest());
		else if (keyword === 'mtllib') this.#library(cursor.rest(), line);
		else this.#others.add(keyword, line);
	}

	#vertex(): void {
		if (this.#nodes.current !== this.#declaringNode) {
			this.#declaringNode = this.#nodes.current;
			this.#declared.push(this.#vertices.count);
			this.#declared.push(this.#declaringNode < 0 ? NO_NODE : this.#declaringNode);
		}
		this.#vertices.read(this.cursor);
	}

	#face(): void {
		const { cursor } = this;
		const { vertices } = this.#faces;
		const { line } = cursor;
		const first = vertices.length;
		let count = 0;
		let sound = true;
		while (cursor.more()) {
			const vertex = this.#corner();
			if (vertex === REFUSED) sound = false;
			else if (count < MAX_CORNERS) vertices.push(vertex);
			count++;
		}
		this.#faceStatements++;
		if (!sound || count < 3 || count > MAX_CORNERS) {
			vertices.length = first;
			if (sound) this.#refuseFace(count, line);
			return;
		}
		const node = this.#nodes.forElement();
		const run = this.#runs.at(-1);
		if (run?.node !== node || run.material !== this.#material) {
			this.#runs.push({ node, material: this.#material, firstFace: this.#faces.sizes.length });
		}
		this.#faces.sizes.push(count);
		this.#faces.lines.push(line);
	}

	#refuseFace(count: number, line: number): void {
		const place = this.#place(line);
		if (count < 3) this.#report.add('OBJ_FACE_TOO_SMALL', place, { corners: count });
		else this.#report.add('OBJ_FACE_TOO_LARGE', place, { corners: count, limit: MAX_CORNERS });
	}

	#element(list: ElementList, line: number): void {
		const { cursor } = this;
		const first = list.vertices.length;
		let sound = true;
		while (cursor.more()) {
			const vertex = this.#corner();
			if (vertex === REFUSED) sound = false;
			else list.vertices.push(vertex);
		}
		if (sound) list.end(list.vertices.length - first, line, this.#nodes.forElement());
		else list.vertices.length = first;
	}

	/** The vertex of the corner here, from 0: it may still be to come. Negative numbers count back from the last vertex so far. */
	#corner(): number {
		const index = this.cursor.corner();
		if (index > 0 && index <= MOST_VERTICES) {
			if (index > this.#highest) this.#highest = index;
			return index - 1;
		}
		const { count } = this.#vertices;
		if (index < 0 && count + index >= 0) return count + index;
		const place = this.#place(this.cursor.line);
		if (index < 0) this.#report.add('OBJ_INDEX_OUT_OF_RANGE', place, { index, vertices: count });
		else if (index === 0) this.#report.add('OBJ_INDEX_ZERO', place);
		else this.#report.add('OBJ_INDEX_INVALID', place, { text: shorten(this.cursor.word()) });
		return REFUSED;
	}

	#materialNumber(name: string): number {
		let number = this.#materialNumbers.get(name);
		if (number === undefined) {
			number = this.#materials.push(name) - 1;
			this.#materialNumbers.set(name, number);
		}
		return number;
	}

	#library(text: string, line: number): void {
		if (text !== '' && !this.#libraries.has(text) && this.#libraries.size < MOST_LIBRARIES) {
			this.#libraries.set(text, { text, line });
		}
	}

	#place(line: number): { line: number; node?: string } {
		const { current, list } = this.#nodes;
		return current < 0 ? { line } : { line, node: list[current].name };
	}
}
