import type { Report } from '../src/findings/report.ts';
import type { Level } from '../src/level/level.ts';
import type { Scene } from '../src/scene/scene.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';

/** What a stage works on, by the name a recipe knows it under. */
export interface Subjects {
	scene: Scene;
	walkmesh: Walkmesh;
	level: Level;
}

export type Subject = keyof Subjects;

/** What every stage is given besides its subject and its own options. */
export interface StageContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	readonly signal?: AbortSignal;
}

/** One step of a recipe: a named function with its options. It never changes what it is given; it returns the next value. */
export interface Stage<S extends Subject = Subject> {
	readonly name: string;
	readonly subject: S;
	readonly options: Readonly<Record<string, unknown>>;
	run(value: Subjects[S], context: StageContext): Subjects[S] | Promise<Subjects[S]>;
}

/** Makes a stage from options; `defaults` is what the command line's help and the config's schema show. */
export interface StageFactory<S extends Subject, O extends object> {
	(options?: O): Stage<S>;
	readonly stageName: string;
	readonly subject: S;
	readonly defaults: Required<O>;
	/** One sentence for lists of stages. */
	readonly summary: string;
}

/**
 * Declares a stage once: name, subject, defaults and what it does.
 *
 * @example
 * export const dropUnused = defineStage('drop-unused', 'walkmesh', 'Removes vertices no face uses.', {}, dropUnusedVertices);
 */
export function defineStage<S extends Subject, O extends object>(
	stageName: string,
	subject: S,
	summary: string,
	defaults: Required<O>,
	run: (value: Subjects[S], options: Required<O>, context: StageContext) => Subjects[S] | Promise<Subjects[S]>,
): StageFactory<S, O> {
	const factory = (options: O = {} as O): Stage<S> => {
		const merged = { ...defaults, ...withoutUndefined(options) };
		return {
			name: stageName,
			subject,
			options: merged as Readonly<Record<string, unknown>>,
			run: (value, context) => run(value, merged, context),
		};
	};
	return Object.assign(factory, { stageName, subject, defaults, summary });
}

function withoutUndefined<O extends object>(options: O): Partial<O> {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<O>;
}
