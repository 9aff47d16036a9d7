import { describe, expect, test } from 'vitest';
import { configFromValue } from '../../builds/config/config.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { resolveRecipe } from '../../pipeline/recipe.ts';
import type { RegistryEntries } from '../../pipeline/registry.ts';
import { defineStage } from '../../pipeline/stages/stage.ts';

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
