import type { Report } from '../../src/findings/report.ts';
import { MAX_CORNERS } from '../../src/mesh/triangulate.ts';
import type { ImportContext } from '../../src/scene/scene.ts';
import { BACKSLASH, CARRIAGE_RETURN, Cursor, HASH, LINE_FEED, SPACE, shorten } from './cursor.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { dropUnusable, HEAD_BYTES, markLength, refuseForeign } from './foreign.ts';
import { ElementList, type FaceRun, type Library, NO_MATERIAL, NO_NODE, NodeTable, type ObjModel } from './model.ts';
import { GrowingIntegers, VertexList } from './vertices.ts';

/** Statements that say nothing of the shape: texture and normal vectors, smoothing, display, materials of other kinds. */
const MEANINGLESS = new Set(
	'vt vn s mg usemap maplib bevel c_interp d_interp lod shadow_obj trace_obj ctech stech'.split(' '),
);

/** Free-form curves and surfaces, also those of the format's second version. */
const FREE_FORM = new Set(
	'vp cstype deg bmat step curv curv2 surf parm trim hole scrv sp end con bsp bzp cdc cdp res'.split(' '),
);

/** Statements that run other files or programs. */
const CALLS = new Set(['call', 'csh']);

/** Different unknown keywords that are named; further ones are counted together. */
const NAMED = 20;

interface Seen {
	count: number;
	readonly line: number;
}

/** Counts the statements that are passed over, and says so at the end, once for each keyword. */
export class OtherStatements {
	readonly #unknown = new Map<string, Seen>();
	readonly #freeForm = new Map<string, Seen>();
	readonly #calls = new Map<string, Seen>();
	#more: Seen | undefined;

	add(keyword: string, line: number): void {
		if (MEANINGLESS.has(keyword)) return;
		if (FREE_FORM.has(keyword)) count(this.#freeForm, keyword, line);
		else if (CALLS.has(keyword)) count(this.#calls, keyword, line);
		else if (this.#unknown.size < NAMED || this.#unknown.has(keyword)) count(this.#unknown, keyword, line);
		else if (this.#more === undefined) this.#more = { count: 1, line };
		else this.#more.count++;
	}

	report(report: Report): void {
		if (this.#freeForm.size > 0) {
			const keywords = [...this.#freeForm.keys()].join(', ');
			let total = 0;
			for (const seen of this.#freeForm.values()) total += seen.count;
			const [first] = this.#freeForm.values();
			report.add(OBJ_FINDINGS.OBJ_FREE_FORM_IGNORED, { line: first.line }, { count: total, keywords });
		}
		for (const [keyword, seen] of this.#calls) {
			report.add(OBJ_FINDINGS.OBJ_CALL_IGNORED, { line: seen.line }, { keyword, count: seen.count });
		}
		for (const [keyword, seen] of this.#unknown) {
			report.add(
				OBJ_FINDINGS.OBJ_KEYWORD_UNKNOWN,
				{ line: seen.line },
				{ keyword: shorten(keyword), count: seen.count },
			);
		}
		if (this.#more !== undefined) {
			report.add(OBJ_FINDINGS.OBJ_KEYWORD_UNKNOWN, { line: this.#more.line }, { count: this.#more.count });
		}
	}
}

function count(map: Map<string, Seen>, keyword: string, line: number): void {
	const seen = map.get(keyword);
	if (seen === undefined) map.set(keyword, { count: 1, line });
	else seen.count++;
}

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
		if (count < 3) this.#report.add(OBJ_FINDINGS.OBJ_FACE_TOO_SMALL, place, { corners: count });
		else this.#report.add(OBJ_FINDINGS.OBJ_FACE_TOO_LARGE, place, { corners: count, limit: MAX_CORNERS });
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
		if (index < 0) this.#report.add(OBJ_FINDINGS.OBJ_INDEX_OUT_OF_RANGE, place, { index, vertices: count });
		else if (index === 0) this.#report.add(OBJ_FINDINGS.OBJ_INDEX_ZERO, place);
		else this.#report.add(OBJ_FINDINGS.OBJ_INDEX_INVALID, place, { text: shorten(this.cursor.word()) });
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

/** No statement is longer than this, and no file can make us hold more of it at once. */
export const LONGEST_STATEMENT: number = 64 * 1024 * 1024;

const FIRST_CAPACITY = 512 * 1024;

/**
 * Turns pieces of a file, cut anywhere, into whole statements. What is left of a statement at the end of a piece
 * moves to the front and waits for the next one, so a file never has to be in memory, nor in one string.
 */
export class StatementBuffer {
	bytes: Uint8Array = new Uint8Array(FIRST_CAPACITY);
	/** How many bytes of `bytes` are text. */
	length = 0;
	/** Bytes of the file before the first of `bytes`. */
	offset = 0;
	readonly #report: Report;
	/** No statement ends before this byte. */
	#searched = 0;

	constructor(report: Report) {
		this.#report = report;
	}

	append(piece: Uint8Array): void {
		const needed = this.length + piece.length;
		if (needed > this.bytes.length) {
			if (needed > LONGEST_STATEMENT) {
				this.#report.fail(OBJ_FINDINGS.OBJ_STATEMENT_TOO_LONG, { offset: this.offset }, { limit: LONGEST_STATEMENT });
			}
			const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
			larger.set(this.bytes.subarray(0, this.length));
			this.bytes = larger;
		}
		this.bytes.set(piece, this.length);
		this.length = needed;
	}

	/** Ends the last statement of a file, be it the middle of a continuation. */
	finish(): void {
		this.append(Uint8Array.of(LINE_FEED, LINE_FEED));
	}

	/**
	 * Where the last whole statement ends; 0 without one. A line that ends with `\` goes on in the next one. (In a comment it
	 * does not, but then the statement merely waits for more.) A carriage return at the very end may be half of a CRLF.
	 */
	wholeStatements(): number {
		const { bytes, length } = this;
		for (let at = length - 1; at >= this.#searched; at--) {
			const byte = bytes[at];
			if (byte === LINE_FEED) {
				if (bytes[at - 1 - (bytes[at - 1] === CARRIAGE_RETURN ? 1 : 0)] !== BACKSLASH) return at + 1;
			} else if (byte === CARRIAGE_RETURN && at + 1 < length && bytes[at - 1] !== BACKSLASH) return at + 1;
		}
		this.#searched = Math.max(0, length - 1);
		return 0;
	}

	/** Forgets the bytes before `end`. */
	consume(end: number): void {
		this.bytes.copyWithin(0, end, this.length);
		this.length -= end;
		this.offset += end;
		this.#searched = Math.max(0, this.length - 1);
	}
}

/** Bytes that are read at once. */
const PIECE = 256 * 1024;

export type ObjSource = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads a file piece by piece.
 *
 * @param largest the largest coordinate, in the file's own unit, that a walkmesh can hold
 * @throws InputError for what is no OBJ text
 */
export async function scanObj(source: ObjSource, largest: number, context: ImportContext): Promise<ObjModel> {
	const { report, signal } = context;
	const buffer = new StatementBuffer(report);
	const scanner = new ObjScanner(context.name, largest, report);
	let begun = false;
	for await (const piece of pieces(source)) {
		signal?.throwIfAborted();
		buffer.append(piece);
		if (!begun && buffer.length < HEAD_BYTES) continue;
		if (!begun) begin(buffer, context);
		else refuseZeroBytes(buffer, buffer.length - piece.length, context);
		begun = true;
		advance(buffer, scanner);
	}
	if (!begun) begin(buffer, context);
	buffer.finish();
	advance(buffer, scanner);
	return scanner.finish();
}

function begin(buffer: StatementBuffer, context: ImportContext): void {
	const head = buffer.bytes.subarray(0, Math.min(buffer.length, HEAD_BYTES));
	refuseForeign(head, context.report);
	refuseZeroBytes(buffer, 0, context);
	buffer.consume(markLength(head));
}

function refuseZeroBytes(buffer: StatementBuffer, from: number, { report }: ImportContext): void {
	const zero = buffer.bytes.subarray(from, buffer.length).indexOf(0);
	if (zero >= 0) report.fail(OBJ_FINDINGS.OBJ_BINARY, { offset: buffer.offset + from + zero });
}

function advance(buffer: StatementBuffer, scanner: ObjScanner): void {
	const end = buffer.wholeStatements();
	if (end === 0) return;
	scanner.scan(buffer.bytes, end);
	buffer.consume(end);
}

/** Large pieces cut into smaller ones. */
async function* pieces(source: ObjSource): AsyncGenerator<Uint8Array, void, undefined> {
	for await (const chunk of source instanceof Uint8Array ? [source] : source) {
		for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
	}
}
