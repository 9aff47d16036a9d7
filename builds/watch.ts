import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isLevelTarget } from '../jobs/config/config.ts';
import { createRegistry } from '../jobs/default-registry.ts';
import { statOf } from '../pipeline/disk/ranges.ts';
import { hasExtension } from '../pipeline/registry.ts';
import type { TargetResult } from './build.ts';
import type { LoadedConfig } from './config/config.ts';
import { inputsOf, isLayout, roomFolder } from './config/targets.ts';

/** The files and folders that are watched. */
export interface Watched {
	/** Absolute paths of files that a build reads or would read. */
	readonly files: ReadonlySet<string>;
	/** Absolute paths of folders in which any room file counts, or any level. */
	readonly roomFolders: ReadonlySet<string>;
	/** Absolute paths of files that a build writes. */
	readonly outputs: ReadonlySet<string>;
	/** Extensions of these. */
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
	const roomFolders = new Set<string>(config.folders);
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
	const layouts = config.folders.length === 0 ? [] : registry.layouts.flatMap(({ extensions }) => extensions);
	return { files, roomFolders, outputs, roomExtensions: [...registry.roomExtensions, ...layouts] };
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
	// Files that are there already are told as well: they may have been saved since they were looked at, before their folder was watched.
	const watcher = watch([], { depth: 0, persistent: true });
	const folders = new Set<string>();
	/** What was last seen of each path. */
	const stamps = new Map<string, string | undefined>();
	/** Paths that were reported, whether they count or not: that may become known after a build. */
	const told = new Set<string>();
	let watched = NOTHING_WATCHED;
	let timer: NodeJS.Timeout | undefined;
	let waiting: { resolve: (paths: readonly string[]) => void; reject: (reason: unknown) => void } | undefined;
	const changed = (): string[] => [...told].filter((path) => counts(watched, path));
	const tell = (): void => {
		timer = undefined;
		const paths = changed();
		if (waiting === undefined || paths.length === 0) return;
		const { resolve } = waiting;
		waiting = undefined;
		told.clear();
		resolve(paths.sort());
	};
	const settle = (): void => {
		clearTimeout(timer);
		timer = setTimeout(tell, SETTLED);
	};
	// What a build asks counts, not what the watcher compares: an edit that keeps size and time still has another change time.
	const look = (path: string): void => {
		const stamp = stampAt(path);
		if (stamps.has(path) && stamps.get(path) === stamp) return;
		stamps.set(path, stamp);
		told.add(path);
		settle();
	};
	watcher.on('all', (_event, path) => look(path));
	watcher.on('raw', (_event, name, details) => {
		const { watchedPath } = details as { readonly watchedPath?: string };
		if (watchedPath === undefined) return;
		if (!folders.has(watchedPath)) look(watchedPath);
		else if (typeof name === 'string') look(join(watchedPath, name));
	});
	signal.addEventListener('abort', () => waiting?.reject(signal.reason), { once: true });
	return {
		look(next) {
			watched = next;
			for (const folder of [...[...next.files].map((path) => dirname(path)), ...next.roomFolders]) {
				if (folders.has(folder)) continue;
				folders.add(folder);
				for (const path of filesIn(folder)) stamps.set(path, stampAt(path));
				watcher.add(folder);
			}
		},
		changes: () =>
			new Promise((resolve, reject) => {
				signal.throwIfAborted();
				waiting = { resolve, reject };
				if (changed().length > 0) settle();
			}),
		close: async () => {
			clearTimeout(timer);
			await watcher.close();
		},
	};
}

/** Tells a file apart from what is saved in its place; undefined for a link that leads nowhere, and for what was deleted just now. */
function stampAt(path: string): string | undefined {
	const found = statOf(path);
	return found && [found.mtimeMs, found.ctimeMs, found.size, found.ino].join();
}

function filesIn(folder: string): string[] {
	try {
		return readdirSync(folder).map((name) => join(folder, name));
	} catch {
		// It may be made later.
		return [];
	}
}

/** True for paths that may change what a build makes. */
export function counts({ files, roomFolders, outputs, roomExtensions }: Watched, path: string): boolean {
	if (files.has(path)) return true;
	return roomFolders.has(dirname(path)) && hasExtension(path, { extensions: roomExtensions }) && !outputs.has(path);
}
