import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostReached } from '../../level/query/most-reached.ts';
import { mostReachedSlowly } from '../reference/most-reached.ts';
import { runs } from '../support/thorough.ts';

const ITEMS = 24;

/** What a place sees, and which of that it reaches. */
const place = fc
	.uniqueArray(fc.nat(ITEMS - 1))
	.chain((seen) => fc.record({ seen: fc.constant(seen), reached: fc.subarray(seen).map((items) => new Set(items)) }));

test('the places chosen are those that asking all of them about everything finds, in the same order', () => {
	fc.assert(
		fc.property(fc.array(place, { maxLength: 12 }), (places) => {
			const chosen = mostReached([...places.keys()], ITEMS, {
				seenFrom: (each) => [...places[each].seen],
				isReached: (each, item) => places[each].reached.has(item),
				spend: () => undefined,
			});
			expect(chosen).toEqual(mostReachedSlowly(places.map(({ reached }) => reached)));
		}),
		{ numRuns: runs(300, 20_000) },
	);
});

test('no place is asked about an item twice, and places beside which another reaches more are not asked at all', () => {
	const asked: string[] = [];
	const seen = [[0, 1, 2, 3, 4, 5], [0, 1, 2], [3, 4], [6]]; // biome-ignore format: one row
	const chosen = mostReached([0, 1, 2, 3], 7, {
		seenFrom: (each) => [...seen[each]],
		isReached: (each, item) => asked.push(`${each} ${item}`) > 0,
		spend: () => undefined,
	});
	expect(chosen).toEqual([0, 3]);
	expect(asked.toSorted()).toEqual(['0 0', '0 1', '0 2', '0 3', '0 4', '0 5', '3 6']);
});
