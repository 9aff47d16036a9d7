import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Document } from '@gltf-transform/core';
import { weldPrimitive } from '@gltf-transform/functions';
import Flatbush from 'flatbush';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import ObjFileParser from 'obj-file-parser';
import { BufferAttribute, BufferGeometry, DoubleSide, type Mesh, Ray, Vector3 } from 'three';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { CENTER, MeshBVH, SAH } from 'three-mesh-bvh';
import { packageVersion } from '../builds/program.ts';
import { readObjScene } from '../importers/obj/read.ts';
import { WalkmeshQuery } from '../level/query/walkmesh-query.ts';
import { Report } from '../src/findings/report.ts';
import { buildPointTree, nearestVertex } from '../src/geometry/spatial.ts';
import { weldPositions } from '../src/geometry/weld.ts';
import { K1 } from '../src/model/surfaces.ts';
import { createWalkmesh } from '../src/model/walkmesh.ts';
import { createHit } from '../src/plan/hits.ts';
import { type AabbSplit, buildAabbTree } from '../src/tree/build.ts';
import { walkCost, walkLines } from '../test/reference/walk-cost.ts';
import { hills, randomFrom } from './data.ts';

/**
 * What others do with the same data, in turns in one run: each gives what we give, or the run ends. Milliseconds, the least of the rounds.
 *
 *     npx tsx bench/peers.ts [--faces 100000] [--rounds 5] [--csv bench/history.csv]
 *
 * With `--csv` a row is added: the figures of a release.
 */

const { values: flags } = parseArgs({
	options: {
		faces: { type: 'string', default: '100000' },
		rounds: { type: 'string', default: '5' },
		csv: { type: 'string' },
	},
});
const rounds = Number(flags.rounds);
const side = Math.floor(Math.sqrt(Number(flags.faces) / 2));
const row = side + 1;
const { positions, faces } = hills(side);
const faceCount = faces.length / 3;
/** The same with corners of its own for each face. */
const soup = new Float32Array(faces.length * 3);
for (let corner = 0; corner < faces.length; corner++)
	for (let axis = 0; axis < 3; axis++) soup[corner * 3 + axis] = positions[faces[corner] * 3 + axis];

interface Subject {
	/** Whose it is, `wokflow` or a package. */
	readonly name: string;
	/** @returns what all subjects of a task have to agree on */
	run(): number | Promise<number>;
}

const figures = new Map<string, number>();

/** Runs subjects in turns, prints their times, and ends the run where one does not agree with the first. */
async function compare(task: string, subjects: readonly Subject[], tolerance = 0): Promise<void> {
	const least = new Map<string, number>();
	let agreed: number | undefined;
	for (let round = 0; round < rounds; round++) {
		for (const { name, run } of subjects) {
			const start = performance.now();
			const answer = await run();
			least.set(name, Math.min(least.get(name) ?? Infinity, performance.now() - start));
			agreed ??= answer;
			if (!(Math.abs(answer - agreed) <= tolerance * Math.abs(agreed)))
				throw new Error(`${task}: ${name} gives ${answer}, ${subjects[0].name} ${agreed}`);
		}
	}
	const ours = least.get(subjects[0].name) ?? Number.NaN;
	for (const [name, ms] of least) tell(`${task}, ${name}`, ms, `${(ms / ours).toFixed(2).padStart(8)} × ours`);
	console.log(`  all agree: ${agreed}`);
}

function tell(what: string, figure: number, more = ''): void {
	figures.set(what, figure);
	console.log(`${what.padEnd(52)} ${figure.toFixed(2).padStart(10)}  ${more}`);
}

function bvhOf(strategy: typeof CENTER | typeof SAH, targetLeafSize = 10): MeshBVH {
	const geometry = new BufferGeometry();
	geometry.setAttribute('position', new BufferAttribute(positions, 3));
	geometry.setIndex(new BufferAttribute(faces.slice(), 1));
	return new MeshBVH(geometry, { strategy, targetLeafSize });
}

/** Box tests a line, as `walkCost` counts them: the root's, and two for each inner node whose box is touched. */
function bvhCost(bvh: MeshBVH, { columns, sights }: ReturnType<typeof walkLines>): { column: number; sight: number } {
	let tests = 0;
	const walk = (touches: (low: Vector3, high: Vector3) => boolean): void => {
		bvh.shapecast({
			intersectsBounds: ({ min, max }) => {
				tests++;
				return touches(min, max);
			},
			intersectsTriangle: () => false,
		});
	};
	for (let i = 0; i < columns.length; i += 2) {
		const [x, y] = [columns[i], columns[i + 1]];
		walk((low, high) => x >= low.x && x <= high.x && y >= low.y && y <= high.y);
	}
	const column = tests / (columns.length / 2);
	tests = 0;
	for (let i = 0; i < sights.length; i += 6) {
		const from = sights.subarray(i, i + 3);
		const to = sights.subarray(i + 3, i + 6);
		walk((low, high) => crosses(from, to, [low.x, low.y, low.z], [high.x, high.y, high.z]));
	}
	return { column, sight: tests / (sights.length / 6) };
}

/** True for a segment that touches a box. */
function crosses(from: Float64Array, to: Float64Array, low: readonly number[], high: readonly number[]): boolean {
	let [enters, leaves] = [0, 1];
	for (let axis = 0; axis < 3; axis++) {
		const way = to[axis] - from[axis];
		const [a, b] = [(low[axis] - from[axis]) / way, (high[axis] - from[axis]) / way];
		enters = Math.max(enters, Math.min(a, b));
		leaves = Math.min(leaves, Math.max(a, b));
	}
	return enters <= leaves;
}

console.log(
	`wokflow ${packageVersion()}, ${cpus()[0].model}, Node ${process.version}, ${faceCount} faces, least of ${rounds}`,
);
console.log('\nTrees: building, ms');
const built = (tree: AabbSplit): Subject => ({
	name: `wokflow ${tree}`,
	run: () => buildAabbTree(positions, faces, { tree }).nodeCount && faceCount,
});
const grown = (name: string, strategy: typeof CENTER | typeof SAH, leaf: number): Subject => ({
	name: `three-mesh-bvh ${name}, ${leaf} faces a leaf`,
	run: () => (bvhOf(strategy, leaf).geometry.index?.count ?? 0) / 3,
});
await compare('build', [
	built('best'),
	built('fast'),
	built('median'),
	grown('CENTER', CENTER, 10),
	grown('CENTER', CENTER, 1),
	grown('SAH', SAH, 1),
]);

console.log('\nTrees: box tests a line, one face a leaf');
const lines = walkLines(positions, faces, 2000);
for (const tree of ['best', 'fast', 'median'] as const) {
	const { column, sight } = walkCost(buildAabbTree(positions, faces, { tree }), lines);
	tell(`vertical, wokflow ${tree}`, column);
	tell(`sight, wokflow ${tree}`, sight);
}
for (const [name, strategy] of Object.entries({ CENTER, SAH })) {
	const { column, sight } = bvhCost(bvhOf(strategy as typeof CENTER, 1), lines);
	tell(`vertical, three-mesh-bvh ${name}`, column);
	tell(`sight, three-mesh-bvh ${name}`, sight);
}

console.log('\nRays: ms for 100,000 of them, the nearest hit');
const RAYS = 100_000;
const query = new WalkmeshQuery(createWalkmesh({ positions, faces, surfaces: new Uint32Array(faceCount).fill(4) }));
const random = randomFrom(7);
const kinds: Record<string, () => number[]> = {
	vertical: () => {
		const [x, y] = [random() * side, random() * side];
		return [x, y, 10, x, y, -10];
	},
	random: () => Array.from({ length: 6 }, (_, i) => (i % 3 === 2 ? random() * 12 - 6 : random() * side)),
};
for (const [kind, make] of Object.entries(kinds)) {
	const rays = Array.from({ length: RAYS }, make);
	const hit = createHit();
	const own: Subject = {
		name: 'wokflow',
		run: () => {
			let sum = 0;
			for (const [ax, ay, az, bx, by, bz] of rays)
				sum += query.raycast([ax, ay, az], [bx, by, bz], undefined, hit) === undefined ? 0 : 1 + hit.distance;
			return sum;
		},
	};
	const peers = Object.entries({ CENTER, SAH }).map(([name, strategy]): Subject => {
		const bvh = bvhOf(strategy as typeof CENTER);
		const [ray, end] = [new Ray(), new Vector3()];
		return {
			name: `three-mesh-bvh ${name}`,
			run: () => {
				let sum = 0;
				for (const [ax, ay, az, bx, by, bz] of rays) {
					ray.origin.set(ax, ay, az);
					const length = end.set(bx, by, bz).sub(ray.origin).length();
					ray.direction.copy(end).divideScalar(length);
					const found = bvh.raycastFirst(ray, DoubleSide, 0, length);
					sum += found === null ? 0 : 1 + found.distance;
				}
				return sum;
			},
		};
	});
	// Hits counted and their distances, to what float64 leaves of them.
	await compare(`${kind} rays`, [own, ...peers], 1e-6);
}

console.log('\nWeld: exact, a face list with corners of its own, ms');
await MeshoptSimplifier.ready;
await compare('weld', [
	{ name: 'wokflow', run: () => weldPositions(soup, 0).positions.length / 3 },
	{ name: 'wokflow, within 0.1 mm', run: () => weldPositions(soup, 1e-4).positions.length / 3 },
	{
		name: 'meshoptimizer',
		run: () => MeshoptSimplifier.generatePositionRemap(soup, 3).reduce((sum, to, i) => sum + Number(to === i), 0),
	},
	{
		name: 'glTF-Transform',
		run: () => {
			const document = new Document();
			const position = document.createAccessor().setType('VEC3').setArray(soup.slice());
			const primitive = document.createPrimitive().setAttribute('POSITION', position);
			weldPrimitive(primitive, { overwrite: true });
			return primitive.getAttribute('POSITION')?.getCount() ?? 0;
		},
	},
]);

console.log('\nOBJ: text to triangles, ms');
const text = [
	'o terrain_wok',
	...Array.from(
		{ length: row * row },
		(_, i) => `v ${[0, 1, 2].map((k) => positions[i * 3 + k].toFixed(6)).join(' ')}`,
	),
	...Array.from({ length: faceCount }, (_, i) => `f ${[0, 1, 2].map((k) => faces[i * 3 + k] + 1).join(' ')}`),
	'',
].join('\n');
const bytes = new TextEncoder().encode(text);
/** Triangles, and where their corners lie on average. */
const sumOf = (values: ArrayLike<number>, at: (corner: number) => number, corners: number): number => {
	let sum = 0;
	for (let corner = 0; corner < corners; corner++)
		sum += Math.abs(values[at(corner)]) + Math.abs(values[at(corner) + 1]);
	return corners + sum / corners;
};
const objSubjects: Subject[] = [
	{
		name: 'wokflow',
		async run() {
			const context = { report: new Report(), surfaces: K1, mappings: [], name: 'terrain' };
			const { parts } = await readObjScene([bytes], { up: 'z' }, context);
			const [{ positions: points, triangles }] = parts;
			return sumOf(points, (corner) => triangles[corner] * 3, triangles.length);
		},
	},
	{
		name: "three's OBJLoader",
		run() {
			const [mesh] = new OBJLoader().parse(text).children as Mesh[];
			const { array } = mesh.geometry.attributes['position'];
			return sumOf(array, (corner) => corner * 3, array.length / 3);
		},
	},
	{
		name: 'obj-file-parser',
		run() {
			const [model] = new ObjFileParser(text).parse().models;
			const points = Float32Array.from(model.vertices.flatMap(({ x, y, z }) => [x, y, z]));
			const corners = Uint32Array.from(model.faces.flatMap((face) => face.vertices.map((v) => v.vertexIndex - 1)));
			return sumOf(points, (corner) => corners[corner] * 3, corners.length);
		},
	},
];
await compare('read OBJ', objSubjects, 1e-9);

console.log('\nPoints in plan: index them, and the nearest to each of as many places, ms');
const flat = positions.map((value, i) => (i % 3 === 2 ? 0 : value));
const places = Float64Array.from({ length: row * row * 2 }, () => random() * side);
await compare(
	'nearest point',
	[
		{
			name: 'wokflow',
			run: () => {
				const tree = buildPointTree(
					flat,
					Uint32Array.from({ length: row * row }, (_, i) => i),
				);
				let sum = 0;
				for (let i = 0; i < places.length; i += 2)
					sum += nearestVertex(tree, [places[i], places[i + 1], 0], 4, () => true)?.squared ?? Number.NaN;
				return sum;
			},
		},
		{
			name: 'flatbush',
			run: () => {
				const index = new Flatbush(row * row);
				for (let i = 0; i < row * row; i++) index.add(flat[i * 3], flat[i * 3 + 1]);
				index.finish();
				let sum = 0;
				for (let i = 0; i < places.length; i += 2) {
					const [near] = index.neighbors(places[i], places[i + 1], 1, 4);
					sum += (flat[near * 3] - places[i]) ** 2 + (flat[near * 3 + 1] - places[i + 1]) ** 2;
				}
				return sum;
			},
		},
	],
	1e-9,
);

if (flags.csv !== undefined) {
	const cell = (value: string): string => (value.includes(',') ? `"${value}"` : value);
	const head = ['version', 'node', 'faces', ...figures.keys()];
	if (!existsSync(flags.csv)) writeFileSync(flags.csv, `${head.map(cell).join(',')}\n`);
	const cells = [
		packageVersion(),
		process.version,
		String(faceCount),
		...[...figures.values()].map((ms) => ms.toFixed(2)),
	];
	appendFileSync(flags.csv, `${cells.join(',')}\n`);
}
