import { type BwmFile, TABLES, TYPE_AREA } from '../bwm/index.ts';
import { faceArea } from '../geometry/measure.ts';
import { faceNormals, planarDistances } from '../geometry/normals.ts';
import { vec3At } from '../geometry/vec3.ts';

/** Whose habits a file's other tables show. */
export interface TableTraits {
	readonly area: boolean;
	readonly faces: number;
	readonly normals: {
		/** All components 0. */
		readonly zero: number;
		/** Bit for bit what float64 arithmetic and one rounding give. */
		readonly exact: number;
		/** Neither zero nor one long. */
		readonly unscaled: number;
		/** Faces with an area, which the counts are of. */
		readonly of: number;
	};
	/** Planar distances that are `−(n · v0)` of the stored normal, bit for bit. */
	readonly exactDistances: number;
	/** All twelve numbers of the hooks are 0. */
	readonly hooksZero: boolean;
	readonly positionZero: boolean;
	/** For placeables and doors: tables that they cannot have, but which have an offset all the same. */
	readonly strayOffsets: number;
	/** For placeables and doors: nodes of a tree that they should not have. */
	readonly strayNodes: number;
	/** Vertices stand in the order in which faces first use them. */
	readonly firstUse: boolean;
	readonly perimetersEmpty: boolean;
	readonly edges: number;
	/** A header and no geometry. */
	readonly headerOnly: boolean;
}

/** Below this many square metres a normal is a matter of rounding. */
const LEAST_AREA = 1e-6;

export function tableTraits(file: BwmFile): TableTraits {
	const area = file.type === TYPE_AREA;
	const distances = planarDistances(file.vertices, file.faces, file.normals);
	let exactDistances = 0;
	for (let face = 0; face < distances.length; face++) if (distances[face] === file.distances[face]) exactDistances++;
	const stray = area ? [] : TABLES.filter(({ areaOnly, name }) => areaOnly && file.offsets[name] !== 0);
	return {
		area,
		faces: file.materials.length,
		normals: normalTraits(file),
		exactDistances,
		hooksZero: file.hooks.every((value) => value === 0),
		positionZero: file.position.every((value) => value === 0),
		strayOffsets: stray.length,
		strayNodes: area ? 0 : file.aabb.nodeCount,
		firstUse: isFirstUseOrder(file),
		perimetersEmpty: file.perimeters.length === 0 && file.edges.length > 0,
		edges: file.edges.length / 2,
		headerOnly: file.materials.length === 0 && file.vertices.length === 0,
	};
}

function normalTraits({ vertices, faces, normals }: BwmFile): TableTraits['normals'] {
	const expected = faceNormals(vertices, faces);
	const counts = { zero: 0, exact: 0, unscaled: 0, of: 0 };
	for (let face = 0; face < normals.length / 3; face++) {
		if (faceArea(vertices, faces, face) < LEAST_AREA) continue;
		counts.of++;
		const [x, y, z] = vec3At(normals, face);
		const length = Math.hypot(x, y, z);
		if (length === 0) counts.zero++;
		else if (Math.abs(length - 1) > 1e-3) counts.unscaled++;
		const [u, v, w] = vec3At(expected, face);
		if (x === u && y === v && z === w) counts.exact++;
	}
	return counts;
}

function isFirstUseOrder({ faces, vertices }: BwmFile): boolean {
	let used = 0;
	for (const vertex of faces) {
		if (vertex > used) return false;
		if (vertex === used) used++;
	}
	return used === vertices.length / 3;
}
