import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planText } from '../../cli/shared/plan-text.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { EAST, rectangle, withTransitions } from '../support/levels.ts';

const lines = (...given: Parameters<typeof planText>): string[] =>
	planText(...given).map((runs) => runs.map(({ text }) => text).join(''));

describe('a plan in letters', () => {
	test('is full where there is ground, in the proportions of the ground', () => {
		const drawn = lines(rectangle(0, 0, 20, 10), K1, 40);
		expect(new Set(drawn.map((line) => line.length))).toEqual(new Set([40]));
		// A character is twice as high as it is wide.
		expect(Math.abs(drawn.length - 10)).toBeLessThanOrEqual(1);
		expect(drawn[4].slice(1, -1)).toBe('⣿'.repeat(38));
	});

	test('has north at its top and leaves out what is no ground', () => {
		const positions = rectangle(0, 0, 20, 10).positions;
		const corner = {
			...rectangle(0, 0, 20, 10),
			positions,
			faces: Uint32Array.of(0, 1, 3),
			surfaces: Uint32Array.of(4),
		};
		const drawn = lines(corner, K1, 40);
		// The face has its right angle in the south-west.
		expect(drawn[0].trim().length).toBeLessThan(6);
		expect(drawn[0].startsWith(' ')).toBe(false);
		expect(drawn.at(-2)?.trimEnd().length).toBeGreaterThan(30);
	});

	test('says where ground leads to, in colours of its surfaces', () => {
		const mesh = { ...withTransitions(rectangle(0, 0, 20, 10), { [EAST]: 12 }), surfaces: Uint32Array.of(3, 3) };
		const runs = planText(mesh, K1, 40);
		expect(runs.flat().filter(({ style }) => style === 'bold')).toEqual([{ text: '12', style: 'bold' }]);
		expect(runs[0][0].style).toBe('green');
	});

	test('of a high room is no higher than a screen, and of nothing is nothing', () => {
		expect(lines(rectangle(0, 0, 1, 500), K1, 40).length).toBeLessThanOrEqual(25);
		expect(lines({ ...rectangle(0, 0, 1, 1), faces: new Uint32Array(), surfaces: new Uint32Array() }, K1, 40)).toEqual(
			[],
		);
	});
});

test('inspect --plan draws below what it says, without colours in a pipe', async () => {
	const folder = scratchFolder();
	writeFileSync(join(folder, 'floor.obj'), 'v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\nusemtl Stone\nf 1 2 3 4\n');
	const { stdout } = await wokflow(['inspect', 'floor.obj', '--plan'], { cwd: folder });
	expect(stdout).toMatch(/surface +4 +Stone.*\n {2}⣿+/);
	expect(stdout).not.toContain('\x1b');
	const coloured = await wokflow(['inspect', 'floor.obj', '--plan', '--color=always'], { cwd: folder });
	expect(coloured.stdout).toContain('\x1b[37m⣿');
	const { stdout: plain } = await wokflow(['inspect', 'floor.obj'], { cwd: folder });
	expect(plain).not.toContain('⣿');
});
