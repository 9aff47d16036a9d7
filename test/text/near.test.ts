import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance, nearNames } from '../../src/text/names.ts';
import { runs } from '../support/thorough.ts';

/** By the definition: the least over all ways to begin, without a table. */
function distanceByDefinition(a: string, b: string): number {
	if (a === '' || b === '') return a.length + b.length;
	const change = a[0] === b[0] ? 0 : 1;
	const ways = [
		distanceByDefinition(a.slice(1), b) + 1,
		distanceByDefinition(a, b.slice(1)) + 1,
		distanceByDefinition(a.slice(1), b.slice(1)) + change,
	];
	if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) {
		ways.push(distanceByDefinition(a.slice(2), b.slice(2)) + 1);
	}
	return Math.min(...ways);
}

describe('the distance of two words', () => {
	const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }).map((letters) => letters.join(''));

	it('is the least number of edits, by the definition', () => {
		fc.assert(
			fc.property(word, word, (a, b) => {
				expect(editDistance(a, b)).toBe(distanceByDefinition(a, b));
			}),
			{ numRuns: runs(150) },
		);
	});

	it.each([
		['', '', 0],
		['', 'abc', 3],
		['weld', 'weld', 0],
		['wled', 'weld', 1],
		['conform', 'confrom', 1],
		['ab', 'ba', 1],
		['abcd', 'badc', 2],
		['stone', 'stony', 1],
		['stone', 'tone', 1],
		['kitten', 'sitting', 3],
	])('of "%s" and "%s" is %i', (a, b, distance) => {
		expect(editDistance(a, b)).toBe(distance);
		expect(editDistance(b, a)).toBe(distance);
	});
});

describe('names that somebody may have meant', () => {
	it.each([
		// One edit is allowed to short words, a quarter of its letters to longer ones.
		['wled', ['weld', 'sort'], ['weld']],
		['xyld', ['weld'], []],
		['nonwlkabel', ['nonwalkable'], ['nonwalkable']],
		['nowlkabel', ['nonwalkable'], []],
		['nonwalkabel', ['nonwalkable'], ['nonwalkable']],
		['abcdefgh', ['abcdefxy'], ['abcdefxy']],
		['abcdefgh', ['abcdexyz'], []],
		// Letter case means nothing, and what is reported is the name as it is known.
		['STONE', ['Stone'], ['Stone']],
		// Words of four letters and more are found within others, and others within them.
		['walk', ['Nonwalk', 'Grass'], ['Nonwalk']],
		['nonwalkable', ['walk'], ['walk']],
		['wal', ['Nonwalk'], []],
		// The nearest first, then by the alphabet; three at most.
		['stone', ['stony', 'stone', 'stane'], ['stone', 'stane', 'stony']],
		['aaaa', ['aaab', 'aaac', 'aaad', 'aaae'], ['aaab', 'aaac', 'aaad']],
		['aaaa', ['aaae', 'aaad', 'aaac', 'aaab'], ['aaab', 'aaac', 'aaad']],
		['grass', [], []],
	])('for "%s" of %j are %j', (name, known, near) => expect(nearNames(name, known)).toEqual(near));

	it('are none for a name that nobody typed, nor such a name for another', () => {
		for (const length of [512, 513]) {
			const name = 'a'.repeat(length);
			expect(nearNames(name, ['aaaa'])).toEqual(length === 512 ? ['aaaa'] : []);
			expect(nearNames('aaaa', [name])).toEqual(length === 512 ? [name] : []);
		}
	});

	it('are asked for by a question, or not at all', () => {
		expect(didYouMean('grass', ['stone'])).toBe('');
		expect(didYouMean('stoen', ['stone', 'grass'])).toBe(' Did you mean "stone"?');
		expect(didYouMean('stoen', ['stone', 'stern'])).toBe(' Did you mean "stone"?');
		expect(didYouMean('stane', ['stone', 'stand'])).toBe(' Did you mean "stand" or "stone"?');
		expect(didYouMean('aaaa', ['aaab', 'aaac', 'aaad'])).toBe(' Did you mean "aaab", "aaac" or "aaad"?');
	});
});
