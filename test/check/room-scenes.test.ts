import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeLyt } from '../../exporters/lyt/write.ts';
import { checkSource } from '../../pipeline/check.ts';
import { convertBytes } from '../../pipeline/convert-bytes.ts';
import { createRegistry } from '../../pipeline/default-registry.ts';
import { roomFiles } from '../../pipeline/files.ts';
import { Report } from '../../src/findings/report.ts';
import type { RoomFiles } from '../../src/formats/contracts.ts';
import { bytesSource } from '../../src/formats/sources.ts';
import type { Layout } from '../../src/level/level.ts';
import type { SpaceOption } from '../../src/scene/space.ts';
import { CONTEXT, isLoud } from '../support/planted-level.ts';

const REGISTRY = createRegistry();

/** What `wokflow check` tells, more than notes, of a layout whose rooms are scenes. */
async function toldOf(bytes: Uint8Array, files: RoomFiles, roomSpace?: SpaceOption): Promise<string[]> {
	const options = { roomFiles: files, ...(roomSpace === undefined ? {} : { roomSpace }) };
	const found = await checkSource(
		bytesSource(bytes, 'row.lyt'),
		options,
		{ ...CONTEXT, report: new Report() },
		REGISTRY,
	);
	return found.filter(isLoud).map(({ code }) => code);
}

/** A hall about the origin of the area, a corridor and a room at its end: the first file could be in either space. */
const LAYOUT: Layout = {
	rooms: [
		{ model: 'hall', position: [2, 1, 0] },
		{ model: 'corridor', position: [9, 1, 0] },
		{ model: 'end', position: [16, 1, 0] },
	],
	tracks: [],
	obstacles: [],
	doorHooks: [],
};
const kitRooms = (): RoomFiles => roomFiles('fixtures/kit', new Report(), REGISTRY.roomExtensions);

test('rooms that are scenes about their own origins are put where the layout says, and linked as a level is', async () => {
	expect(await toldOf(writeLyt(LAYOUT), kitRooms())).toEqual([]);
	expect(await toldOf(writeLyt(LAYOUT), kitRooms(), 'room')).toEqual([]);
	// Left where they are, they lie in one heap.
	expect(await toldOf(writeLyt(LAYOUT), kitRooms(), 'area')).toContain('ROOMS_OVERLAP');
});

test('a room of which its space cannot be told has that of the others', async () => {
	const alone = { ...LAYOUT, rooms: LAYOUT.rooms.slice(0, 1) };
	expect(await toldOf(writeLyt(alone), kitRooms())).toEqual(['PLACE_SPACE_UNSURE']);
});

test('beside a walkmesh, scenes are not linked: what the level has now is told', async () => {
	const corridor = convertBytes(await readFile('fixtures/kit/corridor.obj'), 'corridor.obj', 'corridor.wok', {
		origin: [9, 1, 0],
	});
	const [{ bytes }] = (await corridor).files;
	const others = kitRooms();
	const find: RoomFiles['find'] = async (room) =>
		room === 'corridor' ? bytesSource(bytes, 'corridor.wok') : others.find(room);
	expect(await toldOf(writeLyt(LAYOUT), { ...others, find })).toEqual(['LEVEL_UNLINKED']);
});
