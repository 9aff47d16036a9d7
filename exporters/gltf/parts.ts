import { POINTS } from '../../src/formats/gltf.ts';
import { faceKinds } from '../../src/geometry/faces.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { addTo } from '../../src/math/arrays.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import { isWalkable, type SurfaceTable, surfaceColour, surfaceMaterialName } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { PART_NAMES, type PartStamp } from '../../src/scene/inspection.ts';
import type { Drawing, DrawnAccessor, DrawnMesh, DrawnNode } from './drawing.ts';

/**
 * The faces of a room as nodes that can be hidden, one for each kind of face that occurs: `quay_01a_walkable`, `quay_01a_walls`. All share the
 * vertices of the walkmesh. The extras of each primitive list its face indices, so that reading can restore the order.
 */
export function partNodes(
	drawing: Drawing,
	mesh: Walkmesh,
	table: SurfaceTable,
	positions: DrawnAccessor,
): DrawnNode[] {
	const kinds = faceKinds(mesh, table);
	return PART_NAMES.flatMap((part, kind) => {
		const faces = facesOf(mesh, (face) => kinds[face] === kind);
		if (faces.size === 0) return [];
		const name = `${mesh.name === '' ? 'walkmesh' : mesh.name}_${part}`;
		const stamp: PartStamp = { part };
		const shown = faceMesh(drawing, name, mesh, faces, table, positions);
		return [drawing.node(name, { mesh: shown, extras: { wokflow: stamp } })];
	});
}

/** All faces of a placeable or door as one mesh. A walkmesh without faces becomes points. */
export function wholeMesh(drawing: Drawing, mesh: Walkmesh, table: SurfaceTable, positions: DrawnAccessor): DrawnMesh {
	const faces = facesOf(mesh, () => true);
	if (faces.size > 0) return faceMesh(drawing, mesh.name, mesh, faces, table, positions);
	// glTF requires at least one primitive in a mesh.
	return drawing.mesh(mesh.name, [{ mode: POINTS, positions }]);
}

/** Face indices by surface, in ascending order. */
type FacesBySurface = ReadonlyMap<number, readonly number[]>;

function facesOf({ surfaces }: Walkmesh, isWanted: (face: number) => boolean): FacesBySurface {
	const found = new Map<number, number[]>();
	for (let face = 0; face < surfaces.length; face++) {
		if (!isWanted(face)) continue;
		addTo(found, surfaces[face], face);
	}
	return new Map([...found].sort(([a], [b]) => a - b));
}

function faceMesh(
	drawing: Drawing,
	name: string,
	{ faces }: Walkmesh,
	bySurface: FacesBySurface,
	table: SurfaceTable,
	positions: DrawnAccessor,
): DrawnMesh {
	const primitives = [...bySurface].map(([surface, own]) => {
		const indices = new Uint32Array(own.length * 3);
		for (const [at, face] of own.entries()) {
			for (let corner = 0; corner < 3; corner++) indices[at * 3 + corner] = faces[face * 3 + corner];
		}
		const material = drawing.material(surfaceMaterialName(table, surface), {
			colour: table.surfaces[surface]?.colour ?? surfaceColour(surface),
			// Unwalkable faces are mostly walls and ceilings, which would hide the floor when seen from behind.
			isDoubleSided: isWalkable(table, surface),
			extras: { surface },
		});
		return drawing.triangles(positions, indices, material, { wokflow: { runs: runsOf(own) } });
	});
	return drawing.mesh(name, primitives);
}

/** Run-length form of ascending face indices: pairs of the first face and the length of each run. */
function runsOf(faces: readonly number[]): number[] {
	const runs: number[] = [];
	for (const face of faces) {
		const last = runs.length - 2;
		if (last >= 0 && runs[last] + runs[last + 1] === face) runs[last + 1]++;
		else runs.push(face, 1);
	}
	return runs;
}

/** A translation for a node without a position of its own: the middle of its points in whole metres, which float32 adds and subtracts exactly. */
export function nearMiddle(positions: Float32Array): Vec3 {
	const bounds = boundsOf(positions);
	if (bounds?.every(Number.isFinite) !== true) return ZERO;
	const middle = (axis: number): number => Math.fround(Math.round((bounds[axis] + bounds[axis + 3]) / 2)) + 0;
	return [middle(0), middle(1), middle(2)];
}
