import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';

export const ROOT: string = resolve(import.meta.dirname, '../..');
export const FIXTURES: string = join(ROOT, 'fixtures');

/** How a run of the command ended. */
export interface CliRun {
	readonly code: number | null;
	/** Standard output as bytes and as text. */
	readonly bytes: Uint8Array;
	readonly stdout: string;
	readonly stderr: string;
}

export interface CliOptions {
	readonly input?: Uint8Array;
	readonly cwd?: string;
	readonly env?: Record<string, string>;
}

/** Runs the command from its sources, as a user would run the built one. */
export function wokflow(args: readonly string[], { input, cwd = ROOT, env = {} }: CliOptions = {}): CliRun {
	const command = [join(ROOT, 'cli/main.ts'), ...args];
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), ...command], {
		cwd,
		...(input === undefined ? {} : { input }),
		env: { ...process.env, ...env },
		maxBuffer: 1 << 28,
	});
	return { code: status, bytes: new Uint8Array(stdout), stdout: stdout.toString(), stderr: stderr.toString() };
}

/** A folder of its own for the outputs of a test file, removed at the end. */
export function scratchFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'wokflow-test-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
