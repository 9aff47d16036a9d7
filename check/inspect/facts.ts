import { perimeterEdges } from '../../src/geometry/faces.ts';
import { edgeEnd, type Perimeters, type Pieces } from '../../src/geometry/half-edges.ts';
import { type Bounds, boundsOf, faceArea, squaredDistance } from '../../src/geometry/triangles.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { isWalkable, type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh, walkmeshIdentity } from '../../src/model/walkmesh.ts';
import { checkAabbTree } from '../../src/tree/check.ts';
import { type AabbTree, FACE, LEFT, leastDepth, NODE_WORDS, PLANE, RIGHT } from '../../src/tree/tree.ts';
import { countIslands } from '../mesh/ground.ts';

/** The faces of one surface. */
export interface SurfaceFacts {
	readonly surface: number;
	readonly label: string;
	readonly walkable: boolean;
	readonly faces: number;
	/** Square metres, measured along the faces. */
	readonly area: number;
}

/** The transitions to one room. */
export interface LinkFacts {
	/** Index into the layout. */
	readonly room: number;
	readonly edges: number;
	/** Total length of these edges, metres. */
	readonly length: number;
}

/** Counts and measures of a walkmesh. */
export interface WalkmeshFacts {
	readonly name: string;
	readonly kind: Walkmesh['kind'];
	readonly doorState?: Walkmesh['doorState'];
	readonly vertices: number;
	readonly faces: number;
	/** Faces whose surface can be walked on. */
	readonly walkableFaces: number;
	/** Square metres, along the faces. */
	readonly walkableArea: number;
	/** Only surfaces that occur, in the order of their ids. */
	readonly surfaces: readonly SurfaceFacts[];
	/** Least x, y, z, then greatest x, y, z; metres. */
	readonly bounds?: Bounds;
	/** Number of pieces of walkable ground that share no edge. */
	readonly islands: number;
	/** Edges of walkable faces without a walkable neighbour, and the closed loops that they make. */
	readonly perimeterEdges: number;
	readonly loops: number;
	/** One for each room that transitions lead to. */
	readonly links: readonly LinkFacts[];
	readonly position: Walkmesh['position'];
	readonly hooks: Walkmesh['hooks'];
}

/** What may be known already of the walkable faces of a walkmesh. */
export interface KnownGround {
	readonly perimeters: Perimeters;
	readonly pieces: Pieces;
}

/**
 * Counts, areas, bounds, loops and links of a walkmesh.
 *
 * @example
 * const { walkableArea, islands } = walkmeshFacts(walkmesh, K1);
 * console.log(walkableArea.toFixed(1), 'm² in', islands, 'pieces');
 */
export function walkmeshFacts(mesh: Walkmesh, table: SurfaceTable, known?: KnownGround): WalkmeshFacts {
	const surfaces = surfaceFacts(mesh, table);
	const walkable = surfaces.filter((surface) => surface.walkable);
	const { edges, ends } = known?.perimeters ?? perimeterEdges(mesh, table);
	const bounds = boundsOf(mesh.positions);
	return {
		...walkmeshIdentity(mesh),
		vertices: mesh.positions.length / 3,
		faces: mesh.surfaces.length,
		walkableFaces: walkable.reduce((sum, { faces }) => sum + faces, 0),
		walkableArea: walkable.reduce((sum, { area }) => sum + area, 0),
		surfaces,
		...(bounds === undefined ? {} : { bounds }),
		islands: known?.pieces.areas.length ?? countIslands(mesh, table),
		perimeterEdges: edges.length,
		loops: ends.length,
		links: linkFacts(mesh),
		position: mesh.position,
		hooks: mesh.hooks,
	};
}

/** Number and area of faces by surface, in the order of surface ids. */
export function surfaceFacts(mesh: Walkmesh, table: SurfaceTable): SurfaceFacts[] {
	const sums = new Map<number, { faces: number; area: number }>();
	for (let face = 0; face < mesh.surfaces.length; face++) {
		let sum = sums.get(mesh.surfaces[face]);
		if (sum === undefined) sums.set(mesh.surfaces[face], (sum = { faces: 0, area: 0 }));
		sum.faces++;
		sum.area += faceArea(mesh.positions, mesh.faces, face);
	}
	return [...sums]
		.sort((a, b) => a[0] - b[0])
		.map(([surface, { faces, area }]) => ({
			surface,
			label: surfaceLabel(table, surface),
			walkable: isWalkable(table, surface),
			faces,
			area,
		}));
}

function linkFacts(mesh: Walkmesh): LinkFacts[] {
	const sums = new Map<number, { edges: number; length: number }>();
	for (let edge = 0; edge < mesh.transitions.length; edge++) {
		const room = mesh.transitions[edge];
		if (room === NONE) continue;
		let sum = sums.get(room);
		if (sum === undefined) sums.set(room, (sum = { edges: 0, length: 0 }));
		sum.edges++;
		sum.length += Math.sqrt(squaredDistance(mesh.positions, mesh.faces[edge], mesh.faces[edgeEnd(edge)]));
	}
	return [...sums].sort((a, b) => a[0] - b[0]).map(([room, sum]) => ({ room, ...sum }));
}

/** Measures of a tree. */
export interface TreeFacts {
	readonly nodes: number;
	/** Number of levels below the root, on the longest path. */
	readonly depth: number;
	/** The least depth that a tree over that many faces can have. */
	readonly leastDepth: number;
	/** True if every face can be found through the tree. */
	readonly complete: boolean;
	/** The least distances between leaf boxes and their faces, metres; 0.01 and 0.0101 in the game's files. */
	readonly marginBelow: number;
	readonly marginAbove: number;
}

/** Measures a tree. @param mesh with its faces in the order in which the leaves number them */
export function treeFacts(tree: AabbTree, mesh: Walkmesh): TreeFacts {
	const { depth, complete, marginBelow, marginAbove } = checkAabbTree(tree, mesh.positions, mesh.faces);
	return {
		nodes: tree.nodeCount,
		depth,
		leastDepth: leastDepth(mesh.surfaces.length),
		complete,
		marginBelow,
		marginAbove,
	};
}

/** A node of a tree as an object, for inspection; queries work on the flat arrays. */
export interface AabbNode {
	readonly min: Vec3;
	readonly max: Vec3;
	/** The face of a leaf, −1 in inner nodes. */
	readonly face: number;
	/** Axis from the left to the right child: 1, 2, 4 for +x, +y, +z; 8, 16, 32 for −x, −y, −z; 0 in leaves. */
	readonly plane: number;
	/** Node numbers, −1 in leaves. */
	readonly left: number;
	readonly right: number;
}

/** Reads a node by its number. @throws RangeError if there is no such node */
export function aabbNode({ f32, i32, nodeCount }: AabbTree, node: number): AabbNode {
	if (!Number.isInteger(node) || node < 0 || node >= nodeCount)
		throw new RangeError(`There is no node ${node} of ${nodeCount}.`);
	const at = node * NODE_WORDS;
	return {
		min: [f32[at], f32[at + 1], f32[at + 2]],
		max: [f32[at + 3], f32[at + 4], f32[at + 5]],
		face: i32[at + FACE],
		plane: i32[at + PLANE],
		left: i32[at + LEFT],
		right: i32[at + RIGHT],
	};
}
