import type { Command } from 'commander';
import type { RunCommand } from '../session.ts';

/**
 * The steps of a build as commands of their own, for other build systems; `docs/scaling.md` says what each reads and writes.
 * Not in the list of commands: a person uses `wokflow build`.
 */
export function addStepCommand(program: Command, runCommand: RunCommand): void {
	program
		.command('step', { hidden: true })
		.description('one step of a build, for other build systems; see docs/scaling.md')
		.argument('<step>', 'split, prepare, link, finish, gather or convert')
		.argument('<arguments...>', 'what the step reads and writes; or @FILE, a file with these as a JSON array')
		.option('--strict', 'warnings are errors')
		.action((step: string, args: string[], flags: { strict?: boolean }) =>
			// Notes stand in the report of the level; here they would be lost among those of other rooms.
			runCommand({ ...flags, quiet: true }, async ({ report }) => {
				const { runStep } = await import('../../incremental/steps.ts');
				await runStep(step, args, report);
				return undefined;
			}),
		);
}
