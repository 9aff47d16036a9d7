import { type Conversion, convert } from '../pipeline/convert.ts';
import { createRegistry } from '../pipeline/default-registry.ts';
import { type ConvertRecipeOptions, convertRecipe, type Recipe } from '../pipeline/recipe.ts';
import { type AdviceContext, createAdviser } from '../src/findings/advice.ts';
import {
	describeLocation,
	type Finding,
	type FindingCount,
	InputError,
	Report,
	UsageError,
} from '../src/findings/report.ts';
import type {
	Exporter,
	Importer,
	InputSource,
	ReadContext,
	ReadOptions,
	WriteOptions,
} from '../src/formats/contracts.ts';
import { type Layout, roomIndex } from '../src/level/level.ts';
import type { SurfaceMapping } from '../src/scene/surfaces.ts';
import { printable } from '../src/text/quote.ts';

/** What every host lets its users say about a conversion: the options of `wokflow convert`, by the names the library has for them. */
export interface ConversionSettings extends ConvertRecipeOptions, ReadOptions, Pick<WriteOptions, 'split'> {
	/** Surfaces of materials whose names mean none. */
	readonly mappings?: readonly SurfaceMapping[];
	/** Which room of the layout it is; by the name of the scene without this. */
	readonly room?: string;
	/** Space of the vertices, where a layout places the room. */
	readonly roomSpace?: 'auto' | 'room' | 'area';
	/** Stages for scenes in place of those that the options above make up; a layout still places the room first. */
	readonly recipe?: Recipe;
	/** Warnings keep the output from being made. */
	readonly strict?: boolean;
}

// As records, so that a key that is added to the options is missed here by the compiler.
const READ_KEYS: Record<keyof ReadOptions, true> = {
	up: true,
	unit: true,
	scale: true,
	nodes: true,
	scene: true,
	hidden: true,
	limits: true,
	objParser: true,
	space: true,
	keepTree: true,
};
const RECIPE_KEYS: Record<keyof ConvertRecipeOptions, true> = {
	weld: true,
	minArea: true,
	orient: true,
	fixTJunctions: true,
	simplify: true,
};
const FURTHER_KEYS: Record<Exclude<keyof ConversionSettings, keyof ReadOptions | keyof ConvertRecipeOptions>, true> = {
	split: true,
	mappings: true,
	room: true,
	roomSpace: true,
	recipe: true,
	strict: true,
};

/**
 * Refuses options that do not exist: a misspelt one would do nothing, and nobody would see it.
 * @throws UsageError that lists the known ones
 */
export function checkSettings(options: object, host: string, further: readonly string[]): void {
	const known = [...Object.keys({ ...READ_KEYS, ...RECIPE_KEYS, ...FURTHER_KEYS }), ...further].sort();
	for (const key of Object.keys(options)) {
		if (!known.includes(key)) throw new UsageError(`${host} has no option "${key}". It has: ${known.join(', ')}.`);
	}
}

/** The settings that are about reading. */
export function readOptionsOf(settings: ConversionSettings): ReadOptions {
	return pick(settings, READ_KEYS);
}

/** Stages for scenes: the recipe asked for, or that of `wokflow convert`. */
export function recipeOf(settings: ConversionSettings): Recipe {
	return settings.recipe ?? convertRecipe(pick(settings, RECIPE_KEYS));
}

/**
 * Stages that put a room where its layout has it, for scenes and for walkmeshes; none without a layout.
 * @throws UsageError when the layout does not have the room
 */
export function placeRecipes(
	{ room, roomSpace }: ConversionSettings,
	layout: Layout | undefined,
	name: string,
): { scene: Recipe; walkmesh: Recipe } {
	if (layout === undefined) return { scene: [], walkmesh: [] };
	const wanted = room ?? name;
	const index = roomIndex(layout, wanted);
	if (index < 0) {
		const rooms = layout.rooms.map(({ model }) => model).join(', ');
		throw new UsageError(`The layout has no room "${wanted}". It has: ${rooms}. Say which with the option "room".`);
	}
	const options = { at: layout.rooms[index].position, ...(roomSpace === undefined ? {} : { space: roomSpace }) };
	return { scene: [['place', options]], walkmesh: [['place-room', options]] };
}

function pick<T extends object, K extends keyof T>(value: T, keys: Record<K, true>): Pick<T, K> {
	const wanted = Object.entries(value).filter(([key, each]) => key in keys && each !== undefined);
	return Object.fromEntries(wanted) as Pick<T, K>;
}

/** What a host adds to the settings of its user. */
export interface HostOptions {
	/** The layout that the room belongs to: places it, and names the rooms of markers. */
	readonly layout?: Layout | undefined;
	/** Reads the source, in place of the importer that its name or first bytes belong to. */
	readonly importer?: Importer;
	/** Takes what was made, in place of the exporter that the output's ending belongs to. */
	readonly exporter?: Exporter;
}

/**
 * Converts one source as `wokflow convert` does, so that every host gives the same bytes for the same options.
 * @throws InputError, UsageError
 */
export async function convertInHost(
	source: InputSource,
	output: string,
	settings: ConversionSettings,
	context: Omit<ReadContext, 'mappings'>,
	{ layout, importer, exporter }: HostOptions = {},
): Promise<Conversion> {
	const place = placeRecipes(settings, layout, source.name);
	const registry = createRegistry().add({
		importers: importer === undefined ? [] : [importer],
		exporters: exporter === undefined ? [] : [exporter],
	});
	return convert(
		[source],
		output,
		{
			read: { ...readOptionsOf(settings), ...(importer === undefined ? {} : { format: importer.name }) },
			write: {
				...(settings.split === undefined ? {} : { split: settings.split }),
				...(layout === undefined ? {} : { roomNames: layout.rooms.map(({ model }) => model) }),
				...(exporter === undefined ? {} : { format: exporter.name }),
			},
			recipe: [...place.scene, ...recipeOf(settings)],
			walkmeshRecipe: place.walkmesh,
			...(layout === undefined ? {} : { layout }),
		},
		{ ...context, mappings: settings.mappings ?? [] },
		registry,
	);
}

/** Where a host shows what was found, one message of one or more lines a call. Errors are thrown. */
export interface FindingLog {
	info(message: string): void;
	warn(message: string): void;
}

/** Thrown by hosts when nothing was made: what was found says why. */
export class ConversionError extends Error {
	override readonly name = 'ConversionError';
	/** Those of severity error or fatal. */
	readonly findings: readonly Finding[];

	constructor(what: string, findings: readonly Finding[], context: AdviceContext) {
		const advise = createAdviser(context);
		const lines = findings.map((finding) => describe(finding, advise(finding)));
		super([`${printable(what)}: nothing was written.`, ...lines].join('\n'));
		this.findings = findings;
	}
}

/**
 * Runs a conversion; afterwards what was found goes to the log and, if it forbids an output, is thrown.
 *
 * @param what the input in a few words, for the error
 * @param context how its user sets options
 * @throws ConversionError when an input could not be read or an error was found; UsageError as it comes
 */
export async function reported<T>(
	what: string,
	report: Report,
	log: FindingLog,
	context: AdviceContext,
	action: () => Promise<T>,
): Promise<T> {
	const told = { findings: report.findings.length, omitted: omitted(report) };
	let result: T | undefined;
	let done = false;
	try {
		result = await action();
		done = true;
	} catch (error) {
		if (!(error instanceof InputError)) {
			if (!(error instanceof UsageError)) tell(report, log, context, told);
			throw error;
		}
		report.push(error.finding);
	}
	tell(report, log, context, told);
	const severe = report.findings.filter(({ severity }) => severity === 'error' || severity === 'fatal');
	if (!done || report.failed) throw new ConversionError(what, severe, context);
	return result as T;
}

/** How much of a report was there before. */
interface Told {
	readonly findings: number;
	/** By code and place, how many were only counted. */
	readonly omitted: ReadonlyMap<string, number>;
}

/** Findings that are not errors; the error that is thrown holds those. */
function tell(report: Report, log: FindingLog, context: AdviceContext, told: Told): void {
	const advise = createAdviser(context);
	for (const finding of report.findings.slice(told.findings)) {
		if (finding.severity === 'info') log.info(describe(finding, ''));
		if (finding.severity === 'warning') log.warn(describe(finding, advise(finding)));
	}
	for (const count of report.counts) {
		const { code, severity, location: place, total, kept } = count;
		if (total === kept || total - kept === told.omitted.get(keyOf(count))) continue;
		const where = printable(describeLocation(place));
		const line = `${where === '' ? '' : `${where}: `}${total - kept} more of ${code}, ${total} in all`;
		if (severity === 'info') log.info(line);
		else log.warn(line);
	}
}

function omitted({ counts }: Report): Map<string, number> {
	return new Map(counts.map((count) => [keyOf(count), count.total - count.kept]));
}

function keyOf({ code, location: place }: FindingCount): string {
	return JSON.stringify([code, place.file, place.room]);
}

function describe({ code, message, location }: Finding, advice: string): string {
	const where = printable(describeLocation(location));
	const line = `${where === '' ? '' : `${where}: `}${printable(message)} [${code}]`;
	return advice === '' ? line : `${line}\n  ${printable(advice)}`;
}

/** A report as strict as the settings say. */
export function reportFor({ strict }: { readonly strict?: boolean }): Report {
	return new Report(strict === undefined ? {} : { strict });
}
