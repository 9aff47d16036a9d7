/** `npm run test:thorough`: the same tests, with everything that takes long. */
export const THOROUGH: boolean = process.env['WOKFLOW_THOROUGH'] === '1';

/**
 * How often a property is tried, or a program killed: `usual` times in `npm test`, more in `npm run test:thorough`.
 * WOKFLOW_RUNS multiplies the number, to look longer for what may be wrong or to try the tests themselves quickly.
 */
export function runs(usual: number, thorough: number = usual * 10): number {
	return Math.max(1, Math.round((THOROUGH ? thorough : usual) * FACTOR));
}

/** Items of a list, spread evenly over all of it, as many as `runs` says; all of them where that is more than the list has. */
export function spread<T>(list: readonly T[], usual: number, thorough: number = usual * 10): T[] {
	const most = runs(usual, thorough);
	return list.filter(
		(_, i) => i === 0 || Math.floor((i * most) / list.length) !== Math.floor(((i - 1) * most) / list.length),
	);
}

const FACTOR = Number(process.env['WOKFLOW_RUNS'] ?? 1);
