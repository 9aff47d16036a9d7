import { perimeterEdges, walkableNeighbours } from '../bwm/derive.ts';
import { type Bounds, boundsOf, faceArea } from '../mesh/triangles.ts';
import { isWalkable, type SurfaceTable, surfaceLabel, walkableFaces } from '../walkmesh/surfaces.ts';
import { NONE, type Walkmesh } from '../walkmesh/walkmesh.ts';

/** The faces of one surface. */
export interface SurfaceFacts {
	readonly surface: number;
	readonly label: string;
	readonly walkable: boolean;
	readonly faces: number;
	/** Square metres, along the faces. */
	readonly area: number;
}

/** The links to one room. */
export interface LinkFacts {
	/** Index into the LYT. */
	readonly room: number;
	readonly edges: number;
	/** Length of these edges, metres. */
	readonly length: number;
}

/** Everything countable about a walkmesh. */
export interface WalkmeshFacts {
	readonly name: string;
	readonly kind: Walkmesh['kind'];
	readonly doorState?: Walkmesh['doorState'];
	readonly vertices: number;
	readonly faces: number;
	readonly walkableFaces: number;
	/** Square metres. */
	readonly walkableArea: number;
	/** In order of their ids; only surfaces that occur. */
	readonly surfaces: readonly SurfaceFacts[];
	/** min xyz, max xyz in metres. */
	readonly bounds?: Bounds;
	/** Pieces of walkable ground that share no edge. */
	readonly islands: number;
	readonly perimeterEdges: number;
	readonly loops: number;
	readonly links: readonly LinkFacts[];
	readonly position: Walkmesh['position'];
	readonly hooks: Walkmesh['hooks'];
}

/** Counts, areas, bounds, loops and links of a walkmesh. */
export function walkmeshFacts(mesh: Walkmesh, table: SurfaceTable): WalkmeshFacts {
	const surfaces = surfaceFacts(mesh, table);
	const walkable = surfaces.filter((surface) => surface.walkable);
	const { edges, ends } = perimeterEdges(mesh, table);
	const bounds = boundsOf(mesh.positions);
	return {
		name: mesh.name,
		kind: mesh.kind,
		...(mesh.doorState === undefined ? {} : { doorState: mesh.doorState }),
		vertices: mesh.positions.length / 3,
		faces: mesh.surfaces.length,
		walkableFaces: walkable.reduce((sum, { faces }) => sum + faces, 0),
		walkableArea: walkable.reduce((sum, { area }) => sum + area, 0),
		surfaces,
		...(bounds === undefined ? {} : { bounds }),
		islands: countIslands(mesh, table),
		perimeterEdges: edges.length,
		loops: ends.length,
		links: linkFacts(mesh),
		position: mesh.position,
		hooks: mesh.hooks,
	};
}

function surfaceFacts(mesh: Walkmesh, table: SurfaceTable): SurfaceFacts[] {
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
		sum.length += edgeLength(mesh, edge);
	}
	return [...sums].sort((a, b) => a[0] - b[0]).map(([room, sum]) => ({ room, ...sum }));
}

function edgeLength({ positions, faces }: Walkmesh, edge: number): number {
	const a = faces[edge] * 3;
	const b = faces[edge % 3 === 2 ? edge - 2 : edge + 1] * 3;
	return Math.hypot(
		positions[b] - positions[a],
		positions[b + 1] - positions[a + 1],
		positions[b + 2] - positions[a + 2],
	);
}

/** Connected pieces of the walkable faces, over shared edges. */
export function countIslands(mesh: Walkmesh, table: SurfaceTable): number {
	const neighbours = walkableNeighbours(mesh, table);
	const walk = walkableFaces(table, mesh.surfaces);
	const seen = new Uint8Array(walk.length);
	const stack: number[] = [];
	let islands = 0;
	for (let first = 0; first < walk.length; first++) {
		if (walk[first] === 0 || seen[first] === 1) continue;
		islands++;
		seen[first] = 1;
		stack.push(first);
		while (stack.length > 0) {
			const face = stack.pop() as number;
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				const next = Math.floor(neighbours[edge] / 3);
				if (next < 0 || seen[next] === 1) continue;
				seen[next] = 1;
				stack.push(next);
			}
		}
	}
	return islands;
}
