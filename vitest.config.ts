import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.ts'],
		globalSetup: ['test/support/global-setup.ts'],
		setupFiles: ['test/support/seed.ts', 'test/support/codes-reported.ts'],
		// Nothing of ours keeps state between files, and loading everything for each file anew would take longer than the tests.
		// Processes, not threads: the command works in a folder, and only a process has one.
		isolate: false,
		pool: 'forks',
		// One for each core: half of the time goes into real processes, which wait.
		maxWorkers: 2,
		// What wokflow remembers of the files that it wrote is kept apart from what it knows of its user's.
		env: { WOKFLOW_STATE: join(tmpdir(), `wokflow-state-${process.pid}`) },
		// A golden file that is missing fails; `npm test -- -u` writes it.
		update: 'none',
		testTimeout: process.env['WOKFLOW_THOROUGH'] === '1' ? 900_000 : 120_000,
		hookTimeout: 120_000,
	},
});
