import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { weldPositions } from '../src/geometry/weld.ts';
import { checksum, randomFrom, timeColumns } from './data.ts';

/**
 * How long welding takes: an indexed grid of half a million vertices and the soup of its million triangles, as floats
 * and doubles, beside meshoptimizer's exact remap. `npx tsx bench/weld.ts [rounds]` prints the cold time, the best and
 * the median of the warm ones in milliseconds, and a checksum of each answer.
 */

const SIDE = 708;
const JITTER = 2e-5;

function gridPositions(): Float64Array {
	const positions = new Float64Array(SIDE * SIDE * 3);
	for (let i = 0; i < SIDE * SIDE; i++) {
		const x = i % SIDE;
		const y = Math.floor(i / SIDE);
		positions.set([x * 0.5 - 100, y * 0.5 - 100, Math.sin(x / 10) * Math.cos(y / 10) * 2], i * 3);
	}
	return positions;
}

/** Every triangle with corners of its own, each moved a little. */
function soupPositions(grid: Float64Array): Float64Array {
	const next = randomFrom(1);
	const soup = new Float64Array((SIDE - 1) * (SIDE - 1) * 18);
	let at = 0;
	for (let y = 0; y < SIDE - 1; y++) {
		for (let x = 0; x < SIDE - 1; x++) {
			const a = y * SIDE + x;
			for (const vertex of [a, a + 1, a + SIDE, a + 1, a + SIDE + 1, a + SIDE]) {
				for (let axis = 0; axis < 3; axis++) soup[at++] = grid[vertex * 3 + axis] + (next() - 0.5) * JITTER;
			}
		}
	}
	return soup;
}

const grid = gridPositions();
const soup = soupPositions(grid);
const grid32 = Float32Array.from(grid);
const soup32 = Float32Array.from(soup);
await MeshoptSimplifier.ready;

const subjects: Record<string, () => Uint32Array> = {
	'grid, float32': () => weldPositions(grid32).remap,
	'grid, float64': () => weldPositions(grid).remap,
	'grid, exact': () => weldPositions(grid32, 0).remap,
	'grid, meshoptimizer (exact)': () => MeshoptSimplifier.generatePositionRemap(grid32, 3),
	'soup, float32': () => weldPositions(soup32).remap,
	'soup, float64': () => weldPositions(soup).remap,
	'soup, meshoptimizer (exact)': () => MeshoptSimplifier.generatePositionRemap(soup32, 3),
};

const rounds = Math.max(2, Number(process.argv[2] ?? 9));
const times: Record<string, number[]> = {};
const sums: Record<string, string> = {};
for (let round = 0; round < rounds; round++) {
	for (const [name, run] of Object.entries(subjects)) {
		const start = performance.now();
		const remap = run();
		(times[name] ??= []).push(performance.now() - start);
		sums[name] = checksum(remap);
	}
}
for (const [name, each] of Object.entries(times)) {
	console.log(name.padEnd(28), ...timeColumns(each), ' ', sums[name]);
}
