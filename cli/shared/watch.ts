import { spawn } from 'node:child_process';
import { relative } from 'node:path';
import type { TargetResult } from '../../builds/build.ts';
import type { LoadedConfig } from '../../builds/config/config.ts';
import type { Watched } from '../../builds/watch.ts';
import { notice } from '../../pipeline/disk/watched.ts';
import type { FailureKind } from './ending.ts';
import { kindOf, printFailure } from './failure.ts';
import type { Session } from './session.ts';

/** What a watch needs to know. */
export interface WatchJob {
	readonly config: string | undefined;
	build(config: LoadedConfig): Promise<TargetResult[]>;
}

/** What a later change may mend. */
const WAITED_OUT: ReadonlySet<FailureKind> = new Set(['usage', 'input', 'system']);

/** Set for a watch that another one started; it ends with `RESTART` when its own code is out of date. */
const CHILD = 'WOKFLOW_WATCH_CHILD';
const RESTART = 75;

/**
 * Builds, waits for a change, and builds again, until Ctrl-C. Broken scenes and configs are reported and waited out. Modules that a config
 * imports stay as they were loaded for the life of a process, so when one of them changes, another process goes on.
 */
export async function watchBuild(
	job: WatchJob,
	session: Pick<Session, 'context' | 'terminal' | 'io'>,
): Promise<number | undefined> {
	const { findConfig, loadConfig } = await import('../../builds/config/config.ts');
	const { NOTHING_WATCHED, startWatcher, watchedBy } = await import('../../builds/watch.ts');
	const { terminal } = session;
	const { signal } = session.context;
	const file = findConfig(job.config);
	const watcher = await startWatcher(signal);
	let watched: Watched = { ...NOTHING_WATCHED, files: new Set([file]) };
	let config: LoadedConfig | undefined;
	try {
		for (;;) {
			watcher.look(watched);
			try {
				config = await loadConfig(file);
				// Before the build, so that nothing that is saved while it runs is missed.
				watched = watchedBy(config, [], watched);
				watcher.look(watched);
				watched = watchedBy(config, await job.build(config), watched);
			} catch (error) {
				signal.throwIfAborted();
				// A disk that is full now may have room when the next change is built.
				if (!WAITED_OUT.has(kindOf(error, session.io))) throw error;
				printFailure(error, terminal, session.io);
			}
			watcher.look(watched);
			terminal.note('waiting for changes (Ctrl-C ends)');
			const changed = await watcher.changes();
			for (const path of changed) terminal.note(`changed: ${relative(process.cwd(), path)}`);
			if (changed.some((path) => path !== file && config?.codeFiles.includes(path))) break;
		}
	} catch (error) {
		if (!signal.aborted) throw error;
		return 0;
	} finally {
		await watcher.close();
	}
	if (session.io.env[CHILD] !== undefined) return RESTART;
	notice({ follows: true });
	let code = RESTART;
	while (code === RESTART && !signal.aborted) code = await again(signal);
	return code;
}

/** On a terminal Ctrl-C reaches the other process too; where it does not, it is passed on after this long, milliseconds. */
const PASS_ON = 300;

/** Runs this very command in another process. */
function again(signal: AbortSignal): Promise<number> {
	const args = [...process.execArgv, ...process.argv.slice(1)];
	const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, [CHILD]: '1' } });
	signal.addEventListener('abort', () => setTimeout(() => child.kill('SIGINT'), PASS_ON).unref(), { once: true });
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (code) => resolve(code ?? 0));
	});
}
