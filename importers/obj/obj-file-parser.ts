import OBJFile from 'obj-file-parser';
import type { Report } from '../../src/findings/report.ts';
import { decodeName } from '../../src/text/cursor.ts';
import { excerpt, markedUtf16 } from '../../src/text/text.ts';
import { OBJ_FINDINGS, type ObjHabit } from './findings.ts';
import type { ObjModel } from './model.ts';

/** The longest string of V8, in characters. */
const LONGEST_TEXT = 0x1fff_ffe8;

/**
 * A second opinion on a file: the package `obj-file-parser` reads its text, too, and where it and the scanner differ in vertices, faces, groups or
 * materials, both are reported with the line. What the package is known to read otherwise is named once and not counted as a difference.
 *
 * @param name of faces before any `o` or `g`
 * @param scanned before axes and unit are changed
 * @param longest characters of text; more are a finding that ends the reading
 */
export function askSecondParser(
	bytes: Uint8Array,
	name: string,
	scanned: ObjModel,
	report: Report,
	longest: number = LONGEST_TEXT,
): void {
	if (bytes.length > longest) report.fail(OBJ_FINDINGS.OBJ_TEXT_TOO_LONG, {}, { longest });
	const encoding = markedUtf16(bytes);
	const text = encoding === undefined ? decodeName(bytes) : new TextDecoder(encoding).decode(bytes);
	const asked = new Statements(text);
	const { models } = new OBJFile(asked.lines.join('\n'), name).parse();
	for (const [habit, { line, count, refusal }] of asked.habits)
		report.add(
			OBJ_FINDINGS.OBJ_PARSER_HABIT,
			{ line },
			{ habit, count, ...(refusal === undefined ? {} : { refusal }) },
		);

	let differences = 0;
	const tell = (line: number, what: 'vertex' | 'face' | 'group' | 'material', ours: string, theirs: string): void => {
		differences++;
		report.add(OBJ_FINDINGS.OBJ_PARSERS_DIFFER, { line }, { what, ours, theirs });
	};
	const vertices = models.flatMap((model) => model.vertices);
	for (let i = 0; i < Math.max(vertices.length, scanned.positions.length / 3); i++) {
		const ours = [...scanned.positions.subarray(i * 3, i * 3 + 3)];
		const { x, y, z } = vertices[i] ?? {};
		const [our, their] = [pointText(ours), pointText([x, y, z])];
		if (our !== their) tell(asked.vertices[i] ?? 0, 'vertex', our, their);
	}

	const faces = models.flatMap((model) => model.faces.map((face) => ({ ...face, object: model.name })));
	const { sizes, lines, nodes, materials, vertices: corners } = scanned.faces;
	let own = 0;
	let corner = 0;
	/** Faces that only the scanner has, up to a line. */
	const tellOwn = (before: number): void => {
		for (; own < lines.length && lines[own] < before; corner += sizes[own++])
			if (!asked.unread.has(lines[own])) tell(lines[own], 'face', cornersText(corners, corner, sizes[own]), NONE);
	};
	for (const [index, { line, mayDiffer }] of asked.faces.entries()) {
		tellOwn(line);
		const { object, group, material, vertices: theirs } = faces[index];
		const theirCorners = theirs.map(({ vertexIndex }) => vertexIndex).join(' ');
		if (lines[own] !== line) {
			tell(line, 'face', NONE, theirCorners);
			continue;
		}
		const ourCorners = cornersText(corners, corner, sizes[own]);
		if (ourCorners !== theirCorners && !mayDiffer.has('negative')) tell(line, 'face', ourCorners, theirCorners);
		const node = scanned.nodes[nodes[own]];
		const above = node.parent >= 0 ? scanned.nodes[node.parent].name : group === '' ? node.name : name;
		const isSame = areSame(node.name, group === '' ? object : group) && areSame(above, object);
		if (!isSame && !mayDiffer.has('group')) tell(line, 'group', inWords(above, node.name), inWords(object, group));
		const ourMaterial = scanned.materials[materials[own]];
		if (!areSame(ourMaterial, material) && !mayDiffer.has('material'))
			tell(line, 'material', quoted(ourMaterial), quoted(material));
		corner += sizes[own++];
	}
	tellOwn(Number.POSITIVE_INFINITY);
	report.add(OBJ_FINDINGS.OBJ_READ_TWICE, {}, { vertices: vertices.length, faces: faces.length, differences });
}

const NONE = 'none';

interface Habit {
	readonly line: number;
	count: number;
	/** What the package says where it refuses statements. */
	readonly refusal?: string;
}

/** In what a face may differ because of a habit before it. */
type Excuse = 'group' | 'material' | 'negative';

/** The lines of a text as the package gets them: without those that it ends at. */
class Statements {
	readonly lines: string[];
	readonly habits: Map<ObjHabit, Habit> = new Map();
	/** Lines of vertices, and of the faces that the package reads. */
	readonly vertices: number[] = [];
	readonly faces: { readonly line: number; readonly mayDiffer: ReadonlySet<Excuse> }[] = [];
	/** Lines of faces that the package skips by habit. */
	readonly unread: Set<number> = new Set();
	#excuses: ReadonlySet<Excuse> = new Set();
	/** Vertices of the objects before this one; undefined before anything that belongs to an object. */
	#earlier: number | undefined;

	constructor(text: string) {
		this.lines = text.split(/\r\n|\n|\r/);
		const cr = text.search(/\r(?!\n)/);
		if (cr >= 0) this.#note('lineEnds', text.slice(0, cr).split('\n').length);
		this.#joinContinued();
		for (const [index, line] of this.lines.entries()) {
			const [before] = line.split('#', 1);
			const words = before.trim().split(/\s+/);
			if (words[0] !== '') this.#statement(words, line.trim(), index + 1);
		}
	}

	#joinContinued(): void {
		const { lines } = this;
		for (let at = lines.length - 2; at >= 0; at--) {
			if (!lines[at].endsWith('\\') || lines[at].includes('#')) continue;
			lines[at] = `${lines[at].slice(0, -1)} ${lines[at + 1]}`;
			lines[at + 1] = '';
			this.#note('continued', at + 1);
		}
	}

	#statement(words: readonly string[], text: string, line: number): void {
		const keyword = words[0].toLowerCase();
		const isNamed = keyword === 'o' || keyword === 'g' || keyword === 'usemtl';
		if ('fgls'.includes(keyword)) {
			const refusal = PLAIN_FACE.test(text) ? undefined : refusalOf(words.join(' '));
			if (refusal !== undefined) {
				this.lines[line - 1] = '';
				if (keyword === 'g') this.#excuse('group', true);
				if (keyword !== 'f') this.#note(REFUSED[keyword as 'g' | 'l' | 's'], line, refusal);
				return;
			}
		}
		if (isNamed && text.slice(keyword.length).trim() !== (words[1] ?? '')) this.#note('names', line);
		if (keyword === 'v') this.vertices.push(line);
		else if (keyword === 'f') this.#face(words, line);
		else if (keyword === 'fo') {
			this.unread.add(line);
			this.#note('fo', line);
		} else if (keyword === 'o') {
			this.#excuse('group', false);
			this.#earlier = this.vertices.length;
		} else if (keyword === 'g') {
			// The first object is made by the first vertex, and forgets the group.
			this.#excuse('group', this.#earlier === undefined);
			if (this.#earlier === undefined) this.#note('groupFirst', line);
		} else if (keyword === 'usemtl') {
			this.#excuse('material', words.length === 1);
			if (words.length === 1) this.#note('materialUnnamed', line);
		}
		if (['v', 'vt', 'vn', 'f', 'l'].includes(keyword)) this.#earlier ??= 0;
	}

	#face(words: readonly string[], line: number): void {
		const isNegative = (this.#earlier ?? 0) > 0 && words.some((word) => word.startsWith('-'));
		if (isNegative) this.#note('negative', line);
		this.faces.push({ line, mayDiffer: isNegative ? new Set([...this.#excuses, 'negative']) : this.#excuses });
	}

	#excuse(excuse: Excuse, isSet: boolean): void {
		const others = [...this.#excuses].filter((each) => each !== excuse);
		this.#excuses = new Set(isSet ? [...others, excuse] : others);
	}

	#note(habit: ObjHabit, line: number, refusal?: string): void {
		const known = this.habits.get(habit);
		if (known !== undefined) known.count++;
		else this.habits.set(habit, { line, count: 1, ...(refusal === undefined ? {} : { refusal }) });
	}
}

const REFUSED = { g: 'groupRefused', l: 'lineRefused', s: 'smoothingRefused' } as const;

/** A face that the package is sure to take; trying each of a million would double the time. */
const PLAIN_FACE = /^f(?: -?[1-9]\d*(?:\/\d*){0,2}){3,}$/;

/** What the package throws at a statement. */
function refusalOf(statement: string): string | undefined {
	try {
		new OBJFile(statement).parse();
		return undefined;
	} catch (error) {
		return String(error);
	}
}

/** True for a name and the first word of it, which is all that the package reads. */
function areSame(ours: string, theirs: string): boolean {
	if (ours === theirs) return true;
	const [word] = ours.split('#', 1)[0].trim().split(/\s+/);
	return word !== ours && (word === theirs || word === '');
}

function pointText(point: readonly (number | undefined)[]): string {
	return point.every(Number.isFinite) ? point.join(' ') : NONE;
}

function cornersText(vertices: Uint32Array, first: number, size: number): string {
	return Array.from(vertices.subarray(first, first + size), (vertex) => vertex + 1).join(' ');
}

function inWords(object: string, group: string): string {
	return group === '' || group === object ? quoted(object) : `${quoted(group)} in ${quoted(object)}`;
}

function quoted(name: string): string {
	return JSON.stringify(excerpt(name));
}
