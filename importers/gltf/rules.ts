import { isObject } from '../../src/text/quote.ts';

/** The rules that the tables in `schema.ts` consist of. A rule checks one value and notes its problems; it changes nothing. */

/** What is wrong with a document. */
export interface Problem {
	/** JSON pointer to the value. */
	readonly pointer: string;
	/** A clause that follows the pointer in a message, such as `is not an array`. */
	readonly text: string;
	/** True when reading depends on the value. */
	readonly fatal: boolean;
}

/** One walk over a document. */
export interface Walk {
	readonly root: Readonly<Record<string, unknown>>;
	readonly problems: Problem[];
	/** Properties that glTF does not define, by their pointer without indices, and how often they occur. */
	readonly unknown: Map<string, { pointer: string; count: number }>;
	/** Extensions that occur in objects, with the pointer of the first one. */
	readonly carried: Map<string, string>;
}

/** `fatal` says whether a wrong value matters; see `spare`. */
export type Rule = (walk: Walk, value: unknown, pointer: string, fatal: boolean) => void;

/** Most problems noted; further ones would add nothing. */
const MOST_PROBLEMS = 1000;

function note(walk: Walk, pointer: string, text: string, fatal: boolean): void {
	// A fatal problem is always noted, because it decides whether the document is refused.
	if (walk.problems.length < MOST_PROBLEMS || fatal) walk.problems.push({ pointer, text, fatal });
}

/** A rule for a value without parts. */
function simple(problemOf: (value: unknown, walk: Walk) => string | undefined): Rule {
	return (walk, value, pointer, fatal) => {
		const text = problemOf(value, walk);
		if (text !== undefined) note(walk, pointer, text, fatal);
	};
}

/** The same rule for a value that reading does not depend on: its problems are reported, but the document is read. */
export function spare(rule: Rule): Rule {
	return (walk, value, pointer) => rule(walk, value, pointer, false);
}

export const anything: Rule = () => {};

export const text: Rule = simple((value) =>
	typeof value === 'string' ? undefined : `is ${show(value)}, not a string`,
);

export const flag: Rule = simple((value) =>
	typeof value === 'boolean' ? undefined : `is ${show(value)}, neither true nor false`,
);

/** An integer from `min` to `max`. JSON cannot hold integers beyond 2^53 exactly, so these are out of every range. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER): Rule {
	return ranged('whole', Number.isInteger, min, max);
}

function ranged(kind: string, isOfKind: (value: unknown) => boolean, min: number, max: number): Rule {
	return simple((value) => {
		if (!isOfKind(value)) return `is ${show(value)}, not a ${kind} number`;
		return (value as number) < min || (value as number) > max ? `is ${value}, out of range` : undefined;
	});
}

/** A finite number. JSON can hold `1e999`, which becomes infinite. */
export function real(min: number = Number.NEGATIVE_INFINITY, max: number = Number.POSITIVE_INFINITY): Rule {
	return ranged('finite', Number.isFinite, min, max);
}

export function oneOf(...allowed: readonly (string | number)[]): Rule {
	const list = allowed.join(', ');
	return simple((value) => (allowed.includes(value as string) ? undefined : `is ${show(value)}, none of ${list}`));
}

/** An index into one of the document's lists. */
export function index(collection: string): Rule {
	return simple((value, { root }) => {
		if (!Number.isInteger(value) || (value as number) < 0) return `is ${show(value)}, not an index`;
		const items = root[collection];
		const count = Array.isArray(items) ? items.length : 0;
		if ((value as number) < count) return undefined;
		return `refers to ${collection} ${value}, but there ${count === 1 ? 'is' : 'are'} ${count}`;
	});
}

/** An array of finite numbers of one of these lengths, or of any length. */
export function numbers(...lengths: readonly number[]): Rule {
	return (walk, value, pointer, fatal) => {
		if (!Array.isArray(value)) return note(walk, pointer, `is ${show(value)}, not a list`, fatal);
		if (lengths.length > 0 && !lengths.includes(value.length)) {
			return note(walk, pointer, `has ${value.length} values instead of ${lengths.join(' or ')}`, fatal);
		}
		const bad = value.findIndex((item) => !Number.isFinite(item));
		if (bad >= 0) note(walk, `${pointer}/${bad}`, `is ${show(value[bad])}, not a finite number`, fatal);
	};
}

export function list(item: Rule): Rule {
	return (walk, value, pointer, fatal) => {
		if (!Array.isArray(value)) return note(walk, pointer, `is ${show(value)}, not a list`, fatal);
		// glTF does not allow empty lists, but they do no harm.
		if (value.length === 0) note(walk, pointer, 'is empty', false);
		for (let i = 0; i < value.length; i++) item(walk, value[i], `${pointer}/${i}`, fatal);
	};
}

/** A list without duplicate items. Duplicates are only reported; the code that uses the list decides what they mean. */
export function distinct(item: Rule): Rule {
	const each = list(item);
	return (walk, value, pointer, fatal) => {
		if (Array.isArray(value) && new Set(value).size < value.length) note(walk, pointer, 'has an item twice', false);
		each(walk, value, pointer, fatal);
	};
}

/** An object with names that the document chooses, such as the attributes of a primitive. */
export function named(item: Rule): Rule {
	return (walk, value, pointer, fatal) => {
		if (!isObject(value)) return note(walk, pointer, `is ${show(value)}, not an object`, fatal);
		const keys = Object.keys(value);
		if (keys.length === 0) note(walk, pointer, 'is empty', false);
		for (const key of keys) item(walk, value[key], `${pointer}/${escaped(key)}`, fatal);
	};
}

type Rules = Readonly<Record<string, Rule>>;

/** An object with the properties that glTF defines, and extensions, some of which are known. */
export function record(required: Rules, optional: Rules = {}, extensions: Rules = {}): Rule {
	const properties = new Map(Object.entries({ ...required, ...optional }));
	const known = new Map(Object.entries(extensions));
	const needed = Object.keys(required);
	return (walk, value, pointer, fatal) => {
		if (!isObject(value)) return note(walk, pointer, `is ${show(value)}, not an object`, fatal);
		for (const key of Object.keys(value)) {
			const rule = properties.get(key);
			// Names that glTF gives need not be escaped.
			if (rule !== undefined) rule(walk, value[key], `${pointer}/${key}`, fatal);
			else if (key === 'extensions') checkCarried(walk, value[key], `${pointer}/${key}`, fatal, known);
			else if (key !== 'extras') noteUnknown(walk, `${pointer}/${escaped(key)}`);
		}
		for (const key of needed) if (!Object.hasOwn(value, key)) note(walk, pointer, `has no ${key}`, fatal);
	};
}

function checkCarried(
	walk: Walk,
	value: unknown,
	pointer: string,
	fatal: boolean,
	known: ReadonlyMap<string, Rule>,
): void {
	if (!isObject(value)) {
		note(walk, pointer, `is ${show(value)}, not an object`, fatal);
		return;
	}
	for (const name of Object.keys(value)) {
		const at = `${pointer}/${escaped(name)}`;
		if (!walk.carried.has(name)) walk.carried.set(name, at);
		const rule = known.get(name);
		if (rule !== undefined) rule(walk, value[name], at, fatal);
		else if (!isObject(value[name])) note(walk, at, `is ${show(value[name])}, not an object`, false);
	}
}

function noteUnknown(walk: Walk, pointer: string): void {
	const place = pointer.replace(/\/\d+(?=\/)/g, '');
	const known = walk.unknown.get(place);
	if (known !== undefined) known.count++;
	else if (walk.unknown.size < MOST_PROBLEMS) walk.unknown.set(place, { pointer, count: 1 });
}

/** A key as a part of a JSON pointer, cut where it is longer than a name is. */
function escaped(key: string): string {
	return key.slice(0, 80).replace(/~/g, '~0').replace(/\//g, '~1');
}

/** A value for a message: short, and of one line. */
function show(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
	return String(value);
}
