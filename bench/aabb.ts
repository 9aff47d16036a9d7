import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type AabbSplit, buildAabbTree } from '../src/tree/build.ts';
import { checkAabbTree } from '../src/tree/check.ts';
import { type AabbTree, NODE_WORDS } from '../src/tree/tree.ts';
import { firstHitCost, walkCost, walkLines } from '../test/reference/walk-cost.ts';
import { checksum, hills, randomFrom } from './data.ts';
import { treeRoom } from './tree-rooms.ts';

/**
 * How long a bounding-box tree takes over a terrain, scattered faces and one face again and again, and what it costs to walk.
 *
 *     npx tsx bench/aabb.ts --rooms 60
 *     npx tsx bench/aabb.ts [--faces 10000,100000,1000000] [--rounds 7] [folder of .wok files]
 *
 * Cold is the first call of a process of its own, compilation included; warm are further calls of that process. Both are the median
 * of the rounds, in milliseconds, the least in brackets; warm only the least. A checksum over all words of the tree shows whether two versions
 * build the same. With a folder, the trees that its rooms store are walked beside ours: box tests a line, and ours as a share of theirs, for vertical
 * lines, lines of sight, and lines of sight until their first hit in the order of the game.
 */

interface Mesh {
	readonly positions: Float32Array;
	readonly faces: Uint32Array;
}

interface Timing {
	readonly cold: number;
	readonly warm: number;
	readonly checksum: string;
	readonly depth: number;
	readonly column: number;
	readonly sight: number;
}

const SPLITS: readonly AabbSplit[] = ['best', 'fast', 'median'];
const WARM_CALLS = 4;

const MESHES: Record<string, (faceCount: number) => Mesh> = { terrain, scattered, coincident };

function terrain(faceCount: number): Mesh {
	return hills(Math.floor(Math.sqrt(faceCount / 2)));
}

/** About one face of two metres a cubic metre, each with corners of its own. */
function scattered(faceCount: number): Mesh {
	const random = randomFrom(7);
	const side = Math.cbrt(faceCount);
	const positions = new Float32Array(faceCount * 9);
	for (let face = 0; face < faceCount; face++) {
		const middle = [random() * side, random() * side, random() * side];
		for (let i = 0; i < 9; i++) positions[face * 9 + i] = middle[i % 3] + random() * 2 - 1;
	}
	const faces = new Uint32Array(faceCount * 3);
	for (let i = 0; i < faces.length; i++) faces[i] = i;
	return { positions, faces };
}

function coincident(faceCount: number): Mesh {
	const faces = new Uint32Array(faceCount * 3);
	for (let i = 0; i < faces.length; i++) faces[i] = i % 3;
	return { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), faces };
}

/** Runs in a process of its own. */
function timeOne(kind: string, faceCount: number, split: AabbSplit): Timing {
	const { positions, faces } = MESHES[kind](faceCount);
	let tree: AabbTree | undefined;
	const times: number[] = [];
	for (let call = 0; call <= WARM_CALLS; call++) {
		const start = performance.now();
		tree = buildAabbTree(positions, faces, { tree: split });
		times.push(performance.now() - start);
	}
	const cost = kind === 'coincident' ? { column: 0, sight: 0 } : walkCost(tree!, walkLines(positions, faces, 1000));
	return {
		cold: times[0],
		warm: Math.min(...times.slice(1)),
		checksum: checksum(tree!.i32),
		depth: checkAabbTree(tree!, positions, faces).depth,
		...cost,
	};
}

function timeAll(faceCounts: readonly number[], rounds: number): void {
	console.log(
		'faces'.padStart(9),
		'mesh'.padEnd(12),
		'split   cold (least)   warm   checksum  depth  box tests: column  sight',
	);
	const cases = faceCounts.flatMap((faceCount) =>
		Object.keys(MESHES).flatMap((kind) => SPLITS.map((split) => ({ faceCount, kind, split, times: [] as Timing[] }))),
	);
	// Round by round, so that a busy minute of the machine touches all cases alike.
	for (let round = 0; round < rounds; round++) {
		for (const one of cases) {
			const args = [fileURLToPath(import.meta.url), '--one', `${one.kind},${one.faceCount},${one.split}`];
			const out = execFileSync(process.execPath, [...process.execArgv, ...args], { encoding: 'utf8' });
			one.times.push(JSON.parse(out) as Timing);
		}
	}
	for (const { faceCount, kind, split, times } of cases) {
		const cold = times.map((time) => time.cold).sort((a, b) => a - b);
		const warm = Math.min(...times.map((time) => time.warm));
		const { checksum, depth, column, sight } = times[0];
		console.log(
			String(faceCount).padStart(9),
			kind.padEnd(12),
			split.padEnd(6),
			cold[cold.length >> 1].toFixed(0).padStart(6),
			`(${cold[0].toFixed(0)})`.padStart(7),
			warm.toFixed(0).padStart(6),
			`  ${checksum}`,
			String(depth).padStart(6),
			column.toFixed(1).padStart(18),
			sight.toFixed(1).padStart(6),
		);
	}
}

/** The tables of a WOK, as they lie in it. */
function readRoom(path: string): Mesh & { readonly stored: AabbTree } {
	const bytes = readFileSync(path);
	const table = (countAt: number, offsetAt: number, words: number) => {
		const start = bytes.byteOffset + bytes.readUInt32LE(offsetAt);
		return bytes.buffer.slice(start, start + bytes.readUInt32LE(countAt) * words * 4);
	};
	const tree = table(0x64, 0x68, NODE_WORDS);
	return {
		positions: new Float32Array(table(0x48, 0x4c, 3)),
		faces: new Uint32Array(table(0x50, 0x54, 3)),
		stored: { f32: new Float32Array(tree), i32: new Int32Array(tree), nodeCount: bytes.readUInt32LE(0x64) },
	};
}

function walkFolder(folder: string): void {
	console.log(`\n${folder}: box tests of stored trees, share of ours: column, sight, first hit; depth stored, ours`);
	const shares: number[][] = [];
	for (const name of readdirSync(folder)
		.filter((file) => file.toLowerCase().endsWith('.wok'))
		.sort()) {
		const { positions, faces, stored } = readRoom(join(folder, name));
		if (stored.nodeCount === 0) continue;
		const lines = walkLines(positions, faces, 3000);
		const theirs = walkCost(stored, lines);
		const first = firstHitCost(stored, { positions, faces }, lines);
		const row = [theirs.column.toFixed(1), theirs.sight.toFixed(1), first.toFixed(1)];
		const depths = [checkAabbTree(stored, positions, faces).depth];
		const share: number[] = [];
		for (const split of SPLITS) {
			const tree = buildAabbTree(positions, faces, { tree: split });
			const ours = walkCost(tree, lines);
			const ourFirst = firstHitCost(tree, { positions, faces }, lines);
			share.push(ours.column / theirs.column, ours.sight / theirs.sight, ourFirst / first);
			depths.push(checkAabbTree(tree, positions, faces).depth);
		}
		shares.push(share);
		row.push(...share.map((value) => value.toFixed(3)));
		console.log(name.padEnd(36), String(faces.length / 3).padStart(6), row.join('  '), ' ', depths.join(' '));
	}
	const mean = (i: number): string =>
		Math.exp(shares.reduce((sum, share) => sum + Math.log(share[i]), 0) / shares.length).toFixed(3);
	console.log(
		'geometric mean:',
		SPLITS.map((split, i) => [split, ...[0, 1, 2].map((k) => mean(i * 3 + k))].join(' ')).join('  '),
	);
}

/** What `best` takes of the box tests of `fast` over generated rooms. */
function walkRooms(count: number): void {
	const shares: [column: number, sight: number, first: number][] = [];
	for (let number = 0; number < count; number++) {
		const mesh = treeRoom(number);
		const lines = walkLines(mesh.positions, mesh.faces, 1500);
		const [fast, best] = (['fast', 'best'] as const).map((split) => {
			const tree = buildAabbTree(mesh.positions, mesh.faces, { tree: split });
			return { ...walkCost(tree, lines), first: firstHitCost(tree, mesh, lines) };
		});
		shares.push([best.column / fast.column, best.sight / fast.sight, best.first / fast.first]);
	}
	const mean = (i: 0 | 1 | 2): string =>
		Math.exp(shares.reduce((sum, share) => sum + Math.log(share[i]), 0) / count).toFixed(3);
	console.log(
		`\n${count} generated rooms, best as a share of fast: column ${mean(0)}, sight ${mean(1)}, first hit ${mean(2)}`,
	);
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		faces: { type: 'string', default: '10000,100000,1000000' },
		rounds: { type: 'string', default: '7' },
		rooms: { type: 'string' },
		one: { type: 'string' },
	},
});
if (values.one !== undefined) {
	const [kind, faceCount, split] = values.one.split(',');
	console.log(JSON.stringify(timeOne(kind, Number(faceCount), split as AabbSplit)));
} else if (values.rooms !== undefined) {
	walkRooms(Number(values.rooms));
} else {
	timeAll(values.faces.split(',').map(Number), Number(values.rounds));
	for (const folder of positionals) walkFolder(folder);
}
