import { kebab } from '../findings/options.ts';
import type { Action, ActionValue, CommandAction, Finding, FindingType, OptionAction } from '../findings/report.ts';
import { printable, unicodeEscape } from '../text/quote.ts';
import { kindOfFileName } from './walkmesh.ts';

/**
 * Words advice for its reader. A finding carries actions as data, which become a flag on the command line, a key in a config, or an option of a host's
 * plugin or of the library.
 */

/** Where advice is read: on the command line, for a config, in a plugin of another tool, or in code that calls the library. */
export type AdviceContext = 'cli' | 'config' | 'host' | 'library';

/** The sentence before each command, which says what it does. */
const COMMANDS: Readonly<Record<string, string>> = {
	build: 'Build it',
	convert: 'Convert it',
	door: 'Make a door',
	fix: 'Mend it',
	hull: 'Make a hull',
	init: 'Propose what it is',
	level: 'Build the level',
	link: 'Link the rooms',
	rebuild: 'Rebuild it',
	surfaces: 'List the surfaces',
};

/** The command that takes a flag, such as `--up`: the empty text for the one that runs, undefined where there is none. */
export type FlagOwner = (flag: string) => string | undefined;

/** Which flags and keys exist where the advice is read. */
export interface AdviceReach {
	/** On the command line: which command takes a flag. Without it every flag is accepted. */
	readonly flagOwner?: FlagOwner;
	/** In a config: whether its target has a key. Without it every option is one. */
	readonly isKey?: (option: string) => boolean;
}

/** Puts the advice of findings into words, each piece of it once: the help of a code, and actions that were not offered before. */
export function createAdviser(
	context: AdviceContext,
	reach: AdviceReach = {},
): (finding: Pick<Finding, 'code' | 'help' | 'actions' | 'location'>) => string {
	const told = new Set<string>();
	const once = (key: string, words: string): string[] => {
		if (words === '' || told.has(key)) return [];
		told.add(key);
		return [words];
	};
	return ({ code, help, location, ...finding }) => {
		const actions = doableActions({ location, ...finding });
		// Advice that differs only by the name of the file is given once, for the first.
		const general = describeActions(actions, context, undefined, reach);
		const words = describeActions(actions, context, location.file, reach);
		return [...once(code, help), ...once(`${code} ${general}`, words)].join(' ');
	};
}

/**
 * Joins the pairs that several findings of one code advise, such as the surfaces of materials, at the last of these findings, so that they can be typed
 * together.
 */
export function gatherPairs(findings: readonly Finding[]): Finding[] {
	const blocks = new Map<string, { last: number; value: Record<string, string | number> }>();
	for (const [index, { code, actions = [] }] of findings.entries()) {
		for (const action of actions) {
			if (!hasPairs(action)) continue;
			const key = `${code} ${action.option}`;
			const block = blocks.get(key) ?? { last: index, value: Object.create(null) as Record<string, string | number> };
			block.last = index;
			Object.assign(block.value, action.value);
			blocks.set(key, block);
		}
	}
	if (blocks.size === 0) return [...findings];
	return findings.map((finding, index) => {
		const { code, actions } = finding;
		if (actions === undefined) return finding;
		const blockOf = (action: Action) => (hasPairs(action) ? blocks.get(`${code} ${action.option}`) : undefined);
		if (actions.some((action) => (blockOf(action)?.last ?? index) > index)) return { ...finding, actions: [] };
		return {
			...finding,
			actions: actions.map((action) => {
				const block = blockOf(action);
				return block === undefined ? action : { ...action, value: block.value };
			}),
		};
	});
}

/** Whether an action's value is pairs, such as surfaces of materials. */
export function hasPairs(
	action: Action,
): action is OptionAction & { value: Readonly<Record<string, string | number>> } {
	return 'option' in action && typeof action.value === 'object' && !isList(action.value);
}

/**
 * Words actions for a context: options as alternatives in one sentence, then a sentence for each command. Nothing is advised that would be refused: a
 * flag of another command is given with that command, and for a config only keys that its target has, or flags of `build`.
 */
export function describeActions(
	actions: readonly Action[],
	context: AdviceContext,
	file?: string,
	{ flagOwner = () => '', isKey = () => true }: AdviceReach = {},
): string {
	const options = actions.filter((action): action is OptionAction => 'option' in action);
	const commands = actions.filter((action): action is CommandAction => 'command' in action);
	const ownerOf = (action: OptionAction): string | undefined => flagOwner(flagName(action));
	const sentences: string[] = [];
	if (context === 'cli') {
		const here = options.filter((action) => ownerOf(action) === '');
		sentences.push(optionSentence(here, context));
		const other = here.length > 0 ? undefined : options.map(ownerOf).find((owner) => owner !== undefined);
		if (other !== undefined) {
			const there = options.filter((action) => ownerOf(action) === other);
			sentences.push(`With wokflow ${other}: ${alternatives(there.map(flagText))}`);
		}
	} else {
		const keys = options.filter(({ option }) => isKey(option));
		sentences.push(optionSentence(keys, context));
		const flags = context === 'config' && keys.length === 0 ? options.filter((action) => ownerOf(action) === '') : [];
		sentences.push(optionSentence(flags, 'cli'));
		// Not other commands: what they change in the outputs, the next build would overwrite.
		if (context === 'config' && keys.length > 0) commands.length = 0;
	}
	// Apart from each other, so that nobody types two of them as one.
	const lines = commands.map((action) => `${COMMANDS[action.command] ?? 'Run'}: ${commandLine(action, file)}`);
	sentences.push(lines.map((line, i) => (i === 0 ? line : `${line[0].toLowerCase()}${line.slice(1)}`)).join('; '));
	return sentences.filter((sentence) => sentence !== '').join(' ');
}

function optionSentence(options: readonly OptionAction[], context: AdviceContext): string {
	if (options.length === 0) return '';
	if (context === 'cli') return `Add ${alternatives(options.map(flagText))}.`;
	const [before, after] = { config: ['Set ', ''], host: ['Set the option ', ''], library: ['Pass { ', ' }'] }[context];
	return `${before}${alternatives(options.map((option) => keyText(option, context === 'config')))}${after}.`;
}

function alternatives(texts: readonly string[]): string {
	return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts[texts.length - 1]}`;
}

function isList(value: ActionValue): value is readonly string[] {
	return Array.isArray(value);
}

/** `fixTJunctions` → `--fix-tjunctions`, and `--no-…` where the value is false. */
export function flagName({ option, value }: OptionAction): string {
	return `--${value === false ? 'no-' : ''}${kebab(option)}`;
}

/** The option as it is typed: `--surface "Floor=Stone"`. */
export function flagText(action: OptionAction): string {
	const { value = true, placeholder } = action;
	if (placeholder !== undefined) return `${flagName(action)} ${placeholder}`;
	if (typeof value === 'boolean') return flagName(action);
	if (typeof value !== 'object') return `${flagName(action)} ${shellQuoted(String(value))}`;
	const words = isList(value) ? value : pairsOf(value).map(([key, each]) => `${key}=${each}`);
	return words.map((word) => `${flagName(action)} ${shellQuoted(word)}`).join(' ');
}

/** The option as it stands in an object: `"orient": "flip"`, without the quotes of the key in code. */
function keyText({ option, value = true, placeholder }: OptionAction, json: boolean): string {
	const key = json ? JSON.stringify(option) : option;
	return placeholder === undefined ? `${key}: ${objectText(value)}` : key;
}

function objectText(value: ActionValue): string {
	if (typeof value !== 'object') return JSON.stringify(value);
	if (isList(value)) return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
	const pairs = pairsOf(value).map(([key, each]) => `${JSON.stringify(key)}: ${JSON.stringify(each)}`);
	return `{ ${pairs.join(', ')} }`;
}

/** Pairs in the order they were added, but numbers last. JavaScript objects have them first, and materials called `3` are rarely important. */
function pairsOf(value: Readonly<Record<string, string | number>>): [string, string | number][] {
	const isNumber = ([key]: [string, string | number]): boolean => /^\d+$/.test(key);
	const pairs = Object.entries(value);
	return [...pairs.filter((pair) => !isNumber(pair)), ...pairs.filter(isNumber)];
}

/** `wokflow rebuild room.wok`, with the file of the finding where it is known. */
export function commandLine({ command, arguments: words = [], options = [] }: CommandAction, file?: string): string {
	const filled = words.map((word) => {
		if (word === 'FILE' && file !== undefined) return fileArgument(file);
		return PLACEHOLDER.test(word) ? word : fileArgument(word);
	});
	return ['wokflow', command, ...filled, ...options.map(flagText)].join(' ');
}

/** An argument that only the user knows. */
const PLACEHOLDER = /^[A-Z]+$/;

/** A file whose name begins with a hyphen would be read as an option. */
function fileArgument(file: string): string {
	return shellQuoted(file.startsWith('-') ? `./${file}` : file);
}

/**
 * A word as a shell takes it for one word and nothing else: bare where every shell agrees, in double quotes where nothing inside them
 * is special to any, else in single quotes, as POSIX shells and (but for the escaped quote) PowerShell read them. What a terminal does not show, such
 * as a tab, nobody could type from there: it is escaped in the way of bash and zsh.
 */
export function shellQuoted(word: string): string {
	if (/^[\w./:,+-]+$/.test(word)) return word;
	if (printable(word) !== word) return `$'${[...word].map(ansiEscaped).join('')}'`;
	if (!/["$`\\!%]/u.test(word)) return `"${word}"`;
	return `'${word.replaceAll("'", "'\\''")}'`;
}

function ansiEscaped(character: string): string {
	if (character === '\t') return '\\t';
	if (character === '\n') return '\\n';
	if (character === '\\' || character === "'") return `\\${character}`;
	return printable(character) === character ? character : unicodeEscape(character);
}

/** Describes types of findings where there is no finding, for lists and help: messages have names in capitals for their data, actions have examples. */

/** Example values for the data that actions are made from, so that what is shown can be typed. */
const EXAMPLES: Readonly<Record<string, string | number | readonly number[]>> = {
	assumed: 'm',
	by: [0.05, 0, 0],
	closed: 'Nonwalk',
	count: 100_000,
	degrees: 90,
	extension: '.wok',
	factor: 0.01,
	first: 'm01aa_01a',
	label: 'Stone',
	limit: 1000,
	material: 'Floor',
	nearest: 'Stone',
	object: 'Rug',
	objectLabel: 'Carpet',
	option: 'maxInstances',
	other: 'z',
	pattern: 'Floor*',
	rooms: 1200,
	sceneUp: 'z',
	snap: 0.03,
	edges: 60000,
	heaped: 6000,
	triangles: 20_000_000,
	unit: 'cm',
	walls: [12, 13],
};

/** The actions of a type with examples for values that only a finding has; one about any of several options is shown with one of them. */
export function actionsOf({ actions }: FindingType): readonly Action[] {
	const data = new Proxy({}, { get: (_, name) => EXAMPLES[String(name)] ?? String(name).toUpperCase() });
	return (actions as ((data: object) => readonly Action[]) | undefined)?.(data) ?? [];
}

/** What a finding of the type says; undefined where that cannot be said without data. */
export function messageOf({ message }: FindingType): string | undefined {
	try {
		const text = (message as (data: object) => string)(namesOfData());
		return /\bNaN\b|undefined|\[object/.test(text) ? undefined : text;
	} catch {
		// It computes with its data.
		return undefined;
	}
}

function namesOfData(): object {
	return new Proxy({}, { get: (_, name) => (name === 'option' ? 'maxInstances' : String(name).toUpperCase()) });
}

/** What several catalogues advise. */

/** Derives the tables of the file of the finding again. */
export const REBUILD_FILE: CommandAction = {
	command: 'rebuild',
	arguments: ['FILE'],
	options: [{ option: 'inPlace' }],
};

/** Links the rooms of a layout again. */
export const LINK_LAYOUT: CommandAction = { command: 'link', arguments: ['LAYOUT'], options: [{ option: 'inPlace' }] };

/**
 * The actions of a finding that can be done: without those that change a room in its own file where the file is not known, or where it is a scene,
 * which has no numbers of faces, and may have more in it than the room; and without commands for a layout that is not known, where an option does.
 */
export function doableActions({
	actions = [],
	location: { file = '' },
}: Pick<Finding, 'actions' | 'location'>): readonly Action[] {
	const isWalkmesh = kindOfFileName(file) !== undefined;
	const hasOption = actions.some((action) => 'option' in action);
	return actions.filter((action) => {
		if (!('command' in action)) return true;
		const [read, written] = action.arguments ?? [];
		if (read === 'LAYOUT' && hasOption) return false;
		if (isWalkmesh) return true;
		return read !== 'FILE' || (action.command !== 'edit' && written !== read);
	});
}

/** An action with this layout for the one that it leaves to the reader. */
export function aboutLayout(action: Action, layout: string): Action {
	if ('option' in action) return action;
	const { arguments: words = [], options = [] } = action;
	return {
		...action,
		...(words.length === 0 ? {} : { arguments: words.map((word) => (word === 'LAYOUT' ? layout : word)) }),
		...(options.length === 0
			? {}
			: {
					options: options.map((each) =>
						each.placeholder === 'LAYOUT' ? { option: each.option, value: layout } : each,
					),
				}),
	};
}
