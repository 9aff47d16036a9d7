import type { Report } from '../../src/findings/report.ts';
import { buildAdjacency } from '../../src/geometry/half-edges.ts';
import { boundsOf, faceArea, faceNormals, planarDistances } from '../../src/geometry/triangles.ts';
import { weldPositions } from '../../src/geometry/weld.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import {
	type AabbTree,
	FACE as LEAF_FACE,
	LEFT,
	NODE_WORDS,
	nodesOver,
	PLANE,
	RIGHT,
	treeOver,
	withBoxes,
} from '../../src/tree/tree.ts';
import { TWIN_FINDINGS } from './findings.ts';
import {
	FACE,
	FACE_SIZE,
	FILE_HEADER,
	type Mdl,
	type MdlMesh,
	type MdlWalkmesh,
	MESH,
	MODEL,
	MOST_VERTICES,
	meshField,
	NO_FACE,
	placementOf,
	ROW_FIELD_COUNT,
	ROW_FIELDS,
	TREE_MARGIN,
	TREE_NODE,
	TREE_NODE_SIZE,
	toNode,
} from './mdl.ts';
import type { TwinRoom } from './twin.ts';

/** In one file: all parts of a node are written through one table of what else uses their bytes. */

/** The two files of a model. */
export interface ModelFiles {
	readonly mdl: Uint8Array;
	readonly mdx?: Uint8Array;
}

/** A vertex nearer than this to one of the model, in metres, counts as that one: area space rounds coordinates. */
const SAME = 1e-4;

/**
 * Replaces vertices, faces, surfaces and tree of a model's AABB node by those of the room's walkmesh. A part that fits is written over the old one, any
 * other at the end of the file, so that no other pointer and no other byte of the model changes.
 *
 * @param at position of the room in its layout
 * @returns undefined when it cannot be done, which is reported
 */
export function writeTwin(
	files: ModelFiles,
	mdl: Mdl,
	twin: MdlWalkmesh,
	room: TwinRoom,
	at: Vec3,
	report: Report,
): ModelFiles | undefined {
	const { walkmesh } = room;
	const faceCount = walkmesh.surfaces.length;
	const vertexCount = walkmesh.positions.length / 3;
	if (faceCount >= MOST_VERTICES || vertexCount >= MOST_VERTICES) {
		report.add(TWIN_FINDINGS.TWIN_TOO_LARGE, {}, { faces: faceCount, vertices: vertexCount });
		return undefined;
	}
	const tree = inPreOrder(room.tree, faceCount);
	if (tree === undefined) {
		report.add(
			TWIN_FINDINGS.TWIN_TREE_UNFIT,
			{},
			{ problem: 'The AABB tree of the walkmesh does not have each face once' },
		);
		return undefined;
	}
	const local = toNode(
		placementOf(mdl, twin.node),
		Float64Array.from(walkmesh.positions, (value, i) => value - at[i % 3]),
	);
	const { positions, old } = withOldVertices(local, twin.mesh);
	const mesh: NewMesh = { positions, faces: walkmesh.faces, surfaces: walkmesh.surfaces, old };
	const writer = new TwinWriter(files, mdl, twin);
	const problem = writer.rows(mesh);
	if (problem !== undefined) {
		report.add(TWIN_FINDINGS.TWIN_ROWS, {}, { problem });
		return undefined;
	}
	writer.mesh(mesh);
	writer.tree(withBoxes(tree, mesh, 0, TREE_MARGIN));
	return writer.done();
}

interface NewMesh {
	readonly positions: Float32Array;
	readonly faces: Uint32Array;
	readonly surfaces: Uint32Array;
	/** For each vertex the one of the model in the same position; −1 for none. */
	readonly old: Int32Array;
}

/** Gives vertices that the model has already the very coordinates of the model, in place. */
function withOldVertices(positions: Float32Array, { positions: known }: MdlMesh): Pick<NewMesh, 'positions' | 'old'> {
	const both = new Float32Array(known.length + positions.length);
	both.set(known);
	both.set(positions, known.length);
	const { remap } = weldPositions(both, SAME);
	const first = new Map<number, number>();
	for (let vertex = known.length / 3 - 1; vertex >= 0; vertex--) first.set(remap[vertex], vertex);
	const old = new Int32Array(positions.length / 3);
	for (let vertex = 0; vertex < old.length; vertex++) {
		old[vertex] = first.get(remap[known.length / 3 + vertex]) ?? -1;
		if (old[vertex] >= 0) positions.set(known.subarray(old[vertex] * 3, old[vertex] * 3 + 3), vertex * 3);
	}
	return { positions, old };
}

/** The tree with its nodes in pre-order; undefined unless it leads to each face once. */
function inPreOrder({ i32, nodeCount }: AabbTree, faceCount: number): AabbTree | undefined {
	const wanted = nodesOver(faceCount);
	const order: number[] = [];
	const reached = new Set<number>();
	const leaves = new Set<number>();
	const waiting = faceCount > 0 ? [0] : [];
	for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
		if (!(node >= 0 && node < nodeCount) || reached.has(node)) return undefined;
		reached.add(node);
		order.push(node);
		const face = i32[node * NODE_WORDS + LEAF_FACE];
		if (face < 0) waiting.push(i32[node * NODE_WORDS + RIGHT], i32[node * NODE_WORDS + LEFT]);
		else if (face >= faceCount) return undefined;
		else leaves.add(face);
	}
	if (order.length !== wanted || leaves.size !== faceCount) return undefined;
	const numbers = new Map(order.map((node, index) => [node, index]));
	const words = new Int32Array(wanted * NODE_WORDS);
	for (const [index, node] of order.entries()) {
		words.set(i32.subarray(node * NODE_WORDS, (node + 1) * NODE_WORDS), index * NODE_WORDS);
		for (const child of [LEFT, RIGHT]) {
			const at = index * NODE_WORDS + child;
			words[at] = numbers.get(words[at]) ?? -1;
		}
	}
	return treeOver(words);
}

class TwinWriter {
	readonly #mdl: Mdl;
	readonly #twin: MdlWalkmesh;
	#model: Bytes;
	#rows: Bytes | undefined;

	constructor({ mdl: bytes, mdx }: ModelFiles, mdl: Mdl, twin: MdlWalkmesh) {
		this.#mdl = mdl;
		this.#twin = twin;
		this.#model = new Bytes(bytes, FILE_HEADER);
		this.#rows = mdx === undefined ? undefined : new Bytes(mdx, 0);
	}

	/**
	 * Clears the old bytes and returns their offset, where the new ones fit and nothing else uses them, another part of the node neither; otherwise
	 * appends room for the new ones. @param part as the reader names it
	 */
	#place(part: string, start: number, oldSize: number, size: number): number {
		const { regions } = this.#mdl;
		const end = start + oldSize;
		const isShared = regions.some(
			(region) => region.start < end && region.end > start && (region.node !== this.#twin.node || region.part !== part),
		);
		if (size <= oldSize && !isShared) {
			this.#model.clear(start, oldSize);
			return start;
		}
		return this.#model.append(size, 4);
	}

	#field(field: number): number {
		return this.#twin.mesh.offset + field;
	}

	mesh({ positions, faces, surfaces }: NewMesh): void {
		const { game } = this.#mdl;
		const model = this.#model;
		const { mesh } = this.#twin;
		const faceCount = surfaces.length;
		const vertexCount = positions.length / 3;
		const facesAt = this.#place(
			'faces',
			model.word(this.#field(MESH.faces)),
			mesh.surfaces.length * FACE_SIZE,
			faceCount * FACE_SIZE,
		);
		model.setWord(this.#field(MESH.faces), facesAt);
		model.setWord(this.#field(MESH.faces) + 4, faceCount);
		model.setWord(this.#field(MESH.faces) + 8, faceCount);
		const normals = faceNormals(positions, faces);
		const distances = planarDistances(positions, faces, normals);
		// Models repeat vertices, so neighbouring faces share positions, not vertex indices.
		const { remap } = weldPositions(positions, SAME);
		const welded = faces.map((vertex) => remap[vertex]);
		const { neighbours } = buildAdjacency(welded, new Uint8Array(faceCount).fill(1), vertexCount);
		for (let face = 0; face < faceCount; face++) {
			const at = facesAt + face * FACE_SIZE;
			const corners = face * 3;
			model.setFloats(at + FACE.normal, normals.subarray(corners, corners + 3));
			model.setFloats(at + FACE.distance, [distances[face]]);
			model.setWord(at + FACE.surface, surfaces[face]);
			const beside = [...neighbours.subarray(corners, corners + 3)];
			model.setShorts(
				at + FACE.adjacent,
				beside.map((edge) => (edge < 0 ? NO_FACE : Math.floor(edge / 3))),
			);
			model.setShorts(at + FACE.corners, faces.subarray(corners, corners + 3));
		}
		const verticesField = this.#field(meshField(game, 'vertices'));
		const verticesAt = this.#place(
			'vertices',
			model.word(verticesField),
			mesh.positions.length * 4,
			positions.length * 4,
		);
		model.setWord(verticesField, verticesAt);
		model.setShorts(this.#field(MESH.vertexCount), [vertexCount]);
		model.setFloats(verticesAt, positions);
		this.#indices(faces);
		this.#extent(positions, faces);
	}

	/** Writes the list of vertex indices that the game draws with. */
	#indices(faces: Uint32Array): void {
		const model = this.#model;
		const counts = this.#field(MESH.indexCounts);
		const offsets = this.#field(MESH.indexOffsets);
		if (model.word(counts + 4) === 0 || model.word(offsets + 4) === 0) return;
		const count = model.word(counts);
		const offset = model.word(offsets);
		const at = this.#place('indices', model.word(offset), model.word(count) * 2, faces.length * 2);
		model.setWord(count, faces.length);
		model.setWord(offset, at);
		model.setShorts(at, faces);
	}

	/** Writes bounding box, middle and radius as in the game's models: the middle is the mean of all different positions. */
	#extent(positions: Float32Array, faces: Uint32Array): void {
		const model = this.#model;
		model.setFloats(this.#field(MESH.bounds), boundsOf(positions) ?? [0, 0, 0, 0, 0, 0]);
		const { positions: places } = weldPositions(positions, 0);
		const count = Math.max(1, places.length / 3);
		const middle = [0, 1, 2].map(
			(axis) => places.reduce((sum, value, i) => (i % 3 === axis ? sum + value : sum), 0) / count,
		);
		let radius = 0;
		for (let i = 0; i < places.length; i += 3)
			radius = Math.max(radius, Math.hypot(...middle.map((value, axis) => places[i + axis] - value)));
		model.setFloats(this.#field(MESH.average), middle);
		model.setFloats(this.#field(MESH.radius), [radius]);
		// The offset of the area in KotOR 2 is not certain, so it is only written where the old value is the old area.
		const field = this.#field(meshField(this.#mdl.game, 'area'));
		const before = areaOf(this.#twin.mesh.positions, this.#twin.mesh.faces);
		if (Math.abs(model.float(field) - before) <= before * 0.01 + 0.01)
			model.setFloats(field, [areaOf(positions, faces)]);
	}

	tree({ f32, i32, nodeCount }: AabbTree): void {
		const model = this.#model;
		const at = this.#place('tree', this.#twin.treeOffset, this.#twin.treeSize, nodeCount * TREE_NODE_SIZE);
		model.setWord(this.#field(meshField(this.#mdl.game, 'size')), nodeCount === 0 ? 0 : at);
		for (let node = 0; node < nodeCount; node++) {
			const word = node * NODE_WORDS;
			const start = at + node * TREE_NODE_SIZE;
			model.setFloats(start, f32.subarray(word, word + 6));
			const face = i32[word + LEAF_FACE];
			const child = (field: number): number => (face >= 0 ? 0 : at + i32[word + field] * TREE_NODE_SIZE);
			model.setWord(start + TREE_NODE.left, child(LEFT));
			model.setWord(start + TREE_NODE.right, child(RIGHT));
			model.setWord(start + TREE_NODE.face, face);
			model.setWord(start + TREE_NODE.plane, i32[word + PLANE]);
		}
	}

	/** Writes the vertices into the `.mdx`; other data of a row is kept for vertices that the model had. @returns why that is not possible, or undefined */
	rows({ positions, faces, old }: NewMesh): string | undefined {
		const model = this.#model;
		const size = model.word(this.#field(MESH.rowSize));
		const vertexCount = positions.length / 3;
		const oldCount = this.#twin.mesh.positions.length / 3;
		if (size === 0) return undefined;
		const rows = this.#rows;
		if (rows === undefined) return 'it is missing';
		const field = this.#field(meshField(this.#mdl.game, 'rows'));
		const start = model.word(field);
		const places = Array.from(
			{ length: ROW_FIELD_COUNT },
			(_, i) => model.word(this.#field(MESH.rowOffsets) + i * 4) | 0,
		);
		const positionAt = places[ROW_FIELDS.position];
		const normalAt = places[ROW_FIELDS.normal];
		if (size > 1024 || size % 4 !== 0 || positionAt + 12 > size || normalAt + 12 > size)
			return `it has rows of ${size} bytes`;
		// A mesh ends with one more row after its last vertex.
		if (start + (oldCount + 1) * size > rows.length) return 'it is too short';
		const before = rows.copy(start, (oldCount + 1) * size);
		const wanted = (vertexCount + 1) * size;
		const isShared = this.#mdl.nodes.some(
			({ mesh }, node) =>
				node !== this.#twin.node &&
				mesh !== undefined &&
				mesh.rows.start < start + before.length &&
				mesh.rows.start + mesh.rows.size > start,
		);
		const fits = wanted <= before.length && !isShared;
		if (fits) rows.clear(start, before.length);
		const at = fits ? start : rows.append(wanted, 16);
		const normals = vertexNormals(positions, faces);
		for (let vertex = 0; vertex < vertexCount; vertex++) {
			const row = at + vertex * size;
			if (old[vertex] >= 0) rows.paste(row, before.subarray(old[vertex] * size, (old[vertex] + 1) * size));
			else if (normalAt >= 0) rows.setFloats(row + normalAt, normals.subarray(vertex * 3, vertex * 3 + 3));
			if (positionAt >= 0) rows.setFloats(row + positionAt, positions.subarray(vertex * 3, vertex * 3 + 3));
		}
		rows.paste(at + vertexCount * size, before.subarray(oldCount * size));
		model.setWord(field, at);
		return undefined;
	}

	done(): ModelFiles {
		const rows = this.#rows?.done();
		if (rows !== undefined && this.#rows?.isLonger) {
			this.#model.setWord(8 - FILE_HEADER, rows.length);
			this.#model.setWord(MODEL.mdxSize, rows.length);
		}
		const mdl = this.#model.done();
		if (this.#model.isLonger) new DataView(mdl.buffer, mdl.byteOffset).setUint32(4, mdl.length - FILE_HEADER, true);
		return rows === undefined ? { mdl } : { mdl, mdx: rows };
	}
}

function areaOf(positions: Float32Array, faces: Uint32Array): number {
	let area = 0;
	for (let face = 0; face < faces.length / 3; face++) area += faceArea(positions, faces, face);
	return area;
}

function vertexNormals(positions: Float32Array, faces: Uint32Array): Float32Array {
	const of = faceNormals(positions, faces);
	const sums = new Float64Array(positions.length);
	faces.forEach((vertex, corner) => {
		const face = Math.floor(corner / 3);
		for (let axis = 0; axis < 3; axis++) sums[vertex * 3 + axis] += of[face * 3 + axis];
	});
	return Float32Array.from(sums, (value, i) => {
		const v = i - (i % 3);
		const length = Math.hypot(sums[v], sums[v + 1], sums[v + 2]);
		return length === 0 ? (i % 3 === 2 ? 1 : 0) : value / length;
	});
}

/** A copy of bytes that can be changed and grow. Offsets count from a base. */
class Bytes {
	readonly #base: number;
	readonly #before: number;
	#bytes: Uint8Array;
	#view: DataView;

	constructor(bytes: Uint8Array, base: number) {
		this.#base = base;
		this.#before = bytes.length;
		this.#bytes = Uint8Array.from(bytes);
		this.#view = new DataView(this.#bytes.buffer);
	}

	get length(): number {
		return this.#bytes.length - this.#base;
	}

	get isLonger(): boolean {
		return this.#bytes.length > this.#before;
	}

	/** Adds bytes at the end. @returns their offset */
	append(size: number, alignment: number): number {
		const start = Math.ceil(this.length / alignment) * alignment;
		const larger = new Uint8Array(this.#base + start + size);
		larger.set(this.#bytes);
		this.#bytes = larger;
		this.#view = new DataView(larger.buffer);
		return start;
	}

	copy(at: number, size: number): Uint8Array {
		return this.#bytes.slice(this.#base + at, this.#base + at + size);
	}

	paste(at: number, bytes: Uint8Array): void {
		this.#bytes.set(bytes, this.#base + at);
	}

	clear(at: number, size: number): void {
		this.#bytes.fill(0, this.#base + at, this.#base + at + size);
	}

	word(at: number): number {
		return this.#view.getUint32(this.#base + at, true);
	}

	float(at: number): number {
		return this.#view.getFloat32(this.#base + at, true);
	}

	setWord(at: number, value: number): void {
		this.#view.setUint32(this.#base + at, value, true);
	}

	setShorts(at: number, values: ArrayLike<number>): void {
		for (let i = 0; i < values.length; i++) this.#view.setUint16(this.#base + at + i * 2, values[i], true);
	}

	setFloats(at: number, values: ArrayLike<number>): void {
		for (let i = 0; i < values.length; i++) this.#view.setFloat32(this.#base + at + i * 4, values[i], true);
	}

	done(): Uint8Array {
		return this.#bytes;
	}
}
