import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { Report } from '../../src/findings/report.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { soundQuayGlb } from '../support/small-quay.ts';

const folder = scratchFolder();
const at = (name: string): string => join(folder, name);

const QUADS = 'v 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\nv 8 0 0\nv 8 3 0\n';
/** A hall of two materials that say nothing, a rug, and a wall that says what it is. */
const HALL = `${QUADS}o hall\nusemtl Floor\nf 1 2 3 4\nusemtl Mat 5\nf 2 5 6\no Rug.001\nusemtl Stoen\nf 2 6 3\n`;

/** The surfaces of a walkmesh, sorted. */
function surfacesIn(name: string): number[] {
	return [...decodeBwm(readFileSync(at(name)), new Report()).materials].sort((a, b) => a - b);
}

writeFileSync(at('hall.obj'), HALL);
const convert = (...args: string[]) => wokflow(['convert', at('hall.obj'), at('hall.wok'), '--up', 'z', ...args]);

describe('what materials become', () => {
	test('is printed as a table with faces and square metres, and is in the JSON', async () => {
		const flags = ['--surface', 'Floor=Stone', '--surface', 'Mat 5=Nonwalk', '--surface-node', 'Rug*=Carpet'];
		const { stderr, code } = await convert(...flags);
		expect(code).toBe(0);
		const rows = stderr.split('\n').filter((line) => /^ {2}(material|Floor|Mat 5|Stoen) /.test(line));
		expect(rows).toEqual([
			'  material  surface                faces  m²',
			'  Floor     Stone                      2  12',
			'  Mat 5     Nonwalk, not walkable      1   6',
			'  Stoen     Carpet                     1   6',
		]);
		expect(surfacesIn('hall.wok')).toEqual([4, 4, 7, 9]);
		const { materials } = JSON.parse((await convert(...flags, '--json')).stdout);
		expect(materials[0]).toEqual({
			material: 'Floor',
			surface: 4,
			faces: 2,
			area: 12,
			unknown: false,
			label: 'Stone',
			walkable: true,
		});
	});

	test('of a level is printed for all rooms together', async () => {
		writeFileSync(at('quay.glb'), soundQuayGlb());
		const run = await wokflow(['level', at('quay.glb'), at('quay'), '--json']);
		const { materials } = JSON.parse(run.stdout);
		expect(materials.length).toBeGreaterThan(3);
		expect(materials.every(({ faces, area }: { faces: number; area: number }) => faces > 0 && area > 0)).toBe(true);
		expect((await wokflow(['level', at('quay.glb'), at('quay')])).stderr).toContain('  material ');
	});

	test('that say nothing are proposed, not advised: no advice makes ground', async () => {
		const { stderr, code } = await convert();
		expect(code).toBe(1);
		expect(stderr).not.toContain('=Stone');
		expect(stderr).toContain(`Propose what it is: wokflow init ${at('hall.obj')}`);
		expect(stderr.split('wokflow surfaces').length - 1).toBe(1);
		expect(stderr).toContain('Did you mean "Stone"?');
		expect(stderr).not.toContain('"Door"');
		expect(stderr).toContain('Mat 5     unknown');
	});
});

describe('a list of surfaces', () => {
	test('a list with a fault is refused with its file and line', async () => {
		writeFileSync(at('wrong.txt'), '# hall\nFloor = Stoen\n');
		const { code, stderr } = await convert('--surfaces', at('wrong.txt'));
		expect(code).toBe(3);
		expect(stderr).toContain(`${at('wrong.txt')}:2: error`);
		expect(stderr).toContain('Did you mean "Stone"?');
	});
});
