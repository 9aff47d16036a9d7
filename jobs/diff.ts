import { diffWalkmeshes, type StaleTable, staleTables } from '../check/inspect/diff.ts';
import { DIFF_OPTIONS, type DiffOptions, type WalkmeshDiff } from '../check/inspect/differences.ts';
import type { Corners, PlanChanges } from '../pictures/svg/options.ts';
import type { ReadOptions } from '../pipeline/options.ts';
import { readSource } from '../pipeline/read.ts';
import { type Recipe, resolveRecipe } from '../pipeline/recipe.ts';
import type { Registry } from '../pipeline/registry.ts';
import { toWalkmeshes } from '../pipeline/wanted.ts';
import { given } from '../src/findings/options.ts';
import { InputError } from '../src/findings/report.ts';
import { type InputSource, type LoadedWalkmesh, pathOrName, type ReadContext } from '../src/formats/contracts.ts';
import { faceMiddle } from '../src/geometry/faces.ts';
import { groupBy } from '../src/math/arrays.ts';
import { minus, type Vec3, vec3At } from '../src/math/vec3.ts';
import type { Level } from '../src/model/level.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import { type Walkmesh, type WalkmeshIdentity, walkmeshIdentity } from '../src/model/walkmesh.ts';

export interface DiffSourcesOptions extends DiffOptions {
	readonly read?: ReadOptions;
	/** The stages for scenes. */
	readonly recipe: Recipe;
	/** False skips the comparison of the derived tables of binary files. Default true. */
	readonly tables?: boolean;
}

/** Two walkmeshes that belong together, and how they differ. */
export interface DiffPair {
	readonly a: WalkmeshIdentity;
	readonly b: WalkmeshIdentity;
	readonly diff: WalkmeshDiff;
	/** Tables that contradict the geometry of their own file; undefined for a side that is not a binary file. */
	readonly tables: { readonly a?: readonly StaleTable[]; readonly b?: readonly StaleTable[] };
	/** True when both are binary files and their stale tables differ. */
	readonly tablesDiffer: boolean;
}

/** How the walkmeshes of two sources differ. */
export interface SourcesDiff {
	readonly same: boolean;
	readonly pairs: readonly DiffPair[];
	readonly onlyA: readonly WalkmeshIdentity[];
	readonly onlyB: readonly WalkmeshIdentity[];
}

/** One side of a comparison: the walkmeshes of one or several sources. */
export interface DiffSide {
	readonly sources: readonly InputSource[];
	/** Stages run before the recipe that move a scene to its position in the area. */
	readonly placing?: (source: InputSource) => Recipe;
	/** The room that a source belongs to. Its area walkmesh is matched by this name. */
	readonly roomOf?: (source: InputSource) => string | undefined;
}

/**
 * Compares the walkmeshes of two sources, or of two lists of sources, in any formats. Where each side has one walkmesh, these are compared;
 * otherwise those of the same kind, door state and name, and the others are listed as present on one side only.
 *
 * @param work reads and compares in other threads, several files at a time; every source must have a path then
 * @throws InputError when a source cannot be read; of several, it is reported and the others are compared. UsageError for unknown stages, and for
 *   values that options cannot have
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const [before, after] = [await openFile('before.wok', report), await openFile('after.wok', report)];
 * const { same, pairs } = await diffSources(before, after, { recipe: [] }, context, createRegistry());
 * if (!same) console.log(pairs.map(({ diff }) => diff));
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
		onlyA: onlyA.map(({ walkmesh }) => walkmeshIdentity(walkmesh)),
		onlyB: onlyB.map(({ walkmesh }) => walkmeshIdentity(walkmesh)),
	};
}

/** Reads sources and compares walkmeshes, possibly in other threads. */
export interface DiffWork {
	/** @param take called for each source in order, with its walkmeshes or with the error of reading it */
	read(
		sources: readonly SourceRecipe[],
		take: (found: readonly LoadedWalkmesh[] | InputError, index: number) => void,
	): Promise<void>;
	compare(pairs: readonly (readonly [LoadedWalkmesh, LoadedWalkmesh])[]): Promise<readonly DiffPair[]>;
}

/** The path of a source, and the stages for it if it is a scene. */
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

/** The walkmeshes of a source; a scene goes through the recipe first. @throws InputError when it cannot be read */
export async function walkmeshesOfSource(
	source: InputSource,
	read: ReadOptions,
	recipe: Recipe,
	context: ReadContext,
	registry: Registry,
): Promise<LoadedWalkmesh[]> {
	const report = context.report.within({ file: pathOrName(source) });
	const stages = resolveRecipe(recipe, registry);
	const loaded = await readSource(source, read, context, registry);
	return toWalkmeshes(loaded, {}, stages, { ...context, report, checks: registry.checks });
}

function asRoom(loaded: LoadedWalkmesh, name: string): LoadedWalkmesh {
	return loaded.walkmesh.kind === 'area' ? { ...loaded, walkmesh: { ...loaded.walkmesh, name } } : loaded;
}

/** Pairs walkmeshes of one name, kind and state of a door, or the only one of each side; and those that only one side has. */
export function pairUp<W extends { readonly walkmesh: WalkmeshIdentity }>(
	a: readonly W[],
	b: readonly W[],
): { pairs: [W, W][]; onlyA: W[]; onlyB: W[] } {
	if (a.length === 1 && b.length === 1) return { pairs: [[a[0], b[0]]], onlyA: [], onlyB: [] };
	const left = groupBy(b, keyOf);
	const pairs: [W, W][] = [];
	const onlyA: W[] = [];
	for (const each of a) {
		const partner = left.get(keyOf(each))?.shift();
		if (partner === undefined) onlyA.push(each);
		else pairs.push([each, partner]);
	}
	return { pairs, onlyA, onlyB: [...left.values()].flat() };
}

function keyOf({ walkmesh: { name, kind, doorState } }: { readonly walkmesh: WalkmeshIdentity }): string {
	return `${kind}\n${doorState ?? ''}\n${name.toLowerCase()}`;
}

/** Compares two walkmeshes, and their derived tables unless `options.tables` is false. */
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
		a: walkmeshIdentity(a.walkmesh),
		b: walkmeshIdentity(b.walkmesh),
		diff: diffWalkmeshes(a.walkmesh, b.walkmesh, surfaces, given(DIFF_OPTIONS, options)),
		tables: { ...(staleA === undefined ? {} : { a: staleA }), ...(staleB === undefined ? {} : { b: staleB }) },
		tablesDiffer: staleA !== undefined && staleB !== undefined && codes(staleA) !== codes(staleB),
	};
}

/** `PlanChanges` with arrays that can be appended to. */
type Gathered = { -readonly [K in keyof PlanChanges]: PlanChanges[K][number][] };

/**
 * The changes from an older level to a newer one. Rooms of the same name are compared by meaning, not by bytes. All faces of a room that only one
 * level has count as added or removed. Two levels of a single room each are compared whatever the names of the rooms.
 */
export function levelChanges(before: Level, after: Level, table: SurfaceTable): PlanChanges {
	const changes: Gathered = { removed: [], added: [], resurfaced: [], moved: [], shifted: [], relinked: [] };
	const [old, now] = [roomsOf(before), roomsOf(after)];
	if (old.size === 1 && now.size === 1) {
		addDifferences([...old.values()][0], [...now.values()][0], table, changes);
		return changes;
	}
	for (const [name, mesh] of now) {
		const other = old.get(name);
		if (other === undefined) changes.added.push(...facesOf(mesh));
		else addDifferences(other, mesh, table, changes);
	}
	for (const [name, mesh] of old) if (!now.has(name)) changes.removed.push(...facesOf(mesh));
	return changes;
}

function roomsOf({ rooms }: Level): Map<string, Walkmesh> {
	return new Map(
		rooms.flatMap(({ name, walkmesh }) => (walkmesh === undefined ? [] : [[name.toLowerCase(), walkmesh] as const])),
	);
}

function addDifferences(before: Walkmesh, after: Walkmesh, table: SurfaceTable, changes: Gathered): void {
	const diff = diffWalkmeshes(before, after, table, { list: Number.MAX_SAFE_INTEGER });
	for (const { face } of diff.removed.first) changes.removed.push(cornersOf(before, face));
	for (const { face } of diff.added.first) changes.added.push(cornersOf(after, face));
	for (const { faceB } of diff.resurfaced.first) changes.resurfaced.push(cornersOf(after, faceB));
	for (const { from, to } of diff.moved.first)
		changes.moved.push({ from: placed(before, from), to: placed(after, to) });
	for (const { from, to, ends } of diff.links.first) {
		changes.relinked.push({ from, to, ends: [placed(after, ends[0]), placed(after, ends[1])] });
	}
	const { shift } = diff;
	if (shift === undefined || after.surfaces.length === 0) return;
	const to = placed(after, faceMiddle(after, 0));
	changes.shifted.push({ from: minus(to, shift), to });
}

function facesOf(mesh: Walkmesh): Corners[] {
	return Array.from(mesh.surfaces, (_, face) => cornersOf(mesh, face));
}

function cornersOf(mesh: Walkmesh, face: number): Corners {
	const [a, b, c] = mesh.faces.subarray(face * 3, face * 3 + 3);
	return [a, b, c].map((vertex) => placed(mesh, vec3At(mesh.positions, vertex))) as unknown as Corners;
}

/** A point of a walkmesh in area space: placeables and doors are stored relative to their position. */
function placed({ kind, position }: Walkmesh, at: Vec3): Vec3 {
	return kind === 'area' ? at : [at[0] + position[0], at[1] + position[1], at[2] + position[2]];
}
