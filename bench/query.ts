import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WalkmeshQuery } from '../level/query/walkmesh-query.ts';
import { readWalkmesh } from '../pipeline/bytes.ts';
import { createWalkmesh, type Walkmesh } from '../src/model/walkmesh.ts';
import { createHit } from '../src/plan/hits.ts';
import { hills } from './data.ts';

/**
 * Questions a second, one thread: vertical rays, heights, rays across, over a terrain and over real rooms.
 *
 *     npx tsx bench/query.ts [folder of .wok files]
 */

const COUNT = 1_000_000;

function terrain(side: number): Walkmesh {
	const { positions, faces } = hills(side);
	return createWalkmesh({
		name: `terrain of ${faces.length / 3} faces`,
		positions,
		faces,
		surfaces: new Uint32Array(faces.length / 3).fill(4),
	});
}

const folder = process.argv[2];
const rooms =
	folder === undefined
		? []
		: readdirSync(folder)
				.filter((name) => name.endsWith('.wok'))
				.map((name) => readWalkmesh(readFileSync(join(folder, name)), name).walkmesh)
				.filter(({ surfaces }) => surfaces.length > 0);

for (const mesh of [terrain(20), terrain(200), ...rooms]) {
	const query = new WalkmeshQuery(mesh);
	const { positions } = mesh;
	const bound = (axis: number, pick: (a: number, b: number) => number): number => {
		let value = positions[axis];
		for (let i = axis; i < positions.length; i += 3) value = pick(value, positions[i]);
		return value;
	};
	const low = [0, 1, 2].map((axis) => bound(axis, Math.min));
	const high = [0, 1, 2].map((axis) => bound(axis, Math.max));
	let state = 7;
	const random = (axis: number): number => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return low[axis] + ((high[axis] - low[axis]) * state) / 2 ** 32;
	};
	const points = Float64Array.from({ length: 3 * 4096 }, (_, i) => random(i % 3));
	const hit = createHit();
	const from: [number, number, number] = [0, 0, 0];
	const to: [number, number, number] = [0, 0, 0];
	const kinds: Record<string, (i: number) => number> = {
		vertical: (i) => {
			from[0] = to[0] = points[i];
			from[1] = to[1] = points[i + 1];
			from[2] = high[2] + 1;
			to[2] = low[2] - 1;
			return query.raycast(from, to, undefined, hit)?.face ?? -1;
		},
		height: (i) => query.heightAt(points[i], points[i + 1]) ?? 0,
		across: (i) => {
			const j = (i + 3) % points.length;
			for (let axis = 0; axis < 3; axis++) {
				from[axis] = points[i + axis];
				to[axis] = points[j + axis];
			}
			return query.raycast(from, to, undefined, hit)?.face ?? -1;
		},
	};
	const rates = Object.entries(kinds).map(([name, ask]) => {
		let sum = 0;
		let best = 0;
		for (let round = 0; round < 3; round++) {
			const start = performance.now();
			for (let i = 0; i < COUNT; i++) sum += ask((i % 4096) * 3);
			best = Math.max(best, COUNT / (performance.now() - start) / 1000);
		}
		return `${name} ${best.toFixed(2)} M/s (${Math.round(sum)})`;
	});
	console.log(`${mesh.name.padEnd(26)} ${String(mesh.surfaces.length).padStart(6)} faces  ${rates.join('  ')}`);
}
