import { existsSync } from 'node:fs';
import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import { TWIN_OPTIONS } from '../../game/mdl/twin.ts';
import type { RoomTwins, SyncFiles, SyncRoom } from '../../jobs/edit/sync.ts';
import { PLACE_ROOM_OPTIONS, ROOM_FOLDER_OPTION, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { given, text } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { checkLayoutRooms, ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { counted, decimal } from '../../src/text/numbers.ts';
import { EXIT } from '../shared/ending.ts';
import { outputsJson } from '../shared/json.ts';
import {
	checkExtension,
	checkFolder,
	IN_PLACE_OPTIONS,
	noteBackups,
	outputOf,
	outputOptions,
	writeChanged,
	writeMade,
} from '../shared/outputs.ts';
import { printMade, type Session } from '../shared/session.ts';
import { DONE } from '../shared/terminal.ts';

/** Options of `wokflow game sync`. */
export const SYNC_OPTIONS = {
	...ROOM_FOLDER_OPTION,
	modelFolder: text('Folder of the room models (.mdl, .mdx).', {
		placeholder: 'folder',
		otherwise: 'where their walkmeshes lie',
	}),
	layout: { ...PLACE_ROOM_OPTIONS.layout, text: 'Layout (.lyt) of a room that is named by its file.' },
	...TWIN_OPTIONS,
	...outputOptions('Folder to write the models into that change.'),
	...IN_PLACE_OPTIONS,
	surfacemat: SURFACE_OPTIONS.surfacemat,
	...ROOM_LIMIT_OPTIONS,
};

type SyncSession = Session<typeof SYNC_OPTIONS>;

/** `wokflow game sync [check] ROOMS`: brings the walkmesh within room models in step with the rooms' walkmesh files. */
export async function syncModels(session: SyncSession): Promise<number | undefined> {
	const { options, registry, context, report, terminal, words } = session;
	const isCheck = words[0] === 'check';
	const { output, inPlace = false } = options;
	const [first = ''] = words;
	if (!isCheck && /^[a-z]+$/i.test(first) && !existsSync(first)) {
		const { didYouMean } = await import('../../src/text/names.ts');
		throw new UsageError(`"${first}" is not a file, and not a word of game sync.${didYouMean(first, ['check'])}`);
	}
	if (isCheck ? inPlace || output !== undefined : inPlace === (output !== undefined))
		throw new UsageError(
			isCheck
				? 'game sync check writes nothing: leave --output and --in-place away.'
				: 'game sync needs to know where to write: -o FOLDER, or --in-place (-i). To compare only: wokflow game sync check ROOM.',
		);
	if (output !== undefined) checkFolder(output, registry, 'game sync');
	const inputs = isCheck ? words.slice(1) : words;
	if (inputs.length === 0) throw new UsageError('game sync needs a layout (.lyt), or a room by its .mdl or .wok.');
	const [{ compareRooms }, files, { levelWords }] = await Promise.all([
		import('../../jobs/edit/sync.ts'),
		import('../../jobs/files/files.ts'),
		import('../../jobs/files/inputs.ts'),
	]);
	const rooms: RoomTwins[] = [];
	for (const word of await levelWords(inputs, registry, report, given(ROOM_LIMIT_OPTIONS, options))) {
		const asked = await roomsOf(word, session);
		const folder = files.folderOf(word);
		const found: SyncFiles = {
			walkmeshes: files.roomFiles(options.roomFolder ?? folder, report, registry.binaryRoomExtensions),
			models: files.roomFiles(options.modelFolder ?? options.roomFolder ?? folder, report, ['.mdl']),
		};
		rooms.push(...(await compareRooms(asked, found, given(TWIN_OPTIONS, options), context)));
	}
	const apart = rooms.filter(({ comparison }) => comparison !== undefined && !comparison.inStep);
	const made = isCheck ? [] : (await Promise.all(apart.map((room) => room.sync()))).flatMap((each) => each ?? []);
	const { files: written, backups } = await writeChanged(made, session);
	if (session.wantsJson) {
		session.json({ rooms: rooms.map(jsonOf), outputs: outputsJson(written), backups });
	} else {
		print(rooms, written.length, isCheck, session);
		noteBackups(backups, terminal);
	}
	// A room without a model or a walkmesh has nothing to be in step with.
	const isBad = rooms.length === 0 || rooms.some(({ comparison }) => comparison?.inStep !== true);
	if (isCheck) return isBad || report.failed ? EXIT.findings : EXIT.fine;
	return undefined;
}

async function roomsOf(word: string, { options, registry, report }: SyncSession): Promise<SyncRoom[]> {
	const [{ roomsOfLayout, roomInLayout }, { openLayout, openFile }] = await Promise.all([
		import('../../jobs/edit/sync.ts'),
		import('../../jobs/files/files.ts'),
	]);
	if (registry.layoutFormat(word) !== undefined) {
		const layout = await openLayout(word, registry, report);
		checkLayoutRooms(layout, options.maxRooms, report.within({ file: word }));
		return roomsOfLayout(layout);
	}
	const layout = options.layout === undefined ? undefined : await openLayout(options.layout, registry, report);
	return [roomInLayout((await openFile(word, report)).name, layout)];
}

function jsonOf({ room, model, walkmesh, comparison }: RoomTwins): Record<string, unknown> {
	if (comparison === undefined) return { room, model, walkmesh, inStep: false };
	const { at: _, surfaceOf: __, ...rest } = comparison;
	return { room, model, walkmesh, ...rest };
}

function print(rooms: readonly RoomTwins[], written: number, isCheck: boolean, { terminal }: SyncSession): void {
	const width = Math.max(0, ...rooms.map(({ room }) => room.length));
	for (const { room, comparison } of rooms) {
		const apart = comparison === undefined ? '' : `, corners up to ${decimal(comparison.distance * 1000, 3)} mm apart`;
		const state = comparison === undefined ? 'no AABB node' : comparison.inStep ? `in step${apart}` : 'out of step';
		terminal.result(`${room.padEnd(width)}  ${state}`);
	}
	const inStep = rooms.filter(({ comparison }) => comparison?.inStep === true).length;
	terminal.note(
		`${inStep} of ${counted(rooms.length, 'room')} in step${isCheck ? '' : `, ${counted(written, 'file')} written`}`,
	);
}

/** Options of `wokflow game place`. */
export const PLACE_OPTIONS = {
	into: text('GIT to put them into: everything else in it stays, and what stands within a metre is moved.', {
		placeholder: 'file',
		otherwise: 'a new one',
	}),
	template: MODULE_OPTIONS.template,
	...outputOptions('GIT to write, named like the area.'),
};

type PlaceSession = Session<typeof PLACE_OPTIONS>;

/** `wokflow game place PLACEMENTS AREA.git`: puts the doors and placeables of a level into the area file of a module. */
export async function placeThings(session: PlaceSession): Promise<number | undefined> {
	const { words, options, report, terminal, open } = session;
	if (words.length === 0 || words.length > 2)
		throw new UsageError('Name the placements and the GIT: wokflow game place out/quay.placements.json quay.git');
	const output = outputOf(words[1], options, 'AREA.git');
	checkExtension(output, ['.git'], 'game place');
	const [{ readGit, readPlacements }, { emptyGit, placeInGit }, { writeGff }] = await Promise.all([
		import('../../jobs/level/area-files.ts'),
		import('../../game/area/area-resources.ts'),
		import('../../game/gff/write.ts'),
	]);
	const [path] = words;
	const { placements } = readPlacements(await (await open(path)).bytes(), report.within({ file: path }));
	const { into, template } = options;
	const old = into === undefined ? undefined : readGit(await (await open(into)).bytes(), report.within({ file: into }));
	const git = placeInGit(old ?? emptyGit(), placements, template === undefined ? {} : { template });
	const made = report.failed ? [] : [{ path: output, bytes: writeGff(git) }];
	const { files } = await writeMade(made, session);
	const doors = placements.filter(({ kind }) => kind === 'door').length;
	const placeables = placements.length - doors;
	const wrote = `${terminal.paint(DONE, 'wrote')} ${output}: ${counted(doors, 'door')}, ${counted(placeables, 'placeable')}`;
	printMade({ files, json: { doors, placeables }, lines: [wrote] }, session);
	return undefined;
}
