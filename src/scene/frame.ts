import { choice, defaultsOf, type GivenOf, number, type ValuesOf } from '../findings/options.ts';
import type { Report } from '../findings/report.ts';
import { boundsOf, faceVector } from '../geometry/triangles.ts';
import { greatest } from '../math/arrays.ts';
import { isWalkable, type SurfaceTable } from '../model/surfaces.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { listed } from '../text/quote.ts';
import { SCENE_FINDINGS } from './findings.ts';
import { isSkyName, parentsFirst } from './roles.ts';
import type { Scene } from './scene.ts';
import { type LengthUnit, METRES_PER_UNIT, type UpAxis } from './units.ts';

/** How a source's coordinates become area axes: Z up, metres. The defaults are glTF's own frame, and what OBJ exporters write. */
export const FRAME_OPTIONS = {
	up: choice<UpAxis>('Axis that points up in the input.', ['x', 'y', 'z'], 'y'),
	unit: choice<LengthUnit>('Length of one unit of the input.', ['m', 'cm', 'mm', 'in', 'ft'], 'm'),
	scale: number('Further factor on all lengths, applied after the unit.', 1, { limits: { above: 0 } }),
};
export type FrameOptions = GivenOf<typeof FRAME_OPTIONS>;
export const FRAME_DEFAULTS: ValuesOf<typeof FRAME_OPTIONS> = defaultsOf(FRAME_OPTIONS);

/**
 * Turns points into area axes in place: (x, y, z) of a Y-up source becomes (x, −z, y), of an X-up one (−y, −z, x), as in COLLADA; then
 * unit and scale.
 * −0 becomes 0, so that a walkmesh has the same bytes whichever way it came.
 *
 * @param positions 3 values a point
 */
export function toAreaAxes(positions: Float64Array, options: FrameOptions = {}): void {
	const { up, unit, scale } = { ...FRAME_DEFAULTS, ...options };
	const factor = METRES_PER_UNIT[unit] * scale;
	for (let i = 0; i < positions.length; i += 3) {
		const x = positions[i];
		const y = positions[i + 1];
		const z = positions[i + 2];
		positions[i] = (up === 'x' ? -y : x) * factor + 0;
		positions[i + 1] = (up === 'z' ? y : -z) * factor + 0;
		positions[i + 2] = (up === 'x' ? x : up === 'y' ? y : z) * factor + 0;
	}
}

/**
 * The columns of a transform in area axes, of a node whose own axes are turned to Z up as well.
 * @param columns of the source's own axes, 9 numbers
 */
export function axesInArea(columns: readonly number[], up: UpAxis): number[] {
	const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = columns;
	const turned: Readonly<Record<UpAxis, readonly number[]>> = {
		x: [yy, yz, -yx, zy, zz, -zx, -xy, -xz, xx],
		y: [xx, -xz, xy, -zx, zz, -zy, yx, -yz, yy],
		z: [xx, xy, xz, yx, yy, yz, zx, zy, zz],
	};
	return turned[up].map((value) => value + 0);
}

/** A room wider than this, in metres, is probably in another unit. */
const WIDEST_ROOM = 500;
/** A room narrower than this, in metres, is probably in another unit. */
const NARROWEST_ROOM = 0.5;

/** Units that scenes come in, with the factor to metres. */
const FACTORS: readonly (readonly [factor: number, unit: string])[] = [
	[0.01, 'centimetres, or a gmax scene'],
	[0.0254, 'inches'],
	[0.001, 'millimetres'],
	[0.3048, 'feet'],
	[100, 'metres divided by 100'],
	[1000, 'metres divided by 1000'],
	[39.37, 'metres divided by an inch'],
];

/** The unit of TrenchBroom and of the games it is made for, as engines take it: 32 to the metre. Sizes do not tell it from centimetres and inches. */
const BRUSHES: readonly [factor: number, unit: string] = [1 / 32, "TrenchBroom's units, 32 to a metre"];
/** What TrenchBroom calls the objects of an OBJ. */
const BRUSH_NAME = /^entity\d+_brush\d+$/;

/** The unit that lengths are in that become metres by a factor; undefined where it is that of none. */
export function unitOfFactor(factor: number): { readonly factor: number; readonly unit: string } | undefined {
	const found = FACTORS.find(([each]) => Math.abs(each / factor - 1) < SAME_FACTOR);
	return found && { factor: found[0], unit: found[1] };
}

/** Of inches 1 / 0.0254 is as good as 39.37. */
const SAME_FACTOR = 1e-3;
/** Most rooms are about this wide, in metres. */
const USUAL_ROOM: readonly [least: number, most: number] = [2, 100];

/**
 * Reports a scene whose size does not fit the assumed unit, and proposes a factor that gives it a plausible size. Levels may be wide, so the widest
 * single part of the ground counts, without skies, which are reported. The unit that the file states is a hint only, as exporters write it whatever the scene was modelled in: it is
 * proposed where it gives a plausible room.
 *
 * @param assumed the unit that the scene was read in, where the user did not choose it
 */
export function checkSize(scene: Scene, report: Report, assumed?: LengthUnit): void {
	const sky = skyNodes(scene);
	const parts = scene.parts.filter(({ kind }) => kind === 'area');
	const ground = parts.filter(({ node }) => !sky.has(node));
	const names = [...new Set(parts.filter(({ node }) => sky.has(node)).map(({ name }) => name))];
	if (names.length > 0) report.add(SCENE_FINDINGS.SKY_TAKEN, {}, { names: listed(names), count: names.length });
	const bounds = ground.map(({ positions }) => boundsOf(positions) ?? []);
	if (bounds.length === 0) return;
	const all = sizeOf(bounds.flat());
	// A level of many rooms is wide without any of them being so.
	const widest = greatest(bounds.map(sizeOf));
	const isSuspicious = widest > WIDEST_ROOM || (all > 0 && all < NARROWEST_ROOM);
	const size = isSuspicious && widest <= WIDEST_ROOM ? all : widest;
	if (assumed !== undefined && scene.statedUnit !== undefined && scene.statedUnit.unit !== assumed && size > 0) {
		const { unit, line } = scene.statedUnit;
		const becomes = (size * METRES_PER_UNIT[unit]) / METRES_PER_UNIT[assumed];
		const fits = becomes <= WIDEST_ROOM && becomes >= (isSuspicious ? NARROWEST_ROOM : USUAL_ROOM[0]);
		const type = fits ? SCENE_FINDINGS.SCENE_UNIT_STATED : SCENE_FINDINGS.SCENE_UNIT_DOUBTED;
		report.add(type, { line }, { unit, assumed, size, becomes });
		if (fits) return;
	}
	const ofBrushes =
		assumed !== undefined && scene.nodes.length > 0 && scene.nodes.every(({ name }) => BRUSH_NAME.test(name));
	if (ofBrushes && size * BRUSHES[0] >= NARROWEST_ROOM) propose(size, report, [BRUSHES]);
	else if (isSuspicious) propose(size, report, FACTORS);
}

/** Nodes that are called like the sky, with all below them. */
function skyNodes({ nodes }: Scene): ReadonlySet<number> {
	const found = new Set<number>();
	for (const node of parentsFirst(nodes)) {
		if (isSkyName(nodes[node].name) || found.has(nodes[node].parent)) found.add(node);
	}
	return found;
}

function propose(size: number, report: Report, factors: typeof FACTORS): void {
	const within = ([least, most]: readonly [number, number]) =>
		factors.find(([factor]) => size * factor >= least && size * factor <= most);
	const fits = within(USUAL_ROOM) ?? within([NARROWEST_ROOM, WIDEST_ROOM]);
	report.add(
		SCENE_FINDINGS.SCENE_SIZE_SUSPICIOUS,
		{},
		{
			size,
			...(fits === undefined ? {} : { factor: fits[0], unit: fits[1], becomes: size * fits[0] }),
		},
	);
}

/** The greater of the two horizontal extents. */
function sizeOf(points: ArrayLike<number>): number {
	const bounds = boundsOf(points);
	return bounds === undefined ? 0 : Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1]);
}

/** A scene with more than this share of its walkable area upright is lying on its side. */
const UPRIGHT_SHARE = 0.9;

/**
 * For each up axis, the one that should have been up where floors face along x or y of area axes. Hardly any file has X up, so faces along x are
 * taken for walls.
 */
const LEVEL_WITH: Readonly<Record<UpAxis, readonly [alongX: UpAxis | undefined, alongY: UpAxis]>> = {
	x: ['y', 'z'],
	y: [undefined, 'z'],
	z: [undefined, 'y'],
};

/** How many faces are looked at. */
const SAMPLE = 20_000;

/** Faces steeper than 60° count as upright: the vertical part of their unit normal is less than this. */
const UPRIGHT = 0.5;
/** Faces up to 45° steep count as level. */
const LEVEL = Math.SQRT1_2;

/**
 * Reports a scene whose walkable area nearly all stands upright, but would lie level if another axis pointed up: floors that
 * were modelled with Z up and read with Y up, or the other way round. Such a mistake turns the floor by a right angle, so it looks along
 * x or y of area axes.
 *
 * @param up the axis that was taken to point up
 */
export function checkUp(scene: Scene, up: UpAxis, table: SurfaceTable, report: Report): void {
	const parts = scene.parts.filter(({ kind }) => kind === 'area');
	const found = uprightGround(parts, up, table);
	if (found === undefined) return;
	const { front: _, ...data } = found;
	report.add(SCENE_FINDINGS.SCENE_UP_SUSPICIOUS, {}, data);
}

/** The same of the rooms of a level that was made already: which axis of the scene should have been up, the front of their ground tells. */
export function checkRoomsUp(rooms: readonly Walkmesh[], table: SurfaceTable, report: Report): void {
	const found = uprightGround(
		rooms.map(({ faces, ...mesh }) => ({ ...mesh, triangles: faces })),
		'z',
		table,
	);
	if (found === undefined) return;
	// The axis that should point to the back points to the front: Z up was read as Y up.
	const { front, ...data } = found;
	report.add(SCENE_FINDINGS.SCENE_UP_SUSPICIOUS, {}, { ...data, sceneUp: front < 0 ? 'z' : 'y' });
}

/** Triangles with surfaces. */
interface Ground {
	readonly positions: ArrayLike<number>;
	readonly triangles: ArrayLike<number>;
	readonly surfaces: ArrayLike<number>;
}

/** How much of walkable area stands upright that would lie level with another axis up, and how much more of it faces along y than against it. */
function uprightGround(
	parts: readonly Ground[],
	up: UpAxis,
	table: SurfaceTable,
): { share: number; up: UpAxis; other: UpAxis; front: number } | undefined {
	const faceTotal = parts.reduce((sum, { surfaces }) => sum + surfaces.length, 0);
	// A sample is enough: of a million faces every fiftieth is looked at.
	const step = Math.max(1, Math.ceil(faceTotal / SAMPLE));
	let total = 0;
	let upright = 0;
	let front = 0;
	const turned: Record<0 | 1, number> = [0, 0];
	let next = 0;
	const vector: [number, number, number] = [0, 0, 0];
	for (const { positions, triangles, surfaces } of parts) {
		for (; next < surfaces.length; next += step) {
			if (!isWalkable(table, surfaces[next])) continue;
			// Twice the area; shares need no halves.
			const size = faceVector(positions, triangles, next, vector);
			const [x, y, z] = vector;
			if (!(size > 0)) continue;
			total += size;
			front += y;
			if (Math.abs(z) < size * UPRIGHT) upright += size;
			if (Math.abs(x) >= size * LEVEL) turned[0] += size;
			if (Math.abs(y) >= size * LEVEL) turned[1] += size;
		}
		next -= surfaces.length;
	}
	const least = total * UPRIGHT_SHARE;
	const [alongX, alongY] = LEVEL_WITH[up];
	const other = turned[1] > least ? alongY : turned[0] > least ? alongX : undefined;
	if (!(upright > least) || other === undefined) return undefined;
	return { share: upright / total, up, other, front };
}
