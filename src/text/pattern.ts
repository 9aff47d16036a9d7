import picomatch from 'picomatch';
import { LONGEST_MEANT_NAME } from './names.ts';

/**
 * A test whether names match a pattern with the wildcards of shells, without regard to letter case. A `*` also matches dots and slashes, as names of
 * nodes have no folders.
 *
 * Names come from files and may be long, so patterns with only stars are matched in one pass: as a regular expression, three stars took minutes for a
 * name of a megabyte.
 */
export function namePattern(pattern: string): (name: string) => boolean {
	if (/[^\p{L}\p{N} _.*-]/u.test(pattern) || pattern.startsWith('.')) {
		const fits = picomatch(pattern, { dot: true, nocase: true, bash: true });
		return (name) => name.length <= LONGEST_MEANT_NAME && fits(name);
	}
	const parts = pattern.toLowerCase().split(/\*+/);
	return (name) => name !== '' && fitsParts(name.toLowerCase(), parts);
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
