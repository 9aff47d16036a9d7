import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

/**
 * Where tests write: in memory where the system has a folder for it. Whatever wokflow writes it brings to the disk (`fsync`), and tests would wait
 * for that half of their time.
 */
function scratch(): string {
	const memory = '/dev/shm';
	try {
		const { bavail, bsize } = statfsSync(memory);
		// Containers often have a small one.
		return bavail * bsize > 1 << 30 ? memory : tmpdir();
	} catch {
		return tmpdir();
	}
}

/**
 * Gives modules of the project what they import as constants of their own. Vitest looks each imported name up again whenever it is used, since
 * it may have changed meanwhile: that would make tight loops take twice as long, and nothing here exports what changes.
 */
function importsAsConstants(): Plugin {
	return {
		name: 'imports-as-constants',
		enforce: 'post',
		transform: {
			filter: { id: /^(?!.*\/(?:node_modules|test\/.*\.test\.ts)).*\.ts$/ },
			handler: (code) => ({
				// On one line, so that places in messages stay true.
				code: code.replace(/^import \{([^}]*)\} from ("\.[^"]*");?$/gm, (_, names: string, from: string) => {
					const pairs = names.split(',').map((name) => name.trim().split(/\s+as\s+/));
					const inner = pairs.map(([name, local = name]) => `${name} as imported_${local}`).join(', ');
					const own = pairs.map(([name, local = name]) => `${local} = imported_${local}`).join(', ');
					return `import { ${inner} } from ${from}; const ${own};`;
				}),
				map: null,
			}),
		},
	};
}

export default defineConfig({
	plugins: [importsAsConstants()],
	test: {
		include: ['test/**/*.test.ts'],
		globalSetup: ['test/support/global-setup.ts'],
		setupFiles: ['test/support/seed.ts', 'test/support/codes-reported.ts', 'test/support/same-bytes.ts'],
		// What has not changed since the last run is not transformed again: that is a third of the time of a single file.
		experimental: { fsModuleCache: true, fsModuleCachePath: join(import.meta.dirname, 'out/modules') },
		// Nothing of ours keeps state between files, and loading everything for each file again would take longer than the tests.
		// Processes, not threads: the command works in a folder, and only a process has one.
		isolate: false,
		pool: 'forks',
		// One for each core: half of the time goes into real processes, which wait.
		maxWorkers: 2,
		// Tests make much that is soon forgotten: with little room for it, and threads of its own to clear it away, that takes twice as long.
		// What stays are the modules: with five times their room, they are gone through a quarter as often.
		// Little of a test runs for long, and Node 20 would spend a sixth of the time on optimizing it: what is hot has to be eight times as hot. Later
		// ones have a quicker compiler for what is warm, and no such flag.
		execArgv: [
			'--max-semi-space-size=64',
			'--single-threaded-gc',
			'--heap-growing-percent=400',
			...(process.version.startsWith('v20.') ? ['--interrupt-budget=540672'] : []),
		],
		// What wokflow remembers of the files that it wrote is kept apart from what it knows of its user's.
		env: {
			WOKFLOW_STATE: join(scratch(), `wokflow-state-${process.pid}`),
			TMPDIR: scratch(),
			// What test/support/global-setup.ts builds.
			WOKFLOW_BUILT_WORKER: new URL('out/built/dist/worker.js', import.meta.url).href,
		},
		// A golden file that is missing fails; `npm test -- -u` writes it.
		update: 'none',
		testTimeout: process.env['WOKFLOW_THOROUGH'] === '1' ? 900_000 : 120_000,
		hookTimeout: 120_000,
	},
});
