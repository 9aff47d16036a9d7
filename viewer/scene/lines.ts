import {
	BufferAttribute,
	BufferGeometry,
	DoubleSide,
	GLSL3,
	LineBasicMaterial,
	LineSegments,
	Mesh,
	ShaderMaterial,
	Vector2,
	Vector3,
	Vector4,
} from 'three';
import { plus, type Vec3 } from '../../src/math/vec3.ts';
import type { PictureLink } from '../core/picture.ts';
import { rgbOfHex } from './colours.ts';

/** Lines of one look; a layer that is switched is one of these. */
export interface LineLayer {
	readonly object: Mesh | LineSegments;
	/** Without lines there is nothing to show: one without length would be drawn all over the picture. */
	readonly isEmpty: boolean;
	setColour(colour: string): void;
	dispose(): void;
}

export interface LineLook {
	readonly colour: string;
	/** Pixels. */
	readonly width: number;
	/** From afar a line gets thinner, down to a share of its width, where it would be broader on the ground than this: metres. */
	readonly broadest?: number;
	/** Shows through what lies in front of it. */
	readonly onTop?: boolean;
	readonly dashed?: boolean;
}

/** More lines than this are drawn one pixel wide: thick ones are two triangles each. */
const MOST_THICK = 200_000;

/** @param points 6 values a line, less the picture's origin */
export function lineLayer(points: Float32Array, look: LineLook): LineLayer {
	return points.length / 6 > MOST_THICK ? thinLines(points, look) : thickLines(points, look);
}

/** The share of its width that a line keeps from however far away. */
const LEAST_SHARE = 0.3;

const VERTEX = `
uniform vec2 size;
uniform float width;
uniform float broadest;
in vec3 other;
in vec2 end;
out float along;

void main() {
	vec4 own = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
	vec4 far = projectionMatrix * modelViewMatrix * vec4(other, 1.0);
	// What lies behind the eye is cut off, or it would come out on the other side.
	const float NEAREST = 0.02;
	vec4 from = own;
	if (own.w < NEAREST && far.w > NEAREST) from = mix(own, far, (NEAREST - own.w) / (far.w - own.w));
	else if (far.w < NEAREST && own.w > NEAREST) far = mix(far, own, (NEAREST - far.w) / (own.w - far.w));
	vec2 way = (far.xy / far.w - from.xy / from.w) * size;
	float length = length(way);
	way = length > 0.0 ? way / length : vec2(1.0, 0.0);
	float metre = 0.5 * size.y * projectionMatrix[1][1] / from.w;
	float across = broadest > 0.0 ? clamp(broadest * metre, width * ${LEAST_SHARE}, width) : width;
	// Half a width longer at each end, so that lines that meet leave no gap.
	vec2 shift = (vec2(-way.y, way.x) * end.x - way) * across / size;
	gl_Position = from + vec4(shift * from.w, -0.00001 * from.w, 0.0);
	along = end.y;
}`;

const FRAGMENT = `
precision highp float;
uniform vec3 ink;
uniform float dash;
in float along;
out vec4 colour;

void main() {
	if (dash > 0.0 && fract(along / dash) > 0.6) discard;
	colour = vec4(ink, 1.0);
}`;

/** Metres of a dash and the gap behind it. */
const DASH = 0.6;

/**
 * Two triangles a line, which the vertex shader turns towards the eye. Without graphics hardware this takes a fraction of the time of three.js's own
 * wide lines.
 */
function thickLines(
	points: Float32Array,
	{ colour, width, broadest = 0, onTop = false, dashed = false }: LineLook,
): LineLayer {
	const geometry = ribbons(points);
	const material = new ShaderMaterial({
		glslVersion: GLSL3,
		vertexShader: VERTEX,
		fragmentShader: FRAGMENT,
		side: DoubleSide,
		depthTest: !onTop,
		depthWrite: !onTop,
		transparent: onTop,
		uniforms: {
			ink: { value: inkOf(colour) },
			size: { value: new Vector2(1, 1) },
			width: { value: width },
			broadest: { value: broadest },
			dash: { value: dashed ? DASH : 0 },
		},
	});
	const object = new Mesh(geometry, material);
	object.frustumCulled = false;
	object.renderOrder = onTop ? 3 : 1;
	const viewport = new Vector4();
	object.onBeforeRender = (renderer) => {
		renderer.getCurrentViewport(viewport);
		material.uniforms['size'].value.set(viewport.z, viewport.w);
		material.uniforms['width'].value = width * renderer.getPixelRatio();
		material.uniformsNeedUpdate = true;
	};
	return {
		object,
		isEmpty: points.length === 0,
		setColour: (next) => {
			material.uniforms['ink'].value = inkOf(next);
		},
		dispose: () => {
			geometry.dispose();
			material.dispose();
		},
	};
}

/**
 * Four vertices and two triangles a line. Each vertex knows its own end, the other one, and which side of the line it is on; the shader moves it half
 * a width to that side.
 */
function ribbons(points: Float32Array): BufferGeometry {
	const count = points.length / 6;
	const own = new Float32Array(count * 12);
	const other = new Float32Array(count * 12);
	const ends = new Float32Array(count * 8);
	const index = new Uint32Array(count * 6);
	for (let line = 0; line < count; line++) {
		const start = points.subarray(line * 6, line * 6 + 3);
		const stop = points.subarray(line * 6 + 3, line * 6 + 6);
		const length = Math.hypot(stop[0] - start[0], stop[1] - start[1], stop[2] - start[2]);
		for (let corner = 0; corner < 4; corner++) {
			const isStart = corner < 2;
			own.set(isStart ? start : stop, line * 12 + corner * 3);
			other.set(isStart ? stop : start, line * 12 + corner * 3);
			// Seen from the other end, left is right.
			ends[line * 8 + corner * 2] = (corner % 2 === 0) === isStart ? 1 : -1;
			ends[line * 8 + corner * 2 + 1] = isStart ? 0 : length;
		}
		index.set(
			[0, 1, 2, 2, 1, 3].map((corner) => line * 4 + corner),
			line * 6,
		);
	}
	const geometry = new BufferGeometry();
	geometry.setAttribute('position', new BufferAttribute(own, 3));
	geometry.setAttribute('other', new BufferAttribute(other, 3));
	geometry.setAttribute('end', new BufferAttribute(ends, 2));
	geometry.setIndex(new BufferAttribute(index, 1));
	return geometry;
}

/** A colour as the shaders here take it: sRGB, 0 to 1. */
function inkOf(hex: string): Vector3 {
	return new Vector3(...rgbOfHex(hex)).divideScalar(255);
}

function thinLines(points: Float32Array, { colour }: LineLook): LineLayer {
	const geometry = new BufferGeometry();
	geometry.setAttribute('position', new BufferAttribute(points, 3));
	const material = new LineBasicMaterial({ color: colour });
	const object = new LineSegments(geometry, material);
	object.frustumCulled = false;
	return {
		object,
		isEmpty: points.length === 0,
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
	const lines = points.flatMap((at) => {
		const line = (from: Vec3, to: Vec3): [Vec3, Vec3] => [plus(at, from), plus(at, to)];
		return [
			line([-size, 0, LIFT], [size, 0, LIFT]),
			line([0, -size, LIFT], [0, size, LIFT]),
			line([0, 0, 0], [0, 0, size * 2]),
		];
	});
	return linePoints(lines, origin);
}
