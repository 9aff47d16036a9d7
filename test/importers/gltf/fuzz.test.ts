import { beforeAll, describe, expect, test } from 'vitest';
import { writeGltf } from '../../../exporters/gltf/write.ts';
import { readGltf } from '../../../importers/gltf/read.ts';
import { InputError, Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import type { ImportContext } from '../../../src/scene/scene.ts';
import { bytesOf as fixtureBytes } from '../../fixtures/reading.ts';
import { bytesOf } from '../../support/gltf-maker.ts';
import { makeVariants } from '../../support/gltf-variants.ts';
import { generator, mutateBytes, mutateGlb, mutateJson, unpackGlb } from '../../support/mutate.ts';
import { testContext } from '../../support/read-gltf.ts';
import { runs } from '../../support/thorough.ts';

/** Mutations of each format. */
const ROUNDS = runs(50, 1000);
const SEED = Number(process.env['WOKFLOW_SEED'] ?? 20_261_101);
/** Reading a file of a few kilobytes takes a millisecond; this is far beyond, and still no hang. */
const LONGEST_MS = 2000;

const FIXTURES = ['door', 'extras', 'markers', 'nested-transforms', 'placeable', 'strips-and-fans', 'two-rooms-seam'];

/** Reads whatever it is: it must fail as unreadable input does, or give a scene that is sound. */
async function readAny(bytes: Uint8Array): Promise<'read' | 'refused'> {
	const asked: string[] = [];
	const context = testContext({
		readSibling: async (path) => {
			asked.push(path);
			throw new Error('There is no such file.');
		},
	});
	const start = performance.now();
	const result = await readSound(bytes, context);
	const took = performance.now() - start;
	for (const path of asked) if (/\.\.|^\/|[\\:]/.test(path)) throw new Error(`Asked for ${path}.`);
	if (took > LONGEST_MS) throw new Error(`Took ${took} ms.`);
	return result;
}

async function readSound(bytes: Uint8Array, context: ImportContext): Promise<'read' | 'refused'> {
	try {
		const content = await readGltf(bytes, {}, context);
		if (content.kind === 'walkmeshes') {
			for (const { walkmesh } of content.walkmeshes) checkWalkmesh(walkmesh);
			return 'read';
		}
		const { parts, nodes, markers } = content.scene;
		for (const { positions, triangles, surfaces, paintedRooms, node } of parts) {
			if (!positions.every(Number.isFinite)) throw new Error('A coordinate is not finite.');
			if (!triangles.every((vertex) => vertex * 3 < positions.length)) throw new Error('An index is out of range.');
			if (surfaces.length * 3 !== triangles.length) throw new Error('Surfaces do not match triangles.');
			if ((paintedRooms?.length ?? triangles.length) !== triangles.length) throw new Error('Rooms do not match.');
			if (nodes[node] === undefined) throw new Error('A node is missing.');
		}
		for (const { positions } of markers) {
			if (!positions.every(Number.isFinite)) throw new Error('A marker is nowhere.');
		}
		return 'read';
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return 'refused';
	}
}

function checkWalkmesh({ positions, faces, surfaces, transitions }: Walkmesh): void {
	if (!positions.every(Number.isFinite)) throw new Error('A coordinate is not finite.');
	if (!faces.every((vertex) => vertex * 3 < positions.length)) throw new Error('An index is out of range.');
	if (surfaces.length * 3 !== faces.length) throw new Error('Surfaces do not match faces.');
	if (transitions.length !== faces.length) throw new Error('Transitions do not match.');
}

/** Runs mutations one after the other; a failure names the seed that makes it again. */
async function run(
	sources: readonly Uint8Array[],
	mutate: (bytes: Uint8Array, random: () => number) => Uint8Array,
	rounds: number,
): Promise<{ read: number; refused: number }> {
	const counts = { read: 0, refused: 0 };
	for (let round = 0; round < rounds; round++) {
		const seed = SEED + round;
		const random = generator(seed);
		const source = sources[Math.floor(random() * sources.length)];
		try {
			counts[await readAny(mutate(source, random))]++;
		} catch (error) {
			throw new Error(`With WOKFLOW_SEED=${seed} WOKFLOW_RUNS=0.001: ${(error as Error).message}`, { cause: error });
		}
	}
	return counts;
}

/** A floor, a door and their lines and hooks, as this tool shows them. */
function inspectionFile(): Promise<Uint8Array> {
	const floor = createWalkmesh({
		name: 'hall_01',
		positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
		surfaces: Uint32Array.of(4, 7),
		transitions: Int32Array.of(3, -1, -1, -1, -1, -1),
	});
	const door: Walkmesh = { ...floor, name: 'dor_a', kind: 'door', doorState: 'closed', surfaces: Uint32Array.of(7, 7) };
	return writeGltf([floor, door], {}, { surfaces: K1, report: new Report() });
}

describe('mutated files', () => {
	let plain: Uint8Array[];
	let compressed: Uint8Array[];
	let inspection: Uint8Array[];

	beforeAll(async () => {
		plain = FIXTURES.map((name) => fixtureBytes(`small/${name}.glb`));
		const small = await makeVariants(fixtureBytes('small/nested-transforms.glb'));
		compressed = small.map(({ bytes }) => bytes);
		inspection = [await inspectionFile()];
	});

	test('the files themselves are read', async () => {
		for (const bytes of [...plain, ...compressed]) expect(await readAny(bytes)).toBe('read');
	});

	test(`GLB, ${ROUNDS} times`, { timeout: 600_000 }, async () => {
		const counts = await run(plain, mutateGlb, ROUNDS);
		expect(counts.refused).toBeGreaterThan(ROUNDS / 5);
		expect(counts.read).toBeGreaterThan(ROUNDS / 20);
	});

	test(`compressed GLB, ${ROUNDS} times`, { timeout: 600_000 }, async () => {
		const counts = await run(compressed, mutateGlb, ROUNDS);
		expect(counts.refused).toBeGreaterThan(ROUNDS / 5);
		expect(counts.read).toBeGreaterThan(ROUNDS / 20);
	});

	test(`inspection GLB, ${ROUNDS} times`, { timeout: 600_000 }, async () => {
		const counts = await run(inspection, mutateGlb, ROUNDS);
		expect(counts.refused).toBeGreaterThan(ROUNDS / 5);
		expect(counts.read).toBeGreaterThan(ROUNDS / 20);
	});

	test(`JSON, ${ROUNDS} times`, { timeout: 600_000 }, async () => {
		const texts = [...plain, ...compressed].map((bytes) => {
			const { text, data } = unpackGlb(bytes);
			const json = JSON.parse(text);
			json.buffers[0].uri = `data:application/octet-stream;base64,${Buffer.from(data).toString('base64')}`;
			return bytesOf(JSON.stringify(json));
		});
		const mutate = (bytes: Uint8Array, random: () => number): Uint8Array => {
			if (random() < 0.3) return mutateBytes(bytes, random);
			return bytesOf(mutateJson(new TextDecoder().decode(bytes), random, 1 + Math.floor(random() * 3)));
		};
		const counts = await run(texts, mutate, ROUNDS);
		expect(counts.refused).toBeGreaterThan(ROUNDS / 5);
		expect(counts.read).toBeGreaterThan(ROUNDS / 20);
	});

	test('every cut of a file is refused', async () => {
		const [bytes] = plain;
		for (let length = 0; length < bytes.length; length++)
			expect(await readAny(bytes.subarray(0, length))).toBe('refused');
	});

	test('bytes at any offset of their buffer are read alike', async () => {
		for (const source of [plain[0], compressed[4]]) {
			for (const offset of [1, 2, 3, 5]) {
				const padded = new Uint8Array(source.length + offset);
				padded.set(source, offset);
				expect(await readAny(padded.subarray(offset))).toBe('read');
			}
		}
	});
});
