import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const cube = join(FIXTURES, 'small/cube-room.obj');
const room = join(out, 'room.wok');

test.each([
	['identify', [room], ['inspect', '--writer', room]],
	['stats', [cube, '--csv'], ['inspect', '--stats', cube, '--csv']],
	['kit', [cube], ['assemble', '--list', cube]],
	['minimap', [cube, '-o', 'map.tga'], ['plan', '--minimap', cube, '-o', 'map.tga']],
	['sync', ['check', cube], ['game', 'sync', 'check', cube]],
] as const)('%s works by its former name, which tells the one of today', async (name, words, now) => {
	await wokflow(['convert', cube, room, '-q', '--force']);
	const former = await wokflow([name, ...words], { cwd: out });
	const today = await wokflow([...now], { cwd: out });
	const [note, ...rest] = former.stderr.split('\n');
	expect(note).toBe(
		`"wokflow ${name}" is "wokflow ${now.slice(0, 2).join(' ')}" now; the old name goes with the next version.`,
	);
	expect({ ...former, stderr: rest.join('\n') }).toEqual(today);
	expect((await wokflow(['--help'])).stdout).not.toMatch(new RegExp(`^ {2}${name} `, 'm'));
});

test('hull and door are told apart by a flag, or by the extension of the output', async () => {
	const [hull, gate] = [join(out, 'hull.pwk'), join(out, 'gate')];
	expect((await wokflow(['hull', cube, hull, '-q'])).code).toBe(0);
	expect((await wokflow(['collision', cube, join(out, 'named.pwk'), '-q'])).code).toBe(0);
	expect(readFileSync(join(out, 'named.pwk'))).toEqual(readFileSync(hull));
	expect((await wokflow(['collision', cube, gate, '--door', '-q'])).code).toBe(0);
	expect(readFileSync(`${gate}0.dwk`).length).toBeGreaterThan(0);
	for (const [words, message] of [
		[[gate], 'Say what to make of the model: --hull, for a placeable, or --door.'],
		[[gate, '--hull', '--door'], 'Give one.'],
		[[gate, '--door', '--corners', '8'], '--corners goes with --hull'],
		[[hull, '--hinge', 'left'], '--hinge goes with --door'],
		[[gate, '--door', '--shape', 'convex'], '--shape convex is for placeables.'],
	] as const) {
		const { code, stderr } = await wokflow(['collision', cube, ...words]);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	}
});

test('a topic of options is told by help, and so are limits', async () => {
	for (const [topic, flag] of [
		['limits', '--max-triangles <n>'],
		['reading', '--up <x|y|z>'],
		['doors', '--hinge '],
		['options', '--timeout <s>'],
	]) {
		const { code, stdout } = await wokflow(['help', topic]);
		expect(stdout).toContain(flag);
		expect(code).toBe(0);
	}
	expect((await wokflow(['help', 'nothing'])).code).toBe(2);
});
