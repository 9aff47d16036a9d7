import { vi } from 'vitest';

/** How many times as fast a clock runs with which tests wait for what takes seconds. */
export const FASTER = 20;

/** Lets the clock by which a lock is waited for run faster, until the mocks are restored. */
export function fasterClock(): void {
	if (vi.isMockFunction(performance.now)) return;
	const now = performance.now.bind(performance);
	vi.spyOn(performance, 'now').mockImplementation(() => now() * FASTER);
}
