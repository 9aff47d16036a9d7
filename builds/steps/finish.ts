import { basename, dirname } from 'node:path';
import { type WalkmeshFacts, walkmeshFacts } from '../../check/inspect/facts.ts';
import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import type { LevelTarget } from '../../jobs/config/config.ts';
import { LEVEL_FILE_OPTIONS } from '../../jobs/config/level-options.ts';
import {
	hasPlacements,
	inspectionGlb,
	type LevelReportParts,
	levelReport,
	placementsJson,
	planSvg,
	walkmeshBytes,
} from '../../jobs/level/level-files.ts';
import { moduleFileNames, moduleFiles } from '../../jobs/level/module.ts';
import { writeLyt, writeVis } from '../../level/formats/write.ts';
import { DEFAULT_VISIBILITY, visibilitySkeleton, visiblePairs } from '../../level/rooms/visibility.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import { RoomFacts } from '../../src/facts/room-facts.ts';
import { given, withDefaults } from '../../src/findings/options.ts';
import { Report, tell, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import type { Level, Room } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { slashed } from '../../src/text/paths.ts';
import { outputPath } from '../config/targets.ts';
import {
	capturing,
	type JoinedLevel,
	type JoinedRoom,
	type LayoutPack,
	PACKS,
	packsIn,
	type StepIo,
	type StepOptions,
	settle,
	tableOf,
} from './packs.ts';

/**
 * Makes the walkmesh file of one room or object. BYTES is the pack that gets the bytes of the file for the module; `-` without a module.
 */
export async function finishStep(
	[options, linked, output, found, forModule]: readonly string[],
	io: StepIo,
): Promise<void> {
	const settings = await io.read('finishOptions', options);
	const { target } = await io.target(settings);
	const at = packsIn(dirname(linked));
	const stem = basename(linked, '.linked.pack');
	const { mesh } = await io.read('linked', linked);
	if (mesh === undefined) {
		io.report.add(BUILD_FINDINGS.BUILD_ROOM_WITHOUT_GROUND, { room: stem }, {});
		return;
	}
	const surfaces = tableOf(settings);
	const context = { surfaces };
	// What the file says of the edges of the ground, the report says, too.
	const facts = mesh.kind === 'area' ? new RoomFacts(mesh, surfaces) : undefined;
	const known = facts === undefined ? {} : { adjacency: facts.adjacency, perimeters: facts.perimeters };
	const outcome = await capturing((report) => walkmeshBytes(mesh, target, { ...context, report }, known));
	const bytes = settle(outcome, io.report);
	io.output(output, bytes);
	if (forModule !== '-') io.write('walkmesh', forModule, bytes);
	io.write('facts', at(PACKS.facts(stem)), walkmeshFacts(mesh, surfaces, facts));
	io.write('found', found, outcome.captured);
}

/** The files about the whole level, in the order they are made: the report comes last, since it contains findings of drawing. */
export type WholeFile = 'lyt' | 'vis' | 'glb' | 'plan' | 'placements' | 'report';

const EXTENSIONS: Readonly<Record<WholeFile, string>> = {
	lyt: 'lyt',
	vis: 'vis',
	glb: 'glb',
	plan: 'svg',
	placements: 'placements.json',
	report: 'report.json',
};

/** All of them, in the order they are made. */
export const WHOLE_FILES: readonly WholeFile[] = Object.keys(EXTENSIONS) as WholeFile[];

/** True when the GLB of a target shows findings, so that making it reads them. */
export function showsFindings(target: LevelTarget): boolean {
	return withDefaults(LEVEL_FILE_OPTIONS, given(LEVEL_FILE_OPTIONS, target)).findings;
}

/** The files about the whole level that a target writes, with their paths. */
export function wholeFiles(target: LevelTarget, { name, layout }: LayoutPack): { file: WholeFile; path: string }[] {
	const wanted = withDefaults(LEVEL_FILE_OPTIONS, given(LEVEL_FILE_OPTIONS, target));
	return WHOLE_FILES.filter((file) => wanted[file] !== false && (file !== 'placements' || hasPlacements(layout))).map(
		(file) => ({
			file,
			path: outputPath(target.out, `${name}.${EXTENSIONS[file]}`),
		}),
	);
}

/** Makes one file of the whole level. DRAWN is the pack with findings of drawing the GLB, written with it and read for plan and report; `-` without. */
export async function gatherStep([options, file, output, drawn]: readonly string[], io: StepIo): Promise<void> {
	if (!Object.hasOwn(EXTENSIONS, file))
		throw new UsageError(`step gather makes ${WHOLE_FILES.join(', ')}, not "${file}".`);
	const at = packsIn(dirname(options));
	const settings = await io.read('gatherOptions', options);
	const surfaces = tableOf(settings);
	const { name, layout } = await io.read('layout', at(PACKS.layout));
	const give = (made: string | Uint8Array): void =>
		io.output(output, typeof made === 'string' ? new TextEncoder().encode(made) : made);
	if (file === 'lyt') return give(writeLyt(layout));
	if (file === 'placements') return give(placementsJson({ name, layout }));
	const joined = await io.read('joined', at(PACKS.joined));
	if (file === 'vis') {
		return give(visibilityFile({ name, layout }, joined, settings.target));
	}
	if (file === 'glb') {
		const shown = showsFindings(settings.target) ? (await foundBefore(joined, at, io, settings)).findings : [];
		const level = await readJoined({ name, layout }, joined, at, io);
		const outcome = await capturing((report) => inspectionGlb(level, { surfaces, report }, shown));
		const bytes = settle(outcome, io.report);
		io.write('drawn', drawn, outcome.captured);
		return give(bytes);
	}
	const report = await foundBefore(joined, at, io, settings);
	if (drawn !== '-') tell(await io.read('drawn', drawn), report);
	if (file === 'plan') {
		const level = await readJoined({ name, layout }, joined, at, io);
		return give(await planSvg(level, { surfaces, report }));
	}
	const factsOf = async ({ name, stem }: JoinedRoom) =>
		stem === undefined ? { name } : { name, facts: await io.read('facts', at(PACKS.facts(stem))) };
	const rooms: LevelReportParts['rooms'][number][] = [];
	for (const room of joined.rooms) rooms.push(await factsOf(room));
	const objects: WalkmeshFacts[] = [];
	for (const { stem } of joined.objects)
		if (stem !== undefined) objects.push(await io.read('facts', at(PACKS.facts(stem))));
	const { things } = joined;
	const shown = { placements: layout.objects ?? [], ...(things === undefined ? {} : { things }) };
	give(levelReport({ level: name, rooms, objects, ...shown }, report));
}

/** What was found before the files of the whole level are made. */
async function foundBefore(
	joined: JoinedLevel,
	at: (pack: string) => string,
	io: StepIo,
	{ findings }: StepOptions,
): Promise<Report> {
	const report = new Report(findings);
	for (const each of await io.read('findings', at(PACKS.findings))) tell(each, report);
	for (const { stem } of finished(joined)) tell(await io.read('found', at(PACKS.found(stem))), report);
	return report;
}

/** The visibility file of a joined level. */
function visibilityFile({ layout }: LayoutPack, joined: JoinedLevel, { vis }: Pick<LevelTarget, 'vis'>): Uint8Array {
	const mode = typeof vis === 'string' ? vis : DEFAULT_VISIBILITY;
	const seen = visiblePairs(mode, joined.rooms.length, joined.links, () => joined.doorways);
	return writeVis(joined.visibility ?? visibilitySkeleton(layout, seen));
}

/** The rooms and objects of a joined level that have a walkmesh. */
export function finished({ rooms, objects }: JoinedLevel): (JoinedRoom & { stem: string; output: string })[] {
	return [...rooms, ...objects].flatMap((each) =>
		each.stem === undefined || each.output === undefined ? [] : [{ ...each, stem: each.stem, output: each.output }],
	);
}

/** Reads the joined level. */
async function readJoined(
	{ name, layout }: LayoutPack,
	joined: JoinedLevel,
	at: (file: string) => string,
	io: StepIo,
): Promise<Level> {
	const meshOf = async ({ stem }: JoinedRoom): Promise<Walkmesh | undefined> =>
		stem === undefined ? undefined : (await io.read('linked', at(PACKS.linked(stem)))).mesh;
	const rooms: Room[] = [];
	for (const room of joined.rooms) {
		const walkmesh = await meshOf(room);
		rooms.push(walkmesh === undefined ? { name: room.name } : { name: room.name, walkmesh });
	}
	const objects: Walkmesh[] = [];
	for (const each of joined.objects) objects.push(...[(await meshOf(each)) ?? []].flat());
	const { things } = joined;
	return { name, layout, rooms, objects, ...(things === undefined ? {} : { things }) };
}

/** The files of a target's module, in the order they are made; empty for a target without a module. */
export function modulePaths(target: LevelTarget, { name }: Pick<LayoutPack, 'name'>): string[] {
	if (target.module === undefined) return [];
	return moduleFileNames(name, target.module).map((file) => outputPath(target.out, file));
}

/** Makes the module of a level from its finished walkmeshes and the files in the folder for its module. */
export async function moduleStep([options, folder, found, deps]: readonly string[], io: StepIo): Promise<void> {
	const at = packsIn(dirname(options));
	const settings = await io.read('moduleOptions', options);
	const { target } = settings;
	const { name, layout } = await io.read('layout', at(PACKS.layout));
	const joined = await io.read('joined', at(PACKS.joined));
	const files: OutputFile[] = [];
	for (const { stem, output } of finished(joined))
		files.push({ path: output, bytes: await io.read('walkmesh', at(PACKS.walkmesh(stem))) });
	const layoutFile = writeLyt(layout);
	files.push({ path: `${name}.lyt`, bytes: layoutFile });
	files.push({ path: `${name}.vis`, bytes: visibilityFile({ name, layout }, joined, target) });
	const parts =
		target.moduleFolder === undefined ? undefined : await io.inputs.parts(slashed(target.moduleFolder), io.report);
	const level = await readJoined({ name, layout }, joined, at, io);
	const outcome = await capturing((report) =>
		moduleFiles(level, files, '', given(MODULE_OPTIONS, target), parts, { surfaces: tableOf(settings), report }),
	);
	const made = settle(outcome, io.report);
	io.write('module', found, outcome.captured);
	for (const { path, bytes } of made) io.output(outputPath(folder, path), bytes);
	io.depfile(deps, outputPath(folder, made[0].path));
}
