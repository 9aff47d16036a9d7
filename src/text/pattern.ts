import picomatch from 'picomatch';
import { LONGEST_MEANT_NAME } from './names.ts';

/**
 * Whether a name fits a pattern as shells know them, without regard to letter case; a `*` also stands for dots and slashes, which are no
 * folders here.
 *
 * Names come from files, so a pattern of stars must not look at one again and again: as regular expressions three stars took minutes
 * for a name of a megabyte.
 */
export function namePattern(pattern: string): (name: string) => boolean {
	if (/[^\p{L}\p{N} _.*-]/u.test(pattern) || pattern.startsWith('.')) {
		const fits = picomatch(pattern, { dot: true, nocase: true, bash: true });
		return (name) => name.length <= LONGEST_MEANT_NAME && fits(name);
	}
	const parts = pattern.toLowerCase().split(/\*+/);
	return (name) => name !== '' && fitsParts(name.toLowerCase(), parts);
}

/** What stands between stars, each at the first place behind the one before it; the last at the end. */
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
