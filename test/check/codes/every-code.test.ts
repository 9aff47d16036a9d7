import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LEVEL_CHECK_FINDINGS } from '../../../check/facts/level-findings.ts';
import { TABLE_FINDINGS } from '../../../check/tables/tables.ts';
import { TREE_FINDINGS } from '../../../check/tables/tree.ts';
import { THING_FINDINGS } from '../../../check/things/thing-findings.ts';
import { LAYOUT_FINDINGS } from '../../../level/rooms/layout-findings.ts';
import { CHECK_FINDINGS } from '../../../pipeline/findings.ts';
import { MESH_FINDINGS } from '../../../src/clean/findings.ts';
import { describeLocation, type Finding } from '../../../src/findings/report.ts';
import { LEVEL_FINDINGS } from '../../../src/seams/findings.ts';
import { GEOMETRY } from './geometry.ts';
import { LEVEL } from './level.ts';
import { TABLES } from './tables.ts';
import { THINGS } from './things.ts';

/** Each code of checks is provoked by a fixture, and absent from the one beside it that nearly has the fault. */
const CASES = { ...GEOMETRY, ...TABLES, ...LEVEL, ...THINGS };

/** What only jobs report that change something. */
const OF_CHANGES =
	/_(?:DROPPED|MENDED|LAID|CLOSED|WELDED|FLIPPED|LOST|MISSED|RETAINED|FOUND|REPLACED|SNAPPED|MOVED|CUT|JOINED)$|^(?:SIMPLIFIED|T_JUNCTION_LEFT)$|^RELINK_|^LINK_(?:UNCONFIRMED|MISPLACED|AMBIGUOUS)$/;

/** Codes of which both sides of the threshold are tested in a file of their subject. */
const ELSEWHERE: Readonly<Record<string, string>> = {
	'area/resources': 'TEMPLATE_WITHOUT_MODEL',
	'check/cracks': 'GROUND_CRACK',
	'check/ground-checks': 'GROUND_STACKED FENCE_ACROSS',
	'check/holes-and-lines': 'GROUND_HOLE GROUND_HOLE_SMALL',
	'check/misplaced-rooms': 'ROOM_RESIZED ROOM_TURNED',
	'check/moved-doorways': 'DOORWAY_BARRED',
	'check/path-points': 'PATH_POINT_OFF_GROUND PATH_LINK_BLOCKED PATH_LINKS_REPEATED',
	'check/positions':
		'LAYOUT_POSITION_OFF LAYOUT_POSITIONS_OFF ROOMS_SWAPPED LAYOUT_POSITIONS_EQUAL LAYOUT_POSITIONS_SHARED',
	'check/risers': 'STAIR_RISERS WALKABLE_FACE_VERTICAL',
	'check/rooms-of-layouts': 'LAYOUT_POSITIONS_APART ROOMS_IN_ROOM_SPACE ROOMS_PLACED_TWICE',
	'check/same-words': 'FACE_DEGENERATE',
	'check/stray-faces': 'WALKABLE_FACE_HANGING',
	'check/thresholds':
		'FACE_SLIVER GROUND_STEEP GROUND_TOO_STEEP T_JUNCTION VERTEX_NEAR_MISS SURFACE_SPECK FENCE_ON_GROUND HEADROOM_LOW GROUND_SEPARATE',
	'check/winding': 'WALKABLE_FACE_DOWN',
	'cli/check': 'FILES_DIFFER_IN_CASE BASELINE_INVALID',
	'collision/door-states': 'DOOR_OPEN_BLOCKED DOOR_SIDE_UNUSED',
	'fuzz/heaps': 'FACES_HEAPED',
	'level/check/check-level':
		'LINK_OUT_OF_RANGE LINK_TO_SELF LINK_WITHOUT_GROUND LINK_ONE_WAY SEAM_UNLINKED ROOMS_OVERLAP ROOM_UNREACHABLE',
	'level/limits': 'ROOMS_HEAPED SEAMS_CROWDED',
	'level/level-checks': 'DOORWAY_NARROW LINK_WALLED GROUND_HIDDEN SEAM_NEAR',
	'pipeline/stages/clean-up': 'FACE_DUPLICATE FACE_DOUBLE_SIDED FACES_DOUBLE_SIDED',
};

const GOLDEN = join(import.meta.dirname, 'goldens/told.txt');
const golden = readFileSync(GOLDEN, 'utf8');

/** Numbers that differ in the last digits from one processor to the next are not told apart. */
const rounded = (_: string, value: unknown): unknown =>
	typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(6)) : value;

/** All that is found of a fault, but for how much of the ground is reached, which is told of every level. */
function told(findings: readonly Finding[]): string[] {
	return findings
		.filter(({ code }) => code !== 'GROUND_REACH')
		.map(({ severity, code, location: { at, ...location }, data }) =>
			[severity, code, describeLocation(location), JSON.stringify({ at, ...data }, rounded)].join(' '),
		);
}

describe('each code of checks', () => {
	const texts = new Map<string, string>();

	test.each(Object.entries(CASES))('%s', async (name, { fault, near }) => {
		const [code] = name.split(' ');
		const [found, beside] = [await fault(), await near()];
		expect(found.map((each) => each.code)).toContain(code);
		expect(beside.map((each) => each.code)).not.toContain(code);
		const text = [`# ${name}`, ...told(found), ''].join('\n');
		texts.set(name, text);
		expect(golden).toContain(text);
	});

	test('is told as it was', async ({ skip }) => {
		skip(texts.size !== Object.keys(CASES).length, 'some were left out');
		await expect([...texts.values()].join('')).toMatchFileSnapshot(GOLDEN);
	});

	test('has such fixtures', () => {
		const catalogues = { ...MESH_FINDINGS, ...TABLE_FINDINGS, ...TREE_FINDINGS, ...LAYOUT_FINDINGS };
		const codes = Object.keys({
			...catalogues,
			...LEVEL_FINDINGS,
			...LEVEL_CHECK_FINDINGS,
			...THING_FINDINGS,
			...CHECK_FINDINGS,
		});
		const provoked = new Set(Object.keys(CASES).map((name) => name.split(' ')[0]));
		const elsewhere = new Set(Object.values(ELSEWHERE).flatMap((names) => names.split(' ')));
		const without = codes.filter((code) => !OF_CHANGES.test(code) && !provoked.has(code) && !elsewhere.has(code));
		expect(without).toEqual([]);
	});

	test('that has them elsewhere is looked for on both sides there', () => {
		for (const [name, codes] of Object.entries(ELSEWHERE)) {
			const text = readFileSync(`test/${name}.test.ts`, 'utf8');
			for (const code of codes.split(' ')) expect(text, code).toMatch(new RegExp(`\\b${code}\\b`));
		}
	});
});
