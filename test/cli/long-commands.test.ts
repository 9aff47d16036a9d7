import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadsModules, takesLong } from '../../cli/long-commands.ts';
import { scratchFolder } from '../support/cli.ts';

const folder = scratchFolder();
const before = process.cwd();
const PLAIN = { targets: { quay: { level: 'quay.glb', out: 'out' } } };
const files: Readonly<Record<string, unknown>> = {
	'plain.json': PLAIN,
	'plugin.json': { ...PLAIN, plugins: ['walls'] },
	'stage.json': { targets: { quay: { ...PLAIN.targets.quay, recipe: ['./stage.mjs'] } } },
	'words.json': ['prepare', 'plain.json', 'quay'],
	'circle.json': ['@circle.json', '@circle.json'],
	'words-of-code.json': ['prepare', 'wokflow.config.ts', 'quay'],
};

beforeAll(() => {
	for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value));
	for (const [name, config] of [
		['of-data', 'wokflow.config.json'],
		['of-code', 'wokflow.config.mjs'],
	]) {
		mkdirSync(join(folder, name));
		writeFileSync(join(folder, name, config), JSON.stringify(PLAIN));
	}
	process.chdir(folder);
});

afterAll(() => process.chdir(before));

describe('wokflow’s own modules are loaded where those of the user import them', () => {
	test.each([
		['build -c plain.json', false],
		['build --config=plain.json quay', false],
		['build -c plugin.json', true],
		['build -c stage.json', true],
		['build -c wokflow.config.mts', true],
		['build -c nowhere.json', false],
		['build', false],
		['run own.mjs in.glb out.wok', true],
		['run stage.json in.glb out.wok', true],
		['run convert in.glb out.wok', false],
		['step @words.json', false],
		['step @words-of-code.json', true],
		['step @nowhere.json', false],
		['step @circle.json', false],
		['convert . -o out --to wok', false],
		['convert in.glb out.wok --plugin walls', true],
		['convert in.glb out.wok --recipe=own.json', true],
		['level in.glb -o out', false],
		['build -c plugin.json --help', false],
		['', false],
	])('%s: %s', (line, expected) => {
		expect(loadsModules(line.split(' ').filter((word) => word !== ''))).toBe(expected);
	});

	test('the config that a build finds by itself counts as one that is named', () => {
		for (const [name, expected] of [
			['of-data', false],
			['of-code', true],
		] as const) {
			process.chdir(join(folder, name));
			try {
				expect(loadsModules(['build']), name).toBe(expected);
				expect(loadsModules(['build', '-c', join(folder, 'plugin.json')]), name).toBe(true);
			} finally {
				process.chdir(folder);
			}
		}
	});
});

test('what looks at more than its arguments name is watched, and what is small is not', () => {
	expect(
		['level a.glb', 'game check', 'convert . -o out', 'inspect a.wok --timeout 3'].map((line) =>
			takesLong(line.split(' ')),
		),
	).toEqual([true, true, true, true]);
	expect(['inspect plain.json', 'explain', 'level --help'].map((line) => takesLong(line.split(' ')))).toEqual([
		false,
		false,
		false,
	]);
});
