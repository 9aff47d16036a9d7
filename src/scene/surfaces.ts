import picomatch from 'picomatch';
import { type Location, type Report, UsageError } from '../findings/report.ts';
import { isRealLabel, nearestSurfaceName, surfaceByName } from '../walkmesh/surface-names.ts';
import { isWalkable, type SurfaceTable, surfaceLabel } from '../walkmesh/surfaces.ts';
import { SCENE_FINDINGS } from './findings.ts';

/** Faces whose material names no surface get this one: it can never be walked on. */
export const UNRESOLVED_SURFACE = 7;

/** One mapping of the command line or a config: `Floor*=Stone`. */
export interface SurfaceMapping {
	/** Glob or exact name of a material; letter case does not matter in globs. */
	readonly pattern: string;
	/** Name or number of a surface. */
	readonly surface: string | number;
}

/** Keys of `extras` that name a surface, in the order they are tried. */
export const SURFACE_EXTRAS: readonly string[] = ['surface', 'surfaceMaterial', 'kotor_surface', 'walkmesh'];

/** What a source says of the surface of some triangles. */
export interface SurfaceClues {
	/** `extras` of material, primitive, mesh and node, in this order. */
	readonly extras?: readonly (Readonly<Record<string, unknown>> | undefined)[];
	/** Name of the material; undefined where there is none. */
	readonly material: string | undefined;
	readonly triangleCount: number;
	readonly place: Location;
}

interface ReadMapping {
	readonly mapping: SurfaceMapping;
	readonly surface: number;
	/** It names one material, without wildcards. */
	readonly exact: boolean;
	readonly matches: (name: string) => boolean;
}

interface Unresolved {
	triangles: number;
	place: Location;
}

/**
 * Decides the surface of materials, first that says: a mapping that names the material exactly; extras; the name exactly, normalized,
 * as a number behind a prefix; a mapping with wildcards, which is a fallback. Never by slot order. A material that names nothing is remembered and reported once by `finish`.
 */
export class SurfaceAssigner {
	readonly #table: SurfaceTable;
	readonly #mappings: readonly ReadMapping[];
	readonly #report: Report;
	readonly #unresolved = new Map<string, Unresolved>();
	readonly #foreign = new Set<string>();
	/** Materials with the placeholder rows they got. */
	readonly #placeholders = new Set<string>();
	readonly #used = new Set<SurfaceMapping>();

	/** @throws UsageError through `report.fail` when a mapping names no surface. */
	constructor(table: SurfaceTable, mappings: readonly SurfaceMapping[], report: Report) {
		this.#table = table;
		this.#report = report;
		this.#mappings = mappings.map((mapping) => ({
			mapping,
			surface: mappedSurface(table, mapping, report),
			exact: isExact(mapping.pattern),
			matches: nameMatcher(mapping.pattern),
		}));
	}

	/** The surface id for some triangles. */
	assign(clues: SurfaceClues): number {
		const surface = this.#decide(clues);
		const row = this.#table.surfaces[surface];
		if (row !== undefined && !isRealLabel(row.label)) this.#warnPlaceholder(surface, clues);
		return surface;
	}

	#decide(clues: SurfaceClues): number {
		const name = clues.material ?? '';
		const said = this.#mapped(name, true);
		if (said !== undefined) return said;
		for (const extras of clues.extras ?? []) {
			const surface = this.#fromExtras(extras, clues);
			if (surface !== undefined) return surface;
		}
		const named = name === '' ? undefined : surfaceByName(this.#table, name);
		if (named !== undefined) {
			if (named.foreign) this.#warnForeign(name, named.surface, clues);
			return named.surface;
		}
		const fallback = this.#mapped(name, false);
		if (fallback !== undefined) return fallback;
		const seen = this.#unresolved.get(name);
		if (seen === undefined) this.#unresolved.set(name, { triangles: clues.triangleCount, place: clues.place });
		else seen.triangles += clues.triangleCount;
		return UNRESOLVED_SURFACE;
	}

	/** What a mapping makes of a material: those that name it exactly, or those with wildcards. The first that fits counts. */
	#mapped(name: string, exact: boolean): number | undefined {
		const found = this.#mappings.find((each) => each.exact === exact && each.matches(name));
		if (found !== undefined) this.#used.add(found.mapping);
		return found?.surface;
	}

	/** Reports what named no surface and which mappings had no effect. Call once, after all triangles. */
	finish(): void {
		for (const [material, { triangles, place }] of this.#unresolved) {
			const nearest = nearestSurfaceName(this.#table, material);
			this.#report.add(SCENE_FINDINGS.SURFACE_UNKNOWN, place, {
				material,
				triangles,
				...(nearest === undefined ? {} : { nearest }),
			});
		}
		for (const { mapping, exact } of this.#mappings) {
			// Wildcards are there in case; a name that no material has is probably misspelt.
			if (!exact || this.#used.has(mapping)) continue;
			this.#report.add(SCENE_FINDINGS.SURFACE_MAPPING_UNUSED, {}, { pattern: `${mapping.pattern}=${mapping.surface}` });
		}
	}

	#fromExtras(extras: Readonly<Record<string, unknown>> | undefined, clues: SurfaceClues): number | undefined {
		if (extras === undefined) return undefined;
		for (const key of SURFACE_EXTRAS) {
			const value = extras[key];
			if (typeof value !== 'string' && typeof value !== 'number') continue;
			// Blender writes a ticked box as 1: that tags a walkmesh and must not make Dirt of it.
			if (key === 'walkmesh' && (Number(value) === 0 || Number(value) === 1)) continue;
			const surface = surfaceByValue(this.#table, value);
			if (surface !== undefined) return surface;
			// `walkmesh: "room_01"` tags a node as walkmesh; only the other keys are there for a surface alone.
			if (key !== 'walkmesh') this.#report.add(SCENE_FINDINGS.SURFACE_EXTRAS_UNKNOWN, clues.place, { key, value });
		}
		return undefined;
	}

	#warnPlaceholder(surface: number, { material = '', place }: SurfaceClues): void {
		const key = `${surface} ${material}`;
		// A name of the other game is told of by a finding of its own.
		if (this.#placeholders.has(key) || this.#foreign.has(material)) return;
		this.#placeholders.add(key);
		const walkable = isWalkable(this.#table, surface);
		this.#report.add(SCENE_FINDINGS.SURFACE_PLACEHOLDER, place, { material, surface, walkable });
	}

	#warnForeign(name: string, surface: number, clues: SurfaceClues): void {
		if (this.#foreign.has(name)) return;
		this.#foreign.add(name);
		this.#report.add(SCENE_FINDINGS.SURFACE_FOREIGN, clues.place, {
			material: name,
			surface,
			label: surfaceLabel(this.#table, surface),
			walkable: isWalkable(this.#table, surface),
		});
	}
}

/** The surface that a name or a number means; undefined when the table has none such. */
export function surfaceByValue(table: SurfaceTable, value: string | number): number | undefined {
	if (typeof value === 'string' && !/^\s*\d{1,10}\s*$/.test(value)) return surfaceByName(table, value)?.surface;
	const id = Number(value);
	return Number.isInteger(id) && id >= 0 && id < table.surfaces.length ? id : undefined;
}

function mappedSurface(table: SurfaceTable, mapping: SurfaceMapping, report: Report): number {
	const surface = surfaceByValue(table, mapping.surface);
	if (surface !== undefined) return surface;
	const nearest = nearestSurfaceName(table, String(mapping.surface));
	return report.fail(
		SCENE_FINDINGS.SURFACE_MAPPING_INVALID,
		{},
		{
			pattern: mapping.pattern,
			surface: String(mapping.surface),
			...(nearest === undefined ? {} : { nearest }),
		},
	);
}

/** True where a pattern can only mean one name; an empty one means materials without a name. */
function isExact(pattern: string): boolean {
	return !/[*?[\]{}()!+@]/.test(pattern);
}

/** An empty pattern is for materials without a name, which `*` takes too. */
function nameMatcher(pattern: string): (name: string) => boolean {
	if (pattern === '') return (name) => name === '';
	const glob = picomatch(pattern, { dot: true, nocase: true, bash: true });
	return (name) => name === pattern || (name === '' ? /^\**$/.test(pattern) : glob(name));
}

/**
 * Which materials mean which surfaces, as users say it: `{ "Floor*": "Stone" }`.
 * @throws UsageError for what is no surface of the table
 */
export function surfaceMappings(
	surface: Readonly<Record<string, string | number>> | undefined,
	table: SurfaceTable,
): SurfaceMapping[] {
	return Object.entries(surface ?? {}).map(([pattern, name]) => {
		if (surfaceByValue(table, name) === undefined) {
			const nearest = nearestSurfaceName(table, String(name));
			const guess = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
			throw new UsageError(
				`The option surface: "${pattern}=${name}" names no surface.${guess} \`wokflow surfaces\` lists them.`,
			);
		}
		return { pattern, surface: name };
	});
}
