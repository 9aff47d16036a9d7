import { isLevelTarget, type LevelTarget } from '../pipeline/config.ts';
import type { BuildContext } from './context.ts';
import { listingOf } from './listing.ts';
import { canonical } from './lossless-json.ts';
import type { TargetRecord } from './manifest.ts';
import { isLayout } from './split.ts';
import type { Plan } from './targets.ts';

/** True when a build would find everything as the last one left it. Reads files, and nothing else. */
export async function isUpToDate(
	plan: Plan,
	previous: TargetRecord,
	{ hashes, force, version }: BuildContext,
	strict: boolean,
): Promise<boolean> {
	if (force || previous.wokflow !== version || previous.code !== plan.code) return false;
	// With --strict the warnings of the last build would have been errors.
	if (strict && previous.found.warnings > 0) return false;
	if (canonical(previous.options) !== canonical(plan.options)) return false;
	const { target } = plan;
	if (isLevelTarget(target) && isLayout(target)) {
		if (previous.listing !== (await listingOf(plan as Plan<LevelTarget>))) return false;
	}
	const outputs = await Promise.all(previous.outputs.map(async ({ path, hash }) => (await hashes.of(path)) === hash));
	if (outputs.includes(false)) return false;
	return (await hashes.changed(previous.inputs)).length === 0;
}
