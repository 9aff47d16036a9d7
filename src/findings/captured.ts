import type { Finding, FindingCount, Report } from './report.ts';

/**
 * What a job found, to be kept with its result and told again: the findings that a report keeps, and the counts of those that were
 * too many. Telling captured findings again, one job after another, gives the very report that the jobs would have made.
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
