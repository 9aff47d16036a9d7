import { checkVisibility } from '../../level/rooms/visibility.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { InputError, makeFinding, type Report } from '../../src/findings/report.ts';
import { type InputSource, type OutputFile, pathBeside, pathOrName } from '../../src/formats/contracts.ts';
import { gameNameProblem, type Layout, PLACEHOLDER_ROOM, type Visibility } from '../../src/model/level.ts';
import { ROOMS_FINDINGS } from '../../src/seams/findings.ts';
import { fileNameProblem, stemOf } from '../../src/text/paths.ts';
import { LEVEL_FILE_FINDINGS } from './level-findings.ts';

/**
 * Reports the name of a level whose files the game cannot load. For a name that was given explicitly this is an error; for one taken from the input
 * it is a warning, since the walkmeshes of the rooms have names of their own.
 */
export function checkLevelName(name: string, isGiven: boolean, report: Report): void {
	const problem = gameNameProblem(name);
	// A name that no system accepts is reported when its files are named.
	if (problem === undefined || fileNameProblem(name) !== undefined) return;
	const { LEVEL_NAME, LEVEL_NAME_OF_INPUT } = LEVEL_FILE_FINDINGS;
	report.add(isGiven ? LEVEL_NAME : LEVEL_NAME_OF_INPUT, {}, { name, problem });
}

/**
 * Checks a file name made from the name of a room or model, which comes from an input: it must not lead out of the folder.
 * @throws InputError for a name that some system does not accept, such as one with a separator, and for one that begins with a dot
 */
export function safeFileName(fileName: string): string {
	if (fileNameProblem(fileName) === undefined && !fileName.startsWith('.')) return fileName;
	throw new InputError(makeFinding(LEVEL_FILE_FINDINGS.LEVEL_FILE_NAME, {}, { name: fileName.slice(0, 60) }));
}

/** A layout and the visibility file beside it. */
export interface LayoutFiles {
	readonly layout: Layout;
	/** Content of the visibility file; undefined without one. */
	readonly visibility?: Visibility;
	/** The visibility file itself, also when it cannot be read. */
	readonly visibilityFile?: OutputFile;
}

/**
 * Reports a layout without rooms, or without a file for any of its rooms. Otherwise a command would have nothing to do and would succeed.
 * @param found for each room, whether it has a file
 */
export function checkRoomFiles({ rooms }: Layout, found: readonly boolean[], looked: string, report: Report): void {
	const models = rooms.filter(({ model }) => model !== PLACEHOLDER_ROOM);
	if (models.length === 0) report.add(ROOMS_FINDINGS.LEVEL_WITHOUT_ROOMS, {}, { hasLeft: false });
	else if (!found.includes(true)) report.add(LEVEL_FILE_FINDINGS.LEVEL_NO_ROOM_FILE, {}, { looked });
}

/** As `checkRoomFiles`, and where some rooms have a file, reports each that has none. */
export function checkEachRoomFile(layout: Layout, found: readonly boolean[], looked: string, report: Report): void {
	checkRoomFiles(layout, found, looked, report);
	if (!found.includes(true)) return;
	for (const [index, { model: room }] of layout.rooms.entries()) {
		if (found[index] || room === PLACEHOLDER_ROOM) continue;
		report.add(LEVEL_FILE_FINDINGS.LEVEL_ROOM_FILE_MISSING, { room }, { room, looked });
	}
}

/** Reads a layout. @throws InputError when it cannot be read */
export async function readLayout(source: InputSource, registry: Registry, report: Report): Promise<Layout> {
	const format = registry.layoutFormat(source.fileName) ?? registry.layouts[0];
	return format.read(await source.bytes(), report.within({ file: pathOrName(source) }));
}

/**
 * Reads a layout and the visibility file of the same name beside it, and reports where the two do not fit together.
 * @throws InputError when the layout cannot be read; an unreadable visibility file is reported
 */
export async function readLayoutFiles(source: InputSource, registry: Registry, report: Report): Promise<LayoutFiles> {
	const layout = await readLayout(source, registry, report);
	const stem = stemOf(source.fileName);
	let visibilityFile: OutputFile | undefined;
	for (const { extensions, read } of registry.visibilities) {
		for (const extension of extensions) {
			const name = `${stem}${extension}`;
			const bytes = await source.sibling?.(name).catch(() => undefined);
			if (bytes === undefined) continue;
			const path = pathBeside(source, name);
			const within = report.within({ file: path });
			visibilityFile ??= { path, bytes };
			try {
				const visibility = read(bytes, within);
				checkVisibility(visibility, layout, within);
				return { layout, visibility, visibilityFile: { path, bytes } };
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				within.push(error.finding);
			}
		}
	}
	return visibilityFile === undefined ? { layout } : { layout, visibilityFile };
}
