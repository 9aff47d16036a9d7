import type { Location, Report } from '../../src/findings/report.ts';
import { MAX_CORNERS } from '../../src/geometry/triangulate.ts';
import { Growing } from '../../src/math/arrays.ts';
import { BLANK, CARRIAGE_RETURN, HASH, LINE_FEED } from '../../src/text/cursor.ts';
import { excerpt } from '../../src/text/text.ts';
import { Cursor } from './cursor.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { dropUnusable, ElementList, type Library, NO_MATERIAL, NO_NODE, NodeTable, type ObjModel } from './model.ts';

/** In one file: the grammar of the format: every statement, and what is kept of it. */

/** Statements without meaning for a walkmesh: texture and normal vectors, smoothing, display, other kinds of materials. */
const MEANINGLESS = new Set(
	'vt vn s mg usemap maplib bevel c_interp d_interp lod shadow_obj trace_obj ctech stech'.split(' '),
);

/** Statements of free-form curves and surfaces, in both versions of the format. */
const FREE_FORM = new Set(
	'vp cstype deg bmat step curv curv2 surf parm trim hole scrv sp end con bsp bzp cdc cdp res'.split(' '),
);

/** Statements that run other files or programs. */
const CALLS = new Set(['call', 'csh']);

const LETTER_F = 102;
const LETTER_V = 118;
const LETTER_N = 110;
const LETTER_T = 116;
/** In place of a corner that names no vertex, which has been reported. */
const REFUSED = -1;
/** Vertex indices have 32 bits. */
const MOST_VERTICES = 0xffff_ffff;
/** How many different libraries are kept; files name one or two. */
const MOST_LIBRARIES = 64;
/** Names are cut after this many characters: longer ones would cost time wherever names are compared. */
export const LONGEST_NAME = 4096;

/** Reads statements into flat arrays. A faulty statement is reported with its line, and reading goes on. */
export class ObjScanner {
	readonly cursor: Cursor = new Cursor();
	readonly #report: Report;
	readonly #vertices: VertexList;
	readonly #faces = new ElementList();
	readonly #polylines = new ElementList();
	readonly #points = new ElementList();
	readonly #nodes: NodeTable;
	readonly #declared = new Growing(Uint32Array);
	#declaringNode = -1;
	readonly #materials = new Map([['', NO_MATERIAL]]);
	#material = NO_MATERIAL;
	readonly #libraries = new Map<string, Library>();
	readonly #others = new Map<string, Others>();
	#faceStatements = 0;
	#highest = 0;

	/**
	 * @param name node of faces before any `o` or `g`
	 * @param largest coordinates beyond are none that a walkmesh could hold
	 */
	constructor(name: string, largest: number, report: Report) {
		this.#nodes = new NodeTable(name);
		this.#vertices = new VertexList(largest, report);
		this.#report = report;
	}

	/** Triangles of the faces so far: each has two less than corners. */
	get triangles(): number {
		return this.#faces.vertices.length - 2 * this.#faces.count;
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
		reportOthers(this.#others, this.#report);
		this.#vertices.finish();
		const model: ObjModel = {
			positions: this.#vertices.positions.view(),
			colours: this.#vertices.colours(),
			faces: this.#faces.view(),
			polylines: this.#polylines.view(),
			points: this.#points.view(),
			nodes: this.#nodes.list,
			materials: [...this.#materials.keys()],
			libraries: [...this.#libraries.values()],
			declared: this.#declared.view(),
			faceStatements: this.#faceStatements,
		};
		const sound = this.#highest <= this.#vertices.count && !this.#vertices.faulty;
		return sound ? model : dropUnusable(model, this.#report);
	}

	/** Reads one statement. Those that a file has a million of are recognized by their first bytes. */
	#statement(): void {
		const { cursor } = this;
		const { bytes } = cursor;
		// Skips blanks before a keyword, and empty lines that are continued.
		while (bytes[cursor.at] <= BLANK) {
			if (bytes[cursor.at] === LINE_FEED || bytes[cursor.at] === CARRIAGE_RETURN) return;
			cursor.at++;
		}
		const first = bytes[cursor.at];
		const second = bytes[cursor.at + 1];
		if (first === LETTER_V && second <= BLANK) {
			cursor.at++;
			this.#vertex();
		} else if (first === LETTER_F && second <= BLANK) {
			cursor.at++;
			this.#face();
		} else if (first === LETTER_V && (second === LETTER_N || second === LETTER_T) && bytes[cursor.at + 2] <= BLANK) {
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
		else if (keyword === 'o') this.#nodes.object(this.#name(keyword), line);
		else if (keyword === 'g') this.#nodes.group(this.#name(keyword), line);
		else if (keyword === 'usemtl') this.#useMaterial(this.#name(keyword));
		else if (keyword === 'mtllib') this.#library(cursor.rest(), line);
		else if (!MEANINGLESS.has(keyword)) countOther(this.#others, keyword, line);
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
		if (sound && count >= 3 && count <= MAX_CORNERS) {
			this.#faces.end(count, line, this.#nodes.forElement(), this.#material);
			return;
		}
		vertices.length = first;
		if (!sound) return;
		const location = this.#location(line);
		if (count < 3) this.#refuseFace(location, `it has ${count === 0 ? 'none' : count} of the 3 corners that it needs`);
		else this.#report.add(OBJ_FINDINGS.OBJ_FACE_TOO_LARGE, location, { corners: count, limit: MAX_CORNERS });
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
		if (sound) list.end(list.vertices.length - first, line, this.#nodes.forElement(), this.#material);
		else list.vertices.length = first;
	}

	/** Reads a corner as a vertex index from 0. The vertex may follow later in the file. Negative numbers count back from the last vertex so far. */
	#corner(): number {
		const index = this.cursor.corner();
		if (index > 0 && index <= MOST_VERTICES) {
			if (index > this.#highest) this.#highest = index;
			return index - 1;
		}
		const { count } = this.#vertices;
		if (index < 0 && count + index >= 0) return count + index;
		const location = this.#location(this.cursor.line);
		if (index < 0)
			this.#refuseFace(location, `a corner refers to vertex ${index}, but only ${count} vertices precede it`);
		else if (index === 0) this.#refuseFace(location, 'a corner refers to vertex 0; vertices count from 1');
		else this.#refuseFace(location, `"${excerpt(this.cursor.word())}" is not a corner`);
		return REFUSED;
	}

	#refuseFace(location: Location, problem: string): void {
		this.#report.add(OBJ_FINDINGS.OBJ_FACE_INVALID, location, { problem });
	}

	/** The rest of the statement as a name. */
	#name(keyword: string): string {
		const { line } = this.cursor;
		const name = this.cursor.rest();
		if (name.length <= LONGEST_NAME) return name;
		this.#report.add(OBJ_FINDINGS.OBJ_NAME_TOO_LONG, { line }, { keyword, length: name.length, limit: LONGEST_NAME });
		return name.slice(0, LONGEST_NAME);
	}

	#useMaterial(name: string): void {
		const known = this.#materials.get(name);
		this.#material = known ?? this.#materials.size;
		if (known === undefined) this.#materials.set(name, this.#material);
	}

	#library(text: string, line: number): void {
		if (text !== '' && !this.#libraries.has(text) && this.#libraries.size < MOST_LIBRARIES) {
			this.#libraries.set(text, { text, line });
		}
	}

	#location(line: number): { line: number; node?: string } {
		const { current, list } = this.#nodes;
		return current < 0 ? { line } : { line, node: list[current].name };
	}
}

/** Most numbers of a vertex: position, weight or colour, alpha. */
const MOST_NUMBERS = 7;

/** A number with a doubtful exponent, such as `3.1+e2`: some programs mean 310, and others read 3.1. */
const ODD_EXPONENT = /^([+-]?(?:\d+\.?\d*|\.\d+))[+-][eE]\d+$/;

/** A number with a comma for the decimal point, as programs write that take the language of the system for that of the file. */
const DECIMAL_COMMA = /^[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?$/;

/** The vertices of a file. A vertex that could not be read keeps its number; its position is NaN. */
class VertexList {
	/** 3 a vertex. */
	readonly positions: Growing<Float64Array> = new Growing(Float64Array);
	/** How many vertices there are. */
	count = 0;
	/** True when some vertex could not be read. */
	faulty = false;
	readonly #largest: number;
	readonly #report: Report;
	readonly #numbers = new Float64Array(MOST_NUMBERS);
	#unread = 0;
	#firstUnread: { readonly line: number; readonly text: string } | undefined;
	#commas = 0;
	#firstComma: { readonly line: number; readonly text: string; readonly value: number } | undefined;
	#colours: Growing<Float64Array> | undefined;
	#highestColour = 0;
	#weights = 0;
	#firstWeightLine = 0;

	constructor(largest: number, report: Report) {
		this.#largest = largest;
		this.#report = report;
	}

	/** Reads the numbers of a `v` statement. */
	read(cursor: Cursor): void {
		const numbers = this.#numbers;
		const { line } = cursor;
		let count = 0;
		let sound = true;
		while (cursor.more()) {
			let value = cursor.number();
			if (!(Math.abs(value) <= this.#largest)) {
				value = this.#unusual(value, cursor, count < 3);
				if (Number.isNaN(value) && count < 3) sound = false;
			}
			if (count < MOST_NUMBERS) numbers[count] = value;
			count++;
		}
		if (count < 3) {
			this.#refuse(line, `it has ${count === 0 ? 'none' : count} of its 3 coordinates`);
			sound = false;
		}
		if (!sound) {
			this.faulty = true;
			numbers.fill(Number.NaN, 0, 3);
		}
		for (let axis = 0; axis < 3; axis++) this.positions.push(numbers[axis]);
		this.count++;
		if (count > 3) this.#further(count, line);
		else this.#colour(1, 1, 1);
	}

	/** Reports faults that are only known at the end of the file. */
	finish(): void {
		if (this.#firstComma !== undefined) {
			const { line, ...first } = this.#firstComma;
			this.#report.add(OBJ_FINDINGS.OBJ_DECIMAL_COMMA, { line }, { ...first, count: this.#commas });
		}
		if (this.#firstUnread !== undefined) {
			const { line, text } = this.#firstUnread;
			this.#report.add(OBJ_FINDINGS.OBJ_COLOUR_INVALID, { line }, { text, count: this.#unread });
		}
		if (this.#weights === 0) return;
		this.#report.add(OBJ_FINDINGS.OBJ_WEIGHT_IGNORED, { line: this.#firstWeightLine }, { count: this.#weights });
	}

	/** 3 a vertex, 0 to 1; files hold them as 0 to 255 too. Undefined when no vertex has a colour. */
	colours(): Float32Array | undefined {
		const values = this.#colours?.view();
		const full = this.#highestColour > 1 ? 255 : 1;
		return values === undefined ? undefined : Float32Array.from(values, (value) => value / full);
	}

	/**
	 * Reads a word that is not a plain decimal number; NaN, with a finding, when it is no number at all.
	 * @param isCoordinate false for what follows the coordinates, without which a vertex stands where it stood
	 */
	#unusual(value: number, cursor: Cursor, isCoordinate: boolean): number {
		const { line } = cursor;
		const text = cursor.word();
		if (!Number.isNaN(value) && isCoordinate) {
			this.#refuse(line, `the coordinate ${excerpt(text)} is larger than a walkmesh can hold`);
			return Number.NaN;
		}
		const odd = ODD_EXPONENT.exec(text);
		const prefix = odd === null ? Number.NaN : Number(odd[1]);
		if (Math.abs(prefix) <= this.#largest) {
			this.#report.add(OBJ_FINDINGS.OBJ_NUMBER_ODD, { line }, { text: excerpt(text), value: prefix });
			return prefix;
		}
		const comma = DECIMAL_COMMA.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
		if (Math.abs(comma) <= this.#largest) {
			if (this.#commas++ === 0) this.#firstComma = { line, text: excerpt(text), value: comma };
			return comma;
		}
		if (isCoordinate) this.#refuse(line, `"${excerpt(text)}" is not a coordinate`);
		else if (this.#unread++ === 0) this.#firstUnread = { line, text: excerpt(text) };
		return Number.NaN;
	}

	#refuse(line: number, problem: string): void {
		this.#report.add(OBJ_FINDINGS.OBJ_VERTEX_INVALID, { line }, { problem });
	}

	/** Reads the numbers after x y z: a weight (`w`), a colour (`r g b`, with or without alpha), or something unknown. */
	#further(count: number, line: number): void {
		const numbers = this.#numbers;
		const isColour = count === 6 || count === 7;
		if (isColour && !numbers.subarray(3, 6).some(Number.isNaN)) {
			this.#colours ??= white(this.count - 1);
			this.#colour(numbers[3], numbers[4], numbers[5]);
			this.#highestColour = Math.max(this.#highestColour, numbers[3], numbers[4], numbers[5]);
			return;
		}
		this.#colour(1, 1, 1);
		if (isColour) return;
		if (count > 4) this.#report.add(OBJ_FINDINGS.OBJ_VERTEX_TOO_LONG, { line }, { numbers: count });
		else if (numbers[3] !== 1 && !Number.isNaN(numbers[3]) && this.#weights++ === 0) this.#firstWeightLine = line;
	}

	/** The colour of the last vertex, once some vertex has one. */
	#colour(red: number, green: number, blue: number): void {
		if (this.#colours === undefined) return;
		this.#colours.push(red);
		this.#colours.push(green);
		this.#colours.push(blue);
	}
}

/** The colours of vertices that have none. */
function white(count: number): Growing<Float64Array> {
	const colours = new Growing(Float64Array);
	for (let value = 0; value < count * 3; value++) colours.push(1);
	return colours;
}

/** Ignored statements with one keyword, which are counted and reported at the end. */
interface Others {
	count: number;
	readonly line: number;
}

/** How many different unknown keywords are named; further ones are counted together, under the empty keyword. */
const NAMED = 20;
const FURTHER = '';

function countOther(others: Map<string, Others>, keyword: string, line: number): void {
	const known = FREE_FORM.has(keyword) || CALLS.has(keyword);
	const key = known || others.has(keyword) || unknownOf(others).length < NAMED ? keyword : FURTHER;
	const seen = others.get(key);
	if (seen === undefined) others.set(key, { count: 1, line });
	else seen.count++;
}

function unknownOf(others: ReadonlyMap<string, Others>): [string, Others][] {
	return [...others].filter(([keyword]) => keyword !== FURTHER && !FREE_FORM.has(keyword) && !CALLS.has(keyword));
}

function reportOthers(others: ReadonlyMap<string, Others>, report: Report): void {
	const freeForm = [...others].filter(([keyword]) => FREE_FORM.has(keyword));
	if (freeForm.length > 0) {
		const count = freeForm.reduce((sum, [, seen]) => sum + seen.count, 0);
		const keywords = freeForm.map(([keyword]) => keyword).join(', ');
		report.add(OBJ_FINDINGS.OBJ_FREE_FORM_IGNORED, { line: freeForm[0][1].line }, { count, keywords });
	}
	for (const [keyword, { count, line }] of others) {
		if (CALLS.has(keyword)) report.add(OBJ_FINDINGS.OBJ_CALL_IGNORED, { line }, { keyword, count });
	}
	for (const [keyword, { count, line }] of unknownOf(others)) {
		report.add(OBJ_FINDINGS.OBJ_KEYWORD_UNKNOWN, { line }, { keyword: excerpt(keyword), count });
	}
	const further = others.get(FURTHER);
	if (further !== undefined) {
		report.add(OBJ_FINDINGS.OBJ_KEYWORD_UNKNOWN, { line: further.line }, { count: further.count });
	}
}
