import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeLocation, Report } from '../../src/findings/report.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();

/** Quads of stone as OBJ with Z up, each an object of its own name. */
function objOf(...quads: readonly (readonly [name: string, x: number, width: number])[]): string {
	const lines = quads.flatMap(([name, x, width], nth) => [
		`o ${name}`,
		...[`${x} 0`, `${x + width} 0`, `${x + width} 1`, `${x} 1`].map((at) => `v ${at} 0`),
		'usemtl wok_Stone',
		`f ${[1, 2, 3, 4].map((corner) => nth * 4 + corner).join(' ')}`,
	]);
	return `${lines.join('\n')}\n`;
}

/** Two quads of one object with a crack of 5 mm between them. */
const cracked = (name: string): string => objOf([name, 0, 1], [name, 1.005, 1]);

beforeAll(() => {
	writeFileSync(join(out, 'crate.obj'), cracked('crate_pwk_wg'));
	writeFileSync(join(out, 'gate.obj'), cracked('gate_dwk_wg_closed'));
	writeFileSync(join(out, 'hall.obj'), cracked('hall_wok'));
});

test.each([
	['crate.obj', 'crate.pwk', 'placeable crate'],
	['gate.obj', 'gate0.dwk', 'door gate'],
	['hall.obj', 'hall.wok', 'room hall'],
])('findings of %s say what they are of', async (scene, output, what) => {
	const converted = await wokflow(['convert', scene, output, '--up', 'z', '-f'], { cwd: out });
	expect(converted.stderr).toMatch(new RegExp(`, ${what}, at 1 \\d 0: .*VERTEX_NEAR_MISS`));
	const checked = await wokflow(['check', scene, '--up', 'z'], { cwd: out });
	expect(checked.stderr).toMatch(new RegExp(`^${what} \\(${scene}\\): \\d warning`, 'm'));
	for (const { stderr } of [converted, checked])
		for (const other of ['placeable', 'door', 'room'].filter((each) => !what.startsWith(each)))
			expect(stderr).not.toContain(`${other} ${what.split(' ')[1]}`);
	const json = await wokflow(['convert', scene, output, '--up', 'z', '-f', '--json'], { cwd: out });
	const { findings } = JSON.parse(json.stdout) as { findings: { code: string; location: Record<string, unknown> }[] };
	const { location } = findings.find(({ code }) => code === 'VERTEX_NEAR_MISS') ?? {};
	const [kind, room] = what.split(' ');
	expect(location).toMatchObject({ room, ...(kind === 'room' ? {} : { kind }) });
	expect('kind' in (location ?? {})).toBe(kind !== 'room');
});

test('a kind without a name says nothing', () => {
	expect(describeLocation({ kind: 'door', face: 2 })).toBe('face 2');
	const report = new Report().within({ room: 'gate', kind: 'door' });
	expect(describeLocation(report.location)).toBe('door gate');
});
