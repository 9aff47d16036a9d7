import { basename, dirname } from 'node:path';
import { areasOf, type Game, type GameArea } from '../../game/installation/game.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { InputError, type Report } from '../../src/findings/report.ts';
import { PLACEHOLDER_ROOM } from '../../src/model/level.ts';
import { stemOf } from '../../src/text/paths.ts';
import { openFile, openLayout } from '../files/files.ts';
import { folderAt } from '../files/folders.ts';
import { readGit } from '../level/area-files.ts';
import { reportMissingParts } from '../level/module.ts';

/** An area with the rooms of its layout. */
export interface AreaRooms extends GameArea {
	/** Names in the order of the layout, without placeholders; empty without a layout. */
	readonly rooms: readonly string[];
	/** Rooms for which the game finds no walkmesh. */
	readonly missing: readonly string[];
}

/**
 * The areas of a game with the rooms of their layouts, and the rooms without a walkmesh.
 * @param report gets archives and layouts that cannot be read; the others are still listed
 */
export async function areaRooms(game: Game, registry: Registry, report: Report): Promise<AreaRooms[]> {
	const areas = await areasOf(game, (finding) => report.push(finding));
	const [extension] = registry.binaryRoomExtensions;
	const found: AreaRooms[] = [];
	for (const area of areas) {
		const { layout } = area;
		const rooms = layout === undefined ? [] : await roomsOf(layout, registry, report);
		const folder = layout === undefined ? undefined : await folderAt(dirname(layout));
		const missing: string[] = [];
		for (const room of rooms) if ((await folder?.locate(`${room}${extension}`)) === undefined) missing.push(room);
		found.push({ ...area, rooms, missing });
	}
	return found;
}

/** Reports what an area names and the game does not have: models of rooms, templates of doors and placeables. Other faults are left to `check`. */
export async function checkParts(layoutPath: string, registry: Registry, report: Report): Promise<void> {
	const within = report.within({ file: layoutPath });
	const folder = await folderAt(dirname(layoutPath));
	if (folder === undefined) return;
	try {
		const layout = await openLayout(layoutPath, registry, report.separate());
		const gitPath = (await folder.locate(`${stemOf(basename(layoutPath))}.git`))?.path;
		const git =
			gitPath === undefined
				? undefined
				: readGit(await (await openFile(gitPath, report.separate())).bytes(), report.separate());
		await reportMissingParts(layout, git, within, async (name) => (await folder.locate(name)) !== undefined);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
	}
}

async function roomsOf(layout: string, registry: Registry, report: Report): Promise<string[]> {
	try {
		// Faults of layouts are left to `check`.
		const { rooms } = await openLayout(layout, registry, report.separate());
		return rooms.map(({ model }) => model).filter((model) => model !== PLACEHOLDER_ROOM);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		report.push(error.finding);
		return [];
	}
}
