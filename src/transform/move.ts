import { UsageError } from '../findings/index.ts';
import type { Vec3 } from '../geometry/vec3.ts';
import type { Hooks, Walkmesh } from '../walkmesh/index.ts';
import type { Motion } from './motion.ts';

const NOWHERE: Vec3 = [0, 0, 0];

/**
 * Moves a walkmesh. What follows what:
 *
 * - **Rooms**: vertices lie in area space and take the whole motion. `position` is where the walkmesh node sits inside the room's
 *   model, so it takes the linear part alone: the model's place in the area is the layout's business.
 * - **Placeables and doors**: a point of the model is vertex + `position`. `position` takes the whole motion, vertices and
 *   relative hooks the linear part alone. An absolute hook that is relative hook + `position` (as in every door of the game)
 *   stays that; one that is zero says nothing and stays zero; any other moves as a point of the model.
 * - Transitions belong to edges and stay with them. In mirror images every face's corners are taken in reverse, so that floors
 *   still look up, and transitions follow their edges to the new numbers.
 *
 * Sums are made in float64 and rounded once to float32.
 *
 * @returns a new walkmesh; arrays that do not change are shared
 * @throws UsageError when a coordinate leaves the range of float32
 */
export function moveWalkmesh(mesh: Walkmesh, motion: Motion): Walkmesh {
	const isRoom = mesh.kind === 'area';
	const linear = { ...motion, offset: NOWHERE };
	const positions = movePoints(mesh.positions, isRoom ? motion : linear);
	const position = movePoint(mesh.position, isRoom ? linear : motion);
	const hooks = isRoom ? moveRoomHooks(mesh.hooks, motion) : moveHooks(mesh, position, motion);
	const wound = motion.mirrors ? reverseWinding(mesh) : { faces: mesh.faces, transitions: mesh.transitions };
	return { ...mesh, ...wound, positions, position, hooks };
}

/** Moves points. @param positions 3 floats a point @returns the same array when nothing moves */
export function movePoints(positions: Float32Array, motion: Motion): Float32Array {
	const { linear, offset } = motion;
	if (linear === undefined && isZero(offset)) return positions;
	const moved = new Float32Array(positions.length);
	const v = new Float64Array(3);
	for (let i = 0; i < positions.length; i += 3) {
		v[0] = positions[i];
		v[1] = positions[i + 1];
		v[2] = positions[i + 2];
		linear?.(v);
		for (let axis = 0; axis < 3; axis++) {
			// Adding 0 would turn −0 into 0.
			const value = Math.fround(offset[axis] === 0 ? v[axis] : v[axis] + offset[axis]);
			if (!Number.isFinite(value) && Number.isFinite(positions[i + axis])) throw outOfRange();
			moved[i + axis] = value;
		}
	}
	return moved;
}

/** Faces and transitions with every face's corners in reverse: (a, b, c) becomes (a, c, b), so edges 0 and 2 change places. */
export function reverseWinding(mesh: Pick<Walkmesh, 'faces' | 'transitions'>): Pick<Walkmesh, 'faces' | 'transitions'> {
	const faces = mesh.faces.slice();
	const transitions = mesh.transitions.slice();
	for (let first = 0; first < faces.length; first += 3) {
		faces[first + 1] = mesh.faces[first + 2];
		faces[first + 2] = mesh.faces[first + 1];
		transitions[first] = mesh.transitions[first + 2];
		transitions[first + 2] = mesh.transitions[first];
	}
	return { faces, transitions };
}

function movePoint(point: Vec3, motion: Motion): Vec3 {
	if (motion.linear === undefined && isZero(motion.offset)) return point;
	const [x, y, z] = movePoints(Float32Array.from(point), motion);
	return [x, y, z];
}

/** Hooks of a room are zero; where a file has others, they lie among the vertices. */
function moveRoomHooks(hooks: Hooks, motion: Motion): Hooks {
	const move = (hook: Vec3): Vec3 => (isZero(hook) ? hook : movePoint(hook, motion));
	return {
		relative1: move(hooks.relative1),
		relative2: move(hooks.relative2),
		absolute1: move(hooks.absolute1),
		absolute2: move(hooks.absolute2),
	};
}

function moveHooks(mesh: Walkmesh, position: Vec3, motion: Motion): Hooks {
	const { hooks } = mesh;
	const linear = { ...motion, offset: NOWHERE };
	const relative1 = movePoint(hooks.relative1, linear);
	const relative2 = movePoint(hooks.relative2, linear);
	const absolute = (before: Vec3, relativeBefore: Vec3, relative: Vec3): Vec3 => {
		const derived = isSum(before, relativeBefore, mesh.position);
		// A door without a second hook has `position` there, which may be the origin; elsewhere zero says nothing.
		if (isZero(before) && !(derived && mesh.kind === 'door')) return before;
		return derived ? sum(relative, position) : movePoint(before, motion);
	};
	return {
		relative1,
		relative2,
		absolute1: absolute(hooks.absolute1, hooks.relative1, relative1),
		absolute2: absolute(hooks.absolute2, hooks.relative2, relative2),
	};
}

function sum(a: Vec3, b: Vec3): Vec3 {
	return [Math.fround(a[0] + b[0]), Math.fround(a[1] + b[1]), Math.fround(a[2] + b[2])];
}

function isSum(total: Vec3, a: Vec3, b: Vec3): boolean {
	return sum(a, b).every((value, axis) => Object.is(value, Math.fround(total[axis])));
}

function isZero(v: Vec3): boolean {
	return v[0] === 0 && v[1] === 0 && v[2] === 0;
}

function outOfRange(): UsageError {
	return new UsageError('The walkmesh would be moved or scaled beyond what its file can hold (3.4e38).');
}
