import { dirname } from 'node:path';
import { areasOf, type Game, type GameArea } from '../../game/installation/game.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { InputError, type Report } from '../../src/findings/report.ts';
import { PLACEHOLDER_ROOM } from '../../src/model/level.ts';
import { openLayout } from '../files/files.ts';
import { folderAt } from '../files/folders.ts';

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
		for (const room of rooms) if ((await folder?.find(`${room}${extension}`)) === undefined) missing.push(room);
		found.push({ ...area, rooms, missing });
	}
	return found;
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
