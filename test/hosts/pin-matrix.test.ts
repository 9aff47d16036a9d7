import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, Logger, type Transform } from '@gltf-transform/core';
import * as functions from '@gltf-transform/functions';
import { MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer';
import { describe, expect, test } from 'vitest';
import { Walkmesh } from '../../hosts/gltf-transform/extension.ts';
import { pinWalkmesh } from '../../hosts/gltf-transform/pin.ts';
import { walkmesh } from '../../hosts/gltf-transform/walkmesh.ts';
import { Report } from '../../src/findings/report.ts';
import { FIXTURES } from '../support/cli.ts';
import { transformer } from '../support/gltf-variants.ts';
import { differences, EXACT, measure } from '../support/measured.ts';
import { smallQuayGlb } from '../support/small-quay.ts';
import { spread, THOROUGH } from '../support/thorough.ts';

const silent = new Logger(Logger.Verbosity.SILENT);

const io = await transformer(Walkmesh);

const F = functions;
const encoder = MeshoptEncoder;
const simplifier = MeshoptSimplifier;

/** Each function that changes a document, and what it needs to do so. */
const TRANSFORMS: Readonly<Record<string, () => Transform[]>> = {
	center: () => [F.center()],
	dedup: () => [F.dedup()],
	dequantize: () => [F.quantize({ quantizePosition: 16 }), F.dequantize()],
	draco: () => [F.draco()],
	flatten: () => [F.flatten()],
	instance: () => [F.instance({ min: 2 })],
	join: () => [F.join()],
	meshopt: () => [F.meshopt({ encoder })],
	metalRough: () => [F.metalRough()],
	normals: () => [F.normals({ overwrite: true })],
	palette: () => [F.palette({ min: 1 })],
	partition: () => [F.partition()],
	prune: () => [F.prune()],
	quantize: () => [F.quantize()],
	reorder: () => [F.reorder({ encoder })],
	resample: () => [F.resample()],
	simplify: () => [F.weld(), F.simplify({ simplifier, ratio: 0.5, error: 0.0001 })],
	sparse: () => [F.sparse()],
	uninstance: () => [F.instance({ min: 2 }), F.uninstance()],
	unlit: () => [F.unlit()],
	unpartition: () => [F.partition(), F.unpartition()],
	unweld: () => [F.unweld()],
	vertexColorSpace: () => [F.vertexColorSpace({ inputColorSpace: 'srgb' })],
	weld: () => [F.weld()],
	// The steps of the command `optimize` with what it does without options, but for textures.
	optimize: () => [
		F.dedup(),
		F.instance({ min: 5 }),
		F.palette({ min: 5 }),
		F.flatten(),
		F.join(),
		F.weld(),
		F.simplify({ simplifier, error: 0.0001, ratio: 0, lockBorder: false }),
		F.resample(),
		F.prune({ keepAttributes: false, keepIndices: false, keepLeaves: false, keepSolidTextures: false }),
		F.sparse(),
		F.meshopt({ encoder, level: 'high' }),
	],
};

/** Functions that are exported and change no document by themselves, or need what no fixture has. */
const OTHERS: ReadonlySet<string> = new Set([
	// Helpers for parts of documents, and questions.
	...['assignDefaults', 'clearNodeParent', 'clearNodeTransform', 'cloneDocument', 'compactAttribute'],
	...['compactPrimitive', 'compressTexture', 'convertPrimitiveToLines', 'convertPrimitiveToTriangles'],
	...['copyToDocument', 'createDefaultPropertyResolver', 'createInstanceNodes', 'createTransform'],
	...['dequantizePrimitive', 'fitPowerOfTwo', 'fitWithin', 'getBounds', 'getGLPrimitiveCount'],
	...['getMeshVertexCount', 'getNodeVertexCount', 'getPrimitiveVertexCount', 'getSceneVertexCount'],
	...['getTextureChannelMask', 'getTextureColorSpace', 'inspect', 'isTransformPending', 'joinPrimitives'],
	...['listNodeScenes', 'listTextureChannels', 'listTextureInfo', 'listTextureInfoByMaterial'],
	...['listTextureSlots', 'mergeDocuments', 'moveToDocument', 'simplifyPrimitive', 'sortPrimitiveWeights'],
	...['transformMesh', 'transformPrimitive', 'unweldPrimitive', 'unwrapPrimitives', 'weldPrimitive'],
	// Of textures, animations and their coordinates only, with a package of their own.
	...['sequence', 'tangents', 'textureCompress', 'unwrap'],
]);

/** By which share the area of a function may differ that moves corners or drops them. */
const TOLERANCE: Readonly<Record<string, number>> = {
	// Corners at steps of the mesh's box: 2^14 of them, 2^11 with Draco's default.
	...{ quantize: 0.01, meshopt: 0.01, dequantize: 0.01, draco: 0.01 },
	...{ simplify: 0.01, optimize: 0.01 },
};

const FIXTURE_NAMES = [
	'level/quay.glb',
	...['door', 'extras', 'markers', 'nested-transforms', 'placeable', 'strips-and-fans', 'two-rooms-seam'].map(
		(name) => `small/${name}.glb`,
	),
	...['crate', 'gate', 'room', 'two-rooms'].map((name) => `blender/${name}.glb`),
];
/** In every run; the others in the thorough one. */
const FEW = new Set(['small/two-rooms-seam.glb', 'small/door.glb']);
const FEW_TRANSFORMS = new Set(['dedup', 'instance', 'join', 'palette', 'optimize']);
/** With a level, which takes longer, these in every run. */
const FEW_OF_LEVELS = new Set(['instance', 'optimize']);
const isUsual = (fixture: string, name: string): boolean =>
	(fixture.startsWith('level/') ? FEW_OF_LEVELS : FEW_TRANSFORMS).has(name);

function bytesOf(fixture: string): Uint8Array<ArrayBuffer> {
	return fixture === 'level/quay.glb' && !THOROUGH
		? new Uint8Array(smallQuayGlb())
		: readFileSync(join(FIXTURES, fixture));
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Document> {
	return (await io.readBinary(bytes)).setLogger(silent);
}

/** The file that a tool further on gets. */
async function stored(document: Document): Promise<Uint8Array<ArrayBuffer>> {
	if (document.getRoot().listBuffers().length > 1) await document.transform(F.unpartition());
	return io.writeBinary(document);
}

test('every function of glTF-Transform is in the matrix or known to need no row', () => {
	const exported = Object.keys(functions).filter((name) => /^[a-z]/.test(name));
	expect(exported.filter((name) => !(name in TRANSFORMS) && !OTHERS.has(name))).toEqual([]);
});

describe.each(FIXTURE_NAMES.filter((name) => THOROUGH || FEW.has(name)))('%s', (fixture) => {
	test('all fixtures are there', () => expect(existsSync(join(FIXTURES, fixture))).toBe(true));

	test.each(Object.keys(TRANSFORMS).filter((name) => THOROUGH || isUsual(fixture, name)))(
		'%s: what is pinned stays, or is said to be missing',
		async (name) => {
			const document = await open(bytesOf(fixture));
			const before = await measure(bytesOf(fixture));
			await document.transform(pinWalkmesh());
			expect(differences(before, await measure(await stored(document)), EXACT)).toEqual([]);
			await document.transform(...TRANSFORMS[name]());
			const after = await measure(await stored(document));
			const lost = differences(before, after, TOLERANCE[name] ?? EXACT);
			expect({ lost, error: after.error }).toEqual({ lost: [] });
			expect(after.told.filter((line) => line.startsWith('PINS_ADVISED'))).toEqual([]);
		},
	);

	test.each(Object.keys(TRANSFORMS).filter((name) => isUsual(fixture, name) || (THOROUGH && FEW.has(fixture))))(
		'%s without pins: the same, or told',
		async (name) => {
			const document = await open(bytesOf(fixture));
			const before = await measure(bytesOf(fixture));
			await document.transform(...TRANSFORMS[name]());
			const after = await measure(await stored(document));
			const told = after.told.filter((line) => !before.told.includes(line));
			expect(told.some((line) => line.startsWith('PINS_ADVISED')) || after.error !== undefined).toBe(true);
		},
	);

	test.each(spread(['dedup', 'flatten', 'join', 'prune'], fixture.startsWith('level/') ? 1 : 4))(
		'%s before walkmesh() in one call is reported',
		async (name) => {
			const document = await open(bytesOf(fixture));
			const report = new Report();
			const made = document.transform(...TRANSFORMS[name](), walkmesh({ report, onWalkmesh: () => {} }));
			await made.catch(() => {});
			expect(report.findings.map(({ code }) => code)).toContain('PINS_ADVISED');
		},
	);

	test('nothing before walkmesh() is nothing to tell', async () => {
		const document = await open(bytesOf(fixture));
		const report = new Report();
		await document.transform(walkmesh({ report, onWalkmesh: () => {} }), F.dedup());
		expect(report.findings.map(({ code }) => code)).not.toContain('PINS_ADVISED');
	});

	test('a transform of an earlier call leaves no trace, so a document without pins is noted', async () => {
		const codes = async (...first: Transform[]): Promise<string[]> => {
			const document = await open(bytesOf(fixture));
			const report = new Report();
			await document.transform(...first, F.dedup());
			// A level with a material of the sea is refused, and what is told of pins stands all the same.
			await document.transform(walkmesh({ report, onWalkmesh: () => {} })).catch(() => {});
			return report.findings.map(({ code }) => code);
		};
		expect(await codes()).toContain('PINS_NONE');
		expect(await codes(pinWalkmesh())).not.toContain('PINS_NONE');
	});
});

describe.runIf(THOROUGH)('two functions after another', () => {
	const names = ['dedup', 'flatten', 'instance', 'join', 'palette', 'prune', 'quantize'];
	test.each(['door', 'two-rooms-seam'])('%s keeps what is pinned', async (fixture) => {
		const bytes = bytesOf(`small/${fixture}.glb`);
		const before = await measure(bytes);
		const lost: string[] = [];
		for (const sequence of names.flatMap((first) => names.map((second) => [first, second]))) {
			const document = await open(bytes);
			await document.transform(pinWalkmesh());
			for (const name of sequence) await document.transform(...TRANSFORMS[name]());
			const after = await measure(await stored(document));
			const tolerance = Math.max(...sequence.map((name) => TOLERANCE[name] ?? EXACT));
			const differs = after.error !== undefined || differences(before, after, 2 * tolerance).length > 0;
			if (differs) lost.push(sequence.join(' '));
		}
		expect(lost).toEqual([]);
	});
});
