import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LevelTarget } from '../../jobs/config/config.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { guardOutputs, OutputRun, rememberOutputs } from '../../jobs/files/outputs.ts';
import { FileSet, identify } from '../../pipeline/disk/identity.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { resolveRecipe } from '../../pipeline/recipe.ts';
import { reasonOf } from '../../src/findings/reason.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { decode, encode, sealed, unsealed } from '../cache/encoding.ts';
import { TrackedInputs } from '../cache/inputs.ts';
import { loadConfig } from '../config/config.ts';
import { type Plan, planTarget } from '../config/targets.ts';
import { BUILD_GUARD } from '../outputs.ts';
import { packageVersion } from '../program.ts';
import type { PackKind, PackValues, StepIo, StepOptions } from '../steps/packs.ts';
import { STEPS } from '../steps/steps.ts';
import { depfile, isDepfile } from './rule-paths.ts';

/**
 * Runs a step on files. If its only argument is `@FILE`, that file holds the arguments as a JSON array of strings, so that no shell interprets
 * names. Nothing is written when the report holds an error.
 *
 * @throws UsageError for an unknown step or wrong arguments
 */
export async function runStep(name: string, given: readonly string[], report: Report): Promise<void> {
	if (name === 'batch') return runBatch(given, report);
	if (!Object.hasOwn(STEPS, name))
		throw new UsageError(`There is no step "${name}". Known: ${Object.keys(STEPS).join(', ')}, batch.`);
	const step = STEPS[name as keyof typeof STEPS];
	const args = given.length === 1 && given[0].startsWith('@') ? await readArguments(given[0].slice(1)) : given;
	if (args.length !== step.usage.split(' ').length) throw new UsageError(`step ${name} takes ${step.usage}.`);
	const files = new StepFiles(report);
	await step.run(args, files);
	if (!report.failed) await files.save();
}

/** Runs several steps: those of a file, or each given as a JSON array of its name and its arguments. */
async function runBatch(given: readonly string[], report: Report): Promise<void> {
	const isFile = given.length === 1 && !given[0].startsWith('[');
	const calls = isFile ? await readJson(given[0].replace(/^@/, '')) : given.map(parsed);
	if (!Array.isArray(calls) || !calls.every(isCall)) {
		const what = 'JSON arrays of the name of a step and its arguments';
		throw new UsageError(
			`${isFile ? given[0] : 'step batch'} takes ${what}${isFile ? ', in an array' : ', or a file of them'}.`,
		);
	}
	for (const [name, ...args] of calls) await runStep(name, args, report);
}

function isCall(value: unknown): value is string[] {
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

/** Runs a step on files: packs are read from files, and results are written at the end. */
class StepFiles implements StepIo {
	readonly report: Report;
	readonly inputs = new TrackedInputs(process.cwd());
	readonly version = packageVersion();
	/** The packs that were read. */
	readonly #read = new FileSet();
	readonly #packs: { path: string; bytes: Uint8Array }[] = [];
	readonly #outputs: { path: string; bytes: Uint8Array }[] = [];
	readonly #depfiles: { path: string; output: string }[] = [];

	constructor(report: Report) {
		this.report = report;
	}

	async target({ name, target, mappings, recipe, config }: StepOptions): Promise<Plan<LevelTarget>> {
		if (config !== null) return (await this.configured(config, name)) as Plan<LevelTarget>;
		const registry = createRegistry();
		const stages = resolveRecipe(recipe, registry);
		return { name, target, base: resolve('.'), stages, registry, mappings, code: null, options: {} };
	}

	async configured(config: string, name: string): Promise<Plan> {
		return planTarget(await loadConfig(config), name);
	}

	/**
	 * @throws UsageError for a file that is missing or damaged, as the build system did not make it, that another version of wokflow made, or that
	 * holds something else
	 */
	async read<K extends PackKind>(wanted: K, path: string): Promise<PackValues[K]> {
		const file = await readFile(path).catch((error: unknown) => {
			throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`);
		});
		const kept = stepFileOf(file);
		if (kept === undefined) throw new UsageError(`${path} is damaged. Delete it and build again.`);
		const { wokflow, kind, value } = kept;
		if (wokflow !== this.version)
			throw new UsageError(`${path} was made by wokflow ${wokflow}; this is ${this.version}. Build with one version.`);
		if (kind !== wanted)
			throw new UsageError(
				`${path} holds "${kind}" where this step reads "${wanted}". Check the order of its arguments.`,
			);
		await this.#read.add([path]);
		return value as PackValues[K];
	}

	write<K extends PackKind>(kind: K, path: string, value: PackValues[K]): void {
		this.#packs.push({ path, bytes: sealed(encode({ wokflow: this.version, kind, value } satisfies StepFile)) });
	}

	output(path: string, bytes: Uint8Array): void {
		this.#outputs.push({ path, bytes });
	}

	depfile(path: string, output: string): void {
		this.#depfiles.push({ path, output });
	}

	async save(): Promise<void> {
		const base = process.cwd();
		// A depfile cannot list missing files.
		const read = (await this.inputs.records()).filter(({ hash }) => hash !== null).map((input) => input.path);
		const depfiles = this.#depfiles.map(({ path, output }) => {
			return { path, bytes: new TextEncoder().encode(depfile([output], read, base, base)) };
		});
		await this.#requireFree([...this.#outputs, ...this.#packs, ...depfiles]);
		const packs = await changedOf(this.#packs, (old) => stepFileOf(old) !== undefined);
		const between = [...packs, ...(await changedOf(depfiles, isDepfile))];
		await writeTargetFiles(await changedOf(this.#outputs), read, this.report);
		// They can be made again, so they are written without `fsync`.
		if (!this.report.failed) await writeFilesAtomically(between, { sync: false });
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
