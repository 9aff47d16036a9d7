// How `scripts/mutate.mjs` has the tests of a folder run by Stryker: nothing is built, and each file loads its modules anew,
// so that breaks in what a module does while it loads are seen too.
import { devNull } from 'node:os';
import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

export default defineConfig({
	test: {
		...usual.test,
		include: (process.env['WOKFLOW_MUTATE_TESTS'] ?? '').split('\n').filter((file) => file !== ''),
		globalSetup: [],
		// What is broken is in the sources, so threads run these.
		env: { ...usual.test?.env, WOKFLOW_BUILT_WORKER: '' },
		provide: { codesReported: devNull },
		isolate: true,
		// Counting what each test reaches slows tight loops down; Stryker has time limits of its own for mutants.
		testTimeout: 900_000,
	},
});
