import { textOf } from './document.ts';

/** Something of a document that users choose by name or index: a scene, a variant. */
interface Named {
	readonly name?: unknown;
}

/** Index of what has a name: exactly, then without regard to letter case; otherwise what has that index. −1 without one. */
export function findNamed(list: readonly Named[], wanted: string): number {
	const exact = list.findIndex(({ name }) => name === wanted);
	if (exact >= 0) return exact;
	const lower = wanted.toLowerCase();
	const loose = list.findIndex(({ name }) => textOf(name)?.toLowerCase() === lower);
	if (loose >= 0) return loose;
	return /^\d+$/.test(wanted) && Number(wanted) < list.length ? Number(wanted) : -1;
}

export function nameOf({ name }: Named, index: number): string {
	return textOf(name) === undefined ? `${index} (without a name)` : JSON.stringify((name as string).slice(0, 60));
}

/** The first few names, for a message. */
export function namesOf(list: readonly Named[]): string {
	const shown = list.slice(0, 8).map(nameOf).join(', ');
	return list.length > 8 ? `${shown}, …` : shown;
}
