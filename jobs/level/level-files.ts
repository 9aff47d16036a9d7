import { type WalkmeshFacts, walkmeshFacts } from '../../check/inspect/facts.ts';
import { explained, withoutConsequences } from '../../check/rules.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { writeLyt, writeVis } from '../../level/formats/write.ts';
import { thingsOfPlacements } from '../../level/rooms/placements.ts';
import { DEFAULT_VISIBILITY, roomLinks, visibilitySkeleton, visiblePairs } from '../../level/rooms/visibility.ts';
import type { PlanOptions } from '../../pictures/svg/options.ts';
import type { StageContext } from '../../pipeline/stages/stage.ts';
import { type DeriveOptions, deriveSteps, TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { linesToShow } from '../../src/facts/lines.ts';
import { type GivenOf, given, withDefaults } from '../../src/findings/options.ts';
import { type Finding, type Report, UsageError } from '../../src/findings/report.ts';
import { giveTurn, inTurns } from '../../src/findings/turns.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import {
	checkModelName,
	type Layout,
	type Level,
	LONGEST_NAME,
	type ObjectPlacement,
	type Thing,
	type Visibility,
} from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { locationOf, type Walkmesh, walkmeshFileName } from '../../src/model/walkmesh.ts';
import { doorwayPairs } from '../../src/seams/doorways.ts';
import { joinPath } from '../../src/text/paths.ts';
import { jsonText } from '../../src/text/quote.ts';
import { LEVEL_FILE_OPTIONS, type LevelFileOptions } from '../config/level-options.ts';
import { safeFileName } from '../files/layout-file.ts';
import { LEVEL_FILE_FINDINGS } from '../files/level-findings.ts';

const ENCODER = new TextEncoder();

/** The parts of the report of a level. */
export interface LevelReportParts {
	readonly level: string;
	/** The rooms in the order of the layout; without facts where one has no walkmesh. */
	readonly rooms: readonly { readonly name: string; readonly facts?: WalkmeshFacts }[];
	readonly objects: readonly WalkmeshFacts[];
	/** Positions of doors and placeables, one entry for each copy. */
	readonly placements: readonly ObjectPlacement[];
	/** The things placed in the area, from its GIT or placements file beside the layout. */
	readonly things?: readonly Thing[];
}

/** The report of a level as JSON: the facts about every room and object, and all findings. */
export function levelReport(
	{ level, rooms, objects, placements, things }: LevelReportParts,
	report: Report,
): Uint8Array {
	const { findings, counts } = explained(report);
	const value = {
		level,
		// With the name that the layout has for the room: its walkmesh may have another.
		rooms: rooms.map(({ name, facts }, index) => ({ index, ...facts, name })),
		objects,
		placements,
		...(things === undefined ? {} : { things }),
		findings,
		counts,
	};
	return asBytes(`${jsonText(value, '\t')}\n`);
}

/** Which files of a level are written, and how AABB trees are made. */
export type LevelFilesOptions = LevelFileOptions & GivenOf<typeof TREE_OPTIONS>;

/** Every file of a level: a walkmesh for each room, door state and placeable, layout, visibility, pictures, report. Nothing is written. */
export async function levelFiles(
	level: Level,
	folder: string,
	options: LevelFilesOptions,
	context: StageContext,
): Promise<OutputFile[]> {
	const { glb, findings, plan, lyt, vis, newVis, placements, report } = withDefaults(LEVEL_FILE_OPTIONS, options);
	const { signal } = context;
	const files: OutputFile[] = [];
	const add = (name: string, bytes: Uint8Array): void =>
		void files.push({ path: joinPath(folder, safeFileName(name)), bytes });
	for (const { name, walkmesh } of level.rooms) {
		if (walkmesh !== undefined) add(roomFileName(name), await walkmeshBytes(walkmesh, options, context));
	}
	checkObjectNames(level.objects, context.report);
	for (const object of level.objects) add(objectFileName(object), await walkmeshBytes(object, options, context));
	await giveTurn(signal);
	if (lyt) add(`${level.name}.lyt`, asBytes(writeLyt(level.layout)));
	if (vis !== false) add(`${level.name}.vis`, writeVis(visibilityOf(level, vis, newVis, context.surfaces)));
	await giveTurn(signal);
	if (glb) add(`${level.name}.glb`, await inspectionGlb(level, context, findings ? context.report.findings : []));
	await giveTurn(signal);
	if (plan) add(`${level.name}.svg`, await planSvg(level, context));
	if (placements && hasPlacements(level.layout)) add(`${level.name}.placements.json`, asBytes(placementsJson(level)));
	await giveTurn(signal);
	// Last, so that it includes the findings of writing the other files.
	if (report) add(`${level.name}.report.json`, reportOf(level, context));
	return files;
}

/** The report of a level whose rooms are all in memory. */
export function reportOf(
	{ name, layout, rooms, objects, things }: Level,
	{ surfaces, report }: StageContext,
): Uint8Array {
	const factsOf = (mesh: Walkmesh): WalkmeshFacts => walkmeshFacts(mesh, surfaces);
	const parts: LevelReportParts = {
		level: name,
		rooms: rooms.map((room) =>
			room.walkmesh === undefined ? { name: room.name } : { name: room.name, facts: factsOf(room.walkmesh) },
		),
		objects: objects.map(factsOf),
		placements: layout.objects ?? [],
		...(things === undefined ? {} : { things }),
	};
	return levelReport(parts, report);
}

/** True for a level whose scene shows doors or placeables. */
export function hasPlacements({ objects = [] }: Layout): boolean {
	return objects.length > 0;
}

/**
 * The placements file: positions of doors and placeables, for programs that make a GIT of them. See docs/placements.md.
 * @returns JSON with `version` 1
 */
export function placementsJson({ name, layout }: Pick<Level, 'name' | 'layout'>): string {
	return `${jsonText({ version: 1, level: name, placements: layout.objects ?? [] }, '\t')}\n`;
}

/** Reports doors and placeables whose names are too long for the game. Files of a door have one more character, the digit of the state. */
export function checkObjectNames(objects: readonly Pick<Walkmesh, 'name' | 'kind'>[], report: Report): void {
	const told = new Set<string>();
	for (const { name, kind } of objects) {
		const longest = kind === 'door' ? LONGEST_NAME - 1 : LONGEST_NAME;
		if (told.has(name) || (checkModelName(name).length === 0 && name.length <= longest)) continue;
		told.add(name);
		report.add(LEVEL_FILE_FINDINGS.LEVEL_OBJECT_NAME, {}, { name, longest });
	}
}

/** The visibility that the level was read with, or a computed one if it had none or `mode` asks for it. @param mode the option as given, if it was */
export function visibilityOf(
	level: Level,
	mode: string | undefined,
	isNew: boolean,
	surfaces: SurfaceTable,
): Visibility {
	const { visibility, layout, rooms } = level;
	if (visibility !== undefined && !isNew && mode === undefined) return visibility;
	const seen = visiblePairs(mode ?? DEFAULT_VISIBILITY, rooms.length, roomLinks(rooms), () =>
		doorwayPairs(level, surfaces),
	);
	return visibilitySkeleton(layout, seen);
}

/** Encodes one walkmesh in the format of the game. */
export async function walkmeshBytes(
	walkmesh: Walkmesh,
	options: GivenOf<typeof TREE_OPTIONS>,
	context: StageContext,
	known: Pick<DeriveOptions, 'keptTree' | 'adjacency' | 'perimeters'> = {},
): Promise<Uint8Array> {
	const report = context.report.within(locationOf(walkmesh));
	const steps = deriveSteps(walkmesh, context.surfaces, report, { ...given(TREE_OPTIONS, options), ...known });
	return encodeBwm(await inTurns(steps, context.signal));
}

/** `quay_01a.wok` @throws InputError as `safeFileName` */
export function roomFileName(name: string): string {
	return safeFileName(walkmeshFileName({ name, kind: 'area' }));
}

/** `crate.pwk`, `gate0.dwk` @throws InputError as `safeFileName` */
export function objectFileName(object: Walkmesh): string {
	return safeFileName(walkmeshFileName(object));
}

/** All rooms and objects in one glTF; transitions carry room names. @param found findings to mark with pins, and unreachable ground with lines */
export async function inspectionGlb(
	level: Level,
	{ surfaces, report }: StageContext,
	found: readonly Finding[] = [],
): Promise<Uint8Array> {
	const { writeGltf } = await import('../../exporters/gltf/write.ts');
	const rooms = level.rooms.map(({ walkmesh }) => walkmesh).filter((walkmesh) => walkmesh !== undefined);
	const roomNames = level.layout.rooms.map(({ model }) => model);
	const roomPositions = level.layout.rooms.map(({ position }) => position);
	const placements = level.layout.objects ?? [];
	const things = level.things ?? [];
	const signs = { lines: linesToShow(found), findings: found };
	const shown = { format: 'glb', roomNames, roomPositions, placements, things, ...signs } as const;
	return writeGltf([...rooms, ...level.objects], shown, { surfaces, report });
}

/** Draws a plan of a level with its findings, as SVG. @param options what to draw, as the SVG exporter declares it */
export async function planSvg(
	level: Level,
	{ surfaces, report }: StageContext,
	options: PlanOptions = {},
): Promise<Uint8Array> {
	const [{ findingPins }, { writePicture }] = await Promise.all([
		import('../../pictures/svg/marks.ts'),
		import('../../pictures/svg/plan.ts'),
	]);
	// Transitions of a single room are indices into a layout that is not loaded, so they never mean this room itself.
	const isAlone = level.rooms.length === 1;
	const rooms = level.rooms.map((room, index) => ({ ...room, index: isAlone ? -1 : index }));
	const findings = withoutConsequences(report.findings);
	return writePicture(rooms, surfaces, {
		title: level.name,
		things: level.things ?? thingsOfPlacements(level.layout.objects ?? []),
		pins: findingPins(findings.filter(({ severity }) => severity !== 'info')),
		lines: linesToShow(findings),
		...options,
	});
}

/** A plan as SVG or PNG, by the extension of the path. @throws UsageError for any other extension */
export async function pictureOfLevel(
	level: Level,
	path: string,
	context: StageContext,
	options: PlanOptions = {},
): Promise<Uint8Array> {
	const isPng = /\.png$/i.test(path);
	if (!isPng && !/\.svg$/i.test(path))
		throw new UsageError(`"${path}" is not a picture that wokflow draws. Use .svg or .png.`);
	const svg = await planSvg(level, context, options);
	if (!isPng) return svg;
	const { pngOfSvg } = await import('../../pictures/png/render.ts');
	return pngOfSvg(new TextDecoder().decode(svg));
}

function asBytes(text: string | Uint8Array): Uint8Array {
	return typeof text === 'string' ? ENCODER.encode(text) : text;
}
