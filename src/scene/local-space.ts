import type { Report } from '../findings/report.ts';
import { columnLength, determinant } from '../math/affine.ts';
import type { Vec3 } from '../math/vec3.ts';
import { SCENE_FINDINGS } from './findings.ts';
import type { Scene } from './scene.ts';

/** The transform from area axes to the space of the model at a node: subtract the origin of the node, then rotate. */
export interface LocalSpace {
	readonly origin: Vec3;
	/** 3 × 3, column by column; absent where only the origin is subtracted. */
	readonly turn?: readonly number[];
	/** True where the transform mirrors, so that triangles have to be flipped. */
	readonly mirrors: boolean;
}

/** Directions that differ by less than this are the same: transforms come from float32 quaternions and decimal texts. */
const SAME = 1e-5;
const DEGREES = 180 / Math.PI;

const AXES = ['x', 'y', 'z'] as const;
const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/**
 * The space of the model whose root is a node. The area decides where a placeable or door stands, so position, bearing, uniform scale and mirroring of
 * the root are undone, and reported. A tilt is kept: tools with Z up rotate the root by a quarter turn about X, which makes the model stand upright. A
 * non-uniform scale is kept, too.
 *
 * Scale and mirroring of nodes that wrap the whole scene (without geometry, and above everything) belong to the scene, not to the object.
 *
 * @param root index of a node; −1 for the scene's own origin
 * @param wrapping what `wrappingNodes` gives
 */
export function localSpace(scene: Scene, root: number, wrapping: ReadonlySet<number>, report?: Report): LocalSpace {
	if (root < 0) return { origin: [0, 0, 0], mirrors: false };
	const { origin, axes, name } = scene.nodes[root];
	const still: LocalSpace = { origin, mirrors: false };
	if (axes === undefined) return still;
	const lengths = columnLengths(axes);
	const location = { node: name, at: origin };
	if (!lengths.every((length) => length > 0 && Number.isFinite(length))) return still;
	const unit = axes.map((value, i) => value / lengths[Math.floor(i / 3)]);
	const even = isEven(lengths);
	if (isSkewed(unit)) {
		report?.add(SCENE_FINDINGS.OBJECT_ROOT_STRETCHED, location, { scales: 'sheared' });
		return still;
	}
	if (!even) report?.add(SCENE_FINDINGS.OBJECT_ROOT_STRETCHED, location, { scales: lengths.map(figure).join(' × ') });
	const frame = sceneFrame(scene, root, wrapping);
	const scale = even ? lengths[0] / frame.scale : 1;
	const mirrored = determinant(unit) < 0;
	const { tilt, bearing, lean, axis } = standing(unit, mirrored);
	const undoesMirror = mirrored !== frame.mirrored;
	// The tilt stays, the rest of the rotation is undone: tilt · unit⁻¹, and the inverse of a rotation is its transpose.
	let turn = multiply(tilt, transpose(unit));
	// A mirror image of the whole scene is put back after that.
	if (mirrored && !undoesMirror) turn = multiply(multiply(tilt, mirror(axis)), transpose(unit));
	if (!mirrored && undoesMirror) turn = multiply(multiply(tilt, mirror('x')), transpose(unit));
	turn = turn.map((value) => snapped(value) / scale);
	if (isQuarter(lean)) report?.add(SCENE_FINDINGS.OBJECT_AXES_KEPT, location, { degrees: Math.round(lean * DEGREES) });
	else if (lean > 0) report?.add(SCENE_FINDINGS.OBJECT_ROOT_TILTED, location, { degrees: lean * DEGREES });
	if (turn.every((value, i) => Math.abs(value - IDENTITY[i]) < SAME * 0.01)) return still;
	const undone = [
		...(Math.abs(bearing) > SAME ? [`a bearing of ${figure(bearing * DEGREES)}°`] : []),
		...(Math.abs(scale - 1) > SAME ? [`a scale of ${figure(scale)}`] : []),
		...(undoesMirror ? ['a mirror image'] : []),
	];
	if (undone.length > 0) report?.add(SCENE_FINDINGS.OBJECT_MADE_LOCAL, location, { undone: undone.join(', ') });
	return { origin, turn, mirrors: undoesMirror };
}

/** Rotated coordinates are rounded to a micrometre: rotations come from float32 quaternions and are not more precise. */
const GRAINS_PER_METRE = 1e6;

/** Transforms a point of area axes into the model's space. Rotated points are rounded to a micrometre, so that 0 stays 0. */
export function toLocal([x, y, z]: Vec3, { origin, turn }: LocalSpace): Vec3 {
	const p: Vec3 = [x - origin[0], y - origin[1], z - origin[2]];
	return turn === undefined
		? p
		: (apply(turn, p).map((value) => Math.round(value * GRAINS_PER_METRE) / GRAINS_PER_METRE + 0) as never);
}

/** The bearing of the model at a node in degrees, rounded to a ten thousandth: above −180 up to 180. */
export function bearingAt(scene: Scene, root: number): number {
	const axes = root < 0 ? undefined : scene.nodes[root].axes;
	if (axes === undefined) return 0;
	const lengths = columnLengths(axes);
	if (!lengths.every((length) => length > 0 && Number.isFinite(length))) return 0;
	const unit = axes.map((value, i) => value / lengths[Math.floor(i / 3)]);
	const degrees = Math.round(standing(unit, determinant(unit) < 0).bearing * DEGREES * 1e4) / 1e4 + 0;
	return degrees <= -180 ? degrees + 360 : degrees;
}

interface Standing {
	/** The part of the rotation that is not bearing, 3 × 3. */
	readonly tilt: readonly number[];
	/** Radians about Z, counter-clockwise. */
	readonly bearing: number;
	/** Angle of the tilt; radians. */
	readonly lean: number;
	/** The axis of its own along which a mirrored model is mirrored. */
	readonly axis: (typeof AXES)[number];
}

/** Splits an orthogonal matrix into bearing · tilt · mirror; of the three possible mirror axes, the one with the least tilt. */
function standing(unit: readonly number[], mirrored: boolean): Standing {
	const split = (axis: (typeof AXES)[number]): Standing => {
		const turned = mirrored ? multiply(unit, mirror(axis)) : unit;
		// The twist about Z of a turn: the angle whose half has the tangent qz / qw.
		const bearing = Math.atan2(turned[1] - turned[3], turned[0] + turned[4]);
		const upset = Math.hypot(turned[1] - turned[3], turned[0] + turned[4]) < SAME;
		const angle = upset ? 0 : bearing;
		const [c, s] = [Math.cos(angle), Math.sin(angle)];
		const tilt = multiply([c, -s, 0, s, c, 0, 0, 0, 1], turned);
		const lean = Math.acos(Math.min(1, Math.max(-1, (tilt[0] + tilt[4] + tilt[8] - 1) / 2)));
		return { tilt: lean < SAME ? IDENTITY : tilt, bearing: angle, lean: lean < SAME ? 0 : lean, axis };
	};
	if (!mirrored) return split('x');
	return AXES.map(split).reduce((best, next) => (next.lean < best.lean - SAME ? next : best));
}

/** Nodes without geometry that have all geometry and all hooks of a scene below them. */
export function wrappingNodes({ nodes, parts, hooks }: Pick<Scene, 'nodes' | 'parts' | 'hooks'>): ReadonlySet<number> {
	const holders = [...parts.map(({ node }) => node), ...hooks.map(({ node }) => node)];
	const below = new Uint32Array(nodes.length);
	for (const holder of holders) below[holder]++;
	for (let node = nodes.length - 1; node >= 0; node--) {
		const { parent } = nodes[node];
		if (parent >= 0) below[parent] += below[node];
	}
	const bare = new Set(nodes.keys());
	for (const { node } of parts) bare.delete(node);
	return new Set([...bare].filter((node) => below[node] === holders.length));
}

/** Scale and mirroring of those nodes above a root that wrap the whole scene. */
function sceneFrame(scene: Scene, root: number, wrapping: ReadonlySet<number>): { scale: number; mirrored: boolean } {
	let innermost = scene.nodes[root].parent;
	while (innermost >= 0 && !wrapping.has(innermost)) innermost = scene.nodes[innermost].parent;
	const axes = innermost < 0 ? undefined : scene.nodes[innermost].axes;
	const lengths = axes === undefined ? [1, 1, 1] : columnLengths(axes);
	if (axes === undefined || !isEven(lengths)) return { scale: 1, mirrored: false };
	return { scale: lengths[0], mirrored: determinant(axes) < 0 };
}

function columnLengths(m: readonly number[]): [number, number, number] {
	return [columnLength(m, 0), columnLength(m, 1), columnLength(m, 2)];
}

function isEven([a, b, c]: readonly number[]): boolean {
	return a > 0 && Math.abs(b / a - 1) < SAME && Math.abs(c / a - 1) < SAME;
}

function isSkewed(m: readonly number[]): boolean {
	const product = multiply(transpose(m), m);
	return product.some((value, i) => Math.abs(value - IDENTITY[i]) > SAME);
}

function isQuarter(angle: number): boolean {
	return Math.abs(angle - Math.PI / 2) < 1e-4 || Math.abs(angle - Math.PI) < 1e-4;
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
	return b.map((_, i) => {
		const column = i - (i % 3);
		return a[i % 3] * b[column] + a[3 + (i % 3)] * b[column + 1] + a[6 + (i % 3)] * b[column + 2];
	});
}

function transpose(m: readonly number[]): number[] {
	return m.map((_, i) => m[(i % 3) * 3 + Math.floor(i / 3)]);
}

function mirror(axis: (typeof AXES)[number]): number[] {
	return IDENTITY.map((value, i) => (i === AXES.indexOf(axis) * 4 ? -value : value));
}

function apply(m: readonly number[], [x, y, z]: Vec3): Vec3 {
	return [m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z, m[2] * x + m[5] * y + m[8] * z];
}

/** Rounds values that are almost 0 or ±1, as quarter turns come out of cosines and decimal quaternions. */
function snapped(value: number): number {
	const whole = Math.round(value);
	return Math.abs(value - whole) < 1e-12 ? whole : value;
}

function figure(value: number): number {
	return Number(value.toPrecision(6));
}
