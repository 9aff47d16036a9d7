import { convertStep } from './convert-target.ts';
import { finishStep, gatherStep } from './finish.ts';
import { linkStep } from './join.ts';
import { moduleStep } from './module-step.ts';
import { prepareStep } from './rooms.ts';
import { splitStep } from './split.ts';
import type { StepIo } from './step.ts';

/**
 * The steps of a build. Each reads packs and inputs, writes packs and outputs, and depends on nothing else, so it can run in any thread and on
 * any machine: `wokflow build` runs them on values (`target-run.ts`), `wokflow step` on files (`step-command.ts`). Paths are
 * relative to the folder of the config.
 */

/** A step as `wokflow step` has it. */
export interface Step {
	/** Names of its arguments. */
	readonly usage: string;
	/** @throws InputError when an input cannot be read */
	run(args: readonly string[], io: StepIo): Promise<void>;
}

export type StepName = 'split' | 'prepare' | 'link' | 'finish' | 'gather' | 'module' | 'convert';

export const STEPS: Readonly<Record<StepName, Step>> = {
	split: { usage: 'CONFIG TARGET FOLDER DEPFILE', run: splitStep },
	prepare: { usage: 'OPTIONS ROOM OUTPUT DEPFILE', run: prepareStep },
	link: { usage: 'OPTIONS', run: linkStep },
	finish: { usage: 'OPTIONS LINKED PREPARED OUTPUT FOUND BYTES', run: finishStep },
	gather: { usage: 'OPTIONS FILE OUTPUT DRAWN', run: gatherStep },
	module: { usage: 'OPTIONS FOLDER FOUND DEPFILE', run: moduleStep },
	convert: { usage: 'CONFIG TARGET DEPFILE', run: convertStep },
};
