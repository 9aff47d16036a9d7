import { describe, expect, it, test } from 'vitest';
import { LEVEL_CHECK_FINDINGS } from '../../check/facts/level-findings.ts';
import { LAYOUT_FINDINGS as L } from '../../level/rooms/layout-findings.ts';
import { VERTEX_FINDINGS } from '../../src/clean/vertex-findings.ts';
import { Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { gameFileProblem, gameNameProblem } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import type { Scene } from '../../src/scene/scene.ts';
import {
	bridged,
	closed,
	describeFaceBeyond,
	type FaceBeyond,
	meeting,
	metres,
	point,
	squareMetres,
} from '../../src/seams/finding-words.ts';
import { LEVEL_FINDINGS } from '../../src/seams/findings.ts';
import { Markers } from '../../src/seams/markers.ts';
import { gatherPerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { findCandidates } from '../../src/seams/seam-search.ts';
import { overlapOf } from '../../src/seams/seams.ts';
import { conform, link } from '../support/level-work.ts';
import { EAST, fan, levelOf, rectangle, withTransitions } from '../support/levels.ts';

const F = { ...LEVEL_FINDINGS, ...LEVEL_CHECK_FINDINGS };
const to = { to: 2, name: 'hall' };
const other = { other: 2, name: 'hall' };
const seam = { ...other, otherEdge: 9, length: 2.5, gap: 0.005, kind: 'gap' as const, snap: 0.01 };

describe('what can be done', () => {
	const clear = { option: 'unmatched', value: 'clear' };

	test('about a link that nothing confirms: clear it where it was kept', () => {
		const link = { ...to, count: 1 };
		expect(F.LINK_UNCONFIRMED.actions?.({ ...link, kept: true } as never)).toEqual([clear]);
		expect(F.LINK_UNCONFIRMED.actions?.({ ...link, kept: false } as never)).toEqual([]);
	});

	test('about vertices: weld them, less or not at all', () => {
		const weld = { option: 'weld', placeholder: 'METRES' };
		expect(VERTEX_FINDINGS.VERTICES_WELDED.actions?.()).toEqual([weld, { option: 'weld', value: false }]);
		expect(VERTEX_FINDINGS.GROUND_TORN.actions?.()).toEqual([weld]);
	});

	test('about rooms that another layout has: name them, or link by geometry', () => {
		expect(F.RELINK_UNMAPPED.actions()).toMatchObject([{ option: 'rename' }, { command: 'link' }]);
	});

	test('about a face beyond an edge: what it lacks to be ground', () => {
		const said = ['surface', 'down', 'height'].map((why) =>
			describeFaceBeyond({ room: 1, name: 'hall', face: 3, why, surface: 'Nonwalk', height: -0.4 } as FaceBeyond),
		);
		expect(said.map((each) => ['Nonwalk', 'down', 'lower'].find((word) => each.includes(word)))).toEqual([
			'Nonwalk',
			'down',
			'lower',
		]);
	});

	test('about a seam: by how its edges miss each other', () => {
		const actions = (kind: string, snap = 0.01) => F.SEAM_UNLINKED.actions?.({ ...seam, kind, snap } as never);
		expect(actions('whole')).toMatchObject([{ command: 'link' }]);
		expect(actions('divided')).toEqual([{ option: 'conform', value: true }]);
		expect(actions('gap')).toEqual([{ option: 'snap', value: 0.01 }]);
		expect(actions('gap', 0)).toEqual([{ option: 'snap', value: 0.1 }]);
	});

	test('about a gap: move the edges, or lay ground across as far as that goes', () => {
		const sills = { option: 'sills', value: 0.2 };
		expect([bridged(0.195), bridged(9)]).toEqual([[sills], undefined]);
		expect(closed({ gap: 0.195, kind: 'gap' }, 0.05)).toEqual([{ option: 'reach', value: 0.05 }]);
		expect(closed({ gap: 0.195, kind: 'gap' }, 0.2)).toEqual([sills]);
		const nearest = { kind: 'gap', distance: 0.195, snap: 0.2 } as never;
		expect(meeting(false, nearest)).toMatchObject([{ command: 'fix', options: [sills, { option: 'inPlace' }] }, sills]);
	});

	test('about a position that is off: move the ground along, unless it was made from a scene', () => {
		expect(L.LAYOUT_POSITION_OFF.actions?.({ scene: true })).toEqual([]);
		expect(L.LAYOUT_POSITION_OFF.actions?.({ scene: false })).toEqual([
			{
				command: 'link',
				arguments: ['LAYOUT'],
				options: [{ option: 'from', placeholder: 'OLD' }, { option: 'move' }, { option: 'inPlace' }],
			},
		]);
	});
});

test('lengths, areas and points have as many digits as help', () => {
	const lengths = [0.0005, 0.0123456, 0.5, 1.5, -2, 12.3456].map(metres);
	expect(lengths).toEqual(['0.5 mm', '12 mm', '0.5 m', '1.5 m', '2 m', '12.35 m']);
	expect([0.5, 3, 12.3456, 1234.5].map(squareMetres)).toEqual(['0.5 m²', '3 m²', '12.3 m²', '1230 m²']);
	expect(point([1, -0.004, 2.345678])).toBe('1 0 2.35');
});

test('names that the game cannot load say why', () => {
	expect(['quay_01a.wok', 'gate0.dwk', 'x.svg', 'a b.glb', 'abcdefghijklmnop.pth'].map(gameFileProblem)).toEqual(
		Array.from({ length: 5 }),
	);
	expect(gameFileProblem('quay-01.wok')).toBe('has characters other than letters, digits and "_"');
	expect(gameFileProblem('.pwk')).toBe('has no name before its extension');
	expect(gameFileProblem('0.dwk')).toBe('has no name before the digit of the door state');
	expect(gameFileProblem('abcdefghijklmnopq.WOK')).toBe('has 17 characters before its extension; the game accepts 16');
	expect(gameFileProblem('abcdefghijklmnopq.dwk')).toBe(
		'has 17 characters before its extension, the digit of the door state included; the game accepts 16',
	);
	expect(gameNameProblem('quay')).toBeUndefined();
});

/** Its east side lies on x = 10. */
const west = rectangle(0, 0, 10, 4);

describe('a cut', () => {
	/** A room east of `west`, 9 cm off, whose southern corner lies `y` from the corner of `west`. */
	const beside = (y: number): Walkmesh => fan([10.09, y, 0], [16, y, 0], [16, 2, 0], [10.09, 2, 0]);

	it.each([
		[0.05, 2],
		[0.04, 1],
	])('is made only farther than the tolerance from an end: corner at %d m, %i cuts', (y, count) => {
		const { splits } = conform(levelOf(west, beside(y)), { tolerance: 0.1 });
		expect(splits.filter(({ room }) => room === 0)).toHaveLength(count);
	});

	it.each([
		[0.05, 1, 0],
		[0.09, 0, 1],
	])('may lean a part of a face by 75°: a corner %d m high', (z, cuts, refusals) => {
		// A face 3 cm high: its part below the corner leans by 73° or 81°.
		const low = fan([10, 0, 0], [10, 4, 0], [9.97, 2, 0]);
		const corner = fan([10, 1, z], [16, 1, 0], [16, 4, 0], [10, 4, 0]);
		const { splits, refused } = conform(levelOf(low, corner), { tolerance: 0.1 });
		expect([splits.length, refused.length]).toEqual([cuts, refusals]);
	});
});

describe('edges that are at an angle', () => {
	/** Edges 10 cm long from the origin, the second back at an angle to the first; faces to both sides. */
	function atAngle(degrees: number, length: number): Float64Array {
		const angle = (degrees * Math.PI) / 180;
		const end: Vec3 = [length * Math.cos(angle), length * Math.sin(angle), 0];
		return Float64Array.from([[0, 0, 0], [length, 0, 0], [0, -5, 0], end, [0, 0, 0], [0, 5, 0]].flat());
	}

	it.each([
		[58, 1],
		[62, 0],
	])('%i° lie on each other, if they are short enough: %i', (degrees, count) => {
		const points = atAngle(degrees, 0.09);
		const perimeter = {
			count: 2,
			rooms: Int32Array.of(0, 1),
			edges: Uint32Array.of(0, 0),
			points,
			starts: Uint32Array.of(0, 1, 2),
		};
		expect(findCandidates(perimeter, 0.1)).toHaveLength(count);
	});

	it.each([
		[24, true],
		[27, false],
	])('%i° run along each other: %s', (degrees, along) => {
		expect(overlapOf(atAngle(degrees, 0.2), 0, 1, 0.1, 0.01) !== undefined).toBe(along);
	});

	it.each([
		[55, 0],
		[58, 1],
	])('of which vertical faces leave at %i° are one border: %i', (degrees, count) => {
		const angle = (degrees * Math.PI) / 180;
		const wall = fan([10, 0, 0], [10, 4, 0], [10, 2, 3]);
		const other = fan([10, 4, 0], [10, 0, 0], [10 + 3 * Math.sin(angle), 2, 3 * Math.cos(angle)]);
		expect(findCandidates(gatherPerimeterEdges(levelOf(wall, other), K1), 1e-3)).toHaveLength(count);
	});
});

describe('the nearest edge', () => {
	it.each([
		[0.0004, 1],
		[0.00022, 2],
	])('wins against a hint where the other is farther by more than the grain: %d m against 0.2 mm', (off, partner) => {
		const level = levelOf(
			withTransitions(west, { [EAST]: 2 }),
			rectangle(10, 0, 6, 4, 0.0002),
			rectangle(10, 0, 6, 4, off),
		);
		expect(link(level, { exact: false }).links.map(({ roomB }) => roomB)).toEqual([partner]);
	});

	it('is not snapped at exactly the tolerance', () => {
		const level = levelOf(west, rectangle(10.0625, 0, 6, 4));
		expect(link(level, { tolerance: 0.0625, snap: 0.1, exact: false })).toMatchObject({
			links: [{ distance: 0.0625, snapped: false, exact: false }],
			snapped: [],
			moved: [],
		});
		expect(link(level, { tolerance: 0.0624, snap: 0.1, exact: false }).snapped).toHaveLength(1);
	});
});

describe('a face whose edge is moved', () => {
	/** A face beside `west` whose base is moved to x = 10; its apex stays. */
	const face = (base: number, apex: number): Walkmesh => fan([base, 0, 0], [apex, 2, 0], [base, 4, 0]);

	it.each<[string, Walkmesh, boolean]>([
		['may lose more than nine tenths of its height and keep more than 1 mm', face(9.956, 10.004), true],
		['may keep less than 1 mm of it if that is more than a tenth', face(9.9986, 10.0006), true],
		['may not keep less than both', face(9.96, 10.0006), false],
	])('%s', (_, other, linked) => {
		const { links, refused } = link(levelOf(west, other), { snap: 0.1 });
		expect([links.length, refused.length]).toEqual(linked ? [1, 0] : [0, 1]);
	});

	it('may lean to the other side if it is a wall', () => {
		const near = rectangle(10.0005, 0, 6, 4);
		// A wall on the western edge that leans by 0.2 mm of 3 m, which is as good as upright.
		const walled = createWalkmesh({
			positions: Float32Array.of(...near.positions, 10.0003, 2, 3),
			faces: Uint32Array.of(...near.faces, 3, 0, 4),
			surfaces: Uint32Array.of(4, 4, 7),
		});
		expect(link(levelOf(west, walled))).toMatchObject({ links: [{ exact: true }], refused: [] });
	});

	it('moves by twice the tolerance at most: of four rooms about a corner the last stays apart', () => {
		const level = levelOf(
			west,
			rectangle(10, 0, 6, 4, 0.0018),
			rectangle(10, -4, 6, 4, 0.0036),
			rectangle(0, -4, 10, 4, 0.0054),
		);
		const { links, refused } = link(level);
		expect(links.map(({ roomA, roomB, exact }) => [roomA, roomB, exact])).toEqual([
			[0, 1, true],
			[1, 2, true],
			[2, 3, false],
		]);
		expect(refused).toMatchObject([{ room: 2, other: 3, why: 'too-far', linked: true }]);
	});

	it('goes to the western one of two points of a room', () => {
		const [east, south] = [
			fan([10.02, 4, 0], [10.02, 0, 0], [16, 2, 0]),
			fan([10, -0.03, 0], [0, -0.03, 0], [5, -4, 0]),
		];
		const about = {
			...east,
			positions: Float32Array.of(...east.positions, ...south.positions),
			faces: Uint32Array.of(0, 1, 2, 3, 4, 5),
			surfaces: Uint32Array.of(4, 4),
			transitions: new Int32Array(6).fill(-1),
		};
		const { level } = link(levelOf(about, west), { snap: 0.1 });
		const [first, second] = level.rooms.map(({ walkmesh }) => [...(walkmesh?.positions ?? [])]);
		expect(first.slice(3, 6)).toEqual([10, Math.fround(-0.03), 0]);
		expect(second.slice(3, 6)).toEqual([10, Math.fround(-0.03), 0]);
	});
});

describe('a marker', () => {
	function marked(kind: 'lines' | 'point', ...positions: number[]): number[] {
		const scene: Scene = {
			name: 'scene',
			nodes: [{ name: 'link_3', parent: -1, origin: [0, 0, 0] }],
			parts: [],
			markers: [{ node: 0, name: 'link_3', room: '3', positions: Float64Array.from(positions), kind }],
			hooks: [],
			takenWhole: false,
		};
		const report = new Report();
		const markers = new Markers(scene, undefined, report);
		const { transitions } = markers.apply(west, K1);
		markers.finish(report);
		const found = [...transitions.keys()].filter((edge) => transitions[edge] === 3);
		expect(report.findings.map(({ code }) => code)).toEqual(found.length > 0 ? [] : ['MARKER_UNMATCHED']);
		return found;
	}

	it.each([
		[0.0099, [EAST]],
		[0.0101, []],
	])('of lines takes edges within 1 cm: %d m', (off, edges) => {
		expect(marked('lines', 10 + off, 0, 0, 10 + off, 4, 0)).toEqual(edges);
	});

	it.each([
		[0.499, [EAST]],
		[0.501, []],
	])('of a point takes the nearest edge within half a metre: %d m', (off, edges) => {
		expect(marked('point', 10 + off, 2, 0)).toEqual(edges);
	});
});
