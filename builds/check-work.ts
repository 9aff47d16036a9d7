import { type CheckOptions, checkSource } from '../jobs/check.ts';
import { createRegistry } from '../jobs/default-registry.ts';
import { checkInputs } from '../jobs/files/check-inputs.ts';
import type { Registry } from '../pipeline/registry.ts';
import { type Finding, Report } from '../src/findings/report.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';

/** The settings of a check as plain data, which is sent to threads. */
export interface CheckSettings {
	readonly options: Pick<CheckOptions, 'profile' | 'read' | 'mesh'>;
	readonly surfaces: SurfaceTable;
}

/** The result of checking one path. */
export interface CheckedPath {
	readonly findings: readonly Finding[];
	/** Files that were read. */
	readonly inputs: readonly string[];
}

/** Checks the level or file at a path. The findings are the same in any thread. */
export async function checkPath(
	path: string,
	{ options, surfaces }: CheckSettings,
	registry: Registry = createRegistry(),
): Promise<CheckedPath> {
	const report = new Report();
	const found: Finding[] = [];
	const inputs = await checkInputs([path], undefined, registry, report);
	for (const { source, roomFiles } of inputs) {
		const given = { ...options, ...(roomFiles === undefined ? {} : { roomFiles }) };
		found.push(...(await checkSource(source, given, { report, surfaces, mappings: [] }, registry)));
	}
	return { findings: [...report.findings, ...found], inputs: [...report.inputs] };
}
