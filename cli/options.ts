import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ConvertRecipeOptions, Recipe } from '../pipeline/recipe.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import type { ReadOptions } from '../src/formats/contracts.ts';
import { type Layout, roomIndex } from '../src/level/level.ts';
import type { Vec3 } from '../src/mesh/vec3.ts';
import { FRAME_DEFAULTS } from '../src/scene/frame.ts';
import { type SurfaceMapping, surfaceByValue } from '../src/scene/surfaces.ts';
import { nearestSurfaceName } from '../src/walkmesh/surface-names.ts';
import { SURFACE_TABLES, type SurfaceTable } from '../src/walkmesh/surfaces.ts';

/** Options that every command has. */
export interface CommonOptions {
	quiet?: boolean;
	json?: boolean;
	strict?: boolean;
	surfacemat?: string;
	surface?: string[];
}

/** Options of commands that read scenes or walkmeshes. */
export interface ReadFlags extends CommonOptions {
	from?: string;
	node?: string[];
	scene?: string;
	hidden?: boolean;
	up?: 'y' | 'z';
	unit?: 'm' | 'cm' | 'in';
	scale?: number;
	objParser?: 'scanner' | 'obj-file-parser';
	space?: 'auto' | 'relative' | 'area';
	keepTree?: boolean;
}

/** Adds the options that every command has. */
export function addCommonOptions(command: Command): Command {
	return command
		.option('-q, --quiet', 'print problems only')
		.option('--json', 'print results and findings as JSON on standard output')
		.option('--strict', 'warnings are errors')
		.option(
			'--surfacemat <table>',
			`surface table: ${Object.keys(SURFACE_TABLES).join(', ')} or a surfacemat.2da file`,
		);
}

/** Adds the options that say how an input is to be read. */
export function addReadOptions(command: Command): Command {
	return addCommonOptions(command)
		.option('--from <format>', 'format of the input, where name and content do not tell')
		.option(
			'--surface <pattern=surface>',
			'surface of materials whose name means none, such as "Floor*=Stone"',
			collect,
		)
		.option('--node <pattern>', 'nodes or objects to take, with all below them', collect)
		.option('--scene <name>', 'glTF scene to read, by name or index')
		.option('--hidden', 'read hidden glTF nodes too')
		.addOption(choice('--up <axis>', 'axis that points up in the input', ['y', 'z'], FRAME_DEFAULTS.up))
		.addOption(choice('--unit <unit>', 'length of one unit of the input', ['m', 'cm', 'in'], FRAME_DEFAULTS.unit))
		.option('--scale <factor>', 'further factor on all lengths', positiveNumber)
		.addOption(choice('--obj-parser <parser>', 'reader of OBJ files', ['scanner', 'obj-file-parser'], 'scanner'))
		.addOption(choice('--space <space>', 'space of vertices in ASCII walkmeshes', ['auto', 'relative', 'area'], 'auto'))
		.option('--keep-tree', 'keep the tree of an ASCII walkmesh');
}

/** The flags as the pipeline takes them. */
export function readOptionsOf(flags: ReadFlags): ReadOptions & { format?: string } {
	return defined({
		format: flags.from,
		nodes: flags.node,
		scene: flags.scene,
		hidden: flags.hidden,
		up: flags.up,
		unit: flags.unit,
		scale: flags.scale,
		objParser: flags.objParser,
		space: flags.space,
		keepTree: flags.keepTree,
	});
}

/** Leaves out what is undefined. */
export function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
	return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};
}

/** `Floor*=Stone` → a mapping; the last `=` separates. @throws UsageError without one */
export function parseMappings(texts: readonly string[]): SurfaceMapping[] {
	return texts.map((text) => {
		const at = text.lastIndexOf('=');
		if (at < 0) throw new UsageError(`--surface takes PATTERN=SURFACE, such as "Floor*=Stone"; got "${text}".`);
		return { pattern: text.slice(0, at).trim(), surface: text.slice(at + 1).trim() };
	});
}

/** @throws UsageError for a mapping to something that is no surface of the table */
export function checkMappings(mappings: readonly SurfaceMapping[], table: SurfaceTable): readonly SurfaceMapping[] {
	for (const { pattern, surface } of mappings) {
		if (surfaceByValue(table, surface) !== undefined) continue;
		const nearest = nearestSurfaceName(table, String(surface));
		const guess = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
		throw new UsageError(
			`--surface "${pattern}=${surface}" names no surface.${guess} \`wokflow surfaces\` lists them.`,
		);
	}
	return mappings;
}

export function collect(value: string, earlier: string[] = []): string[] {
	return [...earlier, value];
}

/** An option with a few allowed values; its default is shown but not set, so that "not said" can be told. */
export function choice(flags: string, description: string, values: readonly string[], shown: string): Option {
	return new Option(flags, `${description} (default: ${shown})`).choices(values);
}

export function positiveNumber(text: string): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
		throw new InvalidArgumentError('It must be a number above 0.');
	}
	return value;
}

export function nonNegativeNumber(text: string): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
		throw new InvalidArgumentError('It must be a number from 0 on.');
	}
	return value;
}

/** Flags of commands that turn scenes into walkmeshes. */
export interface RecipeFlags {
	/** Millimetres; false with `--no-weld`. */
	weld?: number | boolean;
	minArea?: number;
	orient?: 'flip' | 'keep' | 'refuse';
	fixTjunctions?: boolean;
	simplify?: number;
	simplifyError?: number;
}

export function addRecipeOptions(command: Command): Command {
	return command
		.option('--weld <mm>', 'merge vertices closer than this, millimetres (default: 0.1)', nonNegativeNumber)
		.option('--no-weld', 'leave vertices as they are')
		.option('--min-area <m2>', 'drop faces of this area or less, square metres (default: 0.000001)', nonNegativeNumber)
		.addOption(choice('--orient <mode>', 'walkable faces that face down', ['flip', 'keep', 'refuse'], 'keep'))
		.option('--fix-tjunctions', 'split long walkable edges where other vertices lie on them')
		.option('--simplify <ratio>', 'keep this part of the triangles, 0 to 1', nonNegativeNumber)
		.option('--simplify-error <m>', 'how far the simplified ground may lie from the old, metres', nonNegativeNumber);
}

export function recipeOptionsOf(flags: RecipeFlags): ConvertRecipeOptions {
	const weld = flags.weld === false ? false : typeof flags.weld === 'number' ? flags.weld / 1000 : undefined;
	const simplify =
		flags.simplify === undefined && flags.simplifyError === undefined
			? undefined
			: defined({ ratio: flags.simplify, error: flags.simplifyError });
	return defined({
		weld,
		minArea: flags.minArea,
		orient: flags.orient,
		fixTJunctions: flags.fixTjunctions,
		simplify,
	});
}

/** The flags that were given, as they were typed: they only concern scenes. */
export function givenRecipeFlags(flags: RecipeFlags): string[] {
	const { weld, minArea, orient, fixTjunctions, simplify, simplifyError } = flags;
	const given: [string, boolean][] = [
		['--weld', typeof weld === 'number'],
		['--no-weld', weld === false],
		['--min-area', minArea !== undefined],
		['--orient', orient !== undefined],
		['--fix-tjunctions', fixTjunctions === true],
		['--simplify', simplify !== undefined],
		['--simplify-error', simplifyError !== undefined],
	];
	return given.filter(([, said]) => said).map(([name]) => name);
}

/** Flags that put a room into its place or change a walkmesh as a whole. */
export interface TransformFlags {
	lyt?: string;
	room?: string;
	origin?: Vec3;
	roomSpace?: 'auto' | 'room' | 'area';
	translate?: Vec3;
	rotate?: number;
	mirror?: 'x' | 'y';
	resize?: number;
}

export function addTransformOptions(command: Command): Command {
	return command
		.option('--lyt <file>', 'layout that the room belongs to: places it, and names the rooms of markers')
		.option('--room <name>', 'which room of the layout it is (default: by the name of the output, then of the input)')
		.option('--origin <x,y,z>', 'where the room’s own origin lies in the area, metres', threeNumbers)
		.addOption(
			choice('--room-space <space>', 'space of the vertices, for --lyt and --origin', ['auto', 'room', 'area'], 'auto'),
		)
		.option('--translate <x,y,z>', 'move by metres', threeNumbers)
		.option('--rotate <degrees>', 'turn about z, counter-clockwise from above', anyNumber)
		.addOption(choice('--mirror <axis>', 'mirror along an axis; faces up stay up', ['x', 'y'], 'no'))
		.option('--resize <factor>', 'scale the finished walkmesh about the origin', positiveNumber);
}

/** Where a room lies: from the layout or as said. @throws UsageError when the layout does not have the room */
export function placeOf(flags: TransformFlags, layout: Layout | undefined, names: readonly string[]): Vec3 | undefined {
	if (flags.room !== undefined && layout === undefined) throw new UsageError('--room goes with --lyt FILE.');
	if (flags.roomSpace !== undefined && layout === undefined && flags.origin === undefined) {
		throw new UsageError('--room-space goes with --lyt FILE or --origin.');
	}
	if (flags.origin !== undefined) return flags.origin;
	if (layout === undefined) return undefined;
	const wanted = flags.room === undefined ? names : [flags.room];
	for (const name of wanted) {
		const index = roomIndex(layout, name);
		if (index >= 0) return layout.rooms[index].position;
	}
	const rooms = layout.rooms.map(({ model }) => model).join(', ');
	throw new UsageError(`The layout has no room "${wanted.join('" or "')}". It has: ${rooms}. Say which: --room NAME.`);
}

/** Stages that put a room in its place, for scenes and for walkmeshes. */
export function placeStages(flags: TransformFlags, at: Vec3 | undefined): { scene: Recipe; walkmesh: Recipe } {
	if (at === undefined) return { scene: [], walkmesh: [] };
	const options = { at, ...(flags.roomSpace === undefined ? {} : { space: flags.roomSpace }) };
	return { scene: [['place', options]], walkmesh: [['place-room', options]] };
}

/** Stages for the changes asked for, in the order resize, mirror, rotate, translate. */
export function changeStages({ resize, mirror, rotate, translate }: TransformFlags): Recipe {
	return [
		...(resize === undefined ? [] : [['scale', { factor: resize }] as const]),
		...(mirror === undefined ? [] : [['mirror', { axis: mirror }] as const]),
		...(rotate === undefined ? [] : [['rotate', { degrees: rotate }] as const]),
		...(translate === undefined ? [] : [['translate', { by: translate }] as const]),
	];
}

/** Reads a layout. @throws InputError when it cannot be read */
export async function loadLayout(path: string, report: Report): Promise<Layout> {
	const [{ openFile }, { readLyt }] = await Promise.all([
		import('../pipeline/files.ts'),
		import('../importers/lyt/read.ts'),
	]);
	return readLyt(await (await openFile(path, report)).bytes(), report.within({ file: path }));
}

function threeNumbers(text: string): Vec3 {
	const values = text.split(/[\s,]+/).map(Number);
	if (values.length !== 3 || !values.every(Number.isFinite)) {
		throw new InvalidArgumentError('It must be three numbers: x,y,z.');
	}
	return [values[0], values[1], values[2]];
}

function anyNumber(text: string): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
	return value;
}
