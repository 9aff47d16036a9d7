import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { createWalkmesh, type DoorState, type Walkmesh, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import {
	copySuffix,
	geometryChecksum,
	hookNames,
	makeStamp,
	objectRootName,
	walkmeshNodeName,
} from '../../src/scene/inspection.ts';
import { collectGreens, createGreens, decidePaint, paintedRooms } from '../../src/scene/painted-rooms.ts';
import { nodeMeanings, nodeRole, parentsFirst } from '../../src/scene/roles.ts';
import { rectangle } from '../support/levels.ts';

function kinds(...nodes: readonly [name: string, parent: number][]): string[] {
	return nodeMeanings(nodes.map(([name, parent]) => ({ name, parent }))).map(({ kind, model, doorState }) =>
		[kind, model, doorState].filter((part) => part !== undefined).join(' '),
	);
}

describe('what nodes belong to', () => {
	test.each([
		['wg_closed', 'closed'],
		['wg_open1', 'open1'],
		['gate_open1', 'open1'],
		['gate_open2', 'open2'],
		['Gate Open', 'open1'],
		['Closed.001', 'closed'],
		['gate-open-2', 'open2'],
	])('a part below the root of a door called %s is of its state %s', (name, state) => {
		expect(kinds(['gate_dwk', -1], [name, 0], ['leaf', 1])).toEqual([
			'door gate',
			`door gate ${state}`,
			`door gate ${state}`,
		]);
	});

	test('states of doors mean nothing below a placeable, below a state, or in parts of words', () => {
		expect(kinds(['plc_x_pwk', -1], ['lid_open', 0])[1]).toBe('placeable plc_x');
		expect(kinds(['x_dwk_closed', -1], ['panel_open1', 0])[1]).toBe('door x closed');
		expect(kinds(['gate_dwk', -1], ['opened', 0], ['enclosed', 0]).slice(1)).toEqual(['door gate', 'door gate']);
		expect(kinds(['hall', -1], ['gate_open1', 0])).toEqual(['area', 'area']);
	});

	test('`_wg` alone is a room, unless a root above or hooks beside say otherwise', () => {
		expect(kinds(['hall_wg', -1])).toEqual(['area hall']);
		expect(kinds(['plc_x_pwk', -1], ['thing_wg', 0])).toEqual(['placeable plc_x', 'placeable plc_x']);
		expect(kinds(['group', -1], ['thing_wg', 0], ['pwk_use01', 0])[1]).toBe('placeable thing');
		expect(kinds(['group', -1], ['thing_wg', 0], ['other', -1], ['pwk_use01', 2])[1]).toBe('area thing');
	});

	test('a room below a placeable stays a room', () => {
		expect(kinds(['plc_x_pwk', -1], ['hall_wok', 0])).toEqual(['placeable plc_x', 'area hall']);
	});

	test('everything else is area', () => {
		expect(kinds(['', -1], ['Cube', 0], ['transition_1', 1])).toEqual(['area', 'area', 'area']);
	});

	test('children may stand before their parents, and cycles do not hang', () => {
		expect(kinds(['Cube', 1], ['plc_x_pwk', -1])).toEqual(['placeable plc_x', 'placeable plc_x']);
		expect([...parentsFirst([{ parent: 2 }, { parent: 0 }, { parent: -1 }])]).toEqual([2, 0, 1]);
		expect([...parentsFirst([{ parent: 1 }, { parent: 0 }])].sort()).toEqual([0, 1]);
	});
});

const hooks = {
	relative1: [1, 2, 3],
	relative2: [4, 5, 6],
	absolute1: [7, 8, 9],
	absolute2: [10, 11, 12],
} as const;
const made = (kind: WalkmeshKind, name = 'gate', doorState?: DoorState): Walkmesh =>
	createWalkmesh({ ...rectangle(0, 0, 1, 1), kind, name, hooks, ...(doorState === undefined ? {} : { doorState }) });

describe('names of nodes', () => {
	test.each<[WalkmeshKind, string, DoorState | undefined, string, string, string[]]>([
		['area', 'hall', undefined, 'hall_wok', '', []],
		['area', '', undefined, 'walkmesh_wok', '', []],
		['placeable', 'crate', undefined, 'crate_pwk_wg', 'crate_pwk', ['pwk_use01', 'pwk_use02']],
		['placeable', '', undefined, 'walkmesh_pwk_wg', 'walkmesh_pwk', ['pwk_use01', 'pwk_use02']],
		['door', 'gate', undefined, 'gate_DWK_wg_closed', 'gate_DWK', ['DWK_dp_closed_01', 'DWK_dp_closed_02']],
		['door', 'gate', 'closed', 'gate_DWK_wg_closed', 'gate_DWK', ['DWK_dp_closed_01', 'DWK_dp_closed_02']],
		['door', 'gate', 'open1', 'gate_DWK_wg_open1', 'gate_DWK', ['DWK_dp_open1_01']],
		['door', 'gate', 'open2', 'gate_DWK_wg_open2', 'gate_DWK', ['DWK_dp_open2_01']],
	])('of a %s "%s" %s are known again', (kind, name, doorState, node, root, names) => {
		const mesh = made(kind, name, doorState);
		expect(walkmeshNodeName(mesh)).toBe(node);
		expect(nodeRole(node)).toMatchObject({ role: 'geometry', kind });
		expect(hookNames(mesh)).toEqual(names.map((each, i) => ({ name: each, hook: i === 0 ? [1, 2, 3] : [4, 5, 6] })));
		for (const [i, each] of names.entries()) expect(nodeRole(each)).toMatchObject({ role: 'hook', kind, slot: i + 1 });
		if (kind === 'area') return;
		expect(objectRootName(mesh, 0)).toBe(root);
		expect(objectRootName(mesh, 2)).toBe(`${root}.002`);
		expect(nodeRole(objectRootName(mesh, 2))).toMatchObject({ role: 'root', kind });
	});

	test('of copies are numbered as Blender does', () => {
		expect([0, 1, 12, 1234].map(copySuffix)).toEqual(['', '.001', '.012', '.1234']);
	});
});

describe('the stamp of a walkmesh', () => {
	test('holds header and transitions, with what JSON has no number for as a text', () => {
		const transitions = Int32Array.of(-1, 3, -1, -1, -1, 0);
		const mesh = { ...made('door', 'gate', 'open1'), transitions, position: [-0, Number.NaN, -Infinity] as const };
		const stamp = makeStamp(mesh);
		expect(stamp).toEqual({
			version: 1,
			name: 'gate',
			kind: 'door',
			doorState: 'open1',
			header: ['-0', 'NaN', '-Infinity', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
			transitions: [1, 3, 5, 0],
			checksum: geometryChecksum(mesh),
		});
		expect(JSON.parse(JSON.stringify(stamp))).toEqual(stamp);
		expect(makeStamp(made('placeable'))).not.toHaveProperty('doorState');
		expect(makeStamp(made('placeable')).header.slice(0, 3)).toEqual([0, 0, 0]);
	});

	test('has the FNV-1a checksum of the words of vertices, faces and surfaces, each after their number', () => {
		const mesh = made('area');
		let hash = 0x811c9dc5n;
		const parts = [mesh.positions, mesh.faces, mesh.surfaces];
		for (const array of parts) {
			const words = [...new Uint32Array(array.buffer, array.byteOffset, array.length)];
			for (const word of [words.length, ...words]) hash = ((hash ^ BigInt(word)) * 0x01000193n) & 0xffffffffn;
		}
		expect(geometryChecksum(mesh)).toBe(Number(hash));
		const sums = parts.flatMap((array, part) =>
			[...array.keys()].map((i) => {
				const changed = [mesh.positions.slice(), mesh.faces.slice(), mesh.surfaces.slice()] as const;
				changed[part][i] += 1;
				return geometryChecksum({ positions: changed[0], faces: changed[1], surfaces: changed[2] });
			}),
		);
		expect(new Set([...sums, geometryChecksum(mesh)]).size).toBe(sums.length + 1);
	});
});

/** A strip of squares along x: vertices 0 1 (x = 0), 2 3 (x = 1), …; square i has triangles (2i, 2i+2, 2i+1), (2i+1, 2i+2, 2i+3). */
function strip(squares: number): Uint32Array {
	const triangles: number[] = [];
	for (let i = 0; i < squares; i++) triangles.push(2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3);
	return Uint32Array.from(triangles);
}

type Colour = readonly [number, number, number];

const WHITE: Colour = [1, 1, 1];

/** Colours of all vertices of a strip: `painted` at the first two, which are one edge, white elsewhere. */
function endPainted(squares: number, painted: Colour): number[] {
	return Array.from({ length: (squares + 1) * 2 }, (_, vertex) => (vertex < 2 ? painted : WHITE)).flat();
}

function read(colours: readonly number[], triangles: Uint32Array): { rooms: Int32Array | undefined; report: Report } {
	const report = new Report();
	const greens = createGreens();
	collectGreens(colours, greens);
	const paint = decidePaint(greens, report);
	const rooms = paint === undefined ? undefined : paintedRooms([{ colours, triangles }], paint, report)[0];
	return { rooms, report };
}

function linear(c: number): number {
	return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** The same colour as files may hold it. */
const STORED: Readonly<Record<string, (green: number) => number>> = {
	'sRGB byte': (green) => Math.round(green * 255) / 255,
	'sRGB float': Math.fround,
	'sRGB short': (green) => Math.round(green * 65535) / 65535,
	'sRGB text of three decimals': (green) => Number(green.toFixed(3)),
	'linear float': (green) => Math.fround(linear(green)),
	'linear short': (green) => Math.round(linear(green) * 65535) / 65535,
};

/** Edge 2 of triangle 0 runs from vertex 1 to vertex 0; it is the painted one. */
const PAINTED_EDGE = 2;

describe('rooms that are painted', () => {
	describe.each(Object.entries(STORED))('%s', (_, store) => {
		// Further up there are rooms whose linear value is by chance nearly a whole byte.
		test.each(Array.from({ length: 45 }, (_, room) => room))('kotorblender, room %i', (room) => {
			const { rooms, report } = read(endPainted(8, [0, store((200 + room) / 255), 0]), strip(8));
			expect([...(rooms ?? [])].map((found, edge) => [edge, found]).filter(([, found]) => found !== -1)).toEqual([
				[PAINTED_EDGE, room],
			]);
			expect(report.findings.map(({ code }) => code)).toEqual(['PAINTED_ROOMS']);
		});

		test.each(Array.from({ length: 46 }, (_, room) => room))('KOTORMax, room %i', (room) => {
			const { rooms } = read(endPainted(8, [0, store((100 + room) / 255), 0]), strip(8));
			expect(rooms?.[PAINTED_EDGE]).toBe(room);
		});
	});

	test('linear bytes give the first 29 rooms of kotorblender; beyond, they are as good a sRGB code', () => {
		for (let room = 0; room < 29; room++) {
			const stored = Math.round(linear((200 + room) / 255) * 255) / 255;
			expect(read(endPainted(8, [0, stored, 0]), strip(8)).rooms?.[PAINTED_EDGE]).toBe(room);
		}
	});

	test('several rooms in one document decide the encoding together', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.integer({ min: 0, max: 44 }), { minLength: 1, maxLength: 6 }),
				fc.constantFrom(...Object.values(STORED)),
				(painted, store) => {
					const squares = 8 * painted.length;
					const colours = Array.from({ length: (squares + 1) * 2 }, () => WHITE);
					for (const [i, room] of painted.entries()) {
						colours[16 * i] = [0, store((200 + room) / 255), 0];
						colours[16 * i + 1] = colours[16 * i];
					}
					const { rooms } = read(colours.flat(), strip(squares));
					expect(painted.map((_, i) => rooms?.[16 * i * 3 + PAINTED_EDGE])).toEqual(painted);
				},
			),
		);
	});

	test('an edge is painted when both its ends carry the same room', () => {
		const colours = endPainted(8, WHITE);
		colours.splice(0, 3, 0, 203 / 255, 0);
		expect(read(colours, strip(8)).rooms).toBeUndefined();
		colours.splice(3, 3, 0, 204 / 255, 0);
		expect(read(colours, strip(8)).rooms).toBeUndefined();
		colours.splice(3, 3, 0, 203 / 255, 0);
		expect(read(colours, strip(8)).rooms?.[PAINTED_EDGE]).toBe(3);
	});
});

describe('colours that are no links', () => {
	test('white, grey, baked shade and coloured light', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.oneof(
						fc.integer({ min: 0, max: 255 }).map((g): Colour => [g / 255, g / 255, g / 255]),
						fc
							.tuple(fc.integer({ min: 3, max: 255 }), fc.nat(255), fc.integer({ min: 3, max: 255 }))
							.map(([r, g, b]): Colour => [r / 255, g / 255, b / 255]),
					),
					{ minLength: 18, maxLength: 18 },
				),
				(colours) => {
					const { rooms, report } = read(colours.flat(), strip(8));
					expect(rooms).toBeUndefined();
					expect(report.findings).toEqual([]);
				},
			),
		);
	});

	test('masks of saturated green', () => {
		const { rooms, report } = read(endPainted(8, [0, 1, 0]), strip(8));
		expect(rooms).toBeUndefined();
		expect(report.findings).toMatchObject([{ code: 'PAINT_UNREAD', data: { why: 'saturated' } }]);
	});

	test('gradients and dark greens among the codes', () => {
		const colours = endPainted(8, [0, 203 / 255, 0]);
		colours.splice(6, 6, 0, 50 / 255, 0, 0, 50 / 255, 0);
		const { rooms, report } = read(colours, strip(8));
		expect(rooms).toBeUndefined();
		expect(report.findings).toMatchObject([{ code: 'PAINT_UNREAD', data: { why: 'foreign' } }]);
	});

	test('a green thing', () => {
		const { rooms, report } = read(Array.from({ length: 18 }, () => [0, 128 / 255, 0]).flat(), strip(8));
		expect(rooms).toBeUndefined();
		expect(report.findings).toMatchObject([{ code: 'PAINT_UNREAD', data: { why: 'everywhere' } }]);
	});

	test('not a number', () => {
		expect(read(endPainted(8, [0, Number.NaN, 0]), strip(8)).rooms).toBeUndefined();
		expect(read(endPainted(8, [Number.NaN, 0.5, 0]), strip(8)).rooms).toBeUndefined();
	});
});
