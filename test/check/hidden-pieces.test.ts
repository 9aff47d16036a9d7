import { expect, test } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';

test('a plate on the floor of a room that nobody reaches does not hide that', () => {
	const beyond = merged(rectangle(8.3, 0, 8, 8), rectangle(9, 1, 1, 1));
	const { level } = linkRooms(levelOf(rectangle(0, 0, 8, 8), beyond), K1);
	const report = new Report();
	checkLevel(level, K1, report);
	const codes = withoutConsequences(report.findings).map(({ code }) => code);
	expect(codes).toContain('GROUND_STACKED');
	expect(codes).toContain('GROUND_UNREACHED');
});
