import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { describeActions } from '../../src/model/advice.ts';
import type { Level } from '../../src/model/level.ts';
import { build, loud } from '../support/level-work.ts';
import { EAST, fan, levelOf, rectangle, transitionsOf, WEST, withTransitions } from '../support/levels.ts';
import { triples } from '../support/points.ts';
import { runs } from '../support/thorough.ts';

const west = rectangle(0, 0, 10, 4);

/** Two rooms that would share a seam, the second moved. */
function pulled(...by: Vec3): Level {
	return levelOf(west, moveWalkmesh(rectangle(10, 0, 6, 4), translation(by)));
}

describe('an open seam says what is wrong, by how much, and the flag that closes it', () => {
	it.each<[string, Vec3, string, string]>([
		['a gap', [0.03, 0, 0], 'leave a gap of 30 mm', '--snap 0.03'],
		['an overlap', [-0.03, 0, 0], 'overlap by 30 mm', '--snap 0.03'],
		['a height', [0, 0, 0.03], 'differ in height by 30 mm', '--snap 0.03'],
		['a height that is less as a float', [0, 0, 0.005], 'differ in height by 5 mm', '--snap 0.005'],
		['a height that is more as a float', [0, 0, 0.003], 'differ in height by 3 mm', '--snap 0.004'],
		['a gap that is also shifted', [0.05, 0.01, 0], 'leave a gap of 50 mm', '--snap 0.05'],
	])('%s', async (_, by, words, flag) => {
		const { findings } = await build(pulled(...by));
		const [seam, ...others] = loud(findings);
		expect([seam.code, ...others]).toEqual(['SEAM_UNLINKED']);
		expect(seam.message).toContain(words);
		const advice = describeActions(seam.actions ?? [], 'cli');
		expect(advice.startsWith(`Add ${flag}`)).toBe(true);
		const snap = Number(/--snap ([\d.]+)/.exec(advice)?.[1].replace(/\.$/, ''));
		const closed = await build(pulled(...by), { snap });
		expect(loud(closed.findings)).toEqual([]);
		expect(transitionsOf(closed.level)).toHaveLength(2);
	});

	it('is told by the difference where it is just beyond the tolerance, and not within it', async () => {
		expect(loud((await build(pulled(0.0019, 0, 0))).findings)).toEqual([]);
		expect(loud((await build(pulled(0.0021, 0, 0))).findings)).toMatchObject([{ data: { kind: 'gap' } }]);
	});

	it('is told by the shift where rooms are not divided alike', async () => {
		expect(loud((await build(pulled(0, 0.03, 0))).findings)).toEqual([]);
		const [seam] = loud((await build(pulled(0, 0.03, 0), { conform: false })).findings);
		expect(seam.message).toContain('are shifted along each other by 30 mm');
		const closed = await build(pulled(0, 0.03, 0), { conform: false, snap: 0.031 });
		expect(loud(closed.findings)).toEqual([]);
	});

	it('is reported at another division where rooms are not divided alike', async () => {
		const level = levelOf(west, rectangle(10, 1, 6, 2));
		const [seam] = loud((await build(level, { conform: false })).findings);
		expect(seam).toMatchObject({ code: 'SEAM_UNLINKED', data: { kind: 'divided' } });
		expect(describeActions(seam.actions ?? [], 'cli')).toBe('Add --conform.');
		expect(loud((await build(level)).findings)).toEqual([]);
	});
});

it('a pair of rooms has one finding: the worst location, and how many there are', async () => {
	const teeth = (x: number): Vec3[] => Array.from({ length: 6 }, (_, i) => [x - i * 0.01, i * 2, 0]);
	const left = fan([-10, 0, 0], [10, 0, 0], [10, 2, 0], [10, 4, 0], [10, 6, 0], [10, 8, 0], [10, 10, 0], [-10, 10, 0]);
	const right = fan([30, 10, 0], ...teeth(10.08).toReversed(), [30, 0, 0]);
	const seams = loud((await build(levelOf(left, right))).findings);
	expect(seams).toMatchObject([{ code: 'SEAM_UNLINKED', data: { kind: 'gap', count: 5 } }]);
	expect(seams[0].data?.['gap']).toBeCloseTo(0.08, 3);
	expect(seams[0].location.at?.[1]).toBeCloseTo(0, 1);
});

describe('of an open seam with several places, what is advised closes all', () => {
	/** Two floors side by side with so many edges along the seam; the ends of the second room are moved by what is given. */
	const jagged = (by: readonly Vec3[]): Level => {
		const last = (by.length - 1) * 2;
		const right = by.map(([x, y, z], i): Vec3 => [10 + x, i * 2 + y, z]);
		return levelOf(
			fan([0, 0, 0], ...by.map((_, i): Vec3 => [10, i * 2, 0]), [0, last, 0]),
			fan([20, last, 0], ...right.toReversed(), [20, 0, 0]),
		);
	};
	const advised = async (level: Level): Promise<number> => {
		const found = loud((await build(level)).findings).filter(({ code }) => code === 'SEAM_UNLINKED');
		expect(found).toHaveLength(1);
		const [action] = found[0].actions ?? [];
		return 'option' in action && action.option === 'snap' ? Number(action.value) : Number.NaN;
	};

	it('where one is narrower and shifted along the seam', async () => {
		const level = jagged(triples(0.02, 0, 0, 0.02, 0, 0, 0.02, 0, 0, 0.018, 0.02, 0.017, 0.018, 0, 0));
		expect(await advised(level)).toBe(0.032);
		expect(loud((await build(level, { snap: 0.021 })).findings)).not.toEqual([]);
		expect(loud((await build(level, { snap: 0.032 })).findings)).toEqual([]);
	});

	it('where rounding to float32 makes some less than a millimetre value and some more', async () => {
		const heights = [0.091, -0.129, 0.3, 0.27, -0.41, 0.05];
		const level = levelOf(
			fan([0, 0, 0], ...heights.map((z, i): Vec3 => [10, i * 2, z]), [0, 10, 0]),
			fan([20, 10, 0], ...heights.map((z, i): Vec3 => [10, i * 2, z + 0.02]).toReversed(), [20, 0, 0]),
		);
		expect(await advised(level)).toBe(0.021);
		expect(loud((await build(level, { snap: 0.02 })).findings)).not.toEqual([]);
		expect(loud((await build(level, { snap: 0.021 })).findings)).toEqual([]);
	});

	it('however its ends are moved', async () => {
		const end = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -50, max: 50 }).map((mm) => mm / 1000)));
		await fc.assert(
			fc.asyncProperty(fc.array(end, { minLength: 2, maxLength: 6 }), async (ends) => {
				const level = jagged(ends as unknown as Vec3[]);
				const open = ({ code }: { code: string }): boolean => code === 'SEAM_UNLINKED';
				if (!(await build(level)).findings.some(open)) return;
				const { findings } = await build(level, { snap: await advised(level) });
				expect(findings.filter(open)).toEqual([]);
			}),
			{ numRuns: runs(15, 400) },
		);
	});
});

it('a step of more than can be moved together is told without a value that closes nothing', async () => {
	/** Where the corner of a doorway was raised; 0.1 m as a float32 is more than 0.1. */
	const raised = (by: number): Level => levelOf(west, fan([10, 0, by], [16, 0, 0], [16, 4, 0], [10, 4, 0]));
	for (const by of [0.1, 0.1003]) {
		const [first] = loud((await build(raised(by))).findings);
		expect(first).toMatchObject({ code: expect.stringMatching(/^(?:SEAM_UNLINKED|ROOM_UNREACHABLE)$/) });
		expect(first.actions ?? []).toEqual([]);
	}
	const [within] = loud((await build(raised(0.0995))).findings);
	expect(within.actions).toEqual([{ option: 'snap', value: 0.1 }]);
	expect(loud((await build(raised(0.0995), { snap: 0.1 })).findings)).toEqual([]);
});

describe('an open seam of several edges is reported', () => {
	const ends = [0, 1, 3, 6, 10];
	const side = (x: number, pulled = -1, by = 0): Vec3[] => ends.map((y, i) => [x + (i === pulled ? by : 0), y, 0]);
	const left = fan([0, 0, 0], ...side(10), [0, 10, 0]);
	const toldAt = async (right: readonly Vec3[]): Promise<readonly number[]> => {
		const found = loud((await build(levelOf(left, fan([20, 10, 0], ...right.toReversed(), [20, 0, 0])))).findings);
		expect(found.map(({ code }) => code)).toEqual(['SEAM_UNLINKED']);
		return found[0].location.at ?? [];
	};

	it('in its middle where all are as far apart', async () => {
		expect(await toldAt(side(10.05))).toEqual([10, 5, 0]);
	});

	it.each([1, 2, 3])('at the one vertex that was pulled off (%i)', async (pulled) => {
		expect(await toldAt(side(10, pulled, 0.08))).toEqual([10, ends[pulled], 0]);
	});

	it('at the end to which it opens', async () => {
		expect(await toldAt(ends.map((y) => [10 + 0.005 + y * 0.008, y, 0]))).toEqual([10, 10, 0]);
	});
});

it('sixty pulled joints are sixty findings', async () => {
	const rooms = Array.from({ length: 61 }, (_, i) =>
		withTransitions(rectangle(i * 10.03, 0, 10, 4), {
			...(i < 60 ? { [EAST]: i + 1 } : {}),
			...(i > 0 ? { [WEST]: i - 1 } : {}),
		}),
	);
	const findings = loud((await build(levelOf(...rooms))).findings);
	expect(findings).toHaveLength(60);
	expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['LINK_APART']));
});

it('a stale transition does not hide an open seam', async () => {
	const level = levelOf(
		withTransitions(west, { [EAST]: 2 }),
		withTransitions(rectangle(10.05, 0, 6, 4), { [WEST]: 2 }),
		rectangle(100, 0, 4, 4),
	);
	const codes = loud((await build(level)).findings).map(({ code }) => code);
	expect(codes).toContain('SEAM_UNLINKED');
});

describe('corners some millimetres from each other along a seam', () => {
	it('are moved together, so that no sliver is left unlinked', async () => {
		for (const off of [0.003, 0.006, -0.0095]) {
			const level = levelOf(west, rectangle(10, 0, 6, 4 + off));
			const { level: made, findings } = await build(level);
			expect(loud(findings)).toEqual([]);
			expect(findings.map(({ code }) => code)).toContain('SEAM_ENDS_MOVED');
			expect(transitionsOf(made)).toEqual(['0 1 → 1', '1 5 → 0']);
			expect(made.rooms.map(({ walkmesh }) => walkmesh?.surfaces.length)).toEqual([2, 2]);
		}
	});

	it('are cut apart where they are farther', async () => {
		const { level, findings } = await build(levelOf(west, rectangle(10, 0, 6, 4.0105)));
		expect(findings.map(({ code }) => code)).not.toContain('SEAM_ENDS_MOVED');
		expect(level.rooms.map(({ walkmesh }) => walkmesh?.surfaces.length)).toEqual([2, 3]);
	});

	it('are moved together where two rooms meet beside the edge of a third', async () => {
		const level = levelOf(
			rectangle(0, 0, 10, 8),
			rectangle(10, 0, 6, 4),
			fan([10, 4.006, 0], [16, 4, 0], [16, 8, 0], [10, 8, 0]),
		);
		const { level: made, findings } = await build(level);
		expect(loud(findings)).toEqual([]);
		expect(made.rooms.map(({ walkmesh }) => walkmesh?.surfaces.length)).toEqual([3, 2, 2]);
	});
});
