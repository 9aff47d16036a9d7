import { checkEntry } from '../../check/things/things.ts';
import { type NewEntry, resourceOfFileName } from '../../game/archives/archive.ts';
import { erfWriter } from '../../game/archives/write-archive.ts';
import {
	emptyGit,
	LONGEST_MAPPED,
	type ModuleEntry,
	mapFileName,
	newAre,
	newIfo,
	type PlaceOptions,
	placeInGit,
	withLevel,
	withMap,
} from '../../game/area/area-resources.ts';
import { MODULE_OPTIONS, type ModuleOptions } from '../../game/area/module-options.ts';
import { writePth } from '../../game/area/things.ts';
import { type Gff, textOf } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { writeLyt, writeVis } from '../../level/formats/write.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { type PathPoint, pathGraph } from '../../level/query/path-points.ts';
import { type AreaMap, mapOf } from '../../pictures/minimap.ts';
import type { StageContext } from '../../pipeline/stages/stage.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile, ReadContext } from '../../src/formats/contracts.ts';
import { type Bounds, boundsOf } from '../../src/geometry/triangles.ts';
import { halfTurn } from '../../src/math/affine.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import {
	checkModelName,
	isGameFile,
	type Layout,
	type Level,
	LONGEST_NAME,
	PLACEHOLDER_ROOM,
} from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { baseName, joinPath } from '../../src/text/paths.ts';
import { MODULE_FINDINGS } from '../files/level-findings.ts';
import { readTyped } from './area-files.ts';
import { visibilityOf } from './level-files.ts';

/**
 * The mapping from area coordinates to the picture of the area's map, fitted to the rooms of a level.
 *
 * @example
 * const { scale } = mapOfLevel(level); // pixels a metre
 */
export function mapOfLevel({ rooms }: Pick<Level, 'rooms'>): AreaMap {
	const corners = rooms.flatMap(({ walkmesh }) => [...(boundsOf(walkmesh?.positions ?? []) ?? [])]);
	return mapOf((boundsOf(corners) ?? [0, 0, 0, 0, 0, 0]) as Bounds);
}

/**
 * The picture of an area for the game's map, as TGA. @param map the result of `mapOfLevel`
 *
 * @example
 * const tga = await minimapOf(level, mapOfLevel(level), K1);
 */
export async function minimapOf(
	{ rooms }: Pick<Level, 'rooms'>,
	map: AreaMap,
	table: SurfaceTable,
): Promise<Uint8Array> {
	const { drawMinimap } = await import('../../pictures/minimap.ts');
	const walkmeshes = rooms.flatMap(({ walkmesh }) => (walkmesh?.kind === 'area' ? [walkmesh] : []));
	return drawMinimap(walkmeshes, map, table);
}

/**
 * An ARE with its map replaced and everything else unchanged. @throws InputError for bytes that are not an ARE
 *
 * @example
 * const changed = areWithMap(are, mapOfLevel(level), report);
 */
export function areWithMap(bytes: Uint8Array, map: AreaMap, report: Report): Uint8Array {
	return writeGff(withMap(readTyped(bytes, 'ARE ', report), map));
}

/** Files that go into a module in addition to those made of a level. */
export interface ModuleParts {
	names(): Promise<readonly string[]>;
	/** Reads a file by its name, without regard to letter case; undefined where there is none. */
	read(name: string): Promise<Uint8Array | undefined>;
}

const NO_PARTS: ModuleParts = { names: async () => [], read: async () => undefined };

/** Names of the files of a module, from the name of its level and its own. */
export function moduleFileNames(level: string, module: string): string[] {
	const map = hasMap(level) ? [mapFileName(level)] : [];
	return ['module.ifo', `${level}.are`, `${level}.git`, `${level}.pth`, ...map, `${module}.mod`];
}

/** False for an area whose map picture (`lbl_map<area>.tga`) would have a name that is too long for the game. */
function hasMap(area: string): boolean {
	return area.length <= LONGEST_MAPPED;
}

/** True for the name of a file that may go into a module. Archives may not: above all not an earlier version of this module. */
export function isPartName(name: string): boolean {
	return resourceOfFileName(name) !== undefined && !/\.(?:mod|erf|rim|sav|hak|bif|key)$/i.test(name);
}

/**
 * Makes a module of a level: path points, GIT, ARE, IFO, and a `.mod` with these, the files of the level and the parts.
 * @param files files of the level, the result of `levelFiles`
 * @throws UsageError for a name that the game cannot load; InputError for parts that cannot be read
 */
export async function moduleFiles(
	level: Level,
	files: readonly OutputFile[],
	folder: string,
	{
		module: name = level.name,
		entry,
		entryBearing = MODULE_OPTIONS.entryBearing.default,
		template = {},
		maxSteps,
	}: ModuleOptions,
	parts: ModuleParts = NO_PARTS,
	context: StageContext & Pick<ReadContext, 'resource'>,
): Promise<OutputFile[]> {
	checkName(name);
	checkName(level.name);
	const { report, surfaces } = context;
	const query = new LevelQuery(level, { surfaces });
	const { points } = pathGraph(query.index, { maxSteps });
	const objects = level.layout.objects ?? [];
	const placing: PlaceOptions = { template };
	const git = placeInGit((await partOf(parts, `${level.name}.git`, 'GIT ', report)) ?? emptyGit(), objects, placing);
	const map = mapOfLevel(level);
	const oldAre = await partOf(parts, `${level.name}.are`, 'ARE ', report);
	const are = withLevel(oldAre ?? newAre(level.name), map, level.layout);
	const ifo =
		(await partOf(parts, 'module.ifo', 'IFO ', report)) ??
		newIfo(level.name, entryOf(entry, entryBearing, level, points, query, report));
	const paths = moduleFileNames(level.name, name).map((file) => joinPath(folder, file));
	if (!hasMap(level.name)) report.add(MODULE_FINDINGS.MODULE_MAP_NAME_LONG, {}, { name: level.name });
	const picture = hasMap(level.name) ? [await minimapOf(level, map, surfaces)] : [];
	const made = [writeGff(ifo), writeGff(are), writeGff(git), writePth(points), ...picture].map(
		(bytes, index): OutputFile => ({ path: paths[index], bytes }),
	);
	const drawn = await hasOwnMap(level.name, parts);
	const own = [
		...made.filter(({ path }) => !drawn || !path.endsWith('.tga')),
		...files.filter(({ path }) => isGameFile(path)),
		...unwritten(level, files, surfaces),
	];
	const entries = await entriesOf(own, parts);
	await reportMissing(level, git, entries, context);
	return [...made, { path: paths[made.length], bytes: await erfWriter.create(entries, '.mod') }];
}

/** True when the parts have a map picture of the area, in any picture format; it is used instead of a drawn one. */
async function hasOwnMap(area: string, parts: ModuleParts): Promise<boolean> {
	const names = (await parts.names()).map((name) => baseName(name.toLowerCase()));
	return ['tga', 'tpc', 'dds'].some((extension) => names.includes(`lbl_map${area}.${extension}`.toLowerCase()));
}

/** The layout and visibility file for a module, where they were not asked for as separate outputs: a module always needs them. */
function unwritten(level: Level, files: readonly OutputFile[], surfaces: SurfaceTable): OutputFile[] {
	const has = (extension: string): boolean => files.some(({ path }) => path.toLowerCase().endsWith(extension));
	const layout = has('.lyt') ? [] : [{ path: `${level.name}.lyt`, bytes: writeLyt(level.layout) }];
	const seen = (): Uint8Array => writeVis(visibilityOf(level, undefined, false, surfaces));
	return has('.vis') ? layout : [...layout, { path: `${level.name}.vis`, bytes: seen() }];
}

function checkName(name: string): void {
	if (checkModelName(name).length === 0 && name !== PLACEHOLDER_ROOM) return;
	throw new UsageError(
		`"${name}" cannot be the name of a module: it has at most ${LONGEST_NAME} letters, digits and "_".`,
	);
}

async function partOf(parts: ModuleParts, name: string, type: string, report: Report): Promise<Gff | undefined> {
	const bytes = await parts.read(name);
	return bytes === undefined ? undefined : readTyped(bytes, type, report.within({ file: name }));
}

/** Where the player enters: at the given point, or else at the path point nearest to the middle of the first room. */
function entryOf(
	asked: Vec3 | undefined,
	bearing: number,
	{ rooms }: Level,
	points: readonly PathPoint[],
	query: LevelQuery,
	report: Report,
): ModuleEntry {
	const [sine, cosine] = halfTurn(bearing * 2);
	const direction = [cosine, sine] as const;
	if (asked !== undefined) {
		checkEntry(query, asked, report);
		return { position: asked, direction };
	}
	const first = rooms.find(({ walkmesh }) => (walkmesh?.surfaces.length ?? 0) > 0)?.walkmesh;
	const [x0, y0, , x1, y1] = boundsOf(first?.positions ?? []) ?? [0, 0, 0, 0, 0, 0];
	const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
	const away = (point: PathPoint): number => (point.x - x) ** 2 + (point.y - y) ** 2;
	const best = points.reduce<PathPoint | undefined>(
		(b, p) => (b === undefined || away(p) < away(b) ? p : b),
		undefined,
	);
	const at = best === undefined ? query.nearestWalkable([x, y])?.point : [best.x, best.y];
	if (at === undefined) return { position: [x, y, 0], direction };
	return { position: [at[0], at[1], query.heightAt(at[0], at[1]) ?? 0], direction };
}

/** The entries of the archive: first the files made of the level, in their order, then the parts by name. */
async function entriesOf(own: readonly OutputFile[], parts: ModuleParts): Promise<NewEntry[]> {
	const entries: NewEntry[] = [];
	const taken = new Set<string>();
	const add = (fileName: string, bytes: Uint8Array): void => {
		const resource = resourceOfFileName(fileName);
		if (resource === undefined || taken.has(fileName.toLowerCase())) return;
		taken.add(fileName.toLowerCase());
		entries.push({ ...resource, bytes });
	};
	for (const { path, bytes } of own) add(baseName(path), bytes);
	const names = [...(await parts.names())].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
	for (const name of names) {
		if (!isPartName(name) || taken.has(name.toLowerCase())) continue;
		const bytes = await parts.read(name);
		if (bytes !== undefined) add(name, bytes);
	}
	return entries;
}

async function reportMissing(
	{ layout }: Level,
	git: Gff,
	entries: readonly NewEntry[],
	{ report, resource }: Pick<ReadContext, 'report' | 'resource'>,
): Promise<void> {
	const there = new Set(entries.map(({ name, type }) => `${name.toLowerCase()} ${type}`));
	const has = (fileName: string): boolean => {
		const own = resourceOfFileName(fileName);
		return own !== undefined && there.has(`${own.name.toLowerCase()} ${own.type}`);
	};
	// Models of rooms belong to the module; templates may be those of the game.
	await reportMissingParts(layout, git, report, async (fileName) => {
		return has(fileName) || (/\.ut.$/.test(fileName) && (await resource?.(fileName)) !== undefined);
	});
}

/** Reports the models of the rooms, and the templates of what stands in the area, that are nowhere to be found: one finding. */
export async function reportMissingParts(
	{ rooms }: Layout,
	git: Gff | undefined,
	report: Report,
	has: (fileName: string) => Promise<boolean>,
): Promise<void> {
	const models: string[] = [];
	for (const { model } of rooms) {
		const isThere = model === PLACEHOLDER_ROOM || ((await has(`${model}.mdl`)) && (await has(`${model}.mdx`)));
		if (!isThere) models.push(model);
	}
	const templates: string[] = [];
	for (const name of git === undefined ? [] : templatesOf(git)) if (!(await has(name))) templates.push(name);
	if (models.length + templates.length === 0) return;
	const data = { models: listed(models), modelCount: models.length };
	const more = templates.length === 0 ? {} : { templates: listed(templates), templateCount: templates.length };
	report.add(MODULE_FINDINGS.MODULE_PARTS_MISSING, {}, { ...data, ...more });
}

/** The files of the templates that doors and placeables of an area are made of, each once. */
function templatesOf({ root }: Gff): Set<string> {
	const lists = [
		['Door List', 'utd'],
		['Placeable List', 'utp'],
	].flatMap(([label, extension]) => {
		const field = root.fields.find((each) => each.label === label);
		return field?.type === 'list' ? field.value.map((each) => `${textOf(each, 'TemplateResRef')}.${extension}`) : [];
	});
	return new Set(lists);
}

function listed(names: readonly string[]): string {
	return names.length <= 8 ? names.join(', ') : `${names.slice(0, 8).join(', ')}, …`;
}
