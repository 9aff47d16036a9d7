import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { quickDigest } from './digest.ts';
import { notice } from './watched.ts';

/**
 * The folders in which files are staged before they are renamed, beside their targets, and the folders that are made for outputs. Staging folders of
 * killed runs are removed by the next one that writes into the same folder.
 */

/** The staging folder inside a folder, created on first use. */
export function stageIn(folder: string, stages: Map<string, string>, made: MadeFolders[]): string {
	const known = stages.get(folder);
	if (known !== undefined) return known;
	const highest = mkdirSync(folder, { recursive: true });
	if (highest !== undefined) made.push({ highest, lowest: folder });
	sweepStaging(folder);
	const stage = join(folder, `.wokflow-${machine()}-${process.pid}-${random()}.tmp`);
	notice({ holds: stage });
	stages.set(folder, stage);
	mkdirSync(stage);
	return stage;
}

/** Twelve hexadecimal digits. Where a folder of that name exists, nothing is written. */
function random(): string {
	return Math.floor(Math.random() * 2 ** 48)
		.toString(16)
		.padStart(12, '0');
}

/** `.wokflow-MACHINE-PROCESS-RANDOM.tmp` */
const STAGE = /^\.wokflow-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.tmp$/;
/** Age at which a staging folder of another machine is removed, in milliseconds: no job takes that long. */
const ABANDONED = 24 * 60 * 60 * 1000;

/** True for the name of a staging folder. */
export function isStaging(name: string): boolean {
	return STAGE.test(name);
}

/** Removes the staging folders that killed runs left in a folder. */
export function sweepStaging(folder: string): void {
	for (const entry of namesIn(folder)) {
		const [, host, pid] = STAGE.exec(entry) ?? [];
		if (host === undefined) continue;
		const path = join(folder, entry);
		const time = timeOf(path);
		if (time === undefined) continue;
		if ((host === machine() && !isRunning(Number(pid))) || Date.now() - time > ABANDONED) removeStage(path);
	}
}

/** When a folder was changed last, in milliseconds; undefined for a file, a link and what cannot be looked at. */
function timeOf(path: string): number | undefined {
	try {
		const found = lstatSync(path);
		return found.isDirectory() ? found.mtimeMs : undefined;
	} catch {
		return undefined;
	}
}

/** The names in a folder; none where it cannot be read. */
function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** Eight hexadecimal digits that identify this machine, for folders that several machines share. */
function machine(): string {
	return quickDigest(hostname()).slice(0, 8);
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Folders that were created for an output, each in the one before: from `highest` down to `lowest`. */
export interface MadeFolders {
	readonly highest: string;
	readonly lowest: string;
}

/** Removes created folders that are still empty. */
export function unmade({ highest, lowest }: MadeFolders): void {
	for (let at = lowest; at.length >= highest.length; at = dirname(at)) if (!isGone(at) || at === dirname(at)) return;
}

/** Removes a folder that is empty. @returns false where it stays */
function isGone(folder: string): boolean {
	try {
		rmdirSync(folder);
		return true;
	} catch {
		return false;
	}
}

/** Removes a staging folder with what is left in it. It never fails. */
export function removeStage(stage: string): void {
	// Mostly nothing is left in it, and removing whatever is takes a module of Node's that has to be loaded.
	if (isGone(stage)) return;
	try {
		rmSync(stage, { recursive: true, force: true });
	} catch {
		// The next run that writes there removes it.
	}
}
