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
