import { expect, test } from 'vitest';
import { OnFoot } from '../../check/facts/on-foot.ts';
import { groundAnswer } from '../../check/ground/ground-answer.ts';
import { checkLevel } from '../../check/level.ts';
import { explained } from '../../check/rules.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { fan, levelOf, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

const answerOf = (...floors: readonly Walkmesh[]) => groundAnswer(new OnFoot(levelOf(merged(...floors)), K1))!;

test('of a hundred terraces each is entered from the one before it', () => {
	const terraces = Array.from({ length: 100 }, (_, i) => rectangle(0, i * 3, 10, 3, i * 0.7));
	const { missed, missedCount, area, reached } = answerOf(...terraces);
	expect([missed.length, missedCount, area, reached]).toEqual([99, 99, 3000, 30]);
	for (const { way } of missed) {
		expect(way?.gap).toBe(0);
		expect(way?.step).toBeCloseTo(0.7, 5);
	}
});

test('a heap of islands far off is entered by the island that is nearest, and the others from it', () => {
	const heap = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => rectangle(40 + x * 1.5, y * 1.5, 1, 1)));
	const { missed } = answerOf(rectangle(0, 0, 20, 5), ...heap);
	const gaps = missed.map(({ way }) => Number(way?.gap.toFixed(3))).sort((a, b) => a - b);
	expect(gaps).toEqual([...new Array(15).fill(0.5), 20]);
});

test('of more than a thousand pieces the largest are listed, and all are counted', () => {
	const islands = Array.from({ length: 1200 }, (_, i) =>
		rectangle((i % 40) * 3, Math.floor(i / 40) * 3, 1, i < 5 ? 2 : 1),
	);
	const { missed, missedCount, area, reached } = answerOf(...islands);
	expect([missed.length, missedCount, area, reached]).toEqual([1000, 1199, 1205, 2]);
	expect(missed.slice(0, 5).map((piece) => piece.area)).toEqual([2, 2, 2, 2, 1]);
});

/** A hall with a block amid it, whose top is walkable. */
function hallWithDais(height: number): Walkmesh {
	const sides = [
		[5, 3, 9, 3],
		[9, 3, 9, 7],
		[9, 7, 5, 7],
		[5, 7, 5, 3],
	].map(([x0, y0, x1, y1]) => surfaced(fan([x0, y0, 0], [x1, y1, 0], [x1, y1, height], [x0, y0, height]), NONWALK));
	return merged(rectangle(0, 0, 14, 10), rectangle(5, 3, 4, 4, height), ...sides);
}

test.each([0.15, 0.6, 2.5])('a dais %d m high is one finding, and its way in is a step', (height) => {
	const report = new Report();
	checkLevel(levelOf(hallWithDais(height)), K1, report);
	const { findings } = explained(report);
	expect(findings.filter(({ severity }) => severity === 'warning').map(({ code }) => code)).toEqual(['GROUND_STACKED']);
	const [{ way }] = answerOf(hallWithDais(height)).missed;
	expect([way?.gap, way?.step]).toEqual([0, Math.fround(height)]);
});

test('ground beside a dais that is shut off otherwise is a finding of its own', () => {
	const report = new Report();
	const island = rectangle(14.4, 0, 6, 10);
	checkLevel(levelOf(merged(hallWithDais(0.6), island)), K1, report);
	const codes = explained(report)
		.findings.filter(({ severity }) => severity === 'warning')
		.map(({ code }) => code);
	expect(codes.toSorted()).toEqual(['GROUND_STACKED', 'GROUND_UNREACHED']);
});
