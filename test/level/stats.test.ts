import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { levelStats, statsCsv } from '../../check/inspect/level-stats.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

const named = (name: string, mesh: Walkmesh): Walkmesh => ({ ...mesh, name });

/** A hall of 40 m², a yard of 24 m² behind a doorway of 4 m with a table in it, and a shed that nobody reaches. */
const rooms = [
	named('hall', merged(rectangle(0, 0, 10, 4), surfaced(rectangle(2, 6, 1, 1), NONWALK))),
	named('yard', merged(surfaced(rectangle(10, 0, 6, 4), 3), rectangle(12, 1, 1, 2, 1))),
	named('shed', rectangle(40, 0, 2, 3)),
	undefined,
];

describe('what is counted of a level', () => {
	const { level } = linkRooms(levelOf(...rooms), K1);
	test('areas by room and surface, pieces, doorways, links, and what is reached', () => {
		const stats = levelStats(level, K1);
		expect(stats.rooms).toMatchObject([
			{
				name: 'hall',
				faces: 4,
				walkableFaces: 2,
				walkableArea: 40,
				reachableArea: 40,
				pieces: 1,
				narrowest: 4,
				links: [1],
			},
			{ name: 'yard', walkableArea: 26, reachableArea: 24, pieces: 2, narrowest: 4, links: [0] },
			{ name: 'shed', walkableArea: 6, reachableArea: 0, pieces: 1, links: [] },
			{ name: 'r3', faces: 0, walkableArea: 0, pieces: 0, links: [] },
		]);
		expect(stats.rooms[2].narrowest).toBeUndefined();
		expect(stats.surfaces.map(({ label, area, walkable }) => [label, area, walkable])).toEqual([
			['Grass', 24, true],
			['Stone', 48, true],
			['Nonwalk', 1, false],
		]);
		expect(stats.links).toEqual([{ from: 'hall', to: 'yard', width: 4, at: [10, 2, 0] }]);
		expect(stats.narrowest).toEqual(stats.links[0]);
		expect(stats).toMatchObject({ faces: 10, walkableFaces: 8, walkableArea: 72, reachableArea: 64 });
		expect(stats.reachableShare).toBeCloseTo(64 / 72);
	});

	test('as comma-separated values a row for each room', () => {
		expect(statsCsv(levelStats(level, K1)).split('\n')).toEqual([
			'room,name,faces,walkable_faces,walkable_area,reachable_area,pieces,narrowest,links,area_Grass,area_Stone',
			'0,hall,4,2,40,40,1,4,yard,0,40',
			'1,yard,4,4,26,24,2,4,hall,24,2',
			'2,shed,2,2,6,0,1,,,0,6',
			'3,r3,0,0,0,0,0,,,0,0',
			'',
		]);
	});

	test('names that a spreadsheet would run, or that hold commas, are texts', () => {
		const odd = levelStats(levelOf(named('=1+2', rooms[0] as Walkmesh), named('a,"b"', rooms[2] as Walkmesh)), K1);
		expect(statsCsv(odd)).toMatch(/\n0,'=1\+2,.*\n1,"a,""b""",/);
		const steering = levelStats(levelOf(named('\u001b[31m\n::error::x\u202e', rooms[0] as Walkmesh)), K1);
		expect(statsCsv(steering)).toContain('\n0,\\u{1b}[31m\\u{a}::error::x\\u{202e},');
	});
});

test('wokflow inspect --stats prints a table, JSON or CSV of a scene', async () => {
	const cwd = scratchFolder();
	const quay = join(cwd, 'quay.glb');
	writeFileSync(quay, smallQuayGlb());
	const { stdout } = await wokflow(['inspect', '--stats', quay], { cwd });
	expect(stdout).toMatch(/^room +faces +walkable/);
	expect(stdout).toMatch(/2 rooms, .* 100 % reached on foot\); 1 doorway, the narrowest 4 m/);
	const csv = (await wokflow(['inspect', '--stats', quay, '--csv'], { cwd })).stdout;
	expect(csv.split('\n')).toHaveLength(4);
	const both = await wokflow(['inspect', '--stats', quay, '--csv', '--json'], { cwd });
	expect(both.code).toBe(2);
});

test('the sum of a level without ground says no share of it', async () => {
	const cwd = scratchFolder();
	await wokflow(['convert', `${FIXTURES}/small/placeable.glb`, 'crate.pwk', '-q'], { cwd });
	expect((await wokflow(['inspect', '--stats', 'crate.pwk'], { cwd })).stdout).toContain(
		' 0 walkable (0 m²); 0 doorways',
	);
});
