import { dirname, resolve } from 'node:path';
import { isLevelTarget } from '../pipeline/config.ts';
import { createRegistry } from '../pipeline/default-registry.ts';
import { hasExtension } from '../pipeline/registry.ts';
import type { TargetResult } from './build.ts';
import type { LoadedConfig } from './config.ts';
import { inputsOf, isLayout, roomFolder } from './targets.ts';

/** The files and folders that are watched. */
export interface Watched {
	/** Absolute paths of files that a build reads or would read. */
	readonly files: ReadonlySet<string>;
	/** Absolute paths of folders in which any room file counts. */
	readonly roomFolders: ReadonlySet<string>;
	/** Absolute paths of files that a build writes. */
	readonly outputs: ReadonlySet<string>;
	/** Extensions of room files. */
	readonly roomExtensions: readonly string[];
}

/** Before anything is known. */
export const NOTHING_WATCHED: Watched = {
	files: new Set(),
	roomFolders: new Set(),
	outputs: new Set(),
	roomExtensions: [],
};

/** Milliseconds without a change after which saving counts as finished. */
const SETTLED = 100;

/**
 * The files to watch for the next build. Those watched before are kept, because a build of a broken scene does not know all files that it reads.
 */
export function watchedBy(config: LoadedConfig, results: readonly TargetResult[], before?: Watched): Watched {
	const registry = createRegistry().add(config.entries);
	const files = new Set(before?.files);
	const roomFolders = new Set<string>();
	const at = (path: string): string => resolve(config.base, path);
	for (const path of [...(config.file === undefined ? [] : [config.file]), ...config.codeFiles]) files.add(path);
	for (const target of Object.values(config.config.targets)) {
		const own = isLevelTarget(target)
			? [target.level]
			: [...inputsOf(target), ...(target.layout === undefined ? [] : [target.layout])];
		for (const path of own) files.add(at(path));
		for (const path of [target.surfacemat, target.surfaces]) if (path !== undefined) files.add(at(path));
		if (isLevelTarget(target) && isLayout(target, registry)) roomFolders.add(at(roomFolder(target)));
	}
	const outputs = new Set<string>(before?.outputs);
	for (const result of results) {
		for (const path of result.inputs) files.add(at(path));
		for (const { path } of result.outputs) outputs.add(at(path));
	}
	return { files, roomFolders, outputs, roomExtensions: registry.roomExtensions };
}

/** Watches files, and reports changes after a short time without further ones. */
export interface Watcher {
	/** Sets the files to watch. */
	look(watched: Watched): void;
	/** Resolves with the changed paths, at once if there are some already. Rejects when the signal is aborted. */
	changes(): Promise<readonly string[]>;
	close(): Promise<void>;
}

/**
 * Starts a watcher. It watches folders rather than files, because an editor that saves by renaming replaces the file, and a deleted file may come
 * back.
 */
export async function startWatcher(signal: AbortSignal): Promise<Watcher> {
	const { watch } = await import('chokidar');
	const watcher = watch([], { ignoreInitial: true, depth: 0, persistent: true });
	const folders = new Set<string>();
	const changed = new Set<string>();
	let watched = NOTHING_WATCHED;
	let timer: NodeJS.Timeout | undefined;
	let waiting: { resolve: (paths: readonly string[]) => void; reject: (reason: unknown) => void } | undefined;
	const tell = (): void => {
		timer = undefined;
		if (waiting === undefined || changed.size === 0) return;
		const { resolve } = waiting;
		waiting = undefined;
		const paths = [...changed].sort();
		changed.clear();
		resolve(paths);
	};
	const settle = (): void => {
		clearTimeout(timer);
		timer = setTimeout(tell, SETTLED);
	};
	watcher.on('all', (_, path) => {
		if (!counts(watched, path)) return;
		changed.add(path);
		settle();
	});
	signal.addEventListener('abort', () => waiting?.reject(signal.reason), { once: true });
	return {
		look(next) {
			watched = next;
			for (const folder of [...[...next.files].map((path) => dirname(path)), ...next.roomFolders]) {
				if (folders.has(folder)) continue;
				folders.add(folder);
				watcher.add(folder);
			}
		},
		changes: () =>
			new Promise((resolve, reject) => {
				signal.throwIfAborted();
				waiting = { resolve, reject };
				if (changed.size > 0) settle();
			}),
		close: async () => {
			clearTimeout(timer);
			await watcher.close();
		},
	};
}

/** True for paths that may change what a build makes. */
export function counts({ files, roomFolders, outputs, roomExtensions }: Watched, path: string): boolean {
	if (files.has(path)) return true;
	return roomFolders.has(dirname(path)) && hasExtension(path, { extensions: roomExtensions }) && !outputs.has(path);
}
