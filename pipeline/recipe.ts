import { LastFacts } from '../src/facts/room-facts.ts';
import { checkedValues, type GivenOf } from '../src/findings/options.ts';
import { InputError, UsageError } from '../src/findings/report.ts';
import { giveTurn } from '../src/findings/turns.ts';
import type { Vec3 } from '../src/math/vec3.ts';
import { type Layout, roomIndex } from '../src/model/level.ts';
import { CONFORM_OPTIONS } from '../src/seams/conform.ts';
import { isObject } from '../src/text/quote.ts';
import { notice, StageError, stagePlace } from './disk/watched.ts';
import {
	type ChangeOptions,
	type JoinOptions,
	type MeshOptions,
	type PLACE_ROOM_OPTIONS,
	RECIPE_OPTIONS,
} from './options.ts';
import { checkStage, type Registry } from './registry.ts';
import { requireSubject } from './returned.ts';
import { isOwnStage, type Stage, type StageContext, type Subject, type Subjects } from './stages/stage.ts';

/** A step of a recipe: a stage's name, alone or with options, or, in code, a stage itself. */
// biome-ignore lint/suspicious/noExplicitAny: stages of every subject go on one list.
export type RecipeStep = string | readonly [name: string, options: Readonly<Record<string, unknown>>] | Stage<any>;

/** An ordered list of stages. The order is the design: each stage may rely on what those before it did. */
export type Recipe = readonly RecipeStep[];

/**
 * Turns a recipe into stages.
 * @throws UsageError for an unknown stage or option, with a list of the known ones; and for wrong values
 */
export function resolveRecipe(recipe: Recipe, registry: Registry): Stage[] {
	if (!Array.isArray(recipe)) throw new UsageError('A recipe is a list of stages: ["weld", "sort"].');
	return (recipe as Recipe).map((step, index) => {
		if (typeof step === 'string') return registry.stage(step)();
		if (!Array.isArray(step)) {
			checkStage(step, `recipe[${index}]`);
			return step as Stage;
		}
		const [name, options] = step as Exclude<RecipeStep, string | Stage>;
		if (options !== undefined && !isObject(options))
			throw new UsageError(`recipe[${index}]: the options of stage "${name}" are no object.`);
		return registry.stage(name)(options);
	});
}

/** True for a step that is a stage object. */
// biome-ignore lint/suspicious/noExplicitAny: as in `RecipeStep`.
export function isStage(step: RecipeStep): step is Stage<any> {
	return typeof step !== 'string' && 'run' in step;
}

/**
 * Runs stages of one subject in order.
 * @throws the reason of the context's signal, when it is aborted before the end
 */
export async function runStages<S extends Subject>(
	value: Subjects[S],
	stages: readonly Stage<S>[],
	context: StageContext,
): Promise<Subjects[S]> {
	let current = value;
	const { observer, signal } = context;
	const within = { ...context, facts: context.facts ?? new LastFacts() };
	for (const [step, stage] of stages.entries()) {
		await giveTurn(signal);
		observer?.before?.(stage as Stage, step, stages.length);
		current = await runStage(stage, current, within);
		await observer?.after?.(stage as Stage, current, step);
	}
	await giveTurn(signal);
	return current;
}

/** @throws InputError and UsageError of the stage; any other error as a StageError that names the stage and the room */
async function runStage<S extends Subject>(
	stage: Stage<S>,
	value: Subjects[S],
	context: StageContext,
): Promise<Subjects[S]> {
	const name: unknown = stage.subject === 'walkmesh' ? (value as Subjects['walkmesh']).name : undefined;
	const place = stagePlace(stage.name, typeof name === 'string' && name !== '' ? name : undefined);
	notice({ stage: place });
	try {
		const made = await stage.run(value, context);
		if (!isOwnStage(stage as Stage)) requireSubject(stage.subject, made, value);
		return made;
	} catch (error) {
		if (error instanceof InputError || error instanceof UsageError || context.signal?.aborted) throw error;
		throw new StageError(place, error);
	} finally {
		notice({ stage: undefined });
	}
}

/** The stages that work on one subject, in their order. */
export function stagesOf<S extends Subject>(stages: readonly Stage[], subject: S): Stage<S>[] {
	return stages.filter((stage): stage is Stage<S> => stage.subject === subject);
}

/**
 * The recipe of `wokflow convert` for scenes. The order is the design. Welding comes first: it makes faces neighbours, and collapses some, which are
 * dropped next. Orientation needs faces with an area, and flipping a face can make it a duplicate of another, so duplicates are dropped after it.
 * Then seams within a room are mended. T-junctions are looked for when everything that can be welded is. Sorting comes last, so that faces keep
 * the order of the source within their group. Options for `levelRecipe` have no effect on it.
 *
 * @throws UsageError for an option that does not exist, and for a value that it cannot have
 *
 * @example
 * const { files } = await convertBytes(glb, 'quay.glb', 'quay.wok', { recipe: convertRecipe({ fixTJunctions: true }) });
 */
export function convertRecipe(options: MeshOptions = {}): Recipe {
	checkedValues(RECIPE_OPTIONS, options, 'convertRecipe');
	const { weld, minArea, steep, backs, orient, snap, fixTJunctions, simplify, simplifyError } = options;
	const simplifies = simplify !== undefined || simplifyError !== undefined;
	const mends = snap !== undefined && snap !== 0;
	const steps: (RecipeStep | undefined)[] = [
		weld === false ? undefined : step('weld', { tolerance: weld, nearMisses: mends ? 0 : undefined }),
		step('drop-degenerate', { minArea }),
		// Undersides and ceilings become no floors: what is left is turned over where that is asked for.
		steep === undefined ? undefined : step('close-steep', { steepest: steep }),
		// Backs neither: turned over, they would lie on their fronts.
		backs === 'drop' ? step('drop-duplicate', { backs }) : undefined,
		step('orient', { mode: orient }),
		step('drop-duplicate', { backs }),
		mends ? step('mend-seams', { snap }) : undefined,
		// Welding looks for vertices that nearly merged; where mending joins them, what is left counts.
		mends && weld !== false ? step('check-mesh', { checks: ['near-misses'], weldTolerance: weld }) : undefined,
		simplifies ? step('simplify', { ratio: simplify, error: simplifyError }) : undefined,
		fixTJunctions === true ? 'fix-tjunctions' : 'find-tjunctions',
		'drop-unused',
		'sort',
	];
	return steps.filter((each) => each !== undefined);
}

function step(name: string, options: Record<string, unknown>): RecipeStep {
	const said = Object.entries(options).filter(([, value]) => value !== undefined);
	return said.length === 0 ? name : [name, Object.fromEntries(said)];
}

/**
 * The recipe of `wokflow level`: `convertRecipe` for each room, then what all rooms need together. Seams are divided alike first, because a link joins
 * two whole edges.
 *
 * @throws UsageError for an option that does not exist, and for a value that it cannot have
 *
 * @example
 * const recipe = levelRecipe({ snap: 0.02 });
 */
export function levelRecipe(options: MeshOptions & JoinOptions = {}): Recipe {
	checkedValues(RECIPE_OPTIONS, options, 'levelRecipe');
	return [...convertRecipe(options), ...joinRecipe(options), step('check-level', { stale: false })];
}

/** The part of `levelRecipe` that changes rooms. */
export function joinRecipe({ conform = true, sills, snap, unmatched }: JoinOptions = {}): Recipe {
	// Before the rest: what is laid has edges of its own that are divided and linked.
	const laid = sills === undefined ? [] : [step('bridge-rooms', { reach: sills === 'auto' ? undefined : sills })];
	const link = step('link', { snap, unmatched });
	return [...laid, ...joined(conform, snap, link)];
}

function joined(conform: boolean, snap: number | undefined, link: RecipeStep): Recipe {
	return conform ? [step('conform', { tolerance: conformTolerance(snap) }), link] : [link];
}

/** The distance in metres within which seams are divided alike: that of `snap`, if it is larger than the default. */
export function conformTolerance(snap: number | undefined): number | undefined {
	return snap !== undefined && snap > CONFORM_OPTIONS.tolerance.default ? snap : undefined;
}

/**
 * Stages that move a room to its position: a given origin, or its position in the layout. One recipe for scenes, one for walkmeshes.
 * @param names names of the output and the inputs, one of which is the name of the room unless `room` is given
 * @throws UsageError when the layout does not have the room
 */
export function placeRecipes(
	{ room, origin, roomSpace: space }: Omit<GivenOf<typeof PLACE_ROOM_OPTIONS>, 'layout'>,
	layout: Layout | undefined,
	names: readonly string[],
): { scene: Recipe; walkmesh: Recipe } {
	const at = origin ?? (layout === undefined ? undefined : positionIn(layout, room === undefined ? names : [room]));
	if (at === undefined) return { scene: [], walkmesh: [] };
	return { scene: [step('place', { at, space })], walkmesh: [step('place-room', { at, space })] };
}

function positionIn(layout: Layout, names: readonly string[]): Vec3 {
	for (const name of names) {
		const index = roomIndex(layout, name);
		if (index >= 0) return layout.rooms[index].position;
	}
	const rooms = layout.rooms.map(({ model }) => model).join(', ');
	throw new UsageError(
		`The layout has no room "${[...new Set(names)].join('" or "')}". It has: ${rooms}. Choose one with the option room.`,
	);
}

/** Stages for changes to a walkmesh as a whole, in the order resize, mirror, rotate, translate. */
export function changeRecipe({ resize, mirror, rotate, translate }: ChangeOptions): Recipe {
	return [
		...(resize === undefined ? [] : [step('scale', { factor: resize })]),
		...(mirror === undefined ? [] : [step('mirror', { axis: mirror })]),
		...(rotate === undefined ? [] : [step('rotate', { degrees: rotate })]),
		...(translate === undefined ? [] : [step('translate', { by: translate })]),
	];
}

/** The recipe for a level whose layout was read from a file: its reader has checked the names, with line numbers. */
export function withCheckedNames(recipe: Recipe): Recipe {
	return recipe.map((step) =>
		Array.isArray(step) && step[0] === 'check-level' ? ['check-level', { names: false, ...step[1] }] : step,
	);
}
