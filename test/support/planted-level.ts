import type { CheckProfile } from '../../check/profiles.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { makeLevel } from '../../fixtures/make/grid-level.ts';
import { checkSource } from '../../jobs/check.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { writeLyt, writeVis } from '../../level/formats/write.ts';
import { roomLinks, visibilitySkeleton } from '../../level/rooms/visibility.ts';
import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { type Finding, Report, type ReportOptions } from '../../src/findings/report.ts';
import { bytesSource, type InputSource, type ReadContext, type RoomFiles } from '../../src/formats/contracts.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import type { Layout, Visibility } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';

/** Clean levels to plant faults in, as files. */

export type Point = readonly number[];
export type Random = () => number;

/** A level as its files: meanings of rooms, tables and bytes that differ from what follows from them, layout and visibility. */
export interface LevelFiles {
	readonly rooms: Walkmesh[];
	readonly tables: Map<number, (file: BwmFile) => BwmFile>;
	/** Instead of the binary of a room. */
	readonly bytes: Map<number, Uint8Array>;
	readonly missing: Set<number>;
	layout: Layout;
	visibility: Visibility;
}

/** Cells are 1 m wide; so scaled, single faces are small enough to be specks. */
const SCALE = 0.6;
/** The surface of all faces: stone. */
export const GROUND = 4;

/** Linked rooms of a grid, turned about z by any angle, some hundred metres from the origin. */
export function cleanLevel(random: Random, rooms: number, trianglesPerRoom = 128): LevelFiles {
	const made = makeLevel({ rooms, trianglesPerRoom, seed: Math.floor(random() * 1e6) });
	const angle = random() * 2 * Math.PI;
	const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
	const [dx, dy, dz] = [random() * 1600 - 800, random() * 1600 - 800, random() * 60 - 30];
	const moved = ([x, y, z]: Point): [number, number, number] => [
		(x * cosine - y * sine) * SCALE + dx,
		(x * sine + y * cosine) * SCALE + dy,
		z * SCALE + dz,
	];
	const own = made.rooms.map(({ name, positions, faces, surfaces, position }) => {
		const points = positions.slice();
		for (let i = 0; i < points.length; i += 3) points.set(moved(points.subarray(i, i + 3) as unknown as Point), i);
		const walkmesh = createWalkmesh({
			name,
			positions: points,
			faces,
			surfaces: new Uint32Array(surfaces.length).fill(GROUND),
		});
		return { name, walkmesh, position: moved(position) };
	});
	const layout: Layout = {
		rooms: own.map(({ name, position }) => ({ model: name, position })),
		tracks: [],
		obstacles: [],
		doorHooks: [],
	};
	const { level } = linkRooms({ name: 'grid', layout, rooms: own, objects: [] }, K1);
	return {
		rooms: level.rooms.map(({ walkmesh }) => walkmesh as Walkmesh),
		tables: new Map(),
		bytes: new Map(),
		missing: new Set(),
		layout,
		visibility: visibilitySkeleton(layout, roomLinks(level.rooms)),
	};
}

/** The same level, to be changed. */
export function copyOf({ rooms, layout, visibility }: LevelFiles): LevelFiles {
	return { rooms: [...rooms], tables: new Map(), bytes: new Map(), missing: new Set(), layout, visibility };
}

const registry = createRegistry();

/** What reads and checks are reported. */
export const CONTEXT: ReadContext = { report: new Report(), surfaces: K1, mappings: [] };

/** A level as files in memory: its layout, and what finds its rooms. */
export interface LevelSources {
	readonly source: InputSource;
	readonly roomFiles: RoomFiles;
}

/** The files of a level. @param made those of rooms that nothing was done to, kept from one time to the next */
export function sourcesOf(files: LevelFiles, made: Map<Walkmesh, Uint8Array> = new Map()): LevelSources {
	const { layout, visibility } = files;
	const sources = new Map(
		layout.rooms.map(({ model }, room) => [model.toLowerCase(), roomSource(files, room, model, made)]),
	);
	const source: InputSource = {
		...bytesSource(writeLyt(layout), 'grid.lyt'),
		sibling: async (name) => (name === 'grid.vis' ? writeVis(visibility) : Promise.reject(new Error(name))),
	};
	return { source, roomFiles: { looked: 'memory', find: async (room) => sources.get(room.toLowerCase()) } };
}

function roomSource(
	{ rooms, tables, bytes, missing }: LevelFiles,
	room: number,
	name: string,
	made: Map<Walkmesh, Uint8Array>,
): InputSource | undefined {
	if (missing.has(room)) return undefined;
	const change = tables.get(room);
	const derive = (): BwmFile => deriveBwm(rooms[room], K1, new Report());
	const own = bytes.get(room) ?? (change === undefined ? made.get(rooms[room]) : encodeBwm(change(derive())));
	const encoded = own ?? encodeBwm(derive());
	if (change === undefined && !bytes.has(room)) made.set(rooms[room], encoded);
	return bytesSource(encoded, `${name}.wok`);
}

/** What `wokflow check` finds. */
export function checkSources(
	{ source, roomFiles }: LevelSources,
	{ profile, ...options }: HowChecked = {},
): Promise<readonly Finding[]> {
	const chosen = profile === undefined ? { roomFiles } : { roomFiles, profile };
	return checkSource(source, chosen, { ...CONTEXT, report: new Report(options) }, registry);
}

/** What a user may say for a check. */
export interface HowChecked extends ReportOptions {
	readonly profile?: CheckProfile;
}

/** The same of levels with mostly the same rooms; files of rooms that nothing was done to are made once. */
export class LevelChecker {
	readonly #made = new Map<Walkmesh, Uint8Array>();

	check(files: LevelFiles, how: HowChecked = {}): Promise<readonly Finding[]> {
		return checkSources(sourcesOf(files, this.#made), how);
	}
}

/** More than a note. */
export const isLoud = ({ severity }: Finding): boolean => severity !== 'info';

export function describeFinding({ code, severity, location, message }: Finding): string {
	return `  ${severity} ${code} ${location.room} ${location.at?.map((v) => v.toFixed(2))}: ${message.slice(0, 110)}`;
}

export const pick = (random: Random, count: number): number => Math.floor(random() * count);

export function point({ positions }: Walkmesh, vertex: number): number[] {
	return [...positions.subarray(vertex * 3, vertex * 3 + 3)];
}

export function corners(mesh: Walkmesh, face: number): number[][] {
	return [0, 1, 2].map((k) => point(mesh, mesh.faces[face * 3 + k]));
}

export function meanOf(points: readonly Point[]): number[] {
	return [0, 1, 2].map((axis) => points.reduce((sum, each) => sum + each[axis] / points.length, 0));
}

/** Faces none of whose vertices lies on the border of the ground. */
export function innerFaces(mesh: Walkmesh): number[] {
	const { edges, faces } = deriveBwm(mesh, K1, new Report());
	const border = new Set<number>();
	for (let row = 0; row < edges.length; row += 2) border.add(faces[edges[row]]);
	return [...mesh.surfaces.keys()].filter((face) => [0, 1, 2].every((k) => !border.has(mesh.faces[face * 3 + k])));
}

/** A room with such a face, and the face. */
export function innerFace({ rooms }: LevelFiles, random: Random): { room: number; mesh: Walkmesh; face: number } {
	for (;;) {
		const room = pick(random, rooms.length);
		const inner = innerFaces(rooms[room]);
		if (inner.length > 0) return { room, mesh: rooms[room], face: inner[pick(random, inner.length)] };
	}
}

/** A linked edge of a room. */
export function linkedEdge({ rooms }: LevelFiles, random: Random): { room: number; edge: number; other: number } {
	for (;;) {
		const room = pick(random, rooms.length);
		const { transitions } = rooms[room];
		const edges = [...transitions.keys()].filter((edge) => transitions[edge] !== NONE);
		if (edges.length === 0) continue;
		const edge = edges[pick(random, edges.length)];
		return { room, edge, other: transitions[edge] };
	}
}

export function edgeMiddle(mesh: Walkmesh, edge: number): number[] {
	return meanOf([point(mesh, mesh.faces[edge]), point(mesh, mesh.faces[edgeEnd(edge)])]);
}

export function withTransitions(mesh: Walkmesh, change: (room: number, edge: number) => number): Walkmesh {
	return { ...mesh, transitions: mesh.transitions.map(change) };
}

/** The walkmesh with further vertices and faces. @param faces vertices, numbered on from those that there are */
export function withMore(
	mesh: Walkmesh,
	points: readonly Point[],
	faces: readonly number[],
	surface = GROUND,
): Walkmesh {
	return {
		...mesh,
		positions: Float32Array.from([...mesh.positions, ...points.flat()]),
		faces: Uint32Array.from([...mesh.faces, ...faces]),
		surfaces: Uint32Array.from([...mesh.surfaces, ...new Array(faces.length / 3).fill(surface)]),
		transitions: Int32Array.from([...mesh.transitions, ...new Array(faces.length).fill(NONE)]),
	};
}

/** The walkmesh with the corners of a face at vertices of its own, where they are moved to. */
export function withOwnCorners(mesh: Walkmesh, face: number, moved: (corner: number[], k: number) => Point): Walkmesh {
	const first = mesh.positions.length / 3;
	const torn = withMore(mesh, corners(mesh, face).map(moved), []);
	torn.faces.set([first, first + 1, first + 2], face * 3);
	return torn;
}

/** A horizontal square as two faces, counter-clockwise from above. */
export function square([x, y, z]: Point, half: number): Point[] {
	return [
		[x - half, y - half, z],
		[x + half, y - half, z],
		[x + half, y + half, z],
		[x - half, y + half, z],
	];
}
