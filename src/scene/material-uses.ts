import { faceArea } from '../geometry/triangles.ts';

/** The faces of a material with one surface, and their area. A material whose faces have several surfaces has several of these. */
export interface MaterialUse {
	/** Empty for triangles without a material name. */
	readonly material: string;
	readonly surface: number;
	readonly faces: number;
	/** Square metres. */
	readonly area: number;
	/** True where the surface of the material is not known. */
	readonly unknown: boolean;
}

type CountedUse = { -readonly [K in keyof MaterialUse]: MaterialUse[K] };

/** Triangles of some parts, as an importer has them. */
export interface MaterialFaces {
	readonly positions: ArrayLike<number>;
	/** 3 vertices a triangle. */
	readonly triangles: ArrayLike<number>;
	/** 1 a triangle. */
	readonly surfaces: ArrayLike<number>;
	readonly first: number;
	readonly end: number;
}

/**
 * Counts the surfaces of materials while scenes are read, so that users can see what is walkable.
 *
 * @example
 * const materials = new MaterialUses();
 * await convert(sources, 'room.wok', options, { report, surfaces: K1, mappings: [], materials }, registry);
 * for (const { material, surface, faces, area } of materials.all) console.log(material, surface, faces, area);
 */
export class MaterialUses {
	/** By material, then by surface and whether it is unknown. Names are not joined into keys, as they may be long. */
	readonly #byMaterial = new Map<string, Map<number, CountedUse>>();
	readonly #all: CountedUse[] = [];

	/** Adds faces of a material, in area axes and metres. Those without area, with which batched meshes are filled up, are none. */
	add(material: string, faces: MaterialFaces, unknown: boolean): void {
		const { positions, triangles, surfaces, first, end } = faces;
		for (let from = first; from < end; ) {
			const surface = surfaces[from];
			let face = from;
			let area = 0;
			let count = 0;
			for (; face < end && surfaces[face] === surface; face++) {
				const own = faceArea(positions, triangles, face);
				area += own;
				if (own > 0) count++;
			}
			if (count > 0) this.#count(material, surface, count, area, unknown);
			from = face;
		}
	}

	/** Adds the counts of others. */
	absorb(uses: readonly MaterialUse[]): void {
		for (const { material, surface, faces, area, unknown } of uses)
			this.#count(material, surface, faces, area, unknown);
	}

	#count(material: string, surface: number, faces: number, area: number, unknown: boolean): void {
		const uses = this.#byMaterial.get(material) ?? new Map<number, CountedUse>();
		this.#byMaterial.set(material, uses);
		const key = surface * 2 + Number(unknown);
		let use = uses.get(key);
		if (use === undefined) {
			use = { material, surface, faces: 0, area: 0, unknown };
			uses.set(key, use);
			this.#all.push(use);
		}
		use.faces += faces;
		use.area += area;
	}

	/** In the order of the materials in the sources. */
	get all(): readonly MaterialUse[] {
		return [...this.#all];
	}
}

/** Where in a part the triangles of each material begin and end. */
export function runsOf<Run extends { readonly end: number }>({
	materials = [],
}: {
	readonly materials?: readonly Run[];
}): (Run & { readonly first: number })[] {
	return materials.map((run, index) => ({ ...run, first: index === 0 ? 0 : materials[index - 1].end }));
}
