/** `npm run test:thorough`: the same tests, with everything that takes long. */
export const THOROUGH: boolean = process.env['WOKFLOW_THOROUGH'] === '1';

/**
 * How often a property is tried, or a program killed: `usual` times in `npm test`, more in `npm run test:thorough`.
 * WOKFLOW_RUNS multiplies the number, to look longer for what may be wrong or to try the tests themselves quickly.
 */
export function runs(usual: number, thorough: number = usual * 10): number {
	return Math.max(1, Math.round((THOROUGH ? thorough : usual) * FACTOR));
}

const FACTOR = Number(process.env['WOKFLOW_RUNS'] ?? 1);
