import type { Command } from 'commander';
import { UsageError } from '../../src/findings/report.ts';
import type { RunCommand, Session } from '../session.ts';

/**
 * The steps of a build as commands of their own, for other build systems; `docs/scaling.md` says what each reads and writes.
 * Not in the list of commands: a person uses `wokflow build`.
 */
export function addStepCommand(program: Command, runCommand: RunCommand): void {
	program
		.command('step', { hidden: true })
		.description('one step of a build, for other build systems; see docs/scaling.md')
		.argument('<step>', 'split, prepare, link, finish, gather or convert')
		.argument('<arguments...>', 'what the step reads and writes')
		.option('--strict', 'warnings are errors')
		.action((step: string, args: string[], flags: { strict?: boolean }) =>
			// Notes stand in the report of the level; here they would be lost among those of other rooms.
			runCommand({ ...flags, quiet: true }, (session) => runStep(step, args, session)),
		);
}

async function runStep(step: string, args: readonly string[], { report }: Session): Promise<undefined> {
	const [rooms, level] = await Promise.all([
		import('../../incremental/ninja/room-steps.ts'),
		import('../../incremental/ninja/level-steps.ts'),
	]);
	const steps = { ...rooms, ...level };
	const takes = (usage: string, count: number): void => {
		if (args.length !== count) throw new UsageError(`step ${step} takes ${usage}.`);
	};
	switch (step) {
		case 'split':
			takes('CONFIG TARGET FOLDER DEPFILE', 4);
			await steps.stepSplit(args[0], args[1], args[2], args[3], report);
			return;
		case 'prepare':
			takes('OPTIONS ROOM OUTPUT DEPFILE', 4);
			await steps.stepPrepare(args[0], args[1], args[2], args[3], report);
			return;
		case 'link':
			takes('OPTIONS', 1);
			await steps.stepLink(args[0], report);
			return;
		case 'finish':
			takes('OPTIONS LINKED PREPARED OUTPUT FOUND; PREPARED is - for objects', 5);
			await steps.stepFinish(args[0], args[1], args[2] === '-' ? undefined : args[2], args[3], args[4], report);
			return;
		case 'gather':
			takes('OPTIONS', 1);
			await steps.stepGather(args[0], report);
			return;
		case 'convert':
			takes('CONFIG TARGET DEPFILE', 3);
			await steps.stepConvert(args[0], args[1], args[2], report);
			return;
		default:
			throw new UsageError(`There is no step "${step}". Known: split, prepare, link, finish, gather, convert.`);
	}
}
