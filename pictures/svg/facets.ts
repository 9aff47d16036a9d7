import { perimeterEdges } from '../../src/geometry/faces.ts';
import { faceVector } from '../../src/geometry/triangles.ts';
import { distanceBetween, dot, mapped, middleBetween, middleOf, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';

/** The point of view of a picture. */
export interface Camera {
	/** Its description in words. */
	readonly text: string;
	/** Projects a point: x to the right, y up, and the distance from the eye; in metres if `isLevel`. */
	look(x: number, y: number, z: number): Vec3;
	/** The direction from a point to the eye, not of unit length. */
	towards(x: number, y: number, z: number): Vec3;
	/** True for a parallel projection from the side, with one scale and z upwards, so that a grid of metres fits. */
	readonly isLevel: boolean;
}

export type ViewName = 'perspective' | 'front' | 'side';

/** Direction of the eye in degrees: west of south, and above the horizon. */
const AZIMUTH = 32;
const ELEVATION = 42;
/** The eye's distance over the size of the level. */
const DISTANCE = 2.4;

/** The camera of a view. The bounds are min x, y, z, max x, y, z of the level. */
export function cameraOf(view: ViewName, [minX, minY, minZ, maxX, maxY, maxZ]: readonly number[]): Camera {
	if (view === 'front') {
		return { text: 'From the south', look: (x, y, z) => [x, z, y], towards: () => [0, -1, 0], isLevel: true };
	}
	if (view === 'side') {
		return { text: 'From the east', look: (x, y, z) => [y, z, -x], towards: () => [1, 0, 0], isLevel: true };
	}
	const [azimuth, elevation] = [(AZIMUTH * Math.PI) / 180, (ELEVATION * Math.PI) / 180];
	const back: Vec3 = [
		-Math.sin(azimuth) * Math.cos(elevation),
		-Math.cos(azimuth) * Math.cos(elevation),
		Math.sin(elevation),
	];
	const right: Vec3 = [Math.cos(azimuth), -Math.sin(azimuth), 0];
	const up: Vec3 = [
		Math.sin(azimuth) * Math.sin(elevation),
		Math.cos(azimuth) * Math.sin(elevation),
		Math.cos(elevation),
	];
	const middle: Vec3 = [(minX + maxX) / 2, (minY + maxY) / 2, (minZ + maxZ) / 2];
	const far = Math.max(Math.hypot(maxX - minX, maxY - minY, maxZ - minZ), 0.01) * DISTANCE;
	const along = (axis: Vec3, x: number, y: number, z: number): number =>
		axis[0] * (x - middle[0]) + axis[1] * (y - middle[1]) + axis[2] * (z - middle[2]);
	return {
		text: 'From the south-west, above',
		look: (x, y, z) => {
			const depth = far - along(back, x, y, z);
			const shrink = far / depth;
			return [along(right, x, y, z) * shrink, along(up, x, y, z) * shrink, depth];
		},
		towards: (x, y, z) => [middle[0] + back[0] * far - x, middle[1] + back[1] * far - y, middle[2] + back[2] * far - z],
		isLevel: false,
	};
}

/** What an edge of a facet is. */
export type Rim = 'none' | 'perimeter' | 'transition';

/** A triangle as the eye sees it. */
export interface Facet {
	/** Across and up for each corner. */
	readonly points: readonly number[];
	/** Distance of its middle from the eye. */
	readonly depth: number;
	/** Which of the meshes it is of. */
	readonly room: number;
	readonly surface: number;
	readonly walkable: boolean;
	/** 0 for vertical faces, 1 for level ones. */
	readonly level: number;
	/** Brightness of the light on it, 0 to 1. */
	readonly light: number;
	/** Kind of the edge that follows each corner. */
	readonly rims: readonly Rim[];
}

/** Light comes from the north-west, above. */
const LIGHT: Vec3 = [-0.43, 0.34, 0.836];

/** Edges longer than this share of the whole level are divided, since large faces cannot be sorted by distance of their middles. */
const LONGEST = 1 / 14;
/** Faces are divided less, or not at all, where dividing would make more facets than this. */
export const MOST_FACETS = 30_000;

/**
 * The faces that face the eye, farthest first, and ground that is seen edge-on. Walls are only visible from inside, so that they do not hide the
 * ground.
 */
export function facetsOf(meshes: readonly Walkmesh[], camera: Camera, extent: number, table: SurfaceTable): Facet[] {
	return dividedFacets(meshes, camera, extent, table)
		.map((facet, i) => ({ facet, i }))
		.sort((a, b) => b.facet.depth - a.facet.depth || a.i - b.i)
		.map(({ facet }) => facet);
}

function dividedFacets(meshes: readonly Walkmesh[], camera: Camera, extent: number, table: SurfaceTable): Facet[] {
	const faces = meshes.reduce((sum, { surfaces }) => sum + surfaces.length, 0);
	let longest = faces > MOST_FACETS ? Infinity : extent * LONGEST;
	for (;;) {
		const most = longest === Infinity ? Infinity : MOST_FACETS;
		const facets: Facet[] = [];
		meshes.forEach((mesh, room) => {
			addMesh(mesh, room, camera, longest, most, table, facets);
		});
		if (facets.length <= most) return facets;
		longest = longest < extent ? longest * 2 : Infinity;
	}
}

/** Adds the facets of a mesh; beyond the most, those of its other faces are left out. */
function addMesh(
	mesh: Walkmesh,
	room: number,
	camera: Camera,
	longest: number,
	most: number,
	table: SurfaceTable,
	facets: Facet[],
): void {
	const { positions, faces, surfaces } = mesh;
	const walkable = walkableFaces(table, surfaces);
	const rims = new Map<number, Rim>();
	for (const edge of perimeterEdges(mesh, table).edges) {
		rims.set(edge, mesh.transitions[edge] === NONE ? 'perimeter' : 'transition');
	}
	const vector: [number, number, number] = [0, 0, 0];
	for (let face = 0; face < surfaces.length && facets.length <= most; face++) {
		const corners = [0, 1, 2].map((corner) => vec3At(positions, faces[face * 3 + corner]));
		const length = faceVector(positions, faces, face, vector);
		if (!(length > 0)) continue;
		const normal = mapped(vector, (each) => each / length);
		const facing = dot(normal, camera.towards(...middleOf(corners)));
		// Level ground is seen edge-on from the side: a line, without which a level floor would not be in the picture at all.
		const isEdgeOn = facing === 0 && camera.isLevel && walkable[face] === 1;
		if (!(facing > 0 || isEdgeOn)) continue;
		const light = Math.max(0, dot(normal, LIGHT));
		const own = { room, surface: surfaces[face], walkable: walkable[face] === 1, level: Math.abs(normal[2]), light };
		const ownRims = [0, 1, 2].map((edge): Rim => rims.get(face * 3 + edge) ?? 'none');
		divide(corners, ownRims, longest, (part, partRims) => {
			const seen = part.map((corner) => camera.look(...corner));
			facets.push({
				...own,
				points: seen.flatMap((place) => place.slice(0, 2)),
				depth: (seen[0][2] + seen[1][2] + seen[2][2]) / 3,
				rims: partRims,
			});
		});
	}
}

/** Halves a triangle at its longest edge until none is too long. */
function divide(
	corners: readonly Vec3[],
	rims: readonly Rim[],
	longest: number,
	give: (corners: readonly Vec3[], rims: readonly Rim[]) => void,
	depth = 0,
): void {
	const lengths = corners.map((corner, i) => distanceBetween(corner, corners[(i + 1) % 3]));
	const edge = lengths.indexOf(Math.max(...lengths));
	if (!(lengths[edge] > longest) || depth > 12) {
		give(corners, rims);
		return;
	}
	const [a, b, c] = [corners[edge], corners[(edge + 1) % 3], corners[(edge + 2) % 3]];
	const [ab, bc, ca] = [rims[edge], rims[(edge + 1) % 3], rims[(edge + 2) % 3]];
	const middle = middleBetween(a, b);
	divide([a, middle, c], [ab, 'none', ca], longest, give, depth + 1);
	divide([middle, b, c], [ab, bc, 'none'], longest, give, depth + 1);
}
