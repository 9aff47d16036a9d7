import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/findings/report.ts';
import { namePattern, PatternEffort } from '../../src/text/pattern.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

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

	it.each([
		'+(a*)b',
		'(a+)+b',
		'(a|aa)+b',
		'+([ab]|a)b',
		`${'{a,a}'.repeat(30)}b`,
		'*a*a*a*a*a*a{b,c}',
		`${'!('.repeat(100)}a${')'.repeat(100)}`,
	])('such as %s, which would be compared with a name for minutes, are refused', (pattern) => {
		const fits = namePattern(pattern);
		// With fewer letters some names are compared before that, for a second each.
		const name = 'a'.repeat(THOROUGH ? 60 : 100);
		const compare = (): unknown => Array.from({ length: 10 }, () => fits(name));
		expect(compare).toThrow(UsageError);
		expect(compare).toThrow('takes more than 300000000 steps, the limit');
	});

	it('of thousands are compared with a thousand names, and refused before they take minutes for thousands or for long ones', () => {
		const compare = (patterns: number, names: number, length: number, spent = 0): number => {
			const effort = new PatternEffort();
			effort.spend(spent, '');
			const fits = Array.from({ length: patterns }, (_, index) => namePattern(`*${index}x`, effort));
			const name = 'a'.repeat(length);
			for (let index = 0; index < names; index++) if (fits.some((each) => each(name))) return index;
			return names;
		};
		expect(compare(THOROUGH ? 4000 : 40, 1000, 20)).toBe(1000);
		// As many patterns as are refused with so many names take a second.
		if (THOROUGH) expect(() => compare(20_000, 1000, 20)).toThrow('takes more than 300000000 steps, the limit');
		expect(compare(100, 1, 10_000, 298_995_999)).toBe(1);
		expect(() => compare(100, 1, 10_000, 298_996_001)).toThrow('takes more than 300000000 steps, the limit');
	});

	it.each(['!(roof|sky)', '*{a,b}*{c,d}*', '[a-z]*_[0-9]*_{x,y}*', '+(ab|c)*x', '@(a|b)?*'])(
		'such as %s are compared with ten thousand names',
		(pattern) => {
			const fits = namePattern(pattern);
			const oracle = picomatch(pattern, { dot: true, nocase: true, bash: true });
			const names = Array.from({ length: 10_000 }, (_, i) => `abc_${i}_x_of_a_level`);
			expect(names.filter(fits)).toEqual(names.filter((name) => oracle(name)));
		},
	);

	it('with groups have 512 letters at most; the library overflowed its stack, or took seconds', () => {
		for (const sign of ['(', '[', '{', '*(']) {
			expect(() => namePattern(sign.repeat(30_000))).toThrow(UsageError);
			expect(() => namePattern(sign.repeat(256))).not.toThrow();
		}
		expect(() => namePattern('('.repeat(512))).not.toThrow();
		expect(() => namePattern('('.repeat(513))).toThrow('has 513 characters; with groups 512 at most');
	});
});
