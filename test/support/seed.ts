import fc from 'fast-check';
import { runs } from './thorough.ts';

// How often a property is tried that does not say so itself.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: runs(20, 100) });

/** Properties try new examples on every machine of a developer, and the same ones in CI, so that a change is judged by itself. */
const given = process.env['WOKFLOW_SEED'] ?? (process.env['CI'] ? '20261120' : undefined);
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });

/** A seed for what is tried at random without fast-check. Whoever takes it prints it; WOKFLOW_SEED repeats it. */
export function seedOfRun(): number {
	return given === undefined ? Math.floor(Math.random() * 0x7fffffff) : Number(given);
}
