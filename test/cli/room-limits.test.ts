import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { crlf } from '../support/layouts.ts';

const folder = scratchFolder();
const run = (...args: readonly string[]) => wokflow(args, { cwd: folder });

function layout(name: string, rooms: number, numberOf = (i: number): number => i): void {
	const lines = Array.from({ length: rooms }, (_, i) => `      r${numberOf(i)} ${i * 10}.0 0.0 0.0`);
	writeFileSync(
		join(folder, name),
		crlf('beginlayout', `   roomcount ${rooms}`, ...lines, '   trackcount 0', '   obstaclecount 0', 'donelayout'),
	);
}

beforeAll(() => {
	layout('three.lyt', 3);
	layout('many.lyt', 4001);
	layout('again.lyt', 7, (i) => (i < 5 ? 1 : i));
});

const COMMANDS: Readonly<Record<string, (file: string) => readonly string[]>> = {
	check: (file) => ['check', file],
	convert: (file) => ['convert', file, 'out.glb'],
	diff: (file) => ['diff', file, file],
	fix: (file) => ['fix', file],
	identify: (file) => ['identify', file],
	inspect: (file) => ['inspect', file],
	link: (file) => ['link', file, '--check'],
	rebuild: (file) => ['rebuild', file, '-o', 'rebuilt'],
	sync: (file) => ['sync', 'check', file],
};

describe.each(Object.keys(COMMANDS))('%s of a layout', (name) => {
	const command = COMMANDS[name];

	test('of thousands of rooms is refused before their files are looked for', async () => {
		const { code, stderr } = await run(...command('many.lyt'));
		expect(code).toBe(3);
		expect(stderr).toContain('The level has 4001 rooms; the limit is 4000.');
		expect(stderr).toContain('--max-rooms 4001');
		expect(stderr).not.toContain('LEVEL_ROOM_FILE_MISSING');
	});

	// What link says of names that repeat is an error, and it reads nothing then.
	test.skipIf(name === 'link')('that names a room again and again is refused before its file is read', async () => {
		const { code, stderr } = await run(...command('again.lyt'));
		expect(code).toBe(3);
		expect(stderr).toContain('The layout names room "r1" 5 times; the limit is 4.');
	});

	test.each([
		['2', true],
		['3', false],
	])('of three rooms with --max-rooms %s: refused %j', async (limit, refused) => {
		const { stderr } = await run(...command('three.lyt'), '--max-rooms', limit);
		expect(stderr.includes('TOO_MANY_ROOMS')).toBe(refused);
	});
});

test('room files like missing ones are named once for each room, and never those of other rooms', async () => {
	for (const name of ['r1.wok', 'r2x.wok', 'r0y.wok']) writeFileSync(join(folder, name), '');
	const { stderr } = await run('check', 'three.lyt', '-v');
	expect(stderr).toContain('r2x');
	expect(stderr).toContain('r0y');
});
