import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { planText } from '../../cli/shared/plan-text.ts';
import { thingsOfGit, writePth } from '../../game/area/things.ts';
import { readGff } from '../../game/gff/gff.ts';
import { describeLocation, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { EAST, rectangle, withTransitions } from '../support/levels.ts';
import { Projects, runIn } from '../support/projects.ts';

describe('init', () => {
	const projects = new Projects();

	test.each(['mjs', 'json'])('writes a .%s that builds', async (format) => {
		const project = projects.smallQuay();
		rmSync(project.at('wokflow.config.json'));
		const { stderr, code } = await runIn(project, 'init', 'quay.glb', '--as', format);
		expect(stderr).toBe(`wrote wokflow.config.${format}: quay.glb, 2 rooms. \`wokflow build\` builds it.\n`);
		expect(code).toBe(0);
		expect((await runIn(project, 'build', '-q')).code).toBe(0);
		expect(existsSync(project.at('out/quay/quay_02a.wok'))).toBe(true);
		expect(await runIn(project, 'init', 'quay.glb')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('exists. Add --force'),
		});
	});

	test('writes over no scene that its own files are links to, not even by force', async () => {
		const project = projects.smallQuay();
		rmSync(project.at('wokflow.config.json'));
		const before = readFileSync(project.at('quay.glb'));
		symlinkSync(project.at('quay.glb'), project.at('wokflow.config.mjs'));
		const { code, stderr } = await runIn(project, 'init', 'quay.glb', '--force');
		expect([code, stderr]).toEqual([1, expect.stringContaining('[OUTPUT_IS_INPUT]')]);
		expect(readFileSync(project.at('quay.glb'))).toEqual(before);
	});

	test('finds the folder of the rooms of a layout, and asks which of several inputs is meant', async () => {
		const project = projects.smallQuay();
		rmSync(project.at('wokflow.config.json'));
		expect(await runIn(project, 'init')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('has several: quay.glb, quay.lyt, quay.obj. Name one'),
		});
		expect((await runIn(project, 'init', 'quay.lyt', '-q')).code).toBe(0);
		const text = readFileSync(project.at('wokflow.config.mjs'), 'utf8');
		expect(text).toContain("roomFolder: 'rooms',");
		expect((await runIn(project, 'build', '-q')).code).toBe(0);
	});
});

describe('inspect', () => {
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

describe('run', () => {
	const projects = new Projects();

	test('a named recipe does what the command of that name does', async () => {
		const project = projects.smallQuay();
		await runIn(project, 'convert', 'quay.glb', 'a.wok', '-q');
		expect((await runIn(project, 'run', 'convert', 'quay.glb', 'b.wok', '-q')).code).toBe(0);
		expect(project.read('b.wok').equals(project.read('a.wok'))).toBe(true);
		await runIn(project, 'level', 'quay.glb', 'a', '-q');
		expect((await runIn(project, 'run', 'level', 'quay.glb', 'b', '-q')).code).toBe(0);
		expect(project.files('b')).toStrictEqual(project.files('a'));
	});

	test('a recipe of one’s own, with its stages kept', async () => {
		const project = projects.row();
		project.write('own.json', '["weld", ["drop-degenerate", { "minArea": 0.001 }], "sort"]');
		const { code, stderr } = await runIn(project, 'run', 'own.json', 'row.glb', 'row.wok', '--keep', 'kept');
		expect(code).toBe(0);
		expect(stderr).toContain('wrote row.wok\n');
		expect(readdirSync(project.at('kept'))).toStrictEqual([
			'walkmesh-01-weld-row.glb',
			'walkmesh-02-drop-degenerate-row.glb',
			'walkmesh-03-sort-row.glb',
		]);
		project.write(
			'own.mjs',
			`export const stages = [Object.assign(() => ({ name: 'up', subject: 'walkmesh', options: {}, run: (mesh) => ({ ...mesh, positions: mesh.positions.map((v, i) => i % 3 === 2 ? v + 1 : v) }) }),
			{ stageName: 'up', subject: 'walkmesh', options: {}, summary: '' })];
		export default ['weld', 'up', 'sort'];`,
		);
		expect((await runIn(project, 'run', 'own.mjs', 'row.glb', 'up.wok', '-q')).code).toBe(0);
		expect(project.read('up.wok').equals(project.read('row.wok'))).toBe(false);
	});

	test.each([
		['an unknown name', 'cnovert', /There is no recipe "cnovert"\. Known: convert, level/],
		['an unknown stage', '["wled"]', /There is no stage "wled"\. Did you mean "weld"\? Known: .*weld/],
		[
			'an unknown option',
			'[["weld", { "tolerence": 1 }]]',
			/stage "weld" has no option "tolerence"\. Did you mean "tolerance"\? It has: .*tolerance/,
		],
		['no list', '{}', /a recipe is a list of steps/],
		['a step that is none', '["weld", 7]', /\[1\]: a step is a stage's name or/],
		['null for options', '["sort", ["weld", null]]', /\[1\]: a step is a stage's name or/],
		['a list for options', '[["weld", []]]', /\[0\]: a step is a stage's name or/],
	])('%s is wrong use, and what there is is reported', async (_, recipe, message) => {
		const project = projects.row();
		if (/^\W/.test(recipe)) project.write('own.json', recipe);
		const { code, stderr } = await runIn(project, 'run', /^\W/.test(recipe) ? 'own.json' : recipe, 'row.glb', 'x.wok');
		expect(stderr).toMatch(message);
		expect(code).toBe(2);
	});
});

describe('place', () => {
	const folder = scratchFolder();
	const at = (name: string): string => join(folder, name);
	const run = (line: string) => wokflow(line.split(' '), { cwd: folder });
	const placement = { kind: 'door', model: 'gate', state: 'closed', position: [1, 2, 3], bearing: 90 };
	writeFileSync(at('quay.placements.json'), JSON.stringify({ version: 1, level: 'quay', placements: [placement] }));

	test('place makes a GIT of the placements of a level, and puts them into one that is there', async () => {
		const made = await run('game place quay.placements.json -o quay.git --template gate=metal01');
		expect(made).toMatchObject({ code: 0 });
		expect(made.stderr).toContain('1 door');
		const into = await run('game place quay.placements.json --into quay.git -o new/quay.git --template gate=metal01');
		expect(into).toMatchObject({ code: 0 });
		expect(readFileSync(at('new/quay.git'))).toEqual(readFileSync(at('quay.git')));
		const things = thingsOfGit(readGff(readFileSync(at('new/quay.git')), new Report()));
		expect(things).toMatchObject([{ kind: 'door', template: 'metal01', position: [1, 2, 3] }]);
	});

	test('place says what is wrong with its inputs, and writes nothing', async () => {
		writeFileSync(at('area.pth'), writePth([]));
		writeFileSync(at('bad.json'), '{"version":1}');
		const other = await run('game place quay.placements.json --into area.pth -o no.git');
		expect(other).toMatchObject({ code: 3 });
		expect(other.stderr).toContain('GFF_OTHER_TYPE');
		const bad = await run('game place bad.json -o no.git');
		expect(bad).toMatchObject({ code: 3 });
		expect(bad.stderr).toContain('PLACEMENTS_INVALID');
		for (const wrong of [
			{ position: [1e308, 0, 0] },
			{ bearing: 1e200 },
			{ state: '__proto__' },
			{ kind: 'toString' },
		]) {
			writeFileSync(at('wrong.json'), JSON.stringify({ version: 1, placements: [{ ...placement, ...wrong }] }));
			expect(await run('game place wrong.json -o no.git')).toMatchObject({ code: 3 });
		}
		writeFileSync(
			at('long.json'),
			JSON.stringify({ version: 1, placements: [{ ...placement, model: 'x'.repeat(1e5) }] }),
		);
		expect((await run('game place long.json -o no.git')).stderr.length).toBeLessThan(1000);
		expect(await run('game place quay.placements.json -o no.git --template gate=a-b')).toMatchObject({ code: 2 });
		expect(() => readFileSync(at('no.git'))).toThrow();
	});

	test('level makes a module of a scene, the same bytes each time, and says what is missing in it', async () => {
		const scene = join(FIXTURES, 'small/two-rooms-seam.glb');
		const level = (out: string, ...more: string[]) =>
			wokflow(['level', scene, out, '--module', 'tar_m99', '--no-glb', '--no-plan', '-v', ...more], { cwd: folder });
		const one = await level('one');
		expect(one).toMatchObject({ code: 0 });
		expect(one.stderr).toContain('MODULE_PARTS_MISSING');
		expect(await level('two')).toMatchObject({ code: 0 });
		for (const name of ['tar_m99.mod', 'tar_m99.are', 'tar_m99.git', 'tar_m99.pth', 'module.ifo'])
			expect(readFileSync(at(`one/${name}`)), name).toEqual(readFileSync(at(`two/${name}`)));
		expect(await run('check one/tar_m99.mod/tar_m99.lyt')).toMatchObject({ code: 0 });
		expect(await level('three', '--module-folder', 'nowhere')).toMatchObject({ code: 2 });
		expect((await level('four', '--name', 'a name')).code).not.toBe(0);
	});
});

describe('objects', () => {
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
});

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
