import { writeAscii } from '../../exporters/ascii/write.ts';
import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { Report } from '../../src/findings/report.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import { compactVertices, pickTriples } from '../../src/geometry/vertices.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { NODE_WORDS } from '../../src/tree/tree.ts';
import { heightAt } from '../reference/engines.ts';
import {
	corners,
	edgeMiddle,
	innerFace,
	innerFaces,
	type LevelFiles,
	linkedEdge,
	meanOf,
	type Point,
	pick,
	point,
	type Random,
	square,
	withMore,
	withOwnCorners,
	withTransitions,
} from './planted-level.ts';

/** A fault that was planted, and how it may be named. */
export interface Planted {
	readonly codes: readonly string[];
	/** Points of what is wrong, metres: the finding names one nearby. Nothing for what is wrong with a whole file. */
	readonly at?: readonly Point[];
	/** Where it is said to be. */
	readonly rooms: readonly number[];
	/** What real rooms have too is a note. */
	readonly note?: true;
}

/** Plants a fault at a random spot; undefined where the level has no spot for it. */
export type Plant = (files: LevelFiles, random: Random) => Planted | undefined;

const NONWALK = 7;

function around(points: readonly Point[]): Point[] {
	return [...points, meanOf(points), ...points.map((each, i) => meanOf([each, points[(i + 1) % points.length]]))];
}

/** A room as a fault leaves it, and where it shows: about the face where nothing is said. */
type Spoilt = Walkmesh | readonly [mesh: Walkmesh, at: readonly Point[]];

/** A fault at a random face amid a room. */
function amid(
	codes: string,
	spoil: (mesh: Walkmesh, face: number, random: Random) => Spoilt | undefined,
	note?: true,
): Plant {
	return (files, random) => {
		const { room, mesh, face } = innerFace(files, random);
		const spoilt = spoil(mesh, face, random);
		if (spoilt === undefined) return undefined;
		const [after, at] = 'faces' in spoilt ? [spoilt, around(corners(mesh, face))] : spoilt;
		files.rooms[room] = after;
		return { codes: codes.split(' '), rooms: [room], at, ...(note === undefined ? {} : { note }) };
	};
}

const vertices = (mesh: Walkmesh, face: number): number[] => [...mesh.faces.subarray(face * 3, face * 3 + 3)];

/** The walkmesh with a rectangle more. */
function withPlate(mesh: Walkmesh, plate: readonly Point[], surface?: number): Walkmesh {
	const first = mesh.positions.length / 3;
	return withMore(mesh, plate, [first, first + 1, first + 2, first, first + 2, first + 3], surface);
}

/** The walkmesh with a face more, of vertices of its own. */
function withFace(mesh: Walkmesh, points: readonly Point[], surface?: number): Walkmesh {
	const first = mesh.positions.length / 3;
	return withMore(mesh, points, [first, first + 1, first + 2], surface);
}

const GEOMETRY: Readonly<Record<string, Plant>> = {
	'a face with vertices of its own': amid('GROUND_TORN', (mesh, face) =>
		withOwnCorners(mesh, face, (corner) => corner),
	),
	'a face that shrank by three centimetres': amid('GROUND_CRACK', (mesh, face) => {
		const middle = meanOf(corners(mesh, face));
		return withOwnCorners(mesh, face, (corner) => corner.map((v, axis) => v + (middle[axis] - v) * 0.12));
	}),
	'a corner that was pulled off by five millimetres': amid('VERTEX_NEAR_MISS T_JUNCTION', (mesh, face) => {
		const middle = meanOf(corners(mesh, face));
		const at = point(mesh, mesh.faces[face * 3]);
		const distance = Math.hypot(middle[0] - at[0], middle[1] - at[1]);
		const pulled = withMore(mesh, [at.map((v, axis) => v + ((middle[axis] - v) * 0.005) / distance)], []);
		pulled.faces[face * 3] = mesh.positions.length / 3;
		return [pulled, [at]];
	}),
	'an edge that is cut on one side only': amid('T_JUNCTION', (mesh, face) => {
		const [a, b, c] = vertices(mesh, face);
		const cut = meanOf([point(mesh, a), point(mesh, b)]);
		const vertex = mesh.positions.length / 3;
		const more = withMore(mesh, [cut], [vertex, b, c]);
		more.faces.set([a, vertex, c], face * 3);
		return [more, [cut]];
	}),
	'a face that was turned over': amid('WALKABLE_FACE_DOWN', (mesh, face) => {
		const [a, b, c] = vertices(mesh, face);
		const faces = mesh.faces.slice();
		faces.set([a, c, b], face * 3);
		return { ...mesh, faces };
	}),
	'a face that is there twice': amid('FACE_DUPLICATE', (mesh, face) => withMore(mesh, [], vertices(mesh, face))),
	'a face that is there twice, once from below': amid('FACE_DOUBLE_SIDED WALKABLE_FACE_DOWN', (mesh, face) => {
		const [a, b, c] = vertices(mesh, face);
		return withMore(mesh, [], [a, c, b]);
	}),
	'a face without area': amid(
		'FACE_DEGENERATE',
		(mesh, face) => {
			const [a, b] = vertices(mesh, face);
			return [withMore(mesh, [], [a, b, a], NONWALK), around([point(mesh, a), point(mesh, b)])];
		},
		true,
	),
	'a third face on an edge': amid('EDGE_OVERFULL GROUND_STACKED', (mesh, face) => {
		const [a, b] = vertices(mesh, face);
		const [x, y, z] = meanOf(corners(mesh, face));
		const [p, q] = corners(mesh, face);
		// A slope of one half above the face, so that it is no wall besides.
		const away =
			Math.abs((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])) / Math.hypot(q[0] - p[0], q[1] - p[1]);
		return withMore(mesh, [[x, y, z + Math.min(0.15, away / 2)]], [a, b, mesh.positions.length / 3]);
	}),
	'a floor above the floor': amid('GROUND_STACKED', (mesh, face, random) => {
		const [x, y, z] = meanOf(corners(mesh, face));
		const plate = square([x, y, z + 1 + random() * 3], 0.3);
		return [withPlate(mesh, plate), around(plate)];
	}),
	// In a small room it stands out from all the rest.
	'a spike in the floor': amid('GROUND_TOO_STEEP VERTEX_STRAY', (mesh, face) => {
		const vertex = mesh.faces[face * 3];
		const positions = mesh.positions.slice();
		positions[vertex * 3 + 2] += 4;
		const after = { ...mesh, positions };
		const about = [...mesh.surfaces.keys()].filter((each) => vertices(mesh, each).includes(vertex));
		return [after, about.flatMap((each) => around(corners(after, each)))];
	}),
	'a walkable wall': amid('WALKABLE_FACE_VERTICAL', (mesh, face) => {
		const [a, b] = corners(mesh, face);
		const [p, q] = [meanOf([a, b]), meanOf(corners(mesh, face))];
		const wall = [p, q, [q[0], q[1], q[2] + 1]];
		return [withFace(mesh, wall), around(wall)];
	}),
	'a beam a metre above the floor': amid('HEADROOM_LOW', (mesh, face, random) => {
		const [x, y, z] = meanOf(corners(mesh, face));
		const beam = square([x, y, z + 0.6 + random()], 0.25);
		return [withPlate(mesh, beam, NONWALK), around(square([x, y, z], 0.25))];
	}),
	'a fence on a floor that goes on beneath': amid(
		'FENCE_ON_GROUND',
		(mesh, face) => {
			const [a, b, c] = corners(mesh, face);
			// Along the longest edge, a third of the way into the face.
			const middle = meanOf([a, b, c]);
			const [p, q] = [a, b].map((corner) => corner.map((v, axis) => v + (middle[axis] - v) * 0.7));
			const scale = 0.52 / Math.hypot(q[0] - p[0], q[1] - p[1]);
			const mid = meanOf([p, q]);
			const [from, to] = [p, q].map((each) => each.map((v, axis) => mid[axis] + (v - mid[axis]) * Math.max(1, scale)));
			return [withFace(mesh, [from, to, [to[0], to[1], to[2] + 1]], NONWALK), around([from, to])];
		},
		true,
	),
	'a single face of another surface': amid(
		'SURFACE_SPECK',
		(mesh, face) =>
			// A larger one is meant.
			faceArea(mesh.positions, mesh.faces, face) < 0.25
				? { ...mesh, surfaces: mesh.surfaces.with(face, 1) }
				: undefined,
		true,
	),
	'a surface that the table does not have': amid('SURFACE_BEYOND_TABLE', (mesh, face) => ({
		...mesh,
		surfaces: mesh.surfaces.with(face, 200),
	})),
};

/** A change of the tables of a random room. */
function table(code: string, change: (file: BwmFile, random: Random) => Partial<BwmFile>, note?: true): Plant {
	return (files, random) => {
		const room = pick(random, files.rooms.length);
		files.tables.set(room, (file) => ({ ...file, ...change(file, random) }));
		return { codes: [code], rooms: [room], ...(note === undefined ? {} : { note }) };
	};
}

/** A change of the nodes of the tree. */
function tree(change: (i32: Int32Array, f32: Float32Array, random: Random) => void) {
	return ({ aabb }: BwmFile, random: Random): Partial<BwmFile> => {
		const i32 = aabb.i32.slice();
		const f32 = new Float32Array(i32.buffer);
		change(i32, f32, random);
		return { aabb: { ...aabb, i32, f32 } };
	};
}

const leaves = (i32: Int32Array): number[] =>
	Array.from({ length: i32.length / NODE_WORDS }, (_, node) => node * NODE_WORDS).filter((at) => i32[at + 6] >= 0);

const TABLES: Readonly<Record<string, Plant>> = {
	'a neighbour that is not the one': table('TABLE_ADJACENCY', ({ adjacency }, random) => {
		const changed = adjacency.slice();
		const at = pick(random, changed.length);
		changed[at] = changed[at] === 0 ? 1 : 0;
		return { adjacency: changed };
	}),
	'edges in another order': table('TABLE_EDGES', ({ edges }, random) => {
		const changed = edges.slice();
		const row = pick(random, changed.length / 2 - 1) * 2;
		changed.set([...edges.subarray(row + 2, row + 4), ...edges.subarray(row, row + 2)], row);
		return { edges: changed };
	}),
	'a loop that ends elsewhere': table('TABLE_PERIMETERS', ({ perimeters }, random) => {
		const changed = perimeters.slice();
		changed[pick(random, changed.length)]--;
		return { perimeters: changed };
	}),
	'a plane that points elsewhere': table('TABLE_PLANES', ({ normals }, random) => {
		const changed = normals.slice();
		const face = pick(random, changed.length / 3);
		changed.set([1, 0, 0], face * 3);
		return { normals: changed };
	}),
	'a plane that lies elsewhere': table('TABLE_PLANES', ({ distances }, random) => {
		const changed = distances.slice();
		changed[pick(random, changed.length)] += 1;
		return { distances: changed };
	}),
	'a tree that finds one face twice and another never': table(
		'TREE_INVALID',
		tree((i32, _, random) => {
			const all = leaves(i32);
			const [a, b] = [all[1 + pick(random, all.length - 1)], all[0]];
			i32[a + 6] = i32[b + 6];
		}),
	),
	'a box that is too small for its face': table(
		'TREE_INVALID',
		tree((i32, f32, random) => {
			const all = leaves(i32);
			f32[all[pick(random, all.length)]] += 0.1;
		}),
	),
	'a tree that counts its nodes from one': table(
		'TREE_INVALID',
		tree((i32) => {
			for (let at = 0; at < i32.length; at += NODE_WORDS) {
				if (i32[at + 6] >= 0) continue;
				i32[at + 9]++;
				i32[at + 10]++;
			}
		}),
	),
	'a plane of the tree that there is not': table(
		'TREE_INVALID',
		tree((i32) => {
			i32[8] = 3;
		}),
	),
};

const LEVEL: Readonly<Record<string, Plant>> = {
	'a link that leads one way only'(files, random) {
		const { room, edge, other } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		files.rooms[room] = withTransitions(mesh, (to, each) => (each === edge ? NONE : to));
		return { codes: ['LINK_ONE_WAY', 'SEAM_UNLINKED'], rooms: [room, other], at: [edgeMiddle(mesh, edge)] };
	},
	'two rooms that meet without any link'(files, random) {
		const { room, other } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		const edges = [...mesh.transitions.keys()].filter((edge) => mesh.transitions[edge] === other);
		files.rooms[room] = withTransitions(mesh, (to) => (to === other ? NONE : to));
		files.rooms[other] = withTransitions(files.rooms[other], (to) => (to === room ? NONE : to));
		return { codes: ['SEAM_UNLINKED'], rooms: [room, other], at: edges.map((edge) => edgeMiddle(mesh, edge)) };
	},
	'a link to a room that there is not'(files, random) {
		const { room, edge, other } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		files.rooms[room] = withTransitions(mesh, (to, each) => (each === edge ? 99 : to));
		return { codes: ['LINK_OUT_OF_RANGE'], rooms: [room, other], at: [edgeMiddle(mesh, edge)] };
	},
	'a link to the room itself'(files, random) {
		const { room, edge, other } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		files.rooms[room] = withTransitions(mesh, (to, each) => (each === edge ? room : to));
		const codes = ['LINK_TO_SELF', 'LINK_ONE_WAY', 'SEAM_UNLINKED'];
		return { codes, rooms: [room, other], at: [edgeMiddle(mesh, edge)] };
	},
	'a link to a third room'(files, random) {
		const { room, edge, other } = linkedEdge(files, random);
		const mesh = files.rooms[room];
		const third = [...files.rooms.keys()].find(
			(each) => each !== room && each !== other && !mesh.transitions.includes(each),
		);
		if (third === undefined) return undefined;
		files.rooms[room] = withTransitions(mesh, (to, each) => (each === edge ? third : to));
		const codes = ['LINK_ONE_WAY', 'SEAM_UNLINKED', 'LINK_APART'];
		return { codes, rooms: [room, other], at: [edgeMiddle(mesh, edge)] };
	},
	'a link in the middle of a room'(files, random) {
		const { room } = innerFace(files, random);
		files.tables.set(room, (file) => {
			const edges = file.edges.slice();
			const row = [...edges.keys()].find((at) => at % 2 === 1 && edges[at] === NONE) ?? 1;
			edges[row] = (room + 1) % files.rooms.length;
			return { ...file, edges };
		});
		return { codes: ['LINK_APART'], rooms: [room, (room + 1) % files.rooms.length] };
	},
	'a room without a file'(files, random) {
		const room = pick(random, files.rooms.length);
		files.missing.add(room);
		return { codes: ['LEVEL_ROOM_FILE_MISSING'], rooms: [room] };
	},
	'a room as text'(files, random) {
		const room = pick(random, files.rooms.length);
		files.bytes.set(room, writeAscii([{ walkmesh: files.rooms[room] }], {}, { report: new Report() }));
		return { codes: ['WALKMESH_TEXT'], rooms: [room] };
	},
	'a room that the layout puts elsewhere'(files, random) {
		const room = pick(random, files.rooms.length);
		const rooms = files.layout.rooms.map((each, index) =>
			index === room
				? { ...each, position: [each.position[0] + 400, each.position[1] - 300, each.position[2]] as const }
				: each,
		);
		files.layout = { ...files.layout, rooms };
		return { codes: ['LAYOUT_POSITION_OFF'], rooms: [room] };
	},
	'a room that its neighbour does not show'(files, random) {
		const { room, other } = linkedEdge(files, random);
		const [one, two] = [room, other].map((each) => files.layout.rooms[each].model);
		const entries = files.visibility.entries.map((entry) => ({
			...entry,
			visible: entry.visible.filter(
				(each) => !(entry.room === one && each === two) && !(entry.room === two && each === one),
			),
		}));
		files.visibility = { ...files.visibility, entries };
		return { codes: ['VIS_LINK_UNSEEN'], rooms: [room, other] };
	},
	'ground on the ground of another room'(files, random) {
		const { room: other, mesh, face } = innerFace(files, random);
		const room = (other + 1 + pick(random, files.rooms.length - 1)) % files.rooms.length;
		const plate = square(meanOf(corners(mesh, face)), 0.3);
		files.rooms[room] = withPlate(files.rooms[room], plate);
		return { codes: ['ROOMS_OVERLAP'], rooms: [room, other], at: around(plate) };
	},
	'a roof of an earlier room above the ground of a later one'(files, random) {
		const { room: later, mesh, face } = innerFace(files, random);
		if (later === 0) return undefined;
		const earlier = pick(random, later);
		const [x, y, z] = meanOf(corners(mesh, face));
		const roof = square([x, y, z + 4], 0.3);
		files.rooms[earlier] = withPlate(files.rooms[earlier], roof, NONWALK);
		return { codes: ['GROUND_HIDDEN'], rooms: [later, earlier], at: around(square([x, y, z], 0.3)) };
	},
	'a room a little too high'(files, random) {
		// A room with one neighbour only, of which a level has a few.
		let found = linkedEdge(files, random);
		const isLast = ({ room, other }: typeof found): boolean =>
			files.rooms[room].transitions.every((to) => to === NONE || to === other);
		for (let turn = 0; turn < 300 && !isLast(found); turn++) found = linkedEdge(files, random);
		if (!isLast(found)) return undefined;
		const { room, other } = found;
		const mesh = files.rooms[room];
		const edges = [...mesh.transitions.keys()].filter((each) => mesh.transitions[each] === other);
		const positions = mesh.positions.map((value, at) => (at % 3 === 2 ? value + 0.03 : value));
		files.rooms[room] = withTransitions({ ...mesh, positions }, () => NONE);
		files.rooms[other] = withTransitions(files.rooms[other], (to) => (to === room ? NONE : to));
		return { codes: ['SEAM_UNLINKED'], rooms: [room, other], at: edges.map((each) => edgeMiddle(mesh, each)) };
	},
};

/** A line across the middle of a room, from outside to outside of its ground, in the direction of a side of its cells. */
function lineAcross(mesh: Walkmesh, face: number): readonly [Point, Point] {
	const [a, b, c] = corners(mesh, face);
	// Of a half cell the longest side is the diagonal.
	const sides = [
		[a, b],
		[b, c],
		[c, a],
	].toSorted(([p, q], [r, s]) => Math.hypot(p[0] - q[0], p[1] - q[1]) - Math.hypot(r[0] - s[0], r[1] - s[1]));
	const [from, to] = sides[0];
	const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
	const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
	const [x, y, z] = meanOf([a, b, c]);
	const at = (along: number): Point => [x + dx * along, y + dy * along, z];
	const isOver = (along: number): boolean =>
		[...mesh.surfaces.keys()].some((each) => heightAt(corners(mesh, each), at(along)[0], at(along)[1]) !== undefined);
	const steps = Array.from({ length: 1 + (2 * ACROSS) / ALONG }, (_, i) => i * ALONG - ACROSS);
	const over = steps.filter(isOver);
	return [at(over[0] - ALONG), at(over[over.length - 1] + ALONG)];
}
/** Rooms are less wide, metres. */
const ACROSS = 8;
/** How far apart points on a line are that a finding may be near. */
const ALONG = 0.25;

const pointsOn = ([from, to]: readonly [Point, Point]): Point[] =>
	Array.from({ length: 65 }, (_, i) => from.map((value, axis) => value + ((to[axis] - value) * i) / 64));

/** A wall as high as a person on a line, from half a metre below the ground. */
function withWall(mesh: Walkmesh, [from, to]: readonly [Point, Point]): Walkmesh {
	const [low, high] = [-3, 5];
	const at = ([x, y, z]: Point, dz: number): Point => [x, y, z + dz];
	return withPlate(mesh, [at(from, low), at(to, low), at(to, high), at(from, high)], NONWALK);
}

function without(mesh: Walkmesh, gone: (face: number) => boolean): Walkmesh {
	const isKept = (_: number, corner: number): boolean => !gone(Math.floor(corner / 3));
	const { used, faces } = compactVertices(mesh.faces.filter(isKept));
	return {
		...mesh,
		positions: pickTriples(mesh.positions, used),
		faces,
		transitions: mesh.transitions.filter(isKept),
		surfaces: mesh.surfaces.filter((_, face) => !gone(face)),
	};
}

/** True where no link leads out of the ground on one side of a line: one gets there across it only. */
function isOnlyWay(mesh: Walkmesh, [from, to]: readonly [Point, Point]): boolean {
	const sides = [...mesh.transitions.keys()].flatMap((edge) => {
		const [x, y] = edgeMiddle(mesh, edge);
		const side = (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
		return mesh.transitions[edge] === NONE ? [] : [side > 0];
	});
	return new Set(sides).size < 2;
}

/** True where a line amid a room leaves enough ground on both sides. */
function isParted(mesh: Walkmesh, [from, to]: readonly [Point, Point]): boolean {
	let [left, right] = [0, 0];
	for (const face of mesh.surfaces.keys()) {
		const [x, y] = meanOf(corners(mesh, face));
		const side = (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
		if (side > 0) left += faceArea(mesh.positions, mesh.faces, face);
		else right += faceArea(mesh.positions, mesh.faces, face);
	}
	return Math.min(left, right) > 2 && Math.min(left, right) > 0.2 * Math.max(left, right);
}

const GROUND_FAULTS: Readonly<Record<string, Plant>> = {
	'faces that are missing amid the floor'(files, random) {
		const { room, mesh, face } = innerFace(files, random);
		const vertex = mesh.faces[face * 3];
		const gone = [...mesh.surfaces.keys()].filter((each) =>
			mesh.faces.subarray(each * 3, each * 3 + 3).includes(vertex),
		);
		const inner = innerFaces(mesh);
		if (!gone.every((each) => inner.includes(each))) return undefined;
		files.rooms[room] = without(mesh, (each) => gone.includes(each));
		return { codes: ['GROUND_HOLE'], rooms: [room], at: gone.flatMap((each) => around(corners(mesh, each))) };
	},
	'a face that is missing'(files, random) {
		const { room, mesh, face } = innerFace(files, random);
		files.rooms[room] = without(mesh, (each) => each === face);
		return { codes: ['GROUND_HOLE_SMALL'], note: true, rooms: [room], at: around(corners(mesh, face)) };
	},
	'a wall across a room'(files, random) {
		const { room, mesh, face } = innerFace(files, random);
		const line = lineAcross(mesh, face);
		if (!isParted(mesh, line)) return undefined;
		files.rooms[room] = withWall(mesh, line);
		const rooms = [...files.rooms.keys()];
		return { codes: ['FENCE_ACROSS', 'GROUND_UNREACHED', 'DOORWAY_WALLED'], rooms, at: pointsOn(line) };
	},
	'a wall of another room across the only way'(files, random) {
		const { room, mesh, face } = innerFace(files, random);
		const line = lineAcross(mesh, face);
		if (!isParted(mesh, line) || !isOnlyWay(mesh, line)) return undefined;
		const other = (room + 1 + pick(random, files.rooms.length - 1)) % files.rooms.length;
		files.rooms[other] = withWall(files.rooms[other], line);
		const rooms = [...files.rooms.keys()];
		return { codes: ['GROUND_UNREACHED', 'DOORWAY_WALLED'], rooms, at: pointsOn(line) };
	},
	'a strip of ground that is missing'(files, random) {
		const { room, mesh, face } = innerFace(files, random);
		const line = lineAcross(mesh, face);
		if (!isParted(mesh, line) || !isOnlyWay(mesh, line)) return undefined;
		const points = pointsOn(line);
		const gone = [...mesh.surfaces.keys()].filter((each) =>
			points.some(([x, y]) => heightAt(corners(mesh, each), x, y) !== undefined),
		);
		// Whoever is linked there is cut off otherwise.
		if (gone.some((each) => mesh.transitions.subarray(each * 3, each * 3 + 3).some((to) => to !== NONE)))
			return undefined;
		files.rooms[room] = without(mesh, (each) => gone.includes(each));
		const rooms = [...files.rooms.keys()];
		const at = gone.flatMap((each) => around(corners(mesh, each)));
		return { codes: ['GROUND_UNREACHED', 'GROUND_SEPARATE', 'GROUND_DIVIDED'], rooms, at };
	},
};

/** By what is wrong. */
export const FAULTS: Readonly<Record<string, Plant>> = { ...GEOMETRY, ...GROUND_FAULTS, ...TABLES, ...LEVEL };

/** Small faults within a room, which must hide none of the others there. */
export const SMALL_FAULTS: readonly string[] = Object.keys(GEOMETRY);
