import type { ResultChecks } from '../src/facts/room-facts.ts';
import { UsageError } from '../src/findings/report.ts';
import type { DocumentFormat, Exporter, Format, Importer } from '../src/formats/contracts.ts';
import type { Layout, Visibility } from '../src/model/level.ts';
import type { TwoDA } from '../src/model/surface-tables.ts';
import { didYouMean } from '../src/text/names.ts';
import { isObject } from '../src/text/quote.ts';
import { READ_OPTIONS, WRITE_OPTIONS } from './options.ts';
import type { AnyStageFactory, Subject } from './stages/stage.ts';

/** The entries of a registry, by kind. */
export interface RegistryEntries {
	readonly importers?: readonly Importer[];
	readonly exporters?: readonly Exporter[];
	readonly stages?: readonly AnyStageFactory[];
	readonly layouts?: readonly DocumentFormat<Layout>[];
	readonly visibilities?: readonly DocumentFormat<Visibility>[];
	readonly tables?: readonly DocumentFormat<TwoDA>[];
	readonly archives?: readonly Format[];
	readonly archiveWriters?: readonly Format[];
	/** What is looked for in results. */
	readonly checks?: ResultChecks | undefined;
}

/** Kinds of entries, by the names under which a module exports them. */
export const ENTRY_KINDS = [
	'importers',
	'exporters',
	'stages',
	'layouts',
	'visibilities',
	'tables',
] as const satisfies readonly (keyof RegistryEntries)[];

/** All lists that `Registry.add` takes. */
const LISTS = [...ENTRY_KINDS, 'archives', 'archiveWriters'] as const;
type ListKind = (typeof LISTS)[number];
type Entry<K extends ListKind> = NonNullable<RegistryEntries[K]>[number];

/**
 * Formats and stages by name: the only list of them. File extensions, room files, options of reading and writing, help texts and catalogues come
 * from it. A config or a script can add entries. Asking for an unknown name throws an error that lists the known ones.
 *
 * @example
 * const names = createRegistry().importers.map(({ name }) => name);
 */
export class Registry {
	readonly #lists = new Map<ListKind, Map<string, unknown>>();
	#checks: ResultChecks | undefined;
	/** The options of all formats, joined on first use. */
	#readOptions: typeof READ_OPTIONS | undefined;
	#writeOptions: typeof WRITE_OPTIONS | undefined;

	constructor(entries: RegistryEntries = {}) {
		this.add(entries);
	}

	/** Adds entries; one with a known name replaces the old one. @throws UsageError for an entry that lacks a function or name, and for a list of any other name */
	add(entries: RegistryEntries): this {
		if (typeof entries !== 'object' || entries === null)
			throw new UsageError('A registry takes an object of lists: { importers: [...] }.');
		const known: readonly string[] = [...LISTS, 'checks'];
		for (const name of Object.keys(entries))
			if (!known.includes(name))
				throw new UsageError(`A registry has no "${name}".${didYouMean(name, known)} It has: ${known.join(', ')}.`);
		for (const kind of ENTRY_KINDS) checkEntries(kind, entries[kind] ?? [], kind);
		for (const kind of LISTS)
			for (const entry of entries[kind] ?? [])
				this.#named(kind).set('stageName' in entry ? entry.stageName : entry.name, entry as never);
		this.#checks = entries.checks ?? this.#checks;
		this.#readOptions = undefined;
		this.#writeOptions = undefined;
		return this;
	}

	#named<K extends ListKind>(kind: K): Map<string, Entry<K>> {
		const known = this.#lists.get(kind) ?? new Map<string, unknown>();
		this.#lists.set(kind, known);
		return known as Map<string, Entry<K>>;
	}

	#all<K extends ListKind>(kind: K): readonly Entry<K>[] {
		return [...this.#named(kind).values()];
	}

	get importers(): readonly Importer[] {
		return this.#all('importers');
	}

	get exporters(): readonly Exporter[] {
		return this.#all('exporters');
	}

	get stages(): readonly AnyStageFactory[] {
		return this.#all('stages');
	}

	/** Formats of layouts; the first is the game's own. */
	get layouts(): readonly DocumentFormat<Layout>[] {
		return this.#all('layouts');
	}

	get visibilities(): readonly DocumentFormat<Visibility>[] {
		return this.#all('visibilities');
	}

	get tables(): readonly DocumentFormat<TwoDA>[] {
		return this.#all('tables');
	}

	/** Archive formats. Commands treat archives like folders. */
	get archives(): readonly Format[] {
		return this.#all('archives');
	}

	get archiveWriters(): readonly Format[] {
		return this.#all('archiveWriters');
	}

	/** What is looked for in the results of conversions; undefined for nothing. */
	get checks(): ResultChecks | undefined {
		return this.#checks;
	}

	/** Everything that reads or writes files. */
	get formats(): readonly Format[] {
		const documents = [...this.layouts, ...this.visibilities, ...this.tables];
		return [...this.importers, ...this.exporters, ...documents, ...this.archives, ...this.archiveWriters];
	}

	/** The options of reading, of all formats together. */
	get readOptions(): typeof READ_OPTIONS {
		this.#readOptions ??= Object.assign({ ...READ_OPTIONS }, ...this.importers.map(({ options = {} }) => options));
		return this.#readOptions as typeof READ_OPTIONS;
	}

	/** The options of writing, of all formats together. */
	get writeOptions(): typeof WRITE_OPTIONS {
		this.#writeOptions ??= Object.assign({ ...WRITE_OPTIONS }, ...this.exporters.map(({ options = {} }) => options));
		return this.#writeOptions as typeof WRITE_OPTIONS;
	}

	/** Extensions of files that hold a scene, or walkmeshes, and are always taken as inputs. */
	extensions(gives: 'scene' | 'walkmeshes'): string[] {
		return this.importers
			.filter((each) => (each.gives ?? 'scene') === gives && each.isNamedOnly !== true)
			.flatMap(({ extensions }) => extensions);
	}

	/** Extensions of files with the visual model of a door or placeable. */
	get modelExtensions(): string[] {
		return this.importers
			.filter(({ gives = 'scene', showsModels }) => gives === 'scene' || showsModels === true)
			.flatMap(({ extensions }) => extensions);
	}

	/** True for the name of a file that something here reads: a scene, walkmeshes, a layout, visibility, a table. */
	reads(fileName: string): boolean {
		const formats = [...this.importers, ...this.layouts, ...this.visibilities, ...this.tables];
		return formats.some((format) => hasExtension(fileName, format));
	}

	/** Extensions of room files in order of preference: scenes before the walkmeshes that are built from them. */
	get roomExtensions(): string[] {
		return roomExtensionsOf(this.importers.toSorted((a, b) => rank(a) - rank(b)));
	}

	/** The same for who looks at what the game would load: walkmeshes before the scenes that they are built from. */
	get builtRoomExtensions(): string[] {
		return roomExtensionsOf(this.importers.toSorted((a, b) => rank(b) - rank(a)));
	}

	/** Extensions of room files in the form of the game. */
	get binaryRoomExtensions(): readonly string[] {
		return this.importer('bwm').roomExtensions ?? [];
	}

	/** The layout format of a file by its name; undefined for any other file. */
	layoutFormat(fileName: string): DocumentFormat<Layout> | undefined {
		return this.layouts.find((format) => hasExtension(fileName, format));
	}

	/** The importer of a name or an extension: `gltf`, `glb`, `.glb`. @throws UsageError when there is none, with a list of all */
	importer(name: string): Importer {
		return byExtension(this.importers, name) ?? lookUp(this.#named('importers'), name, 'importer');
	}

	/** @throws UsageError as `importer` */
	exporter(name: string): Exporter {
		return byExtension(this.exporters, name) ?? lookUp(this.#named('exporters'), name, 'exporter');
	}

	/** @throws UsageError as `importer` */
	stage(name: string): AnyStageFactory {
		return lookUp(this.#named('stages'), name, 'stage');
	}
}

function rank({ gives = 'scene' }: Importer): number {
	return gives === 'scene' ? 0 : 1;
}

function roomExtensionsOf(importers: readonly Importer[]): string[] {
	return [...new Set(importers.flatMap(({ roomExtensions, extensions }) => roomExtensions ?? extensions))];
}

/** True when the name of a file ends in one of the extensions of a format. */
export function hasExtension(fileName: string, { extensions }: Pick<Format, 'extensions'>): boolean {
	const lower = fileName.toLowerCase();
	return extensions.some((extension) => lower.endsWith(extension));
}

/** The first format that has an extension; only asked when no format has it as its name. */
function byExtension<T extends Format>(formats: readonly T[], extension: string): T | undefined {
	if (formats.some(({ name }) => name === extension)) return undefined;
	return formats.find(({ extensions }) => extensions.includes(extension.toLowerCase().replace(/^\.?/, '.')));
}

function lookUp<T>(entries: ReadonlyMap<string, T>, name: string, what: string): T {
	const entry = entries.get(name);
	if (entry !== undefined) return entry;
	throw new UsageError(
		`There is no ${what} "${name}".${didYouMean(name, entries.keys())} Known: ${[...entries.keys()].sort().join(', ')}.`,
	);
}

/**
 * Checks of formats and stages from plugins. An entry without its function would be skipped silently or would fail in the middle of a run, so
 * entries are checked when they are registered.
 */

const SUBJECTS: readonly Subject[] = ['scene', 'walkmesh', 'level'];
const HOLDS: readonly string[] = ['walkmesh', 'model', 'any'];

/** Checks an entry. @returns what is wrong, worded to follow the path of the entry in a message; undefined when nothing is */
type Check = (entry: Record<string, unknown>) => string | undefined;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isFunction = (value: unknown): boolean => typeof value === 'function';

function named(entry: Record<string, unknown>, key: string): string | undefined {
	return isText(entry[key]) ? undefined : `"${key}" must be a name`;
}

function format(does: 'read' | 'write'): Check {
	return (entry) => {
		const { extensions, options = {} } = entry;
		const problem = named(entry, 'name');
		if (problem !== undefined) return problem;
		if (
			!Array.isArray(extensions) ||
			extensions.length === 0 ||
			!extensions.every((each) => /^\.\S+$/.test(String(each)))
		)
			return '"extensions" must be a list of file extensions, each with its dot';
		if (!isFunction(entry[does])) return `"${does}" must be a function`;
		return isObject(options) ? undefined : '"options" must be an object of option declarations';
	};
}

const exporter: Check = (entry) =>
	format('write')(entry) ??
	(HOLDS.includes(String(entry['holds'])) ? undefined : `"holds" must be one of ${HOLDS.join(', ')}`);

const factory: Check = (entry) => {
	if (!isFunction(entry)) return 'must be a function that makes the stage, as defineStage gives it';
	const problem = named(entry, 'stageName') ?? subject(entry);
	return problem ?? (isObject(entry['options']) ? undefined : '"options" must be an object of option declarations');
};

const stage: Check = (entry) => {
	if (isFunction(entry) && !isFunction(entry['run'])) {
		return 'stageName' in entry
			? 'must be a stage: call the function that makes it'
			: 'must be a stage, not a function such as a transform of @gltf-transform/functions. Stages of the same names are in wokflow/stages';
	}
	return named(entry, 'name') ?? subject(entry) ?? (isFunction(entry['run']) ? undefined : '"run" must be a function');
};

function subject(entry: Record<string, unknown>): string | undefined {
	return SUBJECTS.includes(entry['subject'] as Subject) ? undefined : `"subject" must be one of ${SUBJECTS.join(', ')}`;
}

const CHECKS: Readonly<Record<string, Check>> = {
	importers: format('read'),
	exporters: exporter,
	stages: factory,
	layouts: format('read'),
	visibilities: format('read'),
	tables: format('read'),
};

/**
 * Checks the entries of one kind that are added to the registry.
 * @param where name of the list in messages
 * @throws UsageError for an entry that lacks something
 */
export function checkEntries(kind: string, list: readonly unknown[], where: string): void {
	if (!Array.isArray(list)) throw new UsageError(`${where}: must be a list.`);
	for (const [index, entry] of list.entries()) check(CHECKS[kind], entry, `${where}[${index}]`);
}

/** Checks a stage object in a recipe. @throws UsageError for one that lacks something */
export function checkStage(value: unknown, where: string): void {
	check(stage, value, where);
}

function check(of: Check | undefined, entry: unknown, where: string): void {
	const isAny = (typeof entry === 'object' && entry !== null) || typeof entry === 'function';
	const problem = isAny ? of?.(entry as Record<string, unknown>) : 'must be an object';
	if (problem === undefined) return;
	throw new UsageError(`${where}: ${problem.startsWith('"') ? 'its ' : ''}${problem}.`);
}
