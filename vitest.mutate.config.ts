// How `scripts/mutate.mjs` has the tests of a folder run: from sources with switches for mutants, one file after another in one process.
import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

const folder = process.env['WOKFLOW_MUTATE'] ?? '';
const sources = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')) as Record<string, string>;

export default defineConfig({
	plugins: [
		...(usual.plugins ?? []),
		{ name: 'mutants', enforce: 'pre', load: (id: string): string | undefined => sources[id.replace(/\?.*/, '')] },
	],
	test: {
		...usual.test,
		include: (process.env['WOKFLOW_MUTATE_TESTS'] ?? '').split('\n').filter((file) => file !== ''),
		globalSetup: [],
		// The sources are not those of the files.
		experimental: { fsModuleCache: false },
		runner: './test/support/mutant-runner.ts',
		// What is broken is in the sources, so threads run these.
		env: { ...usual.test?.env, WOKFLOW_BUILT_WORKER: '' },
		provide: { codesReported: devNull },
		maxWorkers: 1,
		// Each test runs with each mutant that it reaches; the runner has limits of its own.
		testTimeout: 2_000_000_000,
	},
});
