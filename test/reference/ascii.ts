/** A node of an ASCII walkmesh, as the reference reader understands it. Numbers are those of the text, row by row. */
export interface ReferenceNode {
	readonly type: string;
	readonly name: string;
	/** The words of the lines `parent`, `position` and the like, by keyword in lower case. */
	readonly words: ReadonlyMap<string, readonly string[]>;
	/** By keyword (`verts`, `faces`, `aabb`, `roomlinks`): the words behind it, and the rows of numbers below it. */
	readonly blocks: ReadonlyMap<
		string,
		{ readonly stated: readonly number[]; readonly rows: readonly (readonly number[])[] }
	>;
	/** Comments before and within the node, without their `#`. */
	readonly comments: readonly string[];
}

const BLOCKS = ['verts', 'faces', 'aabb', 'roomlinks', 'tverts', 'texindices1'];

/** Reads well-formed ASCII walkmeshes in the most obvious way: line by line, with `split` and `Number`. */
export function readAsciiReference(text: string): ReferenceNode[] {
	const nodes: ReferenceNode[] = [];
	let comments: string[] = [];
	let words = new Map<string, readonly string[]>();
	let blocks = new Map<string, { stated: number[]; rows: number[][] }>();
	let rows: number[][] = [];
	const withoutAnimations = text.replace(/^newanim[\s\S]*?^doneanim/gm, '');
	for (const line of withoutAnimations.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
		const [content] = line.split(/(?<=^|\s)#/);
		if (content !== line && content.trim() === '') comments.push(line.slice(line.indexOf('#') + 1));
		const fields = content.split(/\s+/).filter((word) => word !== '');
		if (fields.length === 0) continue;
		const keyword = fields[0].toLowerCase();
		if (fields.every((word) => !Number.isNaN(Number(word)))) rows.push(fields.map(Number));
		else if (keyword === 'node') {
			words = new Map();
			blocks = new Map();
			nodes.push({ type: fields[1].toLowerCase(), name: fields[2] ?? '', words, blocks, comments });
			comments = [];
		} else if (BLOCKS.includes(keyword)) {
			rows = [];
			blocks.set(keyword, { stated: fields.slice(1).map(Number), rows });
		} else words.set(keyword, fields.slice(1));
	}
	return nodes;
}

/** The rows of an aabb block, wherever the first one stands. */
export function treeRows({ blocks }: ReferenceNode): number[][] {
	const { stated = [], rows = [] } = blocks.get('aabb') ?? {};
	return (stated.length > 1 ? [stated, ...rows] : rows).map((row) => [...row]);
}
