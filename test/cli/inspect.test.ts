import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);

/** A floor of 4 m, Y up or Z up. */
function floorObj(up: 'y' | 'z', head = ''): string {
	const corners = [[0, 0], [4, 0], [4, 4], [0, 4]]; // biome-ignore format: one row
	const rows = corners.map(([x, y]) => `v ${up === 'z' ? `${x} ${y} 0` : `${x} 0 ${-y}`}\n`);
	return `${head}${rows.join('')}usemtl Stone\nf 1 2 3 4\n`;
}

beforeAll(() => {
	writeFileSync(at('good.obj'), floorObj('y'));
	writeFileSync(at('bad.wok'), 'BWM V1.0 and no more');
});

describe('wokflow inspect', () => {
	test('one file that cannot be read does not keep the others from being shown', async () => {
		const files = [at('bad.wok'), at('good.obj'), at('absent.wok')];
		const { stdout, stderr, code } = await wokflow(['inspect', ...files]);
		expect(stdout).toContain('good (area)');
		expect(stderr).toContain(`${at('bad.wok')}`);
		expect(stderr).toContain('[FILE_UNREADABLE]');
		expect(code).toBe(3);
	});

	test('the same as JSON', async () => {
		const { stdout, code } = await wokflow(['inspect', at('bad.wok'), at('good.obj'), at('good.obj'), '--json']);
		const { walkmeshes, findings, errors } = JSON.parse(stdout);
		expect(walkmeshes).toMatchObject([{ facts: { faces: 2 } }, { facts: { faces: 2 } }]);
		const fatal = findings.filter(({ severity }: { severity: string }) => severity === 'error');
		expect(fatal).toMatchObject([{ location: { file: at('bad.wok') } }]);
		expect(errors).toBe(1);
		expect(code).toBe(3);
	});

	test('an OBJ that speaks of walkmeshes in a comment is an OBJ', async () => {
		writeFileSync(at('comment.obj'), floorObj('y', '# MAXWALKMESH\n'));
		const { stdout, code } = await wokflow(['inspect', at('comment.obj'), '-q']);
		expect(stdout).toContain('2, 2 walkable (16 m²)');
		expect(code).toBe(0);
	});

	test('a scene that lies on its side is reported which axis to give', async () => {
		writeFileSync(at('side.obj'), floorObj('z'));
		expect((await wokflow(['inspect', at('side.obj')])).stderr).toContain(
			'with Z up it is level. [SCENE_UP_SUSPICIOUS]\n  The file probably uses another up axis. Add --up z.',
		);
		expect((await wokflow(['inspect', at('side.obj'), '--up', 'z'])).stderr).not.toContain('SCENE_UP_SUSPICIOUS');
		expect((await wokflow(['inspect', at('good.obj'), '--up', 'z'])).stderr).toContain('with Y up it is level.');
	});
});
