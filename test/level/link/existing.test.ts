import fc from 'fast-check';
import { expect, it } from 'vitest';
import { K1 } from '../../../src/model/surfaces.ts';
import { conformRooms } from '../../../src/seams/conform.ts';
import { existingLinks, linkRooms } from '../../../src/seams/link.ts';
import { cutChoice, floorCutByLines } from '../../support/cut-floors.ts';
import { EAST, levelOf, NORTH, rectangle, WEST, withTransitions } from '../../support/levels.ts';
import { appended } from '../../support/own-floors.ts';
import { runs } from '../../support/thorough.ts';

const west = rectangle(0, 0, 10, 4);

it('lists what was linked', () => {
	fc.assert(
		fc.property(cutChoice(), (choice) => {
			const { level, links } = linkRooms(conformRooms(floorCutByLines(choice).level, K1), K1);
			expect(existingLinks(level, K1)).toEqual(links.map((link) => ({ ...link, distance: 0 })));
		}),
		{ numRuns: runs(20, 500) },
	);
});

it('lists only what leads both ways and lies together', () => {
	const out = withTransitions(west, { [EAST]: 1, [NORTH]: 1 });
	const back = (x: number) => withTransitions(rectangle(x, 0, 6, 4), { [WEST]: 0 });
	expect(existingLinks(levelOf(out, back(10)), K1)).toEqual([
		{ roomA: 0, edgeA: EAST, roomB: 1, edgeB: WEST, distance: 0, exact: true, snapped: false },
	]);
	expect(existingLinks(levelOf(out, back(10.05)), K1)).toMatchObject([{ exact: false }]);
	expect(existingLinks(levelOf(out, back(10.2)), K1)).toEqual([]);
	expect(existingLinks(levelOf(out, rectangle(10, 0, 6, 4)), K1)).toEqual([]);
	expect(existingLinks(levelOf(west, back(10)), K1)).toEqual([]);
});

it('pairs the nearest of several', () => {
	const out = withTransitions(west, { [EAST]: 1 });
	const [near, far] = [rectangle(10, 0, 6, 4, 0.001), rectangle(10, 0, 6, 4, 0.002)];
	const both = appended(far, near);
	both.transitions.fill(0);
	expect(existingLinks(levelOf(out, both), K1)).toMatchObject([{ edgeB: WEST + 6 }]);
});
