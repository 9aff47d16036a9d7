import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readEntry, resourceFileName } from '../../game/archives/archive.ts';
import { isArchiveName, openArchive } from '../../game/archives/archives.ts';
import { levelWords } from '../../jobs/files/inputs.ts';
import type { PageData, PageFile, ViewOptions } from '../../jobs/view-page.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { JOIN_OPTIONS, MESH_OPTIONS, ROOM_FILE_OPTIONS, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { given } from '../../src/findings/options.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { modelName } from '../../src/formats/contracts.ts';
import { checkLayoutRooms, ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { doorFileNames } from '../../src/model/walkmesh.ts';
import { stemOf } from '../../src/text/paths.ts';
import { readLevelInput } from '../shared/level-input.ts';
import type { ViewSession } from './view-options.ts';

/**
 * Gathers the files that a page of a level carries: the inputs, and every file that is read to open them. The page opens them with the same code as the
 * command line, so that both report the same.
 */

/** What was gathered for a page. */
export interface ViewData {
	readonly data: PageData;
	/** Absolute paths of these files, and of files that would be read if they existed. */
	readonly read: ReadonlySet<string>;
}

/** @throws InputError when an input cannot be read */
export async function readViewData(
	inputs: readonly string[],
	compare: readonly string[],
	session: ViewSession,
): Promise<ViewData> {
	if ([...inputs, ...compare].includes('-'))
		throw new UsageError('view takes files, not standard input: the page refers to them by name.');
	for (const path of [...inputs, ...compare]) {
		const found = statSync(path, { throwIfNoEntry: false });
		if (found === undefined || found.isFile() || found.isDirectory()) continue;
		throw new UsageError(
			`${path}: view takes files, not pipes: it reads them more than once. Save it to a file first.`,
		);
	}
	// The page gets the files of a level, not the whole archive that they are in.
	const main = await takenOut(inputs, session);
	const other = await takenOut(compare, session);
	try {
		return await readFromDisk(main.paths, other.paths, session);
	} finally {
		await Promise.all([main.remove(), other.remove()]);
	}
}

async function readFromDisk(
	inputs: readonly string[],
	compare: readonly string[],
	session: ViewSession,
): Promise<ViewData> {
	const { options, registry, context, report } = session;
	session.terminal.progress.show(`opening ${inputs.join(', ')}`);
	const main = await filesRead(inputs, session);
	const other = compare.length === 0 ? new Set<string>() : await filesRead(compare, session);
	const read = new Set([...main, ...other]);
	const nameOf = namer([...read]);
	const carried = await Promise.all(
		[...read].map(async (path) => ({ path, files: await pageFiles(path, nameOf(path), session) })),
	);
	const namesIf = (isWanted: (path: string) => boolean): string[] =>
		carried.filter(({ path }) => isWanted(path)).flatMap(({ files }) => files.map(({ path }) => path));
	for (const path of read) report.noteInput(path);
	const named = async (paths: readonly string[]): Promise<string[]> => {
		const words = await levelWords(paths, registry, report, given(ROOM_LIMIT_OPTIONS, options));
		return Promise.all(words.map((path) => nameIn(path, nameOf)));
	};
	const data: PageData = {
		version: 1,
		title: modelName(basename(inputs[0])),
		files: carried.flatMap(({ files }) => files),
		inputs: await named(inputs),
		...(compare.length === 0
			? {}
			: {
					compare: {
						inputs: await named(compare),
						own: namesIf((path) => !main.has(path)),
						shared: namesIf((path) => main.has(path) && other.has(path)),
					},
				}),
		options: given(
			{
				...registry.readOptions,
				...MESH_OPTIONS,
				...JOIN_OPTIONS,
				...ROOM_OPTIONS,
				roomSpace: ROOM_FILE_OPTIONS.roomSpace,
				surface: SURFACE_OPTIONS.surface,
				surfaceNode: SURFACE_OPTIONS.surfaceNode,
			},
			options,
		) as ViewOptions,
		...(context.surfaces === K1 ? {} : { surfaces: context.surfaces }),
	};
	return { data, read };
}

/** The files that opening some inputs reads, and those that belong beside them. */
async function filesRead(inputs: readonly string[], session: ViewSession): Promise<Set<string>> {
	const report = new Report();
	const open = async (path: string) => (await import('../../jobs/files/files.ts')).openFile(path, report);
	const { level } = await readLevelInput({ ...session, report, open, context: { ...session.context, report } }, inputs);
	const { areaFiles } = await import('../../jobs/level/area-files.ts');
	for (const path of inputs.filter((each) => session.registry.layoutFormat(each) !== undefined))
		await areaFiles(await open(path), level.layout, { report });
	const beside = inputs.flatMap((path) => companions(path, session)).filter((path) => existsSync(path));
	return new Set(await Promise.all([...report.inputs, ...beside].map((path) => realpath(path))));
}

/** Files that checks ask for beside an input: a layout's visibility, the other states of a door. */
function companions(path: string, { registry }: ViewSession): string[] {
	const absolute = resolve(path);
	if (registry.layoutFormat(path) !== undefined)
		return registry.visibilities.flatMap(({ extensions }) =>
			extensions.map((each) => absolute.replace(/\.[^.]*$/, each)),
		);
	return doorFileNames(absolute);
}

/** Names files by their paths below their common folder, so that a page that is passed on does not show where that lies. */
function namer(paths: readonly string[]): (path: string) => string {
	let common = dirname(paths[0]);
	while (!paths.every((path) => path.startsWith(common.endsWith(sep) ? common : `${common}${sep}`)))
		common = dirname(common);
	return (path) => relative(common, path).replaceAll(sep, '/');
}

/** The name of a file, or of one in an archive. */
async function nameIn(path: string, nameOf: (path: string) => string): Promise<string> {
	const real = await realpath(path).catch(() => undefined);
	if (real !== undefined) return nameOf(real);
	const archive = dirname(path);
	return archive === path ? nameOf(path) : `${await nameIn(archive, nameOf)}/${basename(path)}`;
}

const zipped = promisify(gzip);

/** A file for the page; for an archive, its files that belong to a level. */
async function pageFiles(path: string, name: string, { registry }: ViewSession): Promise<PageFile[]> {
	if (!isArchiveName(path)) return [await pageFile(await readFile(path), name)];
	const { archive } = await openArchive(path);
	const wanted = archive.entries.filter((entry) => registry.reads(resourceFileName(entry)));
	return Promise.all(
		wanted.map(async (entry) => pageFile(await readEntry(archive, entry), `${name}/${resourceFileName(entry)}`)),
	);
}

async function pageFile(bytes: Uint8Array, name: string): Promise<PageFile> {
	const small = await zipped(bytes);
	const gzips = small.length < bytes.length;
	return {
		path: name,
		content: Buffer.from(gzips ? small : bytes).toString('base64'),
		...(gzips ? { gzip: true } : {}),
	};
}

/** Inputs as files on disk. */
export interface TakenOut {
	readonly paths: readonly string[];
	/** Removes what was taken out. */
	remove(): Promise<void>;
}

/**
 * Copies inputs that are in archives or in a game into a temporary folder, for code that works on files. Others stay where they are.
 * @throws InputError for an input that cannot be read
 */
async function takenOut(
	words: readonly string[],
	{ registry, report, context, options }: ViewSession,
): Promise<TakenOut> {
	const [{ someLevelWords }, { folderOf, openFile, roomFiles }, { readLayout }, { areaFiles }] = await Promise.all([
		import('../../jobs/files/inputs.ts'),
		import('../../jobs/files/files.ts'),
		import('../../jobs/files/layout-file.ts'),
		import('../../jobs/level/area-files.ts'),
	]);
	let folder: string | undefined;
	const take = async (name: string, bytes: Uint8Array): Promise<string> => {
		folder ??= await mkdtemp(join(tmpdir(), 'wokflow-'));
		const path = join(folder, name);
		await writeFile(path, bytes);
		return path;
	};
	const remove = async (): Promise<void> => {
		if (folder !== undefined) await rm(folder, { recursive: true, force: true });
	};
	const paths: string[] = [];
	const limits = given(ROOM_LIMIT_OPTIONS, options);
	try {
		const inputs = words.length === 0 ? [] : await someLevelWords(words, registry, report, limits);
		for (const path of inputs) {
			if (path === '-' || (await stat(path).catch(() => undefined)) !== undefined) {
				paths.push(path);
				continue;
			}
			const source = await openFile(path, report);
			paths.push(await take(basename(path), await source.bytes()));
			if (registry.layoutFormat(path) === undefined) continue;
			const stem = stemOf(basename(path));
			for (const extension of registry.visibilities.flatMap(({ extensions }) => extensions)) {
				const bytes = await source.sibling?.(`${stem}${extension}`).catch(() => undefined);
				if (bytes !== undefined) await take(`${stem}${extension}`, bytes);
			}
			const layout = await readLayout(source, registry, report.separate());
			// Each is written into a file.
			checkLayoutRooms(layout, options.maxRooms, report.within({ file: path }));
			for (const [name, bytes] of await areaFiles(source, layout, context)) await take(name, bytes);
			const rooms = roomFiles(folderOf(path), report, registry.binaryRoomExtensions);
			// Findings about the layout are reported when the page is made.
			for (const { model } of layout.rooms) {
				const room = await rooms.find(model);
				if (room !== undefined) await take(room.fileName, await room.bytes());
			}
		}
	} catch (error) {
		await remove();
		throw error;
	}
	return { paths, remove };
}
