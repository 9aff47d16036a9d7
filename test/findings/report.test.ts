import { describe, expect, test } from 'vitest';
import { BWM_FINDINGS } from '../../importers/bwm/decode.ts';
import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import { describeLocation, InputError, type Location, Report, UsageError } from '../../src/findings/report.ts';
import { EDGE_FINDINGS } from '../../src/geometry/edges.ts';

describe('Report', () => {
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

	test('adds its place to every finding and keeps one list', () => {
		const report = new Report();
		report
			.within({ file: 'a.wok' })
			.within({ room: 'r' })
			.add(MESH_FINDINGS.MESH_NOT_WALKABLE, { face: 3 }, { faces: 7 });
		expect(report.findings).toEqual([
			{
				code: 'MESH_NOT_WALKABLE',
				severity: 'warning',
				message: 'None of the 7 faces is walkable.',
				help: MESH_FINDINGS.MESH_NOT_WALKABLE.help,
				location: { file: 'a.wok', room: 'r', face: 3 },
				data: { faces: 7 },
			},
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

	test('keeps the first findings of a code in a room and counts the rest', () => {
		const report = new Report({ keep: 2 });
		for (let face = 0; face < 5; face++) report.add(EDGE_FINDINGS.EDGE_OVERFULL, { room: 'a', face }, { faces: 3 });
		report.add(EDGE_FINDINGS.EDGE_OVERFULL, { room: 'b' }, { faces: 3 });
		expect(report.findings.length).toBe(3);
		expect(report.counts.map(({ location: place, total, kept }) => [place.room, total, kept])).toEqual([
			['a', 5, 2],
			['b', 1, 1],
		]);
		expect(report.total('warning')).toBe(6);
	});

	test('strict makes warnings errors, and errors fail', () => {
		const lax = new Report();
		const strict = new Report({ strict: true });
		for (const report of [lax, strict]) report.add(MESH_FINDINGS.MESH_NOT_WALKABLE, {}, { faces: 1 });
		expect([lax.failed, strict.failed]).toEqual([false, true]);
		expect(strict.findings[0].severity).toBe('error');
	});

	test('codes can be ignored or given another severity', () => {
		const report = new Report({ ignore: ['EDGE_OVERFULL'], severity: { MESH_NOT_WALKABLE: 'error' } });
		report.add(EDGE_FINDINGS.EDGE_OVERFULL, {}, { faces: 3 });
		report.add(MESH_FINDINGS.MESH_NOT_WALKABLE, {}, { faces: 1 });
		expect(report.findings.map(({ code, severity }) => [code, severity])).toEqual([['MESH_NOT_WALKABLE', 'error']]);
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
			new Report().within({ file: 'x' }).fail(BWM_FINDINGS.BWM_EMPTY, { offset: 0 }, {});
			expect.unreachable();
		} catch (error) {
			expect(error).toBeInstanceOf(InputError);
			expect((error as InputError).finding.location).toEqual({ file: 'x', offset: 0 });
		}
	});
});

test.each([
	[{ file: 'a.obj', line: 3, column: 7 }, 'a.obj:3:7'],
	[{ line: 3 }, 'line 3'],
	[{ file: 'a.wok', offset: 136 }, 'a.wok, byte 136'],
	[{ room: 'r', face: 2, edge: 7, at: [1, 2.00049, -3] as const }, 'room r, face 2, edge 7, at 1 2 -3'],
	[{ node: 'floor' }, 'node "floor"'],
	[{ node: 'door 0 "gate"' }, 'door 0 "gate"'],
	[{}, ''],
])('describeLocation %j', (place, text) => {
	expect(describeLocation(place)).toBe(text);
});

test('the pointer to a whole document is empty and is not told', () => {
	expect(describeLocation({ file: 'a.gltf', pointer: '' })).toBe('a.gltf');
	expect(describeLocation({ file: 'a.gltf', pointer: '/asset' })).toBe('a.gltf, /asset');
});
