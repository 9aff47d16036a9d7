import { checkedValues, choice, type GivenOf, given, refuseUnknown } from '../findings/options.ts';
import { type Action, defineFindings, type Report, UsageError } from '../findings/report.ts';
import { allSteps, type Steps } from '../findings/turns.ts';
import { reportEdges } from '../geometry/edges.ts';
import { reorderFaces, walkableFirstOrder } from '../geometry/faces.ts';
import { type Adjacency, buildAdjacency, type Perimeters, walkPerimeters } from '../geometry/half-edges.ts';
import { faceNormals, planarDistances } from '../geometry/triangles.ts';
import { vec3At } from '../math/vec3.ts';
import { REBUILD_FILE } from '../model/advice.ts';
import { type SurfaceTable, walkableFaces } from '../model/surfaces.ts';
import { type DoorState, lengthFault, NONE, valueFault, WALKMESH_PARTS, type Walkmesh } from '../model/walkmesh.ts';
import { AABB_DEFAULTS, type AabbSplit, aabbTreeSteps } from '../tree/build.ts';
import { type AabbTree, FACE, NODE_WORDS, nodesOver, treeOver } from '../tree/tree.ts';
import { allocateTables, type BwmFile, packedOffsets, TYPE_AREA, TYPE_OBJECT } from './bwm-file.ts';

/** What to do about tables that a rebuilt file has right. */
export const REBUILT = {
	help: 'Rebuilding the file derives all tables again from the geometry.',
	actions: (): readonly Action[] => [REBUILD_FILE],
	fix: { redo: 'tables' },
} as const;

/** What can be wrong or unusual in the tables of a file, whoever sees it. */
export const DERIVE_FINDINGS = defineFindings({
	BWM_FORM: {
		severity: 'info',
		explainedBy: { room: ['TREE_INVALID'] },
		meaning:
			'The file differs from those of the game in something that the game does not read, or that changes nothing it finds: bytes or tables that are not used, another root or other split planes of the AABB tree, another number in its fixed field.',
		message: (d: { problem: string }): string => `${d.problem}.`,
		...REBUILT,
	},
	BWM_FAULT: {
		severity: 'warning',
		explainedBy: { room: ['ROOM_WITHOUT_GROUND'] },
		meaning:
			'The header or a table has what it cannot have: a type that is neither 0 (placeable or door) nor 1 (room), tables that share bytes, a link on an edge that does not exist or to a negative room, or a placeable or door has an AABB tree, which only rooms have. The game may misread the tables; nobody can cross at such a link.',
		message: (d: { problem: string }): string => `Invalid walkmesh, but readable: ${d.problem}.`,
		...REBUILT,
	},
});

export const TREE_OPTIONS = {
	tree: choice<AabbSplit>(
		'How AABB trees are made: best is cheapest to walk, fast nearly so and made in less time, median is the rule of the game.',
		['best', 'fast', 'median'],
		AABB_DEFAULTS.tree,
	),
};

export interface DeriveOptions extends GivenOf<typeof TREE_OPTIONS> {
	/** A tree to keep instead of building one; its leaves number the walkmesh's faces as they are given. */
	readonly keptTree?: AabbTree;
	/** The neighbours of the walkable faces, and the loops of open edges that these make, where they are known; of no use where faces have to be sorted. */
	readonly adjacency?: Adjacency;
	readonly perimeters?: Perimeters;
}

const DERIVE_OPTIONS: Readonly<Record<keyof DeriveOptions, true>> = {
	tree: true,
	keptTree: true,
	adjacency: true,
	perimeters: true,
};

/**
 * Derives every table of a file from a walkmesh: walkable faces first (stable), normals, distances, tree, adjacency, edges,
 * perimeters. Placeables and doors have no tree, adjacency, edges or perimeters. Nothing is welded or dropped here. All tables lie in one piece
 * of memory, as they lie in the file.
 *
 * Reported: edges that more than two walkable faces share, and transitions on edges that are not on the perimeter, which a file
 * cannot hold. Findings name the walkmesh as their room.
 *
 * @throws UsageError when the arrays do not fit together, or a coordinate is no finite number; for an option that does not exist, and for a tree of
 *   another kind
 *
 * @example
 * const file = deriveBwm(walkmesh, K1, report);
 * console.log(file.adjacency.length / 3, 'walkable faces,', file.perimeters.length, 'loops');
 */
export function deriveBwm(source: Walkmesh, table: SurfaceTable, report: Report, options: DeriveOptions = {}): BwmFile {
	return allSteps(deriveSteps(source, table, report, options));
}

/** As `deriveBwm`, step by step. */
export function* deriveSteps(
	source: Walkmesh,
	table: SurfaceTable,
	report: Report,
	options: DeriveOptions,
): Steps<BwmFile> {
	requireWhole(source);
	refuseUnknown(DERIVE_OPTIONS, options, 'deriveBwm');
	const { tree: split } = checkedValues(TREE_OPTIONS, given(TREE_OPTIONS, options), 'deriveBwm');
	const { order, walkableCount } = walkableFirstOrder(walkableFaces(table, source.surfaces));
	const mesh = reorderFaces(source, order);
	const isArea = mesh.kind === 'area';
	const within = source.name === '' ? report : report.within({ room: source.name });
	const links = isArea ? deriveLinks(mesh, walkableCount, within, mesh === source ? options : {}) : NO_LINKS;
	yield;
	const tree = isArea ? keptTree(options, mesh === source ? undefined : order) : undefined;
	const treeWords = tree?.i32.length ?? (isArea ? nodesOver(mesh.surfaces.length) * NODE_WORDS : 0);
	const tables = allocateTables({
		vertices: mesh.positions.length,
		faces: mesh.faces.length,
		materials: mesh.surfaces.length,
		normals: mesh.faces.length,
		distances: mesh.surfaces.length,
		aabb: treeWords,
		adjacency: links.neighbours.length,
		edges: links.perimeters.edges.length * 2,
		perimeters: links.perimeters.ends.length,
	});
	const { vertices, faces } = tables;
	vertices.set(mesh.positions);
	faces.set(mesh.faces);
	tables.materials.set(mesh.surfaces);
	planarDistances(vertices, faces, faceNormals(vertices, faces, tables.normals), tables.distances);
	tables.adjacency.set(links.neighbours);
	writeEdges(links.perimeters, mesh.transitions, tables.edges);
	tables.perimeters.set(links.perimeters.ends);
	yield;
	if (tree !== undefined) tables.aabb.i32.set(tree.i32);
	else if (isArea) yield* aabbTreeSteps(vertices, faces, { tree: split, words: tables.aabb.i32 });
	const file = {
		type: isArea ? TYPE_AREA : TYPE_OBJECT,
		hooks: Float32Array.from(
			[mesh.hooks.relative1, mesh.hooks.relative2, mesh.hooks.absolute1, mesh.hooks.absolute2].flat(),
		),
		position: Float32Array.from(mesh.position),
		...tables,
		aabbRoot: 0,
	};
	return { ...file, offsets: packedOffsets(file, isArea), loose: [] };
}

/** Refuses arrays that do not fit together: the game would read past the end of the file. */
function requireWhole(source: Walkmesh): void {
	const missing = WALKMESH_PARTS.filter((part) => source?.[part] === undefined);
	if (missing.length > 0)
		throw new UsageError(
			`A walkmesh has no ${missing.join(', ')}. createWalkmesh({ positions, faces, surfaces }) makes a whole one.`,
		);
	const fault = lengthFault(source) ?? valueFault(source.positions, source.faces);
	if (fault !== undefined) throw new UsageError(`Walkmesh ${JSON.stringify(source.name)} ${fault}.`);
}

/** The tree to keep, with its leaves renumbered. @param order permutation of the faces, if they were reordered */
function keptTree({ keptTree: kept }: DeriveOptions, order: Uint32Array | undefined): AabbTree | undefined {
	if (kept === undefined || order === undefined) return kept;
	const sortedFace = new Int32Array(order.length);
	for (let face = 0; face < order.length; face++) sortedFace[order[face]] = face;
	const i32 = kept.i32.slice();
	for (let word = FACE; word < i32.length; word += NODE_WORDS) {
		if (i32[word] >= 0 && i32[word] < sortedFace.length) i32[word] = sortedFace[i32[word]];
	}
	return treeOver(i32);
}

/** The tables about the edges of a room. */
interface Links {
	/** 3 a walkable face. */
	readonly neighbours: Int32Array;
	readonly perimeters: Perimeters;
}

const NO_LINKS: Links = {
	neighbours: new Int32Array(0),
	perimeters: { edges: new Uint32Array(0), ends: new Uint32Array(0) },
};

function deriveLinks(
	mesh: Walkmesh,
	walkableCount: number,
	report: Report,
	{ adjacency: known, perimeters }: Pick<DeriveOptions, 'adjacency' | 'perimeters'>,
): Links {
	const faces = mesh.faces.subarray(0, walkableCount * 3);
	const walkable = new Uint8Array(walkableCount).fill(1);
	const adjacency =
		known === undefined
			? buildAdjacency(faces, walkable, mesh.positions.length / 3)
			: { ...known, neighbours: known.neighbours.subarray(0, walkableCount * 3) };
	reportEdges(mesh, walkable, adjacency, report);
	const { neighbours } = adjacency;
	return { neighbours, perimeters: perimeters ?? walkPerimeters(neighbours, walkable) };
}

/** Writes edge and transition of each perimeter edge. */
function writeEdges({ edges }: Perimeters, transitions: Int32Array, into: Int32Array): void {
	for (let i = 0; i < edges.length; i++) {
		into[i * 2] = edges[i];
		into[i * 2 + 1] = transitions[edges[i]];
	}
}

/** What only the name of a file says, not its bytes. */
export interface FileIdentity {
	readonly name: string;
	/** Files of type 0 are placeables unless the name says door. */
	readonly kind?: 'placeable' | 'door';
	readonly doorState?: DoorState;
}

/**
 * The meaning of a file: faces in its order, surfaces, transitions, hooks, position. Adjacency, perimeters and tree are left
 * behind; they follow from the rest. Edge rows that name no edge are reported and skipped.
 *
 * @example
 * const room = walkmeshFromBwm(decodeBwm(bytes, report), { name: 'quay_01b' }, report);
 */
export function walkmeshFromBwm(file: BwmFile, identity: FileIdentity, report: Report): Walkmesh {
	const { name, kind = 'placeable', doorState } = identity;
	const isArea = file.type === TYPE_AREA;
	return {
		name,
		kind: isArea ? 'area' : kind,
		...(!isArea && kind === 'door' && doorState !== undefined ? { doorState } : {}),
		positions: file.vertices,
		faces: file.faces,
		surfaces: file.materials,
		transitions: readTransitions(file, report),
		position: vec3At(file.position, 0),
		hooks: {
			relative1: vec3At(file.hooks, 0),
			relative2: vec3At(file.hooks, 1),
			absolute1: vec3At(file.hooks, 2),
			absolute2: vec3At(file.hooks, 3),
		},
	};
}

function readTransitions(file: BwmFile, report: Report): Int32Array {
	const transitions = new Int32Array(file.faces.length).fill(NONE);
	for (let row = 0; row < file.edges.length / 2; row++) {
		const edge = file.edges[row * 2];
		const room = file.edges[row * 2 + 1];
		if (edge < 0 || edge >= transitions.length) {
			const problem = `row ${row} of the edge table refers to edge ${edge}, but there are only ${transitions.length}; its transition is lost`;
			report.add(DERIVE_FINDINGS.BWM_FAULT, { offset: file.offsets.edges + row * 8 }, { problem });
		} else if (room < NONE) {
			const location = { offset: file.offsets.edges + row * 8 + 4, face: Math.floor(edge / 3), edge };
			const problem = `edge ${edge} links to room ${room}, which no layout has; the link is dropped`;
			report.add(DERIVE_FINDINGS.BWM_FAULT, location, { problem });
		} else {
			transitions[edge] = room;
		}
	}
	return transitions;
}
