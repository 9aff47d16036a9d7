import earcut from 'earcut';

/** A mesh as the tree takes it. */
interface Mesh {
	readonly positions: Float32Array;
	readonly faces: Uint32Array;
}

/**
 * Rooms as modellers make them: a floor of long and short triangles around pillars, walls at its rims, crates, a gallery on a ramp. What
 * the weight of vertical lines in src/tree/reinsert.ts was chosen on; the same number gives the same room.
 */
export function treeRoom(number: number): Mesh {
	const random = randomFrom(number * 7919 + 1);
	const positions: number[] = [];
	const faces: number[] = [];
	const between = (low: number, high: number): number => low + random() * (high - low);

	/** A flat polygon with holes, and walls along all its rims. */
	const slab = (rings: readonly number[][], z: (x: number, y: number) => number, wall: number): void => {
		const flat = rings.flat();
		let corners = 0;
		const holes = rings.slice(0, -1).map((ring) => (corners += ring.length / 2));
		const first = positions.length / 3;
		for (let i = 0; i < flat.length; i += 2) positions.push(flat[i], flat[i + 1], z(flat[i], flat[i + 1]));
		for (const corner of earcut(flat, holes)) faces.push(first + corner);
		if (wall === 0) return;
		let start = first;
		for (const ring of rings) {
			const count = ring.length / 2;
			const upper = positions.length / 3;
			for (let i = 0; i < count; i++)
				positions.push(ring[i * 2], ring[i * 2 + 1], z(ring[i * 2], ring[i * 2 + 1]) + wall);
			for (let i = 0; i < count; i++) {
				// Here and there a doorway.
				if (random() < 0.15) continue;
				const j = (i + 1) % count;
				faces.push(start + i, start + j, upper + j, start + i, upper + j, upper + i);
			}
			start += count;
		}
	};
	const ringAround = (x: number, y: number, radius: number, corners: number, spread: number): number[] =>
		Array.from({ length: corners }, (_, i) => {
			const angle = ((i + (random() - 0.5) * spread) / corners) * 2 * Math.PI;
			const reach = radius * between(1 - spread / 3, 1 + spread / 3);
			return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
		}).flat();

	const size = between(5, 25);
	const stretch = between(0.5, 1);
	const outline = ringAround(0, 0, size, Math.round(between(6, 40)), 0.8).map((value, i) =>
		i % 2 ? value * stretch : value,
	);
	const pillars = Array.from({ length: Math.floor(between(0, 6)) }, (_, i) => {
		const angle = i * 1.05 + random() * 0.4;
		const reach = size * stretch * between(0.2, 0.5);
		return ringAround(
			Math.cos(angle) * reach,
			Math.sin(angle) * reach,
			between(0.3, 1),
			Math.round(between(4, 9)),
			0.1,
		);
	});
	slab([outline, ...pillars], () => 0, random() < 0.7 ? between(2, 6) : 0);
	for (let i = 0, count = Math.floor(between(0, 12)); i < count; i++) {
		const [x, y] = [between(-size, size) * 0.6, between(-size, size) * 0.6 * stretch];
		const top = between(0.5, 2);
		slab([ringAround(x, y, between(0.4, 1.5), 4, 0.05)], () => top, -top);
	}
	const slope = between(0.1, 0.5);
	if (random() < 0.5)
		slab([ringAround(size * 0.4, 0, size * 0.4, Math.round(between(4, 16)), 0.5)], (x) => 1 + slope * x, between(0, 2));
	return { positions: Float32Array.from(positions), faces: Uint32Array.from(faces) };
}

function randomFrom(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
		let mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
		mixed ^= mixed >>> 15;
		return (mixed >>> 0) / 2 ** 32;
	};
}
