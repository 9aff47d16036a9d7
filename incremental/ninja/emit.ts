import { basename, dirname, posix, relative, resolve } from 'node:path';
import { isLevelTarget, type LevelTarget } from '../../pipeline/config.ts';
import { withoutCopies } from '../../pipeline/level.ts';
import { objectFileName, roomFileName } from '../../pipeline/level-files.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { build } from '../build.ts';
import { capturing, settle } from '../capture.ts';
import { wholeFiles } from '../gather.ts';
import { TrackedInputs } from '../inputs.ts';
import type { LoadedConfig } from '../load-config.ts';
import { isLayout, outputPath, splitLevel } from '../split.ts';
import { chosenTargets, type Plan, planTarget, roomFolder, slashed, surfacesOf } from '../targets.ts';
import { edge, escapedValue, RULES } from './rules.ts';
import { objectStem, roomStem, STEP_FILES, writeChanged } from './step-files.ts';

export interface EmitOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
	/** The file to write, in the folder of the config. */
	readonly output?: string;
	/** How wokflow is run: what stands before `step …` on a command line. */
	readonly command?: string;
	readonly strict?: boolean;
}

export const EMIT_DEFAULTS: { readonly output: string; readonly command: string } = {
	output: 'build.ninja',
	command: 'wokflow',
};

/**
 * Writes a `build.ninja` that builds the targets step by step: every room is a command of its own. The file writes itself anew when the
 * config, the layout or the scene changes.
 *
 * @returns its path
 * @throws InputError when a scene or layout cannot be read
 */
export async function emitNinja(config: LoadedConfig, options: EmitOptions, report: Report): Promise<string> {
	const { base, file } = config;
	if (file === undefined) throw new UsageError('A build.ninja needs a config in a file.');
	const path = resolve(options.output ?? resolve(base, EMIT_DEFAULTS.output));
	if (dirname(path) !== base)
		throw new UsageError('The rules run in the folder of the config: write build.ninja there.');
	const command = options.command ?? EMIT_DEFAULTS.command;
	const names = chosenTargets(config, options.targets);
	const inputs = new Set(codeOf(config));
	const edges: string[] = [];
	for (const name of names) {
		const plan = planTarget(config, name);
		edges.push(
			`# ${name}`,
			...(isLevelTarget(plan.target)
				? await levelEdges(config, plan as Plan<LevelTarget>, inputs, report)
				: await convertEdges(config, name)),
			'',
		);
	}
	const own = basename(path);
	const again = [
		'build --emit ninja',
		`--config ${basename(file)}`,
		`-o ${own}`,
		...(command === EMIT_DEFAULTS.command ? [] : [`--command "${command.replace(/["\\$`]/g, '\\$&')}"`]),
		...(options.strict ? ['--strict'] : []),
		...(options.targets ?? []),
	];
	const text = [
		`# Made by wokflow from ${basename(file)}; it writes itself anew when that changes. Run it in this folder.`,
		'ninja_required_version = 1.10',
		`wokflow = ${escapedValue(command)}`,
		`strict =${options.strict ? ' --strict' : ''}`,
		'',
		...RULES,
		'',
		...edge('emit', [own], [...inputs].sort(), { arguments: again.join(' ') }),
		'',
		...edges,
	].join('\n');
	await writeChanged([{ path, bytes: new TextEncoder().encode(text) }]);
	return relative(process.cwd(), path);
}

/** The config and all other code, relative to its folder. */
function codeOf({ base, file, codeFiles }: LoadedConfig): string[] {
	return [...new Set([...(file === undefined ? [] : [file]), ...codeFiles])].map((path) =>
		slashed(relative(base, path)),
	);
}

async function levelEdges(
	config: LoadedConfig,
	plan: Plan<LevelTarget>,
	all: Set<string>,
	report: Report,
): Promise<string[]> {
	const { target, name, base } = plan;
	const inputs = new TrackedInputs(base);
	const surfaces = await surfacesOf(target, inputs, report);
	const level = settle(await capturing((own) => splitLevel(plan, inputs, surfaces.table, own)), new Report());
	const read = (await inputs.records()).filter(({ hash }) => hash !== null).map(({ path }) => path);
	for (const path of read) all.add(path);
	const folder = posix.join(slashed(config.config.cache ?? '.wokflow'), 'ninja', name);
	const at = (file: string): string => posix.join(folder, file);
	const code = plan.code === null ? [] : codeOf(config);
	const files = isLayout(target) ? await roomFilesOf(plan, level.layout.rooms, report) : undefined;
	const stems = level.layout.rooms.map((_, index) => roomStem(level.layout, index));
	const hasGround = (index: number): boolean => files === undefined || files[index] !== undefined;
	const sources = level.objects.map((_, index) => objectStem(index));
	const objects = withoutCopies(level.objects);
	const edges: string[] = [];
	const split = [
		...[STEP_FILES.prepareOptions, STEP_FILES.linkOptions, STEP_FILES.finishOptions].map(at),
		...[...stems, ...sources].map((stem) => at(STEP_FILES.room(stem))),
	];
	edges.push(
		...edge('split', [at(STEP_FILES.level), ...split], [...codeOf(config), ...read], {
			arguments: `${basename(config.file ?? '')} ${name} ${folder} ${at('split.d')}`,
			depfile: at('split.d'),
			what: name,
		}),
	);
	[...stems, ...sources].forEach((stem, index) => {
		const room = at(STEP_FILES.room(stem));
		const own = files?.[index];
		edges.push(
			...edge(
				'prepare',
				[at(STEP_FILES.prepared(stem))],
				[at(STEP_FILES.prepareOptions), room, ...(own === undefined ? [] : [own]), ...code],
				{
					arguments: `${at(STEP_FILES.prepareOptions)} ${room} ${at(STEP_FILES.prepared(stem))} ${at(`${stem}.d`)}`,
					depfile: at(`${stem}.d`),
					what: `${name} ${stem}`,
				},
			),
		);
	});
	const linkedStems = [...stems, ...objects.map((_, index) => objectStem(index))];
	edges.push(
		...edge(
			'link',
			[at(STEP_FILES.joined), ...linkedStems.map((stem) => at(STEP_FILES.linked(stem)))],
			[
				at(STEP_FILES.linkOptions),
				at(STEP_FILES.level),
				...[...stems, ...sources].map((stem) => at(STEP_FILES.prepared(stem))),
				...code,
			],
			{ arguments: at(STEP_FILES.linkOptions), what: name },
		),
	);
	const finished: string[] = [];
	const finish = (stem: string, output: string, prepared: readonly string[]): void => {
		finished.push(at(STEP_FILES.found(stem)));
		const ins = [at(STEP_FILES.finishOptions), at(STEP_FILES.linked(stem)), ...prepared];
		edges.push(
			...edge('finish', [output, at(STEP_FILES.found(stem))], [...ins, ...code], {
				arguments: [...ins, ...(prepared.length === 0 ? ['-'] : []), output, at(STEP_FILES.found(stem))].join(' '),
				what: output,
			}),
		);
	};
	stems.forEach((stem, index) => {
		if (!hasGround(index)) return;
		finish(stem, outputPath(target.out, roomFileName(level.layout.rooms[index].model)), [
			at(STEP_FILES.prepared(stem)),
		]);
	});
	objects.forEach((object, index) => {
		finish(objectStem(index), outputPath(target.out, objectFileName(object)), []);
	});
	const whole = wholeFiles(target, level.name).map(({ path }) => path);
	const gathered = [
		...[STEP_FILES.finishOptions, STEP_FILES.level, STEP_FILES.joined].map(at),
		...stems.map((stem) => at(STEP_FILES.prepared(stem))),
		...finished,
	];
	if (whole.length > 0)
		edges.push(
			...edge('gather', whole, [...gathered, ...code], { arguments: at(STEP_FILES.finishOptions), what: name }),
		);
	return edges;
}

/** The file of each room; undefined for rooms without. */
async function roomFilesOf(
	plan: Plan<LevelTarget>,
	rooms: readonly { readonly model: string }[],
	report: Report,
): Promise<(string | undefined)[]> {
	const found = new TrackedInputs(plan.base).rooms(slashed(roomFolder(plan.target)), report);
	return Promise.all(rooms.map(async ({ model }) => (await found.find(model))?.path));
}

/** Which files a conversion makes is only known when it is done. */
async function convertEdges(config: LoadedConfig, name: string): Promise<string[]> {
	const [result] = await build(config, { targets: [name], dryRun: true, force: true });
	if (result.outputs.length === 0)
		throw new UsageError(`targets.${name}: the conversion fails; run \`wokflow build ${name}\`.`);
	const outputs = result.outputs.filter(({ status }) => status !== 'removed').map(({ path }) => path);
	const deps = posix.join(slashed(config.config.cache ?? '.wokflow'), 'ninja', `${name}.d`);
	return edge('convert', outputs, [...codeOf(config), ...result.inputs], {
		arguments: `${basename(config.file ?? '')} ${name} ${deps}`,
		depfile: deps,
		what: name,
	});
}
