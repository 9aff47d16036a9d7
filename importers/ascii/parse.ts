import { formatMark, isMark, type Mark, parseMark } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { GivenOf } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import { checkTriangles } from '../../src/formats/limits.ts';
import { Growing } from '../../src/math/arrays.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { WalkmeshKind } from '../../src/model/walkmesh.ts';
import { nodeRole } from '../../src/scene/roles.ts';
import { excerpt } from '../../src/text/text.ts';
import { ASCII_READ_OPTIONS } from './options.ts';
import { Rows } from './rows.ts';

/** In one file: the grammar of the texts: their rows, blocks and keywords. */

const LARGEST_UINT = 0xffffffff;
const LARGEST_INT = 0x7fffffff;

/** A kind of row: the keyword of its block, and how many numbers it has. */
interface RowForm {
	readonly row: string;
	readonly needed: string;
}

const VERTEX_ROW: RowForm = { row: 'verts', needed: '3' };
/** The surface is the 4th number of four, the 8th otherwise. */
const FACE_ROW: RowForm = { row: 'faces', needed: '4, 8 or 11' };
const LINK_ROW: RowForm = { row: 'roomlinks', needed: '2' };

/**
 * Reads `verts N` and its rows. Like all readers of blocks, it begins after the keyword and ends at the first row without a number, whatever the
 * count says.
 */
function readVertices(rows: Rows, report: Report): VertexBlock {
	const checkCount = readCount('verts', rows, report);
	const positions = new Growing(Float64Array);
	while (rows.next() && rows.atNumber()) {
		for (let axis = 0; axis < 3; axis++) {
			needMore(rows, report, VERTEX_ROW, axis);
			positions.push(rows.float());
		}
		endRow(rows, report, VERTEX_ROW);
	}
	checkCount(positions.length / 3);
	return { positions: positions.copy() };
}

/** Reads `faces N` and its rows: three vertices, then a surface, or smoothing group, three texture vertices and a surface. */
function readFaces(rows: Rows, report: Report, maxTriangles: number): FaceBlock {
	const checkCount = readCount('faces', rows, report);
	const corners = new Growing(Uint32Array);
	const surfaces = new Growing(Uint32Array);
	const offsets = new Growing(Uint32Array);
	while (rows.next() && rows.atNumber()) {
		offsets.push(rows.at);
		for (let corner = 0; corner < 3; corner++) {
			needMore(rows, report, FACE_ROW, corner);
			corners.push(rows.integer(0, LARGEST_UINT, 'the number of a vertex'));
		}
		surfaces.push(readSurface(rows, report));
		checkTriangles(surfaces.length, maxTriangles, report, rows.location());
	}
	checkCount(surfaces.length);
	return { corners: corners.copy(), surfaces: surfaces.copy(), offsets: offsets.copy() };
}

function readSurface(rows: Rows, report: Report): number {
	let found = 3;
	let surface = 0;
	for (; !rows.atEnd(); found++) {
		const value = rows.number();
		// The fourth number may be a smoothing group of any kind; only a row's end shows whether it was the surface.
		if (found === 7 || (found === 3 && rows.atEnd())) {
			if (!(Number.isInteger(value) && value >= 0 && value <= LARGEST_UINT)) rows.failNumber('a surface (0 or more)');
			surface = value;
		} else if (Number.isNaN(value)) rows.failNumber('a number');
	}
	if (found < 4 || (found > 4 && found < 8)) failShort(rows, report, FACE_ROW, found);
	if (found > 8 && found !== 11) tellLong(rows, report, FACE_ROW);
	return surface;
}

/** One row of an aabb block, possibly incomplete; `count` is the number of its values. */
interface NodeRow {
	readonly values: Float64Array;
	count: number;
}

/**
 * Reads `aabb` and its rows of seven numbers. The line of the keyword may also have a count or the first node. A faulty row only makes the tree
 * unusable, not the text, because the tree can be rebuilt.
 */
function readTree(rows: Rows, report: Report): TreeBlock {
	const line = rows.line;
	const boxes = new Growing(Float64Array);
	const faces = new Growing(Int32Array);
	const row: NodeRow = { values: new Float64Array(7), count: 0 };
	let problem = '';
	const addNode = (): void => {
		if (problem === '' && !isNode(row)) problem = nodeProblem(row, rows.line);
		for (let k = 0; k < 6; k++) boxes.push(row.values[k]);
		// Some tools write −1 as an unsigned number.
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
		report.add(ASCII_FINDINGS.ASCII_COUNT, { line }, { block: 'aabb', declared, found: faces.length });
	}
	const block = { line, form, boxes: boxes.copy(), faces: faces.copy() } as const;
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
	if (!isFaceOrNone(values[6])) return `the last number of line ${line} is not a face`;
	return `a bound of line ${line} is not a finite number`;
}

/** Reads `roomlinks` and its rows `edge room`. A count after the keyword is ignored, because tools count different things. */
function readLinks(rows: Rows, report: Report): LinkBlock {
	const links = new Growing(Float64Array);
	while (rows.next() && rows.atNumber()) {
		links.push(rows.integer(0, Number.MAX_SAFE_INTEGER, 'the number of an edge'));
		needMore(rows, report, LINK_ROW, 1);
		links.push(rows.integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'the number of a room'));
		links.push(rows.line);
		endRow(rows, report, LINK_ROW);
	}
	return { rows: links.copy() };
}

/** The blocks of a node, by their keywords. */
const BLOCKS = { verts: readVertices, faces: readFaces, aabb: readTree, roomlinks: readLinks } as const;

/** Reads the count of a block. It is not used to allocate memory. @returns a function that compares it with the number of rows found */
function readCount(block: string, rows: Rows, report: Report): (found: number) => void {
	const announced = !rows.atEnd();
	const location = rows.location();
	const declared = announced ? rows.integer(0, Number.MAX_SAFE_INTEGER, 'a count') : undefined;
	return (found) => {
		if (declared === undefined || declared === found) return;
		report.add(ASCII_FINDINGS.ASCII_COUNT, location, { block, declared, found });
	};
}

/** Fails when the row ends here. @param found how many numbers it had */
function needMore(rows: Rows, report: Report, form: RowForm, found: number): void {
	if (rows.atEnd()) failShort(rows, report, form, found);
}

function failShort(rows: Rows, report: Report, { row, needed }: RowForm, found: number): never {
	const problem = `a row of "${row}" needs ${needed} numbers; this one has ${found}`;
	return report.fail(ASCII_FINDINGS.ASCII_INVALID, rows.location(), { problem });
}

function endRow(rows: Rows, report: Report, form: RowForm): void {
	if (!rows.atEnd()) tellLong(rows, report, form);
}

function tellLong(rows: Rows, report: Report, { row, needed }: RowForm): void {
	const problem = `this row of "${row}" has more than ${needed} numbers; ignoring the rest`;
	report.add(ASCII_FINDINGS.ASCII_FAULT, rows.location(), { problem });
}

/**
 * Keywords of model nodes that walkmeshes do not need. They are skipped without a finding, with the rows of numbers that follow them; other unknown
 * keywords are reported.
 */
const IGNORED_KEYWORDS: ReadonlySet<string> = new Set(
	`alpha ambient beaming bitmap bitmap2 bmax bmin center centroid classification classification_unk1 colorindices colors
	compress_quaternions diffuse dirt_coord_space dirt_enabled dirt_texture dirt_worldspace dirtcoordspace dirtenabled
	dirttexture dirtworldspace endlist extra_data filedependancy filedependency headlink hologram_donotdraw ignorefog
	inheritcolor inv_count layoutposition lightmap lightmapped m_bisbackgroundgeometry name normals radius render
	rotatetexture sampleperiod scale selfillumcolor setanimationscale setsupermodel shadow shininess specular tangents
	tangentspace texindices1 texindices2 texindices3 texture0 texture1 tilefade transparencyhint tverts tverts1 tverts2
	tverts3 wirecolor`.split(/\s+/),
);

/** Keywords that end a list of names whose count is too large. */
const STRUCTURAL_KEYWORDS: ReadonlySet<string> = new Set(
	'aabb donemodel endmodelgeom endnode endwalkmeshgeom faces node roomlinks tverts verts'.split(' '),
);

/** Words in comments that identify a tool or a kind of walkmesh. */
const HINT = /WOKMESH|PWKMESH|DWKMESH|MAXWALKMESH|MDLedit|NWmax|MDLOps|KotOR\.?js|PyKotor|KOTORMax/gi;

/** Most unknown keywords that are reported; a text with more is hardly a walkmesh. */
const MOST_UNKNOWN = 50;

/** Reads a text into nodes. @throws InputError for rows that cannot be read */
export function parseAscii(
	bytes: Uint8Array,
	report: Report,
	maxTriangles: number = ASCII_READ_OPTIONS.maxTriangles.default,
): { document: AsciiDocument; rows: Rows } {
	const parser = new Parser(bytes, report, maxTriangles);
	parser.run();
	return { document: parser.document, rows: parser.rows };
}

/** True for nodes whose geometry is walkmesh; asked when a block of the node begins, after its name and parent. */
export function isWalkmeshNode(node: AsciiNode, document: AsciiDocument): boolean {
	if (node.type === 'aabb') return true;
	if (node.type !== 'trimesh') return false;
	if (!document.isModel) return true;
	return nodeRole(node.name)?.role === 'geometry' || nodeRole(node.parent)?.role === 'root';
}

function hasGeometry(type: string): boolean {
	return type === 'aabb' || type === 'trimesh';
}

class Parser {
	readonly document: AsciiDocument = {
		nodes: [],
		byName: new Map(),
		isModel: false,
		isWalkmeshGeom: false,
		layoutPosition: undefined,
		hints: new Set(),
	};
	readonly rows: Rows;
	readonly #report: Report;
	readonly #maxTriangles: number;
	/** The node whose lines are being read. */
	#node: AsciiNode | undefined;
	/** Marks that wait for the node they are about. */
	#marks: Mark[] = [];
	#whole = '';
	readonly #unknown = new Map<string, { times: number; line: number }>();

	constructor(bytes: Uint8Array, report: Report, maxTriangles: number) {
		this.#report = report;
		this.#maxTriangles = maxTriangles;
		this.rows = new Rows(bytes, report, (text) => this.#comment(text));
	}

	run(): void {
		const rows = this.rows;
		for (let more = rows.next(); more; ) {
			if (rows.atNumber()) {
				this.#noteUnknown('numbers without a keyword');
				more = this.#skipNumbers();
			} else more = this.#keyword(rows.word().toLowerCase());
		}
		for (const [keyword, { times, line }] of this.#unknown) {
			this.#report.add(ASCII_FINDINGS.ASCII_KEYWORD_SKIPPED, { line }, { keyword, times });
		}
		for (const mark of this.#marks)
			this.#report.add(ASCII_FINDINGS.ASCII_MARK, {}, { mark: formatMark(mark).slice(2) });
	}

	/** Reads what follows a keyword and goes on to the next row that is not part of it; false at the end of the text. */
	#keyword(keyword: string): boolean {
		switch (keyword) {
			case 'node':
				return this.#beginNode();
			case 'newmodel':
			case 'beginmodelgeom':
			case 'beginwalkmeshgeom':
				return this.#beginWhole(keyword);
			case 'newanim':
				return this.#skipAnimation();
			case 'layoutposition':
				this.document.layoutPosition = this.#floats(keyword, 3) as unknown as Vec3;
				return this.rows.next();
			case 'endwalkmeshgeom':
			case 'donemodel':
				this.#whole = '';
				this.#node = undefined;
				return this.rows.next();
			case 'endnode':
			case 'endmodelgeom':
				this.#node = undefined;
				return this.rows.next();
			default:
				return this.#node === undefined ? this.#skipUnknown(keyword) : this.#nodeKeyword(this.#node, keyword);
		}
	}

	#nodeKeyword(node: AsciiNode, keyword: string): boolean {
		const rows = this.rows;
		switch (keyword) {
			case 'parent':
				node.parent = rows.word();
				return rows.next();
			case 'position':
				node.position = this.#floats(keyword, 3) as unknown as Vec3;
				return rows.next();
			case 'orientation':
				node.orientation = this.#floats(keyword, 4) as unknown as AsciiNode['orientation'];
				return rows.next();
			case 'multimaterial':
				return this.#skipNames();
			case 'verts':
			case 'faces':
			case 'aabb':
			case 'roomlinks':
				if (isWalkmeshNode(node, this.document)) return this.#block(node, keyword);
				return this.#skipNumbers();
			default:
				return isWalkmeshNode(node, this.document) ? this.#skipUnknown(keyword) : this.#skipNumbers();
		}
	}

	#beginNode(): boolean {
		const rows = this.rows;
		const line = rows.line;
		const type = rows.word().toLowerCase();
		const name = rows.word();
		const marks = hasGeometry(type) ? this.#marks : [];
		if (hasGeometry(type)) this.#marks = [];
		this.#node = { line, type, name, whole: this.#whole, parent: '', position: ZERO, orientation: [0, 0, 0, 0], marks };
		this.document.nodes.push(this.#node);
		const key = name.toLowerCase();
		if (!this.document.byName.has(key)) this.document.byName.set(key, this.#node);
		return rows.next();
	}

	#beginWhole(keyword: string): boolean {
		this.#node = undefined;
		if (keyword === 'beginwalkmeshgeom') this.document.isWalkmeshGeom = true;
		else this.document.isModel = true;
		this.#whole = this.rows.word();
		return this.rows.next();
	}

	#block(node: AsciiNode, keyword: keyof typeof BLOCKS): boolean {
		const report = this.#report.within({ node: node.name });
		const { line } = this.rows;
		const block = BLOCKS[keyword](this.rows, report, this.#maxTriangles);
		if (node[keyword] === undefined) Object.assign(node, { [keyword]: block });
		else report.add(ASCII_FINDINGS.ASCII_BLOCK_REPEATED, { line }, { block: keyword });
		return !this.rows.done;
	}

	/** The numbers of the row. */
	#floats(row: string, count: number): number[] {
		return Array.from({ length: count }, (_, found) => {
			needMore(this.rows, this.#report, { row, needed: String(count) }, found);
			return this.rows.float();
		});
	}

	/** Skips an animation: its nodes have the same names as those of the geometry. */
	#skipAnimation(): boolean {
		this.#node = undefined;
		while (this.rows.next()) {
			if (!this.rows.atNumber() && this.rows.word().toLowerCase() === 'doneanim') return this.rows.next();
		}
		return false;
	}

	/** Skips `multimaterial N` and its N names, or fewer if the count is too large. */
	#skipNames(): boolean {
		const { rows } = this;
		const declared = rows.atEnd() ? 0 : rows.number();
		let more = rows.next();
		for (let name = 0; name < declared && more; name++) {
			if (STRUCTURAL_KEYWORDS.has(rows.word().toLowerCase())) {
				rows.back();
				break;
			}
			more = rows.next();
		}
		return more;
	}

	#skipUnknown(keyword: string): boolean {
		if (!IGNORED_KEYWORDS.has(keyword)) this.#noteUnknown(keyword);
		return this.#skipNumbers();
	}

	#noteUnknown(keyword: string): void {
		const word = excerpt(keyword);
		const seen = this.#unknown.get(word);
		if (seen !== undefined) seen.times++;
		else if (this.#unknown.size < MOST_UNKNOWN) this.#unknown.set(word, { times: 1, line: this.rows.line });
	}

	#skipNumbers(): boolean {
		while (this.rows.next()) if (!this.rows.atNumber()) return true;
		return false;
	}

	#comment(text: string): void {
		for (const [hint] of text.matchAll(HINT)) this.document.hints.add(hint.toUpperCase().replace('.', ''));
		if (!isMark(text)) return;
		const mark = parseMark(text);
		if (mark === undefined)
			this.#report.add(ASCII_FINDINGS.ASCII_MARK, { line: this.rows.line }, { mark: excerpt(text.trim()) });
		else if (this.#node !== undefined && hasGeometry(this.#node.type)) this.#node.marks.push(mark);
		else this.#marks.push(mark);
	}
}

/** The nodes of a text, parsed but not yet interpreted. */
export interface AsciiDocument {
	readonly nodes: AsciiNode[];
	/** Nodes by name in lower case; the first one for a repeated name. */
	readonly byName: Map<string, AsciiNode>;
	/** True for a whole model (`newmodel`, `beginmodelgeom`), only some of whose nodes are walkmesh. */
	isModel: boolean;
	/** True within `beginwalkmeshgeom`. */
	isWalkmeshGeom: boolean;
	layoutPosition: Vec3 | undefined;
	/** Words of comments by which a tool or a kind is known, upper case: `MDLEDIT`, `PWKMESH`. */
	readonly hints: Set<string>;
}

export interface AsciiNode {
	readonly line: number;
	/** Lower case: `aabb`, `trimesh`, `dummy`; empty when the line ends before it. */
	readonly type: string;
	/** Empty for a node without one. */
	readonly name: string;
	/** What `newmodel`, `beginmodelgeom` or `beginwalkmeshgeom` around it call the whole; empty without one. */
	readonly whole: string;
	parent: string;
	position: Vec3;
	/** Axis, and angle in radians. */
	orientation: readonly [x: number, y: number, z: number, angle: number];
	/** `# wokflow` comments before and within the node. */
	readonly marks: Mark[];
	/** Its blocks, by their keywords. */
	readonly verts?: VertexBlock;
	readonly faces?: FaceBlock;
	readonly aabb?: TreeBlock;
	readonly roomlinks?: LinkBlock;
}

export interface VertexBlock {
	/** 3 float64 values for each vertex, as written. */
	readonly positions: Float64Array;
}

export interface FaceBlock {
	/** 3 vertex indices for each face, not yet checked. */
	readonly corners: Uint32Array;
	/** 1 surface a face. */
	readonly surfaces: Uint32Array;
	/** Byte offset of each face's row. */
	readonly offsets: Uint32Array;
}

export interface TreeBlock {
	readonly line: number;
	/** Where the first node stands: on the keyword's line, on the next, or after a count. */
	readonly form: 'inline' | 'own-line' | 'counted';
	/** 6 float64 values for each node: min x, y, z, max x, y, z, as written. */
	readonly boxes: Float64Array;
	/** For each node a face, or −1. */
	readonly faces: Int32Array;
	/** Why the rows cannot be used; undefined for valid ones. */
	readonly problem?: string;
}

export interface LinkBlock {
	/** 3 values for each link: edge, room, line in the text. */
	readonly rows: Float64Array;
}

/** How an ASCII walkmesh is read. */
export interface AsciiOptions extends GivenOf<typeof ASCII_READ_OPTIONS> {
	/** What the walkmesh belongs to, where the text does not say: `.pwk` and `.dwk` files know it by their name. */
	readonly kind?: WalkmeshKind;
}
