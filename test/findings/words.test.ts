import { describe, expect, test } from 'vitest';
import { checkFilter, filterOptions, mergeFilters, totalsOf } from '../../src/findings/filter.ts';
import {
	captured,
	defineFindings,
	describeLocation,
	type Finding,
	InputError,
	makeFinding,
	naming,
	Report,
	tell,
	UsageError,
} from '../../src/findings/report.ts';
import {
	actionsOf,
	commandLine,
	createAdviser,
	describeActions,
	flagText,
	gatherPairs,
	messageOf,
} from '../../src/model/advice.ts';

const F = defineFindings({
	CRACK: {
		severity: 'warning',
		message: (d: { metres: number; name?: string }): string => `A crack of ${d.metres} m${d.name ?? ''}.`,
		help: 'Close it.',
		actions: (d: { metres: number }) => (d.metres > 1 ? [{ option: 'snap', value: d.metres }] : []),
	},
	BROKEN: { severity: 'fatal', message: (): string => 'Broken.', help: '' },
	WRONG: { severity: 'error', message: (): string => 'Wrong.', help: '' },
	NOTE: { severity: 'info', message: (): string => 'By the way.', help: '' },
});

describe('a finding', () => {
	test('has the code of its type, its words, its data and what can be done', () => {
		expect(makeFinding(F.CRACK, { face: 3 }, { metres: 2 })).toEqual({
			...{ code: 'CRACK', severity: 'warning', message: 'A crack of 2 m.', help: 'Close it.' },
			...{ actions: [{ option: 'snap', value: 2 }], location: { face: 3 }, data: { metres: 2 } },
		});
		expect(makeFinding(F.CRACK, {}, { metres: 1 })).not.toHaveProperty('actions');
		expect(makeFinding(F.NOTE, {})).toEqual({
			...{ code: 'NOTE', severity: 'info', message: 'By the way.', help: '', location: {} },
		});
	});

	test('has no name of more than 400 characters, wherever it comes from', () => {
		const long = (length: number): string => 'x'.repeat(length);
		const found = makeFinding(F.CRACK, { node: long(401), line: 1 }, { metres: 1, name: long(401) });
		const cut = found.location.node ?? '';
		expect(cut).toMatch(/^x{200,400} … /);
		expect(found).toMatchObject({
			message: `A crack of 1 m${cut}.`,
			location: { line: 1 },
			data: { name: cut },
		});
		const short = { metres: 1, name: long(400) };
		expect(makeFinding(F.CRACK, {}, short).data).toBe(short);
	});

	test.each([
		[{ file: 'a.obj', column: 7 }, 'a.obj'],
		[{ line: 3, column: 7 }, 'line 3:7'],
		[{ file: 'a.glb', pointer: '/nodes/0' }, 'a.glb, /nodes/0'],
		[{ file: 'a.glb', node: 'x', otherRoom: 'y' }, 'a.glb, node "x"'],
		[{ offset: 0, face: 0, edge: 0 }, 'byte 0, face 0, edge 0'],
		[{ at: [0.0004, -0.0004, 1e6] as const }, 'at 0 0 1000000'],
	])('lies at %j', (location, text) => {
		expect(describeLocation(location)).toBe(text.replace('0 0 ', '0 0 '));
	});
});

describe('errors', () => {
	test('of input say where, what and what to do, printable', () => {
		const error = new InputError(makeFinding(F.CRACK, { file: 'a\u001b.obj', line: 3 }, { metres: 2 }));
		expect([error.name, error.message]).toEqual(['InputError', 'a\\u{1b}.obj:3: A crack of 2 m. Close it.']);
		expect(new InputError(makeFinding(F.BROKEN, {})).message).toBe('Broken.');
	});

	test('of use have a line for each that was given, printable and not endless', () => {
		const error = new UsageError('one\n', `x${'y'.repeat(4000)}`);
		const [first, second] = error.message.split('\n');
		expect([error.name, first]).toEqual(['UsageError', 'one\\u{a}']);
		expect(second).toBe(`x${'y'.repeat(3998)}…`);
		expect(new UsageError('x'.repeat(4000)).message).toBe('x'.repeat(4000));
		// Escapes count as they are shown.
		const escaped = new UsageError(`\u001b${'x'.repeat(3999)}`).message;
		expect(escaped).toHaveLength(4000);
		expect(escaped).toMatch(/^\\u\{1b\}x+…$/);
	});

	test('of use are named by their key; others are not', () => {
		const fail = (error: Error) => () => {
			throw error;
		};
		expect(naming('a', () => 7)).toBe(7);
		expect(() => naming('targets.a', fail(new UsageError('is wrong', 'very')))).toThrow(
			new UsageError('targets.a: is wrong', 'very'),
		);
		expect(() => naming('a', fail(new TypeError('b')))).toThrow(new TypeError('b'));
	});
});

describe('a report', () => {
	test('counts by code, file and room, whatever comes between', () => {
		const report = new Report({ keep: 1 });
		const at = (file?: string, room?: string) => ({ ...(file && { file }), ...(room && { room }) });
		const places = [at('a'), at('b'), at('a'), at('a', 'r'), at('a'), at(), at('b')];
		for (const place of places) report.add(F.CRACK, place, { metres: 1 });
		report.add(F.NOTE, at('a'));
		expect(report.counts).toEqual([
			{ code: 'CRACK', severity: 'warning', location: { file: 'a' }, total: 3, kept: 1 },
			{ code: 'CRACK', severity: 'warning', location: { file: 'b' }, total: 2, kept: 1 },
			{ code: 'CRACK', severity: 'warning', location: { file: 'a', room: 'r' }, total: 1, kept: 1 },
			{ code: 'CRACK', severity: 'warning', location: {}, total: 1, kept: 1 },
			{ code: 'NOTE', severity: 'info', location: { file: 'a' }, total: 1, kept: 1 },
		]);
		expect(report.total('warning')).toBe(7);
		expect(totalsOf(report)).toEqual({ errors: 0, warnings: 7, notes: 1 });
	});

	test('keeps fifty of a kind, and says whether one more is kept', () => {
		const report = new Report().within({ file: 'a' });
		expect(report.keeps(F.CRACK)).toBe(true);
		for (let i = 0; i < 50; i++) {
			expect(report.keeps(F.CRACK)).toBe(true);
			report.add(F.CRACK, {}, { metres: i });
		}
		expect(report.keeps(F.CRACK)).toBe(false);
		expect(report.keeps(F.CRACK, { room: 'r' })).toBe(true);
		expect(report.keeps(F.CRACK, { file: 'b' })).toBe(true);
		expect(report.keeps(F.NOTE)).toBe(true);
		report.add(F.CRACK, {}, { metres: 50 });
		expect(report.findings).toHaveLength(50);
	});

	test('fails on errors and on what cannot be read, not on warnings', () => {
		const failed = (...types: (typeof F)[keyof typeof F][]): boolean => {
			const report = new Report();
			for (const type of types) report.push(makeFinding(type as typeof F.NOTE, {}));
			return report.failed;
		};
		expect([failed(F.NOTE), failed(F.NOTE, F.WRONG), failed(F.BROKEN)]).toEqual([false, true, true]);
		const report = new Report();
		for (const type of [F.WRONG, F.BROKEN, F.NOTE, F.NOTE]) report.push(makeFinding(type as typeof F.NOTE, {}));
		expect(totalsOf(report)).toEqual({ errors: 2, warnings: 0, notes: 2 });
	});

	test('takes severities as it is reported, strictly or not', () => {
		const severities = (options: object): string[] => {
			const report = new Report(options);
			for (const type of [F.NOTE, F.WRONG, F.BROKEN]) report.push(makeFinding(type as typeof F.NOTE, {}));
			report.add(F.CRACK, {}, { metres: 1 });
			return report.findings.map(({ severity }) => severity);
		};
		expect(severities({})).toEqual(['info', 'error', 'fatal', 'warning']);
		expect(severities({ strict: true })).toEqual(['info', 'error', 'fatal', 'error']);
		const severity = { NOTE: 'warning', WRONG: 'info', BROKEN: 'info' };
		expect(severities({ severity })).toEqual(['warning', 'info', 'fatal', 'warning']);
		expect(severities({ severity, strict: true })).toEqual(['error', 'info', 'fatal', 'error']);
		expect(severities({ ignore: ['NOTE', 'BROKEN', 'CRACK'] })).toEqual(['error', 'fatal']);
	});

	test('notes inputs, and has the options that it was made with', () => {
		const report = new Report({ strict: true });
		report.within({ file: 'a' }).noteInput('a.glb');
		expect([...report.inputs]).toEqual(['a.glb']);
		expect(report.options).toEqual({ strict: true });
		expect(report.within({ file: 'a' }).within({ room: 'r' }).location).toEqual({ file: 'a', room: 'r' });
		const own = report.within({ file: 'a' }).separate();
		own.noteInput('b.glb');
		expect([own.options, own.location]).toEqual([{ strict: true }, { file: 'a' }]);
		expect([...report.inputs]).toEqual(['a.glb']);
		report.absorb(own);
		expect([...report.inputs]).toEqual(['a.glb', 'b.glb']);
	});

	test('that absorbs or is told what another holds has counted the same', () => {
		const fill = (report: Report): Report => {
			for (let i = 0; i < 5; i++) report.add(F.CRACK, { file: 'a', room: i === 4 ? 's' : 'r' }, { metres: i });
			report.add(F.NOTE, {});
			return report;
		};
		const whole = fill(new Report({ keep: 2 }));
		const absorbing = new Report({ keep: 2 });
		absorbing.absorb(fill(absorbing.separate()));
		const listening = new Report({ keep: 2 });
		const kept = captured(whole);
		expect(kept.more).toEqual([{ code: 'CRACK', location: { file: 'a', room: 'r' }, total: 4, kept: 2 }]);
		tell(kept, listening);
		for (const other of [absorbing, listening]) {
			expect(other.findings).toEqual(whole.findings);
			expect(other.counts).toEqual(whole.counts);
		}
		const strange = { code: 'NEVER', location: {}, total: 9, kept: 1 };
		tell({ findings: [], more: [strange] }, listening);
		expect(listening.counts).toEqual(whole.counts);
		const deaf = new Report({ ignore: ['CRACK'] });
		deaf.absorb(whole);
		expect(deaf.counts.map(({ code }) => code)).toEqual(['NOTE']);
		const often = new Report({ keep: 2 });
		often.push(makeFinding(F.NOTE, {}), 3);
		expect([often.findings.length, often.total('info')]).toEqual([2, 3]);
	});
});

describe('filters', () => {
	const known = new Map(Object.values(F).map((type) => [type.code, type]));

	test('add up, the last severity winning', () => {
		expect(mergeFilters({}, {})).toEqual({});
		expect(
			mergeFilters(
				{ ignore: ['A'], severity: { A: 'note' } },
				{ ignore: ['B', 'A'], severity: { A: 'error', B: 'note' } },
			),
		).toEqual({
			ignore: ['A', 'B'],
			severity: { A: 'error', B: 'note' },
		});
		expect(mergeFilters({ ignore: ['A'] })).toEqual({ ignore: ['A'] });
		expect(mergeFilters({ severity: { A: 'note' } })).toEqual({ severity: { A: 'note' } });
		expect(filterOptions({ severity: { A: 'note', B: 'warning', C: 'error' } })).toEqual({
			severity: { A: 'info', B: 'warning', C: 'error' },
		});
		expect(filterOptions({ ignore: ['A'] })).toEqual({ ignore: ['A'], severity: {} });
	});

	test.each([
		[{ ignore: ['CRAK'] }, '"CRAK" is not the code of a finding. Did you mean "CRACK"?'],
		[{ ignore: ['BROKEN'] }, 'BROKEN cannot be left out: it means that an input cannot be read.'],
		[
			{ severity: { BROKEN: 'note' } },
			'BROKEN cannot be anything but an error: it means that an input cannot be read.',
		],
		[{ severity: { CRACK: 'info' } }, 'The severity of CRACK is error, warning or note, not "info".'],
	])('%j are refused', (filter, message) => {
		expect(() => checkFilter(filter, known)).toThrow(new UsageError(message));
	});

	test('of what there is are taken', () => {
		expect(() =>
			checkFilter({ ignore: ['CRACK'], severity: { NOTE: 'error', WRONG: 'warning', CRACK: 'note' } }, known),
		).not.toThrow();
		expect(() => checkFilter({}, known)).not.toThrow();
	});
});

describe('advice', () => {
	test.each([
		[{ option: 'node', value: ['a b', 'c'] }, '--node "a b" --node c', 'Set "node": ["a b", "c"].'],
		[{ option: 'snap', value: 0 }, '--snap 0', 'Set "snap": 0.'],
		[{ option: 'weld' }, '--weld', 'Set "weld": true.'],
		[{ option: 'weld', value: false, placeholder: 'X' }, '--no-weld X', 'Set "weld".'],
		[
			{ option: 'surface', value: { '2': 'b', A: 1, '1': 'c' } },
			'--surface "A=1" --surface "2=b" --surface "1=c"',
			undefined,
		],
	] as const)('%j is typed so', (action, flag, key) => {
		expect(flagText(action).split(' --').sort()).toEqual(flag.split(' --').sort());
		if (key !== undefined) expect(describeActions([action], 'config')).toBe(key);
	});

	test('lists alternatives, and commands after them', () => {
		const some = [{ option: 'up', value: 'x' }, { option: 'up', value: 'y' }, { option: 'up', value: 'z' }] as const; // biome-ignore format: one row
		expect(describeActions(some, 'cli')).toBe('Add --up x, --up y or --up z.');
		expect(describeActions([{ command: 'strange' }, { command: 'fix', arguments: ['a b'] }], 'cli')).toBe(
			'Run: wokflow strange; mend it: wokflow fix "a b"',
		);
		expect(describeActions([], 'cli')).toBe('');
		for (const context of ['config', 'host', 'library'] as const) {
			const words = describeActions([{ option: 'up', value: 'x' }, { command: 'fix' }], context);
			expect(words.includes('wokflow fix')).toBe(context !== 'config');
		}
		expect(describeActions([{ command: 'fix' }], 'config')).toBe('Mend it: wokflow fix');
	});

	test('names flags of other commands with these, where no flag of this one helps', () => {
		const flagOwner = (flag: string) =>
			({ '--up': '', '--snap': 'level', '--weld': 'level', '--unit': 'convert' })[flag];
		const advise = (...options: string[]): string =>
			describeActions(
				options.map((option) => ({ option, placeholder: 'X' })),
				'cli',
				undefined,
				{ flagOwner },
			);
		expect(advise('snap', 'up')).toBe('Add --up X.');
		expect(advise('snap', 'unit', 'weld')).toBe('With wokflow level: --snap X or --weld X');
		expect(advise('nothing')).toBe('');
		const reach = { flagOwner, isKey: (option: string) => option === 'snap' };
		expect(describeActions([{ option: 'up' }], 'config', undefined, reach)).toBe('Add --up.');
		expect(describeActions([{ option: 'up' }], 'host', undefined, reach)).toBe('');
		expect(describeActions([{ option: 'up' }, { option: 'snap' }], 'config', undefined, reach)).toBe(
			'Set "snap": true.',
		);
	});

	test('fills in the file, and keeps what only the user knows', () => {
		const command = { command: 'fix', arguments: ['FILE', 'OUT', 'Out', '-x'], options: [{ option: 'weld' }] };
		expect(commandLine(command, 'a b.wok')).toBe('wokflow fix "a b.wok" OUT Out ./-x --weld');
		expect(commandLine(command)).toBe('wokflow fix FILE OUT Out ./-x --weld');
		expect(commandLine({ command: 'fix' })).toBe('wokflow fix');
	});

	test('is reported once', () => {
		const advise = createAdviser('cli');
		const finding = { code: 'A', help: '', location: {} };
		expect(advise({ ...finding, actions: [{ option: 'weld' }] })).toBe('Add --weld.');
		expect(advise({ ...finding, actions: [{ option: 'weld' }] })).toBe('');
		expect(advise({ ...finding, help: 'Help.' })).toBe('Help.');
		expect(advise({ ...finding, code: 'B', actions: [{ option: 'weld' }] })).toBe('Add --weld.');
	});

	test('of pairs is put together at the last of a code, other findings staying as they are', () => {
		const finding = (code: string, actions?: Finding['actions']) =>
			({ code, severity: 'error', message: '', help: '', location: {}, ...(actions && { actions }) }) as Finding;
		const pair = (material: string) => [{ option: 'surface', value: { [material]: 'Stone' } }];
		const list = [
			finding('A', pair('x')),
			finding('A'),
			finding('B', pair('z')),
			finding('A', pair('y')),
			finding('A', [{ option: 'node', value: ['n'] }]),
		];
		expect(gatherPairs(list)).toEqual([
			finding('A', []),
			list[1],
			list[2],
			finding('A', [{ option: 'surface', value: { x: 'Stone', y: 'Stone' } }]),
			list[4],
		]);
		expect(gatherPairs([list[1]])[0]).toBe(list[1]);
	});

	test('of a kind of finding is shown with examples, its message with names for its data', () => {
		expect(actionsOf(F.NOTE as never)).toEqual([]);
		const kinds = defineFindings({
			A: {
				severity: 'error',
				message: (d: { option: string; name: string }): string => `${d.option} of ${d.name}`,
				help: '',
				actions: (d: { nearest: string; who: string }) => [{ option: d.nearest, value: d.who }],
			},
			B: { severity: 'error', message: (d: { far: number }): string => `${d.far.toFixed(3)} m`, help: '' },
			C: { severity: 'error', message: (d: { far: number }): string => `${d.far * 2} m`, help: '' },
			D: {
				severity: 'error',
				message: (d: { far: object }): string => `${[{}][Number(typeof d.far === 'number')]} m`,
				help: '',
			},
		});
		expect(actionsOf(kinds.A as never)).toEqual([{ option: 'Stone', value: 'WHO' }]);
		expect(Object.values(kinds).map((kind) => messageOf(kind as never))).toEqual([
			'maxInstances of NAME',
			undefined,
			undefined,
			undefined,
		]);
	});
});
