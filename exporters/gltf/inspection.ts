import { type Accessor, type Document, type Material, type Mesh, type Node, Primitive } from '@gltf-transform/core';
import type { ShownLine } from '../../src/check/lines.ts';
import { edgeEnd } from '../../src/mesh/half-edges.ts';
import { type Vec3, vec3At } from '../../src/mesh/vec3.ts';
import { hookNames, makeStamp, TRANSITION_MATERIAL, walkmeshNodeName } from '../../src/scene/inspection.ts';
import { perimeterEdges } from '../../src/walkmesh/faces.ts';
import { surfaceMaterialName } from '../../src/walkmesh/surface-names.ts';
import { type SurfaceTable, surfaceColour } from '../../src/walkmesh/surfaces.ts';
import { NONE, transitionEdges, type Walkmesh, withFiniteHeader } from '../../src/walkmesh/walkmesh.ts';

export interface InspectionOptions {
	/** The open edges of walkable faces as black lines. */
	readonly perimeter?: boolean;
	/** Transition edges as ribbons, a node `transition_<room>` for each room. */
	readonly transitions?: boolean;
	/** Rooms by LYT index, to name transitions after. */
	readonly roomNames?: readonly string[];
	/** Where the layout puts these rooms, metres: a room gets a node of its name there, with the walkmesh below it. */
	readonly roomPositions?: readonly Vec3[];
	/** Lines to show below a node `leaks`, such as those from the inside to where the ground ends; area space, metres. */
	readonly lines?: readonly ShownLine[];
}

export const INSPECTION_DEFAULTS: Required<InspectionOptions> = {
	perimeter: true,
	transitions: true,
	roomNames: [],
	roomPositions: [],
	lines: [],
};

/** How far a ribbon rises from its edge, and how far it leans over the walkmesh's own ground, so that it is seen from above and from the side. */
const RIBBON = 0.1;

/** Linear RGB of perimeter and transition lines. */
const PERIMETER_COLOUR: Vec3 = [0, 0, 0];
const TRANSITION_COLOUR: Vec3 = [1, 0.55, 0];
const LEAK_COLOUR: Vec3 = [0.9, 0, 0.15];

/** Node and material of the lines to where the ground ends. */
const LEAKS = 'leaks';

/**
 * Adds a walkmesh to a document: a node that carries the stamp (see `src/scene/inspection.ts`), one primitive a surface, with lines, ribbons and
 * hooks as children. All primitives share the walkmesh's own vertices, unused ones included.
 *
 * Editors drop stamps and lines. What they keep says the same: names of materials are surfaces, those of nodes are rooms and hooks, links are
 * ribbons with faces, and the node of a room stands where the layout has it.
 *
 * @returns the root node, not yet part of a scene
 */
export function addWalkmesh(
	document: Document,
	mesh: Walkmesh,
	table: SurfaceTable,
	options: InspectionOptions = {},
): Node {
	const { perimeter, transitions, roomNames, roomPositions } = { ...INSPECTION_DEFAULTS, ...options };
	const root = document.createNode(walkmeshNodeName(mesh)).setExtras({ wokflow: makeStamp(mesh) });
	// Vertices of placeables and doors are relative to `position`; in a viewer they stand where the model has them.
	const shown = withFiniteHeader(mesh);
	if (mesh.kind !== 'area') root.setTranslation(toGltfAxes(shown.position));
	addHooks(document, root, shown);
	const room = roomNames.findIndex((name) => name.toLowerCase() === mesh.name.toLowerCase());
	const position = mesh.kind === 'area' ? roomPositions[room] : undefined;
	const top = position === undefined ? root : document.createNode(mesh.name).setTranslation(toGltfAxes(position));
	if (position !== undefined) {
		// Vertices stay in area space, bit for bit: what the room's node adds is taken off again.
		const [x, y, z] = position;
		top.addChild(root.setTranslation(toGltfAxes([-x, -y, -z])));
	}
	if (mesh.positions.length === 0) return top;

	const positions = document
		.createAccessor('vertices')
		.setType('VEC3')
		.setArray(positionsToGltfAxes(mesh.positions))
		.setBuffer(document.getRoot().listBuffers()[0] ?? document.createBuffer());
	root.setMesh(surfaceMesh(document, mesh, table, positions));
	if (perimeter) addPerimeter(document, root, mesh, table, positions);
	if (transitions) addTransitions(document, root, mesh, roomNames);
	return top;
}

function surfaceMesh(document: Document, mesh: Walkmesh, table: SurfaceTable, positions: Accessor): Mesh {
	const result = document.createMesh(mesh.name);
	const counts = new Map<number, number>();
	for (const surface of mesh.surfaces) counts.set(surface, (counts.get(surface) ?? 0) + 1);
	for (const [surface, count] of [...counts].sort((a, b) => a[0] - b[0])) {
		const indices = new Uint32Array(count * 3);
		const runs: number[] = [];
		let at = 0;
		for (let face = 0; face < mesh.surfaces.length; face++) {
			if (mesh.surfaces[face] !== surface) continue;
			indices.set(mesh.faces.subarray(face * 3, face * 3 + 3), at);
			at += 3;
			const last = runs.length - 2;
			if (last >= 0 && runs[last] + runs[last + 1] === face) runs[last + 1]++;
			else runs.push(face, 1);
		}
		const primitive = indexed(document, positions, indices, Primitive.Mode.TRIANGLES)
			.setMaterial(surfaceMaterial(document, table, surface))
			.setExtras({ wokflow: { runs } });
		result.addPrimitive(primitive);
	}
	// A mesh needs a primitive; vertices without faces are shown as points.
	if (counts.size === 0) {
		result.addPrimitive(document.createPrimitive().setMode(Primitive.Mode.POINTS).setAttribute('POSITION', positions));
	}
	return result;
}

function surfaceMaterial(document: Document, table: SurfaceTable, surface: number): Material {
	const name = surfaceMaterialName(table, surface);
	const known = document
		.getRoot()
		.listMaterials()
		.find((material) => material.getName() === name);
	if (known !== undefined) return known;
	const colour = table.surfaces[surface]?.colour ?? surfaceColour(surface);
	return flatMaterial(document, name, colour).setExtras({ surface });
}

function addPerimeter(document: Document, root: Node, mesh: Walkmesh, table: SurfaceTable, positions: Accessor): void {
	const edges = perimeterEdges(mesh, table).edges.filter((edge) => mesh.transitions[edge] === NONE);
	if (edges.length > 0) root.addChild(lines(document, 'perimeter', mesh, edges, positions, PERIMETER_COLOUR));
}

function addTransitions(document: Document, root: Node, mesh: Walkmesh, roomNames: readonly string[]): void {
	for (const [room, edges] of transitionEdges(mesh))
		root.addChild(ribbons(document, `transition_${roomNames[room] ?? room}`, mesh, edges));
}

/** Two triangles on each edge: its own ends, exactly, and two points above, over the ground. */
function ribbons(document: Document, name: string, mesh: Walkmesh, edges: readonly number[]): Node {
	const points = new Float32Array(edges.length * 12);
	const indices = new Uint32Array(edges.length * 6);
	for (const [at, edge] of edges.entries()) {
		const corners = [edge, edgeEnd(edge), edgeEnd(edgeEnd(edge))];
		const [from, to, inside] = corners.map((corner) => vec3At(mesh.positions, mesh.faces[corner]));
		const [x, y] = leaning(from, to, inside);
		const above = ([px, py, pz]: Vec3): Vec3 => [px + x, py + y, pz + RIBBON];
		points.set([from, to, above(to), above(from)].flat(), at * 12);
		indices.set(
			[0, 1, 2, 0, 2, 3].map((corner) => at * 4 + corner),
			at * 6,
		);
	}
	const buffer = document.getRoot().listBuffers()[0];
	const positions = document.createAccessor().setType('VEC3').setArray(positionsToGltfAxes(points)).setBuffer(buffer);
	const material = lineMaterial(document, TRANSITION_MATERIAL, TRANSITION_COLOUR);
	const primitive = indexed(document, positions, indices, Primitive.Mode.TRIANGLES).setMaterial(material);
	return document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive));
}

/** In plan from an edge towards its face, as far as a ribbon leans; nothing for a face that stands upright. */
function leaning([ax, ay]: Vec3, [bx, by]: Vec3, [cx, cy]: Vec3): [x: number, y: number] {
	const [nx, ny] = [ay - by, bx - ax];
	const length = Math.hypot(nx, ny);
	const side = Math.sign(nx * (cx - ax) + ny * (cy - ay));
	return length > 0 ? [(nx / length) * side * RIBBON, (ny / length) * side * RIBBON] : [0, 0];
}

function lines(
	document: Document,
	name: string,
	mesh: Walkmesh,
	edges: ArrayLike<number>,
	positions: Accessor,
	colour: Vec3,
): Node {
	const indices = new Uint32Array(edges.length * 2);
	for (let i = 0; i < edges.length; i++) {
		indices[i * 2] = mesh.faces[edges[i]];
		indices[i * 2 + 1] = mesh.faces[edgeEnd(edges[i])];
	}
	const primitive = indexed(document, positions, indices, Primitive.Mode.LINES).setMaterial(
		lineMaterial(document, name, colour),
	);
	return document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive));
}

/** The node `leaks` with a node for each line. */
export function leakNode(document: Document, shown: readonly ShownLine[]): Node {
	const node = document.createNode(LEAKS).setExtras({ wokflow: { leaks: true } });
	const material = lineMaterial(document, LEAKS, LEAK_COLOUR);
	for (const { name, points } of shown) {
		const positions = document
			.createAccessor()
			.setType('VEC3')
			.setArray(positionsToGltfAxes(Float32Array.from(points.flat())))
			.setBuffer(document.getRoot().listBuffers()[0] ?? document.createBuffer());
		const primitive = document
			.createPrimitive()
			.setMode(Primitive.Mode.LINE_STRIP)
			.setAttribute('POSITION', positions)
			.setMaterial(material);
		node.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive)));
	}
	return node;
}

function lineMaterial(document: Document, name: string, colour: Vec3): Material {
	const known = document
		.getRoot()
		.listMaterials()
		.find((material) => material.getName() === name);
	return known ?? flatMaterial(document, name, colour);
}

function addHooks(document: Document, root: Node, mesh: Walkmesh): void {
	for (const { name, hook } of hookNames(mesh)) {
		root.addChild(document.createNode(name).setTranslation(toGltfAxes(hook)));
	}
}

function indexed(
	document: Document,
	positions: Accessor,
	indices: Uint32Array,
	mode: (typeof Primitive.Mode)[keyof typeof Primitive.Mode],
): Primitive {
	const accessor = document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(positions.getBuffer());
	return document.createPrimitive().setMode(mode).setAttribute('POSITION', positions).setIndices(accessor);
}

function flatMaterial(document: Document, name: string, colour: Vec3): Material {
	return document
		.createMaterial(name)
		.setBaseColorFactor([colour[0], colour[1], colour[2], 1])
		.setRoughnessFactor(1)
		.setMetallicFactor(0)
		.setDoubleSided(true);
}

/** KotOR's (x, y, z), Z up, is glTF's (x, z, −y), Y up. Negating is exact, so this loses nothing. */
function positionsToGltfAxes(positions: Float32Array): Float32Array<ArrayBuffer> {
	const result = new Float32Array(positions.length);
	for (let i = 0; i < positions.length; i += 3) {
		result[i] = positions[i];
		result[i + 1] = positions[i + 2];
		result[i + 2] = -positions[i + 1];
	}
	return result;
}

function toGltfAxes([x, y, z]: Vec3): [number, number, number] {
	return [x + 0, z + 0, -y + 0];
}
