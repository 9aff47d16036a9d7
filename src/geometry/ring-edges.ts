/**
 * Gives a triangulation the corners of its ring that it passed over. Ear clipping drops corners that lie on a straight line between
 * their neighbours; the face on the other side has them, and an edge against two would be a T-junction. The triangle along the
 * line is cut at each of them, which changes no area.
 *
 * @param triangles 3 corners (not vertices) of the ring a triangle
 * @param flat 2 values a corner
 * @returns undefined when the triangles do not have the ring for their border even so
 */
export function withAllRingEdges(triangles: readonly number[], flat: Float64Array): number[] | undefined {
	const count = flat.length / 2;
	if (triangles.length === (count - 2) * 3) return [...triangles];
	const place = samePlaces(flat);
	const result = [...triangles];
	for (const chain of missingChains(result, place)) {
		if (!cutAlong(result, chain, place)) return undefined;
	}
	return missingChains(result, place).length === 0 ? result : undefined;
}

/** True when a ring runs along an edge twice in one direction: it goes round more than once. */
export function repeatsEdges(flat: Float64Array): boolean {
	const place = samePlaces(flat);
	const count = place.length;
	const seen = new Set<number>();
	for (let corner = 0; corner < count; corner++) {
		const key = place[corner] * count + place[(corner + 1) % count];
		if (place[corner] !== place[(corner + 1) % count] && seen.has(key)) return true;
		seen.add(key);
	}
	return false;
}

/** For each corner the first corner in the same place: a ring with a bridge to a hole passes some places twice. */
function samePlaces(flat: Float64Array): Uint32Array {
	const count = flat.length / 2;
	const order = Uint32Array.from({ length: count }, (_, corner) => corner).sort(
		(a, b) => flat[a * 2] - flat[b * 2] || flat[a * 2 + 1] - flat[b * 2 + 1] || a - b,
	);
	const place = new Uint32Array(count);
	for (let i = 0; i < count; i++) {
		const corner = order[i];
		const before = order[i - 1];
		const same = i > 0 && flat[corner * 2] === flat[before * 2] && flat[corner * 2 + 1] === flat[before * 2 + 1];
		place[corner] = same ? place[before] : corner;
	}
	return place;
}

/** The runs of ring edges that no triangle has, each as the corners it passes, ends included. */
function missingChains(triangles: readonly number[], place: Uint32Array): number[][] {
	const count = place.length;
	const edges = new Map<number, number>();
	for (let i = 0; i < triangles.length; i++) {
		const key = place[triangles[i]] * count + place[triangles[i % 3 === 2 ? i - 2 : i + 1]];
		edges.set(key, (edges.get(key) ?? 0) + 1);
	}
	const missing = new Uint8Array(count);
	for (let corner = 0; corner < count; corner++) {
		const from = place[corner];
		const to = place[(corner + 1) % count];
		if (from === to) continue;
		const left = edges.get(from * count + to) ?? 0;
		if (left === 0) missing[corner] = 1;
		else edges.set(from * count + to, left - 1);
	}
	return runs(missing);
}

function runs(missing: Uint8Array): number[][] {
	const count = missing.length;
	const start = missing.indexOf(0);
	if (start < 0) return [Array.from({ length: count + 1 }, (_, i) => i % count)];
	const chains: number[][] = [];
	for (let step = 1; step <= count; step++) {
		const corner = (start + step) % count;
		if (missing[corner] === 0) continue;
		const open = chains.at(-1);
		if (open?.at(-1) === corner) open.push((corner + 1) % count);
		else chains.push([corner, (corner + 1) % count]);
	}
	return chains;
}

/** Replaces the triangle that has the edge from a chain's first corner to its last by a fan that passes all of the chain. */
function cutAlong(triangles: number[], chain: readonly number[], place: Uint32Array): boolean {
	const from = place[chain[0]];
	const to = place[chain[chain.length - 1]];
	for (let i = 0; i < triangles.length; i++) {
		const base = i - (i % 3);
		const next = base + ((i + 1) % 3);
		if (place[triangles[i]] !== from || place[triangles[next]] !== to) continue;
		const apex = triangles[base + ((i + 2) % 3)];
		triangles.splice(base, 3);
		for (let k = 0; k + 1 < chain.length; k++) triangles.push(chain[k], chain[k + 1], apex);
		return true;
	}
	return false;
}
