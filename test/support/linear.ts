import { expect } from 'vitest';

const TRIES = 5;
/** Four times the input takes four times the time in linear work and sixteen times in quadratic work; between them, with room for noise. */
const ALLOWED = 9;

/**
 * Expects work to be linear: on four times the input it takes about four times the processor time, best of several tries.
 *
 * @param size of the larger input
 * @param prepare makes an input of a size and returns the work on it, which alone is measured
 */
export async function expectLinear(size: number, prepare: (size: number) => () => unknown): Promise<void> {
	let [short, long] = [Infinity, Infinity];
	for (let tries = 0; tries < TRIES; tries++) {
		short = Math.min(short, await processorTime(prepare(size / 4)));
		long = Math.min(long, await processorTime(prepare(size)));
		if (long < ALLOWED * short) return;
	}
	expect(long / short, `${long} µs for ${size}, ${short} µs for a quarter of it`).toBeLessThan(ALLOWED);
}

/** Microseconds. */
async function processorTime(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return user + system + 1;
}
