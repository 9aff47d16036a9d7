import { type Action, defineFindings, type Report, UsageError } from '../findings/report.ts';
import { type Bounds, boundsOf } from '../mesh/triangles.ts';
import { plusFloat32, type Vec3, vec3At } from '../mesh/vec3.ts';
import type { Scene } from '../scene/scene.ts';
import { flipFaces } from './faces.ts';
import type { Hooks, Walkmesh } from './walkmesh.ts';

const spaces = (): readonly Action[] => [
	{ option: 'roomSpace', value: 'room' },
	{ option: 'roomSpace', value: 'area' },
];

/** What can go wrong when a walkmesh is moved. */
export const TRANSFORM_FINDINGS = defineFindings({
	PLACE_SPACE_TAKEN: {
		severity: 'info',
		meaning:
			'Walkmeshes of rooms have coordinates of the area, and models of rooms about their own origin. By where it lies, the ground was taken to have the one or the other.',
		message: (d: { space: 'room' | 'area'; at: readonly number[]; by: 'place' | 'option' }): string => {
			const at = d.at.join(' ');
			if (d.by === 'option') {
				return d.space === 'room'
					? `Vertices moved by ${at}, from room space to area space, as requested.`
					: 'Vertices not moved: they are in area space, as requested.';
			}
			return d.space === 'room'
				? `The vertices are around the origin, so they are in room space and were moved by ${at}.`
				: `The vertices are around ${at}, so they are in area space and were not moved.`;
		},
		help: 'A room walkmesh is in area space: model vertex + position of the room in the layout, added once.',
		actions: spaces,
	},
	PLACE_SPACE_UNSURE: {
		severity: 'warning',
		meaning:
			'By where it lies, the ground could be about its own origin or in the area. If the guess is wrong, the ground lies away from its room by the position in the layout.',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			`Cannot tell whether the vertices are in room space or in area space. Assuming ${d.space} space, so they were ${
				d.space === 'room' ? `moved by ${d.at.join(' ')}` : 'not moved'
			}.`,
		help: 'Choose one of them.',
		actions: spaces,
	},
	PLACE_SPACE_DOUBTFUL: {
		severity: 'warning',
		meaning:
			'The ground was moved, or left, as asked for, but it would fit its room better otherwise. Ground and model may be apart in the game.',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			d.space === 'room'
				? `The vertices are around ${d.at.join(' ')} already, but were moved there as requested: they may be moved twice now.`
				: `The vertices are around the origin, but were not moved to ${d.at.join(' ')}, as requested.`,
		help: 'The space can be detected instead.',
		actions: () => [{ option: 'roomSpace', value: 'auto' }],
	},
	POSITIONS_TOO_FAR: {
		severity: 'error',
		meaning:
			'Coordinates of a walkmesh are floats of 32 bits, and so far from the origin neighbouring ones are more than a millimetre apart. Corners move, edges no longer meet, and characters stop or fall.',
		message: (d: { farthest: number; limit: number }): string =>
			`The walkmesh would lie up to ${Number(d.farthest.toPrecision(3))} m from the origin; beyond ${d.limit} m a file cannot hold a millimetre.`,
		help: 'Check the distance and its unit, which is metres, and the position of the room in the layout. Areas of the game lie within some hundred metres of the origin.',
	},
	TRANSFORM_FACES_COLLAPSED: {
		severity: 'warning',
		meaning:
			'Coordinates of a walkmesh have about seven digits. So far out, or so small, corners of faces became the same point, and there are holes in the ground.',
		message: (d: { faces: number }): string =>
			`${d.faces === 1 ? '1 face lost its' : `${d.faces} faces lost their`} area: distinct corners became equal.`,
		help: 'A file stores about seven digits of a coordinate, so detail is lost far from the origin and at small scales.',
	},
	VERTICES_SNAPPED: {
		severity: 'info',
		meaning:
			'The game rounds coordinates of ASCII walkmeshes that are nearly whole numbers. The same was done here, so that the file is what the game would make of it.',
		message: (d: { coordinates: number; vertices: number; farthest: number }): string =>
			`Rounded ${d.coordinates} coordinates of ${d.vertices} vertices to whole numbers, moving them by up to ${d.farthest} m.`,
		help: 'The game does the same with coordinates of an ASCII walkmesh that are almost whole.',
	},
});

/** Taylor coefficients of the sine, x¹⁵ first; at π/4 the first one left out is 5e-17. */
const SINE: readonly number[] = [15, 13, 11, 9, 7, 5, 3, 1].map((n) => sign(n) / factorial(n));
/** Taylor coefficients of the cosine, x¹⁶ first. */
const COSINE: readonly number[] = [16, 14, 12, 10, 8, 6, 4, 2, 0].map((n) => sign(n) / factorial(n));

/** A rotation, split into quarter turns and the rest. */
export interface Turn {
	/** 0 to 3. */
	readonly quarters: number;
	readonly cosine: number;
	readonly sine: number;
}

/**
 * Splits an angle into quarter turns and a rest from −45° to 45°, with cosine and sine of the rest: 1 and 0 for multiples of 90°. They are computed with
 * additions and multiplications only: `Math.sin` may differ between machines, and the bytes of a build must not.
 */
export function turnOf(degrees: number): Turn {
	const angle = degrees % 360;
	const quarters = Math.round(angle / 90);
	// Exact: `angle` and `90 * quarters` lie within a factor of two of each other, or one of them is 0.
	const rest = ((angle - 90 * quarters) * Math.PI) / 180;
	const square = rest * rest;
	return {
		quarters: (quarters + 4) % 4,
		cosine: polynomial(COSINE, square),
		sine: polynomial(SINE, square) * rest,
	};
}

function polynomial(coefficients: readonly number[], x: number): number {
	return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

function sign(power: number): number {
	return power % 4 < 2 ? 1 : -1;
}

function factorial(n: number): number {
	return n <= 1 ? 1 : n * factorial(n - 1);
}

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
	if (quarters === 0 && sine === 0) return translation([0, 0, 0]);
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
	return withFixedPoint({ linear, offset: [0, 0, 0], mirrors: false }, [about[0], about[1], 0]);
}

/** Mirrors in the plane where the named coordinate is `at`. @throws UsageError unless `at` is finite */
export function reflection(axis: 'x' | 'y', at = 0): Motion {
	finite([at, 0, 0], 'mirror plane');
	const index = axis === 'x' ? 0 : 1;
	const linear = (v: Float64Array): void => {
		v[index] = negate(v[index]);
	};
	return withFixedPoint({ linear, offset: [0, 0, 0], mirrors: true }, axis === 'x' ? [at, 0, 0] : [0, at, 0]);
}

/**
 * Scales about a point. An odd number of negative factors makes a mirror image.
 *
 * @throws UsageError for factors that are 0 or not finite
 */
export function scaling(factor: number | Vec3, about: Vec3 = [0, 0, 0]): Motion {
	const factors: Vec3 = typeof factor === 'number' ? [factor, factor, factor] : factor;
	finite(factors, 'scale');
	finite(about, 'scale centre');
	if (factors.includes(0)) throw new UsageError('A scale of 0 leaves nothing of the walkmesh.');
	const linear = (v: Float64Array): void => {
		for (let axis = 0; axis < 3; axis++) if (v[axis] !== 0) v[axis] *= factors[axis];
	};
	const mirrors = factors.filter((value) => value < 0).length % 2 === 1;
	return withFixedPoint({ linear, offset: [0, 0, 0], mirrors }, about);
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

const NOWHERE: Vec3 = [0, 0, 0];

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
	const linear = { ...motion, offset: NOWHERE };
	const positions = movePoints(mesh.positions, isRoom ? motion : linear);
	const position = movePoint(mesh.position, isRoom ? linear : motion);
	const hooks = isRoom ? moveRoomHooks(mesh.hooks, motion) : moveHooks(mesh, position, motion);
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
		return derived ? plusFloat32(relative, position) : movePoint(before, motion);
	};
	return {
		relative1,
		relative2,
		absolute1: absolute(hooks.absolute1, hooks.relative1, relative1),
		absolute2: absolute(hooks.absolute2, hooks.relative2, relative2),
	};
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
 * Reports what float32 cannot hold after a motion: a walkmesh so far out that coordinates are more than a millimetre apart, unless it lay there before,
 * and faces that collapse.
 */
export function reportPrecision(before: Walkmesh, after: Walkmesh, report: Report): void {
	const farthest = farthestIn(after);
	if (farthest >= FARTHEST_POSITION && farthestIn(before) < FARTHEST_POSITION)
		report.add(TRANSFORM_FINDINGS.POSITIONS_TOO_FAR, {}, { farthest, limit: FARTHEST_POSITION });
	else reportCollapsedFaces(before, after, report);
}

/** The greatest absolute coordinate of a walkmesh; for objects, in the space of the model. */
function farthestIn({ positions, position }: Walkmesh): number {
	let farthest = Math.max(...position.map(Math.abs));
	for (let i = 0; i < positions.length; i++) farthest = Math.max(farthest, Math.abs(positions[i]));
	return farthest;
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

/** Room space has its origin where the layout puts the room; area space is the layout's own. */
export type Space = 'room' | 'area';

/** The space of a source as an option; `auto` guesses it. */
export type SpaceOption = Space | 'auto';

/** How much nearer the vertices have to be to one of the two origins, as a part of the distance between these, for the guess to be sure. */
const DECIDED = 0.5;

/**
 * Guesses whether vertices are in room space or in area space: whether they lie about the origin, or about the room's position in the layout. With d
 * the distance from a point to the box around the vertices, (d(position) − d(origin)) / |position| runs from −1 (area space) to 1 (room space). The
 * middle half is unsure, and so is a room that the layout puts at the origin or within its own extent. A room that was modelled far from its own origin
 * still lies nearer to the right one of the two.
 */
export function guessSpace(bounds: Bounds | undefined, layoutPosition: Vec3): Space | 'unsure' {
	const apart = Math.hypot(...layoutPosition);
	if (bounds === undefined || !(apart > 0)) return 'unsure';
	const share = (distanceToBox(bounds, layoutPosition) - distanceToBox(bounds, [0, 0, 0])) / apart;
	if (share >= DECIDED) return 'room';
	return share <= -DECIDED ? 'area' : 'unsure';
}

/**
 * Decides the space of a source and reports which it is and why. An explicit option is followed, with a warning where the vertices contradict it:
 * translating a room twice is a common mistake.
 *
 * @param otherwise the space when the guess is unsure
 */
export function chooseSpace(
	bounds: Bounds | undefined,
	layoutPosition: Vec3,
	wish: SpaceOption,
	otherwise: Space,
	report: Report,
): Space {
	// Without vertices, or for a room at the origin, both spaces are the same.
	if (bounds === undefined || Math.hypot(...layoutPosition) === 0) return wish === 'auto' ? otherwise : wish;
	const guess = guessSpace(bounds, layoutPosition);
	const at = layoutPosition;
	if (wish === 'auto') {
		const space = guess === 'unsure' ? otherwise : guess;
		if (guess === 'unsure') report.add(TRANSFORM_FINDINGS.PLACE_SPACE_UNSURE, {}, { space, at });
		else report.add(TRANSFORM_FINDINGS.PLACE_SPACE_TAKEN, {}, { space, at, by: 'place' });
		return space;
	}
	if (guess !== 'unsure' && guess !== wish)
		report.add(TRANSFORM_FINDINGS.PLACE_SPACE_DOUBTFUL, {}, { space: wish, at });
	else report.add(TRANSFORM_FINDINGS.PLACE_SPACE_TAKEN, {}, { space: wish, at, by: 'option' });
	return wish;
}

function distanceToBox([minX, minY, minZ, maxX, maxY, maxZ]: Bounds, [x, y, z]: Vec3): number {
	return Math.hypot(outside(x, minX, maxX), outside(y, minY, maxY), outside(z, minZ, maxZ));
}

function outside(value: number, min: number, max: number): number {
	return Math.max(min - value, 0, value - max);
}

/**
 * Moves the scene of a room to the room's position in the layout: ground and markers move by `at`, in float64, unless the ground is in area space
 * already. Placeables and doors stay: their walkmeshes are in the space of their model. When the space is unsure it is taken for room space, as models
 * of rooms are made about their own origin.
 *
 * @param at the room's position in the layout, metres
 */
export function placeScene(scene: Scene, at: Vec3, space: SpaceOption, report: Report): Scene {
	const ground = groundBounds(scene);
	if (ground === undefined || chooseSpace(ground, at, space, 'room', report) === 'area') return scene;
	// The roots of objects stay with their parts. Without objects, hooks belong to what is there.
	const holdsObjects = scene.parts.some(({ kind }) => kind !== 'area');
	const [x, y, z] = translation(at).offset;
	const point = (p: Vec3): Vec3 => [p[0] + x, p[1] + y, p[2] + z];
	const points = (positions: Float64Array): Float64Array => positions.map((value, index) => value + at[index % 3]);
	return {
		...scene,
		nodes: holdsObjects ? scene.nodes : scene.nodes.map((node) => ({ ...node, origin: point(node.origin) })),
		parts: scene.parts.map((part) => (part.kind === 'area' ? { ...part, positions: points(part.positions) } : part)),
		markers: scene.markers.map((marker) => ({ ...marker, positions: points(marker.positions) })),
		hooks: holdsObjects ? scene.hooks : scene.hooks.map((hook) => ({ ...hook, at: point(hook.at) })),
	};
}

/**
 * Moves the walkmesh of a room to the room's position in the layout: each vertex by `at`, summed in float64 and rounded once, unless they are in area
 * space already. When the space is unsure it is taken for area space, as walkmesh files are in area space. Placeables and doors have no position in a
 * layout and stay as they are.
 *
 * @param at the room's position in the layout, metres
 */
export function placeWalkmesh(mesh: Walkmesh, at: Vec3, space: SpaceOption, report: Report): Walkmesh {
	if (mesh.kind !== 'area') return mesh;
	if (chooseSpace(boundsOf(mesh.positions), at, space, 'area', report) === 'area') return mesh;
	return moveWalkmesh(mesh, translation(at));
}

/** The box around what belongs to the room itself; undefined where nothing does. */
function groundBounds(scene: Scene): Bounds | undefined {
	const parts = scene.parts.filter((part) => part.kind === 'area');
	const boxes = parts.map((part) => boundsOf(part.positions)).filter((box) => box !== undefined);
	return boundsOf(boxes.flat());
}
