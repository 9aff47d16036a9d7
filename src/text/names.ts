/** Suggests known names for a misspelt one. */

/**
 * Longer names never mean a surface or a role, and never match a pattern with wildcards. A hostile file may have names of a million blanks, on
 * which regular expressions take time that grows with the square; names of the game have 16 letters.
 */
export const LONGEST_MEANT_NAME = 512;

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
export function editDistance(a: string, b: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const change = a[i - 1] === b[j - 1] ? 0 : 1;
			row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
				row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
			}
		}
		beforeLast = last;
		last = row;
	}
	return last[b.length];
}

/** The known names that are most like one that is not known, the nearest first, three at most by default; none where nothing is near. */
export function nearNames(name: string, known: Iterable<string>, most = 3): string[] {
	if (name.length > LONGEST_MEANT_NAME) return [];
	const wanted = name.toLowerCase();
	const isPart = (part: string, whole: string): boolean => part.length >= 4 && whole.includes(part);
	const near: { each: string; distance: number }[] = [];
	for (const each of known) {
		if (each.length > LONGEST_MEANT_NAME) continue;
		const other = each.toLowerCase();
		const allowed = Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 4));
		const apart = Math.abs(wanted.length - other.length);
		const holds = isPart(wanted, other) || isPart(other, wanted);
		if (apart > allowed && !holds) continue;
		const distance = editDistance(wanted, other);
		if (distance <= allowed || holds) near.push({ each, distance });
	}
	near.sort((a, b) => a.distance - b.distance || (a.each < b.each ? -1 : 1));
	return near.slice(0, most).map(({ each }) => each);
}

/** ` Did you mean "WELD"?`, or nothing where no name is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
	const near = nearNames(name, known).map((each) => `"${each}"`);
	if (near.length === 0) return '';
	const last = near.pop();
	return ` Did you mean ${near.length === 0 ? last : `${near.join(', ')} or ${last}`}?`;
}

/** A text without accents: `Tür` is `Tur`. */
export function withoutAccents(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}+/gu, '')
		.replaceAll('ß', 'ss');
}
