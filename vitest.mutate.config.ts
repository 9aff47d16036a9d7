// How `scripts/mutate.mjs` has the tests of a folder run by Stryker: nothing is built. Each mutant is tried in a thread of its own, which loads
// all modules anew, so that breaks in what a module does while it loads are seen too; the files of tests share them.
import { devNull } from 'node:os';
import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

export default defineConfig({
	plugins: usual.plugins ?? [],
	test: {
		...usual.test,
		include: (process.env['WOKFLOW_MUTATE_TESTS'] ?? '').split('\n').filter((file) => file !== ''),
		globalSetup: [],
		setupFiles: [...[usual.test?.setupFiles ?? []].flat(), 'test/support/mutant-limits.ts'],
		// What is broken is in the sources, so threads run these.
		env: { ...usual.test?.env, WOKFLOW_BUILT_WORKER: '' },
		provide: { codesReported: devNull },
		// Counting what each test reaches slows tight loops down; Stryker has time limits of its own for mutants.
		testTimeout: 900_000,
	},
});
