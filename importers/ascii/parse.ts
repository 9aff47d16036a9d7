import { formatMark, isMark, type Mark, parseMark } from '../../src/ascii/index.ts';
import type { Report } from '../../src/findings/index.ts';
import { type Vec3, ZERO } from '../../src/geometry/vec3.ts';
import { nodeRole } from '../../src/naming/index.ts';
import { excerpt } from '../../src/text/index.ts';
import { readFaces, readLinks, readTree, readVertices } from './blocks.ts';
import type { AsciiDocument, AsciiNode } from './document.ts';
import { IGNORED_KEYWORDS, STRUCTURAL_KEYWORDS } from './keywords.ts';
import { Rows } from './rows.ts';

/** Comments that tell a tool or a kind of walkmesh. */
const HINT = /WOKMESH|PWKMESH|DWKMESH|MAXWALKMESH|MDLedit|NWmax|MDLOps|KotOR\.?js|PyKotor|KOTORMax/gi;

/** Unknown keywords that are named; a text of more is no walkmesh, and need not fill the report. */
const MOST_UNKNOWN = 50;

/** Reads a text into nodes. @throws InputError for rows that cannot be read */
export function parseAscii(bytes: Uint8Array, report: Report): { document: AsciiDocument; rows: Rows } {
	const parser = new Parser(bytes, report);
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
	/** The node whose lines are being read. */
	#node: AsciiNode | undefined;
	/** Marks that wait for the node they are about. */
	#marks: Mark[] = [];
	#whole = '';
	readonly #unknown = new Map<string, { times: number; line: number }>();

	constructor(bytes: Uint8Array, report: Report) {
		this.#report = report;
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
			this.#report.add('ASCII_KEYWORD_SKIPPED', { line }, { keyword, times });
		}
		for (const mark of this.#marks) this.#report.add('ASCII_MARK', {}, { mark: formatMark(mark).slice(2) });
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
				this.document.layoutPosition = this.#vector('layoutposition');
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
				node.position = this.#vector('position');
				return rows.next();
			case 'orientation':
				node.orientation = [...this.#vector('orientation', '4'), this.#float('orientation', '4', 3)];
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

	#block(node: AsciiNode, keyword: 'verts' | 'faces' | 'aabb' | 'roomlinks'): boolean {
		const { rows } = this;
		const report = this.#report.within({ node: node.name });
		const line = rows.line;
		const repeated = (block: unknown): boolean => {
			if (block !== undefined) report.add('ASCII_BLOCK_REPEATED', { line }, { block: keyword });
			return block !== undefined;
		};
		if (keyword === 'verts') {
			const block = readVertices(rows, report);
			if (!repeated(node.vertices)) node.vertices = block;
		} else if (keyword === 'faces') {
			const block = readFaces(rows, report);
			if (!repeated(node.faces)) node.faces = block;
		} else if (keyword === 'aabb') {
			const block = readTree(rows, report);
			if (!repeated(node.tree)) node.tree = block;
		} else {
			const block = readLinks(rows, report);
			if (!repeated(node.links)) node.links = block;
		}
		return !rows.done;
	}

	#vector(keyword: string, needed = '3'): Vec3 {
		return [this.#float(keyword, needed, 0), this.#float(keyword, needed, 1), this.#float(keyword, needed, 2)];
	}

	#float(keyword: string, needed: string, found: number): number {
		if (!this.rows.atEnd()) return this.rows.float();
		return this.#report.fail('ASCII_ROW_SHORT', this.rows.place(), { row: keyword, needed, found });
	}

	/** Animations have nodes of the same names; they are no geometry. */
	#skipAnimation(): boolean {
		this.#node = undefined;
		while (this.rows.next()) {
			if (!this.rows.atNumber() && this.rows.word().toLowerCase() === 'doneanim') return this.rows.next();
		}
		return false;
	}

	/** `multimaterial N` and N names, fewer where the count is too large. */
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
		if (mark === undefined) this.#report.add('ASCII_MARK', { line: this.rows.line }, { mark: excerpt(text.trim()) });
		else if (this.#node !== undefined && hasGeometry(this.#node.type)) this.#node.marks.push(mark);
		else this.#marks.push(mark);
	}
}
