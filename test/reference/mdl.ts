/**
 * A plain reader of binary models for tests: every node with everything that it owns, as bytes or numbers, and nothing checked. Shares no code with
 * the project.
 */

export interface ReferenceNode {
	readonly name: string;
	readonly flags: number;
	readonly parent: string;
	/** Position, orientation, controllers and their data, as hexadecimal digits. */
	readonly place: string;
	readonly controllers: string;
	readonly children: readonly string[];
	readonly mesh?: ReferenceMesh;
	/** Bytes behind the node of lights and emitters. */
	readonly other?: string;
}

export interface ReferenceMesh {
	/** Names of pictures, colours, switches: what is no pointer, count or extent. */
	readonly looks: string;
	readonly vertices: readonly (readonly number[])[];
	readonly faces: readonly ReferenceFace[];
	/** Rows of the second file, with the one that ends them. */
	readonly rows: readonly string[];
	readonly indices: readonly number[];
	readonly bounds: readonly number[];
	readonly radius: number;
	/** The middle. */
	readonly average: readonly number[];
	readonly area: number;
	readonly tree?: ReferenceTree;
}

export interface ReferenceFace {
	readonly normal: readonly number[];
	readonly distance: number;
	readonly surface: number;
	readonly adjacent: readonly number[];
	readonly corners: readonly number[];
}

export interface ReferenceTree {
	readonly box: readonly number[];
	readonly face: number;
	readonly plane: number;
	readonly left?: ReferenceTree;
	readonly right?: ReferenceTree;
}

export interface ReferenceModel {
	readonly sizes: readonly [mdl: number, mdx: number, mdxAgain: number];
	/** The header without sizes and pointers. */
	readonly header: string;
	readonly nodes: readonly ReferenceNode[];
	readonly animations: readonly string[];
}

export function readReferenceModel(mdl: Uint8Array, mdx: Uint8Array): ReferenceModel {
	const view = new DataView(mdl.buffer, mdl.byteOffset, mdl.byteLength);
	const at = (offset: number): number => offset + 12;
	const u32 = (offset: number): number => view.getUint32(at(offset), true);
	const u16 = (offset: number): number => view.getUint16(at(offset), true);
	const f32 = (offset: number): number => view.getFloat32(at(offset), true);
	const floats = (offset: number, count: number): number[] =>
		Array.from({ length: count }, (_, i) => f32(offset + i * 4));
	const hex = (offset: number, size: number): string =>
		Array.from(mdl.subarray(at(offset), at(offset) + size), (b) => b.toString(16).padStart(2, '0')).join('');
	const text = (offset: number): string => {
		let result = '';
		for (let i = at(offset); mdl[i] !== 0; i++) result += String.fromCharCode(mdl[i]);
		return result;
	};
	const isSecondGame = u32(0) === 4285200;
	const names = Array.from({ length: u32(188) }, (_, i) => text(u32(u32(184) + i * 4)));

	const readTree = (offset: number): ReferenceTree => {
		const face = view.getInt32(at(offset + 32), true);
		const node = { box: floats(offset, 6), face, plane: view.getInt32(at(offset + 36), true) };
		if (face >= 0) return node;
		return { ...node, left: readTree(u32(offset + 24)), right: readTree(u32(offset + 28)) };
	};

	const readMesh = (m: number, hasTree: boolean): ReferenceMesh => {
		const size = isSecondGame ? 340 : 332;
		const count = u16(m + 304);
		const rowSize = u32(m + 252);
		const rowsAt = u32(m + size - 8);
		const verticesAt = u32(m + size - 4);
		const facesAt = u32(m + 8);
		const indexCount = u32(u32(m + 176));
		const indicesAt = u32(u32(m + 188));
		return {
			looks: hex(m + 60, 116) + hex(m + 212, 92) + hex(m + 306, 8),
			vertices: Array.from({ length: count }, (_, i) => floats(verticesAt + i * 12, 3)),
			faces: Array.from({ length: u32(m + 12) }, (_, i) => {
				const f = facesAt + i * 32;
				return {
					normal: floats(f, 3),
					distance: f32(f + 12),
					surface: u32(f + 16),
					adjacent: [0, 1, 2].map((k) => u16(f + 20 + k * 2)),
					corners: [0, 1, 2].map((k) => u16(f + 26 + k * 2)),
				};
			}),
			rows: Array.from({ length: count + 1 }, (_, i) =>
				Buffer.from(mdx.subarray(rowsAt + i * rowSize, rowsAt + (i + 1) * rowSize)).toString('hex'),
			),
			indices: Array.from({ length: indexCount }, (_, i) => u16(indicesAt + i * 2)),
			bounds: floats(m + 20, 6),
			radius: f32(m + 44),
			average: floats(m + 48, 3),
			area: f32(m + size - 16),
			...(hasTree && u32(m + 12) > 0 ? { tree: readTree(u32(m + size)) } : {}),
		};
	};

	const nodes: ReferenceNode[] = [];
	const readNode = (offset: number): string => {
		const flags = u16(offset);
		const name = names[u16(offset + 4)];
		const parent = u32(offset + 12);
		const index = nodes.length;
		nodes.push({ name, flags, parent: '', place: '', controllers: '', children: [] });
		const children = Array.from({ length: u32(offset + 48) }, (_, i) => readNode(u32(u32(offset + 44) + i * 4)));
		nodes[index] = {
			name,
			flags,
			parent: parent === 0 ? '' : names[u16(parent + 4)],
			place: hex(offset + 16, 28),
			controllers: hex(u32(offset + 56), u32(offset + 60) * 16) + hex(u32(offset + 68), u32(offset + 72) * 4),
			children,
			...((flags & 0x20) !== 0 ? { mesh: readMesh(offset + 80, (flags & 0x200) !== 0) } : {}),
			...((flags & 0x20) === 0 && (flags & 0x6) !== 0 ? { other: hex(offset + 80, (flags & 2) !== 0 ? 92 : 224) } : {}),
		};
		return name;
	};
	readNode(u32(40));
	const animations = Array.from({ length: u32(92) }, (_, i) => hex(u32(u32(88) + i * 4), 136));
	return {
		sizes: [view.getUint32(4, true), view.getUint32(8, true), u32(176)],
		header: hex(0, 40) + hex(44, 132) + hex(180, 16),
		nodes,
		animations,
	};
}
