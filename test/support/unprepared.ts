import { GltfMaker } from './gltf-maker.ts';
import { pairs, triples } from './points.ts';

/** Levels of seven rooms as people make them, and the same well prepared. z up, metres; it shares no code with what is tested. */

export type Point = [number, number, number];
type Quad = [Point, Point, Point, Point];
type Kind = 'floor' | 'wall' | 'ceiling';

interface Room {
	readonly name: string;
	/** x and y from, x and y to. */
	readonly box: readonly [number, number, number, number];
}

interface Doorway {
	readonly axis: 0 | 1;
	/** Where the wall begins along the axis, and the doorway lies across it. */
	readonly at: number;
	readonly from: number;
	readonly to: number;
}

/** Triangles of one material of an object. */
export interface Piece {
	readonly kind: Kind | 'thing' | 'door' | 'sky';
	readonly triangles: readonly Point[][];
}

/** An object of a scene. */
export interface MadeObject {
	readonly name: string;
	readonly collection?: string;
	readonly pieces: readonly Piece[];
	readonly matrix?: readonly number[];
}

export interface Plan {
	/** Thickness of walls. */
	readonly thick?: number;
	/** Ground in the doorways of thick walls. */
	readonly thresholds?: boolean;
	readonly lintels?: boolean;
	readonly ceilings?: boolean;
	/** The tops of walls, so wide. */
	readonly tops?: number;
}

const NAMES = ['can_main', 'can_bar', 'can_store', 'can_office', 'can_cells', 'can_dock', 'can_vault'];

function roomsOf(t: number): { rooms: Room[]; doorways: Doorway[] } {
	const boxes = [
		[0, 0, 12, 10],
		[12 + t, 0, 20, 5],
		[12 + t, 5 + t, 20, 10],
		[0, -8 - t, 6, -t],
		[6 + t, -8 - t, 14, -t],
		[0, 10 + t, 12, 18],
		[20 + t, 0, 26, 5],
	] as const;
	const doorways: Doorway[] = [
		{ axis: 0, at: 12, from: 1, to: 3 },
		{ axis: 0, at: 12, from: 6.5, to: 8.5 },
		{ axis: 1, at: -t, from: 2, to: 4 },
		{ axis: 1, at: -t, from: 8, to: 10 },
		{ axis: 1, at: 10, from: 4, to: 6.5 },
		{ axis: 0, at: 20, from: 2, to: 4 },
	];
	return { rooms: boxes.map((box, index) => ({ name: NAMES[index], box })), doorways };
}

const HEIGHT = 3;
const LINTEL = 2.4;

export function quad([a, b, c, d]: Quad): Point[][] {
	return [
		[a, b, c],
		[a, c, d],
	];
}

/** An upright rectangle over a segment; its front is to the left of it. */
export function wall(a: readonly number[], b: readonly number[], low = 0, high = HEIGHT): Point[][] {
	return quad([
		[b[0], b[1], low],
		[a[0], a[1], low],
		[a[0], a[1], high],
		[b[0], b[1], high],
	]);
}

/** A horizontal rectangle, seen from above. */
export const sheet = (x0: number, y0: number, x1: number, y1: number, z = 0): Point[][] =>
	quad([
		[x0, y0, z],
		[x1, y0, z],
		[x1, y1, z],
		[x0, y1, z],
	]);

/** Triangles seen from the other side. */
export const back = (triangles: readonly Point[][]): Point[][] => triangles.map((corners) => corners.toReversed());

/** Triangles elsewhere. */
export const shifted = (triangles: readonly Point[][], by: readonly number[]): Point[][] =>
	triangles.map((corners) => corners.map((point) => point.map((value, axis) => value + by[axis]) as Point));

/** The pieces of each room. */
export function makeRooms(plan: Plan = {}): { name: string; pieces: Piece[] }[] {
	const { thick = 0, thresholds = false, lintels = false, ceilings = true, tops = 0 } = plan;
	const { rooms, doorways } = roomsOf(thick);
	const passed = new Set<Doorway>();
	return rooms.map(({ name, box: [x0, y0, x1, y1] }) => {
		const floor: Point[][] = [];
		const walls: Point[][] = [];
		const corners = [
			[x0, y0],
			[x1, y0],
			[x1, y1],
			[x0, y1],
		];
		const ring: number[][] = [];
		for (const [side, a] of corners.entries()) {
			const b = corners[(side + 1) % 4];
			const axis = side % 2 === 1 ? 0 : 1;
			const along = 1 - axis;
			const here = doorways.filter(
				(door) =>
					door.axis === axis &&
					(Math.abs(door.at - a[axis]) < 1e-9 || Math.abs(door.at + thick - a[axis]) < 1e-9) &&
					door.from >= Math.min(a[along], b[along]) &&
					door.to <= Math.max(a[along], b[along]),
			);
			const forward = b[along] > a[along];
			here.sort((one, other) => (forward ? one.from - other.from : other.from - one.from));
			let at = a;
			ring.push(a);
			for (const door of here) {
				const ends = [door.from, door.to].map((value) => (axis === 0 ? [a[0], value] : [value, a[1]]));
				if (!forward) ends.reverse();
				walls.push(...wall(at, ends[0]));
				if (lintels) walls.push(...wall(ends[0], ends[1], LINTEL));
				ring.push(...ends);
				at = ends[1];
				const isFirst = !passed.has(door);
				passed.add(door);
				if (thresholds && thick > 0 && isFirst) {
					const out = ends.map((end) =>
						end.map((value, k) => (k === axis ? value + (a[axis] === door.at ? thick : -thick) : value)),
					);
					floor.push(...quad([ends[1], ends[0], out[0], out[1]].map(([x, y]) => [x, y, 0]) as unknown as Quad));
					walls.push(
						...wall(out[0], ends[0]).map((each) => [...each].reverse()),
						...wall(ends[1], out[1]).map((each) => [...each].reverse()),
					);
				}
			}
			walls.push(...wall(at, b));
			if (tops > 0) {
				const outward = pairs(0, -1, 1, 0, 0, 1, -1, 0)[side];
				const far = [a, b].map(([x, y]) => [x + outward[0] * tops, y + outward[1] * tops]);
				walls.push(...quad([b, a, far[0], far[1]].map(([x, y]) => [x, y, HEIGHT]) as unknown as Quad));
			}
		}
		const middle: Point = [(x0 + x1) / 2, (y0 + y1) / 2, 0];
		for (const [index, a] of ring.entries()) {
			const b = ring[(index + 1) % ring.length];
			floor.push([middle, [a[0], a[1], 0], [b[0], b[1], 0]]);
		}
		const above = quad([
			[x0, y1, HEIGHT],
			[x1, y1, HEIGHT],
			[x1, y0, HEIGHT],
			[x0, y0, HEIGHT],
		]);
		const pieces: Piece[] = [
			{ kind: 'floor', triangles: floor },
			{ kind: 'wall', triangles: walls },
			...(ceilings ? [{ kind: 'ceiling' as const, triangles: above }] : []),
		];
		return { name, pieces };
	});
}

/** A box on the ground. */
export function makeBox([x, y, z]: readonly number[], [w, d, h]: readonly number[]): Point[][] {
	const at = (i: number, j: number, k: number): Point => [x + i * w, y + j * d, z + k * h];
	const sides: Quad[] = [
		[at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)],
		[at(0, 1, 0), at(1, 1, 0), at(1, 0, 0), at(0, 0, 0)],
		[at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)],
		[at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)],
		[at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1)],
		[at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1)],
	];
	return sides.flatMap(quad);
}

export type Materials = Readonly<Record<Piece['kind'], string | undefined>>;

/** A glTF of objects: one node each, below empty ones for their collections. @param turned whether z up is turned to y up */
export function asGltf(objects: readonly MadeObject[], materials: Materials, turned = true, scale = 1): Uint8Array {
	const maker = new GltfMaker();
	const known = new Map<string, number>();
	const materialOf = (kind: Piece['kind']): { material?: number } => {
		const name = materials[kind];
		if (name === undefined) return {};
		if (!known.has(name)) known.set(name, maker.material(name));
		return { material: known.get(name) as number };
	};
	const collections = new Map<string, number[]>();
	for (const { name, collection, pieces, matrix } of objects) {
		const mesh = maker.mesh(
			pieces.map(({ kind, triangles }) => {
				const points = triangles
					.flat()
					.flatMap(([x, y, z]) => (turned ? [x, z, -y] : [x, y, z]).map((value) => value * scale));
				return { attributes: { POSITION: maker.points(points) }, ...materialOf(kind) };
			}),
		);
		const node = maker.node({ name, mesh, ...(matrix === undefined ? {} : { matrix }) }, collection !== undefined);
		if (collection !== undefined) collections.set(collection, [...(collections.get(collection) ?? []), node]);
	}
	for (const [name, children] of collections) maker.node({ name, children });
	return maker.glb();
}

/** An OBJ of objects. */
export function asObj(
	objects: readonly MadeObject[],
	materials: Materials,
	up: 'y' | 'z' = 'z',
	scale = 1,
	head = '',
): Uint8Array {
	const lines: string[] = head === '' ? [] : [head];
	let vertex = 1;
	for (const { name, pieces } of objects) {
		lines.push(`o ${name}`);
		for (const { kind, triangles } of pieces) {
			if (materials[kind] !== undefined) lines.push(`usemtl ${materials[kind]}`);
			for (const corners of triangles) {
				for (const [x, y, z] of corners) {
					const point = (up === 'z' ? [x, y, z] : [x, z, -y]).map((value) =>
						String(Number((value * scale).toFixed(5))),
					);
					lines.push(`v ${point.join(' ')}`);
				}
				lines.push(`f ${vertex} ${vertex + 1} ${vertex + 2}`);
				vertex += 3;
			}
		}
	}
	return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

const KINDS = ['floor', 'wall', 'ceiling', 'thing', 'door', 'sky'] as const;

/** Materials by what is made of them, in the order of `KINDS`. */
export const named = (...names: (string | undefined)[]): Materials =>
	Object.fromEntries(KINDS.map((kind, index) => [kind, names[index]])) as Materials;

export const PREPARED = named('Stone', 'Nonwalk', 'Obscuring', 'Nonwalk', 'Nonwalk', 'Nonwalk');
export const DEFAULTS = named(...KINDS.map((_, index) => copyName('Material', index)));
const ENGLISH = named('Floor', 'Wall', 'Ceiling', 'Wood', 'Metal', 'Sky');
const GERMAN = named('Fliesen', 'Wand', 'Decke', 'Holz', 'Metall', 'Himmel');
const SPANISH = named('Suelo', 'Pared', 'Techo', 'Madera', 'Acero', 'Cielo');
const FRENCH = named('Plancher', 'Mur', 'Plafond', 'Bois', 'Fer', 'Ciel');
const ONE = named(...KINDS.map(() => 'Material'));
const NONE = named();

/** An unprepared scene, and the same as somebody would prepare it. */
export interface MadeScene {
	readonly what: string;
	readonly file: string;
	readonly bytes: Uint8Array;
	readonly prepared: Uint8Array;
}

/** The name of a copy, as Blender counts them. */
export function copyName(name: string, index: number): string {
	return index === 0 ? name : `${name}.${String(index).padStart(3, '0')}`;
}

/** Doors in the first doorways, and things on the floor. */
export function furniture(doors: readonly string[], things: readonly string[], t = 0): MadeObject[] {
	const places = triples(12 + t / 2 - 0.05, 1, 0, 12 + t / 2 - 0.05, 6.5, 0, 2, -t / 2 - 0.05, 0);
	return [
		...doors.map((name, index): MadeObject => {
			const size = index === 2 ? [2, 0.1, 2.4] : [0.1, 2, 2.4];
			return { name, pieces: [{ kind: 'door', triangles: makeBox(places[index], size) }] };
		}),
		...things.map(
			(name, index): MadeObject => ({
				name,
				pieces: [{ kind: 'thing', triangles: makeBox([3 + index * 2, 4, 0], [1.5, 0.8, 0.75]) }],
			}),
		),
	];
}

function dome(name: string): MadeObject {
	const at = (turn: number, rise: number): Point => [
		10 + 120 * Math.cos(turn) * Math.cos(rise),
		5 + 120 * Math.sin(turn) * Math.cos(rise),
		120 * Math.sin(rise) - 10,
	];
	const triangles: Point[][] = [];
	for (let i = 0; i < 12; i++)
		for (let j = 0; j < 4; j++) {
			const [a, b] = [i, i + 1].map((k) => (k * Math.PI) / 6);
			const [low, high] = [j, j + 1].map((k) => (k * Math.PI) / 8);
			triangles.push(...quad([at(b, low), at(a, low), at(a, high), at(b, high)]));
		}
	return { name, pieces: [{ kind: 'sky', triangles }] };
}

const joined = (objects: readonly MadeObject[], name = 'Level'): MadeObject[] => [
	{ name, pieces: objects.flatMap(({ pieces }) => pieces) },
];

/** One object a kind and room. */
function apart(
	rooms: readonly MadeObject[],
	nameOf: (room: string, kind: string, index: number) => string,
): MadeObject[] {
	return rooms.flatMap(({ name, pieces }, index) =>
		pieces.map((piece) => ({ name: nameOf(name, piece.kind, index), pieces: [piece] })),
	);
}

function moved(matrix: readonly number[], triangles: readonly Point[][]): Point[][] {
	const at = ([x, y, z]: Point): Point =>
		[0, 1, 2].map((k) => matrix[k] * x + matrix[4 + k] * y + matrix[8 + k] * z + matrix[12 + k]) as Point;
	return triangles.map((corners) => corners.map(at));
}

/** The objects with their points in the space of a node that is scaled or sheared. @param own in axes of glTF */
function within(
	objects: readonly MadeObject[],
	own: (index: number) => { matrix: number[]; inverse: number[] },
): MadeObject[] {
	const turn = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];
	const back = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];
	return objects.map((object, index) => {
		const { matrix, inverse } = own(index);
		const mirrors = matrix[0] < 0;
		const pieces = object.pieces.map((piece) => ({
			...piece,
			triangles: moved(back, moved(inverse, moved(turn, piece.triangles))).map((corners) =>
				mirrors ? corners.toReversed() : corners,
			),
		}));
		return { ...object, pieces, matrix };
	});
}

const scaled = (x: number, y: number, z: number) => ({
	matrix: [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1],
	inverse: [1 / x, 0, 0, 0, 0, 1 / y, 0, 0, 0, 0, 1 / z, 0, 0, 0, 0, 1],
});
const sheared = (by: number) => ({
	matrix: [1, 0, 0, 0, by, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
	inverse: [1, 0, 0, 0, -by, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
});

/** Thirty scenes as people make them. */
export function unpreparedScenes(): MadeScene[] {
	const made: MadeScene[] = [];
	const addBytes = (what: string, plan: Plan, bytes: Uint8Array, file: string): void => {
		made.push({ what, file, bytes, prepared: asGltf(makeRooms(plan), PREPARED) });
	};
	const add = (what: string, plan: Plan, objects: readonly MadeObject[], materials: Materials): void =>
		addBytes(what, plan, asGltf(objects, materials), 'level.glb');
	const thin = makeRooms();
	const lintelled = { lintels: true };
	const thick = { thick: 0.2, lintels: true };
	const closed = { thick: 0.2, lintels: true, thresholds: true };
	const topped = { ...closed, tops: 0.2, ceilings: false };
	for (const [what, materials] of [
		['materials named', ENGLISH],
		['default materials', DEFAULTS],
		['one material', ONE],
		['no material', NONE],
	] as const)
		add(`rooms as objects, ${what}`, {}, thin, materials);
	const cubes = thin.map((room, index) => ({ ...room, name: copyName('Cube', index) }));
	add('default objects and materials', {}, cubes, DEFAULTS);
	const inCollections = thin.flatMap(({ name, pieces }, index) =>
		pieces.map((piece): MadeObject => ({ name: copyName(piece.kind, index), collection: name, pieces: [piece] })),
	);
	add('rooms as collections', {}, inCollections, ENGLISH);
	const ofRooms = apart(thin, (room, kind) => `${room}_${kind}`);
	add('collections dropped: room_floor, room_wall', {}, ofRooms, ENGLISH);
	const copies = apart(thin, (_, kind, index) => copyName(kind, index));
	add('collections dropped: Floor, Floor.001', {}, copies, DEFAULTS);
	add('joined, thin walls', {}, joined(thin), ENGLISH);
	add('joined, lintels', lintelled, joined(makeRooms(lintelled)), DEFAULTS);
	add('joined, one material', lintelled, joined(makeRooms(lintelled)), ONE);
	add('joined, thick walls', closed, joined(makeRooms(closed)), DEFAULTS);
	add('joined, thick walls, no thresholds', thick, joined(makeRooms(thick)), ENGLISH);
	add('thick walls, no thresholds', thick, makeRooms(thick), DEFAULTS);
	add('thick walls, thresholds', closed, makeRooms(closed), ENGLISH);
	add('solid walls with tops', topped, makeRooms(topped), DEFAULTS);
	const english = furniture(['Door', 'Door.001', 'Door.002'], ['Table', 'Crate', 'Cube.009'], 0.2);
	add('doors and things', closed, [...makeRooms(closed), ...english], DEFAULTS);
	add('joined floors, doors and things', closed, [...joined(makeRooms(closed)), ...english], ENGLISH);
	for (const [language, materials, door, things, sky] of [
		['German', GERMAN, 'Tür', ['Tisch', 'Kiste'], 'Himmel'],
		['Spanish', SPANISH, 'Puerta', ['Mesa', 'Caja'], 'Cielo'],
		['French', FRENCH, 'Porte', ['Table', 'Caisse'], 'Ciel'],
	] as const) {
		const doors = [0, 1, 2].map((index) => copyName(door, index));
		add(language, closed, [...makeRooms(closed), ...furniture(doors, things, 0.2), dome(sky)], materials);
	}
	add('a sky dome called Sphere', {}, [...thin, dome('Sphere')], DEFAULTS);
	addBytes('OBJ with z up', {}, asObj(thin, ENGLISH), 'level.obj');
	addBytes('glTF with z up', lintelled, asGltf(makeRooms(lintelled), DEFAULTS, false), 'level.glb');
	addBytes('centimetres', {}, asObj(thin, ENGLISH, 'y', 100), 'level.obj');
	const parts = thin.map((room, index) => ({ ...room, name: `Mesh${index + 1} Group${index + 1} Model` }));
	addBytes('SketchUp, inches', {}, asObj(parts, DEFAULTS, 'z', 1 / 0.0254, '# File units = inches'), 'level.obj');
	const brushes = apart(makeRooms(closed), () => '').map((each, index) => ({ ...each, name: `entity0_brush${index}` }));
	addBytes('TrenchBroom, 32 to a metre', closed, asObj(brushes, ENGLISH, 'y', 32), 'level.obj');
	const scaledRooms = within(thin, (index) => scaled(2 + index, 0.5, 3));
	add('scaled objects', {}, scaledRooms, DEFAULTS);
	const bent = within(thin, (index) => (index % 2 === 0 ? sheared(0.3) : scaled(-1, 1, 1)));
	add('mirrored and sheared objects', {}, bent, ENGLISH);
	const byKind = ['floor', 'wall', 'ceiling'].map((kind) => ({
		name: kind,
		pieces: makeRooms(lintelled).flatMap(({ pieces }) => pieces.filter((piece) => piece.kind === kind)),
	}));
	add('two collections of floors and walls', lintelled, byKind, DEFAULTS);
	return made;
}
