import { Command, CommanderError } from 'commander';
import { packageVersion } from '../builds/program.ts';
import { createRegistry } from '../jobs/default-registry.ts';
import type { Registry } from '../pipeline/registry.ts';
import { Report, UsageError } from '../src/findings/report.ts';
import { assembleCommand } from './commands/assemble.ts';
import { buildCommand } from './commands/build.ts';
import { checkCommand } from './commands/check.ts';
import { collisionCommand } from './commands/collision.ts';
import { completionCommand } from './commands/completion.ts';
import { convertCommand } from './commands/convert.ts';
import { diffCommand } from './commands/diff.ts';
import { editCommand } from './commands/edit.ts';
import { explainCommand } from './commands/explain.ts';
import { fixCommand } from './commands/fix.ts';
import { graphCommand, stepCommand } from './commands/graph.ts';
import { initCommand } from './commands/init.ts';
import { inspectCommand } from './commands/inspect.ts';
import { levelCommand } from './commands/level.ts';
import { linkCommand } from './commands/link.ts';
import { pathsCommand } from './commands/paths.ts';
import { planCommand } from './commands/plan.ts';
import { queryCommand } from './commands/query.ts';
import { rebuildCommand } from './commands/rebuild.ts';
import { runCommand } from './commands/run.ts';
import { surfacesCommand } from './commands/surfaces.ts';
import { gameCommand } from './game/game.ts';
import {
	addCommand,
	type CommandDeclaration,
	type CommandParser,
	nameCommand,
	type RunLine,
	topicHelp,
} from './shared/command.ts';
import { EXIT, EXIT_CODES, type FailureKind } from './shared/ending.ts';
import { kindOf, LimitError, printFailure, printFailureLines } from './shared/failure.ts';
import { HELP_STYLE, helpWidth, wrappedText } from './shared/help.ts';
import { endingJson } from './shared/json.ts';
import { runSession } from './shared/session.ts';
import { type CommandIo, capturingIo, createTerminal, HELP_WIDTH, helpOutput, processIo } from './shared/terminal.ts';
import { fileAsCommand } from './shared/word-order.ts';
import { viewCommand } from './view/view.ts';

/** Names of commands that became a part of another one. Each works for one more version, says on standard error what it is now, and is in no help. */

/** @param now what is typed now @param before words that go before those that are typed @param flags that are given */
function former(name: string, now: string, of: unknown, { before = [], flags = {} }: Replaced): CommandDeclaration {
	const command = of as CommandDeclaration;
	return {
		...command,
		name,
		hidden: true,
		isInputWord: (index, words, options) =>
			command.isInputWord?.(index + before.length, [...before, ...words], { ...options, ...flags }) ?? true,
		run(session) {
			session.terminal.problem(`"wokflow ${name}" is "wokflow ${now}" now; the old name goes with the next version.`);
			const options = { ...session.options, ...flags };
			return command.run({ ...session, words: [...before, ...session.words], options });
		},
	};
}

interface Replaced {
	readonly before?: readonly string[];
	readonly flags?: Readonly<Record<string, boolean>>;
}

const FORMER: readonly CommandDeclaration[] = [
	former('identify', 'inspect --writer', inspectCommand, { flags: { writer: true } }),
	former('stats', 'inspect --stats', inspectCommand, { flags: { stats: true } }),
	former('hull', 'collision --hull', collisionCommand, { flags: { hull: true } }),
	former('door', 'collision --door', collisionCommand, { flags: { door: true } }),
	former('minimap', 'plan --minimap', planCommand, { flags: { minimap: true } }),
	former('kit', 'assemble --list', assembleCommand, { flags: { list: true } }),
	former('sync', 'game sync', gameCommand, { before: ['sync'] }),
	former('place', 'game place', gameCommand, { before: ['place'] }),
];

/** Commands by what they are for, in the order in which the help lists them. Each declares options of its own, which its `run` alone looks at. */
const TOPICS = {
	'Make walkmeshes': [convertCommand, collisionCommand, fixCommand, editCommand, rebuildCommand, runCommand],
	'Make levels': [
		levelCommand,
		linkCommand,
		assembleCommand,
		pathsCommand,
		initCommand,
		buildCommand,
		graphCommand,
		stepCommand,
	],
	'Work with files of the game': [gameCommand],
	'Look at walkmeshes': [
		viewCommand,
		planCommand,
		checkCommand,
		inspectCommand,
		queryCommand,
		diffCommand,
		surfacesCommand,
	],
	Help: [explainCommand, completionCommand],
	'Former names': FORMER,
};

/** The commands of each topic. */
export function commandTopics(): Readonly<Record<string, readonly CommandDeclaration[]>> {
	return TOPICS as unknown as Readonly<Record<string, readonly CommandDeclaration[]>>;
}

/** Every command. */
export function allCommands(): readonly CommandDeclaration[] {
	return Object.values(commandTopics()).flat();
}

/** The command of a name, and its topic. */
function commandOf(word: string | undefined): { topic: string; command: CommandDeclaration } | undefined {
	for (const [topic, commands] of Object.entries(commandTopics())) {
		const command = commands.find(({ name }) => name === word);
		if (command !== undefined) return { topic, command };
	}
	return undefined;
}

function isCommand(word: string | undefined): boolean {
	return commandOf(word) !== undefined;
}

/** The word of a command line that names the command that is run or asked about. */
function nameOf([first, second]: readonly string[]): string | undefined {
	return first === 'help' ? second : first;
}

/**
 * Runs the command line. Uses nothing of the process but its working folder, which paths are relative to.
 *
 * @param argv the words after `wokflow`
 * @returns the exit code
 */
export async function runCli(argv: readonly string[], io: CommandIo): Promise<number> {
	let exitCode: number = EXIT.fine;
	const words = withJsonFile(argv);
	// With `--json`, standard output holds JSON only: a help text becomes a part of it.
	let said = '';
	const helpIo = wantsJson(words) ? capturingIo(io, (text) => (said += text)) : io;
	try {
		const registry = createRegistry().add(await plugins(words));
		const run: RunLine = async (line, { run: action }) => {
			exitCode = await runSession({ ...line, commands: allCommands }, action);
		};
		// `help nosuch` fails as `nosuch` would, with the same suggestion.
		const isUnknown = words[0] === 'help' && /^(?!help$)[^-]/.test(words[1] ?? '') && !isCommand(words[1]);
		const asked = isUnknown ? words.slice(1) : words;
		const topic = words[0] === 'help' ? topicHelp(words[1] ?? '', registry, HELP_WIDTH) : undefined;
		if (topic !== undefined) {
			createTerminal(io).text(helpIo === io ? topic : spokenJson(topic, words));
			return EXIT.fine;
		}
		await createProgram(io, run, registry, asked, helpIo).parseAsync(asked, { from: 'user' });
		return exitCode;
	} catch (error) {
		if (!(error instanceof CommanderError)) return tellFailure(error, words, io);
		// Help and version end with 0; everything else commander throws is wrong use, which it has already explained.
		if (error.exitCode === 0) {
			if (said !== '') createTerminal(io).text(spokenJson(said, words));
			return EXIT.fine;
		}
		const wrongUse = new UsageError(...error.message.replace(/^error: /, '').split('\n'));
		if (wantsJson(words)) createTerminal(io).text(failureJson(wrongUse, words, io));
		return EXIT.usage;
	}
}

/**
 * Tells why a command was ended from outside, at a limit or at Ctrl-C.
 *
 * @param argv the command line, which may ask for JSON
 */
export async function tellEnded(kind: FailureKind, lines: readonly string[], argv: readonly string[]): Promise<void> {
	const terminal = createTerminal(processIo());
	printFailureLines(lines, kind, terminal);
	const words = withJsonFile(argv);
	const option = optionWords(words).findLast((word) => word.startsWith('--json='));
	if (option === undefined) return;
	const path = option.slice('--json='.length);
	const text = endedJson({ kind, error: new LimitError(lines.join('\n')) }, words);
	if (path === '-') {
		terminal.text(text);
		return;
	}
	const { writeOutputs } = await import('../jobs/files/outputs.ts');
	await writeOutputs([{ path, bytes: new TextEncoder().encode(text) }], new Report());
}

function tellFailure(error: unknown, words: readonly string[], io: CommandIo): number {
	printFailure(error, createTerminal(io), io);
	if (wantsJson(words)) createTerminal(io).text(failureJson(error, words, io));
	return EXIT_CODES[kindOf(error, io)];
}

function failureJson(error: unknown, words: readonly string[], io: CommandIo): string {
	return endedJson({ kind: kindOf(error, io), error }, words);
}

/** The help text or version that was asked for. */
function spokenJson(text: string, [first]: readonly string[]): string {
	const command = isCommand(first) ? first : undefined;
	return endingJson({ command, exitCode: EXIT.fine, result: { text }, report: new Report() });
}

function endedJson(failure: { kind: FailureKind; error: unknown }, [first]: readonly string[]): string {
	const command = isCommand(first) ? first : undefined;
	return endingJson({ command, exitCode: EXIT_CODES[failure.kind], failure, result: {}, report: new Report() });
}

/** True for `--json` on standard output. Reads the words themselves, as it is needed for command lines that cannot be parsed, too. */
function wantsJson(words: readonly string[]): boolean {
	return optionWords(words).includes('--json=-');
}

/** The words before `--`. */
function optionWords(argv: readonly string[]): readonly string[] {
	return argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
}

/**
 * Writes `--json` with a value: `-`, standard output, unless the next word is a `.json` file. Any other next word is an argument of the command, and so
 * is a `.json` for `run`, which takes recipes.
 */
function withJsonFile(argv: readonly string[]): string[] {
	const words: string[] = [];
	const [command] = argv;
	const end = optionWords(argv).length;
	for (let at = 0; at < argv.length; at++) {
		const next = argv[at + 1] ?? '';
		if (argv[at] !== '--json' || at >= end) words.push(argv[at]);
		else if (command !== 'run' && at + 1 < end && next.endsWith('.json')) words.push(`--json=${argv[++at]}`);
		else words.push('--json=-');
	}
	return words;
}

/** Loads what `--plugin` names. Plugins add options, extensions and help, so they are needed before the command line can be parsed. */
async function plugins(argv: readonly string[]): Promise<Parameters<Registry['add']>[0]> {
	const files = optionWords(argv).flatMap((word, index) => {
		if (word === '--plugin') return argv.slice(index + 1, index + 2);
		return word.startsWith('--plugin=') ? [word.slice('--plugin='.length)] : [];
	});
	if (files.length === 0) return {};
	const { loadPlugins } = await import('../builds/config/config.ts');
	return loadPlugins(files, process.cwd(), '--plugin');
}

/**
 * Makes the parser of the command line. Commands import what they need when they run.
 *
 * @param typed the command line: only its command is declared then, or all are named where there is none. Without it all have their options
 * @param helpIo where help texts go
 */
export function createProgram(
	io: CommandIo,
	run: RunLine,
	registry: Registry = createRegistry(),
	typed?: readonly string[],
	helpIo: CommandIo = io,
): Command {
	const program = new Command('wokflow')
		.configureOutput(helpOutput(helpIo))
		.configureHelp(HELP_STYLE)
		.description('Turns modelled levels (glTF, GLB, OBJ) into Knights of the Old Republic walkmeshes and back.')
		.version(packageVersion(), '-V, --version', 'Show the version.')
		.helpOption('-h, --help', 'Show this help.')
		.addHelpCommand(
			new Command('help')
				.argument('[command]')
				.description('Show the help of a command, or of a topic of options.')
				.helpGroup('Help:'),
		)
		.showSuggestionAfterError()
		.showHelpAfterError(fileAsCommand(typed ?? []) ?? '(wokflow COMMAND --help shows what a command takes)')
		.exitOverride()
		.addHelpText('after', ({ command }) => wrappedText(HELP, helpWidth(command)));
	const parser: CommandParser = { program, registry, io, run, all: allCommands };
	const named = typed && commandOf(nameOf(typed));
	if (named !== undefined) addCommand(named.command, named.topic, parser);
	else {
		const add = typed === undefined ? addCommand : nameCommand;
		for (const [heading, commands] of Object.entries(commandTopics()))
			for (const command of commands) add(command, heading, parser);
	}
	return program;
}

const HELP = `
Examples:
  wokflow convert level.glb level.wok      a modelled level to a walkmesh
  wokflow convert m01aa_01.wok room.glb    a walkmesh to look at in any glTF viewer
  wokflow inspect m01aa_01.wok             what is in a walkmesh

Exit codes: 0 fine, 1 findings of severity error, 2 wrong use, 3 input that could not be read.`;
