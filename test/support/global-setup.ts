import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import { bringUpToDate } from './build.ts';

/** Before all tests: builds the package for those that start it. After all: every finding must have been reported by some test. */
export default async function setup(project: TestProject): Promise<() => void> {
	await bringUpToDate();
	const folder = mkdtempSync(join(tmpdir(), 'wokflow-codes-'));
	const file = join(folder, 'reported.txt');
	writeFileSync(file, '');
	project.provide('codesReported', file);
	return () => {
		const reported = new Set(readFileSync(file, 'utf8').split('\n'));
		rmSync(folder, { recursive: true });
		// Named in vitest.config.ts.
		rmSync(project.config.env['WOKFLOW_STATE'] as string, { recursive: true, force: true });
		const never = Object.values(CATALOGUES)
			.flatMap((catalogue) => Object.keys(catalogue))
			.filter((code) => !reported.has(code));
		if (never.length === 0 || !ranEverything(project)) return;
		console.error(`No test makes these findings be reported: ${never.join(', ')}`);
		// Where a program or files are missing that tests need, it may be their doing. CI has them all.
		if (process.env['CI'] || !skippedSome(project)) process.exitCode = 1;
	};
}

/** Not a few files or tests only. */
function ranEverything({ vitest }: TestProject): boolean {
	const modules = vitest.state.getTestModules();
	const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
	return modules.length === files.length && vitest.getGlobalTestNamePattern() === undefined;
}

function skippedSome({ vitest }: TestProject): boolean {
	return vitest.state.getTestModules().some((module) => !module.children.allTests('skipped').next().done);
}
