import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../builds/config/config.ts';
import { scratchFolder } from '../support/cli.ts';

const out = scratchFolder();

test.each([
	['syntax.json', '{\n\t"targets": {\n\t\t"a": { "level": "x.glb", }\n', /syntax\.json:3:2\d: /],
	['end.json', '{\n\t"targets": {\n', 'end.json:3:1: '],
	['scene.glb', 'glTF', 'scene.glb is not a config. One is called like wokflow.config.mjs, '],
	['run.mjs', 'export default {\n\ttargets:\n\t\tnope(),\n};\n', 'run.mjs:3: nope is not defined'],
])('a mistake in %s is reported with its line, or that it is no config', async (name, text, message) => {
	writeFileSync(join(out, name), text);
	await expect(loadConfig(join(out, name))).rejects.toThrow(message);
});

test('a program that is a folder, a pipe or a device is not waited for', async () => {
	mkdirSync(join(out, 'folder.mjs'));
	await expect(loadConfig(join(out, 'folder.mjs'))).rejects.toThrow('folder.mjs is not a file.');
});
