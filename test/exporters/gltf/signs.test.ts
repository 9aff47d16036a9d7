import { describe, expect, test } from 'vitest';
import { RESULT_CHECKS } from '../../../check/stages.ts';
import { glbExporter } from '../../../exporters/gltf/index.ts';
import { type GltfWriteOptions, writeGltf } from '../../../exporters/gltf/write.ts';
import { MESH_FINDINGS } from '../../../src/clean/findings.ts';
import { type Finding, Report, type Severity } from '../../../src/findings/report.ts';
import type { LoadedWalkmesh } from '../../../src/formats/contracts.ts';
import type { Vec3 } from '../../../src/math/vec3.ts';
import { type ObjectPlacement, THING_KINDS, type Thing } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { type DrawnNode, type DrawnPrimitive, drawnNodes } from '../../reference/glb.ts';
import { EAST, NORTH, rectangle, SOUTH, WEST, withTransitions } from '../../support/levels.ts';

async function drawn(meshes: readonly Walkmesh[], options: GltfWriteOptions = {}): Promise<DrawnNode[]> {
	return drawnNodes(await writeGltf(meshes, options, { surfaces: K1, report: new Report() }));
}

function named(nodes: readonly DrawnNode[], name: string): DrawnNode {
	const found = nodes.filter((node) => node.name === name);
	expect(found, name).toHaveLength(1);
	return found[0];
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 + 0;
/** A point in area axes, rounded. */
const area = ([x, y, z]: readonly number[]): number[] => [x, -z, y].map(rounded);
/** The corners of each quad of a strip, area axes. */
function quadsOf({ points, indices, mode }: DrawnPrimitive): number[][][] {
	expect(mode).toBe(4);
	expect(indices).toEqual(points.flatMap((_, i) => (i % 4 === 0 ? [i, i + 1, i + 2, i, i + 2, i + 3] : [])));
	return Array.from({ length: points.length / 4 }, (_, quad) => points.slice(quad * 4, quad * 4 + 4).map(area));
}
/** Lines of a sign, area axes. */
function linesOf({ points, mode }: DrawnPrimitive): string[] {
	expect(mode).toBe(1);
	const ends = points.map((point) => area(point).join(' '));
	return ends.flatMap((end, i) => (i % 2 === 0 ? [`${end} to ${ends[i + 1]}`] : []));
}

describe('ribbons', () => {
	const room = { ...rectangle(10, 20, 6, 4, 3), name: 'room' };
	/** The ribbon on each side of the room: its ends, and above them the same, farther in. */
	const ribbon = (edge: number, width: number): number[][] => {
		const [left, low, right, high, inner] = [10, 20, 16, 24, width];
		const sides: Record<number, [Vec3, Vec3, number, number]> = {
			[SOUTH]: [[left, low, 3], [right, low, 3], 0, inner],
			[EAST]: [[right, low, 3], [right, high, 3], -inner, 0],
			[NORTH]: [[right, high, 3], [left, high, 3], 0, -inner],
			[WEST]: [[left, high, 3], [left, low, 3], inner, 0],
		};
		const [from, to, x, y] = sides[edge];
		const above = ([px, py, pz]: Vec3): number[] => [px + x, py + y, pz + width].map(rounded);
		return [from, to, above(to), above(from)].map((point) => [...point]);
	};

	test('stand on the edges where ground ends and lean over it', async () => {
		const nodes = await drawn([room]);
		const { primitives } = named(nodes, 'ignore_perimeter');
		expect(quadsOf(primitives[0])).toEqual([SOUTH, EAST, NORTH, WEST].map((edge) => ribbon(edge, 0.05)));
		expect(primitives[0].material).toMatchObject({
			name: 'ignore_perimeter',
			doubleSided: true,
			pbrMetallicRoughness: { baseColorFactor: [0, 0, 0, 1], metallicFactor: 0 },
		});
	});

	test('lean over faces that look down, too, and not at all at upright ones', async () => {
		const down = { ...room, faces: Uint32Array.from([0, 2, 1, 0, 3, 2]) };
		for (const quad of quadsOf(named(await drawn([down]), 'ignore_perimeter').primitives[0])) {
			const [from, to, overTo, overFrom] = quad;
			expect([overTo[2] - to[2], overFrom[2] - from[2]].map(rounded)).toEqual([0.05, 0.05]);
			for (const [x, y] of [overTo, overFrom]) expect(x > 9.99 && x < 16.01 && y > 19.99 && y < 24.01).toBe(true);
			expect(rounded(Math.hypot(overTo[0] - to[0], overTo[1] - to[1]))).toBe(0.05);
		}
		const wall = createWalkmesh({
			name: 'wall',
			positions: Float32Array.from([0, 0, 0, 4, 0, 0, 4, 0, 2]),
			faces: Uint32Array.from([0, 1, 2]),
			surfaces: Uint32Array.of(4),
		});
		for (const [from, to, overTo, overFrom] of quadsOf(named(await drawn([wall]), 'ignore_perimeter').primitives[0])) {
			expect([overTo, overFrom]).toEqual([
				[to[0], to[1], rounded(to[2] + 0.05)],
				[from[0], from[1], rounded(from[2] + 0.05)],
			]);
		}
	});

	test('of transitions are wider, one node for each room they lead to, by its name where that is known', async () => {
		const linked = withTransitions(room, { [EAST]: 1, [WEST]: 7, [NORTH]: 1 });
		const nodes = await drawn([linked], { roomNames: ['room', 'next'] });
		expect(nodes.map(({ name }) => name).filter((name) => /transition|perimeter/.test(name))).toEqual([
			'ignore_perimeter',
			'transition_next',
			'transition_7',
		]);
		const look = { name: 'transition', doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [1, 0.55, 0, 1] } };
		const [next, other] = ['transition_next', 'transition_7'].map((name) => named(nodes, name).primitives[0]);
		expect(quadsOf(next)).toEqual([ribbon(EAST, 0.1), ribbon(NORTH, 0.1)]);
		expect(quadsOf(other)).toEqual([ribbon(WEST, 0.1)]);
		expect(next.material).toMatchObject(look);
		expect(quadsOf(named(nodes, 'ignore_perimeter').primitives[0])).toEqual([ribbon(SOUTH, 0.05)]);
	});

	test('are left out where they are not wanted, or there is nothing to show', async () => {
		const linked = withTransitions(room, { [EAST]: 1 });
		const names = async (options: GltfWriteOptions): Promise<string[]> =>
			(await drawn([linked], options)).map(({ name }) => name).filter((name) => /transition|perimeter/.test(name));
		expect(await names({ perimeter: false })).toEqual(['transition_1']);
		expect(await names({ transitions: false })).toEqual(['ignore_perimeter']);
		const around = withTransitions(room, { [SOUTH]: 1, [EAST]: 1, [NORTH]: 1, [WEST]: 1 });
		expect((await drawn([around])).some(({ name }) => name === 'ignore_perimeter')).toBe(false);
	});
});

test('a line to a leak is a flat strip and an upright one along each of its parts', async () => {
	const points: Vec3[] = [
		[0, 0, 0],
		[3, 4, 1],
		[3, 4, 5],
	];
	const nodes = await drawn([], { lines: [{ name: 'leak 1', points, to: [3, 4, 5] } as never] });
	const root = nodes.find(({ above }) => above === undefined);
	expect(root).toMatchObject({ name: 'ignore_leaks', extras: { wokflow: { signs: 'leaks' } } });
	const { above, primitives } = named(nodes, 'leak 1');
	expect(above).toBe('ignore_leaks');
	const [flat, upright, flatUp, uprightUp] = quadsOf(primitives[0]);
	// To the left of (3, 4) lies (−4, 3); half of 0.12 wide.
	const [sx, sy] = [-0.048, 0.036];
	expect(flat).toEqual(
		[
			[-sx, -sy, 0.06],
			[3 - sx, 4 - sy, 1.06],
			[3 + sx, 4 + sy, 1.06],
			[sx, sy, 0.06],
		].map((point) => point.map(rounded)),
	);
	expect(upright).toEqual([
		[0, 0, 0],
		[3, 4, 1],
		[3, 4, 1.12],
		[0, 0, 0.12],
	]);
	// Straight up there is no side, so x is.
	expect(flatUp).toEqual([
		[2.94, 4, 1.06],
		[2.94, 4, 5.06],
		[3.06, 4, 5.06],
		[3.06, 4, 1.06],
	]);
	expect(uprightUp[2]).toEqual([3, 4, 5.12]);
	expect(primitives[0].material).toMatchObject({ pbrMetallicRoughness: { baseColorFactor: [0.9, 0, 0.15, 1] } });
});

describe('pins', () => {
	const finding = (severity: Severity, code: string, location: Finding['location']): Finding =>
		({ code, severity, message: `${code} it is`, location, data: {} }) as unknown as Finding;

	test('stand on their tips at the places of findings, closed and seen from outside', async () => {
		const nodes = await drawn([], { findings: [finding('error', 'A', { at: [5, 6, 7] })] });
		expect(named(nodes, 'ignore_findings')).toMatchObject({
			above: undefined,
			extras: { wokflow: { signs: 'findings' } },
		});
		const [{ points, indices, material }] = named(nodes, 'A_1').primitives;
		const places = points.map(area);
		expect(places).toEqual([
			[5, 6, 7],
			[5, 6, 7.6],
			[5.18, 6, 7.42],
			[5, 6.18, 7.42],
			[4.82, 6, 7.42],
			[5, 5.82, 7.42],
		]);
		// The volume of a pyramid upon another: a third of ground times height, where every face looks outwards.
		let volume = 0;
		for (let i = 0; i < indices.length; i += 3) {
			const [a, b, c] = [0, 1, 2].map((k) => places[indices[i + k]].map((value, axis) => value - [5, 6, 7][axis]));
			volume +=
				(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
				6;
		}
		expect(volume).toBeCloseTo((2 * 0.18 * 0.18 * 0.6) / 3, 6);
		expect(indices).toHaveLength(24);
		expect(material).toMatchObject({ doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [0.8, 0, 0.02, 1] } });
	});

	test('are numbered by code, share a mesh by severity, and hold what was found', async () => {
		const nodes = await drawn([], {
			findings: [
				finding('warning', 'A', { at: [0, 0, 0], room: 'r', face: 3 }),
				finding('error', 'B', { at: [1, 0, 0] }),
				finding('warning', 'A', { at: [2, 0, 0] }),
			],
		});
		const pins = nodes.filter(({ above }) => above === 'ignore_findings');
		expect(pins.map(({ name }) => name)).toEqual(['A_1', 'B_1', 'A_2']);
		expect(pins[0].mesh).toBe(pins[2].mesh);
		expect(pins[0].mesh).not.toBe(pins[1].mesh);
		expect(pins.map(({ extras }) => extras)).toEqual([
			{ finding: { code: 'A', severity: 'warning', message: 'A it is', room: 'r', face: 3 } },
			{ finding: { code: 'B', severity: 'error', message: 'B it is' } },
			{ finding: { code: 'A', severity: 'warning', message: 'A it is' } },
		]);
		const colour = pins[0].primitives[0].material.pbrMetallicRoughness.baseColorFactor;
		expect(colour).toEqual([1, 0.35, 0, 1]);
	});

	test('are not for notes, nor for what has no place', async () => {
		const nodes = await drawn([], {
			findings: [
				finding('info', 'A', { at: [0, 0, 0] }),
				finding('error', 'B', {}),
				finding('error', 'C', { at: [0, Number.NaN, 0] }),
			],
		});
		expect(nodes).toEqual([]);
	});

	test.each([
		[1000, {}],
		[1001, { shown: 1000, found: 1001 }],
	])('of %d findings are 1000, and it is said when that is not all', async (count, told) => {
		const findings = Array.from({ length: count }, (_, i) => finding('error', 'A', { at: [i, 0, 0] }));
		const nodes = await drawn([], { findings });
		expect(nodes).toHaveLength(1001);
		expect(nodes[0].extras).toEqual({ wokflow: { signs: 'findings' }, ...told });
	});
});

describe('things of an area', () => {
	const thing = (kind: Thing['kind'], more: Partial<Thing> = {}): Thing => ({
		kind,
		index: 2,
		template: 'tmpl',
		tag: '',
		position: [10, 20, 3],
		...more,
	});

	test('stand at their places, each kind with a colour and sign of its own', async () => {
		const nodes = await drawn([], { things: THING_KINDS.map((kind) => thing(kind)) });
		expect(nodes[0]).toMatchObject({ name: 'ignore_things', extras: { walkmesh: false } });
		const signs = nodes.slice(1);
		expect(signs.map(({ name, at, above }) => [name, area(at), above])).toEqual(
			THING_KINDS.map((kind) => [`${kind} 2 "tmpl"`, [10, 20, 3], 'ignore_things']),
		);
		const looks = signs.map(({ primitives: [{ material }] }) => material.pbrMetallicRoughness.baseColorFactor.join());
		expect(new Set(looks).size).toBe(THING_KINDS.length);
		expect(signs.map(({ extras }) => extras)).toEqual(
			THING_KINDS.map((kind) => ({ thing: { kind, template: 'tmpl', tag: '' } })),
		);
	});

	test('look where they look', async () => {
		const things = [0, 90, 180, -45].map((bearing, index) => thing('camera', { index, bearing, position: [0, 0, 0] }));
		const nodes = (await drawn([], { things })).slice(1);
		for (const [i, { primitives }] of nodes.entries()) {
			const angle = ((things[i].bearing as number) * Math.PI) / 180;
			const turned = ([x, y]: readonly number[]): string =>
				[x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle), 0]
					.map(rounded)
					.join(' ');
			expect(linesOf(primitives[0])).toEqual([`0 0 0 to ${turned([0.4, 0.2])}`, `0 0 0 to ${turned([0.4, -0.2])}`]);
		}
		expect(nodes[3].extras).toMatchObject({ thing: { bearing: -45 } });
		expect(new Set(nodes.map(({ mesh }) => mesh)).size).toBe(1);
	});

	test('say their bearing to a thousandth of a degree', async () => {
		const nodes = await drawn([], { things: [thing('creature', { bearing: 12.34567, tag: 'guard' })] });
		expect(nodes[1].extras).toEqual({ thing: { kind: 'creature', template: 'tmpl', tag: 'guard', bearing: 12.346 } });
	});

	test('with ground of their own show its outline', async () => {
		const corners: Vec3[] = [
			[8, 20, 3],
			[12, 20, 3],
			[12, 24, 4],
		];
		const nodes = await drawn([], {
			things: [thing('trigger', { corners }), thing('trigger', { index: 3, corners: [[1, 1, 1]] })],
		});
		const [outline, ...others] = nodes.filter(({ name }) => name.endsWith('outline'));
		expect(others).toEqual([]);
		expect(outline.above).toBe('trigger 2 "tmpl"');
		expect(linesOf(outline.primitives[0])).toEqual(['8 20 3 to 12 20 3', '12 20 3 to 12 24 4', '12 24 4 to 8 20 3']);
		const materials = nodes.flatMap(({ primitives }) => primitives.map(({ material }) => material.name));
		expect(new Set(materials)).toEqual(new Set(['thing trigger']));
	});
});

describe('what is written of findings and places', () => {
	const context = { report: new Report(), surfaces: K1, output: 'a.glb' };
	const written = async (
		walkmeshes: readonly LoadedWalkmesh[],
		options = {},
		report = new Report(),
	): Promise<DrawnNode[]> =>
		drawnNodes(await glbExporter.write(walkmeshes, options, { ...context, report, checks: RESULT_CHECKS }));
	const broken = { ...rectangle(0, 0, 4, 4), name: 'room' };
	// A vertex partway along the open edge of another face.
	const faulty = createWalkmesh({
		name: 'room',
		positions: Float32Array.from([0, 0, 0, 4, 0, 0, 4, 4, 0, 2, 0, 0, 2, -3, 0, 4, 0, 0]),
		faces: Uint32Array.from([0, 1, 2, 3, 4, 5]),
		surfaces: Uint32Array.of(4, 4),
	});

	test('faults are looked for where they are asked for, and each is shown once', async () => {
		const pins = (nodes: readonly DrawnNode[]): string[] =>
			nodes.filter(({ above }) => above === 'ignore_findings').map(({ name }) => name);
		expect(pins(await written([{ walkmesh: faulty }]))).toEqual([]);
		const found = pins(await written([{ walkmesh: faulty }], { findings: true }));
		expect(found).toContain('T_JUNCTION_1');
		const known = new Report();
		known.add(MESH_FINDINGS.T_JUNCTION, { at: [2, 0, 0] }, { distance: 0 });
		expect(
			pins(await written([{ walkmesh: faulty }], { findings: true }, known)).filter((name) => name.startsWith('T_J'))
				.length,
		).toBe(found.filter((name) => name.startsWith('T_J')).length);
		known.add(MESH_FINDINGS.T_JUNCTION, { at: [9, 9, 0] }, { distance: 0 });
		const more = pins(await written([{ walkmesh: broken }], { findings: true }, known));
		expect(more.filter((name) => name.startsWith('T_J'))).toEqual(['T_JUNCTION_1', 'T_JUNCTION_2']);
	});

	test('models stand at the origin below roots of their own, unless there is one alone', async () => {
		const model = (name: string, more: Partial<Walkmesh> = {}): Walkmesh => ({
			...rectangle(0, 0, 1, 1),
			name,
			kind: 'placeable',
			...more,
		});
		const roots = (nodes: readonly DrawnNode[]): [string, number[]][] =>
			nodes.filter(({ above }) => above === undefined).map(({ name, at }) => [name, area(at)]);
		const alone = roots(await written([{ walkmesh: model('crate') }]));
		const both = roots(await written([{ walkmesh: model('crate') }, { walkmesh: model('box') }, { walkmesh: broken }]));
		expect(alone).toHaveLength(1);
		expect(both).toHaveLength(3);
		expect(both[0][0]).not.toBe(alone[0][0]);
		const placement = (position: Vec3): ObjectPlacement => ({
			kind: 'placeable',
			model: 'crate',
			position,
			bearing: 0,
		});
		const placed = roots(
			await written([{ walkmesh: model('crate'), placements: [placement([1, 2, 3]), placement([4, 5, 6])] }]),
		);
		expect(placed.map(([, at]) => at)).toEqual([
			[1, 2, 3],
			[4, 5, 6],
		]);
		const atOrigin = roots(await written([{ walkmesh: model('crate'), placements: [placement([0, 0, 0])] }]));
		expect(atOrigin).toEqual(alone);
		const turned = roots(
			await written([{ walkmesh: model('crate'), placements: [{ ...placement([0, 0, 0]), bearing: 90 }] }]),
		);
		expect(turned[0][0]).toBe(both[0][0]);
	});
});
