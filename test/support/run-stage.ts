import type { Stage, Subject, Subjects } from '../../pipeline/stages/stage.ts';
import { type Finding, Report, type ReportOptions } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';

/** What a stage made, and what it said. */
export interface StageRun<S extends Subject> {
	readonly value: Subjects[S];
	readonly findings: readonly Finding[];
	/** The code of each finding, in order. */
	readonly codes: readonly string[];
	readonly report: Report;
}

/** Runs one stage with the table of the first game and a report of its own. */
export async function runStage<S extends Subject>(
	stage: Stage<S>,
	value: Subjects[S],
	options: ReportOptions = {},
): Promise<StageRun<S>> {
	const report = new Report(options);
	const result = await stage.run(value, { report, surfaces: K1 });
	return { value: result, findings: report.findings, codes: report.findings.map(({ code }) => code), report };
}
