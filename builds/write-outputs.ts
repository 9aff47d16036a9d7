import type { BigIntStats } from 'node:fs';
import { resolve } from 'node:path';
import { guardOutputs, type OutputRun, rememberOutputs } from '../jobs/files/outputs.ts';
import type { StagedFiles } from '../pipeline/disk/staging.ts';
import { writeFilesAtomically } from '../pipeline/disk/transaction.ts';
import { Report } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import type { TargetRecord } from './cache/manifest-shape.ts';
import type { Plan } from './config/targets.ts';
import type { BuildContext, OutputResult, TargetBuild } from './context.ts';
import { removeOutputs, sweepTemporaries } from './outputs.ts';

/** The absolute path of a written file, and its status before it was renamed into place. */
export interface WrittenOutput {
	readonly path: string;
	readonly hash: string;
	readonly staged: BigIntStats;
}

/** What is there of a target before its outputs are written. */
export interface BeforeWriting {
	readonly previous: TargetRecord | undefined;
	/** Paths that are kept in any case; see `OutputPlace`. */
	readonly needed: ReadonlySet<string>;
	/** Outputs that were brought to the disk while others were made. */
	readonly staged: StagedFiles;
	/** What was there when it was checked what may be replaced. */
	readonly run: Pick<OutputRun, 'seen'>;
}

/**
 * Takes outputs as they are made, to be brought to the disk meanwhile; of a first build none where the first of them may not be written, so that a folder
 * that is refused is not touched, and of a later one only those that the last has made.
 */
export function stageIn(
	{ base }: Plan,
	previous: TargetRecord | undefined,
	staged: StagedFiles,
	force: boolean,
): NonNullable<BuildContext['stage']> {
	const known = previous && new Set(previous.outputs.map(({ path }) => path));
	let isAllowed: Promise<boolean> | undefined;
	return async ({ path, bytes }) => {
		const file = { path: resolve(base, path), bytes };
		if (known === undefined) isAllowed ??= mayWriteInto(file, force);
		if (known === undefined ? await isAllowed : known.has(path)) staged.add(file);
	};
}

async function mayWriteInto(file: OutputFile, force: boolean): Promise<boolean> {
	const report = new Report();
	await guardOutputs([file], report, { inputs: [], force: force ? 'foreign' : false });
	return report.findings.length === 0;
}

/** Writes and removes outputs of a target. @returns also the result for each output, without those that could not be removed */
export async function writeOutputs(
	{ base, target }: Plan,
	{ record, made, outputs }: TargetBuild,
	{ previous, needed, staged, run }: BeforeWriting,
	report: Report,
): Promise<{ readonly outputs: readonly OutputResult[]; readonly written: readonly WrittenOutput[] }> {
	const place = { base, target, needed };
	const old = previous?.outputs ?? [];
	const having = (status: OutputResult['status']): Set<string> =>
		new Set(outputs.filter((output) => output.status === status).map(({ path }) => path));
	const [written, removed] = [having('written'), having('removed')];
	await sweepTemporaries([...record.outputs, ...old], place);
	const files = made.flatMap(({ record: { path, hash }, bytes }) =>
		bytes !== undefined && written.has(path)
			? [{ path: resolve(base, path), bytes, hash, before: run.seen.get(path) }]
			: [],
	);
	const hashes = files.map(({ hash }) => hash);
	const { stamps } = await writeFilesAtomically(files, {
		staged,
		ready: (targets) => rememberOutputs(files, targets, {}, hashes),
	});
	const left = await removeOutputs(
		old.filter(({ path }) => removed.has(path)),
		place,
		report,
	);
	return {
		outputs: outputs.filter(({ path }) => !left.includes(path)),
		written: files.map(({ path, hash }, index) => ({ path, hash, staged: stamps[index] })),
	};
}
