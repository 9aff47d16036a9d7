import { describe, expect, it } from 'vitest';
import { checkLevel } from '../../../check/stages.ts';
import { conform, link, type RelinkStageOptions, relink } from '../../../level/stages.ts';
import { type Finding, Report, UsageError } from '../../../src/findings/report.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import {
	EAST,
	fan,
	layoutOf,
	levelOf,
	NORTH,
	rectangle,
	SOUTH,
	transitionsOf,
	WEST,
	withTransitions,
} from '../../support/levels.ts';

const west = rectangle(0, 0, 10, 4);
const east = rectangle(10, 0, 6, 4);

type LevelStage = ReturnType<typeof link>;

async function run(stage: LevelStage, level: Level): Promise<{ level: Level; findings: readonly Finding[] }> {
	const report = new Report();
	const result = await stage.run(level, { report, surfaces: K1 });
	return { level: result, findings: report.findings };
}

async function codesOf(stage: LevelStage, level: Level): Promise<string[]> {
	return (await run(stage, level)).findings.map(({ code }) => code);
}

describe('link', () => {
	it('says how many links it found', async () => {
		const { level, findings } = await run(link(), levelOf(west, east));
		expect(transitionsOf(level)).toHaveLength(2);
		expect(findings).toMatchObject([{ code: 'LINKS_FOUND', message: '1 link between 2 rooms.' }]);
	});

	it('says what it changed, kept and removed', async () => {
		const marked = withTransitions(west, { [EAST]: 3, [NORTH]: 1, [SOUTH]: 9, 2: 5 });
		const { findings } = await run(link(), levelOf(marked, east));
		expect(findings).toMatchObject([
			{ code: 'LINK_MISPLACED', location: { edge: 2 }, data: { to: 5, edges: 1, elsewhere: false } },
			{
				code: 'LINK_REPLACED',
				location: { room: 'r0', edge: EAST, at: [10, 2, 0] },
				data: { from: 3, to: 1, name: 'r1' },
			},
			{ code: 'LINK_UNCONFIRMED', location: { edge: SOUTH }, data: { to: 9, kept: false } },
			{ code: 'LINK_UNCONFIRMED', location: { edge: NORTH }, data: { to: 1, name: 'r1', kept: true } },
			{ code: 'LINKS_FOUND', data: { links: 1, rooms: 2, kept: 1, cleared: 1 } },
		]);
		expect(findings[2].message).toContain('the layout has no such room');
	});

	it('tells every edge that it snapped, and which vertices moved', async () => {
		const { findings } = await run(link({ snap: 0.1 }), levelOf(west, rectangle(10.05, 0, 6, 4)));
		expect(findings).toMatchObject([
			{
				code: 'LINK_SNAPPED',
				location: { room: 'r0', edge: EAST },
				data: { other: 1, distance: expect.closeTo(0.05, 5) },
			},
			{ code: 'LINK_ENDS_MOVED', location: { room: 'r1' }, data: { vertices: 2, distance: expect.closeTo(0.05, 5) } },
			{ code: 'LINKS_FOUND' },
		]);
	});

	it('tells what it could not join', async () => {
		const backwards = fan([9.96, 0, 0], [9.98, 2, 0], [9.96, 4, 0]);
		const { findings } = await run(link({ snap: 0.1 }), levelOf(west, backwards));
		expect(findings).toMatchObject([
			{ code: 'LINK_NOT_JOINED', location: { room: 'r0' }, data: { other: 1, why: 'face', linked: false } },
			{ code: 'LINKS_FOUND', data: { links: 0 } },
		]);
	});

	it('tells of doubt', async () => {
		const { findings } = await run(link(), levelOf(west, east, east));
		expect(findings).toMatchObject([
			{ code: 'LINK_AMBIGUOUS', location: { room: 'r2' }, data: { other: 0, preferred: 1, linked: false } },
			{ code: 'LINKS_FOUND' },
		]);
	});
});

describe('conform', () => {
	it('tells every cut', async () => {
		expect(await run(conform(), levelOf(west, rectangle(10, 1, 6, 3)))).toMatchObject({
			findings: [
				{ code: 'SEAM_CUT', location: { room: 'r0', edge: EAST, at: [10, 1, 0] }, data: { other: 1, offset: 0 } },
			],
		});
	});

	it('tells what it could not cut', async () => {
		const sliver = fan([10, 4, 0], [9.9996, 2, 0], [10, 0, 0]);
		const corner = fan([9.9992, 2.5, 0], [16, 2.5, 0], [16, 4, 0], [9.9999, 3.9, 0]);
		expect(await codesOf(conform(), levelOf(sliver, corner))).toContain('SEAM_NOT_CUT');
	});
});

describe('relink', () => {
	const level = levelOf(withTransitions(west, { [EAST]: 1, [NORTH]: 2 }), withTransitions(east, { [WEST]: 0 }), west);

	it('follows a layout and says how', async () => {
		const to = { ...layoutOf('r1', '****', 'r0'), rooms: [...layoutOf('r1', '****', 'r0').rooms] };
		const { level: relinked, findings } = await run(relink({ to }), level);
		expect(transitionsOf(relinked)).toEqual(['0 5 → 2', '2 1 → 0']);
		expect(findings).toMatchObject([
			{ code: 'RELINK_MAPPED', location: { room: 'r1' }, data: { from: 0, to: 2, edges: 1, name: 'r0' } },
			{
				code: 'RELINK_UNMAPPED',
				location: { room: 'r0', edge: NORTH, at: [5, 4, 0] },
				data: { from: 2, name: 'r2', why: 'gone' },
			},
			{ code: 'RELINK_MAPPED', location: { room: 'r0' }, data: { from: 1, to: 0, edges: 1, name: 'r1' } },
			{ code: 'RELINK_ROOM_REMOVED', location: { room: 'r2' } },
		]);
	});

	it('says which rooms lie elsewhere, and which it does not know', async () => {
		const from = layoutOf('r1', 'r0');
		const moved = {
			...level.layout,
			rooms: level.layout.rooms.map((room) => ({ ...room, position: [0, 0, 1] as const })),
		};
		const known = withTransitions(west, { [EAST]: 0 });
		const stage = relink({ from, move: true });
		expect(await codesOf(stage, { ...levelOf(known, east, known), layout: moved })).toEqual([
			'RELINK_MAPPED',
			'RELINK_ROOM_MOVED',
			'RELINK_ROOM_MOVED',
			'RELINK_UNMAPPED',
		]);
	});

	it('finds links again without another layout', async () => {
		const stale = levelOf(withTransitions(west, { [EAST]: 4, [NORTH]: 2 }), east);
		const { level: relinked, findings } = await run(relink(), stale);
		expect(transitionsOf(relinked)).toEqual(['0 1 → 1', '1 5 → 0']);
		expect(findings.map(({ code }) => code)).toEqual(['LINK_REPLACED', 'LINK_UNCONFIRMED', 'LINKS_FOUND']);
		expect(findings[1].message).toContain('cleared');
	});

	it('takes one layout only', () => {
		const options: RelinkStageOptions = { to: layoutOf('a'), from: layoutOf('b') };
		return expect(run(relink(options), level)).rejects.toThrow(UsageError);
	});
});

describe('check-level', () => {
	it('changes nothing and reports', async () => {
		const level = levelOf(west, east);
		const result = await run(checkLevel(), level);
		expect(result.level).toBe(level);
		expect(result.findings.map(({ code }) => code)).toEqual(['SEAM_UNLINKED', 'GROUND_REACH']);
	});
});

describe('done twice', () => {
	const level = levelOf(west, rectangle(10.0003, 0, 6, 1), rectangle(10, 1, 6, 5), rectangle(0, 4.05, 10, 4));
	const stages: LevelStage[] = [
		conform(),
		conform({ tolerance: 0.1 }),
		link(),
		link({ snap: 0.1 }),
		link({ unmatched: 'clear', exact: false }),
		relink({ to: layoutOf('r2', 'r0', 'r3', 'r1') }),
		relink(),
		checkLevel(),
	];

	it.each(stages.map((stage) => [`${stage.name} ${JSON.stringify(stage.options)}`, stage] as const))(
		'%s changes nothing more',
		async (_, stage) => {
			const linked = (await run(link({ snap: 0.1 }), (await run(conform(), level)).level)).level;
			for (const input of [level, linked]) {
				const once = (await run(stage, input)).level;
				expect((await run(stage, once)).level).toEqual(once);
			}
		},
	);
});
