import { Command, CommanderError } from 'commander';
import { packageVersion } from '../incremental/version.ts';
import { addBuildCommand } from './commands/build.ts';
import { addConvertCommand } from './commands/convert.ts';
import { addDiffCommand } from './commands/diff.ts';
import { addDoorCommand } from './commands/door.ts';
import { addHullCommand } from './commands/hull.ts';
import { addIdentifyCommand } from './commands/identify.ts';
import { addInitCommand } from './commands/init.ts';
import { addInspectCommand } from './commands/inspect.ts';
import { addLevelCommand } from './commands/level.ts';
import { addLinkCommand } from './commands/link.ts';
import { addRebuildCommand } from './commands/rebuild.ts';
import { addRunCommand } from './commands/run.ts';
import { addStepCommand } from './commands/step.ts';
import { addSurfacesCommand } from './commands/surfaces.ts';
import type { CommandIo } from './io.ts';
import { type RunCommand, runCommand } from './session.ts';
import { createTerminal, EXIT, helpOutput, printStack } from './terminal.ts';

/**
 * Runs the command line. Nothing of the process is touched but its folder, which paths are relative to.
 *
 * @param argv what stands behind `wokflow`
 * @returns the exit code
 */
export async function runCli(argv: readonly string[], io: CommandIo): Promise<number> {
	let exitCode: number = EXIT.fine;
	let running: Command | undefined;
	const run: RunCommand = async (options, action) => {
		exitCode = await runCommand(io, options, action, (flag) => ownerOf(flag, program, running));
	};
	const program = createProgram(io, run).hook('preAction', (_, command) => {
		running = command;
	});
	try {
		await program.parseAsync(argv, { from: 'user' });
		return exitCode;
	} catch (error) {
		if (!(error instanceof CommanderError)) {
			printStack(error, createTerminal(io, false));
			return EXIT.input;
		}
		// Help and version end with 0; everything else commander throws is wrong use, which it has already explained.
		return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
	}
}

/** The command that takes a flag: the empty text for the one that runs, else the first that does. */
function ownerOf(flag: string, { commands }: Command, running: Command | undefined): string | undefined {
	const takes = (command: Command): boolean => command.options.some(({ long }) => long === flag);
	return running !== undefined && takes(running) ? '' : commands.find(takes)?.name();
}

/** The command line, ready to parse. Commands load what they need when they run. */
export function createProgram(io: CommandIo, run: RunCommand): Command {
	const program = new Command('wokflow')
		.configureOutput(helpOutput(io))
		.description('Turns modelled levels (glTF, GLB, OBJ) into Knights of the Old Republic walkmeshes and back.')
		.version(packageVersion())
		.showSuggestionAfterError()
		.showHelpAfterError('(wokflow COMMAND --help shows what a command takes)')
		.exitOverride()
		.addHelpText(
			'after',
			`
Examples:
  wokflow convert level.glb level.wok      a modelled level to a walkmesh
  wokflow convert m01aa_01.wok room.glb    a walkmesh to look at in any glTF viewer
  wokflow inspect m01aa_01.wok             what is in a walkmesh

Exit codes: 0 fine, 1 findings of severity error, 2 wrong use, 3 input that could not be read.`,
		);
	for (const add of [
		addConvertCommand,
		addBuildCommand,
		addLevelCommand,
		addLinkCommand,
		addInitCommand,
		addInspectCommand,
		addDiffCommand,
		addIdentifyCommand,
		addHullCommand,
		addDoorCommand,
		addRebuildCommand,
		addRunCommand,
		addStepCommand,
		addSurfacesCommand,
	])
		add(program, run);
	for (const command of program.commands) command.exitOverride();
	return program;
}
