import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONVERSION_ENTRIES } from '../../pipeline/conversion-entries.ts';
import { convert } from '../../pipeline/convert.ts';
import { convertRecipe } from '../../pipeline/recipe.ts';
import { Registry } from '../../pipeline/registry.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';

/** Conversions without levels, checks, pictures and the game around them. */
describe('conversions by themselves', () => {
	const registry = new Registry(CONVERSION_ENTRIES);
	const run = async (bytes: Uint8Array, input: string, output: string) => {
		const report = new Report();
		const context = { report, surfaces: K1, mappings: [] };
		const made = await convert([bytesSource(bytes, input)], output, { recipe: convertRecipe() }, context, registry);
		return { ...made, report };
	};
	const fixture = (name: string): Uint8Array => readFileSync(join('fixtures', name));

	test.each(['.wok', '.ascii', '.glb', '.gltf', '.obj'])(
		'a scene becomes %s, and that the same walkmesh again',
		async (extension) => {
			const { files, walkmeshes, report } = await run(fixture('small/cube-room.obj'), 'room.obj', `room${extension}`);
			expect([report.failed, walkmeshes.length]).toEqual([false, 1]);
			const [{ bytes }] = files;
			const back = await run(bytes, `room${extension}`, 'room.wok');
			const direct = await run(fixture('small/cube-room.obj'), 'room.obj', 'room.wok');
			expect(back.walkmeshes[0].surfaces).toEqual(walkmeshes[0].surfaces);
			if (extension !== '.obj') expect(back.files[0].bytes).toEqual(direct.files[0].bytes);
		},
	);

	test('nothing is looked for, since nothing was given to look with', async () => {
		const { report } = await run(fixture('small/degenerate.obj'), 'room.obj', 'room.wok');
		expect(registry.checks).toBeUndefined();
		expect(report.findings.map(({ code }) => code)).toContain('FACE_DEGENERATE_DROPPED');
	});
});
