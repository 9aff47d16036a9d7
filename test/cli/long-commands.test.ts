import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mayLoadModules, takesLong } from '../../cli/long-commands.ts';

const words = (line: string): string[] => line.split(' ').filter((word) => word !== '');

test.each([
	['build', true],
	['build -c plain.json quay', true],
	['run convert in.glb out.wok', true],
	['step @words.json', true],
	['convert in.glb out.wok --plugin walls', true],
	['convert in.glb out.wok --recipe=own.json', true],
	['convert . -o out --to wok', false],
	['level in.glb -o out', false],
	['build --help', false],
	['', false],
])('may load modules of the user, which import wokflow’s own: %s: %s', (line, expected) => {
	expect(mayLoadModules(words(line))).toBe(expected);
});

test.each([
	['build quay -q', { 'wokflow.config.json': '{"targets":{}}' }, false],
	['build -q -c other.json', { 'wokflow.config.json': '{"targets":{}}' }, true],
	['build -qw', { 'wokflow.config.json': '{"targets":{}}' }, true],
	['build --watch', { 'wokflow.config.json': '{"targets":{}}' }, true],
	['run recipe.mjs', { 'wokflow.config.json': '{"targets":{}}' }, true],
	['build', { 'wokflow.config.json': '{"plugin":["./own.mjs"]}' }, true],
	['build', { 'wokflow.config.json': '{"\\u0070lugin":["./own.mjs"]}' }, true],
	['build', { 'wokflow.config.json': '{}', 'wokflow.config.ts': '' }, true],
])('a config of data needs no modules of the user: %s with %o: %s', (line, files, expected) => {
	const folder = mkdtempSync(join(tmpdir(), 'wokflow-config-'));
	try {
		for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
		expect(mayLoadModules(words(line), folder)).toBe(expected);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('what looks at more than its arguments name is watched, and what is small is not', () => {
	const long = ['level a.glb', 'game check', 'convert . -o out', 'inspect a.wok --timeout 3'];
	expect(long.map((line) => takesLong(words(line)))).toEqual([true, true, true, true]);
	const short = ['inspect plain.json', 'explain', 'level --help'];
	expect(short.map((line) => takesLong(words(line)))).toEqual([false, false, false]);
});
