import {
	describeLocation,
	type Finding,
	type FindingCount,
	InputError,
	Report,
	UsageError,
} from '../src/findings/report.ts';
import { type AdviceContext, createAdviser, gatherPairs } from '../src/model/advice.ts';
import { printable } from '../src/text/quote.ts';

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
