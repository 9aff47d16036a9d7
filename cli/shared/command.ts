import { type Command, Option as Flag, InvalidArgumentError } from 'commander';
import { OPTION_TOPICS, topicOf } from '../../jobs/option-topics.ts';
import type { Registry } from '../../pipeline/registry.ts';
import {
	allowedInUnit,
	defaultText,
	type GivenOf,
	kebab,
	type Option,
	type Options,
	parseValue,
	placeholderOf,
} from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { COMMON_TOPIC, HELP_TOPICS, helpWidth, wrappedText } from './help.ts';
import { COMMON_OPTIONS, type Session } from './session.ts';
import type { CommandIo, CommandLine, InputWords } from './terminal.ts';
import { loosePair } from './word-order.ts';

/** The declaration of a command: data, except for `run`. */
export interface CommandDeclaration<O extends Options = Options> {
	readonly name: string;
	readonly summary: string;
	/** Its arguments in commander's notation (`<file...>`), each with a description. */
	readonly words: (registry: Registry) => Readonly<Record<string, string>>;
	readonly options: (registry: Registry) => O;
	/** Values of its arguments, for completion. Without it, arguments are files. */
	readonly wordChoices?: () => readonly string[] | Promise<readonly string[]>;
	/** Which of its arguments are inputs; all without it. An input may be the name of a resource of an installed game. */
	readonly isInputWord?: InputWords;
	/** Shown below the options. */
	readonly help?: string;
	/** Left out of the list of commands. */
	readonly hidden?: boolean;
	/** Arguments may begin with a minus and a digit, as points do, and are no options then. */
	readonly negativeWords?: boolean;
	/** Prints problems only, also without `--quiet`. */
	readonly quiet?: boolean;
	/** @returns the exit code; undefined where it follows from the findings */
	run(session: Session<O>): Promise<number | undefined>;
}

/** Returns the declaration. Its options give `session.options` its type. */
export function declareCommand<O extends Options>(declaration: CommandDeclaration<O>): CommandDeclaration<O> {
	return declaration;
}

/** For commands whose last argument is the output, unless `--output` names it. */
export const BEFORE_OUTPUT: InputWords = (index, words, options) => 'output' in options || index < words.length - 1;

/** For commands whose arguments are not files. */
export const NO_INPUT_WORDS: InputWords = () => false;

/** Runs a command as the command line says. */
export type RunLine = (line: CommandLine, declaration: CommandDeclaration) => Promise<void>;

/** What the commands of a parser are added with. */
export interface CommandParser {
	readonly program: Command;
	readonly registry: Registry;
	readonly io: CommandIo;
	readonly run: RunLine;
	/** Every command: advice may name a flag of another one. */
	readonly all: () => readonly CommandDeclaration[];
}

/** Adds a declared command with all that it takes. */
export function addCommand(declaration: CommandDeclaration, topic: string, parser: CommandParser): void {
	const { registry, io, run } = parser;
	const command = namedCommand(declaration, topic, parser);
	for (const [word, text] of Object.entries(declaration.words(registry))) command.argument(word, text);
	const options = { ...declaration.options(registry), ...COMMON_OPTIONS };
	const headings = new Map<Flag, string>();
	for (const [name, option] of Object.entries(options))
		for (const each of flagsOf(name, option)) {
			headings.set(each, name);
			command.addOption(each);
		}
	const createHelp = command.createHelp.bind(command);
	// Only help needs topics, and topics need the options of everything.
	command.createHelp = () => {
		const helper = createHelp();
		const format = helper.formatHelp.bind(helper);
		// Not before: what is hidden is not proposed in place of a misspelt one.
		helper.formatHelp = (of, by) => {
			foldTopics(command, (each) => headingOf(headings.get(each) ?? '', options));
			return format(of, by);
		};
		return helper;
	};
	explainArguments(command, declaration, registry);
	command.addHelpText('after', () => {
		const help = declaration.help === undefined ? '' : `\n\n${declaration.help}`;
		return wrappedText(`\n${topicLines(options)}${help}`, helpWidth(command));
	});
	if (declaration.negativeWords === true) command.allowUnknownOption();
	command.action(async () => {
		const unknown = (command.processedArgs.flat() as string[]).find((word) => /^-+[a-z]/i.test(word));
		if (declaration.negativeWords === true && unknown !== undefined)
			command.error(`error: unknown option '${unknown}'`, { code: 'commander.unknownOption' });

		const given = { ...givenOptions(command, options), ...(declaration.quiet === true ? { quiet: true } : {}) };
		const loose = loosePair(command.args, given, options);
		if (loose !== '') command.error(`error: ${loose}`, { code: 'commander.excessArguments' });
		const owners = new Map<string, string | undefined>();
		// Asked for every finding that is reported, about a few flags, and each time all options of all commands are gone through.
		const flagOwner = (long: string): string | undefined => {
			if (!owners.has(long)) owners.set(long, ownerOf(long, declaration, parser));
			return owners.get(long);
		};
		const line = {
			command: declaration.name,
			words: command.processedArgs.flat() as string[],
			options: given,
			registry,
			io,
			flagOwner,
			...(declaration.isInputWord === undefined ? {} : { isInputWord: declaration.isInputWord }),
		};
		await run(line, declaration);
	});
}

/** What commander says of arguments that are missing or too many, with what they are: it only knows their names. */
function explainArguments(command: Command, { name, words, options }: CommandDeclaration, registry: Registry): void {
	const { outputError } = command.configureOutput();
	const hint = (message: string): string => {
		const missing = /missing required argument '(.*)'/.exec(message)?.[1];
		const described = Object.entries(words(registry)).find(([word]) => word.replace(/[<>[\].]/g, '') === missing)?.[1];
		if (missing !== undefined && described !== undefined)
			return wrappedText(`  ${missing}: ${described}`, helpWidth(command));
		if (!/^error: too many arguments/.test(message)) return '';
		const declared = options(registry);
		const loose = loosePair(command.args, givenOptions(command, declared), declared);
		if (loose !== '') return `  ${loose}`;
		return Object.hasOwn(declared, 'output') ? '  Name the output with -o: -o PATH' : '';
	};
	command.showHelpAfterError(`(wokflow ${name} --help shows what it takes)`).configureOutput({
		outputError: (message, write) => {
			outputError?.(message, write);
			const line = hint(message);
			if (line !== '') write(`${line}\n`);
		},
	});
}

/** Adds the name, description and arguments of a command, which is all that the list of commands needs. */
export function nameCommand(
	declaration: CommandDeclaration,
	topic: string,
	parser: Pick<CommandParser, 'program' | 'registry'>,
): void {
	const command = namedCommand(declaration, topic, parser);
	for (const word of Object.keys(declaration.words(parser.registry))) command.argument(word);
}

function namedCommand(
	declaration: CommandDeclaration,
	topic: string,
	{ program }: Pick<CommandParser, 'program'>,
): Command {
	return program
		.command(declaration.name, { hidden: declaration.hidden ?? false })
		.description(sentence(declaration.summary))
		.summary(declaration.summary)
		.helpGroup(`${topic}:`)
		.addHelpOption(new Flag('-h, --help', 'Show this help.'))
		.exitOverride();
}

/** Leaves the options of the command itself: of what others have, too, the flags are named below, by topic. */
function foldTopics(command: Command, headingOf: (each: Flag) => string): void {
	for (const each of command.options) if (headingOf(each) !== 'Options') each.hideHelp();
}

/** The topics of a command's options with their flags, and what tells more: a flag of each option. */
function topicLines(options: Options): string {
	const lines = Object.entries(HELP_TOPICS).flatMap(([word, title]) => {
		const names = Object.keys(options).filter((name) => headingOf(name, options) === title.replace(/: .*/, ''));
		if (names.length === 0) return [];
		if (word === 'limits') return ['Limits for hostile input: wokflow help limits'];
		const flags = names.map((name) => flagsOf(name, options[name])[0].long);
		return [`${title.replace(/: .*/, '')} (wokflow help ${word}):`, `  ${flags.join(' ')}`];
	});
	return lines.join('\n');
}

/** The options of a topic with all that there is to say; undefined for a word that is none. @param word after `wokflow help` */
export function topicHelp(word: string, registry: Registry, width: number): string | undefined {
	const title = Object.hasOwn(HELP_TOPICS, word) ? HELP_TOPICS[word] : undefined;
	if (title === undefined) return undefined;
	const own = { ...registry.readOptions, ...registry.writeOptions };
	const topic = title === COMMON_TOPIC ? COMMON_OPTIONS : OPTION_TOPICS[title];
	const found = Object.entries({ ...topic, ...own }).filter(
		([name, option]) => Object.hasOwn(topic, name) || topicOf(name, option) === title,
	);
	const lines = found.flatMap(([name, option]) => flagsOf(name, option).filter(({ hidden }) => !hidden));
	const text = lines.map(({ flags, description }) => `  ${flags}\n      ${description}`).join('\n');
	return wrappedText(`${title.replace(/: .*/, '')}\n\n${text}\n`, width);
}

function headingOf(name: string, options: Options): string {
	if (Object.hasOwn(COMMON_OPTIONS, name)) return COMMON_TOPIC;
	// Without what follows a colon: it names the command that the topic belongs to.
	return topicOf(name, options[name])?.replace(/: .*/, '') ?? 'Options';
}

/** `convert a scene` → `Convert a scene.` */
function sentence(summary: string): string {
	return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** The command that takes a flag: the empty text for the one that runs, or else the first other one that does. */
function ownerOf(
	flag: string,
	running: CommandDeclaration,
	{ all, registry }: Pick<CommandParser, 'all' | 'registry'>,
): string | undefined {
	const takes = (command: CommandDeclaration): boolean =>
		Object.entries({ ...command.options(registry), ...COMMON_OPTIONS }).some(([name, option]) =>
			flagsOf(name, option).some(({ long }) => long === flag),
		);
	return takes(running) ? '' : all().find(takes)?.name;
}

/** The flags of an option: `--weld <m>` and `--no-weld`. */
export function flagsOf(name: string, option: Option): Flag[] {
	const long = kebab(name);
	const fallback = defaultText(option);
	const text = `${option.text}${fallback === undefined || option.type === 'boolean' ? '' : ` Default: ${fallback}.`}`;
	if (option.type === 'boolean') {
		const short = option.short === undefined ? '' : `-${option.short}, `;
		if (option.default !== true) return [new Flag(`${short}--${long}`, text)];
		// `--weld` is accepted where it is on by default, too: defaults differ between commands.
		const positive = new Flag(`--${long}`, text).hideHelp();
		return [new Flag(`--no-${long}`, `Do not ${text.charAt(0).toLowerCase()}${text.slice(1)}`), positive];
	}
	const short = option.short === undefined ? '' : `-${option.short}, `;
	const whole = new Flag(`${short}--${long} ${placeholderOf(option)}`, text);
	whole.argParser((typed, earlier) => parsed(option, typed, earlier));
	return option.orFalse === true ? [whole, new Flag(`--no-${long}`, `The same as --${long} false.`)] : [whole];
}

/** The value of an option. Lists and pairs gather the values of repeated flags. */
function parsed(option: Option, typed: string, earlier: unknown): unknown {
	let value: unknown;
	try {
		value = parseValue(option, typed);
	} catch (error) {
		if (error instanceof UsageError) throw new InvalidArgumentError(`Allowed: ${allowedInUnit(option)}.`);
		throw error;
	}
	if (option.type === 'texts') return [...((earlier as string[] | undefined) ?? []), ...(value as string[])];
	return option.type === 'pairs' ? { ...(earlier as object | undefined), ...(value as object) } : value;
}

/** The options that were typed, by their declared names. */
function givenOptions(command: Command, options: Options): GivenOf<Options> {
	const result: Record<string, unknown> = {};
	for (const [name, option] of Object.entries(options)) {
		// The name that commander derives from a flag.
		const key = kebab(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
		if (command.getOptionValueSource(key) !== 'cli') continue;
		const value: unknown = command.getOptionValue(key);
		result[name] = value === true && option.bare !== undefined ? option.bare : value;
	}
	return result;
}
