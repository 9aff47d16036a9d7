import { expect, test } from 'vitest';
import { generator } from '../support/mutate.ts';
import { checkSources, cleanLevel, copyOf, isLoud, sourcesOf } from '../support/planted-level.ts';

const CLEAN = cleanLevel(generator(3), 4, 72);

test('a room whose file cannot be read is reported, and not the links to it, whose removal would be no remedy', async () => {
	const files = copyOf(CLEAN);
	files.bytes.set(1, new Uint8Array(0));
	const found = await checkSources(sourcesOf(files));
	expect(found.filter(isLoud).map(({ code }) => code)).toEqual(['BWM_EMPTY']);
});

test('a room file that says that it is a placeable is reported as that, with its place in the header', async () => {
	const files = copyOf(CLEAN);
	const { source, roomFiles } = sourcesOf(files);
	const room = await roomFiles.find(files.layout.rooms[1].model);
	const bytes = (await room?.bytes())?.slice() ?? new Uint8Array();
	bytes[8] = 0;
	files.bytes.set(1, bytes);
	const found = await checkSources({ ...sourcesOf(files), source });
	expect(found.filter(isLoud).map(({ code, location }) => [code, location.room])).toEqual([
		['ROOM_WITHOUT_GROUND', files.layout.rooms[1].model],
	]);
	expect(found.find(isLoud)?.help).toContain('byte 8');
});
