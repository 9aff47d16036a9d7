import { describe, expect, test } from 'vitest';
import { bwmExporter, encodeBwm, toBwmFile } from '../../../exporters/bwm/index.ts';
import { bwmImporter, decodeBwm } from '../../../importers/bwm/decode.ts';
import type { BwmFile } from '../../../src/bwm/bwm-file.ts';
import { TABLES, tableWords } from '../../../src/bwm/bwm-file.ts';
import { deriveBwm } from '../../../src/bwm/derive.ts';
import { Report } from '../../../src/findings/report.ts';
import { bytesSource, type LoadedWalkmesh } from '../../../src/formats/contracts.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { NONE } from '../../../src/model/walkmesh.ts';
import { rectangle } from '../../support/levels.ts';

const walkmesh = { ...rectangle(0, 0, 6, 4), name: 'quay' };
const file = deriveBwm(walkmesh, K1, new Report());
const crate = { ...rectangle(0, 0, 1, 1), name: 'crate', kind: 'placeable' } as const;
/** A tree of one's own: the other way round, and known by a plane that nothing derives. */
const tree = ((): typeof file.aabb => {
	const i32 = file.aabb.i32.slice();
	i32[8] = 32;
	return { i32, f32: new Float32Array(i32.buffer), nodeCount: file.aabb.nodeCount };
})();

type Options = Parameters<typeof toBwmFile>[1];
async function made(loaded: LoadedWalkmesh, options: Options = {}): Promise<{ file: BwmFile; told: unknown[] }> {
	const report = new Report();
	const result = await toBwmFile(loaded, options, { surfaces: K1, report });
	return {
		file: result,
		told: report.findings.map(({ code, severity, location, data, message }) => [
			code,
			severity,
			location.room,
			data,
			message,
		]),
	};
}

const TOLD = [
	'TREE_COPIED',
	'warning',
	'quay',
	{ tree: 'median' },
	'The AABB tree is copied unchanged, so the option tree (median) has no effect.',
];

describe('the tables that came in', () => {
	test('are written as they are', async () => {
		expect(await made({ walkmesh, file })).toEqual({ file, told: [] });
		expect((await made({ walkmesh, file })).file).toBe(file);
	});

	test('are written as they are in spite of another tree, which is reported', async () => {
		expect(await made({ walkmesh, file }, { tree: 'median' })).toEqual({ file, told: [TOLD] });
	});

	test('have no tree to speak of in a placeable', async () => {
		const own = deriveBwm(crate, K1, new Report());
		expect(await made({ walkmesh: crate, file: own }, { tree: 'median' })).toEqual({ file: own, told: [] });
	});

	test('are derived again where that is wanted', async () => {
		const { file: fresh, told } = await made({ walkmesh, file }, { rebuild: true, tree: 'median' });
		expect(fresh).not.toBe(file);
		expect(fresh).toEqual(deriveBwm(walkmesh, K1, new Report(), { tree: 'median' }));
		expect(told).toEqual([]);
	});

	test.each([
		['a room', crate, file],
		['a placeable', walkmesh, deriveBwm(crate, K1, new Report())],
	])('are not written where they are those of %s and something else is', async (_, mesh, other) => {
		const { file: fresh } = await made({ walkmesh: mesh, file: other });
		expect(fresh).toEqual(deriveBwm(mesh, K1, new Report()));
	});
});

describe('tables that were derived', () => {
	test('lie in the bytes that are written: a million faces are not held twice', async () => {
		const own = deriveBwm(walkmesh, K1, new Report());
		const bytes = encodeBwm(own);
		for (const { name } of TABLES) expect(tableWords(own, name).buffer).toBe(bytes.buffer);
		expect(Buffer.compare(bytes, encodeBwm(decodeBwm(bytes, new Report())))).toBe(0);
	});

	test('are copied where one of them was replaced, and stay as they are', async () => {
		const own = deriveBwm(walkmesh, K1, new Report());
		const changed = encodeBwm({ ...own, materials: own.materials.map(() => 7) });
		expect([...decodeBwm(changed, new Report()).materials]).toEqual([7, 7]);
		expect([...own.materials]).toEqual([...walkmesh.surfaces]);
		expect(
			Buffer.compare(changed, encodeBwm({ ...own, loose: [{ offset: changed.length, bytes: Uint8Array.of(1) }] })),
		).not.toBe(0);
	});

	test('of a placeable lie there, too', async () => {
		const own = deriveBwm(crate, K1, new Report());
		const bytes = encodeBwm(own);
		expect(own.faces.buffer).toBe(bytes.buffer);
		expect(decodeBwm(bytes, new Report())).toEqual(own);
	});
});

describe('a tree that came in without tables', () => {
	test('is written, and it is reported where another is wanted', async () => {
		expect((await made({ walkmesh, tree })).file.aabb.i32[8]).toBe(32);
		expect((await made({ walkmesh, tree })).told).toEqual([]);
		const { file: kept, told } = await made({ walkmesh, tree }, { tree: 'median' });
		expect(kept.aabb.i32[8]).toBe(32);
		expect(told).toEqual([TOLD]);
	});

	test('is made again where everything is', async () => {
		const { file: fresh, told } = await made({ walkmesh, tree }, { rebuild: true, tree: 'median' });
		expect(fresh.aabb.i32[8]).not.toBe(32);
		expect(told).toEqual([]);
	});

	test('is not told of where there is none', async () => {
		expect((await made({ walkmesh }, { tree: 'median' })).told).toEqual([]);
	});
});

test('neighbours that came in are written', async () => {
	const adjacency = { neighbours: new Int32Array(6).fill(NONE), overfull: [] };
	expect([...(await made({ walkmesh, adjacency })).file.adjacency]).toEqual([...adjacency.neighbours]);
	expect([...(await made({ walkmesh })).file.adjacency]).not.toEqual([...adjacency.neighbours]);
});

test('what is written is read back as the same tables', async () => {
	const { name, extensions, holds } = bwmExporter;
	expect([name, ...extensions, holds]).toEqual(['bwm', '.wok', '.pwk', '.dwk', 'walkmesh']);
	const context = { report: new Report(), surfaces: K1, output: 'quay.wok' };
	const bytes = await bwmExporter.write([{ walkmesh, file }], {}, context);
	expect(Buffer.from(bytes).toString('latin1', 0, 8)).toBe('BWM V1.0');
	const read = await bwmImporter.read(
		bytesSource(bytes, 'quay.wok'),
		{},
		{ report: new Report(), surfaces: K1, mappings: [] },
	);
	if (read.kind !== 'walkmeshes') throw new Error('not read as a walkmesh');
	expect(read.walkmeshes[0].file).toEqual({ ...file, loose: [] });
	expect(read.walkmeshes[0].walkmesh).toMatchObject({ name: 'quay', kind: 'area' });
});
