import {
	BufferAttribute,
	BufferGeometry,
	DataTexture,
	DoubleSide,
	GLSL3,
	Mesh,
	NearestFilter,
	RGBAFormat,
	ShaderMaterial,
	Sphere,
	UnsignedByteType,
	Vector3,
} from 'three';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { CoarsePicture } from '../core/coarse.ts';
import type { Picture } from '../core/picture.ts';
import type { FaceLook } from './painting.ts';

/**
 * Draws all faces of a picture in one draw call. The look of a face is one texel, which the vertex shader fetches by the index of the face. Another
 * colouring, or a layer that is switched off, changes these texels and no geometry.
 */

/** Texels a row. */
const WIDTH = 2048;

/** Bits of the fourth byte. */
const VISIBLE = 128;
const GROUND = 64;
/** For faces that are nearer to upright than to level, whose patterns are drawn along them. */
const UPRIGHT = 32;
/** The low bits: a pattern, 0 for none. */
const PATTERNS = 7;

const VERTEX = `
precision highp float;
precision highp int;
uniform highp sampler2D faces;
flat out vec4 look;
out vec3 corner;
out vec3 local;
#ifdef COARSE
in float of;
#endif
void main() {
#ifdef COARSE
	int face = int(of + 0.5);
#else
	int face = gl_VertexID / 3;
#endif
	int k = gl_VertexID % 3;
	look = texelFetch(faces, ivec2(face % ${WIDTH}, face / ${WIDTH}), 0);
	corner = vec3(k == 0, k == 1, k == 2);
	local = position;
	gl_Position = look.a * 255.0 >= ${VISIBLE}.0 ? projectionMatrix * modelViewMatrix * vec4(position, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const FRAGMENT = `
precision highp float;
flat in vec4 look;
in vec3 corner;
in vec3 local;
uniform vec3 ink;
out vec4 colour;

/** How much of a pattern of lines is ink here: lines across a direction, so many a metre. */
float lines(float along, float apart) {
	float at = along / apart;
	float soft = fwidth(at) * 1.2;
	float d = abs(fract(at) - 0.5);
	// An even tone where lines would be finer than pixels.
	return mix(smoothstep(0.5 - 0.12 - soft, 0.5 - 0.12 + soft, d), 0.24, clamp(soft * 2.0 - 0.4, 0.0, 1.0));
}

float patternOf(int id, vec2 at) {
	if (id == 1) return lines(at.x + at.y, 0.7);
	if (id == 2) return lines(at.x - at.y, 0.7);
	if (id == 3) return lines(at.x, 0.5);
	if (id == 4) return lines(at.y, 0.5);
	if (id == 5) return max(lines(at.x + at.y, 0.9), lines(at.x - at.y, 0.9));
	if (id == 6) return max(lines(at.x, 0.9), lines(at.y, 0.9));
	if (id == 7) return lines(at.x, 0.5) * lines(at.y, 0.5);
	return 0.0;
}

void main() {
	int bits = int(look.a * 255.0 + 0.5);
	vec3 shaded = look.rgb;
#if defined(PATTERNED) || !defined(COARSE)
	vec2 flatAt = (bits & ${UPRIGHT}) != 0 ? vec2(local.x + local.y, local.z) : local.xy;
#endif
	if (!gl_FrontFacing) {
		// Walls and ceilings are only drawn from the side that they face, so that they do not hide the floor behind them.
		if ((bits & ${GROUND}) == 0) discard;
		// Ground from below, or upside down, is hatched in red: nobody can stand on this side.
#ifdef COARSE
		shaded = vec3(0.65, 0.22, 0.2);
#else
		shaded = mix(vec3(0.72, 0.26, 0.24), vec3(0.45, 0.12, 0.12), lines(flatAt.x + flatAt.y, 0.6));
#endif
	}
#ifdef PATTERNED
	shaded = mix(shaded, ink, 0.55 * patternOf(bits & ${PATTERNS}, flatAt));
#endif
#ifdef WIRE
	vec3 width = fwidth(corner);
	vec3 near = smoothstep(vec3(0.0), width * 1.1, corner);
	// Edges fade on faces of a few pixels, which would be nothing but edge.
	float fade = clamp(1.6 - 4.0 * max(width.x, max(width.y, width.z)), 0.0, 1.0);
	shaded = mix(shaded, ink, 0.38 * fade * (1.0 - min(near.x, min(near.y, near.z))));
#endif
	colour = vec4(shaded, 1.0);
}`;

/** The faces of one picture. */
export class FaceLayer {
	readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
	/** Fewer faces with the same looks, drawn while the view turns where all of them take too long. */
	#coarse: Mesh<BufferGeometry, ShaderMaterial> | undefined;
	readonly #texels: Uint8Array<ArrayBuffer>;
	/** 1 a face: how bright it is by the way it faces, and whether it is upright. */
	readonly #lights: Float32Array;
	readonly #upright: Uint8Array;
	readonly #texture: DataTexture;
	readonly #corners: Float32Array;
	readonly #count: number;

	constructor({ corners, min, max, origin }: Pick<Picture, 'corners' | 'min' | 'max' | 'origin'>) {
		this.#corners = corners;
		this.#count = corners.length / 9;
		const height = Math.max(1, Math.ceil(this.#count / WIDTH));
		this.#texels = new Uint8Array(WIDTH * height * 4);
		[this.#lights, this.#upright] = lightOf(corners);
		this.#texture = new DataTexture(this.#texels, WIDTH, height, RGBAFormat, UnsignedByteType);
		this.#texture.minFilter = NearestFilter;
		this.#texture.magFilter = NearestFilter;
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(corners, 3));
		const low = new Vector3(...min).sub(new Vector3(...origin));
		const high = new Vector3(...max).sub(new Vector3(...origin));
		geometry.boundingSphere = new Sphere(low.clone().add(high).multiplyScalar(0.5), low.distanceTo(high) / 2);
		const material = new ShaderMaterial({
			glslVersion: GLSL3,
			vertexShader: VERTEX,
			fragmentShader: FRAGMENT,
			side: DoubleSide,
			polygonOffset: true,
			polygonOffsetFactor: 1,
			polygonOffsetUnits: 1,
			uniforms: {
				faces: { value: this.#texture },
				ink: { value: new Vector3(0.12, 0.15, 0.19) },
			},
		});
		this.mesh = new Mesh(geometry, material);
		this.mesh.frustumCulled = false;
	}

	addCoarse({ corners, faces }: CoarsePicture): void {
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(corners, 3));
		const of = new Float32Array(faces.length * 3);
		for (let corner = 0; corner < of.length; corner++) of[corner] = faces[Math.floor(corner / 3)];
		geometry.setAttribute('of', new BufferAttribute(of, 1));
		geometry.boundingSphere = this.mesh.geometry.boundingSphere;
		const { material } = this.mesh;
		const own = material.clone();
		own.defines = { COARSE: '' };
		own.uniforms = material.uniforms;
		this.#coarse = new Mesh(geometry, own);
		this.#coarse.frustumCulled = false;
		this.#coarse.visible = false;
		this.mesh.parent?.add(this.#coarse);
	}

	get hasCoarse(): boolean {
		return this.#coarse !== undefined;
	}

	/** Draws the coarse faces, or all. */
	showCoarse(on: boolean): void {
		if (this.#coarse === undefined) return;
		this.#coarse.visible = on;
		this.mesh.visible = !on;
	}

	/**
	 * Says what each face looks like. Light is in the colour: it is the same all over a face.
	 * @param lookOf called with each face
	 */
	paint(lookOf: (face: number) => FaceLook, { wire, dark }: { readonly wire: boolean; readonly dark: boolean }): void {
		const texels = this.#texels;
		let isPatterned = false;
		for (let face = 0; face < this.#count; face++) {
			const { rgb, visible, ground, pattern } = lookOf(face);
			const light = this.#lights[face] * (dark ? 0.86 : 1);
			texels[face * 4] = rgb[0] * light;
			texels[face * 4 + 1] = rgb[1] * light;
			texels[face * 4 + 2] = rgb[2] * light;
			texels[face * 4 + 3] =
				(visible ? VISIBLE : 0) | (ground ? GROUND : 0) | this.#upright[face] | (pattern & PATTERNS);
			if (pattern !== 0) isPatterned = true;
		}
		this.#texture.needsUpdate = true;
		const { material } = this.mesh;
		const defines = { ...(wire ? { WIRE: '' } : {}), ...(isPatterned ? { PATTERNED: '' } : {}) };
		if (Object.keys(defines).join() === Object.keys(material.defines ?? {}).join()) return;
		material.defines = defines;
		material.needsUpdate = true;
	}

	isVisible(face: number): boolean {
		return (this.#texels[face * 4 + 3] & VISIBLE) !== 0;
	}

	/** The normal of each face that is shown, at its middle and as long as the face is wide: 6 values each. */
	normals(): Float32Array {
		const lines: number[] = [];
		for (let face = 0; face < this.#count; face++) {
			const c = this.#corners.subarray(face * 9, face * 9 + 9);
			const cross = crossOf(c, 0);
			const length = Math.hypot(...cross);
			if (!this.isVisible(face) || !(length > 0)) continue;
			const reach = Math.min(1.5, Math.max(0.15, Math.sqrt(length) * 0.35));
			for (const along of [0, reach])
				for (let axis = 0; axis < 3; axis++)
					lines.push((c[axis] + c[axis + 3] + c[axis + 6]) / 3 + (cross[axis] / length) * along);
		}
		return Float32Array.from(lines);
	}

	isGround(face: number): boolean {
		return (this.#texels[face * 4 + 3] & GROUND) !== 0;
	}

	dispose(): void {
		this.#coarse?.removeFromParent();
		this.#coarse?.geometry.dispose();
		this.#coarse?.material.dispose();
		this.mesh.geometry.dispose();
		this.mesh.material.dispose();
		this.#texture.dispose();
	}
}

function lightOf(corners: Float32Array): [lights: Float32Array, upright: Uint8Array] {
	const lights = new Float32Array(corners.length / 9);
	const upright = new Uint8Array(lights.length);
	for (let face = 0; face < lights.length; face++) {
		const [x, y, z] = crossOf(corners, face);
		const length = Math.sqrt(x * x + y * y + z * z) || 1;
		lights[face] = Math.min(1, 0.76 + (0.2 * Math.abs(z) + 0.08 * x * (z < 0 ? -1 : 1) + 0.05 * y) / length);
		upright[face] = Math.abs(z) < length / 2 ? UPRIGHT : 0;
	}
	return [lights, upright];
}

/** Twice the area of a face as a vector to the side that it faces. @param corners 9 values a face */
export function crossOf(corners: Float32Array, face: number): Vec3 {
	const c = corners.subarray(face * 9, face * 9 + 9);
	const [ux, uy, uz] = [c[3] - c[0], c[4] - c[1], c[5] - c[2]];
	const [vx, vy, vz] = [c[6] - c[0], c[7] - c[1], c[8] - c[2]];
	return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
