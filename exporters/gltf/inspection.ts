import type { Accessor, Mesh, Node } from '@gltf-transform/core';
import type { ShownLine } from '../../src/facts/lines.ts';
import type { Finding } from '../../src/findings/report.ts';
import { faceKinds, perimeterEdges } from '../../src/geometry/faces.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { addTo } from '../../src/math/arrays.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import { isWalkable, type SurfaceTable, surfaceColour, surfaceMaterialName } from '../../src/model/surfaces.ts';
import { NONE, transitionEdges, type Walkmesh, withFiniteHeader } from '../../src/model/walkmesh.ts';
import { hookNames, makeStamp, PART_NAMES, type PartStamp, walkmeshNodeName } from '../../src/scene/inspection.ts';
import { type Drawing, toGltfAxes } from './drawing.ts';
import { perimeterNode, transitionNode } from './signs.ts';

export interface InspectionOptions {
	/** The open edges of walkable faces as thin ribbons. */
	readonly perimeter?: boolean;
	/** Transition edges as ribbons, a node `transition_<room>` for each room. */
	readonly transitions?: boolean;
	/** Names of rooms by LYT index, for naming transitions. */
	readonly roomNames?: readonly string[];
	/** Positions of these rooms in the layout, in metres: a room gets a node of its name there, with the walkmesh below it. */
	readonly roomPositions?: readonly Vec3[];
	/** Lines to show, such as those to leaks, where the ground ends; area space, metres. */
	readonly lines?: readonly ShownLine[];
	/** Findings to show as pins, if they have coordinates. */
	readonly findings?: readonly Finding[];
}

const INSPECTION_DEFAULTS: Required<InspectionOptions> = {
	perimeter: true,
	transitions: true,
	roomNames: [],
	roomPositions: [],
	lines: [],
	findings: [],
};

/**
 * Adds a walkmesh to a drawing: a node with the stamp (see `src/scene/inspection.ts`). The faces of a room are in child nodes by kind, so that walls
 * and ceilings can be hidden; a placeable or door is one mesh. There is a primitive for each surface, and all primitives share the walkmesh's
 * own vertices, including unused ones. Ribbons and hooks are child nodes, too.
 *
 * Some editors drop the stamp, so names and geometry that they keep repeat its content: materials are named after surfaces, nodes after rooms and
 * hooks, links are ribbons on their edges, and the node of a room has its position in the layout.
 *
 * @returns the root node, not yet part of a scene
 */
export function addWalkmesh(
	drawing: Drawing,
	mesh: Walkmesh,
	table: SurfaceTable,
	options: InspectionOptions = {},
): Node {
	const { perimeter, transitions, roomNames } = { ...INSPECTION_DEFAULTS, ...options };
	const root = drawing.node(walkmeshNodeName(mesh), { extras: { wokflow: makeStamp(mesh) } });
	const shown = withFiniteHeader(mesh);
	addHooks(drawing, root, shown);
	const position = placeOf(mesh, options);
	const top = position === undefined ? root : drawing.node(mesh.name, { translation: toGltfAxes(position) });
	if (position !== undefined) top.addChild(root);
	const isEmpty = mesh.positions.length === 0;
	// Vertices of placeables and doors are relative to `position`, so the node gets that translation.
	if (mesh.kind !== 'area') root.setTranslation(toGltfAxes(shown.position));
	if (isEmpty) return top;
	const positions = drawing.points('vertices', mesh.positions);
	if (mesh.kind !== 'area' || mesh.surfaces.length === 0) root.setMesh(wholeMesh(drawing, mesh, table, positions));
	const children = mesh.kind === 'area' ? partNodes(drawing, mesh, table, positions) : [];
	if (perimeter) {
		const edges = perimeterEdges(mesh, table).edges.filter((edge) => mesh.transitions[edge] === NONE);
		if (edges.length > 0) children.push(perimeterNode(drawing, mesh, edges));
	}
	if (transitions) {
		for (const [target, edges] of transitionEdges(mesh))
			children.push(transitionNode(drawing, roomNames[target] ?? target, mesh, edges));
	}
	for (const child of children) root.addChild(child);
	if (mesh.kind === 'area') standAside(root, children, position ?? nearMiddle(mesh.positions), position === undefined);
	return top;
}

/** Position of a room in the layout; undefined where it is not known. */
function placeOf(mesh: Walkmesh, options: InspectionOptions): Vec3 | undefined {
	const { roomNames, roomPositions } = { ...INSPECTION_DEFAULTS, ...options };
	if (mesh.kind !== 'area') return undefined;
	const name = mesh.name.toLowerCase();
	return roomPositions[roomNames.findIndex((each) => each.toLowerCase() === name)];
}

/**
 * Gives nodes a translation near their vertices, because editors count empty nodes far away as part of the size of the scene. The vertices stay in
 * area space, bit for bit: a child node subtracts what its parents add. A walkmesh without faces is shown at its own node.
 */
function standAside(root: Node, children: readonly Node[], [x, y, z]: Vec3, isAlone: boolean): void {
	const back = toGltfAxes([-x, -y, -z]);
	if (root.getMesh() !== null) {
		if (!isAlone) root.setTranslation(back);
		return;
	}
	if (isAlone) root.setTranslation(toGltfAxes([x, y, z]));
	for (const child of children) child.setTranslation(back);
}

function addHooks(drawing: Drawing, root: Node, mesh: Walkmesh): void {
	for (const { name, hook } of hookNames(mesh)) root.addChild(drawing.node(name, { translation: toGltfAxes(hook) }));
}

/**
 * The faces of a room as nodes that can be hidden, one for each kind of face that occurs: `quay_01a_walkable`, `quay_01a_walls`. All share the
 * vertices of the walkmesh. The extras of each primitive list its face indices, so that reading can restore the order.
 */
function partNodes(drawing: Drawing, mesh: Walkmesh, table: SurfaceTable, positions: Accessor): Node[] {
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
function wholeMesh(drawing: Drawing, mesh: Walkmesh, table: SurfaceTable, positions: Accessor): Mesh {
	const faces = facesOf(mesh, () => true);
	if (faces.size > 0) return faceMesh(drawing, mesh.name, mesh, faces, table, positions);
	// glTF requires at least one primitive in a mesh.
	return drawing.mesh(mesh.name, [drawing.pointCloud(positions)]);
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
	positions: Accessor,
): Mesh {
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
function nearMiddle(positions: Float32Array): Vec3 {
	const bounds = boundsOf(positions);
	if (bounds?.every(Number.isFinite) !== true) return ZERO;
	const middle = (axis: number): number => Math.fround(Math.round((bounds[axis] + bounds[axis + 3]) / 2)) + 0;
	return [middle(0), middle(1), middle(2)];
}
