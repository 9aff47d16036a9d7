import { describe, expect, test } from 'vitest';
import { configFromValue } from '../../builds/config/config.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { convertRecipe, levelRecipe, resolveRecipe, runStages, stagesOf } from '../../pipeline/recipe.ts';
import type { RegistryEntries } from '../../pipeline/registry.ts';
import { defineStage } from '../../pipeline/stages/stage.ts';
import { choice } from '../../src/findings/options.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { floor } from '../support/walkmeshes.ts';

const raise = defineStage('raise', 'walkmesh', 'Does nothing.', {}, (mesh) => mesh);
const reader = {
	name: 'ply',
	summary: 'PLY',
	extensions: ['.ply'],
	read: async () => ({ kind: 'walkmeshes', walkmeshes: [] }),
};
const { read: _, ...unread } = reader;

describe('a format or stage of somebody else that lacks something is refused by name', () => {
	test.each<[string, Record<string, readonly unknown[]>, string]>([
		['a stage that is no function', { stages: [{ ...raise }] }, 'stages[0]: must be a function that makes the stage'],
		['a stage without a name', { stages: [() => raise()] }, 'stages[0]: its "stageName" must be a name.'],
		[
			'a stage of no subject',
			{ stages: [raise, Object.assign(() => raise(), { stageName: 'x', subject: 'room', options: {} })] },
			'stages[1]: its "subject" must be one of scene, walkmesh, level.',
		],
		['a reader that does not read', { importers: [unread] }, 'importers[0]: its "read" must be a function.'],
		['a writer that does not write', { exporters: [unread] }, 'exporters[0]: its "write" must be a function.'],
		['a writer of nothing', { exporters: [{ ...reader, write: () => 0 }] }, 'exporters[0]: its "holds" must be one of'],
		[
			'a reader without extensions',
			{ importers: [{ ...reader, extensions: 'ply' }] },
			'its "extensions" must be a list',
		],
		['a layout that is nothing', { layouts: [null] }, 'layouts[0]: must be an object.'],
	])('%s', async (_name, entries, message) => {
		expect(() => createRegistry().add(entries as RegistryEntries)).toThrow(message);
		const config = { plugin: [entries], targets: {} };
		await expect(configFromValue(config, '.')).rejects.toThrow(
			`config: plugin[0]: ${message.replace(/^its/, 'importers[0]: its')}`,
		);
	});

	test('a stage in a recipe of which nobody knows what it works on', () => {
		const step = { ...raise(), subject: 'room' } as never;
		expect(() => resolveRecipe(['weld', step], createRegistry())).toThrow('recipe[1]: its "subject" must be one of');
	});

	test('a list of another name, in code', () => {
		const add = (entries: object) => () => createRegistry().add(entries as RegistryEntries);
		expect(add({ importer: [reader] })).toThrow(
			'A registry has no "importer". Did you mean "importers"? It has: importers',
		);
		expect(add({ archives: [], archiveWriters: [] })).not.toThrow();
	});

	test('what has everything is taken', () => {
		const registry = createRegistry().add({ stages: [raise], importers: [reader as never] });
		expect(resolveRecipe(['raise', raise()], registry).map(({ name }) => name)).toEqual(['raise', 'raise']);
	});
});

const context = { report: new Report(), surfaces: K1 };

/** A stage that notes its option in the name of the walkmesh. */
const note = defineStage(
	'note',
	'walkmesh',
	'Notes.',
	{ mark: choice('What to note.', ['x', 'y'], 'x') },
	(mesh, { mark }) => ({
		...mesh,
		name: mesh.name + mark,
	}),
);

describe('recipes', () => {
	test('run their stages in order, with options over defaults', async () => {
		const registry = createRegistry().add({ stages: [note] });
		const stages = resolveRecipe(['note', ['note', { mark: 'y' }], 'note'], registry);
		const mesh = await runStages(
			floor(),
			stages.filter((stage) => stage.subject === 'walkmesh'),
			context,
		);
		expect(mesh.name).toBe('floorxyx');
	});

	test('an unknown stage lists the known ones', () => {
		expect(() => resolveRecipe(['wled'], createRegistry())).toThrow(UsageError);
		expect(() => resolveRecipe(['wled'], createRegistry())).toThrow(
			/There is no stage "wled"\. Did you mean "weld"\? Known: .*\bweld\b/,
		);
	});

	test('an unknown option lists the known ones', () => {
		expect(() => resolveRecipe([['weld', { tolerence: 1 }]], createRegistry())).toThrow(
			/stage "weld" has no option "tolerence"\. Did you mean "tolerance"\? It has: .*tolerance/,
		);
	});

	test.each([null, [], 7])('options of a stage that are %j are wrong use, not an error of ours', (options) => {
		expect(() => resolveRecipe([['weld', options as never]], createRegistry())).toThrow(UsageError);
	});

	test.each([
		['walkmesh', undefined, 'it returned no walkmesh.'],
		['walkmesh', { positions: [] }, 'without faces, surfaces, transitions, position, hooks.'],
		['level', { layout: {} }, 'it returned a level without rooms, objects.'],
		['scene', null, 'it returned no scene.'],
	] as const)('a stage over a %s that returns %j is named', async (subject, made, why) => {
		const stage = defineStage('own', subject, 'Forgets.', {}, () => made as never)();
		await expect(runStages(floor() as never, [stage], context)).rejects.toThrow(why);
		await expect(runStages(floor() as never, [stage], context)).rejects.toThrow(/^Stage "own" .*failed/);
	});

	test('the recipe of levels begins with that of conversions, and both refuse what is no option', () => {
		const both = { weld: 0.001, conform: false, snap: 0.05 };
		const names = levelRecipe(both).flat();
		expect(levelRecipe(both).slice(0, -2)).toEqual(convertRecipe(both));
		expect(names).not.toContain('conform');
		expect(names).toContainEqual({ tolerance: 0.001, nearMisses: 0 });
		for (const [name, recipe] of Object.entries({ convertRecipe, levelRecipe })) {
			expect(() => recipe({ wled: 1 } as object)).toThrow(`${name} has no option "wled". Did you mean "weld"?`);
			expect(() => recipe({ snap: '0.1' } as object)).toThrow(UsageError);
		}
	});

	test('the recipes that commands use name known stages only', () => {
		const registry = createRegistry();
		for (const options of [
			{},
			{ weld: false },
			{ fixTJunctions: true },
			{ simplifyError: 1 },
			{ orient: 'flip' },
		] as const) {
			expect(resolveRecipe(convertRecipe(options), registry).length).toBeGreaterThan(4);
		}
		const ofLevel = stagesOf(resolveRecipe(levelRecipe({ snap: 0.05 }), registry), 'level');
		expect(ofLevel.map(({ name }) => name)).toEqual(['conform', 'link', 'check-level']);
	});

	test('options left undefined mean the default', () => {
		expect(note({ mark: undefined as unknown as 'x' }).options).toEqual({ mark: 'x' });
	});

	test('an aborted signal stops between stages', async () => {
		const abort = new AbortController();
		const stages = [note(), { ...note(), run: () => expect.unreachable() }];
		abort.abort(new Error('enough'));
		await expect(runStages(floor(), stages, { ...context, signal: abort.signal })).rejects.toThrow('enough');
	});

	test('a registry of one’s own leaves the others alone', () => {
		const own = createRegistry().add({ stages: [note] });
		expect(own.stage('note')).toBe(note);
		expect(() => createRegistry().stage('note')).toThrow(UsageError);
	});
});

test('a built-in stage is found by its name', () => {
	const registry = createRegistry();
	for (const stage of registry.stages) expect(registry.stage(stage.stageName)).toBe(stage);
});

test('one that was added stands in the place of the one with its name', () => {
	const registry = createRegistry();
	const other = Object.assign((() => undefined) as never, { stageName: 'weld', subject: 'walkmesh', options: {} });
	registry.add({ stages: [other] });
	expect(registry.stage('weld')).toBe(other);
	expect(registry.stages.filter(({ stageName }) => stageName === 'weld')).toEqual([other]);
	expect(registry.stages.length).toBe(createRegistry().stages.length);
	expect(() => registry.stage('toString')).toThrow('There is no stage "toString"');
});
