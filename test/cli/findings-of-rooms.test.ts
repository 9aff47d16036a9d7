import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { printFindingsByRoom } from '../../cli/shared/findings.ts';
import type { Terminal } from '../../cli/shared/terminal.ts';
import { defineFindings, Report } from '../../src/findings/report.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { crlf } from '../support/layouts.ts';

describe('room files', () => {
	const folder = scratchFolder();

	beforeAll(async () => {
		const { code } = await wokflow(['convert', 'fixtures/small/cube-room.obj', join(folder, 'box.wok.ascii'), '-q']);
		expect(code).toBe(0);
		// What was modelled is not what the game would load: here it cannot even be read.
		writeFileSync(join(folder, 'box.glb'), 'no glTF');
		writeFileSync(
			join(folder, 'box.lyt'),
			crlf('beginlayout', '   roomcount 1', '      box 0.0 0.0 0.0', '   trackcount 0', 'donelayout'),
		);
	});

	test.each(['check', 'inspect', 'query'])(
		'%s takes the walkmesh of a room before the scene it was made from, also where the walkmesh is text',
		async (command) => {
			const question = command === 'query' ? ['height', '11,22'] : [];
			const { code, stderr } = await wokflow([command, 'box.lyt', ...question], { cwd: folder });
			expect(stderr).not.toContain('box.glb');
			expect(code).toBe(0);
		},
	);

	test('level tells of the names of a layout once, with their lines', async () => {
		writeFileSync(
			join(folder, 'twice.lyt'),
			crlf('beginlayout', '   roomcount 2', '      box 0 0 0', '      box 0 0 0', 'donelayout'),
		);
		const { stdout } = await wokflow(['level', 'twice.lyt', 'out', '--json'], { cwd: folder });
		const { findings } = JSON.parse(stdout) as { findings: { code: string; location: { line?: number } }[] };
		const told = findings.filter(({ code }) => code === 'LAYOUT_NAME_DUPLICATE');
		expect(told.map(({ location }) => location.line)).toEqual([4]);
	});
});

describe('room limits', () => {
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
});

const FINDINGS = defineFindings({
	EDGE_TORN: { severity: 'warning', message: () => 'The edge is torn.', help: 'Weld it.' },
	ROOM_LOST: { severity: 'error', message: () => 'The room is lost.', help: 'Link it.' },
	NAME_UNKNOWN: {
		severity: 'error',
		message: ({ name }: { name: string }) => `"${name}" is not known.`,
		help: 'Say what it is.',
		actions: ({ name }: { name: string }) => [{ option: 'surface', value: { [name]: 'Stone' } }],
	},
	FILE_FAULT: {
		severity: 'warning',
		message: ({ problem }: { problem: string }) => `Faulty: ${problem}.`,
		help: 'Write it again.',
	},
	ODD: { severity: 'info', message: () => 'Odd.', help: 'Fine.' },
});

function printed(report: Report, verbose = false): string[] {
	const lines: string[] = [];
	const add = (line: string): void => void lines.push(line);
	const terminal = {
		note: add,
		problem: add,
		paint: (_: unknown, text: string) => text,
		verbose,
		flagOwner: () => '',
	} as unknown as Terminal;
	printFindingsByRoom(report, terminal);
	return lines;
}

describe('findings by room', () => {
	const report = new Report();
	report.add(FINDINGS.ODD, { room: 'a' });
	for (let i = 0; i < 12; i++) report.add(FINDINGS.EDGE_TORN, { room: 'a', file: 'a.wok', at: [i, 0, 0] });
	report.add(FINDINGS.EDGE_TORN, { room: 'c', otherRoom: 'b', at: [1, 2, 3] });
	report.add(FINDINGS.ROOM_LOST, { room: 'd', face: 7 });

	test('stand with the worst room first, ten places a code, and the total', () => {
		expect(printed(report)).toEqual([
			'1 note (-v shows it): ODD',
			'room d: 1 error',
			'  face 7: error: The room is lost. [ROOM_LOST]',
			'    Link it.',
			'room a (a.wok): 12 warnings',
			'  at 0 0 0: warning: The edge is torn. [EDGE_TORN]',
			`    12 in all, also ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((x) => `at ${x} 0 0`).join('; ')}; … (-v shows all)`,
			'    Weld it.',
			'rooms b and c: 1 warning',
			'  room c, at 1 2 3: warning: The edge is torn. [EDGE_TORN]',
		]);
	});

	test('advise of all names that they are about, and tell each location once', () => {
		const named = new Report();
		for (const [name, node] of Object.entries({ Floor: 'hall', Wall: 'hall', Lid: 'crate' }))
			named.add(FINDINGS.NAME_UNKNOWN, { file: 'a.glb', node }, { name });
		expect(printed(named)).toEqual([
			'a.glb: 3 errors',
			'  node "hall": error: "Floor" is not known. [NAME_UNKNOWN]',
			'    3 in all, also node "crate"; … (-v shows all)',
			'    Say what it is. Add --surface "Floor=Stone" --surface "Wall=Stone" --surface "Lid=Stone".',
		]);
	});

	test('of one code that say something else are each in full, whatever names and numbers they have', () => {
		const faulty = new Report();
		for (const [line, problem] of ['row 1 lacks "x"', 'the end is missing', 'row 3 lacks "yz"'].entries())
			faulty.add(FINDINGS.FILE_FAULT, { file: 'a.lyt', line: line + 1 }, { problem });
		expect(printed(faulty)).toEqual([
			'a.lyt: 3 warnings',
			'  line 1: warning: Faulty: row 1 lacks "x". [FILE_FAULT]',
			'    2 in all, also line 3',
			'  line 2: warning: Faulty: the end is missing. [FILE_FAULT]',
			'    Write it again.',
		]);
	});

	test('are all there when asked for', () => {
		const lines = printed(report, true);
		expect(lines.filter((line) => line.endsWith('[EDGE_TORN]'))).toHaveLength(13);
		expect(lines).toContain('  note: Odd. [ODD]');
	});

	test('name no more than thirty rooms', () => {
		const many = new Report();
		for (let room = 0; room < 33; room++) many.add(FINDINGS.EDGE_TORN, { room: `r${room}` });
		expect(printed(many).at(-1)).toBe('3 more rooms with 3 findings (-v shows them)');
		expect(printed(many, true)).toHaveLength(33 * 2 + 1);
	});
});

describe('told findings', () => {
	/** Two rooms in a row, a gap between them, and a third that nothing leads to: findings of several codes, in a layout of OBJ files. */
	const out = scratchFolder();
	let cwd = '';
	let nth = 0;

	const square = (x: number, width: number): string =>
		[
			`o room`,
			'usemtl Stone',
			...[
				[x, 0],
				[x + width, 0],
				[x + width, 10],
				[x, 10],
			].map(([px, py]) => `v ${px} ${py} 0`),
			'f 1 2 3',
			'f 1 3 4',
			'',
		].join('\n');

	const FLAGS = ['--room-folder', 'rooms', '--room-space', 'area', '--up', 'z'];

	beforeEach(() => {
		nth++;
		cwd = join(out, `level-${nth}`);
		mkdirSync(join(cwd, 'rooms'), { recursive: true });
		for (const [name, x, width] of [
			['r0', 0, 10],
			['r1', 10.05, 10],
			['r2', 40, 10],
		] as const)
			writeFileSync(join(cwd, `rooms/${name}.obj`), square(x, width));
		const rooms = ['r0 0 0 0', 'r1 10 0 0', 'r2 40 0 0'];
		writeFileSync(join(cwd, 'lv.lyt'), ['beginlayout', 'roomcount 3', ...rooms, 'donelayout', ''].join('\r\n'));
	});

	function configure(target: object, others: object = {}): void {
		const level = { level: 'lv.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'area', up: 'z', ...target };
		writeFileSync(join(cwd, 'wokflow.config.json'), JSON.stringify({ targets: { t: level }, ...others }));
	}

	const build = (...args: string[]) => wokflow(['build', ...args], { cwd });
	const read = (path: string): Buffer => readFileSync(join(cwd, path));
	const walkmeshes = (folder: string): string[] =>
		readdirSync(join(cwd, folder)).filter((name) => name.endsWith('.wok'));

	describe('findings that a config leaves out or weighs otherwise', () => {
		test('are so in the report and the plan of a build, as in those of level', async () => {
			configure({}, { ignore: ['SEAM_UNLINKED'], severity: { ROOM_UNREACHABLE: 'note' } });
			expect((await build()).code).toBe(0);
			const flags = ['--ignore', 'SEAM_UNLINKED', '--severity', 'ROOM_UNREACHABLE=note'];
			expect((await wokflow(['level', 'lv.lyt', 'level', ...FLAGS, ...flags], { cwd })).code).toBe(0);
			expect(String(read('out/lv.report.json'))).not.toContain('SEAM_UNLINKED');
			for (const file of ['lv.report.json', 'lv.svg', 'lv.glb'])
				expect(read(`out/${file}`).equals(read(`level/${file}`)), file).toBe(true);
			// What the config says of them is part of what the files depend on.
			configure({}, { severity: { ROOM_UNREACHABLE: 'note' } });
			expect((await build()).code).toBe(0);
			expect(String(read('out/lv.report.json'))).toContain('SEAM_UNLINKED');
		});

		test('do not hide that the option is changed which shows them in the GLB', async () => {
			configure({}, { ignore: ['ROOM_UNREACHABLE'] });
			await build();
			const plain = read('out/lv.glb');
			configure({ findings: true }, { ignore: ['ROOM_UNREACHABLE'] });
			expect((await build()).stdout).not.toContain('up to date');
			const pinned = read('out/lv.glb');
			expect(pinned.equals(plain)).toBe(false);
			await build('--force');
			expect(read('out/lv.glb').equals(pinned)).toBe(true);
		});
	});

	describe('a room of which no face is left', () => {
		test.each(['level', 'build'])(
			'is an error of %s, with the file and the room, and nothing is written',
			async (command) => {
				writeFileSync(join(cwd, 'rooms/r1.obj'), square(10, 0.5));
				configure({ minArea: 5 });
				const { code, stderr } =
					command === 'build'
						? await build()
						: await wokflow(['level', 'lv.lyt', 'out', ...FLAGS, '--min-area', '5'], { cwd });
				expect(code).toBe(1);
				expect(stderr).toContain('rooms/r1.obj, room r1: error: No faces are left. [RESULT_EMPTY]');
				expect(readdirSync(cwd)).not.toContain('out');
			},
		);
	});

	test('walkmeshes that a run made without a layout are none that earlier runs left', async () => {
		const args = ['level', 'lv.lyt', 'out', ...FLAGS, '--no-lyt', '--prune'];
		const { code, stderr } = await wokflow(args, { cwd });
		expect([code, stderr.includes('LEVEL_ROOMS_LEFT')]).toEqual([0, false]);
		expect(walkmeshes('out')).toEqual(['r0.wok', 'r1.wok', 'r2.wok']);
	});

	test('of thirty pieces of ground that are not reached ten are listed, and all where all is asked for', async () => {
		const corners = Array.from({ length: 31 }, (_, i) => [
			...[0, 2, 2, 0].map((x, k) => `v ${i * 5 + x} ${k < 2 ? 0 : 2} 0`),
			`f ${i * 4 + 1} ${i * 4 + 2} ${i * 4 + 3} ${i * 4 + 4}`,
		]);
		writeFileSync(join(cwd, 'tiles.obj'), ['o room', 'usemtl Stone', ...corners.flat(), ''].join('\n'));
		const check = async (...flags: string[]): Promise<string> => {
			const { stdout, stderr } = await wokflow(['check', 'tiles.obj', '--up', 'z', ...flags], { cwd });
			return `${stdout}${stderr}`;
		};
		const listed = (text: string): number =>
			text.split('\n').filter((line) => line.startsWith('  not reached: ')).length;
		const short = await check();
		expect(short).toContain('one reaches 4 m² of 124 m²');
		expect(listed(short)).toBeLessThanOrEqual(10);
		expect(short).toContain(`${30 - listed(short)} more pieces, ${(30 - listed(short)) * 4} m²`);
		expect(listed(await check('-v'))).toBe(30);
		const json = JSON.parse((await wokflow(['check', 'tiles.obj', '--up', 'z', '--json'], { cwd })).stdout);
		const missed = JSON.stringify(json).match(/"matters":/g) ?? [];
		expect(missed).toHaveLength(30);
	});
});
