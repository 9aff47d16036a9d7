import type { BwmFile } from '../bwm/index.ts';
import { type FindingCode, Report } from '../findings/index.ts';
import type { SurfaceTable } from '../surfaces/index.ts';
import { surveyBwm } from '../survey/index.ts';
import type { Walkmesh } from '../walkmesh/index.ts';

/** A table of a file that says something else than its geometry. */
export interface StaleTable {
	readonly code: FindingCode;
	readonly message: string;
}

/** What the tables of a binary say wrongly of its geometry, as `surveyBwm` sees it. */
export function staleTables(file: BwmFile, mesh: Walkmesh, table: SurfaceTable): StaleTable[] {
	const report = new Report();
	surveyBwm(file, mesh, table, report);
	return report.findings.map(({ code, message }) => ({ code, message }));
}
