import { describe, expect, it } from 'vitest';
import { pngExporter } from '../../../pictures/png/index.ts';
import { svgExporter } from '../../../pictures/svg/index.ts';
import type { PlanOptions, PlanRoom } from '../../../pictures/svg/options.ts';
import { Report } from '../../../src/findings/report.ts';
import type { Thing } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { EAST, NORTH, rectangle, SOUTH, WEST, withTransitions } from '../../support/levels.ts';
import { pictureText } from '../../support/svg.ts';

/** Small pictures of everything there is to draw, as whole files. Look at them when they change. */

const of = (walkmesh: Walkmesh, surface: number): Walkmesh => ({
	...walkmesh,
	surfaces: walkmesh.surfaces.map(() => surface),
});

/** A floor of quads, each as high and of the surface that it is reported. */
function grid(
	columns: number,
	rows: number,
	at: (column: number, row: number) => readonly [z: number, surface: number],
): Walkmesh {
	const positions: number[] = [];
	for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) positions.push(x * 4, y * 4, at(x, y)[0]);
	const [faces, surfaces]: [number[], number[]] = [[], []];
	for (let y = 0; y < rows; y++) {
		for (let x = 0; x < columns; x++) {
			const corner = y * (columns + 1) + x;
			faces.push(corner, corner + 1, corner + columns + 2, corner, corner + columns + 2, corner + columns + 1);
			surfaces.push(at(x, y)[1], at(x, y)[1]);
		}
	}
	return createWalkmesh({
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.from(surfaces),
	});
}

/** Ground, a ramp, water, a hole and walls. */
const varied = grid(6, 4, (x, y) => [
	x < 3 ? 0 : Math.min(2, x - 2) * 1.5,
	y === 1 && x === 1 ? 7 : y === 3 && x < 2 ? 6 : y === 0 && x > 3 ? 2 : x < 3 ? 4 : 1,
]);
const SURFACES = grid(8, 4, (x, y) => [0, (y * 8 + x) % 31]);
const HOOKS = { relative1: [1, 0, 0], relative2: [-1, 0.5, 0], absolute1: [1, 0, 0], absolute2: [0, 0, 0] } as const;
const model = (walkmesh: Walkmesh, more: Partial<Walkmesh>): Walkmesh => ({
	...walkmesh,
	hooks: HOOKS,
	position: [2, 3, 0],
	...more,
});

const things: readonly Thing[] = (
	['creature', 'door', 'encounter', 'sound', 'store', 'trigger', 'waypoint', 'placeable', 'camera'] as const
).map((kind, index) => ({
	kind,
	index,
	template: `t_${kind}`,
	tag: index % 2 === 0 ? `tag ${index}` : '',
	position: [2 + index * 2, 3 + (index % 4) * 3, 0],
	...(index % 3 === 0 ? {} : { bearing: index * 40 }),
	...(kind === 'trigger' || kind === 'encounter'
		? {
				corners: [
					[1, 1, 0],
					[5, 1, 0],
					[5, 4, 0],
				],
			}
		: {}),
}));

const pins: PlanOptions['pins'] = [
	{ at: [3, 3, 0], text: 'a <tear> of 2 mm', severity: 'warning', cause: 'tear' },
	{ at: [5, 3, 0], text: 'another tear', severity: 'warning', cause: 'tear' },
	{ at: [5.1, 3, 0], text: 'cannot be left', severity: 'error' },
	{ at: [14, 9, 3], text: 'higher up', severity: 'info' },
	{ at: [Number.NaN, 0, 0], text: 'nowhere', severity: 'fatal' },
];

const changes: PlanOptions['changes'] = {
	removed: [
		[
			[19, 9, 0],
			[23, 9, 0],
			[19, 13, 0],
		],
	],
	added: [
		[
			[0, 0, 0],
			[4, 0, 0],
			[4, 4, 0],
		],
	],
	resurfaced: [
		[
			[0, 4, 0],
			[4, 8, 0],
			[0, 8, 0],
		],
	],
	moved: [{ from: [8, 8, 0], to: [9, 8.5, 0] }],
	shifted: [],
	relinked: [
		{
			ends: [
				[24, 4, 3],
				[24, 8, 3],
			],
			from: -1,
			to: 1,
		},
	],
};

const rooms = (...walkmeshes: readonly Walkmesh[]): PlanRoom[] =>
	walkmeshes.map((walkmesh, index) => ({ name: `room_${index + 1}`, walkmesh }));

const linked: PlanRoom[] = [
	{ name: 'west', walkmesh: withTransitions(rectangle(0, 0, 10, 8), { [EAST]: 1, [SOUTH]: 5 }) },
	{ name: 'east', walkmesh: withTransitions(of(rectangle(10, 0, 6, 8), 9), { [WEST]: 0, [NORTH]: 2 }) },
	{ name: 'north & <more>', walkmesh: withTransitions(of(rectangle(10, 8, 6, 3), 10), { [SOUTH]: 1 }) },
	{ name: 'a_room_with_a_long_name', walkmesh: rectangle(3, 9, 1.5, 1.5) },
	{ name: 'bridge', walkmesh: rectangle(2, 2, 12, 3, 1.5) },
	{ name: 'nothing' },
];
const tower = rooms(...[0, 5, 10].map((z) => rectangle(0, 0, 12, 9, z)), of(rectangle(14, 2, 3, 3, 5), 7));
const stairs: PlanRoom[] = [
	{
		name: 'stairs',
		walkmesh: {
			...grid(6, 1, (x) => [x < 2 ? 0 : x > 3 ? 6 : (x - 1) * 2, 4]),
		},
	},
	{ name: 'below', walkmesh: rectangle(14, -1, 12, 6, 0) },
];
/** Upright, and seen from the south. */
const wall = createWalkmesh({
	positions: Float32Array.of(0, 16, 0, 8, 16, 0, 8, 16, 4),
	faces: Uint32Array.of(0, 1, 2),
	surfaces: Uint32Array.of(7),
});
const door: PlanRoom[] = (['closed', 'open1', 'open2'] as const).map((doorState, i) => ({
	name: `gate ${doorState}`,
	walkmesh: model(rectangle(i, 0, 3, 1), { kind: 'door', name: 'gate', doorState }),
}));

const PICTURES: Readonly<Record<string, readonly [readonly PlanRoom[], PlanOptions]>> = {
	level: [linked, { width: 1000, things, pins, title: 'level', roomNames: ['', '', '', '', '', 'faraway'] }],
	relief: [rooms(varied), { width: 700, heights: true, slopes: true, faces: 'outlines', theme: 'dark' }],
	slopes: [rooms(varied), { width: 450, slopes: true, grid: false }],
	changes: [rooms(varied), { width: 900, changes, palette: 'game' }],
	surfaces: [rooms(SURFACES), { width: 900 }],
	floors: [tower, { width: 1000, pins: [{ at: [1, 1, 5], text: 'on the second', severity: 'error' }] }],
	stairs: [stairs, { width: 800, heights: true }],
	'one-floor': [tower, { width: 500, floor: '5' }],
	between: [tower, { width: 500, floor: '4,11' }],
	together: [tower, { width: 500, floor: 'one' }],
	door: [door, { width: 900 }],
	crate: [
		[{ name: 'crate', walkmesh: model(rectangle(0, 0, 2, 2), { kind: 'placeable', name: 'crate' }) }],
		{ width: 400 },
	],
	lines: [
		rooms(varied),
		{
			width: 600,
			lines: [
				{
					name: 'leak 1',
					points: [
						[2, 2, 0],
						[10, 10, 0],
						[23, 15, 3],
					],
				} as never,
			],
		},
	],
	front: [linked, { width: 500, view: 'front', theme: 'dark' }],
	side: [rooms(varied), { width: 500, view: 'side', palette: 'game' }],
	perspective: [rooms(varied, wall), { width: 400, view: 'perspective', theme: 'dark' }],
	empty: [[], { width: 400 }],
};

describe('pictures as they are drawn', () => {
	it.each(Object.entries(PICTURES))('%s', async (name, [drawn, options]) => {
		await expect(pictureText(drawn, K1, options)).toMatchFileSnapshot(`golden/${name}.svg`);
	});
});

describe('a picture of walkmeshes that are written', () => {
	const walkmesh = { ...varied, name: 'quay_01a' };
	const context = { report: new Report(), surfaces: K1, output: 'a.svg', roomNames: ['other', 'quay_01a'], things };
	const svg = async (options: object, more: object = {}): Promise<string> =>
		Buffer.from(await svgExporter.write([{ walkmesh }], options, { ...context, ...more })).toString();

	it('is that of the rooms by the index in their layout, with the things of the area', async () => {
		const room = { name: 'quay_01a', index: 1, walkmesh };
		const options = { width: 800, heights: true };
		const expected = pictureText([room], K1, { ...options, roomNames: context.roomNames, things });
		expect((await svg(options)).trim()).toBe(expected.trim());
		expect(await svg({})).toContain('width="1600"');
		expect(await svg({}, { roomNames: undefined })).not.toContain('<tspan');
		expect(await svg({ view: 'front', width: 400 })).not.toBe(await svg({ width: 400 }));
	});

	it('is known by its name and extension', () => {
		expect(svgExporter).toMatchObject({ name: 'svg', extensions: ['.svg'], holds: 'any' });
		expect(pngExporter).toMatchObject({ name: 'png', extensions: ['.png'], holds: 'any' });
	});
});
