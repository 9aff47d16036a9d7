/**
 * Small rules of which the tables of `tables.ts` are made. A rule looks at one value and notes what is wrong with it; it
 * never throws and never changes anything.
 */

/** What is wrong with a document. */
export interface Problem {
	/** JSON pointer to the value. */
	readonly pointer: string;
	/** A clause that follows the pointer: `is no number`. */
	readonly text: string;
	/** True where the walkmesh depends on the value. */
	readonly fatal: boolean;
}

/** One walk over a document. */
export interface Walk {
	readonly root: Readonly<Record<string, unknown>>;
	readonly problems: Problem[];
	/** Properties that glTF does not know, by their place with indices left out, and how often they were met. */
	readonly unknown: Map<string, { pointer: string; count: number }>;
	/** Extensions that objects carry, with the first place. */
	readonly carried: Map<string, string>;
}

/** `fatal` says whether a wrong value matters; see `spare`. */
export type Rule = (walk: Walk, value: unknown, pointer: string, fatal: boolean) => void;

/** Problems beyond this many add nothing. */
const MOST_PROBLEMS = 1000;

function note(walk: Walk, pointer: string, text: string, fatal: boolean): void {
	// A fatal problem is always noted: it decides what becomes of the document.
	if (walk.problems.length < MOST_PROBLEMS || fatal) walk.problems.push({ pointer, text, fatal });
}

/** The same rule for a value that no walkmesh depends on: its problems are told, but do not end the reading. */
export function spare(rule: Rule): Rule {
	return (walk, value, pointer) => rule(walk, value, pointer, false);
}

export const anything: Rule = () => {};

export const text: Rule = (walk, value, pointer, fatal) => {
	if (typeof value !== 'string') note(walk, pointer, `is no text but ${show(value)}`, fatal);
};

export const flag: Rule = (walk, value, pointer, fatal) => {
	if (typeof value !== 'boolean') note(walk, pointer, `is neither true nor false but ${show(value)}`, fatal);
};

/** A whole number from `min` to `max`. Numbers beyond 2^53 are no longer whole in JSON and so are out of every range. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER): Rule {
	return (walk, value, pointer, fatal) => {
		if (typeof value !== 'number' || !Number.isInteger(value)) {
			note(walk, pointer, `is no whole number but ${show(value)}`, fatal);
		} else if (value < min || value > max) note(walk, pointer, `is ${value}, out of range`, fatal);
	};
}

/** A finite number. JSON can hold `1e999`, which is none. */
export function real(min: number = Number.NEGATIVE_INFINITY, max: number = Number.POSITIVE_INFINITY): Rule {
	return (walk, value, pointer, fatal) => {
		if (typeof value !== 'number' || !Number.isFinite(value)) {
			note(walk, pointer, `is no finite number but ${show(value)}`, fatal);
		} else if (value < min || value > max) note(walk, pointer, `is ${value}, out of range`, fatal);
	};
}

export function oneOf(...allowed: readonly (string | number)[]): Rule {
	return (walk, value, pointer, fatal) => {
		if (!allowed.includes(value as string)) {
			note(walk, pointer, `is ${show(value)}, none of ${allowed.join(', ')}`, fatal);
		}
	};
}

/** An array of finite numbers of one of these lengths, or of any length. */
export function numbers(...lengths: readonly number[]): Rule {
	return (walk, value, pointer, fatal) => {
		if (!Array.isArray(value)) note(walk, pointer, `is no list but ${show(value)}`, fatal);
		else if (lengths.length > 0 && !lengths.includes(value.length)) {
			note(walk, pointer, `has ${value.length} values instead of ${lengths.join(' or ')}`, fatal);
		} else {
			const bad = value.findIndex((item) => typeof item !== 'number' || !Number.isFinite(item));
			if (bad >= 0) note(walk, `${pointer}/${bad}`, `is no finite number but ${show(value[bad])}`, fatal);
		}
	};
}

export interface ListOptions {
	/** Least number of items, 1 unless told: glTF has no empty lists. */
	readonly least?: number;
	/** No item twice; what that would mean is left to whoever reads the list. */
	readonly distinct?: boolean;
}

export function list(item: Rule, { least = 1, distinct = false }: ListOptions = {}): Rule {
	return (walk, value, pointer, fatal) => {
		if (!Array.isArray(value)) {
			note(walk, pointer, `is no list but ${show(value)}`, fatal);
			return;
		}
		// An empty list where glTF wants none says nothing, so it does no harm.
		if (value.length < least) note(walk, pointer, 'is empty', false);
		if (distinct && new Set(value).size < value.length) note(walk, pointer, 'has an item twice', false);
		for (let i = 0; i < value.length; i++) item(walk, value[i], `${pointer}/${i}`, fatal);
	};
}

/** An index into one of the document's lists. */
export function index(collection: string): Rule {
	return (walk, value, pointer, fatal) => {
		if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
			note(walk, pointer, `is no index but ${show(value)}`, fatal);
			return;
		}
		const items = walk.root[collection];
		const count = Array.isArray(items) ? items.length : 0;
		if (value >= count) {
			note(walk, pointer, `refers to ${collection} ${value}, but there ${count === 1 ? 'is' : 'are'} ${count}`, fatal);
		}
	};
}

/** An object with names that the document chooses, such as the attributes of a primitive. */
export function named(item: Rule): Rule {
	return (walk, value, pointer, fatal) => {
		if (!isObject(value)) note(walk, pointer, `is no object but ${show(value)}`, fatal);
		else if (Object.keys(value).length === 0) note(walk, pointer, 'is empty', false);
		else {
			for (const key of Object.keys(value)) item(walk, value[key], `${pointer}/${escaped(key)}`, fatal);
		}
	};
}

export interface RecordShape {
	readonly properties: Readonly<Record<string, Rule>>;
	/** Properties that must be there; `spareRequired` are those whose absence does no harm. */
	readonly required?: readonly string[];
	readonly spareRequired?: readonly string[];
	/** Rules for extensions that may stand here. */
	readonly extensions?: Readonly<Record<string, Rule>>;
}

/** An object with properties that glTF gives names to. */
export function record(shape: RecordShape): Rule {
	const properties = new Map(Object.entries(shape.properties));
	const extensions = new Map(Object.entries(shape.extensions ?? {}));
	return (walk, value, pointer, fatal) => {
		if (!isObject(value)) {
			note(walk, pointer, `is no object but ${show(value)}`, fatal);
			return;
		}
		for (const key of Object.keys(value)) {
			const at = `${pointer}/${escaped(key)}`;
			const rule = properties.get(key);
			if (rule !== undefined) rule(walk, value[key], at, fatal);
			else if (key === 'extensions') checkExtensions(walk, value[key], at, fatal, extensions);
			else if (key !== 'extras') noteUnknown(walk, at);
		}
		for (const key of shape.required ?? []) {
			if (!Object.hasOwn(value, key)) note(walk, pointer, `has no ${key}`, fatal);
		}
		for (const key of shape.spareRequired ?? []) {
			if (!Object.hasOwn(value, key)) note(walk, pointer, `has no ${key}`, false);
		}
	};
}

function checkExtensions(
	walk: Walk,
	value: unknown,
	pointer: string,
	fatal: boolean,
	rules: ReadonlyMap<string, Rule>,
): void {
	if (!isObject(value)) {
		note(walk, pointer, `is no object but ${show(value)}`, fatal);
		return;
	}
	for (const name of Object.keys(value)) {
		const at = `${pointer}/${escaped(name)}`;
		if (!walk.carried.has(name)) walk.carried.set(name, at);
		const rule = rules.get(name);
		if (rule !== undefined) rule(walk, value[name], at, fatal);
		else if (!isObject(value[name])) note(walk, at, `is no object but ${show(value[name])}`, false);
	}
}

function noteUnknown(walk: Walk, pointer: string): void {
	const place = pointer.replace(/\/\d+(?=\/)/g, '');
	const known = walk.unknown.get(place);
	if (known !== undefined) known.count++;
	else if (walk.unknown.size < MOST_PROBLEMS) walk.unknown.set(place, { pointer, count: 1 });
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
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
