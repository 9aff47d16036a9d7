import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, type Transform } from '@gltf-transform/core';
import { dedup } from '@gltf-transform/functions';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Pipeline, pipeline } from '../../jobs/pipeline.ts';
import { conform, link } from '../../level/stages.ts';
import { convertRecipe, levelRecipe } from '../../pipeline/recipe.ts';
import { sort, weld } from '../../pipeline/stages/clean-up.ts';
import { UsageError } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { SMALL_ROOMS, smallQuayGlb } from '../support/small-quay.ts';

const out = scratchFolder();
const quay = join(out, 'small/quay.glb');
mkdirSync(join(out, 'small'));
writeFileSync(quay, smallQuayGlb());

test('a pipeline does not write over its source, or over what somebody else made, unless it is told to', async () => {
	const source = join(out, 'quay.glb');
	copyFileSync(quay, source);
	const foreign = join(out, 'notes.svg');
	writeFileSync(foreign, '<svg/>');
	for (const [target, code] of [
		[source, 'OUTPUT_IS_INPUT'],
		[foreign, 'OUTPUT_FOREIGN'],
	]) {
		const before = readFileSync(target);
		const { files, report } = await pipeline().read(source).recipe(convertRecipe()).write(target);
		expect(files).toEqual([]);
		expect(report.findings.map((finding) => finding.code)).toContain(code);
		expect(readFileSync(target).equals(before)).toBe(true);
	}
	const written = (force: unknown) =>
		pipeline()
			.read(source)
			.recipe(convertRecipe())
			.write(foreign, { force: force as boolean });
	await expect(written('no')).rejects.toThrow('The option force of writing is true, false or "foreign", not "no".');
	expect(readFileSync(foreign, 'utf8')).toBe('<svg/>');
	expect((await written(true)).files).toHaveLength(1);
});

describe('pipeline', () => {
	test('writes what the command line writes', async () => {
		await pipeline().read(quay).write(join(out, 'code.wok'));
		expect((await wokflow(['convert', quay, join(out, 'command.wok'), '-q'])).code).toBe(0);
		expect(readFileSync(join(out, 'code.wok')).equals(readFileSync(join(out, 'command.wok')))).toBe(true);
	});

	test('without any stage does what the command line does, with an empty recipe nothing', async () => {
		const made = await pipeline().read(quay).run('quay.wok');
		const bare = await pipeline().read(quay).recipe([]).run('quay.wok');
		const chosen = await pipeline().read(quay).recipe(convertRecipe()).run('quay.wok');
		expect(made.files).toEqual(chosen.files);
		expect(bare.walkmeshes[0].positions.length).toBeGreaterThan(made.walkmeshes[0].positions.length);
	});

	beforeAll(async () => {
		expect((await wokflow(['level', quay, join(out, 'level2'), '-q'])).code).toBe(0);
	});

	test.each([
		['chosen stages', (run: Pipeline) => run.recipe(convertRecipe()).stage(conform(), link())],
		['the recipe of levels', (run: Pipeline) => run.recipe(levelRecipe())],
		['no stages', (run: Pipeline) => run],
	])('a level of %s is a folder of files', async (name, chosen) => {
		const folder = join(out, name);
		const { level, files } = await chosen(pipeline().read(quay)).write(`${folder}/`);
		expect(level?.rooms.length).toBe(SMALL_ROOMS.length);
		expect(readdirSync(folder).length).toBe(files.length);
		for (const name of readdirSync(folder).filter((each) => /\.(?:wok|dwk|pwk|lyt|vis)$/.test(each))) {
			expect(readFileSync(join(folder, name)).equals(readFileSync(join(out, 'level2', name)))).toBe(true);
		}
	});

	test('reads bytes and tells of its stages', async () => {
		const told: string[] = [];
		const source = bytesSource(readFileSync(join(FIXTURES, 'small/cube-room.obj')), 'cube.obj');
		const { files } = await pipeline({ onStage: (name, step, steps) => told.push(`${step + 1}/${steps} ${name}`) })
			.read(source)
			.stage(weld(), sort())
			.run('cube.wok');
		expect(told).toEqual(['1/2 weld', '2/2 sort']);
		expect(files.map(({ path }) => path)).toEqual(['cube.wok']);
	});

	test('keeps what each stage made', async () => {
		const keep = join(out, 'keep');
		await pipeline({ keep }).read(join(FIXTURES, 'small/cube-room.obj')).stage(weld(), sort()).run('x.wok');
		expect(readdirSync(keep).sort()).toEqual(['walkmesh-01-weld-cube-room.glb', 'walkmesh-02-sort-cube-room.glb']);
	});

	test('writes nothing when there are errors', async () => {
		const target = join(out, 'unknown.wok');
		const { report, files } = await pipeline()
			.read(join(FIXTURES, 'small/unknown-material.glb'))
			.recipe(convertRecipe())
			.write(target);
		expect(report.failed).toBe(true);
		expect(files).toEqual([]);
		expect(existsSync(target)).toBe(false);
	});

	test('refuses options that do not exist, and values that they cannot have', async () => {
		const misspelt = { upp: 'y' } as object;
		expect(() => pipeline().read('a.glb', misspelt)).toThrow('read has no option "upp". Did you mean "up"?');
		expect(() => pipeline().read('a.glb', { up: 'w' } as object)).toThrow(UsageError);
		expect(() => pipeline(misspelt)).toThrow('pipeline has no option "upp".');
		expect(() => pipeline({ report: {} } as object)).toThrow('The option report of pipeline is a Report, not that.');
		for (const source of [undefined, new Uint8Array(4)])
			expect(() => pipeline().read(source as never)).toThrow('bytesSource(bytes, "room.glb")');
		expect(() => pipeline().stage(sort as never)).toThrow('must be a stage: call the function that makes it.');
		expect(() => pipeline().stage(dedup() as never)).toThrow(
			'recipe[0]: must be a stage, not a function such as a transform of @gltf-transform/functions. Stages of the same names are in wokflow/stages.',
		);
		expect(() => pipeline().recipe('weld' as never)).toThrow('A recipe is a list of stages');
		await expect(
			pipeline()
				.read('a.glb')
				.run(undefined as never),
		).rejects.toThrow('target of a pipeline');
		expect(() => pipeline().rooms(misspelt)).toThrow('rooms has no option "upp".');
		await expect(pipeline().read('a.glb').run('a.wok', misspelt)).rejects.toThrow('write has no option "upp".');
	});

	test('a stage that a document is transformed by says which package is meant', async () => {
		const transform = weld() as unknown as Transform;
		await expect(new Document().transform(transform)).rejects.toThrow(
			'"weld" is a stage of wokflow, which works on a walkmesh. Transforms of documents, such as weld and simplify, are in @gltf-transform/functions;',
		);
		expect({ ...weld() }).toMatchObject({ name: 'weld', subject: 'walkmesh' });
	});

	test('without a source it says so', async () => {
		await expect(pipeline().run('x.wok')).rejects.toThrow(UsageError);
	});

	test('an aborted run rejects', async () => {
		const signal = AbortSignal.abort(new Error('stop'));
		await expect(pipeline({ signal }).read(quay).recipe(convertRecipe()).run('x.wok')).rejects.toThrow('stop');
	});
});
