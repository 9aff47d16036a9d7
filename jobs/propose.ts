import { decisionsBeside } from '../pipeline/decisions-file.ts';
import type { ReadOptions } from '../pipeline/options.ts';
import { readSource } from '../pipeline/read.ts';
import type { Registry } from '../pipeline/registry.ts';
import { withDefaults } from '../src/findings/options.ts';
import { Report } from '../src/findings/report.ts';
import type { InputSource, ReadContext } from '../src/formats/contracts.ts';
import { type Proposals, proposeDecisions } from '../src/propose/propose.ts';
import type { Decisions } from '../src/scene/decisions.ts';
import { FRAME_OPTIONS } from '../src/scene/frame.ts';
import type { Scene } from '../src/scene/scene.ts';

/**
 * Reads a scene as it is and proposes what its materials, objects and rooms are. What the file beside it says is kept.
 *
 * @returns undefined for what holds walkmeshes, where nothing is to be decided
 * @throws InputError when the scene, or the file beside it, cannot be read
 */
export async function proposeForSource(
	source: InputSource,
	options: ReadOptions,
	context: ReadContext,
	registry: Registry,
): Promise<{ readonly proposals: Proposals; readonly scene: Scene } | undefined> {
	const { fileName } = source;
	const before = await decisionsBeside(source, context.report);
	const none: Decisions = { version: 1, scene: fileName, materials: [], objects: [], rooms: [] };
	// Unknown materials are what proposals are for.
	const report = new Report();
	const loaded = await readSource(source, options, { ...context, report, decisions: none }, registry);
	if (loaded.kind !== 'scene') return undefined;
	const frame = withDefaults(FRAME_OPTIONS, options);
	return { proposals: proposeDecisions(loaded.scene, fileName, frame, context.surfaces, before), scene: loaded.scene };
}
