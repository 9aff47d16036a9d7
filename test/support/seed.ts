import fc from 'fast-check';

/**
 * Properties try new examples on every machine of a developer, and the same ones in CI, so that a change is judged by itself.
 * A failure prints its seed; WOKFLOW_SEED repeats one for all properties.
 */
const seed = process.env['WOKFLOW_SEED'] ?? (process.env['CI'] ? '20261120' : undefined);
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
