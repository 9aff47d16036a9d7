import { OFF_BY_POSITIONS, OUT_OF_PLACE, RESIZED } from '../findings/explained-by.ts';
import { defineFindings, type Report, UsageError } from '../findings/report.ts';
import { turnOf } from '../math/affine.ts';
import { mapped, plusFloat32, type Vec3, vec3At, ZERO } from '../math/vec3.ts';
import type { Hooks, Walkmesh } from '../model/walkmesh.ts';
import { flipFaces } from './faces.ts';
import { type Bounds, middleOfBox } from './triangles.ts';

/** What can go wrong when a walkmesh is moved. */
export const TRANSFORM_FINDINGS = defineFindings({
	POSITIONS_TOO_FAR: {
		severity: 'error',
		meaning:
			'Walkmeshes store float32 coordinates. This far from the origin they are more than a millimetre apart, so vertices move, edges no longer meet, and characters stop or fall.',
		message: (d: { farthest: number; limit: number }): string =>
			`The walkmesh would lie up to ${Number(d.farthest.toPrecision(3))} m from the origin; beyond ${d.limit} m a file cannot hold a millimetre.`,
		help: 'Check the distance (in metres) and the position of the room in the layout. Areas of the game lie within a few hundred metres of the origin.',
	},
	GROUND_FAR: {
		severity: 'warning',
		explainedBy: {
			// What lies far out is then a single vertex, a room, or all in another unit.
			input: [...OUT_OF_PLACE, ...RESIZED, ...OFF_BY_POSITIONS, 'LAYOUT_POSITIONS_OFF', 'ROOM_SHIFTED'],
		},
		meaning:
			'Walkmeshes store float32 coordinates, which get coarser with distance from the origin. Vertices move, edges no longer meet, small faces vanish, and characters stop or fall.',
		message: (d: { farthest: number; step: number }): string =>
			`The ground lies up to ${Number(d.farthest.toPrecision(3))} m from the origin, where coordinates of a walkmesh are ${metresOrLess(d.step)} apart. Vertices are off by up to half of that, and smaller details are lost.`,
		help: 'Move the level near the origin where it is made: its rooms, models and positions in the layout alike. Moving a file does not restore lost digits. Areas of the game lie within a few hundred metres of the origin.',
		actions: ({ by }: { by?: Vec3 }) =>
			by === undefined
				? []
				: [{ command: 'convert', arguments: ['FILE', 'OUTPUT'], options: [{ option: 'origin', value: by.join(',') }] }],
	},
	TRANSFORM_FACES_COLLAPSED: {
		severity: 'warning',
		meaning:
			'Coordinates of a walkmesh have about seven digits. This far out, or this small, corners of faces became the same point, so the ground has holes.',
		message: (d: { faces: number }): string =>
			`${d.faces === 1 ? '1 face lost its' : `${d.faces} faces lost their`} area: distinct corners became equal.`,
		help: 'A file stores about seven digits of a coordinate, so detail is lost far from the origin and at small scales.',
	},
	VERTICES_SNAPPED: {
		severity: 'info',
		meaning: 'The game rounds nearly whole coordinates of ASCII walkmeshes. The same was done here.',
		message: (d: { coordinates: number; vertices: number; farthest: number }): string =>
			`Rounded ${d.coordinates} coordinates of ${d.vertices} vertices to whole numbers, moving them by up to ${d.farthest} m.`,
		help: 'Nothing to do: the game does the same.',
	},
});

/**
 * An affine transform: a linear part, then an offset. Computed in float64 and rounded once, when the result is stored. Zeros keep their sign, so that
 * rotating or mirroring back gives the same bits.
 */
export interface Motion {
	/** Changes x, y, z in place; undefined for a translation. */
	readonly linear?: (v: Float64Array) => void;
	/** Metres. */
	readonly offset: Vec3;
	/** True for mirror images: corners that ran counter-clockwise would run clockwise. */
	readonly mirrors: boolean;
}

/** Moves by a vector, in metres. @throws UsageError unless all values are finite */
export function translation(by: Vec3): Motion {
	return { offset: finite(by, 'translation'), mirrors: false };
}

/**
 * Turns about a vertical line, counter-clockwise from above. Multiples of 90° exchange coordinates and round nothing.
 *
 * @param about x and y of the line, metres
 * @throws UsageError unless all values are finite
 */
export function rotation(degrees: number, about: readonly [number, number] = [0, 0]): Motion {
	finite([degrees, about[0], about[1]], 'rotation');
	const { quarters, cosine, sine } = turnOf(degrees);
	if (quarters === 0 && sine === 0) return translation(ZERO);
	const linear = (v: Float64Array): void => {
		for (let turn = 0; turn < quarters; turn++) {
			const x = v[0];
			v[0] = negate(v[1]);
			v[1] = x;
		}
		if (sine === 0) return;
		const [x, y] = v;
		v[0] = cosine * x - sine * y + 0;
		v[1] = sine * x + cosine * y + 0;
	};
	return withFixedPoint({ linear, offset: ZERO, mirrors: false }, [about[0], about[1], 0]);
}

/** Mirrors in the plane where the named coordinate is `at`. @throws UsageError unless `at` is finite */
export function reflection(axis: 'x' | 'y', at = 0): Motion {
	finite([at, 0, 0], 'mirror plane');
	const index = axis === 'x' ? 0 : 1;
	const linear = (v: Float64Array): void => {
		v[index] = negate(v[index]);
	};
	return withFixedPoint({ linear, offset: ZERO, mirrors: true }, axis === 'x' ? [at, 0, 0] : [0, at, 0]);
}

/**
 * Scales about a point. An odd number of negative factors makes a mirror image.
 *
 * @throws UsageError for factors that are 0 or not finite
 */
export function scaling(factor: number | Vec3, about: Vec3 = ZERO): Motion {
	const factors: Vec3 = typeof factor === 'number' ? [factor, factor, factor] : factor;
	finite(factors, 'scale');
	finite(about, 'scale centre');
	if (factors.includes(0)) throw new UsageError('A scale of 0 leaves nothing of the walkmesh.');
	const linear = (v: Float64Array): void => {
		for (let axis = 0; axis < 3; axis++) if (v[axis] !== 0) v[axis] *= factors[axis];
	};
	const mirrors = factors.filter((value) => value < 0).length % 2 === 1;
	return withFixedPoint({ linear, offset: ZERO, mirrors }, about);
}

/** The same linear part about another point: A(p − c) + c = Ap + (c − Ac). */
function withFixedPoint(motion: Motion, point: Vec3): Motion {
	const moved = Float64Array.from(point);
	motion.linear?.(moved);
	return { ...motion, offset: [point[0] - moved[0], point[1] - moved[1], point[2] - moved[2]] };
}

function negate(value: number): number {
	return value === 0 ? value : -value;
}

function finite(values: Vec3, what: string): Vec3 {
	if (values.every((value) => Number.isFinite(value))) return values;
	throw new UsageError(`The ${what} ${values.join(' ')} is not finite.`);
}

/**
 * Moves a walkmesh. Which part of it takes which part of the motion:
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
	const linear = { ...motion, offset: ZERO };
	const positions = movePoints(mesh.positions, isRoom ? motion : linear);
	const position = movePoint(mesh.position, isRoom ? linear : motion);
	const hooks = isRoom ? moveSetHooks(mesh.hooks, motion) : moveHooks(mesh, position, motion);
	return { ...(motion.mirrors ? flipFaces(mesh) : mesh), positions, position, hooks };
}

/** Moves points. @param positions 3 floats a point @returns the same array when nothing moves */
function movePoints(positions: Float32Array, motion: Motion): Float32Array {
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

function movePoint(point: Vec3, motion: Motion): Vec3 {
	if (motion.linear === undefined && isZero(motion.offset)) return point;
	const [x, y, z] = movePoints(Float32Array.from(point), motion);
	return [x, y, z];
}

/** Moves hooks that are points of the space that vertices are in, such as those that a file has of a room; zero is no hook and stays. */
function moveSetHooks(hooks: Hooks, motion: Motion): Hooks {
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
	const linear = { ...motion, offset: ZERO };
	const relative1 = movePoint(hooks.relative1, linear);
	const relative2 = movePoint(hooks.relative2, linear);
	const absolute = (before: Vec3, relativeBefore: Vec3, relative: Vec3): Vec3 => {
		const derived = isSum(before, relativeBefore, mesh.position);
		// A door without a second hook has `position` there, which may be the origin; elsewhere zero says nothing.
		if (isZero(before) && !(derived && mesh.kind === 'door')) return before;
		return derived ? plusFloat32(relative, position) : movePoint(before, motion);
	};
	return {
		relative1,
		relative2,
		absolute1: absolute(hooks.absolute1, hooks.relative1, relative1),
		absolute2: absolute(hooks.absolute2, hooks.relative2, relative2),
	};
}

/**
 * A placeable or door as programs show it that know no `position`: vertices and relative hooks with it added, and none left. Absolute hooks stay. A
 * relative hook of zero was never set and stays zero. Rooms have no such offset, and come back as they are.
 *
 * Sums are made in float64 and rounded once to float32. Faces that collapse are reported, and so are sums beyond float32, which are not made.
 */
export function inModelSpace(mesh: Walkmesh, report: Report): Walkmesh {
	const { kind, positions, position, hooks } = mesh;
	if (kind === 'area' || isZero(position)) return mesh;
	const reach = Math.max(...[positions, hooks.relative1, hooks.relative2].map(farthestOf));
	const farthest = farthestOf(position) + reach;
	if (Math.fround(farthest) === Infinity) {
		report.add(TRANSFORM_FINDINGS.POSITIONS_TOO_FAR, {}, { farthest, limit: FARTHEST_POSITION });
		return mesh;
	}
	const motion = translation(position);
	const { relative1, relative2 } = moveSetHooks(hooks, motion);
	const moved = {
		...mesh,
		positions: movePoints(positions, motion),
		position: ZERO,
		hooks: { ...hooks, relative1, relative2 },
	};
	reportCollapsedFaces(mesh, moved, report);
	return moved;
}

function isSum(total: Vec3, a: Vec3, b: Vec3): boolean {
	return plusFloat32(a, b).every((value, axis) => Object.is(value, Math.fround(total[axis])));
}

function isZero(v: Vec3): boolean {
	return v[0] === 0 && v[1] === 0 && v[2] === 0;
}

function outOfRange(): UsageError {
	return new UsageError('The walkmesh would be moved or scaled beyond what its file can hold (3.4e38).');
}

/** Coordinates from here on are more than a millimetre apart in float32: 2^-10 m below this value, 2^-9 m above. */
export const FARTHEST_POSITION: number = 2 ** 14;

/**
 * Reports ground that lies where neighbouring coordinates are more than a millimetre apart.
 *
 * @param bounds of the ground, metres
 * @param isMovable true where the ground can still be moved before its coordinates are rounded
 */
export function checkFarGround(bounds: Bounds | undefined, report: Report, isMovable = false): void {
	const farthest = farthestOf(bounds ?? []);
	if (bounds === undefined || !(farthest >= FARTHEST_POSITION && farthest < Infinity)) return;
	const step = 2 ** (Math.floor(Math.log2(farthest)) - 23);
	const middle = middleOfBox(bounds);
	const back = (value: number): number => (Math.abs(value) < FARTHEST_POSITION / 2 ? 0 : -Math.round(value));
	const by = mapped(middle, back);
	report.add(TRANSFORM_FINDINGS.GROUND_FAR, { at: middle }, { farthest, step, ...(isMovable ? { by } : {}) });
}

/**
 * Reports what float32 cannot hold after a motion: a walkmesh so far out that coordinates are more than a millimetre apart, unless it lay there before,
 * and faces that collapse.
 */
export function reportPrecision(before: Walkmesh, after: Walkmesh, report: Report): void {
	if (!isMovedTooFar(farthestIn(before), farthestIn(after), report)) reportCollapsedFaces(before, after, report);
}

/** Reports ground that was moved so far out, unless it lay there before. */
export function reportFarAfter(before: Bounds | undefined, after: Bounds | undefined, report: Report): void {
	isMovedTooFar(farthestOf(before ?? []), farthestOf(after ?? []), report);
}

/** Reports walkmeshes that are made of a model and reach so far out, with their hooks, unless the model does. */
export function reportFarMade(model: ArrayLike<number>, made: readonly Walkmesh[], report: Report): void {
	const reach = made.map((mesh) => Math.max(farthestIn(mesh), ...Object.values(mesh.hooks).map(farthestOf)));
	isMovedTooFar(farthestOf(model), Math.max(...reach), report);
}

function isMovedTooFar(before: number, farthest: number, report: Report): boolean {
	if (!(farthest >= FARTHEST_POSITION && before < FARTHEST_POSITION)) return false;
	report.add(TRANSFORM_FINDINGS.POSITIONS_TOO_FAR, {}, { farthest, limit: FARTHEST_POSITION });
	return true;
}

/** The greatest absolute coordinate of a walkmesh; for objects, in the space of the model. */
function farthestIn({ positions, position }: Walkmesh): number {
	return Math.max(farthestOf(position), farthestOf(positions));
}

function farthestOf(values: ArrayLike<number>): number {
	let farthest = 0;
	for (let i = 0; i < values.length; i++) farthest = Math.max(farthest, Math.abs(values[i]));
	return farthest;
}

/** Lengths below a metre in millimetres. */
function metresOrLess(length: number): string {
	return length < 1 ? `${Number((length * 1000).toPrecision(2))} mm` : `${length} m`;
}

/**
 * Reports faces whose corners were apart before a motion and are not any more: float32 keeps about seven digits, so detail is
 * lost far from the origin. @param after the same faces, moved; mirror images may have their corners in another order
 */
export function reportCollapsedFaces(before: Walkmesh, after: Walkmesh, report: Report): void {
	if (before.positions === after.positions) return;
	let collapsed = 0;
	let first = -1;
	for (let face = 0; face < before.surfaces.length; face++) {
		if (!cornersApart(after, face) && cornersApart(before, face)) {
			if (collapsed++ === 0) first = face;
		}
	}
	if (collapsed === 0) return;
	const at = vec3At(after.positions, after.faces[first * 3]);
	report.add(TRANSFORM_FINDINGS.TRANSFORM_FACES_COLLAPSED, { face: first, at }, { faces: collapsed });
}

function cornersApart({ positions, faces }: Walkmesh, face: number): boolean {
	const a = vec3At(positions, faces[face * 3]);
	const b = vec3At(positions, faces[face * 3 + 1]);
	const c = vec3At(positions, faces[face * 3 + 2]);
	return !same(a, b) && !same(b, c) && !same(c, a);
}

function same(a: Vec3, b: Vec3): boolean {
	return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}
