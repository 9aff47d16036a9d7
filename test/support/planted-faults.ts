import { encodeBwm } from '../../exporters/bwm/encode.ts';
import { writeLyt } from '../../exporters/lyt/write.ts';
import { makeLevel } from '../../fixtures/make/grid-level.ts';
import { checkSource } from '../../pipeline/check.ts';
import { createRegistry } from '../../pipeline/default-registry.ts';
import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import type { InputSource, ReadContext, RoomFiles } from '../../src/formats/contracts.ts';
import { bytesSource } from '../../src/formats/sources.ts';
import type { Layout } from '../../src/level/level.ts';
import { linkRooms } from '../../src/level/link.ts';
import { edgeEnd } from '../../src/mesh/half-edges.ts';
import { K1 } from '../../src/walkmesh/surfaces.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../src/walkmesh/walkmesh.ts';

/** A level as its files: meanings of rooms, tables that differ from what follows from them, and the layout. */
export interface Files {
	readonly rooms: Walkmesh[];
	readonly tables: Map<number, (file: BwmFile) => BwmFile>;
	layout: Layout;
	readonly missing: Set<number>;
}

export interface Planted {
	/** What may name it. */
	readonly codes: readonly string[];
	/** Where, metres; undefined for what has no spot. */
	readonly at?: readonly number[];
	readonly room?: number;
	/** What real rooms have too is a note. */
	readonly note?: true;
}

export type Plant = (files: Files, random: () => number) => Planted | undefined;

/** Linked rooms of a grid, turned about z, far from the origin. */
export function cleanLevel(random: () => number): Files {
	const count = 4 + Math.floor(random() * 5);
	const { rooms } = makeLevel({ rooms: count, trianglesPerRoom: 128, seed: Math.floor(random() * 1e6) });
	const quarter = Math.floor(random() * 4);
	const [dx, dy] = [Math.round(random() * 200 - 100), Math.round(random() * 200 - 100)];
	const turn = (x: number, y: number): [number, number] => {
		const [tx, ty] = [
			[x, y],
			[-y, x],
			[-x, -y],
			[y, -x],
		][quarter];
		return [tx + dx, ty + dy];
	};
	const moved = rooms.map(({ name, positions, faces, surfaces, position }) => {
		const points = positions.slice();
		for (let i = 0; i < points.length; i += 3) points.set(turn(points[i], points[i + 1]), i);
		const walkmesh = createWalkmesh({ name, positions: points, faces, surfaces: Uint32Array.from(surfaces, () => 4) });
		const [x, y] = turn(position[0], position[1]);
		return { name, walkmesh, position: [x, y, position[2]] as const };
	});
	const layout: Layout = {
		rooms: moved.map(({ name, position }) => ({ model: name, position })),
		tracks: [],
		obstacles: [],
		doorHooks: [],
	};
	const { level } = linkRooms({ name: 'grid', layout, rooms: moved, objects: [] }, K1);
	const linked = level.rooms.map(({ walkmesh }) => walkmesh as Walkmesh);
	return { rooms: linked, tables: new Map(), layout, missing: new Set() };
}

/** The files of a level, in memory. */
export function sourcesOf({ rooms, tables, layout, missing }: Files): { source: InputSource; roomFiles: RoomFiles } {
	const sources = new Map(
		rooms.flatMap((walkmesh, index) => {
			if (missing.has(index)) return [];
			const derived = deriveBwm(walkmesh, K1, new Report());
			const bytes = encodeBwm(tables.get(index)?.(derived) ?? derived);
			const name = layout.rooms[index].model;
			return [[name.toLowerCase(), bytesSource(bytes, `${name}.wok`)]];
		}),
	);
	return {
		source: bytesSource(writeLyt(layout), 'grid.lyt'),
		roomFiles: { looked: 'memory', find: async (room) => sources.get(room.toLowerCase()) },
	};
}

export function check(files: Files): Promise<readonly Finding[]> {
	const { source, roomFiles } = sourcesOf(files);
	return checkSource(source, { roomFiles }, CONTEXT, createRegistry());
}

export const CONTEXT: ReadContext = { report: new Report(), surfaces: K1, mappings: [] };

const pick = (random: () => number, count: number): number => Math.floor(random() * count);

function point({ positions }: Walkmesh, vertex: number): number[] {
	return [...positions.subarray(vertex * 3, vertex * 3 + 3)];
}

function middle(mesh: Walkmesh, face: number): number[] {
	const corners = [0, 1, 2].map((k) => point(mesh, mesh.faces[face * 3 + k]));
	return [0, 1, 2].map((axis) => corners.reduce((sum, corner) => sum + corner[axis] / 3, 0));
}

/** A face none of whose edges is open. */
function insideFace(mesh: Walkmesh, random: () => number): number {
	const { adjacency } = deriveBwm(mesh, K1, new Report());
	const inside = [...mesh.surfaces.keys()].filter((face) => [0, 1, 2].every((k) => adjacency[face * 3 + k] !== NONE));
	return inside[pick(random, inside.length)];
}

/** A linked edge of a room. */
function linkedEdge(files: Files, random: () => number): { room: number; edge: number; other: number } {
	for (;;) {
		const room = pick(random, files.rooms.length);
		const edges = [...files.rooms[room].transitions.keys()].filter(
			(edge) => files.rooms[room].transitions[edge] !== NONE,
		);
		if (edges.length === 0) continue;
		const edge = edges[pick(random, edges.length)];
		return { room, edge, other: files.rooms[room].transitions[edge] };
	}
}

function edgeMiddle(mesh: Walkmesh, edge: number): number[] {
	const [a, b] = [point(mesh, mesh.faces[edge]), point(mesh, mesh.faces[edgeEnd(edge)])];
	return a.map((value, axis) => (value + b[axis]) / 2);
}

function withTransitions(mesh: Walkmesh, change: (room: number, edge: number) => number): Walkmesh {
	return { ...mesh, transitions: mesh.transitions.map(change) };
}

function withMore(mesh: Walkmesh, positions: readonly number[], faces: readonly number[], surface = 4): Walkmesh {
	return {
		...mesh,
		positions: Float32Array.from([...mesh.positions, ...positions]),
		faces: Uint32Array.from([...mesh.faces, ...faces]),
		surfaces: Uint32Array.from([...mesh.surfaces, ...new Array(faces.length / 3).fill(surface)]),
		transitions: Int32Array.from([...mesh.transitions, ...new Array(faces.length).fill(NONE)]),
	};
}

export const FAULTS: Readonly<Record<string, Plant>> = {
	'a face with vertices of its own'(files, random) {
		const room = pick(random, files.rooms.length);
		const mesh = files.rooms[room];
		const face = insideFace(mesh, random);
		const corners = [0, 1, 2].map((k) => mesh.faces[face * 3 + k]);
		const first = mesh.positions.length / 3;
		const torn = withMore(
			mesh,
			corners.flatMap((vertex) => point(mesh, vertex)),
			[],
		);
		const faces = torn.faces.slice();
		faces.set([first, first + 1, first + 2], face * 3);
		files.rooms[room] = { ...torn, faces };
		return { codes: ['GROUND_TORN'], room };
	},
	'a face that was turned over'(files, random) {
		const room = pick(random, files.rooms.length);
		const mesh = files.rooms[room];
		const face = insideFace(mesh, random);
		const faces = mesh.faces.slice();
		faces.set([faces[face * 3], faces[face * 3 + 2], faces[face * 3 + 1]], face * 3);
		files.rooms[room] = { ...mesh, faces };
		return { codes: ['WALKABLE_FACE_DOWN'], room, at: middle(mesh, face) };
	},
	'a face that is there twice'(files, random) {
		const room = pick(random, files.rooms.length);
		const mesh = files.rooms[room];
		const face = insideFace(mesh, random);
		files.rooms[room] = withMore(mesh, [], [...mesh.faces.subarray(face * 3, face * 3 + 3)]);
		return { codes: ['FACE_DUPLICATE'], room, at: middle(mesh, face) };
	},
	'a face without area'(files, random) {
		const room = pick(random, files.rooms.length);
		const mesh = files.rooms[room];
		const [a, b] = [0, 1].map((k) => mesh.faces[insideFace(mesh, random) * 3 + k]);
		files.rooms[room] = withMore(mesh, [], [a, b, a], 7);
		return { codes: ['FACE_DEGENERATE'], note: true, room, at: point(mesh, a) };
	},
	'a surface that the table does not have'(files, random) {
		const room = pick(random, files.rooms.length);
		const mesh = files.rooms[room];
		// A whole room of it would be another fault: nothing to walk on.
		const surfaces = mesh.surfaces.slice();
		const added = withMore(
			{ ...mesh, surfaces },
			[0, 0, -50, 1, 0, -50, 0, 1, -50],
			[0, 1, 2].map((k) => mesh.positions.length / 3 + k),
			200,
		);
		files.rooms[room] = added;
		return { codes: ['SURFACE_BEYOND_TABLE'], room };
	},
	'a link that leads one way only'(files, random) {
		const { room, edge } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		files.rooms[room] = withTransitions(mesh, (to, each) => (each === edge ? NONE : to));
		return { codes: ['LINK_ONE_WAY', 'SEAM_UNLINKED'], at: edgeMiddle(mesh, edge) };
	},
	'two rooms that meet without any link'(files, random) {
		const { room, other, edge } = linkedEdge(files, random);
		const at = edgeMiddle(files.rooms[room], edge);
		const mesh = files.rooms[room];
		const spots = [...mesh.transitions.keys()]
			.filter((each) => mesh.transitions[each] === other)
			.map((each) => edgeMiddle(mesh, each));
		files.rooms[room] = withTransitions(files.rooms[room], (to) => (to === other ? NONE : to));
		files.rooms[other] = withTransitions(files.rooms[other], (to) => (to === room ? NONE : to));
		return { codes: ['SEAM_UNLINKED'], at: spots.length > 0 ? spots[0] : at };
	},
	'a link to a room that there is not'(files, random) {
		const { room, edge } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		files.rooms[room] = withTransitions(mesh, (to, each) => (each === edge ? 99 : to));
		return { codes: ['LINK_OUT_OF_RANGE'], at: edgeMiddle(mesh, edge) };
	},
	'a link to the room itself'(files, random) {
		const { room, edge } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		files.rooms[room] = withTransitions(mesh, (to, each) => (each === edge ? room : to));
		return { codes: ['LINK_TO_SELF', 'LINK_ONE_WAY'], at: edgeMiddle(mesh, edge) };
	},
	'a neighbour that is not the one'(files, random) {
		const room = pick(random, files.rooms.length);
		files.tables.set(room, (file) => {
			const adjacency = file.adjacency.slice();
			adjacency[pick(random, adjacency.length)] = 0;
			return { ...file, adjacency };
		});
		return { codes: ['TABLE_ADJACENCY'], room };
	},
	'a normal that points elsewhere'(files, random) {
		const room = pick(random, files.rooms.length);
		files.tables.set(room, (file) => {
			const normals = file.normals.slice();
			normals.set([1, 0, 0], pick(random, normals.length / 3) * 3);
			return { ...file, normals };
		});
		return { codes: ['TABLE_NORMALS'], note: true, room };
	},
	'a tree that finds one face twice and another never'(files, random) {
		const room = pick(random, files.rooms.length);
		files.tables.set(room, (file) => {
			const i32 = file.aabb.i32.slice();
			const leaves = Array.from({ length: file.aabb.nodeCount }, (_, node) => node * 11 + 6).filter(
				(at) => i32[at] >= 0,
			);
			const [a, b] = [leaves[pick(random, leaves.length)], leaves[0]];
			i32[a === b ? leaves[1] : a] = i32[b];
			return { ...file, aabb: { ...file.aabb, i32, f32: new Float32Array(i32.buffer) } };
		});
		return { codes: ['TREE_FACES', 'TREE_INCOMPLETE', 'TREE_REPEATED', 'TREE_MISSING', 'TREE_BOXES'], room };
	},
	'a room without a file'(files, random) {
		const room = pick(random, files.rooms.length);
		files.missing.add(room);
		// What leads there leads nowhere, which is the same fault.
		return { codes: ['LEVEL_ROOM_FILE_MISSING'], room };
	},
	'a room that the layout puts elsewhere'(files, random) {
		const room = pick(random, files.rooms.length);
		const rooms = files.layout.rooms.map((each, index) =>
			index === room
				? { ...each, position: [each.position[0] + 400, each.position[1] - 300, each.position[2]] as const }
				: each,
		);
		files.layout = { ...files.layout, rooms };
		return { codes: ['LAYOUT_POSITION_OFF'], room };
	},
	'a room a little too high'(files, random) {
		const { room, other, edge } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		if ([...mesh.transitions].some((to) => to !== NONE && to !== other)) return undefined;
		const positions = mesh.positions.map((value, at) => (at % 3 === 2 ? value + 0.03 : value));
		files.rooms[room] = withTransitions({ ...mesh, positions }, () => NONE);
		files.rooms[other] = withTransitions(files.rooms[other], (to) => (to === room ? NONE : to));
		return { codes: ['SEAM_UNLINKED'], at: edgeMiddle(mesh, edge) };
	},
};

/** What is more than a note. */
export const bad = (findings: readonly Finding[]): readonly Finding[] =>
	findings.filter(({ severity }) => severity !== 'info');
export const describe = ({ code, severity, location, message }: Finding): string =>
	`  ${severity} ${code} ${location.room} ${location.at?.map((v) => v.toFixed(2))}: ${message.slice(0, 90)}`;
