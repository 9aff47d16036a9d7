import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { readGltf } from '../../importers/gltf/read.ts';
import { inspectionGlb, planSvg } from '../../jobs/level/level-files.ts';
import { linesToShow } from '../../src/facts/lines.ts';
import { Report } from '../../src/findings/report.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { fan, levelOf, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

function wall(x0: number, y0: number, x1: number, y1: number): Walkmesh {
	return surfaced(fan([x0, y0, 0], [x1, y1, 0], [x1, y1, 3], [x0, y0, 3]), NONWALK);
}

function checked(...rooms: readonly Walkmesh[]): { level: Level; report: Report } {
	const { level } = linkRooms(levelOf(...rooms), K1);
	const report = new Report();
	checkLevel(level, K1, report, { names: false });
	return { level, report };
}

/** A hall with a doorway in the east, two open edges in the north, and one in the west. */
const hall = merged(
	fan([0, 0, 0], [10, 0, 0], [10, 4, 0], [6, 4, 0], [3, 4, 0], [0, 4, 0]),
	wall(0, 0, 10, 0),
	wall(10, 4, 6, 4),
	wall(0, 4, 0, 0),
);
const beyond = rectangle(10, 0, 6, 4);

describe('lines to where the ground ends', () => {
	test('each leak has one, from a doorway over the faces to its longest edge', () => {
		const { report } = checked(merged(hall), beyond);
		const leaks = report.findings.filter(({ code }) => code === 'GROUND_LEAK');
		expect(leaks).toMatchObject([{ location: { room: 'r0' }, data: { count: 2, length: 6 } }]);
		const line = leaks[0].data?.['line'] as number[][];
		expect(line[0]).toEqual([10, 2, 0]);
		expect(line.at(-1)).toEqual(leaks[0].location.at);
		expect(line.every((point) => point.length === 3)).toBe(true);
	});

	test('leaks that do not touch each other are reported one by one, the longest first', () => {
		const open = merged(
			fan([0, 0, 0], [10, 0, 0], [10, 4, 0], [6, 4, 0], [3, 4, 0], [0, 4, 0]),
			...[wall(0, 0, 10, 0), wall(6, 4, 3, 4), wall(0, 4, 0, 0)],
		);
		const { report } = checked(open, beyond);
		expect(report.findings.filter(({ code }) => code === 'GROUND_LEAK').map(({ data }) => data?.['length'])).toEqual([
			4, 3,
		]);
	});

	test('each separate piece has one, from the largest to its border and on to the piece', () => {
		const pieces = merged(rectangle(0, 0, 8, 4), rectangle(9, 0, 2, 2), rectangle(-3, 0, 1, 1));
		const { report } = checked(pieces);
		const [{ data }] = report.findings.filter(({ code }) => code === 'WALKABLE_ISLANDS');
		const lines = data?.['lines'] as number[][][];
		expect(lines.map((line) => line.at(-1))).toEqual([
			[9, 1, 0],
			[-2, 0.5, 0],
		]);
		expect(data?.['line']).toEqual(lines[0]);
		expect(linesToShow(report.findings).map(({ name }) => name)).toEqual(['separate_r0_1', 'separate_r0_2']);
	});

	test('a room without links has one, from the rooms that are reached, however far away', () => {
		const { report } = checked(rectangle(0, 0, 10, 4), rectangle(10, 0, 6, 4), rectangle(40, 0, 6, 4));
		const [{ data }] = report.findings.filter(({ code }) => code === 'ROOM_UNREACHABLE');
		const line = data?.['line'] as number[][];
		expect(line.slice(-2)).toEqual([
			[16, 2, 0],
			[40, 2, 0],
		]);
	});

	test('are in the inspection file, which still reads back, and in the plan', async () => {
		const { level, report } = checked(hall, beyond);
		const bytes = await inspectionGlb(level, { surfaces: K1, report }, report.findings);
		expect(new TextDecoder('latin1').decode(bytes)).toContain('leak_r0_1');
		const unasked = await inspectionGlb(level, { surfaces: K1, report });
		expect(new TextDecoder('latin1').decode(unasked)).not.toContain('leak_r0_1');
		const { issues } = await validateBytes(bytes);
		expect(issues.messages.filter(({ severity }: { severity: number }) => severity < 2)).toEqual([]);
		const read = await readGltf(bytes, {}, { report: new Report(), surfaces: K1, mappings: [], name: 'level' });
		expect(read.kind).toBe('walkmeshes');
		const plan = new TextDecoder().decode(await planSvg(level, { surfaces: K1, report }));
		expect(plan).toContain('id="leaks"');
		expect(plan).toContain('<title>leak_r0_1</title>');
		const clean = new TextDecoder().decode(await planSvg(level, { surfaces: K1, report: new Report() }));
		expect(clean).not.toContain('id="leaks"');
	});
});
