import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { LevelTarget } from '../../jobs/config/config.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { guardOutputs, OutputRun, rememberOutputs } from '../../jobs/files/outputs.ts';
import { FileSet, identify } from '../../pipeline/disk/identity.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import { resolveRecipe } from '../../pipeline/recipe.ts';
import { reasonOf } from '../../src/findings/reason.ts';
import { captured, InputError, Report, tell, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { slashed } from '../../src/text/paths.ts';
import { isObject } from '../../src/text/quote.ts';
import { decode, encode, sealed, unsealed } from '../cache/encoding.ts';
import { TrackedInputs } from '../cache/inputs.ts';
import { type LoadedConfig, loadConfig } from '../config/config.ts';
import { type Plan, planTarget } from '../config/targets.ts';
import { BUILD_GUARD } from '../outputs.ts';
import { packageVersion } from '../program.ts';
import {
	IN_MEMORY,
	isInMemory,
	type PackKind,
	type PackValues,
	type StepIo,
	type StepOptions,
} from '../steps/packs.ts';
import { STEPS } from '../steps/steps.ts';
import { depfile, isDepfile } from './rule-paths.ts';

/** Steps of one kind that read nothing of each other. */
const INDEPENDENT: ReadonlySet<string> = new Set(['prepare', 'finish']);

/** A step with its arguments. */
type StepCall = readonly [step: string, ...args: string[]];

/**
 * Runs a step on files. If its only argument is `@FILE`, that file holds the arguments as a JSON array of strings, so that no shell interprets
 * names. Nothing is written when the report holds an error.
 *
 * @throws UsageError for an unknown step or wrong arguments
 */
export async function runStep(name: string, given: readonly string[], report: Report): Promise<void> {
	if (name === 'batch') return runBatch(given, report);
	const args = given.length === 1 && given[0].startsWith('@') ? await readArguments(given[0].slice(1)) : given;
	const files = new StepFiles(new Map());
	await files.run([name, ...args], report);
	if (!report.failed) await files.save(report);
}

/**
 * Runs several steps: those of a file, or each given as a JSON array of its name and its arguments. A level whose packs stay in memory is written when
 * all of it is made, or not at all; of steps with packs in files, those that succeed are written together.
 *
 * @throws InputError when an input cannot be read, once all else is done
 */
async function runBatch(given: readonly string[], report: Report): Promise<void> {
	const isFile = given.length === 1 && !given[0].startsWith('[');
	const read = isFile ? await readJson(given[0].replace(/^@/, '')) : given.map(parsed);
	const { steps: calls, depfile: deps } = isObject(read) ? (read as Partial<Batch>) : { steps: read as Batch['steps'] };
	if (
		!Array.isArray(calls) ||
		!calls.every(isCall) ||
		(deps !== undefined && !(isStrings(deps) && deps.length === 2))
	) {
		const what = 'JSON arrays of the name of a step and its arguments';
		throw new UsageError(
			`${isFile ? given[0] : 'step batch'} takes ${what}${isFile ? ', in an array' : ', or a file of them'}.`,
		);
	}
	const configs: Configs = new Map();
	const inputs = new Set<string>();
	const failures: InputError[] = [];
	for (const together of membersOf(calls)) {
		const files = new StepFiles(configs);
		const isWhole = levelInMemory(together[0]) !== undefined;
		let failed: string | undefined;
		for (const call of together) {
			if (failed !== undefined && (failed !== call[0] || !INDEPENDENT.has(failed))) continue;
			const own = new Report(report.options);
			try {
				await files.run(call, own);
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				failures.push(error);
				if (failures.length > 1) own.push(error.finding);
				failed = call[0];
			}
			if (own.failed) failed = call[0];
			tell(captured(own), report);
			if (failed === call[0] && calls.length > 1)
				report.add(BUILD_FINDINGS.BUILD_STEP_FAILED, {}, { step: wordsOf(call) });
		}
		const guard = new Report(report.options);
		if (failed === undefined || !isWhole) await files.save(guard);
		tell(captured(guard), report);
		for (const path of files.inputsRead()) inputs.add(path);
	}
	if (failures.length > 0) throw failures[0];
	if (report.failed || deps === undefined) return;
	const [path, output] = deps;
	const bytes = new TextEncoder().encode(depfile([output], [...inputs], process.cwd(), process.cwd()));
	await writeFilesAtomically(await changedOf([{ path, bytes }], isDepfile), { sync: false });
}

/** Many steps as a build system gives them. */
export interface Batch {
	readonly steps: readonly (readonly string[])[];
	/** The file that gets the names of all inputs that were read, and the output that it says depends on them. */
	readonly depfile?: readonly [path: string, output: string];
}

/** Runs of steps that are written together: those of a level in memory, or others. */
function membersOf(calls: readonly StepCall[]): StepCall[][] {
	const members: StepCall[][] = [];
	for (const call of calls) {
		const last = members.at(-1);
		if (last !== undefined && levelInMemory(last[0]) === levelInMemory(call)) last.push(call);
		else members.push([call]);
	}
	return members;
}

/** The folder of the packs of a step, where it stands for memory. */
function levelInMemory([, ...args]: StepCall): string | undefined {
	return args.find(isInMemory)?.split('/')[0];
}

/** Says which step it is: `prepare row_01 of row`. */
function wordsOf([step, first, second = '']: StepCall): string {
	if (step === 'split' || step === 'convert') return `${step} ${second}`;
	const piece = INDEPENDENT.has(step)
		? ` ${basename(second).replace(/\..*/, '')}`
		: step === 'gather'
			? ` ${second}`
			: '';
	return `${step}${piece} of ${basename(dirname(first)).replace(IN_MEMORY, '')}`;
}

function isCall(value: unknown): value is StepCall {
	return isStrings(value) && value.length > 0 && value[0] !== 'batch';
}

function isStrings(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

async function readArguments(path: string): Promise<string[]> {
	const args = await readJson(path);
	if (isStrings(args)) return args;
	throw new UsageError(`${path}: must hold a JSON array of strings.`);
}

async function readJson(path: string): Promise<unknown> {
	try {
		return JSON.parse(await readFile(path, 'utf8'));
	} catch (error) {
		throw new UsageError(`${path}: ${reasonOf(error)}`);
	}
}

/** The content of a pack file. */
interface StepFile {
	/** The version that made it: no other reads it. */
	readonly wokflow: string;
	/** What a step that reads it has to ask for: arguments may be given in another order. */
	readonly kind: PackKind;
	readonly value: unknown;
}

/** The content of a pack file; undefined for any other file. */
function stepFileOf(file: Uint8Array): StepFile | undefined {
	const bytes = unsealed(file);
	try {
		const value = bytes === undefined ? undefined : decode(bytes);
		return typeof value === 'object' && value !== null && 'wokflow' in value ? (value as StepFile) : undefined;
	} catch {
		return undefined;
	}
}

/** Configs by their paths: many steps of a batch may ask for one. */
type Configs = Map<string, Promise<LoadedConfig>>;

/** Runs steps on files. Packs are read from files, unless a step before has made them, and all results are written at the end. */
class StepFiles implements StepIo {
	/** Of the step that runs. */
	report: Report = new Report();
	inputs: TrackedInputs = new TrackedInputs(process.cwd());
	readonly version: string = packageVersion();
	readonly #configs: Configs;
	/** The packs that were read from files. */
	readonly #read = new FileSet();
	/** The packs that were made. */
	readonly #made = new Map<string, StepFile>();
	readonly #inputs = new Set<string>();
	/** Of the steps that succeeded. */
	readonly #results: Results = { packs: [], outputs: [], depfiles: [] };
	/** Of the step that runs. */
	#own: Results = { packs: [], outputs: [], depfiles: [] };

	constructor(configs: Configs) {
		this.#configs = configs;
	}

	/** Runs a step. What it makes counts unless it reports an error. @throws UsageError for an unknown step or wrong arguments */
	async run([name, ...args]: StepCall, report: Report): Promise<void> {
		if (!Object.hasOwn(STEPS, name))
			throw new UsageError(`There is no step "${name}". Known: ${Object.keys(STEPS).join(', ')}, batch.`);
		const step = STEPS[name as keyof typeof STEPS];
		if (args.length !== step.usage.split(' ').length) throw new UsageError(`step ${name} takes ${step.usage}.`);
		this.report = report;
		this.inputs = new TrackedInputs(process.cwd());
		this.#own = { packs: [], outputs: [], depfiles: [] };
		await step.run(args, this);
		if (report.failed) return;
		// A depfile cannot list missing files.
		const read = (await this.inputs.records()).filter(({ hash }) => hash !== null).map((input) => input.path);
		for (const path of read) this.#inputs.add(path);
		const { packs, outputs, depfiles } = this.#own;
		for (const { path, content } of packs) this.#made.set(slashed(path), content);
		this.#results.packs.push(...packs.filter(({ path }) => !isInMemory(path)));
		this.#results.outputs.push(...outputs);
		for (const each of depfiles)
			if (!isInMemory(each.path) && each.path !== '-') this.#results.depfiles.push({ ...each, read });
	}

	/** The files that were read. */
	inputsRead(): readonly string[] {
		return [...this.#inputs];
	}

	async target({ name, target, mappings, recipe, config }: StepOptions): Promise<Plan<LevelTarget>> {
		if (config !== null) return (await this.configured(config, name)) as Plan<LevelTarget>;
		const registry = createRegistry();
		const stages = resolveRecipe(recipe, registry);
		return { name, target, base: resolve('.'), stages, registry, mappings, code: null, options: {} };
	}

	async configured(config: string, name: string): Promise<Plan> {
		const known = this.#configs.get(config) ?? loadConfig(config);
		this.#configs.set(config, known);
		return planTarget(await known, name);
	}

	/**
	 * @throws UsageError for a file that is missing or damaged, as the build system did not make it, that another version of wokflow made, or that
	 * holds something else
	 */
	async read<K extends PackKind>(wanted: K, path: string): Promise<PackValues[K]> {
		const { wokflow, kind, value } = this.#made.get(slashed(path)) ?? (await this.#readFile(path));
		if (wokflow !== this.version)
			throw new UsageError(`${path} was made by wokflow ${wokflow}; this is ${this.version}. Build with one version.`);
		if (kind !== wanted)
			throw new UsageError(
				`${path} holds "${kind}" where this step reads "${wanted}". Check the order of its arguments.`,
			);
		return value as PackValues[K];
	}

	async #readFile(path: string): Promise<StepFile> {
		const file = await readFile(path).catch((error: unknown) => {
			throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`);
		});
		const kept = stepFileOf(file);
		if (kept === undefined) throw new UsageError(`${path} is damaged. Delete it and build again.`);
		await this.#read.add([path]);
		return kept;
	}

	write<K extends PackKind>(kind: K, path: string, value: PackValues[K]): void {
		this.#own.packs.push({ path, content: { wokflow: this.version, kind, value } });
	}

	output(path: string, bytes: Uint8Array): void {
		this.#own.outputs.push({ path, bytes });
	}

	depfile(path: string, output: string): void {
		this.#own.depfiles.push({ path, output, read: [] });
	}

	/** Writes what was made, unless something is in the way, which is reported. */
	async save(report: Report): Promise<void> {
		const base = process.cwd();
		const { outputs } = this.#results;
		const packs = this.#results.packs.map(({ path, content }) => ({ path, bytes: sealed(encode(content)) }));
		const depfiles = this.#results.depfiles.map(({ path, output, read }) => {
			return { path, bytes: new TextEncoder().encode(depfile([output], read, base, base)) };
		});
		await this.#requireFree([...outputs, ...packs, ...depfiles]);
		const changed = await changedOf(packs, (old) => stepFileOf(old) !== undefined);
		const between = [...changed, ...(await changedOf(depfiles, isDepfile))];
		await writeTargetFiles(await changedOf(outputs), this.inputsRead(), report);
		// They can be made again, so they are written without `fsync`.
		if (!report.failed) await writeFilesAtomically(between, { sync: false });
	}

	/** @throws UsageError for two files of one path, and for a pack that was read: it would hold another thing when the step runs again */
	async #requireFree(files: readonly OutputFile[]): Promise<void> {
		const seen = new FileSet();
		for (const { path } of files) {
			const own = await identify(path);
			if (this.#read.has(own)) throw new UsageError(`${path} is what the step reads. Give its output another path.`);
			if (seen.has(own))
				throw new UsageError(`Two outputs would be written to "${path}". Give each a path of its own.`);
			await seen.add([path]);
		}
	}
}

/** What steps have made, before it is written. */
interface Results {
	readonly packs: { readonly path: string; readonly content: StepFile }[];
	readonly outputs: OutputFile[];
	readonly depfiles: { readonly path: string; readonly output: string; readonly read: readonly string[] }[];
}

/** Writes outputs of a target, unless they are inputs or wokflow did not make the existing file. */
async function writeTargetFiles(
	files: readonly OutputFile[],
	inputs: readonly string[],
	report: Report,
): Promise<void> {
	const base = await realpath('.');
	const memory = { folder: join(base, '.wokflow'), base };
	const run = new OutputRun();
	await guardOutputs(files, report, { inputs, memory, findings: BUILD_GUARD, run });
	if (report.failed || files.length === 0) return;
	const remembered = existsSync(memory.folder) ? { memory } : {};
	await writeFilesAtomically(
		files.map((file) => ({ ...file, before: run.seen.get(file.path) })),
		{
			ready: (targets) => rememberOutputs(files, targets, remembered),
		},
	);
}

/** Writes files except those that exist with the same bytes: these keep their time, so that steps after them do not run again. */
export async function writeChanged(files: readonly OutputFile[]): Promise<void> {
	await writeFilesAtomically(await changedOf(files));
}

/** @param isOwn whether the content of an existing file is of a kind that may be replaced @throws UsageError where it is not */
async function changedOf(
	files: readonly OutputFile[],
	isOwn: (old: Uint8Array) => boolean = () => true,
): Promise<OutputFile[]> {
	const changed: OutputFile[] = [];
	for (const file of files) {
		const old = await readFile(file.path).catch(() => undefined);
		if (old?.equals(file.bytes) === true) continue;
		if (old !== undefined && old.length > 0 && !isOwn(old))
			throw new UsageError(`${file.path} is a file that wokflow did not make. Move it, or give the step another path.`);
		changed.push(file);
	}
	return changed;
}
