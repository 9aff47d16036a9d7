import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFilesAtomically } from '../../pipeline/files.ts';
import { type Layout, PLACEHOLDER_ROOM } from '../../src/level/level.ts';
import { parse, stringify } from '../lossless-json.ts';
import { type Packed, pack, unpack } from '../pack.ts';

/** The files between the steps of a level, all in one folder. */
export const STEP_FILES = {
	/** What each step has to know of the target. */
	prepareOptions: 'prepare.json',
	linkOptions: 'link.json',
	finishOptions: 'finish.json',
	/** What the scene or the layout says, and the names of the rooms' files. */
	level: 'level.pack',
	/** A room or object as it was modelled, or where its file is. */
	room: (stem: string): string => `${stem}.room.pack`,
	prepared: (stem: string): string => `${stem}.prepared.pack`,
	/** What linking made of it. */
	linked: (stem: string): string => `${stem}.linked.pack`,
	/** What finishing it found. */
	found: (stem: string): string => `${stem}.found.json`,
	/** Names, links and findings of the whole level. */
	joined: 'joined.pack',
} as const;

/** Stems of rooms (`3-quay_02a`) and objects (`object-0`): names come from inputs, and two may differ by case only. */
export function roomStem(layout: Layout, index: number): string {
	const { model } = layout.rooms[index];
	return model === PLACEHOLDER_ROOM ? `${index}` : `${index}-${model.replace(/[^\w-]/g, '_').slice(0, 32)}`;
}

export function objectStem(index: number): string {
	return `object-${index}`;
}

/** @throws Error for a file that is missing or damaged: the build system did not make it as it should have */
export async function readPack(path: string): Promise<Packed> {
	const packed = unpack(await readFile(path));
	if (packed === undefined) throw new Error(`${path} is damaged; delete it and build again.`);
	return packed;
}

export async function readJson<T>(path: string): Promise<T> {
	return parse(await readFile(path, 'utf8')) as T;
}

/** Writes files, but none that is there already with the same bytes: its time stays, and nothing after it is built again. */
export async function writeChanged(files: readonly { path: string; bytes: Uint8Array }[]): Promise<void> {
	const changed: { path: string; bytes: Uint8Array }[] = [];
	for (const file of files) {
		const old = await readFile(file.path).catch(() => undefined);
		if (old === undefined || !old.equals(file.bytes)) changed.push(file);
	}
	await writeFilesAtomically(changed);
}

export function packFile(path: string, packed: Packed): { path: string; bytes: Uint8Array } {
	return { path, bytes: pack(packed) };
}

export function jsonFile(path: string, value: unknown): { path: string; bytes: Uint8Array } {
	return { path, bytes: new TextEncoder().encode(`${stringify(value)}\n`) };
}

/** The step folder that a file of it lies in. */
export function stepFolder(file: string): string {
	return dirname(file);
}

export function inStepFolder(folder: string, name: string): string {
	return join(folder, name);
}
