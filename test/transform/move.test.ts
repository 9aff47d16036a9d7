import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Report, UsageError } from '../../src/findings/report.ts';
import {
	inModelSpace,
	type Motion,
	moveWalkmesh,
	reflection,
	rotation,
	scaling,
	translation,
} from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { linkedEdges, signedAreas, walkmeshes } from '../support/movable-walkmeshes.ts';

/** All bits that a file would hold. */
function bits(mesh: Walkmesh): unknown {
	const { positions, position, hooks, ...rest } = mesh;
	const floats = [...position, ...hooks.relative1, ...hooks.relative2, ...hooks.absolute1, ...hooks.absolute2];
	return {
		...rest,
		positions: new Uint32Array(positions.slice().buffer),
		floats: new Uint32Array(Float32Array.from(floats).buffer),
	};
}

function times(count: number, mesh: Walkmesh, motion: Motion): Walkmesh {
	let moved = mesh;
	for (let i = 0; i < count; i++) moved = moveWalkmesh(moved, motion);
	return moved;
}

describe('motions that lead back', () => {
	it.each<[string, number, Motion]>([
		['four quarter turns', 4, rotation(90)],
		['four quarter turns clockwise', 4, rotation(-450)],
		['two half turns', 2, rotation(180)],
		['a full turn', 1, rotation(360)],
		['mirroring along x twice', 2, reflection('x')],
		['mirroring along y twice', 2, reflection('y')],
		['negative scale twice', 2, scaling([-1, -1, -1])],
		['scale 1', 1, scaling(1)],
		['no translation', 1, translation([0, 0, 0])],
	])('%s change no bit', (_, count, motion) => {
		fc.assert(
			fc.property(walkmeshes, (mesh) => {
				expect(bits(times(count, mesh, motion))).toEqual(bits(mesh));
			}),
		);
	});

	it('a quarter turn and three more are a quarter turn back', () => {
		fc.assert(
			fc.property(walkmeshes, (mesh) => {
				expect(bits(times(3, mesh, rotation(90)))).toEqual(bits(moveWalkmesh(mesh, rotation(-90))));
			}),
		);
	});

	it('never make −0 out of 0', () => {
		const mesh = createWalkmesh({
			positions: new Float32Array(9),
			faces: Uint32Array.of(0, 1, 2),
			surfaces: Uint32Array.of(1),
		});
		for (const motion of [
			rotation(90),
			rotation(180),
			rotation(37),
			reflection('x'),
			scaling(-2),
			scaling([-1, 1, 1]),
		]) {
			expect(bits(moveWalkmesh(mesh, motion))).toMatchObject({ positions: new Uint32Array(9) });
		}
	});
});

const MOTIONS: readonly [string, Motion][] = [
	['translation', translation([3, -4, 5])],
	['quarter turn', rotation(90, [1, 2])],
	['other turn', rotation(33)],
	['mirror', reflection('y', 4)],
	['scale', scaling([2, -0.5, 3], [1, 1, 1])],
];

/** A point of the mesh's own space, moved as its vertices are. */
function vertexMotion(mesh: Walkmesh, motion: Motion): (p: readonly number[]) => number[] {
	const offset = mesh.kind === 'area' ? motion.offset : [0, 0, 0];
	return (p) => {
		const v = Float64Array.from(p);
		motion.linear?.(v);
		return [...v].map((value, axis) => Math.fround(value + offset[axis]));
	};
}

describe.each(MOTIONS)('%s', (_, motion) => {
	it('keeps links on their edges', () => {
		fc.assert(
			fc.property(walkmeshes, (mesh) => {
				const move = vertexMotion(mesh, motion);
				const positions = Float32Array.from({ length: mesh.positions.length }, (_, i) => {
					const vertex = Math.floor(i / 3) * 3;
					return move([...mesh.positions.subarray(vertex, vertex + 3)])[i % 3];
				});
				// The same mesh, point by point moved but neither renumbered nor wound again.
				expect(linkedEdges(moveWalkmesh(mesh, motion))).toEqual(linkedEdges({ ...mesh, positions }));
			}),
		);
	});

	it('puts the points of a model where the motion puts them, however they are split into vertex and position', () => {
		fc.assert(
			fc.property(walkmeshes, (mesh) => {
				if (mesh.kind === 'area') return;
				const moved = moveWalkmesh(mesh, motion);
				const largest = Math.max(8, ...[...mesh.positions, ...mesh.position].map(Math.abs));
				for (let vertex = 0; vertex < mesh.positions.length; vertex += 3) {
					const point = Float64Array.from([0, 1, 2], (axis) => mesh.positions[vertex + axis] + mesh.position[axis]);
					motion.linear?.(point);
					for (let axis = 0; axis < 3; axis++) {
						const wanted = point[axis] + motion.offset[axis];
						const found = moved.positions[vertex + axis] + moved.position[axis];
						// Two float32s of up to three times the largest coordinate, rounded once each.
						expect(Math.abs(found - wanted)).toBeLessThanOrEqual(largest * 3 * 2 ** -23);
					}
				}
			}),
		);
	});
});

it('hooks of doors that are relative + position stay that to the last bit', () => {
	const add = (a: Vec3, b: Vec3): number[] => a.map((value, axis) => Math.fround(value + b[axis]));
	const motion = fc.constantFrom(
		...MOTIONS.map(([, made]) => made),
		rotation(12.5, [0.3, 0.7]),
		translation([0.1, 0.2, 0.3]),
	);
	fc.assert(
		fc.property(walkmeshes, motion, (made, by) => {
			const { hooks, position } = made;
			const [x, y, z] = add(hooks.relative1, position);
			const door: Walkmesh = { ...made, kind: 'door', hooks: { ...hooks, absolute1: [x, y, z] } };
			const moved = moveWalkmesh(door, by);
			expect(moved.hooks.absolute1).toEqual(add(moved.hooks.relative1, moved.position));
		}),
	);
});

describe('winding', () => {
	const floor = createWalkmesh({
		positions: Float32Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 1),
		faces: Uint32Array.of(0, 1, 2, 1, 3, 2),
		surfaces: Uint32Array.of(4, 4),
		transitions: Int32Array.of(7, -1, 8, 9, -1, -1),
	});

	it('keeps floors looking up, with the area that the scale gives them', () => {
		for (const motion of [rotation(90), rotation(123), translation([1, 2, 3]), reflection('x'), reflection('y', 9)]) {
			expect(signedAreas(moveWalkmesh(floor, motion))).toEqual([expect.closeTo(2, 5), expect.closeTo(2, 5)]);
		}
		expect(signedAreas(moveWalkmesh(floor, scaling([-3, 2, 5])))).toEqual([12, 12]);
		// Upside down: what was the upper side of a floor is the lower side of a ceiling.
		expect(signedAreas(moveWalkmesh(floor, scaling([1, 1, -1])))).toEqual([-2, -2]);
	});

	it('takes transitions along to the new edge numbers', () => {
		const mirrored = moveWalkmesh(floor, reflection('x'));
		expect([...mirrored.faces]).toEqual([0, 2, 1, 1, 2, 3]);
		expect([...mirrored.transitions]).toEqual([8, -1, 7, -1, -1, 9]);
	});
});

describe('position and hooks', () => {
	const base = createWalkmesh({
		positions: Float32Array.of(1, 0, 0, 2, 0, 0, 1, 1, 0),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(7),
		position: [10, 20, 30],
	});
	const hooks = (relative1: Vec3, relative2: Vec3, absolute1: Vec3, absolute2: Vec3): Walkmesh['hooks'] => ({
		relative1,
		relative2,
		absolute1,
		absolute2,
	});

	it('of rooms: the node stays in its place within the model', () => {
		const moved = moveWalkmesh(base, translation([1, 2, 3]));
		expect([...moved.positions]).toEqual([2, 2, 3, 3, 2, 3, 2, 3, 3]);
		expect(moved.position).toEqual([10, 20, 30]);
		expect(moved.hooks).toEqual(base.hooks);
		expect(moveWalkmesh(base, rotation(90, [5, 5])).position).toEqual([-20, 10, 30]);
		for (const by of [
			[1, 0, 0],
			[0, 1, 0],
			[0, 0, 1],
		] as const) {
			const wanted = [...base.positions].map((value, i) => value + by[i % 3]);
			expect([...moveWalkmesh(base, translation(by)).positions]).toEqual(wanted);
		}
		const odd = { ...base, hooks: hooks([1, 0, 0], [0, 0, 0], [1, 1, 1], [0, 0, 0]) };
		expect(moveWalkmesh(odd, translation([1, 2, 3])).hooks).toEqual(hooks([2, 2, 3], [0, 0, 0], [2, 3, 4], [0, 0, 0]));
	});

	it('of doors: the position moves, and absolute hooks stay relative + position', () => {
		const door: Walkmesh = {
			...base,
			kind: 'door',
			doorState: 'open1',
			hooks: hooks([0, 1, 0], [0, 0, 0], [10, 21, 30], [10, 20, 30]),
		};
		const moved = moveWalkmesh(door, translation([1, 2, 3]));
		expect(moved.positions).toBe(door.positions);
		expect(moved.position).toEqual([11, 22, 33]);
		expect(moved.hooks).toEqual(hooks([0, 1, 0], [0, 0, 0], [11, 23, 33], [11, 22, 33]));
		const turned = moveWalkmesh(door, rotation(90));
		expect([...turned.positions.subarray(0, 3)]).toEqual([0, 1, 0]);
		expect(turned.position).toEqual([-20, 10, 30]);
		expect(turned.hooks).toEqual(hooks([-1, 0, 0], [0, 0, 0], [-21, 10, 30], [-20, 10, 30]));
		const scaled = moveWalkmesh(door, scaling(2));
		expect(scaled.hooks).toEqual(hooks([0, 2, 0], [0, 0, 0], [20, 42, 60], [20, 40, 60]));
		expect(scaled.doorState).toBe('open1');
	});

	it('of a door about the origin: an empty hook is where the position is', () => {
		const door: Walkmesh = { ...base, kind: 'door', position: [0, 0, 0] };
		expect(moveWalkmesh(door, translation([1, 2, 3])).hooks.absolute2).toEqual([1, 2, 3]);
	});

	it('of placeables: absolute hooks that say nothing stay zero', () => {
		const placeable: Walkmesh = {
			...base,
			kind: 'placeable',
			position: [0, 0, 0],
			hooks: hooks([1, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]),
		};
		const moved = moveWalkmesh(placeable, translation([1, 2, 3]));
		expect(moved.position).toEqual([1, 2, 3]);
		expect(moved.hooks).toEqual(placeable.hooks);
		expect(moveWalkmesh(placeable, rotation(90)).hooks.relative1).toEqual([0, 1, 0]);
	});

	it('of others: an absolute hook of its own moves as a point of the model', () => {
		const placeable: Walkmesh = {
			...base,
			kind: 'placeable',
			hooks: hooks([1, 0, 0], [0, 0, 0], [5, 0, 0], [0, 0, 0]),
		};
		expect(moveWalkmesh(placeable, rotation(90, [1, 0])).hooks.absolute1).toEqual([1, 4, 0]);
		expect(moveWalkmesh(placeable, translation([1, 2, 3])).hooks.absolute1).toEqual([6, 2, 3]);
	});
});

it('refuses to leave the range of float32, and leaves broken coordinates alone', () => {
	const mesh = createWalkmesh({
		positions: Float32Array.of(1e38, 0, 0, Number.NaN, 0, 0, 0, 1, 0),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(1),
	});
	expect(() => moveWalkmesh(mesh, scaling(10))).toThrow(UsageError);
	expect(moveWalkmesh(mesh, scaling(2)).positions[3]).toBeNaN();
});

it('sums in float64 and rounds once', () => {
	const mesh = createWalkmesh({
		positions: Float32Array.of(0.1, 0, 0, 1, 0, 0, 0, 1, 0),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(1),
	});
	const [x] = moveWalkmesh(mesh, translation([123.456, 0, 0])).positions;
	expect(x).toBe(Math.fround(Math.fround(0.1) + 123.456));
});

it('inModelSpace adds the position of placeables and doors to vertices and hooks that are set, and leaves rooms alone', () => {
	fc.assert(
		fc.property(walkmeshes, (mesh) => {
			const { position, hooks } = mesh;
			const shown = inModelSpace(mesh, new Report());
			const isZero = (v: Vec3): boolean => v.every((value) => value === 0);
			if (mesh.kind === 'area' || isZero(position)) {
				expect(shown).toBe(mesh);
				return;
			}
			const plain = (v: ArrayLike<number>): number[] => Array.from(v, (value) => value + 0);
			const sum = (v: ArrayLike<number>): number[] => plain(v).map((value, i) => Math.fround(value + position[i % 3]));
			const hook = (v: Vec3): number[] => plain(isZero(v) ? v : sum(v));
			expect(plain(shown.positions)).toEqual(plain(sum(mesh.positions)));
			expect(plain(shown.hooks.relative1)).toEqual(hook(hooks.relative1));
			expect(plain(shown.hooks.relative2)).toEqual(hook(hooks.relative2));
			const { absolute1, absolute2 } = hooks;
			const { faces, surfaces } = mesh;
			expect(shown).toMatchObject({ position: [0, 0, 0], faces, surfaces, hooks: { absolute1, absolute2 } });
		}),
	);
});
