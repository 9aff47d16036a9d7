import { statSync } from 'node:fs';
import { basename, posix, relative, resolve } from 'node:path';
import { isArchiveName } from '../../game/archives/archives.ts';
import { isLevelTarget, type LevelTarget } from '../../jobs/config/config.ts';
import { withoutCopies } from '../../jobs/level/level.ts';
import { objectFileName } from '../../jobs/level/level-files.ts';
import { isPartName } from '../../jobs/level/module.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { commandLine } from '../../src/model/advice.ts';
import { PLACEHOLDER_ROOM } from '../../src/model/level.ts';
import { slashed } from '../../src/text/paths.ts';
import { build } from '../build.ts';
import { hashFile, TrackedInputs } from '../cache/inputs.ts';
import { CACHE_FOLDER, configIn } from '../cache/places.ts';
import type { LoadedConfig } from '../config/config.ts';
import { checkCacheFolder, isLayout, type Plan, planTarget, roomFolder, surfacesOf } from '../config/targets.ts';
import {
	type Action,
	expectedRooms,
	finishActions,
	type LevelGraph,
	linkAction,
	prepareActions,
	splitAction,
} from '../steps/graph.ts';
import { capturing, IN_MEMORY, objectStems, settle, stemsOf } from '../steps/packs.ts';
import { splitLevel } from '../steps/rooms.ts';

/** All actions of a target, before any of them has run. */
export interface TargetGraph {
	readonly actions: readonly Action[];
	/** Files that the scene or layout was read from: when one of them changes, the graph may change. */
	readonly read: readonly string[];
	/** How long all of them take, in starts of a process. */
	readonly cost: number;
}

/** Checks a name from the level that becomes a file name. Throws for one that a build system cannot handle. */
export type AcceptName = (what: string, name: string) => void;

/**
 * The actions of a target. For a level, its scene or layout is read. A conversion is run without writing, since only its result shows which files it
 * makes.
 *
 * @param folder below the cache folder, for the packs
 * @param most a level that takes no longer keeps its packs in memory, so that all of its actions have to run in one process
 * @throws InputError when a scene or layout cannot be read
 * @throws UsageError for a conversion that fails, and for a cache folder that holds other files
 */
export async function targetGraph(
	config: LoadedConfig,
	name: string,
	folder: string,
	report: Report,
	{ accept = () => undefined, most = 0 }: { readonly accept?: AcceptName; readonly most?: number } = {},
): Promise<TargetGraph> {
	await checkCacheFolder(config);
	const plan = planTarget(config, name);
	const below = posix.join(slashed(config.config.cache ?? CACHE_FOLDER), folder);
	if (isLevelTarget(plan.target))
		return levelGraph(config, plan as Plan<LevelTarget>, posix.join(below, name), report, { accept, most });
	const [result] = await build(config, { targets: [name], dryRun: true, force: true });
	if (result.outputs.length === 0)
		throw new UsageError(`targets.${name}: the conversion fails; run \`${buildLine(config, name)}\`.`);
	const outputs = result.outputs.filter(({ status }) => status !== 'removed').map(({ path }) => path);
	const depfile = posix.join(below, `${name}.d`);
	// What was looked for in vain is nothing that an engine could wait for.
	const found = await Promise.all(
		result.inputs.map(async (path) => ((await hashFile(resolve(config.base, path))) === null ? [] : [path])),
	);
	const action: Action = {
		id: 'convert',
		step: 'convert',
		args: [basename(config.file ?? ''), name, depfile],
		inputs: [...codeOf(config), ...found.flat()],
		outputs,
		depfile,
	};
	for (const path of outputs) accept('the output', basename(path));
	return { actions: [action], read: [], cost: costOf(config, 1, found.flat()) };
}

async function levelGraph(
	config: LoadedConfig,
	plan: Plan<LevelTarget>,
	below: string,
	report: Report,
	{ accept, most }: { readonly accept: AcceptName; readonly most: number },
): Promise<TargetGraph> {
	const { target, registry } = plan;
	const inputs = new TrackedInputs(plan.base);
	const surfaces = await surfacesOf(target, inputs, report);
	const split = settle(await capturing((own) => splitLevel(plan, inputs, surfaces, own)), new Report());
	const read = (await inputs.records()).filter(({ hash }) => hash !== null).map(({ path }) => path);
	const { name, layout } = split;
	const models = layout.rooms.map(({ model }) => model);
	accept('the level', name);
	for (const model of models) if (model !== PLACEHOLDER_ROOM) accept('room', model);
	const rooms = stemsOf(models);
	const level = {
		name,
		layout,
		rooms,
		objects: stemsOf(
			split.objects.map((object) => object.name),
			rooms,
		),
	};
	const find = inputs.roomNames(slashed(roomFolder(target)), report, registry.roomExtensions);
	const files = isLayout(target, registry) ? await Promise.all(models.map(find)) : undefined;
	const parts = await partsOf(target, inputs, report);
	const cost = costOf(config, rooms.length, [...read, ...(files ?? []).flatMap((file) => file ?? [])]);
	const folder = cost <= most ? `${IN_MEMORY}${plan.name}` : below;
	const graph: LevelGraph = { target, folder, level, parts, ...(files === undefined ? {} : { files }) };
	const objects = withoutCopies(split.objects);
	const objectNames = objects.map(objectFileName);
	for (const file of objectNames) accept('object', file);
	const linked = {
		rooms: expectedRooms(graph),
		objects: objectStems(objects, level).map((stem, index) => ({
			name: objects[index].name,
			stem,
			output: objectNames[index],
		})),
		links: [],
		doorways: [],
	};
	const stems = [...linked.rooms, ...linked.objects].flatMap(({ stem }) => (stem === undefined ? [] : [stem]));
	const code = plan.code === null ? [] : codeOf(config);
	const finish = finishActions(graph, linked);
	// Files of the whole level depend on the findings of every room: an error in one keeps them from being written.
	const found = finish.flatMap(({ step, outputs }) => (step === 'finish' ? outputs.slice(-1) : []));
	const last = finish.map((each) => (each.step === 'finish' ? each : { ...each, inputs: [...each.inputs, ...found] }));
	const steps = [...prepareActions(graph), linkAction(graph, stems), ...last];
	return {
		actions: [
			splitAction(graph, [basename(config.file ?? ''), plan.name], [...codeOf(config), ...read]),
			...steps.map((action) => ({ ...action, inputs: [...action.inputs, ...code] })),
		],
		read,
		cost,
	};
}

/**
 * How long a target takes, in starts of a process: a room takes a part of one whatever its size, and a megabyte of input several. Both take about as much
 * longer on a slower machine, so the rules are the same everywhere. `docs/scaling.md` has what was measured.
 */
function costOf({ base }: LoadedConfig, rooms: number, inputs: readonly string[]): number {
	const sizeOf = (path: string): number => statSync(resolve(base, path), { throwIfNoEntry: false })?.size ?? 0;
	const bytes = [...new Set(inputs)].reduce((sum, path) => sum + sizeOf(path), 0);
	return 0.05 + 0.03 * rooms + 3.5e-6 * bytes;
}

/** Paths of the files in the folder for a target's module; for an archive, the path of the archive. */
async function partsOf(
	{ module, moduleFolder }: LevelTarget,
	inputs: TrackedInputs,
	report: Report,
): Promise<string[]> {
	if (module === undefined || moduleFolder === undefined) return [];
	const folder = slashed(moduleFolder);
	if (isArchiveName(folder)) return [folder];
	const names = await (await inputs.parts(folder, report)).names();
	return names
		.filter((name) => isPartName(name))
		.map((name) => posix.join(folder, name))
		.sort();
}

/** The config and all other code, relative to its folder. */
export function codeOf({ base, file, codeFiles }: LoadedConfig): string[] {
	const paths = [...(file === undefined ? [] : [file]), ...codeFiles];
	return [...new Set(paths)].map((path) => slashed(relative(base, path)));
}

/** The command that builds a target, with the config unless it is found without. */
function buildLine({ file = '' }: LoadedConfig, target: string): string {
	const isFound = file === '' || resolve(configIn('.') ?? '') === file;
	const options = isFound ? [] : [{ option: 'config', value: relative('.', file) }];
	return commandLine({ command: 'build', arguments: [target], options });
}
