import type { ConvertTarget } from '../pipeline/config.ts';
import type { Report } from '../src/findings/report.ts';
import { checkOverwriting } from './build-level.ts';
import { settle } from './capture.ts';
import { type BuildContext, countFound, type MadeOutput, type TargetBuild } from './context.ts';
import { hashBytes, hashValue } from './hash.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import type { TargetRecord } from './manifest.ts';
import { convertReasons } from './reasons.ts';
import { type Plan, surfacesOf } from './targets.ts';

/** Runs a conversion. Nothing is written here. @throws InputError when an input cannot be read */
export async function buildConvert(
	plan: Plan<ConvertTarget>,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<TargetBuild> {
	const inputs = new TrackedInputs(plan.base);
	const surfaces = await surfacesOf(plan.target, inputs, report);
	context.onStep?.('convert', 0, 1);
	const outcome = await context.runner.run({ step: 'convert', target: plan.name, surfaces: surfaces.table });
	const { files, inputs: read } = settle(outcome, report);
	const all: InputRecord[] = [...(await inputs.records()), ...read];
	const key = hashValue({
		step: 'convert',
		version: context.version,
		options: plan.options,
		code: plan.code,
		inputs: all,
	});
	const outputs = files.map(({ path, bytes }): MadeOutput => {
		return { record: { path, hash: hashBytes(bytes), bytes: bytes.length, key }, bytes };
	});
	const record: TargetRecord = {
		wokflow: context.version,
		options: plan.options,
		code: plan.code,
		inputs: all.sort((a, b) => (a.path < b.path ? -1 : 1)),
		rooms: [],
		outputs: outputs.map((output) => output.record),
		found: countFound(report),
		cached: [],
	};
	checkOverwriting(record, report);
	const made = outputs.flatMap(({ record: { path }, bytes }) => (bytes === undefined ? [] : [{ path, bytes }]));
	return { record, files: made, outputs: await convertReasons(record, outputs, previous, context) };
}
