import { GltfMaker } from './gltf-maker.ts';
import { pairs, triples } from './points.ts';
import {
	asGltf,
	DEFAULTS,
	type MadeObject,
	type MadeScene,
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
 * Scenes with what levels have besides rooms and doorways: storeys, stairs, ramps, pits, pillars, curves, copies. In one file: a scene is a few lines, of
 * shapes that the others use.
 */

type Points = readonly (readonly number[])[];

/** A horizontal floor from corner to corner. */
const flat = (...corners: Parameters<typeof sheet>): Piece => ({ kind: 'floor', triangles: sheet(...corners) });
const floorOf = (corners: Points): Piece => ({ kind: 'floor', triangles: fan(corners) });
const wallsOf = (...each: Point[][][]): Piece => ({ kind: 'wall', triangles: each.flat() });

function fan([first, ...others]: Points): Point[][] {
	return others
		.slice(1)
		.map((corner, index) => [first, others[index], corner].map(([x, y, z = 0]) => [x, y, z] as Point));
}

/** The walls along a line of points, to the left of it. */
const along = (points: Points, low = 0, high = 3): Point[][] =>
	points.slice(1).flatMap((to, index) => wall(points[index], to, low, high));

const lifted = (pieces: readonly Piece[], by: readonly number[]): Piece[] =>
	pieces.map((piece) => ({ ...piece, triangles: shifted(piece.triangles as Point[][], by) }));

/** A room of 6 by 5 metres with doorways in the middles of its shorter walls. */
export function cell(name = 'cell'): MadeObject {
	const walls = wallsOf(
		along(pairs(0, 1.5, 0, 0, 6, 0, 6, 1.5)),
		along(pairs(6, 3.5, 6, 5, 0, 5, 0, 3.5)),
		along(pairs(6, 1.5, 6, 3.5), 2.4),
		along(pairs(0, 3.5, 0, 1.5), 2.4),
	);
	const ceiling = fan(triples(0, 5, 3, 6, 5, 3, 6, 0, 3, 0, 0, 3));
	const floor = floorOf(pairs(0, 0, 6, 0, 6, 1.5, 6, 3.5, 6, 5, 0, 5, 0, 3.5, 0, 1.5));
	return { name, pieces: [floor, walls, { kind: 'ceiling', triangles: ceiling }] };
}

/** Two cells above each other, and a ramp beside them from one doorway to the other. */
export function storeys(): MadeObject[] {
	const ramp = floorOf(triples(10, 3.5, 0, 10, 1.5, 0, 20, 1.5, 4, 20, 3.5, 4));
	return [
		cell('ground_room'),
		{ name: 'upper_room', pieces: lifted(cell().pieces, [0, 0, 4]) },
		{ name: 'way', pieces: [flat(6, 1.5, 10, 3.5), ramp] },
	];
}

/** Rooms in a row, for what stands in them. */
const row = (...names: string[]): MadeObject[] =>
	names.map((name, index) => ({ name, pieces: lifted(cell().pieces, [6 * index, 0, 0]) }));

/** A table of a top and four legs. */
function table([x, y]: Points[0]): Point[][] {
	const legs = [0, 1.1].flatMap((dx) => [0, 0.7].flatMap((dy) => makeBox([x + dx, y + dy, 0], [0.1, 0.1, 0.7])));
	return [...makeBox([x, y, 0.7], [1.2, 0.8, 0.05]), ...legs];
}

/** A staircase of boxes' sides: treads and risers. */
function stairs([x, y]: Points[0], count: number, rise = 0.18, run = 0.3, width = 2): Point[][] {
	return Array.from({ length: count }, (_, k) => {
		const [near, far, low, high] = [x + k * run, x + (k + 1) * run, k * rise, (k + 1) * rise];
		return [...wall([near, y], [near, y + width], low, high), ...sheet(near, y, far, y + width, high)];
	}).flat();
}

/** A corridor about a quarter of a circle. */
function bend(steps: number, inner: number, outer: number): MadeObject {
	const at = (k: number, radius: number): number[] => {
		const turn = (k / steps) * (Math.PI / 2);
		return [6 + radius * Math.sin(turn), 1.5 + outer - radius * Math.cos(turn), 0];
	};
	const ring = (radius: number): number[][] => Array.from({ length: steps + 1 }, (_, k) => at(k, radius));
	const [inside, outside] = [ring(inner), ring(outer)];
	const pieces = Array.from({ length: steps }, (_, k) =>
		fan([outside[k], outside[k + 1], inside[k + 1], inside[k]]),
	).flat();
	return {
		name: 'bend',
		pieces: [{ kind: 'floor', triangles: pieces }, wallsOf(along(outside), along(inside.toReversed()))],
	};
}

/** A doorway under an arch in a wall of no thickness. */
function arched(): MadeObject[] {
	const points = Array.from({ length: 9 }, (_, k) => {
		const turn = (k / 8) * Math.PI;
		return [6, 2.5 - Math.cos(turn), 1.5 + Math.sin(turn)];
	});
	const over = points.slice(1).flatMap((b, k) => {
		const a = points[k];
		return quad([
			[6, a[1], a[2]],
			[6, b[1], b[2]],
			[6, b[1], 3],
			[6, a[1], 3],
		]);
	});
	return row('west', 'east').map((room, index) => ({
		...room,
		pieces: [
			...room.pieces.map((piece) => ({
				...piece,
				triangles: piece.triangles.filter((corners) => !corners.every(([x, y]) => x === 6 && y >= 1.5 && y <= 3.5)),
			})),
			wallsOf(index === 0 ? over : over.map((each) => each.toReversed())),
		],
	}));
}

/** A room with a hole in its floor, the sides and the bottom of a pit, and water in it. */
function pit(): { room: MadeObject; bottom: Piece; water: MadeObject } {
	const hole = pairs(2, 1.5, 4, 1.5, 4, 3.5, 2, 3.5);
	const { pieces } = cell();
	const outer = pairs(0, 0, 6, 0, 6, 5, 0, 5);
	const floor = outer.flatMap((a, k) => fan([a, outer[(k + 1) % 4], hole[(k + 1) % 4], hole[k]]));
	const sides = along([...hole, hole[0]].toReversed(), -1.5, 0).map((each) => each.toReversed());
	return {
		room: { name: 'pool', pieces: [{ kind: 'floor', triangles: floor }, ...pieces.slice(1), wallsOf(sides)] },
		bottom: floorOf(hole.map(([x, y]) => [x, y, -1.5])),
		water: { name: 'Wasser', pieces: [{ kind: 'sky', triangles: fan(hole.map(([x, y]) => [x, y, -0.3])) }] },
	};
}

/** Boxes at places, as copies of one mesh that `EXT_mesh_gpu_instancing` lists, in a room. */
function instanced(places: Points): { bytes: Uint8Array; boxes: Point[][] } {
	const maker = new GltfMaker();
	const turned = (triangles: readonly Point[][]): number[] => triangles.flat().flatMap(([x, y, z]) => [x, z, -y]);
	const materials = new Map(
		['floor', 'wall', 'ceiling', 'thing'].map((kind) => [kind, maker.material(DEFAULTS[kind as 'floor'] as string)]),
	);
	const meshOf = (pieces: readonly Piece[]): number =>
		maker.mesh(
			pieces.map(({ kind, triangles }) => ({
				attributes: { POSITION: maker.points(turned(triangles)) },
				material: materials.get(kind),
			})),
		);
	maker.node({ name: 'Room', mesh: meshOf(cell().pieces) });
	const translation = maker.accessor(Float32Array.from(places.flatMap(([x, y]) => [x, 0, -y])), 'VEC3');
	const extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: translation } } };
	maker.json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
	maker.node({
		name: 'Crates',
		mesh: meshOf([{ kind: 'thing', triangles: makeBox([0, 0, 0], [0.8, 0.8, 0.8]) }]),
		extensions,
	});
	return { bytes: maker.glb(), boxes: places.flatMap(([x, y]) => makeBox([x, y, 0], [0.8, 0.8, 0.8])) };
}

/** Names in languages that nobody of us speaks: of materials, of a door and of a table. */
const NAMES: Readonly<Record<string, string>> = {
	Italian: 'Pavimento Muro Soffitto Legno Ferro Cielo Porta Tavolo',
	Portuguese: 'Chão Parede Teto Madeira Ferro Céu Porta Mesa',
	Dutch: 'Vloer Muur Plafond Hout Staal Lucht Deur Tafel',
	Polish: 'Podłoga Ściana Sufit Drewno Stal Niebo Drzwi Stół',
	Russian: 'Пол Стена Потолок Дерево Сталь Небо Дверь Стол',
	Japanese: '床 壁 天井 木 鉄 空 ドア 机',
};

/** The scenes, each beside the same well prepared. */
export function strangeScenes(): MadeScene[] {
	const made: MadeScene[] = [];
	const add = (
		what: string,
		objects: readonly MadeObject[],
		rooms: readonly MadeObject[],
		materials = DEFAULTS,
	): void => {
		made.push({ what, file: 'level.glb', bytes: asGltf(objects, materials), prepared: asGltf(rooms, PREPARED) });
	};
	/** The first room with more in it. */
	const within = (rooms: readonly MadeObject[], ...pieces: Piece[]): MadeObject[] =>
		rooms.map((room, index) => (index === 0 ? { ...room, pieces: [...room.pieces, ...pieces] } : room));
	const thing = (triangles: readonly Point[][], kind: Piece['kind'] = 'thing'): Piece => ({ kind, triangles });

	const two = row('room_a', 'room_b');
	const nested = ['EG', 'OG'].map((name, index) => ({ name, pieces: lifted(cell().pieces, [0, 0, index * 4]) }));
	add('storeys with a ramp', storeys(), storeys());
	add('storeys, joined', [{ name: 'Cube', pieces: nested.flatMap(({ pieces }) => pieces) }], nested);
	for (const [what, pieces] of [
		['a table with four legs', table([2, 2])],
		['a pillar', makeBox([2, 2, 0], [0.5, 0.5, 3])],
		['a bench 4 m long', makeBox([1, 4.2, 0], [4, 0.5, 0.45])],
		['a low wall', makeBox([2, 0, 0], [0.2, 3, 1])],
		['a rug', sheet(2, 2, 5, 4, 0.01)],
		['a couch', [...makeBox([2, 2, 0], [2, 0.8, 0.45]), ...makeBox([2, 2.8, 0], [2, 0.3, 0.85])]],
		['three low boxes', [1, 2.5, 4].flatMap((x) => makeBox([x, 4, 0], [0.8, 0.8, 0.3]))],
	] as const) {
		add(`${what}, apart`, [...two, { name: 'Cube.007', pieces: [thing(pieces)] }], within(two, thing(pieces)));
		const whole = [...two.flatMap((room) => room.pieces), thing(pieces)];
		add(`${what}, joined`, [{ name: 'Cube', pieces: whole }], within(two, thing(pieces)));
		add(`${what}, of the material of the floor`, within(two, thing(pieces, 'floor')), within(two, thing(pieces)));
	}
	const flight = thing(stairs([2, 1], 8), 'floor');
	const landing = flat(4.4, 1, 6, 3, 1.44);
	const [bare] = row('hall');
	add('stairs to a landing', within([bare], flight, landing), within([bare], flight, landing));
	add('stairs apart', [bare, { name: 'Stairs', pieces: [thing(flight.triangles)] }], within([bare], flight));
	const slope = floorOf(triples(6, 1.5, 0, 10, 1.5, 1, 10, 3.5, 1, 6, 3.5, 0));
	const far = { name: 'upper', pieces: lifted(cell().pieces, [10, 0, 1]) };
	add('a ramp', [bare, { name: 'ramp', pieces: [slope] }, far], [bare, { name: 'ramp', pieces: [slope] }, far]);
	add('a bend', [bare, bend(12, 2, 4)], [bare, bend(12, 2, 4)]);
	add('arches', arched(), arched());
	add('arches, joined', [{ name: 'Level', pieces: arched().flatMap(({ pieces }) => pieces) }], arched());
	const { room, bottom, water } = pit();
	add('a pit', [room], [room]);
	add('a pit with a bottom', within([room], bottom), within([room], thing(bottom.triangles)));
	add('a pit with water', [...within([room], bottom), water], within([room], thing(bottom.triangles)));
	const frame = [
		...makeBox([5.9, 1.5, 0], [0.2, 0.1, 2.4]),
		...makeBox([5.9, 3.4, 0], [0.2, 0.1, 2.4]),
		...makeBox([5.9, 1.5, 2.3], [0.2, 2, 0.1]),
	];
	/** Two rooms with a leaf in the doorway between them and one thing more. */
	const withDoor = (what: string, leaf: string, name: string, more: Piece, materials = DEFAULTS): void => {
		const door = thing(makeBox([5.95, 1.6, 0], [0.1, 1.8, 2.3]), 'door');
		add(what, [...two, { name: leaf, pieces: [door] }, { name, pieces: [more] }], within(two, more), materials);
	};
	withDoor('Door with Door_frame', 'Door', 'Door_frame', thing(frame));
	withDoor('Türblatt with Türrahmen', 'Türblatt', 'Türrahmen', thing(frame));
	withDoor('Holztür with Cube.004', 'Holztür', 'Cube.004', thing(frame));
	for (const [language, names] of Object.entries(NAMES)) {
		const [door, table] = names.split(' ').slice(6);
		withDoor(language, door, table, thing(makeBox([2, 2, 0], [1.2, 0.8, 0.7])), named(...names.split(' ')));
	}
	const places = pairs(1, 1, 3, 3, 4, 1);
	const { bytes, boxes } = instanced(places);
	made.push({
		what: 'copies by EXT_mesh_gpu_instancing',
		file: 'level.glb',
		bytes,
		prepared: asGltf(within([bare], thing(boxes)), PREPARED),
	});
	const ground = flat(-20, -20, 40, 30, -0.05);
	add('a house on land', [...two, { name: 'Plane', pieces: [ground] }], [...two, { name: 'land', pieces: [ground] }]);
	const slab = flat(12, 0, 20, 6, 0.1);
	const paved = Object.entries({ land: ground, yard: slab }).map(([name, piece]) => ({ name, pieces: [piece] }));
	add('a pavement', paved, paved);
	const roof = thing([...makeBox([-0.3, -0.3, 3], [12.6, 5.6, 0.2])]);
	add('a flat roof', [...two, { name: 'Roof', pieces: [roof] }], within(two, roof));
	const gable = thing([
		...fan(triples(-0.5, -0.5, 3, 12.5, -0.5, 3, 12.5, 2.5, 5, -0.5, 2.5, 5)),
		...fan(triples(-0.5, 2.5, 5, 12.5, 2.5, 5, 12.5, 5.5, 3, -0.5, 5.5, 3)),
	]);
	add('a gabled roof', [...two, { name: 'Dach', pieces: [gable] }], within(two, gable));
	return made;
}
