import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ReadOptions } from '../pipeline/importer.ts';
import { type Report, UsageError } from '../src/findings/index.ts';
import { FRAME_DEFAULTS } from '../src/scene/index.ts';
import {
	nearestSurfaceName,
	SURFACE_TABLES,
	type SurfaceMapping,
	type SurfaceTable,
	surfaceByValue,
} from '../src/surfaces/index.ts';

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

/** A table by name, or read from a 2DA file. @throws InputError when the file cannot be read */
export async function loadSurfaceTable(nameOrFile: string, report: Report): Promise<SurfaceTable> {
	const builtIn = SURFACE_TABLES[nameOrFile.toLowerCase()];
	if (builtIn !== undefined) return builtIn;
	const { readSurfaceTable } = await import('../pipeline/surface-table.ts');
	return readSurfaceTable(nameOrFile, report);
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
