import { Command, CommanderError } from 'commander';
import { packageVersion } from '../incremental/version.ts';
import { createRegistry } from '../pipeline/default-registry.ts';
import type { Registry } from '../pipeline/registry.ts';
import { UsageError } from '../src/findings/report.ts';
import { addCommand, type CommandDeclaration, type RunLine } from './command.ts';
import { buildCommand } from './commands/build.ts';
import { doorCommand, hullCommand } from './commands/collision.ts';
import { convertCommand } from './commands/convert.ts';
import { diffCommand } from './commands/diff.ts';
import { identifyCommand } from './commands/identify.ts';
import { initCommand } from './commands/init.ts';
import { inspectCommand } from './commands/inspect.ts';
import { levelCommand } from './commands/level.ts';
import { linkCommand } from './commands/link.ts';
import { rebuildCommand } from './commands/rebuild.ts';
import { runCommand } from './commands/run.ts';
import { stepCommand } from './commands/step.ts';
import { surfacesCommand } from './commands/surfaces.ts';
import type { CommandIo } from './io.ts';
import { runSession } from './session.ts';
import { createTerminal, EXIT, helpOutput, printStack, printUsageError } from './terminal.ts';

/** Every command, in the order the help lists them. */
export const COMMANDS: readonly CommandDeclaration[] = [
	buildCommand,
	convertCommand,
	levelCommand,
	linkCommand,
	initCommand,
	inspectCommand,
	diffCommand,
	identifyCommand,
	hullCommand,
	doorCommand,
	rebuildCommand,
	runCommand,
	stepCommand,
	surfacesCommand,
] as readonly CommandDeclaration[];

/**
 * Runs the command line. Nothing of the process is touched but its folder, which paths are relative to.
 *
 * @param argv what stands behind `wokflow`
 * @returns the exit code
 */
export async function runCli(argv: readonly string[], io: CommandIo): Promise<number> {
	let exitCode: number = EXIT.fine;
	try {
		const registry = createRegistry().add(await plugins(argv));
		const run: RunLine = async (line, { run: action }) => {
			exitCode = await runSession(line, action);
		};
		await createProgram(io, run, registry).parseAsync(argv, { from: 'user' });
		return exitCode;
	} catch (error) {
		// Help and version end with 0; everything else commander throws is wrong use, which it has already explained.
		if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
		const terminal = createTerminal(io, false);
		if (error instanceof UsageError) {
			printUsageError(error, terminal);
			return EXIT.usage;
		}
		printStack(error, terminal);
		return EXIT.input;
	}
}

/** What `--plugin` names has options, extensions and help of its own, so it is loaded before the rest is understood. */
async function plugins(argv: readonly string[]): Promise<Parameters<Registry['add']>[0]> {
	const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
	const files = argv.slice(0, end).flatMap((word, index) => {
		if (word === '--plugin') return argv.slice(index + 1, index + 2);
		return word.startsWith('--plugin=') ? [word.slice('--plugin='.length)] : [];
	});
	if (files.length === 0) return {};
	const { loadPlugins } = await import('../incremental/config.ts');
	return loadPlugins(files, process.cwd(), '--plugin');
}

/** The command line, ready to parse. Commands load what they need when they run. */
export function createProgram(io: CommandIo, run: RunLine, registry: Registry = createRegistry()): Command {
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
	for (const command of COMMANDS) addCommand(program, command, registry, io, run);
	return program;
}
