import type { Location, Report } from '../findings/report.ts';
import {
	isRealLabel,
	isWalkable,
	likelySurfaceName,
	type NamedSurface,
	nearestSurfaceName,
	type SurfaceTable,
	surfaceByName,
	surfaceLabel,
} from '../model/surfaces.ts';
import type { WalkmeshKind } from '../model/walkmesh.ts';
import { PatternEffort } from '../text/pattern.ts';
import { SCENE_FINDINGS } from './findings.ts';
import { isSkyName, plainName } from './roles.ts';
import { isExact, nameMatcher, type SurfaceMapping, surfaceByValue } from './surface-mappings.ts';

/** Faces whose material names no surface get this one: it can never be walked on. */
export const UNRESOLVED_SURFACE = 7;

/** Keys of `extras` that name a surface, in the order they are tried. */
const SURFACE_EXTRAS: readonly string[] = ['surface', 'surfaceMaterial', 'kotor_surface', 'walkmesh'];

/** What a source says of the surface of some triangles. */
export interface SurfaceClues {
	/** `extras` of material, primitive, mesh and node, in this order. */
	readonly extras?: readonly (Readonly<Record<string, unknown>> | undefined)[];
	/** Name of the material; undefined where there is none. */
	readonly material: string | undefined;
	/** Names of the node and its mesh, or of the group and its object. */
	readonly names?: readonly string[];
	/** Names of the nodes above, the nearest first. */
	readonly above?: readonly string[];
	/** What the node belongs to, as far as it is known. */
	readonly kind?: WalkmeshKind;
	readonly triangleCount: number;
	readonly location: Location;
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
	/** True while none of them can be ground: they are of placeables, doors and skies. */
	isNoGround: boolean;
	location: Location;
	/** Names of the objects that they are of. */
	readonly objects: Set<string>;
}

/** Names of so many objects are kept: only whether it is one matters. */
const MOST_OBJECTS = 2;

/** A material and an object that mean different surfaces. */
interface Conflict {
	readonly material: string;
	readonly surface: number;
	readonly node: string;
	readonly named: number;
	readonly location: Location;
	triangles: number;
}

/** What was decided for some triangles. */
export interface AssignedSurface {
	readonly surface: number;
	/** True where nothing says which surface of this game it is, so that it got one that cannot be walked on. */
	readonly unknown: boolean;
}

/**
 * Decides the surface of materials, first that says: a mapping of the node; a mapping that names the material exactly; extras of material,
 * primitive, mesh, node; the material's name exactly, normalized, as a number behind a prefix; the name of the node, its mesh or a node
 * above; a mapping with wildcards, which is a fallback. Never by slot order. A material that names nothing, and one that contradicts the
 * object it is on, is remembered and reported once by `finish`.
 *
 * A mapping of nodes goes first, as an object is the narrower statement: the rug that shares the floor's material.
 */
export class SurfaceAssigner {
	readonly #table: SurfaceTable;
	readonly #mappings: readonly ReadMapping[];
	readonly #nodeMappings: readonly ReadMapping[];
	readonly #report: Report;
	readonly #unresolved = new Map<string, Unresolved>();
	/** Objects that have some triangles with a surface. */
	readonly #resolved = new Set<string>();
	readonly #conflicts = new Map<string, Conflict>();
	/** Objects that are called like one of their materials: their other materials are as meant. */
	readonly #agreeing = new Set<string>();
	readonly #foreign = new Set<string>();
	/** What names mean, and which mappings fit them: a scene asks for the few that it has at every part. */
	readonly #meaning: (name: string) => NamedSurface | undefined;
	readonly #exactMapping: (name: string) => ReadMapping | undefined;
	readonly #otherMapping: (name: string) => ReadMapping | undefined;
	readonly #nodeMapping: (name: string) => ReadMapping | undefined;
	/** Materials with the placeholder rows they got. */
	readonly #placeholders = new Set<string>();
	readonly #used = new Set<SurfaceMapping>();

	/** @throws InputError when a mapping names no surface. */
	constructor(table: SurfaceTable, mappings: readonly SurfaceMapping[], report: Report) {
		this.#table = table;
		this.#report = report;
		const listed = (table.materials ?? []).map(([pattern, surface]) => ({ pattern, surface, shared: true as const }));
		const effort = new PatternEffort();
		const read = [...mappings, ...listed].map((mapping: SurfaceMapping) => ({
			mapping,
			surface: mappedSurface(table, mapping, report),
			exact: mapping.literal === true || isExact(mapping.pattern),
			matches:
				mapping.literal === true ? (name: string) => name === mapping.pattern : nameMatcher(mapping.pattern, effort),
		}));
		this.#mappings = read.filter(({ mapping }) => mapping.of === undefined);
		this.#nodeMappings = read.filter(({ mapping }) => mapping.of === 'node');
		this.#meaning = remembered((name) => surfaceByName(table, name));
		this.#exactMapping = remembered((name) => this.#mappings.find((each) => each.exact && each.matches(name)));
		this.#otherMapping = remembered((name) => this.#mappings.find((each) => !each.exact && each.matches(name)));
		this.#nodeMapping = remembered((name) => {
			const forms = [name, plainName(name)];
			const fitting = this.#nodeMappings.filter(({ matches }) => name !== '' && forms.some(matches));
			return fitting.find(({ exact }) => exact) ?? fitting[0];
		});
	}

	/** The surface for some triangles. */
	assign(clues: SurfaceClues): AssignedSurface {
		const decided = this.#decide(clues);
		if (decided !== undefined) this.#resolved.add(clues.names?.[0] ?? '');
		const surface = decided ?? UNRESOLVED_SURFACE;
		const row = this.#table.surfaces[surface];
		if (row !== undefined && !isRealLabel(row.label)) this.#warnPlaceholder(surface, clues);
		const material = clues.material ?? '';
		// A surface of another game is none of this one: what it is here is to be decided.
		const isOther = this.#foreign.has(material) && surface === this.#meaning(material)?.surface;
		return { surface, unknown: decided === undefined || isOther };
	}

	#decide(clues: SurfaceClues): number | undefined {
		const name = clues.material ?? '';
		const said = this.#mappedNode(clues) ?? this.#mapped(name, true);
		if (said !== undefined) return said;
		for (const extras of clues.extras ?? []) {
			const surface = this.#fromExtras(extras, clues);
			if (surface !== undefined) return surface;
		}
		const named = this.#meaning(name);
		if (named !== undefined) {
			if (named.foreign) this.#warnForeign(name, named.surface, clues);
			this.#compare(name, named.surface, clues);
			return named.surface;
		}
		const fallback = this.#byObject(clues) ?? this.#mapped(name, false);
		if (fallback !== undefined) return fallback;
		const { triangleCount: triangles, location } = clues;
		const seen = this.#unresolved.get(name) ?? { triangles: 0, isNoGround: true, location, objects: new Set() };
		this.#unresolved.set(name, seen);
		const { kind = 'area', names = [], above = [] } = clues;
		if (kind === 'area' && ![...names, ...above].some(isSkyName)) seen.isNoGround = false;
		seen.triangles += triangles;
		if (seen.objects.size < MOST_OBJECTS) seen.objects.add(clues.names?.[0] ?? '');
		return undefined;
	}

	/** What a mapping makes of a material: those that name it exactly, or those with wildcards. The first that fits counts. */
	#mapped(name: string, exact: boolean): number | undefined {
		const found = exact ? this.#exactMapping(name) : this.#otherMapping(name);
		if (found !== undefined) this.#used.add(found.mapping);
		return found?.surface;
	}

	/** What a mapping of nodes says, for the nearest node that one fits; of several mappings for a node, one without wildcards. */
	#mappedNode({ names = [], above = [] }: SurfaceClues): number | undefined {
		if (this.#nodeMappings.length === 0) return undefined;
		for (const name of [...names, ...above]) {
			const found = this.#nodeMapping(name);
			if (found === undefined) continue;
			this.#used.add(found.mapping);
			return found.surface;
		}
		return undefined;
	}

	/** What the names of node and mesh say, or else those above, the nearest first. */
	#byObject({ names = [], above = [] }: SurfaceClues): number | undefined {
		for (const name of [...names, ...above]) {
			const surface = this.#ofObject(name);
			if (surface !== undefined) return surface;
		}
		return undefined;
	}

	#ofObject(name: string): number | undefined {
		return surfaceOfName(this.#meaning(name));
	}

	/** Remembers a material whose own object is called like another surface. */
	#compare(material: string, surface: number, { names = [], triangleCount, location }: SurfaceClues): void {
		const node = names.find((name) => this.#ofObject(name) !== undefined);
		if (node === undefined) return;
		const named = this.#ofObject(node) as number;
		if (names.some((name) => this.#ofObject(name) === surface)) {
			this.#agreeing.add(node);
			return;
		}
		const key = `${node}\n${material}`;
		const conflict = this.#conflicts.get(key);
		if (conflict === undefined)
			this.#conflicts.set(key, { material, surface, node, named, location, triangles: triangleCount });
		else conflict.triangles += triangleCount;
	}

	/** Reports what named no surface, what contradicts, and which mappings had no effect. Call once, after all triangles. */
	finish(): void {
		for (const { material, surface, node, named, location, triangles } of this.#conflicts.values()) {
			if (this.#agreeing.has(node)) continue;
			this.#report.add(SCENE_FINDINGS.SURFACE_CONFLICT, location, {
				material,
				label: surfaceLabel(this.#table, surface),
				object: node,
				objectLabel: surfaceLabel(this.#table, named),
				triangles,
			});
		}
		for (const [material, { triangles, isNoGround, location, objects }] of this.#unresolved) {
			const isKept = this.#report.keeps(SCENE_FINDINGS.SURFACE_UNKNOWN, location);
			const nearest = isKept ? nearestSurfaceName(this.#table, material) : undefined;
			const likely = isNoGround
				? 'Nonwalk'
				: isKept
					? (nearest ?? likelySurfaceName(this.#table, material))
					: undefined;
			const isClosed =
				likely !== undefined && !isWalkable(this.#table, surfaceByName(this.#table, likely)?.surface ?? 0);
			this.#report.add(SCENE_FINDINGS.SURFACE_UNKNOWN, location, {
				material,
				triangles,
				...(nearest === undefined ? {} : { nearest }),
				...(isClosed ? { closed: likely } : {}),
				...(material === '' ? this.#ownerOf(objects) : {}),
			});
		}
		for (const { mapping, exact } of [...this.#mappings, ...this.#nodeMappings]) {
			// Wildcards are there in case; a name that no material has is probably misspelt.
			if (!exact || mapping.shared === true || this.#used.has(mapping)) continue;
			const of = mapping.of === 'node' ? 'object' : 'material';
			const pattern = `${mapping.pattern}=${mapping.surface}`;
			this.#report.add(SCENE_FINDINGS.SURFACE_MAPPING_UNUSED, {}, { pattern, of });
		}
	}

	/** The object that triangles without a material are all of, where it has no others. */
	#ownerOf(objects: ReadonlySet<string>): { object?: string } {
		const [object] = objects;
		return objects.size === 1 && object !== '' && !this.#resolved.has(object) ? { object } : {};
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
			if (key !== 'walkmesh') this.#report.add(SCENE_FINDINGS.SURFACE_EXTRAS_UNKNOWN, clues.location, { key, value });
		}
		return undefined;
	}

	#warnPlaceholder(surface: number, { material = '', location }: SurfaceClues): void {
		const key = `${surface} ${material}`;
		// A name of the other game has a finding of its own.
		if (this.#placeholders.has(key) || this.#foreign.has(material)) return;
		this.#placeholders.add(key);
		const walkable = isWalkable(this.#table, surface);
		this.#report.add(SCENE_FINDINGS.SURFACE_PLACEHOLDER, location, { material, surface, walkable });
	}

	#warnForeign(name: string, surface: number, clues: SurfaceClues): void {
		if (this.#foreign.has(name)) return;
		this.#foreign.add(name);
		this.#report.add(SCENE_FINDINGS.SURFACE_FOREIGN, clues.location, {
			material: name,
			surface,
			label: surfaceLabel(this.#table, surface),
			walkable: isWalkable(this.#table, surface),
		});
	}
}

/** Asks once for each name. */
function remembered<T>(ask: (name: string) => T): (name: string) => T {
	const known = new Map<string, T>();
	return (name) => {
		if (known.has(name)) return known.get(name) as T;
		const answer = ask(name);
		known.set(name, answer);
		return answer;
	};
}

/**
 * The surface that the name of an object means, or undefined. Numbers do not count: `wok_01` and `walk_2` are names of rooms.
 */
export function surfaceOfObject(table: SurfaceTable, name: string): number | undefined {
	return surfaceOfName(name === '' ? undefined : surfaceByName(table, name));
}

function surfaceOfName(named: NamedSurface | undefined): number | undefined {
	return named === undefined || named.by === 'number' || named.foreign ? undefined : named.surface;
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
