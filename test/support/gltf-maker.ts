type TypedArray = Float32Array | Float64Array | Uint32Array | Uint16Array | Uint8Array | Int16Array | Int8Array;

const COMPONENT_TYPES: readonly (readonly [new (length: number) => TypedArray, number])[] = [
	[Int8Array, 5120],
	[Uint8Array, 5121],
	[Int16Array, 5122],
	[Uint16Array, 5123],
	[Uint32Array, 5125],
	[Float32Array, 5126],
	[Float64Array, 5130],
];

const VALUES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

// biome-ignore lint/suspicious/noExplicitAny: documents that break the rules of glTF are what it is for.
export type Json = any;

/** Writes glTF documents value by value, sound ones and broken ones; it shares no code with what is tested. */
export class GltfMaker {
	readonly json: Json = { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [] }] };
	#data: number[] = [];

	/** A buffer view of its own. @returns its index */
	view(bytes: Uint8Array, extra: Json = {}): number {
		while (this.#data.length % 4 !== 0) this.#data.push(0);
		const byteOffset = this.#data.length;
		for (const byte of bytes) this.#data.push(byte);
		return this.#push('bufferViews', { buffer: 0, byteOffset, byteLength: bytes.length, ...extra });
	}

	/** An accessor over a view of its own, with bounds where they are wanted. @returns its index */
	accessor(array: TypedArray, type: string, extra: Json = {}): number {
		const componentType = COMPONENT_TYPES.find(([type]) => array instanceof type)?.[1];
		const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
		const count = array.length / VALUES[type];
		return this.#push('accessors', { bufferView: this.view(bytes), componentType, type, count, ...extra });
	}

	/** Points with their bounds. */
	points(values: readonly number[] | Float32Array): number {
		const array = Float32Array.from(values);
		const axis = (of: (...values: number[]) => number): number[] =>
			[0, 1, 2].map((at) => of(...array.filter((_, i) => i % 3 === at)));
		return this.accessor(array, 'VEC3', { min: axis(Math.min), max: axis(Math.max) });
	}

	indices(values: readonly number[], array: new (values: number[]) => TypedArray = Uint16Array): number {
		return this.accessor(new array([...values]), 'SCALAR');
	}

	material(name: string, extra: Json = {}): number {
		return this.#push('materials', { name, ...extra });
	}

	mesh(primitives: readonly Json[], extra: Json = {}): number {
		return this.#push('meshes', { primitives, ...extra });
	}

	/** A node; a root of the first scene unless `child` is true. */
	node(node: Json, child = false): number {
		const index = this.#push('nodes', node);
		if (!child) this.json.scenes[0].nodes.push(index);
		return index;
	}

	#push(list: string, item: Json): number {
		this.json[list] ??= [];
		return this.json[list].push(item) - 1;
	}

	get data(): Uint8Array {
		return Uint8Array.from(this.#data);
	}

	/** The document with its data in the binary chunk. */
	glb(): Uint8Array {
		if (this.#data.length > 0) this.json.buffers ??= [{ byteLength: this.#data.length }];
		return packGlb(this.json, this.data);
	}

	/** The document as JSON, its data in a data URI. */
	text(): Uint8Array {
		if (this.#data.length > 0) {
			const uri = `data:application/octet-stream;base64,${Buffer.from(this.#data).toString('base64')}`;
			this.json.buffers ??= [{ byteLength: this.#data.length, uri }];
		}
		return bytesOf(JSON.stringify(this.json));
	}

	/** The document as JSON that asks for its data under a URI. */
	external(uri: string): Uint8Array {
		return bytesOf(JSON.stringify({ ...this.json, buffers: [{ byteLength: this.#data.length, uri }] }));
	}
}

export function bytesOf(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

/** A GLB of a JSON chunk and, unless it is empty, a binary one. */
export function packGlb(json: unknown, data: Uint8Array): Uint8Array {
	const text = typeof json === 'string' ? json : JSON.stringify(json);
	const chunks = [chunk(0x4e4f534a, bytesOf(text), 0x20)];
	if (data.length > 0) chunks.push(chunk(0x004e4942, data, 0));
	return packChunks(chunks);
}

export function chunk(type: number, data: Uint8Array, padding: number): Uint8Array {
	const bytes = new Uint8Array(8 + Math.ceil(data.length / 4) * 4).fill(padding);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, bytes.length - 8, true);
	view.setUint32(4, type, true);
	bytes.set(data, 8);
	return bytes;
}

export function packChunks(chunks: readonly Uint8Array[], version = 2): Uint8Array {
	const length = chunks.reduce((sum, { length }) => sum + length, 12);
	const bytes = new Uint8Array(length);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, 0x46546c67, true);
	view.setUint32(4, version, true);
	view.setUint32(8, length, true);
	let at = 12;
	for (const part of chunks) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

/** Corners of a unit square on the ground, Y up: two triangles that look up are 0 1 2 and 0 2 3. */
export const SQUARE: readonly number[] = [0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0];
export const SQUARE_INDICES: readonly number[] = [0, 1, 2, 0, 2, 3];

/** A sound document: a square of stone on one node. */
export function squareDocument(nodeName = 'floor'): GltfMaker {
	const maker = new GltfMaker();
	const primitive = {
		attributes: { POSITION: maker.points(SQUARE) },
		indices: maker.indices(SQUARE_INDICES),
		material: maker.material('Stone'),
	};
	maker.node({ name: nodeName, mesh: maker.mesh([primitive]) });
	return maker;
}
