import { LevelFacts } from '../../check/facts/level-facts.ts';
import { checkUnlistedRooms } from '../../check/rooms/unlisted-rooms.ts';
import { findImporter, readSource } from '../../pipeline/read.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import type { InputSource, ReadContext, RoomFiles } from '../../src/formats/contracts.ts';
import type { Layout, Level, Room, Visibility } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { LINK_OPTIONS } from '../../src/seams/link.ts';

/** Of more files than this, a folder holds other levels as well. */
const MOST_UNLISTED = 32;

/**
 * Reports rooms whose walkmesh files lie beside those of a level and that its layout has lost. Files of other levels are not read: only those that the
 * level names, and those whose names begin like that of a listed room. One with a name like that of a room without a file is that room, misspelt.
 *
 * @param level with the links as they are in the files
 * @param file of the layout
 */
export async function findUnlistedRooms(
	level: Level,
	roomFiles: RoomFiles | undefined,
	visibility: Visibility | undefined,
	context: ReadContext,
	registry: Registry,
	file?: string,
): Promise<void> {
	const { report, surfaces } = context;
	const listed = level.layout.rooms.map(({ model }) => model);
	const others = (await roomFiles?.others?.(listed)) ?? [];
	if (roomFiles === undefined || others.length === 0) return;
	const named = namesBeside(level.layout, visibility);
	const isNamed = (name: string): boolean => named.has(name.toLowerCase());
	const families = new Set(listed.map(familyOf));
	const misspelt = new Set<string>();
	for (const { name, walkmesh } of level.rooms)
		if (walkmesh === undefined) for (const near of (await roomFiles.near?.(name, listed)) ?? []) misspelt.add(near);
	const candidates = others.filter((name) => !misspelt.has(name) && (isNamed(name) || families.has(familyOf(name))));
	if (candidates.length > MOST_UNLISTED) return;
	const unlisted: Room[] = [];
	for (const name of candidates) {
		// What is wrong with a file that belongs to no room matters to nobody.
		const within = { ...context, report: new Report() };
		try {
			const source = await roomFiles.find(name);
			if (source === undefined) continue;
			const walkmesh =
				findImporter(source, registry, within.report).gives === 'walkmeshes'
					? await groundOf(source, within, registry)
					: undefined;
			if (walkmesh !== undefined) unlisted.push({ name, walkmesh });
			else if (isNamed(name)) unlisted.push({ name });
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
		}
	}
	if (unlisted.length === 0) return;
	const tolerance = LINK_OPTIONS.tolerance.default;
	const facts = new LevelFacts({ ...level, rooms: [...level.rooms, ...unlisted] }, surfaces, tolerance);
	checkUnlistedRooms(facts, tolerance, isNamed, report, file === undefined ? {} : { file });
}

async function groundOf(source: InputSource, context: ReadContext, registry: Registry): Promise<Walkmesh | undefined> {
	const loaded = await readSource(source, {}, context, registry);
	const walkmeshes = loaded.kind === 'walkmeshes' ? loaded.walkmeshes : [];
	return walkmeshes.find(({ walkmesh }) => walkmesh.kind === 'area')?.walkmesh;
}

/** Names of rooms in the visibility file and at door hooks, in lower case. */
function namesBeside({ doorHooks }: Layout, visibility: Visibility | undefined): ReadonlySet<string> {
	const seen = visibility?.entries.flatMap(({ room, visible }) => [room, ...visible]) ?? [];
	return new Set([...seen, ...doorHooks.map(({ room }) => room)].map((name) => name.toLowerCase()));
}

/** `quay` of `quay_01a`: what the names of a level's rooms begin with. */
function familyOf(name: string): string {
	return name.toLowerCase().replace(/_[^_]*$/, '');
}
