import type { OpenedLevel, OpenQueryOptions } from '../../jobs/query.ts';
import type { LevelQuery } from '../../level/query/level-query.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { JOIN_OPTIONS, MESH_OPTIONS, ROOM_FILE_OPTIONS, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { given } from '../../src/findings/options.ts';
import type { InputSource } from '../../src/formats/contracts.ts';
import { ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import type { Session } from './session.ts';

/** Options of commands that read their inputs as one level: walkmeshes, a scene, or a layout with its rooms. */
export function levelInputOptions(registry: Registry) {
	return {
		...ROOM_FILE_OPTIONS,
		...ROOM_OPTIONS,
		...registry.readOptions,
		...SURFACE_OPTIONS,
		...MESH_OPTIONS,
		...JOIN_OPTIONS,
	};
}

/** Opens inputs as one level for queries. @throws InputError when one cannot be read */
export async function openLevelInput(
	session: LevelSession,
	inputs: readonly string[],
	more: Pick<OpenQueryOptions, 'objects' | 'placed' | 'storedTree'> = {},
): Promise<LevelQuery> {
	const [{ openQuery }, opening] = await Promise.all([import('../../jobs/query.ts'), openingOf(session, inputs)]);
	return openQuery(opening.sources, { ...opening.options, ...more }, session.context, session.registry);
}

/** Opens inputs as one level. @throws InputError when one cannot be read */
export async function readLevelInput(session: LevelSession, inputs: readonly string[]): Promise<OpenedLevel> {
	const [{ openLevel }, opening] = await Promise.all([import('../../jobs/query.ts'), openingOf(session, inputs)]);
	return openLevel(opening.sources, opening.options, session.context, session.registry);
}

type LevelSession = Pick<
	Session<ReturnType<typeof levelInputOptions>>,
	'options' | 'registry' | 'context' | 'report' | 'open'
>;

async function openingOf(
	{ options, registry, report, open }: LevelSession,
	words: readonly string[],
): Promise<{ readonly sources: readonly InputSource[]; readonly options: OpenQueryOptions }> {
	const [files, { someLevelWords }] = await Promise.all([
		import('../../jobs/files/files.ts'),
		import('../../jobs/files/inputs.ts'),
	]);
	const inputs = await someLevelWords(words, registry, report, given(ROOM_LIMIT_OPTIONS, options));
	const sources = await Promise.all(inputs.map((path) => open(path)));
	const { roomSpace, roomFolder = files.folderOf(inputs[0]) } = options;
	return {
		sources,
		options: {
			read: given(registry.readOptions, options),
			mesh: given({ ...MESH_OPTIONS, ...JOIN_OPTIONS }, options),
			rooms: given(ROOM_OPTIONS, options),
			roomFiles: files.roomFiles(roomFolder, report, registry.builtRoomExtensions),
			...(roomSpace === undefined ? {} : { roomSpace }),
		},
	};
}
