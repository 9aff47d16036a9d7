import { adjacency, openEdges, perimeters } from './derive.ts';

/**
 * What is wrong with the tables of a `BWM V1.0` that wokflow wrote, by reading the bytes anew: nothing here comes from the code, and every rule
 * is that of `docs/format.md`. Quadratic; for small files.
 *
 * @param walkable whether a surface can be walked on
 * @returns one sentence a fault, none for a sound file
 */
export function faultsOfBwm(bytes: Uint8Array, walkable: (surface: number) => boolean): string[] {
	const faults: string[] = [];
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < 136) return [`only ${bytes.length} bytes`];
	if (new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== 'BWM V1.0') return ['no magic'];
	const u32 = (at: number): number => view.getUint32(at, true);
	const area = u32(8) === 1;
	if (u32(8) > 1) faults.push(`type ${u32(8)}`);
	for (let at = 12; at < 72; at += 4)
		if (!Number.isFinite(view.getFloat32(at, true))) faults.push(`not finite at byte ${at}`);

	const faceCount = u32(0x50);
	const sizes: [name: string, count: number, offset: number, size: number][] = [
		['vertices', u32(0x48), u32(0x4c), 12],
		['faces', faceCount, u32(0x54), 12],
		['materials', faceCount, u32(0x58), 4],
		['normals', faceCount, u32(0x5c), 12],
		['distances', faceCount, u32(0x60), 4],
		['nodes', u32(0x64), u32(0x68), 44],
		['adjacency', u32(0x70), u32(0x74), 12],
		['edges', u32(0x78), u32(0x7c), 8],
		['perimeters', u32(0x80), u32(0x84), 4],
	];
	let end = 136;
	for (const [name, count, offset, size] of sizes) {
		if (count > 0 && offset !== end) faults.push(`${name} at ${offset}, not ${end}`);
		end += count * size;
	}
	if (end !== bytes.length) faults.push(`${bytes.length} bytes, tables end at ${end}`);
	if (faults.length > 0) return faults;

	const words = (table: number): Uint32Array => {
		const [, count, offset, size] = sizes[table];
		return new Uint32Array(bytes.slice(offset, offset + count * size).buffer);
	};
	const floats = (table: number): Float32Array => new Float32Array(words(table).buffer);
	const positions = floats(0);
	const faces = words(1);
	const surfaces = words(2);
	if (!positions.every(Number.isFinite)) faults.push('a coordinate is not finite');
	if (!faces.every((vertex) => vertex * 3 < positions.length)) return [...faults, 'a face names no vertex'];
	if (![...floats(3), ...floats(4)].every(Number.isFinite)) faults.push('a normal or distance is not finite');

	const isWalkable = Array.from(surfaces, (surface) => (walkable(surface) ? 1 : 0));
	const walkableCount = isWalkable.filter((flag) => flag === 1).length;
	if (isWalkable.indexOf(0) >= 0 && isWalkable.indexOf(0) < walkableCount)
		faults.push('a face that cannot be walked on stands before one that can');
	if (!area)
		return [u32(0x64), u32(0x70), u32(0x78), u32(0x80)].some((count) => count > 0)
			? [...faults, 'tables of a room']
			: faults;

	const behind = adjacency(faces, isWalkable).slice(0, walkableCount * 3);
	if (String(new Int32Array(words(6).buffer)) !== String(behind)) faults.push('adjacency');
	const edges = words(7);
	const listed = [...edges].filter((_, index) => index % 2 === 0);
	const loops = perimeters(faces, isWalkable);
	if (String(listed) !== String(loops.flat())) faults.push('edges are not the perimeters');
	if (listed.length !== openEdges(faces, isWalkable).length) faults.push('open edges');
	let loopEnd = 0;
	const ends = loops.map((loop) => (loopEnd += loop.length));
	if (String(words(8)) !== String(ends)) faults.push('ends of the perimeters');
	for (const [index, value] of new Int32Array(edges.buffer).entries())
		if (index % 2 === 1 && value < -1) faults.push(`transition ${value}`);
	return [...faults, ...faultsOfTree(words(5), faces, positions)];
}

/** Pre-order, every face in one leaf, every box around what is below it. */
function faultsOfTree(words: Uint32Array, faces: Uint32Array, positions: Float32Array): string[] {
	const i32 = new Int32Array(words.buffer);
	const f32 = new Float32Array(words.buffer);
	const nodeCount = words.length / 11;
	const faceCount = faces.length / 3;
	if (nodeCount !== Math.max(0, faceCount * 2 - 1)) return [`${nodeCount} nodes for ${faceCount} faces`];
	const seen = new Set<number>();
	const faults: string[] = [];
	let next = 0;
	const walk = (around: number[]): void => {
		// Not recursive: a chain of coincident faces must not end the checker.
		const todo = [{ node: 0, around }];
		while (todo.length > 0) {
			const { node, around } = todo.pop() as { node: number; around: number[] };
			if (node !== next++ || node >= nodeCount) {
				faults.push(`node ${node} is not in pre-order`);
				return;
			}
			const at = node * 11;
			const box = [...f32.subarray(at, at + 6)];
			for (let axis = 0; axis < 3; axis++)
				if (!(box[axis] >= around[axis] && box[axis + 3] <= around[axis + 3])) faults.push(`box of node ${node}`);
			const [face, fixed, plane, left, right] = i32.subarray(at + 6, at + 11);
			if (fixed !== 4) faults.push(`field 7 of node ${node}`);
			if (face < 0) {
				if (![1, 2, 4, 8, 16, 32].includes(plane)) faults.push(`plane of node ${node}`);
				todo.push({ node: right, around: box }, { node: left, around: box });
				continue;
			}
			if (seen.has(face) || face >= faceCount || left !== -1 || right !== -1 || plane !== 0) {
				faults.push(`leaf ${node}`);
				return;
			}
			seen.add(face);
			for (const vertex of faces.subarray(face * 3, face * 3 + 3))
				for (let axis = 0; axis < 3; axis++) {
					const value = positions[vertex * 3 + axis];
					if (!(value >= box[axis] && value <= box[axis + 3])) faults.push(`face ${face} is not in its box`);
				}
		}
	};
	if (nodeCount > 0) walk([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
	if (faults.length === 0 && seen.size !== faceCount) faults.push(`${seen.size} faces in the tree of ${faceCount}`);
	return faults;
}
