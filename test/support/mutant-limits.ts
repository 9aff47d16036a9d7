/**
 * A mutant whose line is reached ten times as often as in all tests together without it is one that never ends. Stryker itself waits for a hundred
 * times: minutes, where a tight loop is broken.
 */
const { __stryker__: stryker } = globalThis as { __stryker__?: { hitLimit?: number } };
if (stryker?.hitLimit !== undefined) stryker.hitLimit /= 10;
