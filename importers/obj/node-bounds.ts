import type { Vec3 } from '../../src/geometry/vec3.ts';
import { type Elements, NO_NODE, type ObjModel } from './model.ts';

type Box = [number, number, number, number, number, number];

/** Where the few nodes lie that mark a place: boxes round what they hold, gathered in one pass over the file. */
export class NodeBounds {
	/** By what a place is taken from: points, then faces and lines, then vertices that are merely declared. */
	readonly #boxes: readonly [Map<number, Box>, Map<number, Box>, Map<number, Box>] = [new Map(), new Map(), new Map()];
	readonly #faces = new Set<number>();
	readonly #positions: Float64Array;

	/**
	 * @param holder by node of the file: the node of the scene
	 * @param wanted 1 for each node of the scene that matters
	 */
	constructor(model: ObjModel, holder: Uint32Array, wanted: Uint8Array) {
		this.#positions = model.positions;
		if (!wanted.includes(1)) return;
		const [points, shapes, declared] = this.#boxes;
		this.#addElements(model.points, holder, wanted, points);
		this.#addElements(model.polylines, holder, wanted, shapes);
		this.#addFaces(model, holder, wanted, shapes);
		for (let run = 0; run < model.declared.length; run += 2) {
			const end = model.declared[run + 2] ?? model.positions.length / 3;
			const node = model.declared[run + 1];
			if (node === NO_NODE || wanted[holder[node]] === 0) continue;
			for (let vertex = model.declared[run]; vertex < end; vertex++) this.#grow(declared, holder[node], vertex);
		}
	}

	/** The middle of what a node holds; undefined when it holds nothing. */
	middle(node: number): Vec3 | undefined {
		for (const boxes of this.#boxes) {
			const box = boxes.get(node);
			if (box !== undefined) return [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
		}
		return undefined;
	}

	hasFaces(node: number): boolean {
		return this.#faces.has(node);
	}

	#addElements(elements: Elements, holder: Uint32Array, wanted: Uint8Array, boxes: Map<number, Box>): void {
		let at = 0;
		for (let element = 0; element < elements.sizes.length; element++) {
			const end = at + elements.sizes[element];
			const node = holder[elements.nodes[element]];
			if (wanted[node] === 1) while (at < end) this.#grow(boxes, node, elements.vertices[at++]);
			at = end;
		}
	}

	#addFaces(model: ObjModel, holder: Uint32Array, wanted: Uint8Array, boxes: Map<number, Box>): void {
		let corner = 0;
		let run = -1;
		for (let face = 0; face < model.faceSizes.length; face++) {
			while (run + 1 < model.runs.length && model.runs[run + 1].firstFace <= face) run++;
			const node = holder[model.runs[run].node];
			const end = corner + model.faceSizes[face];
			if (wanted[node] === 1) {
				this.#faces.add(node);
				for (let at = corner; at < end; at++) this.#grow(boxes, node, model.corners[at]);
			}
			corner = end;
		}
	}

	#grow(boxes: Map<number, Box>, node: number, vertex: number): void {
		const x = this.#positions[vertex * 3];
		const y = this.#positions[vertex * 3 + 1];
		const z = this.#positions[vertex * 3 + 2];
		if (Number.isNaN(x)) return;
		const box = boxes.get(node);
		if (box === undefined) {
			boxes.set(node, [x, y, z, x, y, z]);
			return;
		}
		box[0] = Math.min(box[0], x);
		box[1] = Math.min(box[1], y);
		box[2] = Math.min(box[2], z);
		box[3] = Math.max(box[3], x);
		box[4] = Math.max(box[4], y);
		box[5] = Math.max(box[5], z);
	}
}
