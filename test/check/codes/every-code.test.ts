import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LEVEL_CHECK_FINDINGS } from '../../../check/facts/level-findings.ts';
import { TABLE_FINDINGS } from '../../../check/tables/tables.ts';
import { TREE_FINDINGS } from '../../../check/tables/tree.ts';
import { THING_FINDINGS } from '../../../check/things/thing-findings.ts';
import { LAYOUT_FINDINGS } from '../../../level/rooms/layout-findings.ts';
import { CHECK_FINDINGS } from '../../../pipeline/findings.ts';
import { MESH_FINDINGS } from '../../../src/clean/findings.ts';
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

/** What takes thousands of faces or rooms, or files of the disk, both sides of the threshold in a file of its own. */
const ELSEWHERE: Readonly<Record<string, string>> = {
	FACES_HEAPED: 'test/fuzz/heaps.test.ts',
	ROOMS_HEAPED: 'test/level/heaps.test.ts',
	SEAMS_CROWDED: 'test/level/heaps.test.ts',
	TEMPLATE_WITHOUT_MODEL: 'test/area/resources.test.ts',
	FILES_DIFFER_IN_CASE: 'test/cli/check.test.ts',
	BASELINE_INVALID: 'test/cli/check.test.ts',
	PATH_POINT_OFF_GROUND: 'test/check/path-points.test.ts',
	PATH_LINK_BLOCKED: 'test/check/path-points.test.ts',
	PATH_LINKS_REPEATED: 'test/check/path-points.test.ts',
};

describe('each code of checks', () => {
	test.each(Object.entries(CASES))('%s', async (name, { fault, near }) => {
		const [code] = name.split(' ');
		expect(await fault()).toContain(code);
		expect(await near()).not.toContain(code);
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
		const without = codes.filter((code) => !OF_CHANGES.test(code) && !provoked.has(code) && !(code in ELSEWHERE));
		expect(without).toEqual([]);
	});

	test('that has them elsewhere is looked for on both sides there', () => {
		for (const [code, path] of Object.entries(ELSEWHERE))
			expect(readFileSync(path, 'utf8'), code).toContain(`'${code}'`);
	});
});
