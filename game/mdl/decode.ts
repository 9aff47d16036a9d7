import type { Report } from '../../src/findings/report.ts';
import { checkTriangles } from '../../src/formats/limits.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { decodeLatin } from '../../src/text/cursor.ts';
import {
	type AabbTree,
	FIXED,
	FIXED_VALUE,
	FACE as LEAF_FACE,
	LEFT,
	NODE_WORDS,
	NONE,
	PLANE,
	PLANES,
	RIGHT,
} from '../../src/tree/tree.ts';
import {
	FACE,
	FACE_SIZE,
	FILE_HEADER,
	HAS_AABB,
	HAS_MESH,
	HAS_OTHER,
	HAS_SABER,
	looksLikeMdl,
	MDL_FINDINGS,
	type Mdl,
	type MdlMesh,
	type MdlNode,
	type MdlRegion,
	type MdlWalkmesh,
	MESH,
	MODEL,
	MODEL_KINDS,
	MODEL_NAME_SIZE,
	meshField,
	NODE,
	TREE_NODE,
	TREE_NODE_SIZE,
} from './mdl.ts';

/** Nodes of a model are numbered with 16 bits. */
const MOST_NODES = 0x10000;
/** How deep nodes may be nested. Models of the game are a dozen nodes deep. */
const DEEPEST = 256;

/**
 * Reads the nodes and meshes of a binary model. Every count and offset is checked against the size of the file before it is used, and a node that
 * is reached twice ends the reading: no file takes longer than it has bytes.
 *
 * @param maxTriangles as the option of that name
 * @throws InputError for bytes that are not a model, are cut short or refer to parts that are missing
 */
export function decodeMdl(bytes: Uint8Array, report: Report, maxTriangles?: number): Mdl {
	return new Decoder(bytes, report, maxTriangles).read();
}

/** A node with the walkmesh of a room. */
interface WalkmeshNode {
	readonly index: number;
	readonly name: string;
	readonly mesh: MdlMesh;
}

class Decoder {
	/** The bytes after the file header, which offsets count from. */
	readonly #data: Uint8Array;
	readonly #view: DataView;
	readonly #report: Report;
	readonly #maxTriangles: number | undefined;
	readonly #regions: MdlRegion[] = [];
	#game: Mdl['game'] = 'k1';
	#faces = 0;

	constructor(bytes: Uint8Array, report: Report, maxTriangles: number | undefined) {
		this.#report = report;
		this.#maxTriangles = maxTriangles;
		const game = looksLikeMdl(bytes)
			? MODEL_KINDS.get(new DataView(bytes.buffer, bytes.byteOffset).getUint32(FILE_HEADER, true))
			: undefined;
		if (game === undefined) report.fail(MDL_FINDINGS.MDL_MAGIC, { offset: 0 }, {});
		else this.#game = game;
		const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
		const end = FILE_HEADER + size;
		if (end > bytes.length || size < MODEL.size)
			this.#damaged(`its contents would end at byte ${end} of ${bytes.length}`, 4);
		this.#data = bytes.subarray(FILE_HEADER, end);
		this.#view = new DataView(this.#data.buffer, this.#data.byteOffset, this.#data.byteLength);
	}

	read(): Mdl {
		this.#claim(0, MODEL.size, -1, 'header');
		const names = this.#names();
		const nodes: MdlNode[] = [];
		const found: WalkmeshNode[] = [];
		const reached = new Set<number>();
		const waiting = [{ offset: this.#word(MODEL.root), parent: -1, depth: 0 }];
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			const { offset, parent, depth } = next;
			if (reached.has(offset) || reached.size + waiting.length >= MOST_NODES || depth > DEEPEST)
				return this.#damaged('a node is reached more than once, or there are too many', offset + FILE_HEADER);
			reached.add(offset);
			const index = nodes.length;
			const node = this.#node(offset, index, parent, names);
			nodes.push(node);
			const { flags, name, mesh } = node;
			if ((flags & HAS_AABB) !== 0 && mesh !== undefined) found.push({ index, name, mesh });
			const children = this.#array(offset + NODE.children, 4, index, 'children of a node');
			for (let i = Math.min(children.count, MOST_NODES) - 1; i >= 0; i--)
				waiting.push({ offset: this.#word(children.start + i * 4), parent: index, depth: depth + 1 });
		}
		const [first] = found;
		if (found.length > 1) this.#report.add(MDL_FINDINGS.MDL_SEVERAL, {}, { taken: first.name, count: found.length });
		return {
			name: this.#text(MODEL.name, MODEL_NAME_SIZE),
			game: this.#game,
			nodes,
			walkmesh: first === undefined ? undefined : this.#walkmesh(first),
			regions: this.#regions,
		};
	}

	/** Checks that a part is within the file, and notes which node it belongs to. */
	#claim(start: number, size: number, node: number, part: string): void {
		if (start + size > this.#data.length) {
			const available = this.#data.length + FILE_HEADER;
			const problem = `its ${part} would end at byte ${start + size + FILE_HEADER} of ${available}`;
			this.#damaged(problem, Math.min(start + FILE_HEADER, available));
		}
		if (size > 0) this.#regions.push({ start, end: start + size, node, part });
	}

	#word(at: number): number {
		return this.#view.getUint32(at, true);
	}

	#floats(at: number, count: number): number[] {
		return Array.from({ length: count }, (_, i) => this.#view.getFloat32(at + i * 4, true));
	}

	#text(at: number, length: number): string {
		return decodeLatin(this.#data.subarray(at, at + length)).replace(/\0.*/s, '');
	}

	/** Reads the descriptor of an array: offset, count, count. */
	#array(at: number, entry: number, node: number, part: string): { readonly start: number; readonly count: number } {
		const start = this.#word(at);
		const count = this.#word(at + 4);
		if (count > 0) this.#claim(start, count * entry, node, part);
		return { start, count };
	}

	/** A function that reads names. Each is read only when a node needs it: a hostile file may have many that overlap. */
	#names(): (index: number) => string {
		const { start, count } = this.#array(MODEL.names, 4, -1, 'names');
		return (index) => (index < count ? this.#text(this.#word(start + index * 4), MODEL_NAME_SIZE) : '');
	}

	#node(offset: number, index: number, parent: number, names: (index: number) => string): MdlNode {
		this.#claim(offset, NODE.size, index, 'node');
		const flags = this.#view.getUint16(offset + NODE.flags, true);
		const name = names(this.#view.getUint16(offset + NODE.name, true));
		const position = this.#floats(offset + NODE.position, 3) as unknown as Vec3;
		const orientation = this.#floats(offset + NODE.orientation, 4) as unknown as MdlNode['orientation'];
		if (![...position, ...orientation].every(Number.isFinite))
			this.#damaged('the position of a node is not finite', offset + FILE_HEADER, name);
		const hasMesh = (flags & HAS_MESH) !== 0 && (flags & (HAS_OTHER | HAS_SABER)) === 0;
		const node = { name, offset, flags, parent, position, orientation };
		return hasMesh ? { ...node, mesh: this.#mesh(offset + NODE.size, index, name) } : node;
	}

	#damaged(problem: string, offset?: number, node?: string): never {
		const location = { ...(offset === undefined ? {} : { offset }), ...(node === undefined ? {} : { node }) };
		return this.#report.fail(MDL_FINDINGS.MDL_INVALID, location, { problem });
	}

	#mesh(offset: number, node: number, name: string): MdlMesh {
		this.#claim(offset, meshField(this.#game, 'size'), node, 'mesh');
		const table = this.#array(offset + MESH.faces, FACE_SIZE, node, 'faces');
		this.#faces += table.count;
		checkTriangles(this.#faces, this.#maxTriangles, this.#report, { offset: offset + MESH.faces + FILE_HEADER });
		if (this.#faces * FACE_SIZE > this.#data.length)
			this.#damaged(`its meshes claim ${this.#faces} faces, more than its ${this.#data.length} bytes can hold`);
		const vertexCount = this.#view.getUint16(offset + MESH.vertexCount, true);
		const isDrawn = this.#data[offset + MESH.isDrawn] !== 0;
		const faces = new Uint32Array(table.count * 3);
		const surfaces = new Uint32Array(table.count);
		// Without faces the fields about vertices are not used and may hold anything.
		const rows = {
			start: this.#word(offset + meshField(this.#game, 'rows')),
			size: (vertexCount + 1) * this.#word(offset + MESH.rowSize),
		};
		if (table.count === 0) return { offset, positions: new Float32Array(0), faces, surfaces, isDrawn, rows };
		const start = this.#word(offset + meshField(this.#game, 'vertices'));
		this.#claim(start, vertexCount * 12, node, 'vertices');
		const positions = new Float32Array(vertexCount * 3);
		for (let i = 0; i < positions.length; i++) {
			positions[i] = this.#view.getFloat32(start + i * 4, true);
			if (!Number.isFinite(positions[i]))
				this.#damaged(`vertex ${Math.floor(i / 3)} is not finite`, start + i * 4 + FILE_HEADER, name);
		}
		for (let face = 0; face < table.count; face++) {
			const at = table.start + face * FACE_SIZE;
			surfaces[face] = this.#word(at + FACE.surface);
			for (let corner = 0; corner < 3; corner++) {
				const vertex = this.#view.getUint16(at + FACE.corners + corner * 2, true);
				if (vertex >= vertexCount)
					this.#damaged(`face ${face} refers to vertex ${vertex} of ${vertexCount}`, at + FILE_HEADER, name);
				faces[face * 3 + corner] = vertex;
			}
		}
		const counts = this.#array(offset + MESH.indexCounts, 4, node, 'index counts');
		const lists = this.#array(offset + MESH.indexOffsets, 4, node, 'index offsets');
		if (counts.count > 0 && lists.count > 0)
			this.#claim(this.#word(lists.start), this.#word(counts.start) * 2, node, 'indices');
		return { offset, positions, faces, surfaces, isDrawn, rows };
	}

	/** The tree of a mesh, node by node from its root. */
	#walkmesh({ index: node, name, mesh }: WalkmeshNode): MdlWalkmesh {
		const at = mesh.offset + meshField(this.#game, 'size');
		this.#claim(at, 4, node, 'root of the AABB tree');
		const treeOffset = this.#word(at);
		const { offsets, problem } = this.#treeNodes(treeOffset, mesh.surfaces.length);
		const whole = { node, mesh, treeOffset };
		if (problem !== undefined) {
			this.#report.add(MDL_FINDINGS.MDL_TREE, { node: name }, { problem });
			return { ...whole, treeSize: 0 };
		}
		const isPacked = offsets.every((offset, i) => offset === treeOffset + i * TREE_NODE_SIZE);
		for (const offset of offsets)
			this.#regions.push({ start: offset, end: offset + TREE_NODE_SIZE, node, part: 'tree' });
		return { ...whole, tree: this.#tree(offsets), treeSize: isPacked ? offsets.length * TREE_NODE_SIZE : 0 };
	}

	/** Nodes of a tree in pre-order. */
	#treeNodes(root: number, faces: number): { readonly offsets: number[]; readonly problem?: string } {
		const offsets: number[] = [];
		if (faces === 0) return { offsets };
		const reached = new Set<number>();
		const leaves = new Set<number>();
		const waiting = [root];
		for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
			if (at + TREE_NODE_SIZE > this.#data.length) return { offsets, problem: 'a node lies outside of the file' };
			if (reached.has(at)) return { offsets, problem: 'a node is reached more than once' };
			if (offsets.length >= faces * 2 - 1) return { offsets, problem: 'it has more nodes than its faces need' };
			reached.add(at);
			offsets.push(at);
			const face = this.#view.getInt32(at + TREE_NODE.face, true);
			const plane = this.#view.getInt32(at + TREE_NODE.plane, true);
			if (face < 0 && !PLANES.has(plane))
				return { offsets, problem: `a node is divided along ${plane}, which is no axis` };
			if (face < 0) waiting.push(this.#word(at + TREE_NODE.right), this.#word(at + TREE_NODE.left));
			else if (face >= faces || leaves.has(face)) return { offsets, problem: `face ${face} has no leaf of its own` };
			else leaves.add(face);
		}
		return leaves.size < faces ? { offsets, problem: `${faces - leaves.size} faces have no leaf` } : { offsets };
	}

	#tree(offsets: readonly number[]): AabbTree {
		const f32 = new Float32Array(offsets.length * NODE_WORDS);
		const i32 = new Int32Array(f32.buffer);
		const numbers = new Map(offsets.map((offset, index) => [offset, index]));
		for (const [index, at] of offsets.entries()) {
			const word = index * NODE_WORDS;
			for (let i = 0; i < 6; i++) f32[word + i] = this.#view.getFloat32(at + i * 4, true);
			const face = this.#view.getInt32(at + TREE_NODE.face, true);
			i32[word + LEAF_FACE] = face < 0 ? NONE : face;
			i32[word + FIXED] = FIXED_VALUE;
			i32[word + PLANE] = face < 0 ? this.#view.getInt32(at + TREE_NODE.plane, true) : 0;
			i32[word + LEFT] = face < 0 ? (numbers.get(this.#word(at + TREE_NODE.left)) ?? NONE) : NONE;
			i32[word + RIGHT] = face < 0 ? (numbers.get(this.#word(at + TREE_NODE.right)) ?? NONE) : NONE;
		}
		return { f32, i32, nodeCount: offsets.length };
	}
}
