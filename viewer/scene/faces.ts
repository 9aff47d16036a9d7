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
import type { Picture } from '../core/picture.ts';
import type { Rgb } from './colours.ts';

/**
 * All faces of a picture in one draw call. What a face looks like is one texel, which the vertex shader fetches by the number of the face:
 * another colouring, or a layer that is switched off, changes one byte or four of a face and no geometry.
 */

/** Texels a row. */
const WIDTH = 2048;

/** Bits of the fourth byte. */
const VISIBLE = 128;
const GROUND = 64;
/** The low bits: a pattern, 0 for none. */
export const PATTERNS = 7;

const VERTEX = `
precision highp float;
precision highp int;
uniform highp sampler2D faces;
flat out vec4 look;
out vec3 corner;
out vec3 local;
void main() {
	int face = gl_VertexID / 3;
	int k = gl_VertexID - face * 3;
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
uniform float wire;
uniform float opacity;
uniform float dark;
out vec4 colour;

/** How much of a pattern of lines is ink here: lines across a direction, so many a metre. */
float lines(float along, float apart) {
	float at = along / apart;
	float soft = fwidth(at) * 1.2;
	float d = abs(fract(at) - 0.5);
	// Where lines would be finer than pixels, an even tone.
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
	bool ground = (bits & ${GROUND}) != 0;
	// Walls and ceilings are seen from the side they face, so that they do not hide the floor behind them.
	if (!gl_FrontFacing && !ground) discard;
	vec3 normal = cross(dFdx(local), dFdy(local));
	float size = length(normal);
	normal = size > 0.0 ? normal / size : vec3(0.0, 0.0, 1.0);
	float light = 0.76 + 0.2 * abs(normal.z) + 0.08 * normal.x * sign(normal.z + 0.001) + 0.05 * normal.y;
	vec3 base = look.rgb * mix(1.0, 0.86, dark);
	vec2 flatAt = abs(normal.z) > 0.5 ? local.xy : vec2(local.x + local.y, local.z);
	base = mix(base, ink, 0.55 * patternOf(bits & ${PATTERNS}, flatAt));
	// Ground from below, or upside down: hatched in red, as nobody can stand on it from here.
	if (!gl_FrontFacing) base = mix(vec3(0.72, 0.26, 0.24), vec3(0.45, 0.12, 0.12), lines(flatAt.x + flatAt.y, 0.6));
	vec3 shaded = base * light;
	if (wire > 0.0) {
		vec3 width = fwidth(corner);
		vec3 near = smoothstep(vec3(0.0), width * 1.1, corner);
		// Faces of a few pixels would be all edge.
		float fade = clamp(1.6 - 4.0 * max(width.x, max(width.y, width.z)), 0.0, 1.0);
		shaded = mix(shaded, mix(ink, shaded, 0.45), wire * fade * (1.0 - min(near.x, min(near.y, near.z))));
	}
	colour = vec4(shaded, opacity);
}`;

/** The faces of one picture. */
export class FaceLayer {
	readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
	readonly #texels: Uint8Array<ArrayBuffer>;
	readonly #texture: DataTexture;
	readonly #count: number;

	constructor({ corners, min, max, origin }: Pick<Picture, 'corners' | 'min' | 'max' | 'origin'>) {
		this.#count = corners.length / 9;
		const height = Math.max(1, Math.ceil(this.#count / WIDTH));
		this.#texels = new Uint8Array(WIDTH * height * 4);
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
				wire: { value: 1 },
				opacity: { value: 1 },
				dark: { value: 0 },
			},
		});
		this.mesh = new Mesh(geometry, material);
		this.mesh.frustumCulled = false;
	}

	/** Says what each face looks like. @param lookOf called with each face */
	paint(
		lookOf: (face: number) => {
			readonly rgb: Rgb;
			readonly visible: boolean;
			readonly ground: boolean;
			readonly pattern: number;
		},
	): void {
		const texels = this.#texels;
		for (let face = 0; face < this.#count; face++) {
			const { rgb, visible, ground, pattern } = lookOf(face);
			texels[face * 4] = rgb[0];
			texels[face * 4 + 1] = rgb[1];
			texels[face * 4 + 2] = rgb[2];
			texels[face * 4 + 3] = (visible ? VISIBLE : 0) | (ground ? GROUND : 0) | (pattern & PATTERNS);
		}
		this.#texture.needsUpdate = true;
	}

	isVisible(face: number): boolean {
		return (this.#texels[face * 4 + 3] & VISIBLE) !== 0;
	}

	isGround(face: number): boolean {
		return (this.#texels[face * 4 + 3] & GROUND) !== 0;
	}

	set({ wire, opacity, dark }: { wire: boolean; opacity: number; dark: boolean }): void {
		const { uniforms } = this.mesh.material;
		uniforms['wire'].value = wire ? 1 : 0;
		uniforms['opacity'].value = opacity;
		uniforms['dark'].value = dark ? 1 : 0;
		this.mesh.material.transparent = opacity < 1;
		this.mesh.material.depthWrite = opacity >= 1;
	}

	dispose(): void {
		this.mesh.geometry.dispose();
		this.mesh.material.dispose();
		this.#texture.dispose();
	}
}
