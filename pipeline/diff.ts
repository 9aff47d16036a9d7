import { InputError } from '../src/findings/report.ts';
import type { InputSource, LoadedWalkmesh, ReadContext } from '../src/formats/contracts.ts';
import { diffWalkmeshes, type StaleTable, staleTables } from '../src/inspect/diff.ts';
import type { DiffOptions, WalkmeshDiff } from '../src/inspect/diff-moves.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { ReadOptions } from './options.ts';
import { readSource } from './read.ts';
import { type Recipe, resolveRecipe } from './recipe.ts';
import type { Registry } from './registry.ts';
import { toWalkmeshes } from './wanted.ts';

export interface DiffSourcesOptions extends DiffOptions {
	readonly read?: ReadOptions;
	/** What scenes go through on their way. */
	readonly recipe: Recipe;
	/** False leaves the derived tables of binaries alone. Default true. */
	readonly tables?: boolean;
}

/** Two walkmeshes that belong together, and how they differ. */
export interface DiffPair {
	readonly a: WalkmeshIdentity;
	readonly b: WalkmeshIdentity;
	readonly diff: WalkmeshDiff;
	/** Tables that say something else than the geometry of their own file; undefined for sides that are no binary. */
	readonly tables: { readonly a?: readonly StaleTable[]; readonly b?: readonly StaleTable[] };
	/** True when both are binaries and different tables of them are stale. */
	readonly tablesDiffer: boolean;
}

export type WalkmeshIdentity = Pick<Walkmesh, 'name' | 'kind' | 'doorState'>;

export interface SourcesDiff {
	readonly same: boolean;
	readonly pairs: readonly DiffPair[];
	readonly onlyA: readonly WalkmeshIdentity[];
	readonly onlyB: readonly WalkmeshIdentity[];
}

/** What is compared: the walkmeshes of some sources. */
export interface DiffSide {
	readonly sources: readonly InputSource[];
	/** Stages that put a scene where it belongs, before the recipe. */
	readonly placing?: (source: InputSource) => Recipe;
	/** Which room a source is: the name that its area walkmesh is compared by. */
	readonly roomOf?: (source: InputSource) => string | undefined;
}

/**
 * Compares what two sources, or two lists of them, hold, whatever their formats. Where each holds one walkmesh, these are compared; otherwise those of
 * the same kind, door state and name, and the rest is named as being on one side only.
 *
 * @param work does it elsewhere, several files at a time; the sources have paths then
 * @throws InputError when a source cannot be read; of several, it is reported and the others are compared
 */
export async function diffSources(
	sideA: InputSource | DiffSide,
	sideB: InputSource | DiffSide,
	options: DiffSourcesOptions,
	context: ReadContext,
	registry: Registry,
	work?: DiffWork,
): Promise<SourcesDiff> {
	const a = await walkmeshesOf(sideA, options, context, registry, work);
	const b = await walkmeshesOf(sideB, options, context, registry, work);
	const { pairs, onlyA, onlyB } = pairUp(a, b);
	const compared = await (work?.compare(pairs) ??
		pairs.map(([left, right]) => comparePair(left, right, options, context)));
	const same = compared.every(({ diff, tablesDiffer }) => diff.same && !tablesDiffer);
	return {
		same: same && onlyA.length === 0 && onlyB.length === 0,
		pairs: compared,
		onlyA: onlyA.map(({ walkmesh }) => identityOf(walkmesh)),
		onlyB: onlyB.map(({ walkmesh }) => identityOf(walkmesh)),
	};
}

/** Reads and compares for somebody. */
export interface DiffWork {
	/** @param take is given the walkmeshes of each, or why it cannot be read, in their order */
	read(
		sources: readonly SourceRecipe[],
		take: (found: readonly LoadedWalkmesh[] | InputError, index: number) => void,
	): Promise<void>;
	compare(pairs: readonly (readonly [LoadedWalkmesh, LoadedWalkmesh])[]): Promise<readonly DiffPair[]>;
}

/** A source by its path, and what it goes through if it is a scene. */
export interface SourceRecipe {
	readonly path: string;
	readonly recipe: Recipe;
}

async function walkmeshesOf(
	side: InputSource | DiffSide,
	options: DiffSourcesOptions,
	context: ReadContext,
	registry: Registry,
	work: DiffWork | undefined,
): Promise<LoadedWalkmesh[]> {
	const { sources, placing, roomOf } =
		'sources' in side ? side : { sources: [side], placing: undefined, roomOf: undefined };
	const { read = {}, recipe } = options;
	const recipeOf = (source: InputSource): Recipe => [...(placing?.(source) ?? []), ...recipe];
	const walkmeshes: LoadedWalkmesh[] = [];
	const take = (found: readonly LoadedWalkmesh[] | InputError, index: number): void => {
		if (found instanceof InputError) {
			if (sources.length === 1) throw found;
			context.report.push(found.finding);
			return;
		}
		const room = roomOf?.(sources[index]);
		walkmeshes.push(...(room === undefined ? found : found.map((each) => asRoom(each, room))));
	};
	if (work !== undefined) {
		const asked = sources.map((source) => ({ path: source.path ?? '', recipe: recipeOf(source) }));
		await work.read(asked, take);
		return walkmeshes;
	}
	for (const [index, source] of sources.entries()) {
		const found = await walkmeshesOfSource(source, read, recipeOf(source), context, registry).catch((error) => {
			if (error instanceof InputError) return error;
			throw error;
		});
		take(found, index);
	}
	return walkmeshes;
}

/** The walkmeshes that a source holds, or becomes by a recipe. @throws InputError when it cannot be read */
export async function walkmeshesOfSource(
	source: InputSource,
	read: ReadOptions,
	recipe: Recipe,
	context: ReadContext,
	registry: Registry,
): Promise<LoadedWalkmesh[]> {
	const report = context.report.within({ file: source.path ?? source.fileName });
	const stages = resolveRecipe(recipe, registry);
	const loaded = await readSource(source, read, context, registry);
	return toWalkmeshes(loaded, {}, stages, { ...context, report });
}

function asRoom(loaded: LoadedWalkmesh, name: string): LoadedWalkmesh {
	return loaded.walkmesh.kind === 'area' ? { ...loaded, walkmesh: { ...loaded.walkmesh, name } } : loaded;
}

function pairUp(
	a: readonly LoadedWalkmesh[],
	b: readonly LoadedWalkmesh[],
): { pairs: [LoadedWalkmesh, LoadedWalkmesh][]; onlyA: LoadedWalkmesh[]; onlyB: LoadedWalkmesh[] } {
	if (a.length === 1 && b.length === 1) return { pairs: [[a[0], b[0]]], onlyA: [], onlyB: [] };
	const left = new Map<string, LoadedWalkmesh[]>();
	for (const each of b) left.set(keyOf(each), [...(left.get(keyOf(each)) ?? []), each]);
	const pairs: [LoadedWalkmesh, LoadedWalkmesh][] = [];
	const onlyA: LoadedWalkmesh[] = [];
	for (const each of a) {
		const partner = left.get(keyOf(each))?.shift();
		if (partner === undefined) onlyA.push(each);
		else pairs.push([each, partner]);
	}
	return { pairs, onlyA, onlyB: [...left.values()].flat() };
}

function keyOf({ walkmesh: { name, kind, doorState } }: LoadedWalkmesh): string {
	return `${kind}\n${doorState ?? ''}\n${name.toLowerCase()}`;
}

/** How two walkmeshes differ. */
export function comparePair(
	a: LoadedWalkmesh,
	b: LoadedWalkmesh,
	options: Omit<DiffSourcesOptions, 'read' | 'recipe'>,
	{ surfaces }: Pick<ReadContext, 'surfaces'>,
): DiffPair {
	const tablesOf = ({ file, walkmesh }: LoadedWalkmesh): StaleTable[] | undefined =>
		file === undefined || options.tables === false ? undefined : staleTables(file, walkmesh, surfaces);
	const staleA = tablesOf(a);
	const staleB = tablesOf(b);
	const codes = (tables: readonly StaleTable[]): string => tables.map(({ code, message }) => code + message).join('\n');
	return {
		a: identityOf(a.walkmesh),
		b: identityOf(b.walkmesh),
		diff: diffWalkmeshes(a.walkmesh, b.walkmesh, surfaces, options),
		tables: { ...(staleA === undefined ? {} : { a: staleA }), ...(staleB === undefined ? {} : { b: staleB }) },
		tablesDiffer: staleA !== undefined && staleB !== undefined && codes(staleA) !== codes(staleB),
	};
}

function identityOf({ name, kind, doorState }: Walkmesh): WalkmeshIdentity {
	return { name, kind, ...(doorState === undefined ? {} : { doorState }) };
}
