import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeAscii } from '../../exporters/ascii/write.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import type { ConvertBytesOptions } from '../../jobs/convert-in-memory.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { readSource } from '../../pipeline/read.ts';
import { type Finding, InputError, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { checkOpenEdges } from '../../src/formats/limits.ts';
import type { EndingFaces } from '../../src/geometry/heaped.ts';
import { describeActions } from '../../src/model/advice.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { glbOfHeap, HEAPS, type Heap, objOfHeap } from '../fuzz/heaps.ts';
import { madeErf, wholeOf } from '../reference/archives.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { bytesOf, GltfMaker, type Json, SQUARE, SQUARE_INDICES, squareDocument } from '../support/gltf-maker.ts';
import { generator } from '../support/mutate.ts';
import { found, readScene } from '../support/read-gltf.ts';
import { THOROUGH } from '../support/thorough.ts';

/** The finding that a file is refused with; undefined for one that is converted. */
async function refusal(
	bytes: Uint8Array,
	name: string,
	options: ConvertBytesOptions = {},
): Promise<Finding | undefined> {
	try {
		await convertBytes(bytes, name, 'out.wok', options);
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return error.finding;
		throw error;
	}
}

/** A square as a file of each format that can be read. */
async function square(name: string): Promise<Uint8Array> {
	if (name.endsWith('.glb')) return squareDocument().glb();
	if (name.endsWith('.obj')) return bytesOf('v 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\nusemtl Stone\nf 1 2 3 4\n');
	const { files } = await convertBytes(squareDocument().glb(), 'room.glb', name);
	return files[0].bytes;
}

describe('the limit of triangles', () => {
	test.each(['room.glb', 'room.obj', 'room.ascii', 'room.wok'])(
		'holds for %s, up to it and no further',
		async (name) => {
			const bytes = await square(name);
			expect(await refusal(bytes, name, { maxTriangles: 2 })).toBeUndefined();
			const finding = await refusal(bytes, name, { maxTriangles: 1 });
			expect(finding).toMatchObject({ code: 'TOO_MANY_TRIANGLES', severity: 'fatal', data: { limit: 1 } });
			expect(describeActions(finding?.actions ?? [], 'cli')).toMatch(/^Add --max-triangles (?:2|N)\.$/);
		},
	);

	test('is checked while a large OBJ is read, not after it', async () => {
		const face = 'f 1 2 3\n'.repeat(40_000);
		const bytes = bytesOf(`v 0 0 0\nv 1 0 0\nv 1 0 -1\n${face}${'f 1 2\n'.repeat(100_000)}`);
		const finding = await refusal(bytes, 'room.obj', { maxTriangles: 10_000 });
		expect(finding?.location.line).toBeLessThan(45_000);
	});
});

test('a limit can be raised and lowered in the commands that change what they read, and in init', async () => {
	const cwd = scratchFolder();
	const seam = join(FIXTURES, 'small/two-rooms-seam.glb');
	expect((await wokflow(['level', seam, 'two'], { cwd })).code).toBe(0);
	for (const args of [
		['fix', 'two'],
		['link', 'two/two-rooms-seam.lyt', '--check'],
		['init', seam, '--as', 'json'],
	]) {
		const low = await wokflow([...args, '--max-triangles', '1'], { cwd });
		expect(low.stderr + low.stdout, args[0]).toContain('TOO_MANY_TRIANGLES');
		const high = await wokflow([...args, '--max-triangles', '1000', '--max-heaped', '1000'], { cwd });
		expect(high.code, high.stderr).toBe(0);
	}
});

test('a page of more rooms than an area can have is refused before any is taken out of its archive', async () => {
	const cwd = scratchFolder();
	const entries = Array.from({ length: 5 }, (_, i) => ({ name: `r${i}`, type: 2016, bytes: new Uint8Array(4) }));
	writeFileSync(join(cwd, 'rooms.mod'), wholeOf(madeErf(entries)));
	const { stderr, code } = await wokflow(['view', 'rooms.mod', '--max-rooms', '4', '-o', 'page.html'], { cwd });
	expect(stderr).toContain('TOO_MANY_ROOMS');
	expect(code).toBe(3);
});

describe('faces heaped on each other', () => {
	const CROWD = 4200;
	const heap = HEAPS['nearlyOne'](CROWD, generator(1));
	const walkmesh = createWalkmesh({
		name: 'heap',
		positions: Float32Array.from(heap.points.flat()),
		faces: Uint32Array.from(heap.faces.flat()),
		surfaces: new Uint32Array(CROWD).fill(4),
	});

	test.each([
		['heap.glb', () => glbOfHeap(heap, 1e6)],
		['heap.obj', () => objOfHeap(heap, 1e6)],
		['heap.wok', () => writeWalkmesh(walkmesh, { tree: 'median' })],
		['heap.ascii', () => writeAscii([{ walkmesh }], {}, { report: new Report() })],
	])('are refused with the limit that they meet: %s', async (name, bytesOfHeap) => {
		const bytes = bytesOfHeap();
		expect(bytes.length).toBeLessThan(1_300_000);
		const finding = await refusal(bytes, name);
		expect(finding).toMatchObject({ code: 'TOO_MANY_HEAPED', severity: 'fatal', data: { limit: 500 } });
		expect(describeActions(finding?.actions ?? [], 'cli')).toMatch(/^Add --max-heaped \d{4}\.$/);
	});

	test('are read where the limit is raised, and where they are few', async () => {
		const many = objOfHeap(HEAPS['sameCorners'](5000, generator(1)), 1e6);
		expect((await refusal(many, 'heap.obj', { maxHeaped: 4999 }))?.data).toEqual({ limit: 4999, heaped: 5000 });
		expect(await refusal(many, 'heap.obj', { maxHeaped: 5000 })).toBeUndefined();
		expect(await refusal(objOfHeap(HEAPS['sameCorners'](4096, generator(1)), 1e6), 'heap.obj')).toBeUndefined();
	});
});

describe('open edges', () => {
	const facesOf = ({ points, faces }: Heap): EndingFaces => ({
		positions: points.flat(),
		faces: faces.flat(),
		walkable: faces.map(() => 1),
	});
	const { points, faces } = HEAPS['islands'](50_000, generator(1));
	const loose = { positions: points.flat(), faces: faces.flat(), walkable: faces.map(() => 1) };
	const looseFaces = (count: number): EndingFaces => ({
		...loose,
		faces: loose.faces.slice(0, count * 3),
		walkable: loose.walkable.slice(0, count),
	});
	/** One mesh of a thousand loose faces at so many nodes: 3,000 open edges each. */
	const leaves = (nodes: number): GltfMaker => {
		const maker = new GltfMaker();
		const { points } = HEAPS['islands'](1000, generator(1));
		const POSITION = maker.points(points.flatMap(([x, y, z]) => [x, z, -y]));
		const mesh = maker.mesh([{ attributes: { POSITION }, material: maker.material('Stone') }]);
		for (let i = 0; i < nodes; i++) maker.node({ mesh, translation: [1000 * i, 0, 0] });
		return maker;
	};

	test('of tens of thousands of loose faces in a small file are refused with the limit that they meet', async () => {
		const finding = await refusal(leaves(44).glb(), 'leaves.glb');
		const data = { limit: 40_000, edges: 132_000 };
		expect(finding).toMatchObject({ code: 'TOO_MANY_OPEN_EDGES', severity: 'fatal', data });
		expect(describeActions(finding?.actions ?? [], 'cli')).toBe('Add --max-open-edges 132000.');
	});

	test('are read up to the limit, stated or not', () => {
		/** @param bytes of the input @param stated the limit */
		const check = (count: number, bytes: number, stated?: number) => () =>
			checkOpenEdges([looseFaces(count)], bytes, stated, new Report());
		expect(check(13_333, 1)).not.toThrow();
		expect(check(13_334, 1)).toThrow('40002 open edges');
		expect(check(13_334, 1_000_000)).toThrow('the limit for an input of its size is 40000');
		expect(check(13_334, 1_000_001)).not.toThrow();
		expect(check(100, 1, 299)).toThrow('the limit for an input of its size is 299');
		expect(check(100, 1, 300)).not.toThrow();
		// A document in memory has no size.
		expect(check(13_334, 0)).not.toThrow();
		expect(check(100, 0, 3)).toThrow();
	});

	test('of one for every 8 bytes are read in larger files, and any number where these have 12 bytes a triangle', () => {
		const floor = facesOf(HEAPS['ground'](2 * 224 ** 2, generator(1)));
		const edges = 150_000 + 4 * 224;
		const check =
			(bytes: number, ...more: EndingFaces[]) =>
			() =>
				checkOpenEdges([looseFaces(50_000), floor, ...more], bytes, undefined, new Report());
		expect(check(edges * 8 - 1)).toThrow(`${edges} open edges`);
		expect(check(edges * 8)).not.toThrow();
		const triangles = 50_000 + 2 * 224 ** 2 + 50_000;
		expect(check(triangles * 12 - 1, looseFaces(50_000))).toThrow();
		expect(check(triangles * 12, looseFaces(50_000))).not.toThrow();
	});

	test('count against all that was read, with the files beside', async () => {
		const maker = leaves(44);
		const read = (bytes: Uint8Array) => {
			const sibling = async (name: string) => (name === 'loose.bin' ? bytes : Promise.reject(new Error(name)));
			const source = { ...bytesSource(maker.external('loose.bin'), 'loose.gltf'), sibling };
			return readSource(source, {}, { report: new Report(), surfaces: K1, mappings: [] }, createRegistry());
		};
		await expect(read(maker.data)).rejects.toThrow('132000 open edges');
		expect((await read(Uint8Array.from([...maker.data, ...new Uint8Array(1_100_000)]))).kind).toBe('scene');
	});
});

/** What a small scene may show: of copies, and of triangles of its own. */
const COPIED = 2 ** 16;
const STORED = 2 ** 18;

describe('small files that ask for much are refused by what they declare', () => {
	const refused = async (maker: GltfMaker, triangles: number, limit: number): Promise<void> => {
		const bytes = maker.glb();
		expect(bytes.length).toBeLessThan(1_000_000);
		expect(await refusal(bytes, 'room.glb')).toMatchObject({
			code: 'TOO_MANY_TRIANGLES',
			data: { triangles, limit },
		});
	};

	/** A mesh of so many triangles that share four corners. */
	function heaped(triangles: number): GltfMaker {
		const maker = squareDocument();
		const order = Array.from({ length: triangles * 3 }, (_, i) => i % 4);
		maker.json.meshes[0].primitives[0].indices = maker.indices(order, Uint8Array);
		return maker;
	}

	test('primitives that share lists', async () => {
		const maker = heaped(30_000);
		const { primitives } = maker.json.meshes[0];
		for (let i = 1; i < 100; i++) primitives.push(primitives[0]);
		await refused(maker, 3_000_000, COPIED);
	});

	test('strips of one byte a triangle', async () => {
		const maker = heaped(300_000);
		maker.json.meshes[0].primitives[0].mode = 5;
		await refused(maker, 899_998, STORED);
	});

	test('four million vertices by meshopt, before anything is decoded', async () => {
		const maker = squareDocument();
		const count = 4_000_000;
		// The bytes are no data of meshopt: whoever decoded them would stumble.
		const view = maker.view(new Uint8Array(60_000));
		const { byteOffset } = maker.json.bufferViews[view];
		const data: Json = { buffer: 0, byteOffset, byteLength: 60_000, byteStride: 12, count, mode: 'ATTRIBUTES' };
		maker.json.buffers = [{ byteLength: maker.data.length }, { byteLength: count * 12 }];
		maker.json.bufferViews[0] = { buffer: 1, byteLength: count * 12, extensions: { EXT_meshopt_compression: data } };
		maker.json.extensionsUsed = ['EXT_meshopt_compression'];
		maker.json.accessors[0].count = count;
		delete maker.json.meshes[0].primitives[0].indices;
		await refused(maker, 1_333_333, STORED);
	});

	test('points that morph targets move', async () => {
		const maker = squareDocument();
		const primitive = maker.json.meshes[0].primitives[0];
		primitive.attributes.POSITION = maker.points(Float32Array.from({ length: 3000 }, (_, i) => i % 7));
		primitive.targets = Array.from({ length: 4000 }, () => ({ POSITION: primitive.attributes.POSITION }));
		maker.json.meshes[0].weights = primitive.targets.map(() => 1);
		expect(await refusal(maker.glb(), 'room.glb')).toMatchObject({
			code: 'GLTF_TOO_LARGE',
			data: { count: 4000 * 1000 * 24, option: 'maxDecodedBytes' },
			actions: [{ option: 'maxDecodedBytes' }],
		});
	});

	test('a compressed scene may have more than one of copies, up to eight of each mesh', async () => {
		/** @param copies of a mesh of so many triangles */
		const scene = (triangles: number, copies: number): GltfMaker => {
			const maker = heaped(triangles);
			for (let i = 1; i < copies; i++) maker.node({ mesh: 0 });
			return maker;
		};
		expect((await readScene(scene(16_000, 8).glb())).scene.parts).toHaveLength(8);
		await refused(scene(16_000, 9), 144_000, COPIED);
		await refused(scene(88_000, 3), 264_000, STORED);
	});

	test('unless the limit is stated, or the file is as large as that', async () => {
		const maker = heaped(10_000);
		for (let i = 1; i < 9; i++) maker.node({ mesh: 0 });
		await refused(maker, 90_000, COPIED);
		expect((await readScene(maker.glb(), { maxTriangles: 90_000 })).scene.parts).toHaveLength(9);
		maker.view(new Uint8Array(1_100_000));
		maker.json.buffers = undefined;
		expect((await readScene(maker.glb())).scene.parts).toHaveLength(9);
	});
});

describe('a mesh of 420 primitives at 300 nodes', () => {
	function bytesOfCopies(): Uint8Array {
		const maker = new GltfMaker();
		const primitive = { attributes: { POSITION: maker.points(SQUARE) }, indices: maker.indices(SQUARE_INDICES) };
		maker.mesh(Array.from({ length: 420 }, () => ({ ...primitive, material: 0 })));
		maker.material('Stone');
		for (let i = 0; i < 300; i++) maker.node({ mesh: 0, translation: [i * 2, 0, 0] });
		return maker.glb();
	}

	test.skipIf(!THOROUGH)('is read where that is allowed, without a list of arguments as long as that', async () => {
		const { scene } = await readScene(bytesOfCopies(), { maxPrimitives: 126_000, maxTriangles: 252_000 });
		expect(scene.parts).toHaveLength(126_000);
	});
});

test('a material name of 800,000 letters is cut wherever it is reported', async () => {
	const maker = squareDocument();
	maker.json.materials[0].name = 'x'.repeat(800_000);
	const [finding] = found((await readScene(maker.glb())).report, 'SURFACE_UNKNOWN');
	expect(JSON.stringify(finding).length).toBeLessThan(4000);
	expect(finding.message).toContain('characters left out');
	const { stdout, stderr } = await wokflow(['convert', '-', join(scratchFolder(), 'out.wok'), '--from', 'gltf'], {
		input: maker.glb(),
	});
	expect(stdout.length + stderr.length).toBeLessThan(10_000);
});

test('a room heaped on itself is not compared pair by pair', { timeout: 60_000 }, async () => {
	const maker = new GltfMaker();
	const at = (i: number): number[] => [0, i * 1e-4, 0, 1, i * 1e-4, 0, 0, i * 1e-4, -1];
	const POSITION = maker.points(Array.from({ length: THOROUGH ? 12_000 : 800 }, (_, i) => at(i)).flat());
	maker.node({ mesh: maker.mesh([{ attributes: { POSITION }, material: maker.material('Stone') }]) });
	const { report } = await readScene(maker.glb());
	expect(report.failed).toBe(false);
	expect(await refusal(maker.glb(), 'room.glb')).toBeUndefined();
});

describe('findings of one kind', () => {
	test('are only counted beyond those that are kept: no text is made', () => {
		let made = 0;
		const type = { code: 'X', severity: 'warning', help: '', message: () => `number ${++made}` } as const;
		const report = new Report({ keep: 3 });
		for (let i = 0; i < 1000; i++) report.within({ file: 'a' }).add(type, { room: i % 2 === 0 ? 'even' : 'odd' });
		expect(made).toBe(6);
		expect(report.counts.map(({ total, kept }) => [total, kept])).toEqual([
			[500, 3],
			[500, 3],
		]);
		expect(report.keeps(type, { file: 'a', room: 'odd' })).toBe(false);
		expect(report.keeps(type, { file: 'b' })).toBe(true);
	});

	test('can be told as many at once', () => {
		const report = new Report({ keep: 2 });
		const finding: Finding = { code: 'X', severity: 'error', message: '', help: '', location: { file: 'a' } };
		report.push(finding, 900_000);
		report.push(finding);
		expect(report.findings).toHaveLength(2);
		expect(report.total('error')).toBe(900_001);
	});
});
