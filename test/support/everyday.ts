import {
	asGltf,
	asObj,
	back,
	DEFAULTS,
	type MadeObject,
	type MadeScene,
	type Materials,
	makeBox,
	named,
	type Piece,
	type Point,
	PREPARED,
	quad,
	sheet,
	shifted,
	wall,
} from './unprepared.ts';

/**
 * Scenes with the habits of tools and kits: solid walls, brushes, tiles, sheets with two sides, water, furniture that hangs, things in groups. In one file: a
 * scene is a few lines, of shapes that the others use.
 */

const box = (x: number, y: number, z: number, w: number, d: number, h: number): Point[][] =>
	makeBox([x, y, z], [w, d, h]);
const piece = (kind: Piece['kind'], ...shapes: Point[][][]): Piece => ({ kind, triangles: shapes.flat() });
/** A part that rises or falls along x from one height to another, as wide as from one y to the other. */
const slope = (x0: number, x1: number, z0: number, z1: number, y0: number, y1: number): Point[][] =>
	quad([
		[x0, y0, z0],
		[x1, y0, z1],
		[x1, y1, z1],
		[x0, y1, z0],
	]);
/** Walls around a rectangle from the origin, seen from inside. */
const enclosed = (x: number, y: number, height: number): Point[][][] => [
	wall([0, 0], [x, 0], 0, height),
	wall([x, 0], [x, y], 0, height),
	wall([x, y], [0, y], 0, height),
	wall([0, y], [0, 0], 0, height),
];
/** An object of each shape, named as copies of one. */
const copies = (name: string, kind: Piece['kind'], shapes: readonly Point[][][]): MadeObject[] =>
	shapes.map((each, k) => object(`${name}.${String(k).padStart(3, '0')}`, piece(kind, each)));
const object = (name: string, ...pieces: Piece[]): MadeObject => ({ name, pieces });

/** The boxes of the walls of two rooms of 6 by 5 metres, solid, 0.2 m thick, with a doorway between them at y 2 to 3.2 and lintel. */
const solidWalls = (low = 0, high = 3): Point[][][] => [
	box(-0.2, -0.2, low, 12.6, 0.2, high - low),
	box(-0.2, 5, low, 12.6, 0.2, high - low),
	box(-0.2, 0, low, 0.2, 5, high - low),
	box(12.2, 0, low, 0.2, 5, high - low),
	box(6, 0, low, 0.2, 2, high - low),
	box(6, 3.2, low, 0.2, 1.8, high - low),
	box(6, 2, low + 2.2, 0.2, 1.2, high - low - 2.2),
];
/** Their floors, the threshold with the first. */
const cutFloors: Point[][][] = [
	[sheet(0, 0, 6, 2), sheet(0, 2, 6, 3.2), sheet(0, 3.2, 6, 5), sheet(6, 2, 6.2, 3.2)].flat(),
	[sheet(6.2, 0, 12.2, 2), sheet(6.2, 2, 12.2, 3.2), sheet(6.2, 3.2, 12.2, 5)].flat(),
];

/** Land that slopes from below the height 0 to above it. */
function beach(): Point[][] {
	const height = (i: number): number => (i < 5 ? -0.8 + i * 0.2 : 0.2);
	return Array.from({ length: 60 }, (_, k) => [k % 10, Math.floor(k / 10) * 3]).flatMap(([i, y]) =>
		slope(i * 3, i * 3 + 3, height(i), height(i + 1), y, y + 3),
	);
}

/** The scenes, each beside the same well prepared. */
export function everydayScenes(): MadeScene[] {
	const made: MadeScene[] = [];
	const add = (
		what: string,
		objects: readonly MadeObject[],
		rooms: readonly MadeObject[],
		materials: Materials = DEFAULTS,
		make: (objects: readonly MadeObject[], materials: Materials) => Uint8Array = asGltf,
		file = 'level.glb',
	): void => {
		made.push({ what, file, bytes: make(objects, materials), prepared: asGltf(rooms, PREPARED) });
	};
	const walls = piece('wall', ...solidWalls());
	const two = [object('a', piece('floor', cutFloors[0]), walls), object('b', piece('floor', cutFloors[1]))];
	const ceiling = piece('ceiling', back(sheet(-0.2, -0.2, 12.4, 5.2, 3)));

	add(
		'walls that are boxes',
		[object('Floor', piece('floor', ...cutFloors)), ...copies('Wall', 'wall', solidWalls())],
		two,
	);
	const plane = piece('floor', sheet(-0.2, -0.2, 12.4, 5.2));
	add(
		'walls that are boxes on one plane',
		[object('Plane', plane), ...copies('Cube', 'wall', solidWalls())],
		[object('all', plane, walls)],
	);
	add(
		'a plane alone',
		[object('Plane', piece('floor', sheet(-5, -5, 5, 5)))],
		[object('a', piece('floor', sheet(-5, -5, 5, 5)))],
	);
	add(
		'two planes side by side',
		[object('Plane', piece('floor', sheet(-5, -5, 5, 5))), object('Plane.001', piece('floor', sheet(5, -5, 15, 5)))],
		[object('a', piece('floor', sheet(-5, -5, 5, 5), sheet(5, -5, 15, 5)))],
	);
	const slab = box(-0.2, -0.2, -0.5, 12.6, 5.4, 0.5);
	const lid = box(-0.2, -0.2, 3, 12.6, 5.4, 0.5);
	const brushes = [slab, ...solidWalls(), lid];
	const asBrushes = brushes.map((each, k) => object(`entity0_brush${k}`, piece(k === 0 ? 'floor' : 'wall', each)));
	add(
		'TrenchBroom brushes, solid',
		asBrushes,
		[object('all', piece('floor', sheet(-0.2, -0.2, 12.4, 5.2)), walls)],
		{ ...DEFAULTS, floor: 'floor_tile3', wall: 'brick1' },
		(o, m) => asObj(o, m, 'y', 32),
		'level.obj',
	);
	const twoSided = [
		object('Mesh1 Group1 Model', piece('floor', ...cutFloors), piece('floor', back(cutFloors.flat()))),
		object('Mesh2 Group2 Model', walls, piece('wall', back(walls.triangles))),
	];
	add(
		'SketchUp, both sides of sheets, inches',
		twoSided,
		two,
		{ ...DEFAULTS, floor: 'FrontColor', wall: 'Color_M06' },
		(o, m) => asObj(o, m, 'y', 1 / 0.0254, '# File units = inches'),
		'level.obj',
	);
	add(
		'3ds Max, wire colours, centimetres, z up',
		[
			object('Plane001', piece('floor', ...cutFloors)),
			object('Box001', walls),
			object('Box002', ceiling),
			object('Teapot001', piece('thing', box(2, 2, 0, 0.4, 0.3, 0.3))),
		],
		[two[0], two[1], object('t', piece('thing', box(2, 2, 0, 0.4, 0.3, 0.3)), ceiling)],
		named('wire_115115115', 'wire_225087143', 'wire_006134113', 'wire_214229166'),
		(o, m) => asObj(o, m, 'z', 100, '# 3ds Max Wavefront OBJ Exporter v0.97b - (c)2007 guruware'),
		'level.obj',
	);
	const squares = [0, 2, 4, 6].flatMap((x) => [0, 2].map((y) => sheet(x, y, x + 2, y + 2)));
	const kitWalls = [
		...[0, 1, 2, 3].map((k) => wall([k * 2, 0], [k * 2 + 2, 0])),
		...[0, 1, 2, 3].map((k) => wall([k * 2 + 2, 4], [k * 2, 4])),
		...[0, 1].map((k) => wall([8, k * 2], [8, k * 2 + 2])),
		...[0, 1].map((k) => wall([0, k * 2 + 2], [0, k * 2])),
		// Between the rooms: a whole one, and one with a doorway.
		[...wall([4, 0], [4, 2]), ...back(wall([4, 0], [4, 2]))],
		[...wall([4, 2], [4, 4], 2.3), ...back(wall([4, 2], [4, 4], 2.3))],
	];
	add(
		'tiles of a kit',
		[...copies('SM_Floor_2x2', 'floor', squares), ...copies('SM_Wall_2m', 'wall', kitWalls)],
		[
			object('a', piece('floor', ...squares.slice(0, 4)), piece('wall', ...kitWalls)),
			object('b', piece('floor', ...squares.slice(4))),
		],
		{ ...DEFAULTS, floor: 'M_Kit', wall: 'M_Kit' },
	);
	const land = beach();
	add(
		'a beach with water',
		[object('Landscape', piece('floor', land)), object('Water', piece('sky', sheet(-30, -30, 60, 50, 0)))],
		[object('a', piece('floor', land))],
		{ ...DEFAULTS, floor: 'Sand', sky: 'Water' },
	);
	const things = [
		box(2, 2, 0.7, 1.4, 0.8, 0.05),
		...[2, 3.3].flatMap((x) => [2, 2.7].map((y) => box(x, y, 0, 0.1, 0.1, 0.7))),
	];
	const lamp = box(3, 2.4, 1.9, 0.4, 0.4, 0.3);
	add(
		'Russian names, a lamp that hangs, a carpet',
		[
			object('Пол', piece('floor', ...cutFloors)),
			object('Стены', walls),
			object('Потолок', ceiling),
			object('Дверь', piece('door', box(6.05, 2, 0, 0.1, 1.2, 2.2))),
			object('Стол', piece('thing', ...things)),
			object('Стул', piece('thing', box(2.4, 1.2, 0, 0.5, 0.5, 0.9))),
			object('Лампа', piece('thing', lamp)),
			object('Ковёр', piece('thing', box(8, 1, 0, 2, 2, 0.02))),
		],
		[...two, object('t', piece('thing', ...things, box(2.4, 1.2, 0, 0.5, 0.5, 0.9), box(8, 1, 0, 2, 2, 0.02)))],
		named('Паркет', 'Обои', 'Побелка', 'Дерево', 'Дуб', 'Небо'),
	);
	add(
		'Door, handle and frame',
		[
			object('Room', piece('floor', cutFloors[0]), walls),
			object('Room.001', piece('floor', cutFloors[1])),
			object('Door.001', piece('door', box(6.05, 2, 0, 0.1, 1.2, 2.2))),
			object('DoorHandle.001', piece('door', box(5.98, 3, 1, 0.24, 0.1, 0.05))),
			object('Exit_Door', piece('door', box(-0.15, 2, 0, 0.1, 1, 2.1))),
			object('Window.001', piece('thing', box(3, 4.95, 1, 1.5, 0.1, 1))),
		],
		two,
	);
	add(
		'a cube turned inside out',
		[object('Cube', piece('floor', back(box(0, 0, 0, 6, 5, 3))))],
		[object('a', piece('floor', sheet(0, 0, 6, 5)))],
		{ ...DEFAULTS, floor: 'Material' },
	);
	const road = sheet(0, -4, 40, 4);
	const pave = [box(0, 4, 0, 40, 3, 0.15), box(0, -7, 0, 40, 3, 0.15)];
	const houses = [box(2, 7, 0, 10, 8, 6), box(15, 7, 0, 10, 8, 9), box(2, -15, 0, 12, 8, 5)];
	const trees = [5, 12, 20].flatMap((x) => [box(x, 5, 0.15, 0.3, 0.3, 2.5), box(x - 1, 4, 2.6, 2.3, 2.3, 2)]);
	const posts = [8, 16, 24].map((x) => box(x, -4.5, 0.15, 0.15, 0.15, 4));
	add(
		'a street with houses and trees',
		[
			object('Road', piece('floor', road)),
			object('Sidewalk_L', piece('floor', pave[0])),
			object('Sidewalk_R', piece('floor', pave[1])),
			...houses.map((h, k) => object(`Building_${k}`, piece('wall', h))),
			...trees.map((t, k) => object(`Tree.${k}`, piece('thing', t))),
			...posts.map((t, k) => object(`LampPost.${k}`, piece('thing', t))),
		],
		[
			object('a', piece('floor', road), piece('wall', ...houses), piece('thing', ...trees, ...posts)),
			object('l', piece('floor', sheet(0, 4, 40, 7, 0.15))),
			object('r', piece('floor', sheet(0, -7, 40, -4, 0.15))),
		],
		{ ...DEFAULTS, floor: 'Asphalt', wall: 'Facade', thing: 'Bark' },
	);
	const treads = Array.from({ length: 14 }, (_, k) => [
		...wall([1 + k * 0.3, 0], [1 + k * 0.3, 1.2], k * 0.18, (k + 1) * 0.18),
		...sheet(1 + k * 0.3, 0, 1.3 + k * 0.3, 1.2, (k + 1) * 0.18),
	]);
	const top = 14 * 0.18;
	const hall = sheet(0, 0, 14, 10);
	const gallery = [...sheet(5.2, 0, 11, 1.2, top), ...sheet(11, 0, 14, 1.2, top)];
	const gallery2 = sheet(11, 1.2, 14, 10, top);
	const hallWalls = enclosed(14, 10, 6);
	const railing = [box(5.2, 1.15, top, 5.8, 0.05, 1), box(11, 1.2, top, 0.05, 8.8, 1)];
	const under = [back(sheet(5.2, 0, 14, 1.2, top - 0.2)), back(sheet(11, 1.2, 14, 10, top - 0.2))];
	add(
		'a hall with stairs and a gallery, one mesh, one material',
		[object('Level', piece('floor', hall, ...treads, gallery, gallery2, ...hallWalls, ...railing, ...under))],
		[
			object(
				'a',
				piece('floor', hall, ...treads, gallery, gallery2),
				piece('wall', ...hallWalls, ...railing, ...under),
			),
		],
		{ ...DEFAULTS, floor: 'Material' },
	);
	const etage = (z: number): Piece[] => [
		piece('floor', ...cutFloors.map((each) => shifted(each, [0, 0, z]))),
		piece('wall', ...solidWalls(z, z + 2.8)),
		piece('ceiling', back(sheet(-0.2, -0.2, 12.4, 5.2, z + 2.8))),
	];
	add(
		'French, two storeys in collections',
		[
			...etage(0).map((p, k) => ({ name: ['Sol', 'Mur', 'Plafond'][k], collection: 'Rez-de-chaussée', pieces: [p] })),
			...etage(3).map((p, k) => ({ name: ['Sol.001', 'Mur.001', 'Plafond.001'][k], collection: 'Étage', pieces: [p] })),
		],
		[0, 3].flatMap((z) =>
			[0, 1].map((k) =>
				object(
					`r${z}${k}`,
					piece('floor', shifted(cutFloors[k], [0, 0, z])),
					...(k === 0 ? [piece('wall', ...solidWalls(z, z + 2.8))] : []),
				),
			),
		),
		{ ...DEFAULTS, floor: 'Carrelage', wall: 'Peinture', ceiling: 'Plâtre' },
	);
	const columns = [2, 4].flatMap((y) => [2, 4].map((x) => box(x, y, 0, 0.4, 0.4, 3)));
	add(
		'columns and a dais, joined',
		[
			object(
				'Temple',
				piece('floor', sheet(0, 0, 8, 8)),
				piece('wall', ...columns),
				piece('floor', box(5, 5, 0, 2.5, 2.5, 0.3)),
			),
		],
		[object('a', piece('floor', sheet(0, 0, 8, 8), sheet(5, 5, 7.5, 7.5, 0.3)), piece('wall', ...columns))],
	);
	add(
		'a stage as an object of its own',
		[
			object('Halle', piece('floor', sheet(0, 0, 9, 9)), piece('wall', ...columns)),
			object('Quader', piece('floor', box(4.5, 4.5, 0, 4, 3, 0.3))),
		],
		[object('a', piece('floor', sheet(0, 0, 9, 9), sheet(4.5, 4.5, 8.5, 7.5, 0.3)), piece('wall', ...columns))],
	);
	add(
		'Spanish: puerta doble, cortina, alfombra, escritorio',
		[
			object('Sala', piece('floor', cutFloors[0]), walls),
			object('Cocina', piece('floor', cutFloors[1])),
			object('Puerta_izq', piece('door', box(6.05, 2, 0, 0.1, 0.6, 2.2))),
			object('Puerta_der', piece('door', box(6.05, 2.6, 0, 0.1, 0.6, 2.2))),
			object('Cortina', piece('thing', box(2, 4.9, 0.3, 2, 0.05, 2.2))),
			object('Alfombra', piece('thing', sheet(1, 1, 3, 3, 0.01))),
			object('Escritorio', piece('thing', box(8, 1, 0, 1.6, 0.7, 0.75))),
			object('Nevera', piece('thing', box(11.4, 0.1, 0, 0.7, 0.7, 1.9))),
			object('Lampara', piece('thing', box(9, 2, 2.3, 0.4, 0.4, 0.5))),
		],
		[
			...two,
			object(
				't',
				piece('thing', sheet(1, 1, 3, 3, 0.01), box(8, 1, 0, 1.6, 0.7, 0.75), box(11.4, 0.1, 0, 0.7, 0.7, 1.9)),
			),
		],
		named('Baldosa', 'Yeso', 'Techo', 'Madera', 'Roble', 'Cielo'),
	);
	const leaf = (name: string): MadeObject => object(name, piece('door', box(6.05, 2.02, 0.01, 0.1, 1.16, 2.15)));
	add('a leaf called Cube', [object('Level', piece('floor', ...cutFloors), walls), leaf('Cube.012')], two);
	add('a leaf in Czech', [object('Level', piece('floor', ...cutFloors), walls), leaf('Dvere')], two);
	const roof = [
		object('Street', piece('floor', sheet(-20, -20, 40, -1))),
		object('House', piece('wall', box(0, 0, -8, 20, 15, 8)), piece('wall', box(5, 5, 0, 3, 3, 2.5))),
	];
	const yard = object('Yard', piece('floor', sheet(-20, -20, 30, -0.2)));
	add(
		'a house of two rooms beside a yard',
		[object('House', piece('floor', ...cutFloors), walls), yard],
		[...two, yard],
	);
	add('a roof that bears a hut is ground', roof, [
		roof[0],
		object('b', piece('floor', sheet(0, 0, 20, 15)), piece('wall', box(5, 5, 0, 3, 3, 2.5))),
	]);
	return made;
}

/** Scenes with an object besides the floor of which something is not sure, so that it is asked. */
export function askedScenes(): { what: string; bytes: Uint8Array; asked: string }[] {
	const land = beach();
	const floating = Array.from({ length: 10 }, (_, k) => box(1 + k * 0.3, 0, (k + 1) * 0.18 - 0.05, 0.3, 1.2, 0.05));
	const floor = object('Floor', piece('floor', sheet(0, 0, 8, 5)));
	const scenes: Record<string, MadeObject[]> = {
		'water under a default name': [
			object('Plane', piece('floor', land)),
			object('Plane.001', piece('sky', sheet(-30, -30, 60, 50, 0))),
		],
		'the sea about a quay': [
			object('Ocean', piece('sky', sheet(-50, -50, 50, 50, -1))),
			object('Quay', piece('floor', box(-20, 0, -3, 40, 10, 3))),
		],
		'stairs without risers': [floor, object('Stairs', piece('thing', ...floating))],
	};
	return Object.entries(scenes).map(([what, objects]) => ({
		what,
		bytes: asGltf(objects, DEFAULTS),
		asked: objects.find(({ pieces: [{ kind }] }) => kind !== 'floor')?.name as string,
	}));
}

/** Scenes with ground that may be none, or the other way round: which materials are asked, and which are sure. */
export function doubtfulScenes(): { what: string; bytes: Uint8Array; asked: readonly string[] }[] {
	const street = object('Plane', piece('floor', sheet(-30, -30, 30, 30)));
	const own = 'Material.003';
	const top = (name: string, ...shapes: Point[][][]): MadeObject => object(name, piece('thing', ...shapes));
	const shaft = enclosed(6, 6, 40);
	const low = box(-10, -8, 0, 20, 15, 0.6);
	const sunk = (half: number, depth: number): MadeObject[] => [
		object(
			'Yard',
			piece(
				'floor',
				sheet(-9, -9, 9, -half),
				sheet(-9, half, 9, 9),
				sheet(-9, -half, -2, half),
				sheet(2, -half, 9, half),
			),
		),
		top('Sunk', back(box(-2, -half, -depth, 4, 2 * half, depth)).slice(2)),
	];
	const scenes: [what: string, objects: MadeObject[], asked: readonly string[], materials?: Materials][] = [
		['a square 0.6 m above a street', [street, top('Cube', low)], [own]],
		['a square of the material of its street', [street, object('Cube', piece('floor', low))], ['Material']],
		['a platform 1.9 m high', [street, top('Platform', box(-4, -4, 0, 8, 8, 1.9))], [own]],
		['the roof of a house 2.1 m high', [street, top('Shed', box(-4, -4, 0, 8, 8, 2.1))], []],
		['a low roof that is called so', [street, top('Cube', low)], [], { ...DEFAULTS, thing: 'Roof_Tiles' }],
		['a low roof whose object is called so', [street, top('Dach', low)], []],
		['the top of a thing', [street, top('Cube', box(0, 0, 0, 2, 2.9, 0.6))], []],
		[
			'a bridge whose ramp is part of it',
			[street, top('Bridge', sheet(-10, -2, 10, 2, 4), slope(10, 20, 4, 0, -2, 2))],
			[own],
		],
		[
			'a bridge beside its ramp',
			[street, top('Bridge', box(-10, -2, 3.8, 20, 4, 0.2)), top('Ramp', slope(10, 20, 4, 0, -2, 2))],
			[own],
		],
		[
			'a platform with a small ramp of its own',
			[
				street,
				top('Platform', box(-4, -4, 0, 8, 8, 0.8)),
				object('Cube.002', piece('ceiling', slope(4, 6, 0.8, 0, -0.6, 0.6))),
			],
			[own],
		],
		['a wedge on the street', [street, object('Wedge', piece('ceiling', slope(8, 9, 0.8, 0, -0.6, 0.6)))], []],
		['a bridge that nothing leads to', [street, top('Bridge', box(-10, -2, 3.8, 20, 4, 0.2))], []],
		[
			'a floor that is inside out',
			[object('a', piece('floor', cutFloors[0]), piece('wall', ...solidWalls())), top('b', back(cutFloors[1]))],
			[own],
		],
		[
			'a ceiling',
			[
				object(
					'a',
					piece('floor', ...cutFloors),
					piece('wall', ...solidWalls()),
					piece('ceiling', back(sheet(0, 0, 12, 5, 3))),
				),
			],
			[],
		],
		['a shaft of one material', [object('Shaft', piece('floor', sheet(0, 0, 4, 4), ...shaft, ...shaft))], ['Material']],
		['a court 1.9 m below its yard', sunk(2, 1.9), [own]],
		['a pit 2.1 m deep', sunk(2, 2.1), []],
		['a fountain of 5.6 m²', sunk(0.7, 0.6), []],
		[
			'a stall under its canopy',
			[street, top('Stall', box(0, 0, 0, 4, 2, 1)), object('Cloth', piece('ceiling', sheet(-1, -1, 5, 3, 2.6)))],
			[own],
		],
	];
	return scenes.map(([what, objects, asked, materials = DEFAULTS]) => ({
		what,
		bytes: asGltf(objects, materials),
		asked,
	}));
}

/** Two storeys of two rooms, so far apart: more walls than floors. */
export function storeys(apart: number, ceilings: boolean): Uint8Array {
	return asGltf(
		[0, apart].flatMap((z) => [
			object(
				`a${z}`,
				piece('floor', shifted(cutFloors[0], [0, 0, z])),
				piece('wall', ...solidWalls(z, z + 2.8)),
				...(ceilings ? [piece('ceiling', back(sheet(0, 0, 12.2, 5, z + 2.8)))] : []),
			),
			object(`b${z}`, piece('floor', shifted(cutFloors[1], [0, 0, z]))),
		]),
		DEFAULTS,
	);
}
