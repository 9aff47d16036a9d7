import { type Finding, type FindingCount, InputError, Report } from '../src/findings/report.ts';

/**
 * What a step found, to be kept with its result and told again: the findings that a report keeps, and the counts of those that were
 * too many. Telling captured findings again, one step after another, gives the very report that the steps would have made.
 */
export interface Captured {
	readonly findings: readonly Finding[];
	/** Only of what was too many to keep. */
	readonly more: readonly Pick<FindingCount, 'code' | 'location' | 'total' | 'kept'>[];
}

/** Takes what a report holds. Its severities are those of the catalogue: strictness belongs to the report they are told to. */
export function captured(report: Report): Captured {
	const more = report.counts.flatMap(({ code, location: place, total, kept }) =>
		total > kept ? [{ code, location: place, total, kept }] : [],
	);
	return { findings: report.findings, more };
}

/** Tells captured findings to a report. */
export function tell({ findings, more }: Captured, report: Report): void {
	for (const finding of findings) report.push(finding);
	for (const { code, location: place, total, kept } of more) {
		const like = findings.find(
			(finding) =>
				finding.code === code && finding.location.file === place.file && finding.location.room === place.room,
		);
		if (like === undefined) continue;
		report.push(like, total - kept);
	}
}

/** A result and what was found on the way; or the finding that ended it. */
export type Outcome<T> =
	| { readonly value: T; readonly captured: Captured }
	| { readonly failure: Finding; readonly captured: Captured };

/** Runs something with a report of its own. Input that cannot be read becomes a failure; every other error is thrown. */
export async function capturing<T>(work: (report: Report) => T | Promise<T>): Promise<Outcome<T>> {
	const report = new Report();
	try {
		const value = await work(report);
		return { value, captured: captured(report) };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { failure: error.finding, captured: captured(report) };
	}
}

/** Tells what was found and gives the value. @throws InputError for a failure */
export function settle<T>(outcome: Outcome<T>, report: Report): T {
	tell(outcome.captured, report);
	if ('failure' in outcome) throw new InputError(outcome.failure);
	return outcome.value;
}
