import { didYouMean } from '../text/names.ts';
import { isObject, UsageError } from '../text/quote.ts';

/** In one file: what an option is, and how its values are read, checked and worded: a new kind of option touches all of that. */

/**
 * An option is declared once: its default, unit, choices, limits and sentence. Its TypeScript type, the flag of the command line, the
 * key of the config's schema, the flag of a host, the row in the docs and the check of its values are derived, so they cannot disagree.
 */
export interface Option<T = unknown> {
	/** The kind of its values; `value` is one that only code can give. */
	readonly type: 'number' | 'boolean' | 'text' | 'texts' | 'pairs' | 'choice' | 'vector' | 'value';
	/** Undefined where there is none; `otherwise` may say what happens then. */
	readonly default: T;
	/** One sentence. */
	readonly text: string;
	/** Of a number or vector. */
	readonly unit?: Unit;
	/** All values of a choice; of a number or vector, words that may stand in its place. */
	readonly choices?: readonly (string | number)[];
	/** True where `false` stands for "not at all": `--no-weld`. */
	readonly orFalse?: boolean;
	/** Of a number. */
	readonly limits?: Limits;
	/** Numbers in a vector. */
	readonly length?: number;
	/** Of a text, a regular expression that the whole of it matches. */
	readonly pattern?: string;
	/** What happens where nothing is said, for options without a default. */
	readonly otherwise?: string;
	/** The name of the value in help: `<file>`. */
	readonly placeholder?: string;
	/** The value of a flag that is given without one. */
	readonly bare?: T;
	/** One letter for the command line. */
	readonly short?: string;
	/** Of a value that only code can give: whether it is one; `placeholder` says in words what it must be. */
	readonly allows?: (value: unknown) => boolean;
	/** In a recipe from a file the value is a path, and the file is read as this. */
	readonly holds?: 'layout';
}

/** Every option has one unit everywhere: lengths are metres, areas square metres, angles degrees. */
export type Unit = 'm' | 'm²' | 'degrees';

/** Which numbers are allowed. */
export interface Limits {
	/** The least number, and the greatest. */
	readonly minimum?: number;
	readonly maximum?: number;
	/** Allowed is only what is greater. */
	readonly above?: number;
	/** Only whole numbers. */
	readonly integer?: boolean;
}

/** Options by name, as they are called in code and in configs; flags of the command line have hyphens. */
// biome-ignore lint/suspicious/noExplicitAny: options of all types stand side by side; each checks its own values.
export type Options = Readonly<Record<string, Option<any>>>;

/** All values of some options, as code that uses them sees them. */
export type ValuesOf<O extends Options> = { readonly [K in keyof O]: O[K]['default'] };

/** The values that a caller gives; what is left out is the default. */
export type GivenOf<O extends Options> = { readonly [K in keyof O]?: O[K]['default'] };

type Extra<T> = Partial<
	Pick<Option<T>, 'allows' | 'holds' | 'pattern' | 'otherwise' | 'placeholder' | 'short' | 'bare' | 'limits'>
>;

/*
 * Functions that make options take the sentence first, then what the values are (choices, how many numbers), then the default, then all else. Texts
 * and lists have no default.
 */

/** A length, area or count that is not negative. */
export const FROM_ZERO: { readonly limits: Limits } = { limits: { minimum: 0 } };

/**
 * A number without a unit: a factor, a share, a count.
 *
 * @example
 * option.number('How many times the stage runs.', 1, { limits: { minimum: 1, integer: true } });
 */
/* @__NO_SIDE_EFFECTS__ */
export function number<T extends number | undefined>(text: string, value: T, extra: Extra<T> = {}): Option<T | number> {
	return { type: 'number', default: value, text, ...extra };
}

/**
 * A length or coordinate in metres. It may be negative unless `limits` forbid it.
 *
 * @example
 * option.metres('Faces below this height are dropped.', 0);
 */
/* @__NO_SIDE_EFFECTS__ */
export function metres<T extends number | undefined>(text: string, value: T, extra: Extra<T> = {}): Option<T | number> {
	return { type: 'number', default: value, text, unit: 'm', ...extra };
}

/**
 * An area in square metres.
 *
 * @example
 * option.squareMetres('Smaller patches are dropped.', 0.25, { limits: { minimum: 0 } });
 */
/* @__NO_SIDE_EFFECTS__ */
export function squareMetres<T extends number | undefined>(
	text: string,
	value: T,
	extra: Extra<T> = {},
): Option<T | number> {
	return { type: 'number', default: value, text, unit: 'm²', ...extra };
}

/**
 * An angle in degrees.
 *
 * @example
 * option.degrees('Steeper faces become not walkable.', 45, { limits: { minimum: 0, maximum: 90 } });
 */
/* @__NO_SIDE_EFFECTS__ */
export function degrees<T extends number | undefined>(
	text: string,
	value: T,
	extra: Extra<T> = {},
): Option<T | number> {
	return { type: 'number', default: value, text, unit: 'degrees', ...extra };
}

/**
 * Yes or no. One whose default is `true` is switched off on the command line: `--no-NAME`.
 *
 * @example
 * option.flag('Keeps faces of water.', false);
 */
/* @__NO_SIDE_EFFECTS__ */
export function flag(text: string, value: boolean, extra: Extra<boolean> = {}): Option<boolean> {
	return { type: 'boolean', default: value, text, ...extra };
}

/**
 * One of a few values.
 *
 * @example
 * option.choice('What happens to steep faces.', ['keep', 'drop'], 'keep');
 */
/* @__NO_SIDE_EFFECTS__ */
export function choice<const C extends string | number>(
	text: string,
	choices: readonly C[],
	value: NoInfer<C>,
	extra: Extra<C> = {},
): Option<C> {
	return { type: 'choice', default: value, text, choices, ...extra };
}

/**
 * A text: a name, a pattern, a path. It has no default.
 *
 * @example
 * option.text('The room to look at.', { placeholder: 'room' });
 */
/* @__NO_SIDE_EFFECTS__ */
export function text(sentence: string, extra: Extra<string> = {}): Option<string | undefined> {
	return { type: 'text', default: undefined, text: sentence, ...extra };
}

/**
 * Any number of texts. On the command line the flag is repeated. It has no default.
 *
 * @example
 * option.texts('Rooms to leave out.', { placeholder: 'room' });
 */
/* @__NO_SIDE_EFFECTS__ */
export function texts(sentence: string, extra: Extra<readonly string[]> = {}): Option<readonly string[] | undefined> {
	return { type: 'texts', default: undefined, text: sentence, ...extra };
}

/**
 * Pairs `KEY=VALUE`, an object in a config. On the command line the flag is repeated. It has no default.
 *
 * @example
 * option.pairs('New names of rooms.', { placeholder: 'old=new' });
 */
/* @__NO_SIDE_EFFECTS__ */
export function pairs<V extends string | number = string>(
	sentence: string,
	extra: Extra<Readonly<Record<string, V>>> = {},
): Option<Readonly<Record<string, V>> | undefined> {
	return { type: 'pairs', default: undefined, text: sentence, ...extra };
}

/**
 * Two or three numbers in metres: `x,y` or `x,y,z`.
 *
 * @example
 * option.vector('Where the origin moves to.', 3, [0, 0, 0]);
 */
/* @__NO_SIDE_EFFECTS__ */
export function vector<V extends readonly number[] | undefined>(
	sentence: string,
	length: number,
	value: V,
	extra: Extra<V> = {},
): Option<V> {
	return { type: 'vector', length, default: value, text: sentence, unit: 'm', ...extra };
}

/**
 * A value that only code can give, such as a function or a layout.
 *
 * @example
 * option.value('Called for each face.', undefined as ((face: number) => void) | undefined);
 */
/* @__NO_SIDE_EFFECTS__ */
export function value<T>(sentence: string, fallback: T, extra: Extra<T> = {}): Option<T> {
	return { type: 'value', default: fallback, text: sentence, ...extra };
}

/**
 * A number or vector that words can stand for.
 *
 * @example
 * option.orWords(option.metres('Height of the floor.', 0), ['lowest']);
 */
/* @__NO_SIDE_EFFECTS__ */
export function orWords<T, const W extends string>(
	option: Option<T>,
	words: readonly W[],
	extra: Extra<T | W> & { readonly default?: W } = {},
): Option<T | W> {
	return { ...option, choices: words, ...extra } as Option<T | W>;
}

/**
 * The same option without a default.
 *
 * @param otherwise what happens when it is not given, for help and docs
 * @example
 * option.optional(option.metres('Height of the floor.', 0), 'the lowest vertex');
 */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(option: Option<T>, otherwise?: string): Option<T | undefined> {
	return { ...option, default: undefined, ...(otherwise === undefined ? {} : { otherwise }) };
}

/** The same option in other words. */
/* @__NO_SIDE_EFFECTS__ */
export function reworded<T>(option: Option<T>, sentence: string): Option<T> {
	return { ...option, text: sentence };
}

/**
 * The same option, which `false` switches off: `--no-NAME` on the command line.
 *
 * @example
 * option.orFalse(option.metres('Vertices closer than this become one.', 0.001));
 */
/* @__NO_SIDE_EFFECTS__ */
export function orFalse<T>(option: Option<T>): Option<T | false> {
	return { ...option, orFalse: true };
}

/** The options that were given, of those that are declared; nothing that is undefined. */
/* @__NO_SIDE_EFFECTS__ */
export function given<O extends Options>(
	options: O,
	values: object,
): { readonly [K in keyof O]?: Exclude<O[K]['default'], undefined> } {
	return Object.fromEntries(
		Object.entries(values).filter(([name, each]) => Object.hasOwn(options, name) && each !== undefined),
	) as ReturnType<typeof given<O>>;
}

/** The defaults, with what was given in their place. */
/* @__NO_SIDE_EFFECTS__ */
export function withDefaults<O extends Options>(options: O, values: GivenOf<O> = {}): ValuesOf<O> {
	return { ...defaultsOf(options), ...given(options, values) };
}

/** The default of each option; undefined for those without one. */
/* @__NO_SIDE_EFFECTS__ */
export function defaultsOf<O extends Options>(options: O): ValuesOf<O> {
	return Object.fromEntries(
		Object.entries(options).map(([name, option]) => [name, option.default as unknown]),
	) as ValuesOf<O>;
}

/**
 * The defaults, with what was given in their place, all of it checked.
 * @param owner names whose options they are in messages
 * @throws UsageError for an option that is not declared, and for a value that is not allowed
 */
// A call may be there only for the error, so bundlers must not take it for free of effects.
export function checkedValues<O extends Options>(options: O, values: GivenOf<O>, owner: string): ValuesOf<O> {
	refuseUnknown(options, values, owner);
	for (const [name, each] of Object.entries(values)) {
		if (each !== undefined && !isAllowed(options[name], each)) {
			throw new UsageError(`The option ${name} of ${owner} is ${allowed(options[name])}, not ${shown(each)}.`);
		}
	}
	return withDefaults(options, values);
}

/**
 * Refuses options that do not exist, where nothing else is to be checked.
 * @param known an entry for each option
 * @throws UsageError
 */
export function refuseUnknown(known: object, values: object, owner: string): void {
	if (!isObject(values)) throw new UsageError(`The options of ${owner} must be an object, not ${shown(values)}.`);
	// Not by a list of names, which would be made for each of a million rays.
	for (const name in values) {
		if (Object.hasOwn(known, name) || !Object.hasOwn(values, name)) continue;
		const names = Object.keys(known).sort();
		const has = names.join(', ') || 'none';
		throw new UsageError(`${owner} has no option "${name}".${didYouMean(name, names)} It has: ${has}.`);
	}
}

/** True for a value that the option can have. */
/* @__NO_SIDE_EFFECTS__ */
export function isAllowed(option: Option, each: unknown): boolean {
	if (each === option.default || (option.orFalse === true && each === false)) return true;
	if (isWord(each, option)) return true;
	switch (option.type) {
		case 'number':
			return typeof each === 'number' && isWithin(each, option.limits ?? {});
		case 'boolean':
			return typeof each === 'boolean';
		case 'text':
			return typeof each === 'string' && (option.pattern === undefined || wholly(option.pattern).test(each));
		case 'texts':
			return (
				Array.isArray(each) && each.every((one) => typeof one === 'string' && (option.choices?.includes(one) ?? true))
			);
		case 'pairs':
			if (typeof each !== 'object' || each === null || Array.isArray(each)) return false;
			return Object.values(each).every(isTextOrNumber);
		case 'choice':
			return option.choices?.includes(each as string | number) ?? false;
		case 'vector':
			return Array.isArray(each) && each.length === option.length && each.every(isCoordinate);
		case 'value':
			return option.allows?.(each) ?? true;
	}
}

/** True for a number that files can hold: they have float32. */
function isCoordinate(value: unknown): boolean {
	return typeof value === 'number' && Number.isFinite(Math.fround(value));
}

/** The regular expression that a whole text has to match. */
export function wholly(pattern: string): RegExp {
	return new RegExp(`^(?:${pattern})$`);
}

/** True for a word in the place of a number or vector. */
function isWord(each: unknown, { type, choices = [] }: Option): boolean {
	return (type === 'number' || type === 'vector') && choices.includes(each as string);
}

function isTextOrNumber(each: unknown): boolean {
	return typeof each === 'string' || Number.isInteger(each);
}

function isWithin(
	each: number,
	{ minimum = -Infinity, above = -Infinity, maximum = Infinity, integer = false }: Limits,
): boolean {
	return (
		Number.isFinite(each) && each >= minimum && each > above && each <= maximum && (!integer || Number.isInteger(each))
	);
}

/** What an option can be, in words: `a number from 0`, `one of flip, keep, refuse`. */
/* @__NO_SIDE_EFFECTS__ */
export function allowed({
	type,
	choices,
	limits = {},
	length = 0,
	orFalse: canBeFalse,
	placeholder,
	pattern,
}: Option): string {
	const words = type === 'number' || type === 'vector' ? (choices ?? []) : [];
	const kinds: Record<Option['type'], string> = {
		number: `a ${limits.integer === true ? 'whole ' : ''}number${limitText(limits)}`,
		boolean: 'true or false',
		text: pattern === undefined ? 'a text' : (placeholder ?? 'a text').replaceAll('|', ', '),
		texts: choices === undefined ? 'a list of texts' : `a list of ${choices.join(', ')}`,
		pairs: (placeholder ?? 'key=value').toUpperCase(),
		choice: `one of ${(choices ?? []).join(', ')}`,
		vector: `${length === 2 ? 'two' : 'three'} numbers: ${'x,y,z'.slice(0, 2 * length - 1)}`,
		value: placeholder ?? 'a value',
	};
	return [...words, kinds[type], ...(canBeFalse === true ? ['false'] : [])].join(' or ');
}

/** The same with the unit: `a number from 0, m`. */
/* @__NO_SIDE_EFFECTS__ */
export function allowedInUnit(option: Option): string {
	return `${allowed(option)}${option.unit === undefined ? '' : `, ${option.unit}`}`;
}

function limitText({ minimum, above, maximum }: Limits): string {
	const from = above === undefined ? (minimum === undefined ? '' : ` from ${minimum}`) : ` above ${above}`;
	return `${from}${maximum === undefined ? '' : ` to ${maximum}`}`;
}

function shown(each: unknown): string {
	if (typeof each === 'string') return JSON.stringify(each);
	return typeof each === 'object' && each !== null ? 'that' : String(each);
}

/**
 * A value as somebody typed it. Of lists and pairs it is one entry.
 * @throws UsageError for one that the option cannot have; its message goes on after the option's name
 */
export function parseValue(option: Option, typed: string): unknown {
	const parsed = parseText(option, typed);
	if (parsed === undefined || !isAllowed(option, parsed))
		throw new UsageError(`takes ${allowed(option)}, not "${typed}".`);
	return parsed;
}

function parseText({ type, choices = [], orFalse: canBeFalse }: Option, typed: string): unknown {
	if (canBeFalse === true && typed === 'false') return false;
	const word = choices.find((each) => String(each) === typed);
	if (word !== undefined) return word;
	switch (type) {
		case 'number':
			return numberOf(typed);
		case 'vector':
			return typed
				.trim()
				.split(/\s*,\s*|\s+/)
				.map((part) => numberOf(part) ?? Number.NaN);
		case 'texts':
			return [typed];
		case 'pairs': {
			// The last one: patterns may hold one too.
			const at = typed.lastIndexOf('=');
			return at <= 0 || at === typed.length - 1
				? undefined
				: { [typed.slice(0, at).trim()]: typed.slice(at + 1).trim() };
		}
		case 'boolean':
			return typed === 'true' ? true : typed === 'false' ? false : undefined;
		default:
			return typed;
	}
}

function numberOf(typed: string): number | undefined {
	const parsed = Number(typed);
	return typed.trim() === '' || !Number.isFinite(parsed) ? undefined : parsed;
}

/** `fixTJunctions` → `fix-tjunctions`: the name of an option on the command line. */
/* @__NO_SIDE_EFFECTS__ */
export function kebab(name: string): string {
	return name.replace(/(?<![A-Z])[A-Z]/g, '-$&').toLowerCase();
}

/** The flag that somebody types for an option: `--fix-tjunctions`, and `--no-glb` for what is on by default. */
/* @__NO_SIDE_EFFECTS__ */
export function flagOf(name: string, option: Option): string {
	return option.type === 'boolean' && option.default === true ? `--no-${kebab(name)}` : `--${kebab(name)}`;
}

/** What stands for the value of an option in help: `<m>`; nothing for yes or no. */
/* @__NO_SIDE_EFFECTS__ */
export function placeholderOf({ type, unit, choices, placeholder, bare, length = 0 }: Option): string {
	if (type === 'boolean') return '';
	const axes = type === 'vector' ? 'x,y,z'.slice(0, 2 * length - 1) : undefined;
	const words = type === 'choice' ? choices?.join('|') : undefined;
	const name = placeholder ?? axes ?? words ?? unit?.replace('²', '2') ?? (type === 'number' ? 'n' : type);
	return bare === undefined ? `<${name}>` : `[${name}]`;
}

/** The default in words: `0.0001 m`, `off`, `that of the input`; undefined where there is nothing to say. */
/* @__NO_SIDE_EFFECTS__ */
export function defaultText({ default: fallback, unit, otherwise, type }: Option): string | undefined {
	if (otherwise !== undefined) return otherwise;
	if (type === 'boolean') return fallback === true ? 'yes' : undefined;
	const shownValue = Array.isArray(fallback)
		? fallback.join(',')
		: typeof fallback === 'object'
			? ''
			: String(fallback ?? '');
	return shownValue === '' ? undefined : `${shownValue}${unit === undefined ? '' : ` ${unit}`}`;
}

/** A row of the docs: name, flag, sentence, values, default. */
/* @__NO_SIDE_EFFECTS__ */
export function docsRow(name: string, option: Option): string {
	const values =
		option.type === 'choice' ? (option.choices ?? []).map((each) => `\`${each}\``).join(', ') : allowedInUnit(option);
	const { type, otherwise, default: fallback } = option;
	const shown = type === 'boolean' && otherwise === undefined ? String(fallback === true) : defaultText(option);
	return `| \`${name}\` | ${option.text.replaceAll('|', '\\|')} | ${values} | ${shown ?? 'none'} |`;
}
