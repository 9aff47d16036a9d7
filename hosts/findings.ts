import {
	CATALOGUE,
	describePlace,
	type Finding,
	type FindingCount,
	InputError,
	Report,
	UsageError,
} from '../src/findings/index.ts';
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

	constructor(what: string, findings: readonly Finding[]) {
		super([`${printable(what)}: nothing was made.`, ...findings.map((finding) => describe(finding, true))].join('\n'));
		this.findings = findings;
	}
}

/**
 * Runs a conversion; afterwards what was found goes to the log and, if it forbids an output, is thrown.
 *
 * @param what the input in a few words, for the error
 * @throws ConversionError when an input could not be read or an error was found; UsageError as it comes
 */
export async function reported<T>(what: string, report: Report, log: FindingLog, action: () => Promise<T>): Promise<T> {
	const told = { findings: report.findings.length, omitted: omitted(report) };
	let result: T | undefined;
	let done = false;
	try {
		result = await action();
		done = true;
	} catch (error) {
		if (!(error instanceof InputError)) {
			if (!(error instanceof UsageError)) tell(report, log, told);
			throw error;
		}
		report.push(error.finding);
	}
	tell(report, log, told);
	const severe = report.findings.filter(({ severity }) => severity === 'error' || severity === 'fatal');
	if (!done || report.failed) throw new ConversionError(what, severe);
	return result as T;
}

/** How much of a report was there before. */
interface Told {
	readonly findings: number;
	/** By code and place, how many were only counted. */
	readonly omitted: ReadonlyMap<string, number>;
}

/** Findings that are not errors; the error that is thrown holds those. */
function tell(report: Report, log: FindingLog, told: Told): void {
	const advised = new Set<string>();
	for (const finding of report.findings.slice(told.findings)) {
		if (finding.severity === 'info') log.info(describe(finding, false));
		if (finding.severity === 'warning') log.warn(describe(finding, !advised.has(finding.code)));
		advised.add(finding.code);
	}
	for (const count of report.counts) {
		const { code, severity, place, total, kept } = count;
		if (total === kept || total - kept === told.omitted.get(keyOf(count))) continue;
		const where = printable(describePlace(place));
		const line = `${where === '' ? '' : `${where}: `}${total - kept} more of ${code}, ${total} in all`;
		if (severity === 'info') log.info(line);
		else log.warn(line);
	}
}

function omitted({ counts }: Report): Map<string, number> {
	return new Map(counts.map((count) => [keyOf(count), count.total - count.kept]));
}

function keyOf({ code, place }: FindingCount): string {
	return JSON.stringify([code, place.file, place.room]);
}

function describe({ code, message, place }: Finding, advice: boolean): string {
	const where = printable(describePlace(place));
	const line = `${where === '' ? '' : `${where}: `}${printable(message)} [${code}]`;
	return advice ? `${line}\n  ${CATALOGUE[code].help}` : line;
}

/** A report as strict as the settings say. */
export function reportFor({ strict }: { readonly strict?: boolean }): Report {
	return new Report(strict === undefined ? {} : { strict });
}
