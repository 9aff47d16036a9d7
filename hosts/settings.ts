import { BWM_WRITE_OPTIONS } from '../exporters/bwm/index.ts';
import { type Conversion, convert, convertOptions } from '../pipeline/convert.ts';
import { createRegistry } from '../pipeline/default-registry.ts';
import {
	CHANGE_OPTIONS,
	MESH_OPTIONS,
	PLACE_ROOM_OPTIONS,
	READ_OPTIONS,
	SURFACE_OPTIONS,
} from '../pipeline/options.ts';
import type { Recipe } from '../pipeline/recipe.ts';
import type { Registry } from '../pipeline/registry.ts';
import { type AdviceContext, createAdviser, gatherPairs } from '../src/findings/advice.ts';
import {
	describeLocation,
	type Finding,
	type FindingCount,
	InputError,
	Report,
	UsageError,
} from '../src/findings/report.ts';
import type { Exporter, Importer, InputSource, ReadContext } from '../src/formats/contracts.ts';
import type { Layout } from '../src/level/level.ts';
import { checkedValues, flag, type GivenOf, type Options, value } from '../src/options/options.ts';
import { surfaceMappings } from '../src/scene/surface-mappings.ts';
import { printable } from '../src/text/quote.ts';

/** What hosts let their users say about a conversion, under the names that the library and the command line have for it. */
export const HOST_OPTIONS = {
	...READ_OPTIONS,
	...SURFACE_OPTIONS,
	...MESH_OPTIONS,
	...PLACE_ROOM_OPTIONS,
	...CHANGE_OPTIONS,
	...BWM_WRITE_OPTIONS,
	strict: flag(false, 'Warnings keep the output from being made.'),
};

/** The same as values, without the files that are not the same everywhere: layouts, surface tables and lists of materials. */
export interface ConversionSettings extends Omit<GivenOf<typeof HOST_OPTIONS>, 'layout' | 'surfacemat' | 'surfaces'> {
	/** All stages in place of those that the options stand for; a layout still positions the room first. */
	readonly recipe?: Recipe;
}

/**
 * Refuses options that do not exist: a misspelt one would do nothing, and nobody would see it. And values that are not allowed.
 * @param further names of options that are the host's own
 * @throws UsageError that lists the known ones
 */
export function checkSettings(options: object, host: string, further: Options, registry?: Registry): void {
	const own = { recipe: value(undefined, 'All stages.'), ...further };
	checkedValues({ ...HOST_OPTIONS, ...registry?.readOptions, ...own }, options, host);
}

/** What a host adds to the settings of its user. */
export interface HostOptions {
	/** The layout that the room belongs to: places it, and names the rooms of markers. */
	readonly layout?: Layout | undefined;
	/** Reads the source, in place of the importer that its name or first bytes belong to. */
	readonly importer?: Importer;
	/** Formats that were added. */
	readonly registry?: Registry;
	/** Takes what was made, in place of the exporter that the output's extension belongs to. */
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
	{ layout, importer, exporter, registry }: HostOptions = {},
): Promise<Conversion> {
	const entries = {
		importers: importer === undefined ? [] : [importer],
		exporters: exporter === undefined ? [] : [exporter],
	};
	const own = createRegistry()
		.add(registry ?? {})
		.add(entries);
	const { read, write, ...options } = convertOptions(settings, [source.name], layout, own);
	return convert(
		[source],
		output,
		{
			...options,
			read: { ...read, ...(importer === undefined ? {} : { from: importer.name }) },
			write: { ...write, ...(exporter === undefined ? {} : { to: exporter.name }) },
		},
		{ ...context, mappings: surfaceMappings(settings, context.surfaces) },
		own,
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
		const lines = gatherPairs(findings).map((finding) => describe(finding, advise(finding)));
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
	for (const finding of gatherPairs(report.findings.slice(told.findings))) {
		if (finding.severity === 'info') log.info(describe(finding, ''));
		if (finding.severity === 'warning') log.warn(describe(finding, advise(finding)));
	}
	for (const count of report.counts) {
		const { code, severity, location, total, kept } = count;
		if (total === kept || total - kept === told.omitted.get(keyOf(count))) continue;
		const where = printable(describeLocation(location));
		const line = `${where === '' ? '' : `${where}: `}${total - kept} more of ${code}, ${total} in all`;
		if (severity === 'info') log.info(line);
		else log.warn(line);
	}
}

function omitted({ counts }: Report): Map<string, number> {
	return new Map(counts.map((count) => [keyOf(count), count.total - count.kept]));
}

function keyOf({ code, location }: FindingCount): string {
	return JSON.stringify([code, location.file, location.room]);
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
