import { THING_FINDINGS } from '../../check/things/thing-findings.ts';
import { entryOfIfo } from '../../game/area/area-resources.ts';
import {
	MODEL_SOURCES,
	type ModelSource,
	modelInTable,
	modelRow,
	pathsOfPth,
	thingsOfGit,
} from '../../game/area/things.ts';
import { type Gff, readGff } from '../../game/gff/gff.ts';
import { decodeBwm, fileIdentity } from '../../importers/bwm/decode.ts';
import { readTwoDA } from '../../importers/twoda/read.ts';
import type { PathPoint } from '../../level/query/path-points.ts';
import type { PlacedObject, Placement } from '../../level/query/placed.ts';
import { thingsOfHooks, thingsOfPlacements } from '../../level/rooms/placements.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { InputError, type Report } from '../../src/findings/report.ts';
import { type InputSource, pathBeside, type ReadContext } from '../../src/formats/contracts.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Layout, Level, ObjectPlacement, Thing, ThingKind } from '../../src/model/level.ts';
import type { TwoDA } from '../../src/model/surface-tables.ts';
import { DOOR_STATES, type DoorState, type Walkmesh, walkmeshFileName } from '../../src/model/walkmesh.ts';
import { stemOf } from '../../src/text/paths.ts';
import { LEVEL_FILE_FINDINGS } from '../files/level-findings.ts';

/** Reads a GFF of a type, such as `GIT `. @throws InputError for bytes that are none, and for another type than the wanted one */
export function readTyped(bytes: Uint8Array, wanted: string, report: Report): Gff {
	const gff = readGff(bytes, report);
	if (gff.type !== wanted)
		report.fail(LEVEL_FILE_FINDINGS.GFF_OTHER_TYPE, {}, { type: gff.type.trim(), wanted: wanted.trim() });
	return gff;
}

const IFO_FILE = 'module.ifo';

type AreaContext = Pick<ReadContext, 'report' | 'resource'>;

/**
 * The things placed in the area of a layout. They come from the first of these that exists: the GIT beside the layout, the placements file of a
 * scene, the door hooks of the layout itself. Files that cannot be read are reported.
 */
export async function thingsBeside(source: InputSource, layout: Layout, context: AreaContext): Promise<Thing[]> {
	const { report } = context;
	const git = await gitBeside(source, context);
	if (git !== undefined) return git;
	const placements = await beside(source, `${stemOf(source.fileName)}.placements.json`, report, (bytes, within) =>
		thingsOfPlacements(readPlacements(bytes, within).placements),
	);
	if (placements !== undefined) return placements;
	return layout.objects === undefined ? thingsOfHooks(layout) : thingsOfPlacements(layout.objects);
}

/** The walkmeshes of closed doors and of placeables in an area, read from beside its layout or from the game. */
export async function objectsBeside(
	source: InputSource,
	things: readonly Thing[],
	context: AreaContext,
): Promise<Walkmesh[]> {
	const names = things.flatMap((thing) => walkmeshNames(thing, ['closed']));
	const found = await Promise.all([...new Set(names)].map((name) => walkmeshBeside(source, name, context)));
	return found.filter((each) => each !== undefined);
}

/** Doors (in each state that has a walkmesh) and placeables of an area, with walkmeshes read from beside the layout. */
export async function placedBeside(source: InputSource, layout: Layout, context: AreaContext): Promise<PlacedObject[]> {
	const known = new Map<string, Promise<Walkmesh | undefined>>();
	const read = (name: string): Promise<Walkmesh | undefined> => {
		const found = known.get(name) ?? walkmeshBeside(source, name, context);
		known.set(name, found);
		return found;
	};
	const placed: PlacedObject[] = [];
	for (const thing of await thingsBeside(source, layout, context)) {
		for (const name of walkmeshNames(thing)) {
			const walkmesh = await read(name);
			if (walkmesh !== undefined) placed.push({ walkmesh, ...placementOf(thing) });
		}
	}
	return placed;
}

/** Names of the walkmeshes of a door, one for each state, or of a placeable; none for other things, and where the model is not known. */
function walkmeshNames({ kind, model }: Pick<Thing, 'kind' | 'model'>, states = DOOR_STATES): string[] {
	if (model === undefined || (kind !== 'door' && kind !== 'placeable')) return [];
	const files = kind === 'door' ? states.map((doorState) => ({ kind, doorState })) : [{ kind }];
	return files.map((file) => walkmeshFileName({ name: model, ...file }));
}

/** A bearing in degrees, as files have it, is one in radians where somebody walks. */
function placementOf({ position, bearing = 0 }: Pick<Thing, 'position' | 'bearing'>): Placement {
	return { position, bearing: (bearing * Math.PI) / 180 };
}

/**
 * The files that describe what is placed in the area of a layout, by name: its GIT, templates, tables and walkmeshes. For callers that copy them
 * to a place where the layout is read again, such as the page of `wokflow view`.
 */
export async function areaFiles(
	source: InputSource,
	layout: Layout,
	{ report, resource }: AreaContext,
): Promise<ReadonlyMap<string, Uint8Array>> {
	const files = new Map<string, Uint8Array>();
	const sibling = async (name: string): Promise<Uint8Array> => {
		const bytes = (await source.sibling?.(name).catch(() => undefined)) ?? (await resource?.(name));
		if (bytes === undefined) throw new Error(`"${name}" is not there`);
		files.set(name, bytes);
		return bytes;
	};
	// Reading is used to list the files. Its findings are dropped, since they are reported when the copies are read.
	await placedBeside({ ...source, sibling }, layout, { report: report.separate() });
	return files;
}

function walkmeshBeside(source: InputSource, name: string, context: AreaContext): Promise<Walkmesh | undefined> {
	return beside(source, name, context.report, readObject, context.resource);

	function readObject(bytes: Uint8Array, within: Report): Walkmesh {
		return walkmeshFromBwm(decodeBwm(bytes, within), fileIdentity(name), within);
	}
}

/** As `placedBeside`, for the doors and placeables that a scene itself contains. */
export function placedIn({ objects, layout }: Level): PlacedObject[] {
	return (layout.objects ?? []).flatMap(({ kind, model, position, bearing }) =>
		objects
			.filter((object) => object.kind === kind && object.name.toLowerCase() === model.toLowerCase())
			.map((walkmesh) => ({ walkmesh, ...placementOf({ position, bearing }) })),
	);
}

/** The things that the GIT beside a layout places, doors and placeables with the model of their template where it is known; undefined without a GIT. */
export async function gitBeside(source: InputSource, context: AreaContext): Promise<Thing[] | undefined> {
	const name = `${stemOf(source.fileName)}.git`;
	const things = await beside(source, name, context.report, (bytes, within) => thingsOfGit(readGit(bytes, within)));
	return things === undefined ? undefined : withModels(source, name, things, context);
}

/** Adds the models of doors and placeables. Where a template names none, a walkmesh of the template's name beside the layout is taken as its model. */
async function withModels(
	source: InputSource,
	gitName: string,
	things: readonly Thing[],
	context: AreaContext,
): Promise<Thing[]> {
	const within = context.report.within({ file: pathBeside(source, gitName) });
	const models = new Map<string, string>();
	for (const [kind, from] of Object.entries(MODEL_SOURCES) as [ThingKind, ModelSource][]) {
		const names = new Set(things.filter((thing) => thing.kind === kind).map(({ template }) => template.toLowerCase()));
		if (names.size === 0) continue;
		const table = await bytesOf(source, from.table, context).then((bytes) => tableOf(bytes, within));
		const lost: string[] = [];
		for (const template of names) {
			const bytes = await bytesOf(source, `${template}.${from.extension}`, context);
			const row = bytes === undefined ? undefined : rowOf(bytes, from, within);
			const model = table === undefined || row === undefined ? undefined : modelInTable(table, row);
			if (model !== undefined) models.set(`${kind} ${template}`, model);
			else if (await isModelBeside(source, kind, template)) models.set(`${kind} ${template}`, template);
			// A template that is missing is only reported with a game at hand: it may well be in the game.
			else if (table !== undefined && template !== '')
				lost.push(row === undefined ? template : `${template} (row ${row})`);
		}
		if (lost.length > 0)
			within.add(THING_FINDINGS.TEMPLATE_WITHOUT_MODEL, {}, { kind, count: lost.length, names: lost.join(', ') });
	}
	return things.map((thing) => {
		const model = models.get(`${thing.kind} ${thing.template.toLowerCase()}`);
		return model === undefined ? thing : { ...thing, model };
	});
}

function tableOf(bytes: Uint8Array | undefined, report: Report): TwoDA | undefined {
	if (bytes === undefined) return undefined;
	return orNothing(() => readTwoDA(bytes, report.separate()));
}

/** The row of the table that a template refers to; undefined for bytes that are not a template. Faults of templates are not reported. */
function rowOf(bytes: Uint8Array, from: ModelSource, report: Report): number | undefined {
	const template = orNothing(() => readGff(bytes, report.separate()));
	return template?.type === from.type ? modelRow(template, from) : undefined;
}

function orNothing<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return undefined;
	}
}

async function isModelBeside(source: InputSource, kind: ThingKind, model: string): Promise<boolean> {
	const [name] = walkmeshNames({ kind, model });
	return model !== '' && (await source.sibling?.(name).catch(() => undefined)) !== undefined;
}

/** The bytes of a file beside a source, or else of the game. */
async function bytesOf(
	source: InputSource,
	name: string,
	{ resource }: Pick<AreaContext, 'resource'>,
): Promise<Uint8Array | undefined> {
	return (await source.sibling?.(name).catch(() => undefined)) ?? resource?.(name);
}

/** @throws InputError for bytes that are not a GIT */
export function readGit(bytes: Uint8Array, report: Report): Gff {
	return readTyped(bytes, 'GIT ', report);
}

/** The path points of an area from its PTH. @throws InputError for bytes that are not a PTH */
export function readPth(bytes: Uint8Array, report: Report): PathPoint[] {
	return pathsOfPth(readTyped(bytes, 'PTH ', report), report);
}

/** Where the player enters the module that a layout belongs to; undefined where he enters it elsewhere, and without a module. */
export async function entryBeside(source: InputSource, { report }: AreaContext): Promise<Vec3 | undefined> {
	return beside(source, IFO_FILE, report, (bytes, within) =>
		entryOfIfo(readTyped(bytes, 'IFO ', within), stemOf(source.fileName)),
	);
}

/** Where what is said of the entry beside a layout is. */
export function entryFileOf(source: InputSource): string {
	return pathBeside(source, IFO_FILE);
}

/** The path points beside a layout; undefined without a PTH there. */
export async function pathsBeside(source: InputSource, { report }: AreaContext): Promise<PathPoint[] | undefined> {
	return beside(source, `${stemOf(source.fileName)}.pth`, report, readPth);
}

/** Where the path points beside a layout are. */
export function pathsFileOf(source: InputSource): string {
	return pathBeside(source, `${stemOf(source.fileName)}.pth`);
}

async function beside<T>(
	source: InputSource,
	name: string,
	report: Report,
	read: (bytes: Uint8Array, report: Report) => T,
	resource?: AreaContext['resource'],
): Promise<T | undefined> {
	const bytes = await bytesOf(source, name, resource === undefined ? {} : { resource });
	if (bytes === undefined) return undefined;
	const within = report.within({ file: pathBeside(source, name) });
	try {
		return read(bytes, within);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		within.push(error.finding);
		return undefined;
	}
}

export interface PlacementsFile {
	readonly level: string;
	readonly placements: readonly ObjectPlacement[];
}

/** Reads the placements file of a level (docs/placements.md). @throws InputError for bytes that are not one */
export function readPlacements(bytes: Uint8Array, report: Report): PlacementsFile {
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		value = undefined;
	}
	const { version, level, placements } = (value ?? {}) as Partial<Record<string, unknown>>;
	const isRight = version === 1 && Array.isArray(placements) && placements.every(isPlacement);
	if (!isRight) return report.fail(LEVEL_FILE_FINDINGS.PLACEMENTS_INVALID, {}, {});
	return { level: typeof level === 'string' ? level : '', placements: placements as ObjectPlacement[] };
}

function isPlacement(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const { kind, model, state, position, bearing } = value as Partial<Record<string, unknown>>;
	return (
		(kind === 'door' || kind === 'placeable') &&
		typeof model === 'string' &&
		(state === undefined || DOOR_STATES.includes(state as DoorState)) &&
		Array.isArray(position) &&
		position.length === 3 &&
		[...position, bearing].every((each) => typeof each === 'number' && Number.isFinite(Math.fround(each)))
	);
}
