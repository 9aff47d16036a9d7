import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import type { PictureLink } from '../core/picture.ts';

/** Lines of one look; a layer that is switched is one of these. */
export interface LineLayer {
	readonly object: LineSegments2 | LineSegments;
	setColour(colour: string): void;
	dispose(): void;
}

export interface LineLook {
	readonly colour: string;
	/** Pixels. */
	readonly width: number;
	/** Shows through what lies in front of it. */
	readonly onTop?: boolean;
	readonly dashed?: boolean;
}

/** More lines than this are drawn one pixel wide: thick ones are two triangles each. */
const MOST_THICK = 60_000;

/** @param points 6 values a line, less the picture's origin */
export function lineLayer(points: Float32Array, look: LineLook): LineLayer {
	return points.length / 6 > MOST_THICK ? thinLines(points, look) : thickLines(points, look);
}

function thickLines(points: Float32Array, { colour, width, onTop = false, dashed = false }: LineLook): LineLayer {
	const geometry = new LineSegmentsGeometry();
	geometry.setPositions(points.length === 0 ? new Float32Array(6) : points);
	const material = new LineMaterial({
		color: colour,
		linewidth: width,
		depthTest: !onTop,
		transparent: onTop,
		dashed,
		dashSize: 0.35,
		gapSize: 0.25,
	});
	const object = new LineSegments2(geometry, material);
	if (dashed) object.computeLineDistances();
	object.frustumCulled = false;
	object.visible = points.length > 0;
	object.renderOrder = onTop ? 3 : 1;
	return {
		object,
		setColour: (next) => material.color.set(next),
		dispose: () => {
			geometry.dispose();
			material.dispose();
		},
	};
}

function thinLines(points: Float32Array, { colour }: LineLook): LineLayer {
	const geometry = new BufferGeometry();
	geometry.setAttribute('position', new BufferAttribute(points, 3));
	const material = new LineBasicMaterial({ color: colour });
	const object = new LineSegments(geometry, material);
	object.frustumCulled = false;
	return {
		object,
		setColour: (next) => material.color.set(next),
		dispose: () => {
			geometry.dispose();
			material.dispose();
		},
	};
}

/** Points of lines less the picture's origin. */
export function linePoints(lines: readonly (readonly [Vec3, Vec3])[], origin: Vec3): Float32Array {
	return Float32Array.from(
		lines.flatMap((line) => line.flatMap((point) => point.map((value, axis) => value - origin[axis]))),
	);
}

/** Length of an arrow, metres. */
const ARROW = 1.1;
const HEAD = 0.35;
/** Above the ground, so that a floor does not cover it. */
const LIFT = 0.06;

/** An arrow for each link, lying on the ground, across the edge. */
export function linkArrows(links: readonly PictureLink[], origin: Vec3): Float32Array {
	const lines = links.flatMap(({ at, out: [x, y] }): [Vec3, Vec3][] => {
		const point = (along: number, side: number): Vec3 => [
			at[0] + x * along - y * side,
			at[1] + y * along + x * side,
			at[2] + LIFT,
		];
		const tip = point(ARROW * 0.65, -0.25);
		return [
			[point(-ARROW * 0.35, -0.25), tip],
			[point(ARROW * 0.65 - HEAD, -0.25 + HEAD * 0.6), tip],
			[point(ARROW * 0.65 - HEAD, -0.25 - HEAD * 0.6), tip],
		];
	});
	return linePoints(lines, origin);
}

/** A cross that lies on the ground, with an upright. */
export function crossLines(points: readonly Vec3[], size: number, origin: Vec3): Float32Array {
	const lines = points.flatMap(([x, y, z]): [Vec3, Vec3][] => [
		[
			[x - size, y, z + LIFT],
			[x + size, y, z + LIFT],
		],
		[
			[x, y - size, z + LIFT],
			[x, y + size, z + LIFT],
		],
		[
			[x, y, z],
			[x, y, z + size * 2],
		],
	]);
	return linePoints(lines, origin);
}

/** The normal of each face at its middle, as long as the face is wide. @param isShown leaves faces out */
export function normalLines(corners: Float32Array, isShown: (face: number) => boolean): Float32Array {
	const lines: number[] = [];
	for (let face = 0; face < corners.length / 9; face++) {
		if (!isShown(face)) continue;
		const c = corners.subarray(face * 9, face * 9 + 9);
		const [ux, uy, uz] = [c[3] - c[0], c[4] - c[1], c[5] - c[2]];
		const [vx, vy, vz] = [c[6] - c[0], c[7] - c[1], c[8] - c[2]];
		const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
		const length = Math.hypot(...n);
		if (!(length > 0)) continue;
		const reach = Math.min(1.5, Math.max(0.15, Math.sqrt(length) * 0.35));
		for (const along of [0, reach])
			for (let axis = 0; axis < 3; axis++)
				lines.push((c[axis] + c[axis + 3] + c[axis + 6]) / 3 + (n[axis] / length) * along);
	}
	return Float32Array.from(lines);
}
