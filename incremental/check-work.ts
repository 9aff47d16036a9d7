import { type CheckOptions, checkSource } from '../pipeline/check.ts';
import { checkInputs } from '../pipeline/check-inputs.ts';
import { createRegistry } from '../pipeline/default-registry.ts';
import type { Registry } from '../pipeline/registry.ts';
import { type Finding, Report } from '../src/findings/report.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';

/** How levels are checked, as a thread is told it. */
export interface CheckSettings {
	readonly options: Pick<CheckOptions, 'profile' | 'read' | 'mesh'>;
	readonly surfaces: SurfaceTable;
}

/** What a check of one path found. */
export interface CheckedPath {
	readonly findings: readonly Finding[];
	/** Files that were read. */
	readonly inputs: readonly string[];
}

/** Checks what a path leads to. The same findings in any thread. */
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
