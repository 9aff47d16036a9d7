import { ROOM_OPTIONS, type RoomOptions } from '../level/rooms/room-nodes.ts';
import { CODE_OPTIONS, FUNCTION_OPTION, REGISTRY_OPTION } from '../pipeline/code-options.ts';
import { convert } from '../pipeline/convert.ts';
import { type ReadOptions, ROOM_FILE_OPTIONS, SURFACE_OPTIONS, type WriteOptions } from '../pipeline/options.ts';
import { convertRecipe, levelRecipe, type Recipe, resolveRecipe } from '../pipeline/recipe.ts';
import type { Registry, RegistryEntries } from '../pipeline/registry.ts';
import type { Stage, StageContext, StageObserver, Subject, Subjects } from '../pipeline/stages/stage.ts';
import { TREE_OPTIONS } from '../src/bwm/derive.ts';
import { checkedValues, type GivenOf, type Options, text, value } from '../src/findings/options.ts';
import { Report, UsageError } from '../src/findings/report.ts';
import { type InputSource, type OutputFile, requireName } from '../src/formats/contracts.ts';
import type { Level } from '../src/model/level.ts';
import { K1, type SurfaceTable } from '../src/model/surfaces.ts';
import type { Walkmesh } from '../src/model/walkmesh.ts';
import { assembleScene } from '../src/scene/assemble.ts';
import type { Scene } from '../src/scene/scene.ts';
import { surfaceMappings } from '../src/scene/surface-mappings.ts';
import { joinPath } from '../src/text/paths.ts';
import { isObject } from '../src/text/quote.ts';
import { LEVEL_FILE_OPTIONS } from './config/level-options.ts';
import { createRegistry } from './default-registry.ts';
import { folderOf, openFile, roomFiles } from './files/files.ts';
import { type OutputOptions, writeOutputs } from './files/outputs.ts';
import { readLevel } from './level/level.ts';
import { type LevelFilesOptions, levelFiles } from './level/level-files.ts';

/** Options of a pipeline, in addition to its sources and stages. */
export interface PipelineOptions {
	/** Gets the findings. Default: a new report. */
	readonly report?: Report;
	/** Default: the surfaces of KotOR 1. */
	readonly surfaces?: SurfaceTable;
	/** Surfaces of materials whose names mean none, by pattern: `{ "Floor*": "Stone" }`. */
	readonly surface?: GivenOf<typeof SURFACE_OPTIONS>['surface'];
	/** Surfaces of nodes or objects, whatever their materials say: `{ "Rug*": "Carpet" }`. */
	readonly surfaceNode?: GivenOf<typeof SURFACE_OPTIONS>['surfaceNode'];
	/** Formats and stages. Default: the built-in ones. */
	readonly registry?: Registry;
	/** Further formats and stages. */
	readonly extend?: RegistryEntries;
	/** Ends the run soon after it is aborted, with its reason; nothing is written then. */
	readonly signal?: AbortSignal;
	/** Called before each stage. */
	readonly onStage?: (stage: string, step: number, steps: number) => void;
	/** Folder in which the result of each stage is kept as a GLB. */
	readonly keep?: string;
}

const PIPELINE_OPTIONS: Options = {
	surface: SURFACE_OPTIONS.surface,
	surfaceNode: SURFACE_OPTIONS.surfaceNode,
	report: CODE_OPTIONS.report,
	surfaces: CODE_OPTIONS.surfaces,
	signal: CODE_OPTIONS.signal,
	registry: REGISTRY_OPTION,
	extend: value('Formats and stages.', undefined, { placeholder: 'an object of formats and stages', allows: isObject }),
	onStage: FUNCTION_OPTION,
	keep: text('Folder for the result of each stage.'),
};

/** The result of a pipeline. */
export interface PipelineResult {
	/** Empty when the report holds an error; then nothing was written. */
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
	/** The level, if a stage works on one. */
	readonly level?: Level;
	readonly report: Report;
}

/**
 * Reads sources, runs stages over them in order, and writes the result. Without any stage or recipe it does what `wokflow convert` and
 * `wokflow level` do.
 *
 * @example
 * await pipeline().read('level.glb').write('level.wok');
 * await pipeline().read('quay.glb').write('out/');
 * const { report } = await pipeline().read('level.glb').stage(weld(), orient(), sort()).write('level.wok');
 */
export function pipeline(options: PipelineOptions = {}): Pipeline {
	return new Pipeline(options);
}

/**
 * Sources, stages and options of a pipeline. Nothing is read before `write` or `run`. Made by `pipeline`.
 *
 * @example
 * const result = await pipeline().read('room.wok').write('room.glb');
 * console.log(result.files.length, 'files,', result.walkmeshes.length, 'walkmesh');
 */
export class Pipeline {
	readonly #options: PipelineOptions;
	readonly #registry: Registry;
	readonly #report: Report;
	readonly #sources: (string | InputSource)[] = [];
	/** Undefined until a stage or a recipe is added. */
	#stages: Stage[] | undefined;
	#read: ReadOptions = {};
	#rooms: RoomOptions & GivenOf<typeof ROOM_FILE_OPTIONS> = {};

	constructor(options: PipelineOptions) {
		checkedValues(PIPELINE_OPTIONS, options, 'pipeline');
		this.#options = options;
		this.#registry = (options.registry ?? createRegistry()).add(options.extend ?? {});
		this.#report = options.report ?? new Report();
	}

	/**
	 * Adds a source: a path, or bytes from `bytesSource`. Options hold for all sources.
	 * @throws UsageError for an option that does not exist, or a value that it cannot have; so do the others that take options
	 */
	read(source: string | InputSource, options: ReadOptions = {}): this {
		if (typeof source !== 'string' && typeof source?.bytes !== 'function')
			throw new UsageError('read takes the path of a file, or bytes with a name: bytesSource(bytes, "room.glb").');
		checkedValues(this.#registry.readOptions, options, 'read');
		this.#sources.push(source);
		this.#read = { ...this.#read, ...options };
		return this;
	}

	/** Adds stages at the end. @throws UsageError for what is no stage */
	// biome-ignore lint/suspicious/noExplicitAny: stages of every subject go on one list; each is run on its own.
	stage(...stages: Stage<any>[]): this {
		return this.recipe(stages);
	}

	/** Adds the stages of a recipe; none with an empty one. @throws UsageError for unknown stages or options */
	recipe(recipe: Recipe): this {
		this.#stages = [...(this.#stages ?? []), ...resolveRecipe(recipe, this.#registry)];
		return this;
	}

	/** For levels: which nodes of a scene are rooms, and the folder of room files for a layout. */
	rooms(options: RoomOptions & GivenOf<typeof ROOM_FILE_OPTIONS>): this {
		checkedValues({ ...ROOM_OPTIONS, ...ROOM_FILE_OPTIONS }, options, 'rooms');
		this.#rooms = options;
		return this;
	}

	/**
	 * Runs the pipeline and writes what it made: into a folder where the target ends in `/` or a stage works on a level,
	 * otherwise into a file whose extension selects the format. Nothing is written when the report holds an error, for example because an output is
	 * one of the sources, or a file that wokflow did not make and `force` is not set.
	 *
	 * @throws InputError, UsageError; the reason of the signal when it was aborted
	 */
	async write(
		target: string,
		{ force = false, ...options }: WriteOptions & LevelFilesOptions & Pick<OutputOptions, 'force'> = {},
	): Promise<PipelineResult> {
		const result = await this.run(target, options);
		this.#options.signal?.throwIfAborted();
		const { files } = await writeOutputs(result.files, this.#report, { force });
		return { ...result, files };
	}

	/** As `write`, but only returns the files. */
	async run(target: string, options: WriteOptions & LevelFilesOptions = {}): Promise<PipelineResult> {
		requireName(target, 'target of a pipeline');
		if (this.#sources.length === 0) throw new UsageError('A pipeline needs a source: .read(path).');
		checkedValues({ ...this.#registry.writeOptions, ...LEVEL_FILE_OPTIONS, ...TREE_OPTIONS }, options, 'write');
		const forLevel = this.#stages?.some(({ subject }) => subject === 'level') || /[/\\]$/.test(target);
		return forLevel ? this.#runLevel(target, options) : this.#runConvert(target, options);
	}

	async #runConvert(target: string, write: WriteOptions): Promise<PipelineResult> {
		const sources = await Promise.all(this.#sources.map((source) => this.#open(source)));
		const made = await convert(
			sources,
			target,
			{
				read: this.#read,
				write,
				recipe: this.#stages ?? convertRecipe(),
				walkmeshRecipe: this.#stages ?? [],
				observer: this.#observer(),
			},
			this.#context(),
			this.#registry,
		);
		return { ...made, report: this.#report };
	}

	async #runLevel(target: string, options: WriteOptions & LevelFilesOptions): Promise<PipelineResult> {
		if (this.#sources.length > 1) throw new UsageError('A level has one source: a scene or a layout.');
		const source = await this.#open(this.#sources[0]);
		const { roomFolder, roomSpace } = this.#rooms;
		const folder = roomFolder ?? (source.path === undefined ? undefined : folderOf(source.path));
		const level = await readLevel(
			source,
			{
				read: this.#read,
				rooms: this.#rooms,
				...(folder === undefined ? {} : { roomFiles: roomFiles(folder, this.#report, this.#registry.roomExtensions) }),
				...(roomSpace === undefined ? {} : { roomSpace }),
				recipe: this.#stages ?? levelRecipe(),
				observer: this.#observer(),
			},
			this.#context(),
			this.#registry,
		);
		const files = this.#report.failed ? [] : await levelFiles(level, target, options, this.#context());
		const walkmeshes = level.rooms.map(({ walkmesh }) => walkmesh).filter((walkmesh) => walkmesh !== undefined);
		return { files: this.#report.failed ? [] : files, walkmeshes, level, report: this.#report };
	}

	async #open(source: string | InputSource): Promise<InputSource> {
		return typeof source === 'string' ? openFile(source, this.#report) : source;
	}

	#context() {
		const { surfaces = K1, signal } = this.#options;
		const mappings = surfaceMappings(this.#options, surfaces);
		return { report: this.#report, surfaces, mappings, ...(signal === undefined ? {} : { signal }) };
	}

	#observer(): StageObserver {
		const { onStage, keep } = this.#options;
		return {
			...(keep === undefined ? {} : keepStages(keep, this.#context())),
			...(onStage === undefined ? {} : { before: (stage, step, steps) => onStage(stage.name, step, steps) }),
		};
	}
}

/**
 * Writes the result of each stage into a folder as a GLB, such as `03-orient-room.glb`, for looking at. The number is that of the stage among those
 * of the same subject.
 */
function keepStages(folder: string, { surfaces, report }: Pick<StageContext, 'surfaces' | 'report'>): StageObserver {
	return {
		async after(stage, value, step) {
			const meshes = walkmeshesOf(stage.subject, value);
			const { writeGltf } = await import('../exporters/gltf/write.ts');
			const bytes = await writeGltf(meshes, { format: 'glb' }, { surfaces, report });
			const number = String(step + 1).padStart(2, '0');
			const name = `${stage.subject}-${number}-${stage.name}-${fileName((value as { name: string }).name)}.glb`;
			// A separate report: errors of the stages must not keep these files from being written.
			const own = new Report();
			await writeOutputs([{ path: joinPath(folder, name), bytes }], own, { inputs: report.inputs });
			for (const finding of own.findings) report.push(finding);
		},
	};
}

function walkmeshesOf(subject: Subject, value: Subjects[Subject]): Walkmesh[] {
	if (subject === 'walkmesh') return [value as Walkmesh];
	if (subject === 'level') {
		return (value as Level).rooms.map(({ walkmesh }) => walkmesh).filter((walkmesh) => walkmesh !== undefined);
	}
	const { area, objects } = assembleScene(value as Scene);
	return area === undefined ? [...objects] : [area, ...objects];
}

/** Replaces characters of a name from an input that could lead out of the folder. */
function fileName(name: string): string {
	return name.replace(/[^\w-]/g, '_') || 'unnamed';
}
