import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { namePattern } from '../../src/text/pattern.ts';
import { runs } from '../support/thorough.ts';

describe('patterns of names', () => {
	const letters = (choices: string, minLength = 0): fc.Arbitrary<string> =>
		fc.array(fc.constantFrom(...choices), { minLength, maxLength: 9 }).map((each) => each.join(''));

	it('mean what shells mean, by the oracle of a library', () => {
		const matches = (pattern: string, name: string): void => {
			expect(namePattern(pattern)(name)).toBe(picomatch(pattern, { dot: true, nocase: true, bash: true })(name));
		};
		fc.assert(fc.property(letters('aB**_ ', 1), letters('abAB_ '), matches), { numRuns: runs(500, 20_000) });
		fc.assert(fc.property(letters('ab*?[]{,}', 1), letters('ab'), matches), { numRuns: runs(250, 10_000) });
		matches('*', 'a.b');
		matches('floor*', 'Floor.001');
		matches('floor*', 'Flo');
		matches('a*ab', 'ab');
	});

	it('of several signs do not mind letter case, and find names that begin with a dot or hold a slash', () => {
		expect(namePattern('{floor,Wall}*')('WALL.001')).toBe(true);
		expect(namePattern('[a-c]?x')('B.X')).toBe(true);
		expect(namePattern('{*,}')('.hidden')).toBe(true);
		expect(namePattern('{a,b}*')('a/deep/name')).toBe(true);
		expect(namePattern('{a,b}*')('c')).toBe(false);
		expect(namePattern('{a,b}*')(`a${'x'.repeat(511)}`)).toBe(true);
		expect(namePattern('{a,b}*')(`a${'x'.repeat(512)}`)).toBe(false);
	});

	it('take dots, slashes and line feeds for letters like others', () => {
		for (const name of ['.', '..', './a', 'a/.', 'a\nb']) expect(namePattern('*')(name)).toBe(true);
	});

	it('look at a name of a megabyte once, which took minutes', () => {
		const name = 'a*b?'.repeat(250_000);
		expect(namePattern('*a*b*x*')(name)).toBe(false);
		expect(namePattern('*a*b*a*b*')(name)).toBe(true);
		expect(namePattern('*a*b*c*d')(name)).toBe(false);
	});
});
