import { type FindingFilter, mergeFilters } from '../../src/findings/filter.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { LoadedConfig } from '../config/config.ts';
import { chosenTargets } from '../config/targets.ts';
import type { Action } from '../steps/graph.ts';
import { isInMemory } from '../steps/packs.ts';
import { type AcceptName, type TargetGraph, targetGraph } from './build-graph.ts';

/**
 * Which steps run in one process. To start one takes as long as many a small level, so steps are put together until they take ten times as long, if there
 * is enough to do: small levels as a whole, several in one process; of a large level, steps of one kind.
 */

/** As long as an action is to take, in starts of a process. */
const ENOUGH = 10;
/** Where a run is short, halves of it that take no less than this: two cores may share it, and nobody has two. */
const LEAST = 2.5;
/** A level in steps is five actions at least. */
const STEPS_OF_LEVEL = 5;
/** How much of the work on a level are its rooms, once when they are prepared, and again when they are finished. */
const SHARE_OF_ROOMS = 0.35;

/** An action that any build engine can run: in the folder of the config, with only its inputs present. */
export interface CommandAction {
	readonly id: string;
	/** The program and its arguments, to be started without a shell. */
	readonly command: readonly string[];
	/** Relative to the folder of the config, with slashes. */
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
}

export interface GraphOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
	/** Number of steps of the same kind in one action. Default: by how long they take. */
	readonly batch?: number;
}

/**
 * The actions of a build, each after those that make its inputs.
 * @throws InputError when a scene or layout cannot be read
 */
export async function buildGraph(
	config: LoadedConfig,
	options: GraphOptions,
	report: Report,
): Promise<CommandAction[]> {
	if (config.file === undefined) throw new UsageError('A graph needs a config in a file.');
	const flags = filterFlags(mergeFilters(config.config));
	const { groups } = await actionGroups(config, options, 'graph', report);
	return groups.map(({ id, actions, inputs, outputs }): CommandAction => {
		const calls = callsOf(actions);
		const words = calls.length === 1 ? calls[0] : ['batch', ...calls.map((call) => JSON.stringify(call))];
		return { id, command: ['wokflow', 'step', ...flags, ...words], inputs, outputs };
	});
}

/** Steps that run in one process. */
export interface ActionGroup {
	/** Unique in the graph. */
	readonly id: string;
	readonly actions: readonly TargetAction[];
	/** Relative to the folder of the config, with slashes. */
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
}

/** An action, and the target that it belongs to. */
export type TargetAction = Action & { readonly target: string };

/** For each step its name and its arguments. */
export function callsOf(actions: readonly Action[]): (readonly string[])[] {
	return actions.map(({ step, args }) => [step, ...args]);
}

/**
 * The actions of some targets, several steps in one action, each after those that make its inputs.
 * @param folder folder below the cache folder, for intermediate files
 * @returns the actions, and the files that scenes and layouts were read from: when one of them changes, the actions may change
 */
export async function actionGroups(
	config: LoadedConfig,
	{ targets, batch }: GraphOptions,
	folder: string,
	report: Report,
	{ accept = () => undefined }: { readonly accept?: AcceptName } = {},
): Promise<{ groups: ActionGroup[]; read: ReadonlySet<string> }> {
	const most = batch === undefined ? STEPS_OF_LEVEL * ENOUGH : 0;
	const graphs: TargetSteps[] = [];
	for (const name of chosenTargets(config, targets)) {
		const ofTarget: AcceptName = (what, given) => accept(`targets.${name}: ${what}`, given);
		ofTarget('the target', name);
		graphs.push({ name, ...(await targetGraph(config, name, folder, report, { accept: ofTarget, most })) });
	}
	const groups = batch === undefined ? bySize(graphs) : graphs.flatMap((graph) => byNumber(graph, () => batch));
	return { groups: groups.map(grouped), read: new Set(graphs.flatMap(({ read }) => read)) };
}

type TargetSteps = TargetGraph & { readonly name: string };

/** Puts small targets together, and steps of each large one. */
function bySize(graphs: readonly TargetSteps[]): TargetAction[][] {
	const isSmall = ({ actions }: TargetGraph): boolean =>
		actions.every(({ step, args }) => step === 'convert' || args.some(isInMemory));
	const tied = tiedTargets(graphs);
	const total = graphs.reduce((sum, { cost }) => sum + cost, 0);
	// Sums of equal costs differ in their last digits.
	const enough = Math.min(ENOUGH, Math.max(LEAST, total / 2)) - 1e-6;
	const groups: TargetAction[][] = [];
	let open: TargetAction[] | undefined;
	let cost = 0;
	for (const graph of graphs) {
		if (!isSmall(graph)) {
			groups.push(...byNumber(graph, (rooms) => Math.ceil((ENOUGH * rooms) / (SHARE_OF_ROOMS * graph.cost))));
			continue;
		}
		const actions = ofTarget(graph);
		if (tied.has(graph.name)) groups.push(actions);
		else if (open === undefined) {
			open = actions;
			cost = 0;
			groups.push(open);
		} else open.push(...actions);
		cost += graph.cost;
		if (cost >= enough) open = undefined;
	}
	return groups;
}

/** Targets of which one reads what another one makes: in one action with others, they could wait for each other. */
function tiedTargets(graphs: readonly TargetSteps[]): Set<string> {
	const makers = new Map(
		graphs.flatMap(({ name, actions }) => actions.flatMap(({ outputs }) => outputs.map((path) => [path, name]))),
	);
	const tied = new Set<string>();
	for (const { name, actions } of graphs) {
		for (const path of actions.flatMap(({ inputs }) => inputs)) {
			const maker = makers.get(path);
			if (maker !== undefined && maker !== name) tied.add(maker).add(name);
		}
	}
	return tied;
}

/** Splits independent steps of one kind into batches. @param most how many go into one, of so many */
function byNumber(graph: TargetSteps, most: (all: number) => number): TargetAction[][] {
	const groups: TargetAction[][] = [];
	const actions = ofTarget(graph);
	const numberOf = (wanted: Action['step']): number => actions.filter(({ step }) => step === wanted).length;
	const limit = most(Math.max(numberOf('prepare'), numberOf('finish')));
	for (const action of actions) {
		const last = groups.at(-1);
		const fits = action.step === 'prepare' || action.step === 'finish';
		if (fits && last?.[0].step === action.step && last.length < limit) last.push(action);
		else groups.push([action]);
	}
	return groups;
}

function ofTarget({ name, actions }: TargetSteps): TargetAction[] {
	return actions.map((action) => ({ ...action, target: name }));
}

/** Joins actions into one group. Packs in memory are nobody else's, and depfiles, which steps write for the build system, are no outputs. */
function grouped(actions: readonly TargetAction[]): ActionGroup {
	const [{ id, target, args }] = actions;
	const targets = new Set(actions.map((each) => each.target));
	const outputs = new Set(actions.flatMap((each) => each.outputs).filter((path) => !isInMemory(path)));
	const inputs = new Set(
		actions.flatMap((each) => each.inputs).filter((path) => !isInMemory(path) && !outputs.has(path)),
	);
	const more = (number: number): string => (number === 0 ? '' : ` and ${number} more`);
	const isWhole = args.some(isInMemory) || targets.size > 1;
	return {
		id: isWhole ? `${target}${more(targets.size - 1)}` : `${target}/${id}${more(actions.length - 1)}`,
		actions,
		inputs: [...inputs],
		outputs: [...outputs],
	};
}

/** The options of a config about findings, as flags for steps that do not read the config. */
export function filterFlags({ ignore = [], severity = {} }: FindingFilter): string[] {
	return [
		...ignore.flatMap((code) => ['--ignore', code]),
		...Object.entries(severity).flatMap(([code, word]) => ['--severity', `${code}=${word}`]),
	];
}
