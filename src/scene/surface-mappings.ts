import { UsageError } from '../findings/report.ts';
import { namePattern } from '../text/names.ts';
import { nearestSurfaceName, surfaceByName } from '../walkmesh/surface-names.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';

/** One mapping of the command line or a config: `Floor*=Stone`. */
export interface SurfaceMapping {
	/** Glob or exact name of a material; letter case does not matter in globs. */
	readonly pattern: string;
	/** Name or number of a surface. */
	readonly surface: string | number;
	/** `node`: the pattern is for names of nodes, meshes and the nodes above them. Default: materials. */
	readonly of?: 'node';
	/** A list for many scenes: nobody needs to be told of entries without a use. */
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

/** An empty pattern is for materials without a name, which `*` takes too. */
export function nameMatcher(pattern: string): (name: string) => boolean {
	if (pattern === '') return (name) => name === '';
	const glob = namePattern(pattern);
	return (name) => name === pattern || (name === '' ? /^\**$/.test(pattern) : glob(name));
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
