import { describe, expect, test } from 'vitest';
import { smallModel } from '../../fixtures/make/model.ts';
import { decodeMdl } from '../../game/mdl/decode.ts';
import { sceneOfMdl } from '../../game/mdl/importer.ts';
import { hullFromSource } from '../../jobs/collision.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { convert } from '../../pipeline/convert.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { generator } from '../support/mutate.ts';
import { seedOfRun } from '../support/seed.ts';
import { runs } from '../support/thorough.ts';
import { makeTwins } from '../support/twins.ts';

const { mdl } = smallModel();

/** The code that reading fails with; undefined where it does not. */
function failure(bytes: Uint8Array): string | undefined {
	try {
		decodeMdl(bytes, new Report());
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return error.finding.code;
		throw error;
	}
}

function changed(bytes: Uint8Array, ...words: readonly (readonly [offset: number, value: number])[]): Uint8Array {
	const copy = bytes.slice();
	for (const [offset, value] of words) new DataView(copy.buffer).setUint32(offset + 12, value, true);
	return copy;
}

const word = (offset: number): number => new DataView(mdl.buffer, mdl.byteOffset).getUint32(offset + 12, true);

describe('a model', () => {
	test.each(['k1', 'k2'] as const)(
		'is read with its nodes, where they are, and the walkmesh among them (%s)',
		(game) => {
			const own = makeTwins({ game, size: [3, 2], node: [1, 2, 3] });
			expect(own.mdl).toMatchObject({ name: 'room_01a', game });
			expect(own.mdl.nodes.map(({ name, parent }) => [name, parent])).toEqual([
				['room_01a', -1],
				['light01', 0],
				['sparks', 0],
				['floor_mesh', 0],
				['hook01', 3],
				['room_wg', 0],
			]);
			expect(own.twin.mesh.surfaces).toHaveLength(12);
			expect(own.twin.tree?.nodeCount).toBe(23);
			expect(own.mdl.nodes[own.twin.node].position).toEqual([1, 2, 3]);
		},
	);

	test('shows what is drawn, without the walkmesh', () => {
		const scene = sceneOfMdl(decodeMdl(mdl, new Report()), 'room_01a');
		expect(scene.parts.map(({ name }) => name)).toEqual(['floor_mesh']);
		expect([...scene.parts[0].positions.subarray(0, 3)]).toEqual([-1, -1, 0]);
	});

	test('becomes a walkmesh where the layout puts it, with the tree of the model and vertices that are shared', async () => {
		const report = new Report();
		const context = { report, surfaces: K1, mappings: [] };
		const recipe = { recipe: [], walkmeshRecipe: [['place-room', { at: [10, 20, 0] }] as const] };
		const { walkmeshes } = await convert(
			[bytesSource(mdl, 'room_01a.mdl')],
			'room_01a.wok',
			recipe,
			context,
			createRegistry(),
		);
		expect(walkmeshes[0].positions).toHaveLength(33);
		expect([...walkmeshes[0].positions].filter((_, i) => i % 3 === 0).every((x) => x >= 8 && x <= 12)).toBe(true);
		expect(walkmeshes[0].position).toEqual([0.5, -0.25, 0]);
		expect(report.findings.map(({ code }) => code)).toEqual(['PLACE_SPACE_TAKEN']);
	});

	test('stays in its own space without a layout, which is reported', async () => {
		const report = new Report();
		const context = { report, surfaces: K1, mappings: [] };
		await convert([bytesSource(mdl, 'room_01a.mdl')], 'room_01a.wok', { recipe: [] }, context, createRegistry());
		expect(report.findings.map(({ code }) => code)).toEqual(['SPACE_OF_ROOM']);
	});

	test('can be what a hull is made of', async () => {
		const context = { report: new Report(), surfaces: K1, mappings: [] };
		const { walkmeshes } = await hullFromSource(
			bytesSource(mdl, 'crate.mdl'),
			'crate.pwk',
			{},
			context,
			createRegistry(),
		);
		expect(walkmeshes.map(({ kind }) => kind)).toEqual(['placeable']);
	});
});

/** What `faulty-files.test.ts` does not try. */
describe('a damaged model', () => {
	const root = word(40);
	const children = word(root + 44);
	const walkmesh = word(children + 12);
	const mesh = walkmesh + 80;

	test('without a walkmesh is told what it is good for', async () => {
		const copy = mdl.slice();
		new DataView(copy.buffer).setUint16(walkmesh + 12, 0x21, true);
		const context = { report: new Report(), surfaces: K1, mappings: [] };
		const made = convert([bytesSource(copy, 'crate.mdl')], 'crate.wok', { recipe: [] }, context, createRegistry());
		await expect(made).rejects.toMatchObject({ finding: { code: 'MDL_WITHOUT_WALKMESH', data: { meshes: 2 } } });
	});

	test('with nodes one below the other without end is refused before anything is multiplied by its depth', () => {
		const count = 1000;
		const chain = new Uint8Array(12 + 200 + count * 100);
		const view = new DataView(chain.buffer);
		const set = (offset: number, value: number) => view.setUint32(offset + 12, value, true);
		view.setUint32(4, chain.length - 12, true);
		set(0, 4273776);
		set(40, 200);
		for (let i = 0; i < count; i++) {
			const node = 200 + i * 100;
			set(node + 44, node + 84);
			set(node + 48, i === count - 1 ? 0 : 1);
			set(node + 84, node + 100);
		}
		expect(failure(chain)).toBe('MDL_INVALID');
	});

	test('whose meshes all claim the same faces is refused before they are copied', () => {
		// One claims as many faces as the file has bytes for, and another has some already.
		const most = Math.floor((mdl.length - 12) / 32);
		expect(failure(changed(mdl, [mesh + 8, 0], [mesh + 12, most]))).toBe('MDL_INVALID');
	});

	test('cut anywhere, or with any word changed, ends in a finding or a model, never in a fault or a loop', () => {
		const seed = seedOfRun();
		const random = generator(seed);
		for (let size = 0; size < mdl.length; size += 7) expect(failure(mdl.slice(0, size))).toMatch(/^MDL_/);
		for (let run = 0; run < runs(400, 20_000); run++) {
			const at = Math.floor(random() * (mdl.length - 16));
			const values = [
				0,
				1,
				0xffffffff,
				0x7fffffff,
				at,
				root,
				mdl.length,
				Math.floor(random() * mdl.length),
				random() * 2 ** 32,
			];
			const value = values[Math.floor(random() * values.length)];
			expect(() => failure(changed(mdl, [at, value])), `seed ${seed}`).not.toThrow();
		}
	});
});
