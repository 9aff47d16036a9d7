import { OnFoot } from '../check/facts/on-foot.ts';
import { knownPlaces } from '../check/facts/rooms-alike.ts';
import { reportGround } from '../check/ground/ground-answer.ts';
import { checkLevel, ROOM_CHECKS_OF_LEVEL } from '../check/level.ts';
import { type MeshCheck, runMeshChecks } from '../check/mesh.ts';
import { type CheckProfile, PROFILE_SEVERITIES } from '../check/profiles.ts';
import { checkPositions } from '../check/rooms/positions.ts';
import { sparingRisers, withoutConsequences } from '../check/rules.ts';
import { RESULT_CHECKS } from '../check/stages.ts';
import { checkTablesOf } from '../check/tables/tables.ts';
import { checkPathPoints } from '../check/things/path-points.ts';
import { checkEntry } from '../check/things/things.ts';
import { tryAdvice } from '../check/tried-advice.ts';
import { decodeBwm, fileIdentity } from '../importers/bwm/decode.ts';
import { LevelQuery } from '../level/query/level-query.ts';
import type { RoomOptions } from '../level/rooms/room-nodes.ts';
import { checkVisibleLinks } from '../level/rooms/visibility.ts';
import { CHECK_FINDINGS } from '../pipeline/findings.ts';
import type { JoinOptions, MeshOptions, ReadOptions } from '../pipeline/options.ts';
import { findImporter, readSource } from '../pipeline/read.ts';
import {
	convertRecipe,
	joinRecipe,
	levelRecipe,
	placeRecipes,
	resolveRecipe,
	runStages,
	stagesOf,
} from '../pipeline/recipe.ts';
import type { Registry } from '../pipeline/registry.ts';
import { reportDoorStates, toWalkmeshes } from '../pipeline/wanted.ts';
import { type FileIdentity, walkmeshFromBwm } from '../src/bwm/derive.ts';
import { factsContext, KnownRooms } from '../src/facts/room-facts.ts';
import { type Finding, InputError, Report } from '../src/findings/report.ts';
import {
	type InputSource,
	type LoadedWalkmesh,
	pathOrName,
	type ReadContext,
	type RoomFiles,
} from '../src/formats/contracts.ts';
import { checkLayoutRooms, checkReadRooms } from '../src/formats/limits.ts';
import {
	gameFileProblem,
	type Layout,
	type Level,
	levelOfRoom,
	PLACEHOLDER_ROOM,
	type Room,
} from '../src/model/level.ts';
import { createWalkmesh, DOOR_STATES, doorFileNames, kindOfFileName, type Walkmesh } from '../src/model/walkmesh.ts';
import { checkRoomsUp } from '../src/scene/frame.ts';
import type { SpaceOption } from '../src/scene/space.ts';
import { doorwayLinks } from '../src/seams/doorways.ts';
import { withRemedy } from './edit/remedies.ts';
import { checkLevelName, readLayoutFiles } from './files/layout-file.ts';
import { LEVEL_FILE_FINDINGS } from './files/level-findings.ts';
import { checksAfter, inspect } from './inspect.ts';
import { entryBeside, entryFileOf, objectsBeside, pathsBeside, pathsFileOf, thingsBeside } from './level/area-files.ts';
import { readLevel } from './level/level.ts';
import { findUnlistedRooms } from './level/unlisted-rooms.ts';

export interface CheckOptions {
	readonly read?: ReadOptions;
	/** Stage options for scenes, which are converted before they are checked. */
	readonly mesh?: MeshOptions & JoinOptions;
	/** Which nodes of a scene are rooms. */
	readonly rooms?: RoomOptions;
	/** For layouts: where the files of the rooms are. */
	readonly roomFiles?: RoomFiles;
	/** For layouts: the space of the vertices of rooms that are scenes. Walkmeshes are looked at where they are. */
	readonly roomSpace?: SpaceOption;
	/** Default: `build`. */
	readonly profile?: CheckProfile;
	/** Called with the level that was checked, for example to draw it. */
	readonly onLevel?: (level: Level) => void;
}

/** What the parts of one check share. */
interface CheckRun {
	readonly options: CheckOptions;
	readonly context: ReadContext;
	readonly registry: Registry;
	/** The files of rooms, by the rooms' names in lower case. */
	readonly files: Map<string, string>;
	/** Names in lower case of the rooms whose files could not be read. */
	readonly unread: Set<string>;
}

/** Number of findings kept per code and room; all of them are counted. */
const KEEP = 1000;

/**
 * Checks a walkmesh, a level by its layout, or the walkmeshes that a scene would become. It never stops at the first fault: a file that cannot be
 * read is a finding like any other. Nothing is changed.
 *
 * @returns one finding for each cause, in the order they were found
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const findings = await checkSource(await openFile('room.wok', report), {}, context, createRegistry());
 * for (const { severity, code, message } of findings) console.log(severity, code, message);
 */
export async function checkSource(
	source: InputSource,
	options: CheckOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Finding[]> {
	const report = new Report({ severity: PROFILE_SEVERITIES[options.profile ?? 'build'], keep: KEEP });
	const files = new Map<string, string>();
	const within = { ...context, report: report.withRoomFiles(files) };
	const run: CheckRun = { options, context: within, registry, files, unread: new Set() };
	const isLayout = registry.layoutFormat(source.fileName) !== undefined;
	let areScenes = false;
	try {
		if (isLayout) areScenes = await checkLayoutLevel(source, run);
		else if (findImporter(source, registry, report.within({ file: pathOrName(source) })).gives === 'walkmeshes')
			await checkFile(source, run);
		else await checkScene(source, run);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		report.push(error.finding);
	}
	for (const path of report.inputs) context.report.noteInput(path);
	const layout = isLayout ? pathOrName(source) : undefined;
	// That links lead to a room whose file cannot be read is not their fault, and clearing them would be no remedy.
	const isCause = ({ code, location: { otherRoom = '' } }: Finding): boolean =>
		code !== 'LINK_WITHOUT_GROUND' || !run.unread.has(otherRoom.toLowerCase());
	const remedied = withoutConsequences(report.findings.filter(isCause), (finding) =>
		isTold(finding, context.report),
	).map((finding) => withRemedy(finding, layout, areScenes));
	return [...sparingRisers(remedied)];
}

/** False for a finding that the user has chosen to ignore, or to take for a note. */
function isTold({ code }: Finding, { options: { ignore = [], severity = {} } }: Report): boolean {
	return !ignore.includes(code) && severity[code] !== 'info';
}

async function checkFile(source: InputSource, { options, context, registry }: CheckRun): Promise<void> {
	checkForm(source, context.report, registry);
	checkFileName(source, context.report);
	await checkDoorFiles(source, context);
	const recipe = convertRecipe(options.mesh ?? {});
	const isRoom = kindOfFileName(source.fileName) === 'area';
	const file = pathOrName(source);
	await inspect(source, options.read ?? {}, recipe, context, registry, (_, walkmesh) => {
		const { kind, name } = walkmesh;
		if (isRoom && kind !== 'area') context.report.add(CHECK_FINDINGS.ROOM_WITHOUT_GROUND, { file }, { name, kind });
		if (kind === 'area')
			reportGround(new OnFoot(levelOfRoom(walkmesh), context.surfaces), context.report.within({ file }));
	});
}

async function checkScene(source: InputSource, { options, context, registry }: CheckRun): Promise<void> {
	const { read, rooms, mesh = {} } = options;
	const recipe = levelRecipe(mesh);
	const level = await readLevel(
		source,
		{ recipe, ...(read === undefined ? {} : { read }), ...(rooms === undefined ? {} : { rooms }) },
		context,
		registry,
	);
	options.onLevel?.(level);
}

/** @returns whether all rooms are scenes */
async function checkLayoutLevel(source: InputSource, run: CheckRun): Promise<boolean> {
	const { options, context, registry } = run;
	const { report, surfaces } = context;
	const { layout, visibility } = await readLayoutFiles(source, registry, report);
	const known = new KnownRooms(surfaces);
	const { maxRooms } = options.rooms ?? {};
	const within = report.within({ file: pathOrName(source) });
	checkLayoutRooms(layout, maxRooms, within);
	const { rooms, objects, areMade } = await readRooms(layout, known, run);
	if (rooms.every(({ walkmesh }) => walkmesh === undefined)) {
		const looked = options.roomFiles?.looked ?? '';
		report.fail(LEVEL_FILE_FINDINGS.LEVEL_NO_ROOM_FILE, { file: pathOrName(source) }, { looked });
	}
	checkReadRooms(rooms, maxRooms, within);
	reportDoorStates(objects, { surfaces, report, checks: registry.checks });
	checkLevelName(source.name, false, within);
	const things = await thingsBeside(source, layout, context);
	const placed = await objectsBeside(source, things, context);
	const read: Level = { name: source.name, layout, rooms, objects: [...objects, ...placed], things };
	await findUnlistedRooms(read, options.roomFiles, visibility, context, registry, pathOrName(source));
	const joins = areMade ? joinRecipe(options.mesh) : [];
	const level = await runStages(read, stagesOf(resolveRecipe(joins, registry), 'level'), { ...context, rooms: known });
	options.onLevel?.(level);
	checkLevel(level, surfaces, report, { names: false, stale: !areMade }, known);
	if (areMade) tryAdvice(level, surfaces, report);
	checkPositions(level, surfaces, report);
	// Of scenes it was told as they were read.
	if (!areMade)
		checkRoomsUp(
			rooms.flatMap(({ walkmesh }) => walkmesh ?? []),
			surfaces,
			report,
		);
	const paths = await pathsBeside(source, context);
	if (paths !== undefined) checkPathPoints(level, paths, surfaces, report.within({ file: pathsFileOf(source) }));
	const entry = await entryBeside(source, context);
	if (entry !== undefined && knownPlaces(level)(entry))
		checkEntry(new LevelQuery(level, { surfaces }), entry, report.within({ file: entryFileOf(source) }));
	// Only real doorways count: a link without one has a finding of its own, and the player sees nothing through it.
	if (visibility !== undefined)
		checkVisibleLinks(visibility, level, report, doorwayLinks(level, surfaces, known.perimeterOf));
	return areMade;
}

/** Reads the rooms of a layout and checks each by itself. */
async function readRooms(
	layout: Layout,
	known: KnownRooms,
	run: CheckRun,
): Promise<{
	readonly rooms: readonly Room[];
	readonly objects: readonly Walkmesh[];
	/** True where all of them are scenes: they have no links yet, and are linked as building the level links them. */
	readonly areMade: boolean;
}> {
	const { report, signal } = run.context;
	const rooms: Room[] = [];
	const objects: Walkmesh[] = [];
	let areMade = true;
	for (const placed of layout.rooms) {
		signal?.throwIfAborted();
		const { model } = placed;
		const { room, isScene, checks } = await readRoom(placed, layout, run).catch((error) => {
			if (!(error instanceof InputError)) throw error;
			report.push(error.finding);
			run.unread.add(model.toLowerCase());
			return NO_ROOM;
		});
		if (!isScene && room.length > 0) areMade = false;
		const file = run.files.get(model.toLowerCase());
		const location = { room: model, ...(file === undefined ? {} : { file }) };
		const ground = room.find(({ walkmesh }) => walkmesh.kind === 'area');
		if (ground === undefined && room.length > 0)
			report.add(CHECK_FINDINGS.ROOM_WITHOUT_GROUND, location, { name: model, kind: room[0].walkmesh.kind });
		objects.push(...room.filter((each) => each !== ground).map(({ walkmesh }) => walkmesh));
		rooms.push(ground === undefined ? { name: model } : { name: model, walkmesh: ground.walkmesh });
		const own = ground === undefined ? undefined : known.of(ground.walkmesh);
		if (own === undefined) continue;
		const ofRoom = report.within(location);
		const left = checks.filter((check) => !ROOM_CHECKS_OF_LEVEL.includes(check));
		runMeshChecks(factsContext(own, ofRoom), {}, left);
		if (ground?.file !== undefined) checkTablesOf(ground.file, own, ofRoom);
	}
	return { rooms, objects, areMade };
}

interface ReadRoom {
	readonly room: readonly LoadedWalkmesh[];
	readonly isScene: boolean;
	/** The checks that were not made as it was read. */
	readonly checks: readonly MeshCheck[];
}

const NO_ROOM: ReadRoom = { room: [], isScene: false, checks: [] };

async function readRoom(
	{ model, position }: Layout['rooms'][number],
	layout: Layout,
	{ options, context, registry, files }: CheckRun,
): Promise<ReadRoom> {
	const { report } = context;
	if (model === PLACEHOLDER_ROOM) return NO_ROOM;
	const source = await options.roomFiles?.find(model);
	if (source === undefined) {
		const looked = options.roomFiles?.looked ?? '';
		const listed = layout.rooms.map((room) => room.model);
		const near = (await options.roomFiles?.near?.(model, listed)) ?? [];
		const data = { room: model, looked, ...(near.length === 0 ? {} : { near }) };
		report.add(LEVEL_FILE_FINDINGS.LEVEL_ROOM_FILE_MISSING, { room: model }, data);
		return NO_ROOM;
	}
	const file = pathOrName(source);
	files.set(model.toLowerCase(), file);
	checkForm(source, report, registry);
	const loaded = await readSource(
		source,
		options.read ?? {},
		{ ...context, report: report.within({ room: model }) },
		registry,
	);
	const { mesh, roomSpace } = options;
	const place = placeRecipes({ origin: position, ...(roomSpace === undefined ? {} : { roomSpace }) }, layout, []);
	const recipe = loaded.kind === 'scene' ? [...convertRecipe(mesh ?? {}), ...place.scene] : [];
	const within = { ...context, report: report.within({ file, room: model }) };
	const stages = resolveRecipe(recipe, registry);
	const room = await toWalkmeshes(loaded, { layout }, stages, { ...within, checks: registry.checks });
	return { room, isScene: loaded.kind === 'scene', checks: checksAfter(loaded.kind, stages) };
}

/** Reports an ASCII room walkmesh where the game expects a binary one: the game reads it, but ignores its links. */
function checkForm(source: InputSource, report: Report, registry: Registry): void {
	const within = report.within({ file: pathOrName(source) });
	if (findImporter(source, registry, within).name === 'ascii' && /\.[wpd](?:ok|wk)$/i.test(source.fileName))
		within.add(CHECK_FINDINGS.WALKMESH_TEXT, {}, {});
}

/** Checks the name of a file that the game loads by name. Names of rooms are checked with their layout. */
function checkFileName(source: InputSource, report: Report): void {
	const { fileName } = source;
	const problem = gameFileProblem(fileName);
	if (problem !== undefined)
		report.add(CHECK_FINDINGS.FILE_NAME_GAME, { file: pathOrName(source) }, { name: fileName, problem });
}

/** Reports what is wrong with the three files of a door together. To report once, only the first of the existing files does so. */
async function checkDoorFiles(source: InputSource, { surfaces, report }: ReadContext): Promise<void> {
	const { name, kind, doorState } = fileIdentity(source.fileName);
	if (kind !== 'door' || doorState === undefined || source.sibling === undefined) return;
	const states = await Promise.all(
		doorFileNames(source.fileName).map(async (file, digit) => {
			const bytes = await source.sibling?.(file).catch(() => undefined);
			return bytes === undefined ? [] : [{ bytes, doorState: DOOR_STATES[digit] }];
		}),
	);
	const found = states.flat();
	if (found[0]?.doorState !== doorState) return;
	reportDoorStates(
		found.map((each) => doorFrom(each.bytes, { name, kind, doorState: each.doorState })),
		{ surfaces, report: report.within({ file: pathOrName(source) }), checks: RESULT_CHECKS },
	);
}

/** The walkmesh of a file of a door; without faces where it cannot be read, which is reported when it is checked itself. */
function doorFrom(bytes: Uint8Array, identity: FileIdentity & { readonly name: string }): Walkmesh {
	const within = new Report();
	try {
		return { ...walkmeshFromBwm(decodeBwm(bytes, within), identity, within), ...identity };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return createWalkmesh({ ...NOTHING, ...identity });
	}
}

const NOTHING = { positions: new Float32Array(0), faces: new Uint32Array(0), surfaces: new Uint32Array(0) };
