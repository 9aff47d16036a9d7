import type { Report } from '../../src/findings/index.ts';
import type { FaceBlock, LinkBlock, TreeBlock, VertexBlock } from './document.ts';
import { Growing } from './growing.ts';
import type { Rows } from './rows.ts';

const LARGEST_UINT = 0xffffffff;
const LARGEST_INT = 0x7fffffff;

/** The forms a face is written in; the surface is the 4th number of four, the 8th otherwise. */
const FACE_NUMBERS = '4, 8 or 11';

/**
 * `verts N` and its rows. Like all readers of blocks: begins after the keyword, ends at the first row that is no number,
 * whatever the count says.
 */
export function readVertices(rows: Rows, report: Report): VertexBlock {
	const count = new Count('verts', rows, report);
	const positions = new Growing(Float64Array);
	while (rows.next() && rows.atNumber()) {
		for (let k = 0; k < 3; k++) {
			if (rows.atEnd()) failShort(rows, report, 'verts', '3', k);
			positions.push(rows.float());
		}
		if (!rows.atEnd()) warnLong(rows, report, 'verts', '3');
	}
	count.check(positions.length / 3);
	return { positions: positions.finish() };
}

/** `faces N` and its rows: three vertices, then a surface, or smoothing group, three texture vertices and a surface. */
export function readFaces(rows: Rows, report: Report): FaceBlock {
	const count = new Count('faces', rows, report);
	const corners = new Growing(Uint32Array);
	const surfaces = new Growing(Uint32Array);
	const offsets = new Growing(Uint32Array);
	while (rows.next() && rows.atNumber()) {
		offsets.push(rows.offset);
		for (let k = 0; k < 3; k++) {
			if (rows.atEnd()) failShort(rows, report, 'faces', FACE_NUMBERS, k);
			corners.push(rows.integer(0, LARGEST_UINT, 'the number of a vertex'));
		}
		surfaces.push(readSurface(rows, report));
	}
	count.check(surfaces.length);
	return { corners: corners.finish(), surfaces: surfaces.finish(), offsets: offsets.finish() };
}

function readSurface(rows: Rows, report: Report): number {
	let found = 3;
	let surface = 0;
	for (; !rows.atEnd(); found++) {
		if (found === 3 || found === 7) surface = readSurfaceOrSmoothing(rows, found);
		else if (Number.isNaN(rows.number())) rows.failNumber('a number');
	}
	if (found < 4 || (found > 4 && found < 8)) failShort(rows, report, 'faces', FACE_NUMBERS, found);
	if (found > 8 && found !== 11) warnLong(rows, report, 'faces', FACE_NUMBERS);
	return surface;
}

function readSurfaceOrSmoothing(rows: Rows, index: number): number {
	const value = rows.number();
	// The fourth number may be a smoothing group of any kind; only a row's end shows whether it was the surface.
	if (index === 3 && !rows.atEnd()) return Number.isNaN(value) ? rows.failNumber('a number') : 0;
	if (Number.isInteger(value) && value >= 0 && value <= LARGEST_UINT) return value;
	return rows.failNumber('a surface (0 or more)');
}

/** One row of an aabb block, as far as it goes; `count` says how many numbers it has. */
interface NodeRow {
	readonly values: Float64Array;
	count: number;
}

/**
 * `aabb` and its rows of seven numbers: nothing, a count or the first node follows on the keyword's line. A row that is
 * not as it should be makes the tree unusable, not the text: the tree can be built anew.
 */
export function readTree(rows: Rows, report: Report): TreeBlock {
	const line = rows.line;
	const boxes = new Growing(Float64Array);
	const faces = new Growing(Int32Array);
	const row: NodeRow = { values: new Float64Array(7), count: 0 };
	let problem = '';
	const addNode = (): void => {
		if (problem === '' && !isNode(row)) problem = nodeProblem(row, rows.line);
		for (let k = 0; k < 6; k++) boxes.push(row.values[k]);
		// Some write −1 without its sign.
		faces.push(row.values[6] === LARGEST_UINT ? -1 : row.values[6]);
	};
	readNodeRow(rows, row);
	const form = row.count === 0 ? 'own-line' : row.count === 1 ? 'counted' : 'inline';
	const declared = form === 'counted' ? row.values[0] : undefined;
	if (form === 'inline') addNode();
	while (rows.next() && rows.atNumber()) {
		readNodeRow(rows, row);
		addNode();
	}
	if (declared !== undefined && declared !== faces.length) {
		report.add('ASCII_COUNT', { line }, { block: 'aabb', declared, found: faces.length });
	}
	const block = { line, form, boxes: boxes.finish(), faces: faces.finish() } as const;
	return problem === '' ? block : { ...block, problem };
}

function readNodeRow(rows: Rows, row: NodeRow): void {
	for (row.count = 0; !rows.atEnd(); row.count++) row.values[row.count] = rows.number();
}

function isNode({ values, count }: NodeRow): boolean {
	for (let k = 0; k < 6; k++) if (!isFloat32(values[k])) return false;
	return count === 7 && isFaceOrNone(values[6]);
}

function isFloat32(value: number): boolean {
	return Number.isFinite(Math.fround(value));
}

function isFaceOrNone(value: number): boolean {
	return (Number.isInteger(value) && value >= -1 && value <= LARGEST_INT) || value === LARGEST_UINT;
}

function nodeProblem({ values, count }: NodeRow, line: number): string {
	if (count !== 7) return `line ${line} has ${count} numbers, not 7`;
	if (!isFaceOrNone(values[6])) return `the last number of line ${line} is no face`;
	return `a bound of line ${line} is no finite number`;
}

/** `roomlinks` and its rows `edge room`. A count may follow the keyword; what it counts differs, so it is not looked at. */
export function readLinks(rows: Rows, report: Report): LinkBlock {
	const links = new Growing(Float64Array);
	while (rows.next() && rows.atNumber()) {
		links.push(rows.integer(0, Number.MAX_SAFE_INTEGER, 'the number of an edge'));
		if (rows.atEnd()) failShort(rows, report, 'roomlinks', '2', 1);
		links.push(rows.integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'the number of a room'));
		links.push(rows.line);
		if (!rows.atEnd()) warnLong(rows, report, 'roomlinks', '2');
	}
	return { rows: links.finish() };
}

/** What a block announces, and whether it was true. Nothing is allocated by it. */
class Count {
	readonly #block: string;
	readonly #report: Report;
	readonly #place: { line: number; column: number };
	readonly #declared: number | undefined;

	constructor(block: string, rows: Rows, report: Report) {
		this.#block = block;
		this.#report = report;
		const announced = !rows.atEnd();
		this.#place = rows.place();
		this.#declared = announced ? rows.integer(0, Number.MAX_SAFE_INTEGER, 'a count') : undefined;
	}

	check(found: number): void {
		if (this.#declared === undefined || this.#declared === found) return;
		this.#report.add('ASCII_COUNT', this.#place, { block: this.#block, declared: this.#declared, found });
	}
}

function failShort(rows: Rows, report: Report, row: string, needed: string, found: number): never {
	return report.fail('ASCII_ROW_SHORT', rows.place(), { row, needed, found });
}

function warnLong(rows: Rows, report: Report, row: string, needed: string): void {
	report.add('ASCII_ROW_LONG', rows.place(), { row, needed });
}
