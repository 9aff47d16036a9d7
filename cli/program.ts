import { Command } from 'commander';
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

/** The command line, ready to parse. Commands load what they need when they run. */
export function createProgram(): Command {
	const program = new Command('wokflow')
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
		addBuildCommand,
		addConvertCommand,
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
		add(program);
	for (const command of program.commands) command.exitOverride();
	return program;
}
