import picomatch from 'picomatch';
import { LONGEST_MEANT_NAME } from './names.ts';
import { UsageError } from './quote.ts';

/**
 * A test whether names match a pattern with the wildcards of shells, without regard to letter case. A `*` also matches dots and slashes, as names of
 * nodes have no folders.
 *
 * Names come from files and may be long, so patterns with only stars are matched in one pass: as a regular expression, three stars took minutes for a
 * name of a megabyte.
 *
 * @param effort of all patterns that the same names are compared with; one of its own by default
 * @throws UsageError for a pattern with groups that is too long, and later when comparing it with names takes too long
 */
export function namePattern(pattern: string, effort: PatternEffort = new PatternEffort()): (name: string) => boolean {
	if (/[^\p{L}\p{N} _.*-]/u.test(pattern) || pattern.startsWith('.')) {
		return groupPattern(pattern, effort);
	}
	const parts = pattern.toLowerCase().split(/\*+/);
	return (name) => {
		effort.spend(COMPARISON + name.length, pattern);
		return name !== '' && fitsParts(name.toLowerCase(), parts);
	};
}

/** Steps that comparing names with patterns may take: about a second. */
const MOST_STEPS = 3e8;
/** What comparing a short name takes, in steps. 50,000 patterns and 12,000 names took over a minute. */
const COMPARISON = 40;

/** Counts the steps of comparing names with patterns, so that many of both are refused before they take minutes. */
export class PatternEffort {
	#steps = 0;

	/** @throws UsageError when these steps are more than are left */
	spend(steps: number, pattern: string): void {
		this.#steps += steps;
		if (this.#steps > MOST_STEPS)
			throw new UsageError(
				`Comparing names with the pattern "${pattern.slice(0, 40)}", and with those beside it, takes more than ${MOST_STEPS} steps, the limit. Use fewer patterns and wildcards.`,
			);
	}
}

/**
 * A pattern with more signs than stars, as a regular expression. That goes back and tries again, so the steps that it can take are counted before each
 * name: `*a*a*a{b,c}` takes the cube of the name's length, `+(a*)b` doubles with each letter.
 */
function groupPattern(pattern: string, effort: PatternEffort): (name: string) => boolean {
	if (pattern.length > LONGEST_MEANT_NAME)
		throw new UsageError(
			`The pattern "${pattern.slice(0, 40)}…" has ${pattern.length} characters; with groups ${LONGEST_MEANT_NAME} at most.`,
		);
	const options = { dot: true, nocase: true, bash: true };
	const fits = picomatch(pattern, options);
	const choices = countChoices(picomatch.makeRe(pattern, options).source);
	return (name) => {
		effort.spend(COMPARISON + name.length, pattern);
		if (name.length > LONGEST_MEANT_NAME) return false;
		effort.spend(mostSteps(choices, name.length), pattern);
		return fits(name);
	};
}

interface Choices {
	/** Signs that take any number of letters. */
	readonly stars: number;
	/** Signs that leave two ways to go on. */
	readonly forks: number;
	/** True when what is repeated has such signs within. */
	readonly isNested: boolean;
}

/** At most how often a regular expression with these choices looks at a letter of a name. */
function mostSteps({ stars, forks, isNested }: Choices, length: number): number {
	let steps = 2 ** (forks + (isNested ? length : 0));
	// So many ways there are to put the ends of the stars into the name, one after another.
	for (let star = 1; star <= stars; star++) steps *= (length + star) / star;
	return steps;
}

/** What has two ways to go on: classes, so that one letter fits several alternatives, groups, alternatives, and what is repeated. */
const SIGN = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!])|[(|)]|[*+?]\??|\{\d+,\d*\}\??/g;

/** Counts what a regular expression of the library may try again. */
function countChoices(source: string): Choices {
	const hasClasses = source.includes('[');
	const open = [{ sign: '', isChoice: false }];
	let stars = 0;
	let forks = 0;
	let isNested = false;
	let isLastChoice = false;
	for (const { 0: sign, index } of source.matchAll(SIGN)) {
		const inner = open[open.length - 1];
		if (sign.startsWith('(')) {
			open.push({ sign, isChoice: false });
		} else if (sign === ')' && open.length > 1) {
			open.pop();
			// Nothing goes back into what only looks ahead.
			isLastChoice = inner.isChoice && (inner.sign === '(' || inner.sign === '(?:');
			if (isLastChoice) open[open.length - 1].isChoice = true;
		} else if (sign === '|') {
			forks++;
			// The library itself repeats no alternatives of letters that begin alike.
			if (inner.sign === '(' || hasClasses) inner.isChoice = true;
		} else if (/^[?{]/.test(sign)) {
			forks++;
			inner.isChoice = true;
		} else if (/^[*+]/.test(sign)) {
			stars++;
			isNested ||= isLastChoice && source[index - 1] === ')';
			inner.isChoice = true;
		}
	}
	return { stars, forks, isNested };
}

/** True when a name has the parts between stars one after another, the first at its start and the last at its end. */
function fitsParts(name: string, parts: readonly string[]): boolean {
	const [first] = parts;
	const last = parts[parts.length - 1];
	if (parts.length === 1) return name === first;
	if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
	const end = name.length - last.length;
	let at = first.length;
	for (const part of parts.slice(1, -1)) {
		const found = name.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
		if (at > end) return false;
	}
	return true;
}
