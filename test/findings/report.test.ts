import { describe, expect, test } from 'vitest';
import { BWM_FINDINGS } from '../../importers/bwm/decode.ts';
import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import { totalsOf } from '../../src/findings/filter.ts';
import {
	captured,
	defineFindings,
	describeLocation,
	InputError,
	type Location,
	makeFinding,
	naming,
	Report,
	tell,
	UsageError,
} from '../../src/findings/report.ts';

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
		[{ file: 'a.obj', line: 3, column: 7 }, 'a.obj:3:7'],
		[{ line: 3 }, 'line 3'],
		[{ file: 'a.wok', offset: 136 }, 'a.wok, byte 136'],
		[{ room: 'r', face: 2, edge: 7, at: [1, 2.00049, -3] as const }, 'room r, face 2, edge 7, at 1 2 -3'],
		[{ node: 'floor' }, 'node "floor"'],
		[{ node: 'door 0 "gate"' }, 'door 0 "gate"'],
		[{}, ''],
		[{ file: 'a.gltf', pointer: '' }, 'a.gltf'],
		[{ file: 'a.obj', column: 7 }, 'a.obj'],
		[{ line: 3, column: 7 }, 'line 3:7'],
		[{ file: 'a.glb', pointer: '/nodes/0' }, 'a.glb, /nodes/0'],
		[{ file: 'a.glb', node: 'x', otherRoom: 'y' }, 'a.glb, node "x"'],
		[{ offset: 0, face: 0, edge: 0 }, 'byte 0, face 0, edge 0'],
		[{ at: [0.0004, -0.0004, 1e6] as const }, 'at 0 0 1000000'],
	])('lies at %j', (location, text) => {
		expect(describeLocation(location)).toBe(text);
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

	test('notes inputs, adds its place to findings, and has the options that it was made with', () => {
		const report = new Report({ strict: true });
		report.within({ file: 'a' }).noteInput('a.glb');
		expect([...report.inputs]).toEqual(['a.glb']);
		expect(report.options).toEqual({ strict: true });
		report.within({ file: 'a' }).within({ room: 'r' }).add(F.NOTE, { face: 3 });
		expect(report.findings[0].location).toEqual({ file: 'a', room: 'r', face: 3 });
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

	test('copies have what was found and counted so far, and what is added to one is not in the other', () => {
		const report = new Report({ keep: 2 });
		const add = (to: Report, times: number): void => {
			for (let i = 0; i < times; i++)
				to.within({ room: 'r' }).add(MESH_FINDINGS.MESH_NOT_WALKABLE, { face: i }, { faces: 7 });
		};
		add(report, 3);
		report.noteInput('a.wok');
		const copy = report.copy();
		add(copy, 1);
		copy.noteInput('b.wok');
		expect([report, copy].map((each) => [each.findings.length, each.counts[0].total, each.inputs.size])).toEqual([
			[2, 3, 1],
			[2, 4, 2],
		]);
	});

	test('names the file of a room where a finding names the room alone', () => {
		const files = new Map<string, string>();
		const report = new Report({ keep: 1 }).withRoomFiles(files).within({});
		files.set('hall', 'rooms/hall.wok');
		const add = (location: Location): void => report.add(MESH_FINDINGS.MESH_NOT_WALKABLE, location, { faces: 7 });
		const locations = [{ room: 'Hall' }, { room: 'yard' }, { file: 'own.wok', room: 'Hall' }, {}];
		for (const location of locations) add(location);
		const inFile = { file: 'rooms/hall.wok', room: 'Hall' };
		expect(report.findings.map(({ location }) => location)).toEqual([inFile, ...locations.slice(1)]);
		expect(report.keeps(MESH_FINDINGS.MESH_NOT_WALKABLE, { room: 'hall' })).toBe(true);
		expect(report.keeps(MESH_FINDINGS.MESH_NOT_WALKABLE, { room: 'Hall' })).toBe(false);
		expect(() => report.fail(MESH_FINDINGS.MESH_NOT_WALKABLE, { room: 'Hall' }, { faces: 7 })).toThrow(
			expect.objectContaining({ finding: expect.objectContaining({ location: inFile }) }),
		);
	});

	test('an option that does not exist, and a value that it cannot have, are refused', () => {
		const made =
			(options: object): (() => Report) =>
			(): Report =>
				new Report(options);
		expect(made({ strcit: true })).toThrow(UsageError);
		expect(made({ strcit: true })).toThrow('a report has no option "strcit". Did you mean "strict"?');
		// The word of the command line is no severity in code.
		expect(made({ severity: { EDGE_OVERFULL: 'note' } })).toThrow('each with error, warning or info');
		expect(made({ ignore: 'EDGE_OVERFULL' })).toThrow('The option ignore of a report is a list of texts');
		for (const keep of [-1, Number.NaN, '9']) expect(made({ keep })).toThrow('The option keep of a report');
		for (const keep of [0, 1, Infinity, undefined]) expect(made({ keep })).not.toThrow();
		expect(made({ ignore: [], severity: { X: 'info' }, strict: false, keep: 3 })).not.toThrow();
	});

	test('fail throws the finding, place included', () => {
		try {
			new Report().within({ file: 'x' }).fail(BWM_FINDINGS.BWM_INVALID, { offset: 0 }, { problem: 'empty' });
			expect.unreachable();
		} catch (error) {
			expect(error).toBeInstanceOf(InputError);
			expect((error as InputError).finding.location).toEqual({ file: 'x', offset: 0 });
		}
	});
});
