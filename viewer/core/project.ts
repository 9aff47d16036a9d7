import { readEntry, resourceFileName } from '../../game/archives/archive.ts';
import { readArchive } from '../../game/archives/read-archive.ts';
import { checkSource } from '../../jobs/check.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { gitBeside, readPth } from '../../jobs/level/area-files.ts';
import { type OpenedLevel, openLevel, placedOf } from '../../jobs/query.ts';
import type { ViewOptions } from '../../jobs/view-page.ts';
import type { PathPoint } from '../../level/query/path-points.ts';
import type { PlacedObject } from '../../level/query/placed.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { readSurfaceTable } from '../../pipeline/bytes.ts';
import { decisionsBeside } from '../../pipeline/decisions-file.ts';
import { JOIN_OPTIONS, MESH_OPTIONS } from '../../pipeline/options.ts';
import { findImporter } from '../../pipeline/read.ts';
import { hasExtension, type Registry } from '../../pipeline/registry.ts';
import { given } from '../../src/findings/options.ts';
import { type Finding, Report, UsageError } from '../../src/findings/report.ts';
import {
	bytesSource,
	type InputSource,
	memorySource,
	pathOrName,
	type ReadContext,
	type RoomFiles,
} from '../../src/formats/contracts.ts';
import type { Level, Room } from '../../src/model/level.ts';
import { K1, type SurfaceTable } from '../../src/model/surfaces.ts';
import { WALKMESH_EXTENSIONS, walkmeshFileName } from '../../src/model/walkmesh.ts';
import { decidedSills } from '../../src/scene/decisions.ts';
import { type MaterialUse, MaterialUses } from '../../src/scene/material-uses.ts';
import { surfaceMappings } from '../../src/scene/surface-mappings.ts';
import { baseName, slashed, stemOf } from '../../src/text/paths.ts';

/** A file that somebody dropped, with its path below what was dropped, or one that the page came with. */
export interface ProjectFile {
	readonly path: string;
	readonly bytes: Uint8Array;
}

/** What a project is made of. */
export interface ProjectInit {
	readonly files: readonly ProjectFile[];
	/** Paths of the files to open. Default: what `chooseInputs` finds. */
	readonly inputs?: readonly string[];
	readonly options?: ViewOptions;
	readonly surfaces?: SurfaceTable;
}

/** Files in memory, and what the pipeline makes of them: the same as the command line makes of the same files. */
export class Project {
	readonly registry: Registry = createRegistry();
	readonly files: readonly ProjectFile[];
	readonly inputs: readonly string[];
	readonly options: ViewOptions;
	readonly surfaces: SurfaceTable;
	readonly report: Report;
	readonly #byPath: ReadonlyMap<string, ProjectFile>;

	constructor({ files, inputs, options = {}, surfaces }: ProjectInit, report: Report = new Report()) {
		this.report = report;
		this.files = files;
		this.options = options;
		this.#byPath = new Map(files.map((file) => [keyOf(file.path), file]));
		this.inputs =
			inputs ??
			chooseInputs(
				files.map(({ path }) => path),
				this.registry,
			);
		this.surfaces = surfaces ?? this.#tableAmong(files) ?? K1;
	}

	/** A `surfacemat.2da` beside the files says what can be walked on. */
	#tableAmong(files: readonly ProjectFile[]): SurfaceTable | undefined {
		const { tables } = this.registry;
		const table = files.find(
			({ path }) => /surfacemat/i.test(baseName(path)) && tables.some((format) => hasExtension(path, format)),
		);
		return table === undefined ? undefined : readSurfaceTable(table.bytes, table.path, this.report);
	}

	/** The inputs as the pipeline reads them. */
	get sources(): InputSource[] {
		return this.inputs.flatMap((path) => {
			const file = this.#byPath.get(keyOf(path));
			return file === undefined ? [] : [this.#source(file)];
		});
	}

	#source({ path, bytes }: ProjectFile): InputSource {
		const folder = path.slice(0, path.length - baseName(path).length);
		return {
			...bytesSource(bytes, baseName(path)),
			path,
			// What lies outside of what was dropped is not there, so nothing else can be reached.
			sibling: async (name) => {
				const found = this.#byPath.get(keyOf(normal(`${folder}${name}`))) ?? this.#loose(name);
				if (found === undefined) throw new Error(`"${name}" was not given`);
				return found.bytes;
			},
		};
	}

	/** Files that are picked one by one have lost their folders. */
	#loose(name: string): ProjectFile | undefined {
		return this.files.find(({ path }) => !path.includes('/') && path.toLowerCase() === baseName(name).toLowerCase());
	}

	/** The files of rooms, wherever they were dropped. @param extensions in the order they are looked for */
	roomFiles(extensions: readonly string[]): RoomFiles {
		const byName = new Map(this.files.toReversed().map((file) => [baseName(file.path).toLowerCase(), file]));
		return {
			looked: `${extensions.join(', ')} among the files`,
			find: async (room) => {
				const names = extensions.map((extension) => `${room}${extension}`.toLowerCase());
				const found = names.map((name) => byName.get(name)).find((file) => file !== undefined);
				return found === undefined ? undefined : this.#source(found);
			},
		};
	}

	/** The scenes among the inputs, or those of the rooms of a layout. */
	async scenes(): Promise<InputSource[]> {
		const extensions = { extensions: this.registry.extensions('scene') };
		const isScene = ({ fileName }: InputSource): boolean => hasExtension(fileName, extensions);
		const named = this.sources.filter(isScene);
		if (named.length > 0 || this.#rooms.length === 0) return named;
		const files = this.roomFiles(this.registry.builtRoomExtensions);
		const found = await Promise.all(this.#rooms.map((room) => files.find(room)));
		return found.filter((source) => source !== undefined).filter(isScene);
	}
	/** Names of the rooms of the layout that is open. */
	#rooms: readonly string[] = [];

	/** The binary walkmesh that a room was read from. @throws UsageError where it is in another form */
	async walkmeshFile({ name: room, walkmesh }: Room): Promise<InputSource> {
		// A door's name lacks the state that stands in the name of its file.
		const expected = walkmesh === undefined ? '' : walkmeshFileName(walkmesh).toLowerCase();
		const named = this.sources.find(({ fileName }) => fileName.toLowerCase() === expected);
		const alike = this.sources.find(
			({ name, fileName }) =>
				name.toLowerCase() === room.toLowerCase() && this.registry.layoutFormat(fileName) === undefined,
		);
		const source = named ?? alike ?? (await this.roomFiles([WALKMESH_EXTENSIONS.area]).find(room));
		if (source === undefined) throw new UsageError(`Room "${room}" has no walkmesh among the files.`);
		if (findImporter(source, this.registry, new Report()).name !== 'bwm')
			throw new UsageError(
				`"${pathOrName(source)}" is a text. Save it as WOK and open that: binary walkmeshes are edited.`,
			);
		return source;
	}

	context(report: Report, materials?: MaterialUses): ReadContext {
		return {
			report,
			surfaces: this.surfaces,
			mappings: surfaceMappings(this.options, this.surfaces),
			...(materials === undefined ? {} : { materials }),
		};
	}

	/** The options, and what was decided of a scene that is opened alone, as `wokflow level` takes it. */
	async chosen(): Promise<ViewOptions> {
		const [source, ...others] = await this.scenes();
		const decisions =
			source === undefined || others.length > 0 ? undefined : await decisionsBeside(source, new Report());
		return { ...decidedSills(decisions), ...this.options };
	}

	/** Opens the inputs as one level. @throws InputError, UsageError as `openLevel` */
	async open(): Promise<OpenedLevel & { readonly materials: readonly MaterialUse[] }> {
		const { registry } = this;
		const options = await this.chosen();
		const materials = new MaterialUses();
		const opened = await openLevel(
			this.sources,
			{
				read: given(registry.readOptions, options),
				mesh: given({ ...MESH_OPTIONS, ...JOIN_OPTIONS }, options),
				rooms: given(ROOM_OPTIONS, options),
				roomFiles: this.roomFiles(registry.builtRoomExtensions),
				judged: true,
				...(options.roomSpace === undefined ? {} : { roomSpace: options.roomSpace }),
			},
			this.context(this.report, materials),
			registry,
		);
		const [layout] = this.sources.filter(({ fileName }) => registry.layoutFormat(fileName) !== undefined);
		if (layout !== undefined) this.#rooms = opened.level.rooms.map(({ name }) => name);
		const things = layout === undefined ? undefined : await gitBeside(layout, { report: this.report });
		const level = things === undefined ? opened.level : { ...opened.level, things };
		return { ...opened, level, materials: materials.all };
	}

	/** Doors and placeables where they stand. */
	async placed(level: Level): Promise<PlacedObject[]> {
		return placedOf(this.sources, level, { report: this.report }, this.registry);
	}

	/** The path points among the files: those of the layout that is open, else the only ones. @throws InputError for a file that is none */
	pathPoints(): { readonly file: string; readonly points: readonly PathPoint[] } | undefined {
		const all = this.files.filter(({ path }) => /\.pth$/i.test(path));
		const stems = this.inputs.map((path) => stemOf(baseName(path)).toLowerCase());
		const own = all.find(({ path }) => stems.includes(baseName(path).slice(0, -4).toLowerCase()));
		const file = own ?? (all.length === 1 ? all[0] : undefined);
		if (file === undefined) return undefined;
		return { file: file.path, points: readPth(file.bytes, new Report().within({ file: file.path })) };
	}

	/** What `wokflow check` finds in the inputs. */
	async check(): Promise<Finding[]> {
		const { registry } = this;
		const options = await this.chosen();
		const findings: Finding[] = [];
		for (const source of this.sources) {
			const found = await checkSource(
				source,
				{
					read: given(registry.readOptions, options),
					mesh: given({ ...MESH_OPTIONS, ...JOIN_OPTIONS }, options),
					rooms: given(ROOM_OPTIONS, options),
					roomFiles: this.roomFiles(registry.builtRoomExtensions),
				},
				this.context(new Report()),
				registry,
			);
			findings.push(...found);
		}
		return findings;
	}
}

/**
 * What of some files is to be opened: a layout, which names the files of its rooms; else the scenes; else the walkmeshes. Files of other
 * kinds belong to them.
 */
export function chooseInputs(paths: readonly string[], registry: Registry = createRegistry()): string[] {
	const layouts = paths.filter((path) => registry.layoutFormat(path) !== undefined);
	if (layouts.length > 0) return [...layouts].sort().slice(0, 1);
	const gives = (path: string) => registry.importers.find((importer) => hasExtension(path, importer))?.gives;
	const known = (path: string) => registry.importers.some((importer) => hasExtension(path, importer));
	const read = paths.filter(known);
	const scenes = read.filter((path) => gives(path) !== 'walkmeshes');
	if (scenes.length > 0) return scenes;
	const walkmeshes = read.filter((path) => !/\.txt$/i.test(path));
	return (walkmeshes.length > 0 ? walkmeshes : read).sort();
}

function keyOf(path: string): string {
	return normal(slashed(path)).toLowerCase();
}

/** `a/./b/../c` → `a/c`. */
function normal(path: string): string {
	const parts: string[] = [];
	for (const part of path.split('/')) {
		if (part === '' || part === '.') continue;
		if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
		else parts.push(part);
	}
	return parts.join('/');
}

/** What of an area is read beside its layout: where things stand, which models they have, and path points. */
const OF_AREAS = /\.(?:git|pth|utd|utp)$/i;

/**
 * Puts the files of archives in their place: `quay.mod` becomes `quay.mod/quay_01a.wok` and the others, as paths of the command line lead into
 * archives. Of what nothing here reads, such as textures and scripts, nothing is taken.
 *
 * @throws InputError for an archive that cannot be read
 */
export async function withArchived(
	files: readonly ProjectFile[],
	registry: Registry,
	report: Report,
): Promise<ProjectFile[]> {
	const found: ProjectFile[] = [];
	// Files that were edited stand beside their archive, under the paths that they have in it.
	const given = new Set(files.map(({ path }) => keyOf(path)));
	for (const file of files) {
		if (!registry.archives.some((format) => hasExtension(file.path, format))) {
			found.push(file);
			continue;
		}
		const archive = await readArchive(memorySource(file.bytes), { report: report.within({ file: file.path }) });
		for (const entry of archive.entries) {
			const name = resourceFileName(entry);
			const path = `${file.path}/${name}`;
			if ((registry.reads(name) || OF_AREAS.test(name)) && !given.has(keyOf(path)))
				found.push({ path, bytes: await readEntry(archive, entry) });
		}
	}
	return found;
}
