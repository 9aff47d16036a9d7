/** A face, polyline or set of points, as the reference reader understands it. */
export interface ReferenceElement {
	readonly line: number;
	/** Vertices of the file, from 0. */
	readonly vertices: readonly number[];
	readonly node: string;
	/** The object that the node is a group of; undefined for others. */
	readonly object: string | undefined;
	readonly material: string;
}

export interface ReferenceObj {
	/** NaN for a vertex that could not be read. */
	readonly positions: readonly (readonly [number, number, number])[];
	readonly faces: readonly ReferenceElement[];
	readonly polylines: readonly ReferenceElement[];
	readonly points: readonly ReferenceElement[];
	readonly libraries: readonly string[];
	/** True when everything could be read. */
	readonly sound: boolean;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** An exporter wrote a comma for the decimal point. */
const DECIMAL_COMMA = /^[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?$/;
const ODD_NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))[+-][eE]\d+$/;
const CORNER = /^([+-]?\d+)(?:\/[+-]?\d*){0,2}$/;
const NUMERIC = ['v', 'f', 'fo', 'l', 'p'];
const NAMING = ['o', 'g', 'usemtl', 'mtllib'];

/** Reads OBJ text in the most obvious way: line by line, with `split` and `Number`. @param name of what nothing names */
export function readObjReference(text: string, name: string, largest: number): ReferenceObj {
	const positions: [number, number, number][] = [];
	const lists = { f: [] as ReferenceElement[], l: [] as ReferenceElement[], p: [] as ReferenceElement[] };
	const libraries: string[] = [];
	let object: string | undefined;
	/** The node of what comes, and the object it is a group of. */
	let current: { node: string; object: string | undefined } | undefined;
	let material = '';
	let sound = true;
	for (const { line, statement } of statements(text)) {
		const [keyword, ...words] = wordsOf(statement);
		const rest = statement.trimStart().slice(keyword?.length).trim();
		if (keyword?.toLowerCase() === 'v') {
			const numbers = words.map(numberOf);
			const readable = numbers.length >= 3 && numbers.slice(0, 3).every((value) => Math.abs(value) <= largest);
			if (!readable) sound = false;
			positions.push(readable ? [numbers[0], numbers[1], numbers[2]] : [Number.NaN, Number.NaN, Number.NaN]);
		} else if (['f', 'fo', 'l', 'p'].includes(keyword?.toLowerCase())) {
			const list = lists[keyword[0].toLowerCase() as 'f' | 'l' | 'p'];
			const vertices = words.map((word) => vertexOf(word, positions.length));
			const enough = list !== lists.f || vertices.length >= 3;
			if (!enough || vertices.includes(undefined)) {
				sound = false;
				continue;
			}
			current ??= { node: name, object: undefined };
			list.push({ line, vertices: vertices as number[], ...current, material });
		} else if (keyword?.toLowerCase() === 'o') {
			object = rest === '' ? name : rest;
			current = { node: object, object: undefined };
		} else if (keyword?.toLowerCase() === 'g') {
			if (rest !== '') current = { node: rest, object };
			else current = object === undefined ? undefined : { node: object, object: undefined };
		} else if (keyword?.toLowerCase() === 'usemtl') material = rest;
		else if (keyword?.toLowerCase() === 'mtllib' && rest !== '') libraries.push(rest);
	}
	const usable = ({ vertices }: ReferenceElement): boolean => {
		const all = vertices.every((vertex) => vertex < positions.length && !Number.isNaN(positions[vertex][0]));
		if (!all) sound = false;
		return all;
	};
	const [faces, polylines, points] = [lists.f, lists.l, lists.p].map((list) => list.filter(usable));
	return { positions, faces, polylines, points, libraries, sound };
}

/** Lines, joined where one goes on in the next: at a `\` at its end that is in no comment. */
function statements(text: string): { line: number; statement: string }[] {
	const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
	const found: { line: number; statement: string }[] = [];
	for (let at = 0; at < lines.length; ) {
		const line = at + 1;
		let statement = lines[at++];
		while (statement.endsWith('\\') && at < lines.length && !endsInComment(statement)) {
			statement = `${statement.slice(0, -1).trimEnd()} ${lines[at++].trimStart()}`;
		}
		found.push({ line, statement });
	}
	return found;
}

/** Names may have a `#` in them; in numbers one behind a point is part of a word; anywhere else it begins a comment. */
function endsInComment(statement: string): boolean {
	const keyword = statement.trim().split(/\s+/)[0].toLowerCase();
	if (NAMING.includes(keyword)) return false;
	return (NUMERIC.includes(keyword) ? /(?<!\.)#/ : /#/).test(statement);
}

/** A `#` begins a comment, but for one behind a point: Microsoft's C wrote `1.#INF`. */
function wordsOf(statement: string): string[] {
	return statement
		.replace(/(?<!\.)#.*/, '')
		.split(/[\0-\x20]+/)
		.filter((word) => word !== '');
}

function numberOf(word: string): number {
	if (NUMBER.test(word)) return Number(word);
	if (DECIMAL_COMMA.test(word)) return Number(word.replace(',', '.'));
	const odd = ODD_NUMBER.exec(word);
	return odd === null ? Number.NaN : Number(odd[1]);
}

/** The vertex of a corner, from 0, perhaps one to come; undefined when it is none. */
function vertexOf(word: string, soFar: number): number | undefined {
	const corner = CORNER.exec(word);
	const index = corner === null ? 0 : Number(corner[1]);
	if (index > 0) return index - 1;
	return index < 0 && soFar + index >= 0 ? soFar + index : undefined;
}
