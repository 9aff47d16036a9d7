import { Report, UsageError } from '../findings/report.ts';
import { K1, nearestSurfaceName, type SurfaceTable, surfaceByName } from '../model/surfaces.ts';
import { decodeName } from '../text/cursor.ts';
import { namePattern, type PatternEffort } from '../text/pattern.ts';
import { markLength, textLines, textProblem } from '../text/text.ts';
import { SCENE_FINDINGS } from './findings.ts';

/** One mapping of the command line or a config: `Floor*=Stone`. */
export interface SurfaceMapping {
	/** Glob or exact name of a material; letter case does not matter in globs. */
	readonly pattern: string;
	/** Name or number of a surface. */
	readonly surface: string | number;
	/** `node`: the pattern is for names of nodes, meshes and the nodes above them. Default: materials. */
	readonly of?: 'node';
	/** The pattern is a name, whatever wildcards are in it. */
	readonly literal?: true;
	/** A list for many scenes: entries without a use are not reported. */
	readonly shared?: true;
}

/** The surface that a name or a number means; undefined when the table has none such. */
export function surfaceByValue(table: SurfaceTable, value: string | number): number | undefined {
	if (typeof value === 'string' && !/^\s*\d{1,10}\s*$/.test(value)) return surfaceByName(table, value)?.surface;
	const id = Number(value);
	return Number.isInteger(id) && id >= 0 && id < table.surfaces.length ? id : undefined;
}

/** True where the user gave surfaces to names: then any name may mean one. */
export function hasMappings({
	surfaces,
	mappings,
}: {
	readonly surfaces: SurfaceTable;
	readonly mappings: readonly SurfaceMapping[];
}): boolean {
	return mappings.length > 0 || (surfaces.materials ?? []).length > 0;
}

/** True where a pattern can only mean one name; an empty one means materials without a name. */
export function isExact(pattern: string): boolean {
	return !/[*?[\]{}()!+@]/.test(pattern);
}

/**
 * An empty pattern is for materials without a name, which `*` takes too. Blanks at the ends of a name count only for a pattern that has some itself:
 * the command line drops those about a `=`.
 */
export function nameMatcher(pattern: string, effort?: PatternEffort): (name: string) => boolean {
	if (pattern === '') return (name) => name.trim() === '';
	const glob = namePattern(pattern, effort);
	const fits = (name: string): boolean => name === pattern || (name === '' ? /^\**$/.test(pattern) : glob(name));
	return (name) => {
		const trimmed = name.trim();
		return fits(name) || (trimmed !== name && fits(trimmed));
	};
}

/** Which materials and objects mean which surfaces, as users say it. */
export interface GivenMappings {
	/** Materials: `{ "Floor*": "Stone" }`. */
	readonly surface?: Readonly<Record<string, string | number>> | undefined;
	/** Nodes or objects: `{ "Rug*": "Carpet" }`. */
	readonly surfaceNode?: Readonly<Record<string, string | number>> | undefined;
}

/** What users say, as mappings; not yet compared with a table. */
export function listMappings({ surface, surfaceNode }: GivenMappings): SurfaceMapping[] {
	return [
		...Object.entries(surfaceNode ?? {}).map(([pattern, name]) => ({ pattern, surface: name, of: 'node' as const })),
		...Object.entries(surface ?? {}).map(([pattern, name]) => ({ pattern, surface: name })),
	];
}

/**
 * Which materials and objects mean which surfaces, as users say it: `{ surface: { "Floor*": "Stone" } }`.
 * @throws UsageError for what is no surface of the table
 */
export function surfaceMappings(given: GivenMappings, table: SurfaceTable): SurfaceMapping[] {
	const mappings = listMappings(given);
	for (const { pattern, surface, of } of mappings) {
		if (surfaceByValue(table, surface) !== undefined) continue;
		const nearest = nearestSurfaceName(table, String(surface));
		const guess = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
		throw new UsageError(
			`The option ${of === 'node' ? 'surfaceNode' : 'surface'}: "${pattern}=${surface}" names no surface.${guess} \`wokflow surfaces\` lists them.`,
		);
	}
	return mappings;
}

/** A list has a line a material; what is larger is something else. */
const LARGEST_LIST = 4 * 1024 * 1024;

interface Entry {
	readonly pattern: string;
	/** Empty where nothing is filled in yet. */
	readonly surface: string;
	/** From 1; undefined in JSON. */
	readonly line?: number;
}

/**
 * Reads a project's own list of materials and their surfaces: a JSON object, or a text with a line `material = surface` for each, in
 * which `#` begins a comment. Names may stand in double quotes. Entries without a surface are not filled in yet and say nothing.
 *
 * @returns the table with the list in it: scenes that are read with it know its materials
 * @throws InputError for what is no such list, and for a surface that the table does not have
 *
 * @example
 * const surfaces = readSurfacesFile(new TextEncoder().encode('Floor* = Stone  # the hall'), K1);
 */
export function readSurfacesFile(
	bytes: Uint8Array,
	table: SurfaceTable = K1,
	report: Report = new Report(),
): SurfaceTable {
	const problem = textProblem(bytes, LARGEST_LIST);
	if (problem !== undefined) report.fail(SCENE_FINDINGS.SURFACES_FILE_INVALID, {}, { problem: problem.reason });
	const text = decodeName(bytes.subarray(markLength(bytes)));
	const entries = /^\s*[[{]/.test(text) ? jsonEntries(text, report) : lineEntries(text, report);
	const materials = entries.flatMap(({ pattern, surface, line }): (readonly [string, number])[] => {
		if (surface.trim() === '') return [];
		const id = surfaceByValue(table, surface);
		if (id !== undefined) return [[pattern, id]];
		const nearest = nearestSurfaceName(table, surface);
		const location = line === undefined ? {} : { line };
		return report.fail(SCENE_FINDINGS.SURFACE_MAPPING_INVALID, location, {
			pattern,
			surface,
			...(nearest === undefined ? {} : { nearest }),
		});
	});
	return { ...table, materials: [...(table.materials ?? []), ...materials] };
}

function jsonEntries(text: string, report: Report): Entry[] {
	const fail = (problem: string): never => report.fail(SCENE_FINDINGS.SURFACES_FILE_INVALID, {}, { problem });
	let value: object;
	try {
		value = JSON.parse(text) as object;
	} catch (error) {
		return fail((error as Error).message);
	}
	if (Array.isArray(value)) return fail('it is no JSON object');
	return Object.entries(value).map(([pattern, surface]) => {
		if (surface === null) return { pattern, surface: '' };
		if (typeof surface === 'string' || Number.isInteger(surface)) return { pattern, surface: String(surface) };
		return fail(`"${pattern}" is neither the name nor the number of a surface`);
	});
}

/** A name in quotes, or anything up to the last `=` before a comment. */
const QUOTED = /^\s*("(?:[^"\\]|\\.)*")\s*=([^#]*)(?:#.*)?$/;

function lineEntries(text: string, report: Report): Entry[] {
	const entries: Entry[] = [];
	for (const { number: line, text: whole } of textLines(text)) {
		const quoted = QUOTED.exec(whole);
		const plain = whole.replace(/(?:^|\s)#.*$/s, '');
		const at = plain.lastIndexOf('=');
		if (quoted !== null) {
			entries.push({ pattern: unquoted(quoted[1]), surface: quoted[2].trim(), line });
		} else if (plain.trim() !== '') {
			if (at < 0 || plain.slice(0, at).trim() === '') {
				const problem = 'the line is not "material = surface"';
				report.fail(SCENE_FINDINGS.SURFACES_FILE_INVALID, { line }, { problem });
			}
			entries.push({ pattern: plain.slice(0, at).trim(), surface: plain.slice(at + 1).trim(), line });
		}
	}
	return entries;
}

function unquoted(text: string): string {
	try {
		return JSON.parse(text) as string;
	} catch {
		return text.slice(1, -1);
	}
}

/** Square metres as people read them: `12.5`. */
export function roundedArea(area: number): string {
	return String(Number(area.toPrecision(area >= 1000 ? 4 : 3)));
}
