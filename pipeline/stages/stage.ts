import type { KnownRooms, LastFacts, ResultChecks } from '../../src/facts/room-facts.ts';
import { checkedValues, type GivenOf, type Options, type ValuesOf } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import type { Level } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { UsageError } from '../../src/text/quote.ts';

/** The values that stages work on, by name of the subject. */
export interface Subjects {
	scene: Scene;
	walkmesh: Walkmesh;
	level: Level;
}

/** What a stage works on. */
export type Subject = keyof Subjects;

/** Called around stages, to show progress and to keep the result of each. */
export interface StageObserver {
	before?(stage: Stage, step: number, steps: number): void;
	after?(stage: Stage, value: Subjects[Subject], step: number): void | Promise<void>;
}

/** What every stage is given besides its subject and its own options. */
export interface StageContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	readonly signal?: AbortSignal;
	/** Facts about the rooms of a level that earlier stages computed. */
	readonly rooms?: KnownRooms;
	/** What is looked for in results. Default: nothing. */
	readonly checks?: ResultChecks | undefined;
	/** Facts about the walkmesh that earlier stages computed. */
	readonly facts?: LastFacts;
	readonly observer?: StageObserver | undefined;
}

/** One step of a recipe: a named function with its options. It never changes its argument, but returns a new value. */
export interface Stage<S extends Subject = Subject> {
	readonly name: string;
	/** What it works on. */
	readonly subject: S;
	/** The values of all its options, defaults included: results are kept by them. */
	readonly options: Readonly<Record<string, unknown>>;
	/** Findings go into the report of the context. */
	run(value: Subjects[S], context: StageContext): Subjects[S] | Promise<Subjects[S]>;
}

/** Makes a stage from options; missing ones get their declared default. */
export interface StageFactory<S extends Subject = Subject, O extends Options = Options> {
	/** @throws UsageError for an option that the stage does not have, and for a value that it does not allow */
	(options?: GivenOf<O>): Stage<S>;
	readonly stageName: string;
	readonly subject: S;
	/** One sentence for lists of stages. */
	readonly summary: string;
	readonly options: O;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds stages of all subjects and options; each checks its own.
export type AnyStageFactory = StageFactory<any, any> & { readonly subject: Subject };

/**
 * Declares a stage once: name, subject, what it does and its options.
 *
 * @example
 * const lift = defineStage('lift', 'walkmesh', 'Lifts a walkmesh.', { by: option.metres('How far.', 0) }, (mesh, { by }) => ({
 * 	...mesh,
 * 	positions: mesh.positions.map((value, i) => (i % 3 === 2 ? value + by : value)),
 * }));
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineStage<S extends Subject, O extends Options>(
	stageName: string,
	subject: S,
	summary: string,
	options: O,
	run: (value: Subjects[S], options: ValuesOf<O>, context: StageContext) => Subjects[S] | Promise<Subjects[S]>,
): StageFactory<S, O> {
	const factory = (given: GivenOf<O> = {}): Stage<S> => {
		const values = checkedValues(options, given, `stage "${stageName}"`);
		// glTF-Transform calls what a document is transformed by, and has transforms of the same names as some stages.
		const refuse = (): never => {
			throw new UsageError(
				`"${stageName}" is a stage of wokflow, which works on a ${subject}. Transforms of documents, such as weld and simplify, are in @gltf-transform/functions; wokflow's own in wokflow/gltf-transform.`,
			);
		};
		// A function has a name already, which cannot be assigned to.
		const stage = Object.assign(Object.defineProperty(refuse, 'name', { value: stageName, enumerable: true }), {
			subject,
			options: values,
			run: (value: Subjects[S], context: StageContext) => run(value, values, context),
		}) as unknown as Stage<S>;
		makers.set(stage, factory as unknown as StageFactory);
		return stage;
	};
	return Object.assign(factory, { stageName, subject, summary, options });
}

/** Declares a stage of wokflow itself: what it returns need not be checked. */
/* @__NO_SIDE_EFFECTS__ */
export function defineOwnStage<S extends Subject, O extends Options>(
	...declaration: Parameters<typeof defineStage<S, O>>
): StageFactory<S, O> {
	const factory = defineStage(...declaration);
	own.add(factory);
	return factory;
}

const own = new WeakSet<object>();
const makers = new WeakMap<object, StageFactory>();

/** True for a stage of wokflow itself; false for one that has its name, and for a changed copy. */
export function isOwnStage(stage: Stage): boolean {
	const maker = makers.get(stage);
	return maker !== undefined && own.has(maker);
}
