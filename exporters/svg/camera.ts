import type { Vec3 } from '../../src/mesh/vec3.ts';

/** Where a level is looked at from. */
export interface Camera {
	/** In words. */
	readonly text: string;
	/** Coordinates across and up, on a plane before the eye, and how far behind it; metres where `isLevel`. */
	look(x: number, y: number, z: number): Vec3;
	/** From a place to the eye, not of unit length. */
	towards(x: number, y: number, z: number): Vec3;
	/** True where all is to one scale and up is up, so that a grid of metres fits. */
	readonly isLevel: boolean;
}

export type ViewName = 'perspective' | 'front' | 'side';

/** Degrees: how far the eye stands west of south, and above. */
const AZIMUTH = 32;
const ELEVATION = 42;
/** The eye's distance over the size of the level. */
const DISTANCE = 2.4;

/** The camera of a view. @param bounds min x, y, z, max x, y, z of what is looked at */
export function cameraOf(view: ViewName, [minX, minY, minZ, maxX, maxY, maxZ]: readonly number[]): Camera {
	if (view === 'front') {
		return { text: 'From the south', look: (x, y, z) => [x, z, y], towards: () => [0, -1, 0], isLevel: true };
	}
	if (view === 'side') {
		return { text: 'From the east', look: (x, y, z) => [y, z, -x], towards: () => [1, 0, 0], isLevel: true };
	}
	const [azimuth, elevation] = [(AZIMUTH * Math.PI) / 180, (ELEVATION * Math.PI) / 180];
	const back: Vec3 = [
		-Math.sin(azimuth) * Math.cos(elevation),
		-Math.cos(azimuth) * Math.cos(elevation),
		Math.sin(elevation),
	];
	const right: Vec3 = [Math.cos(azimuth), -Math.sin(azimuth), 0];
	const up: Vec3 = [
		Math.sin(azimuth) * Math.sin(elevation),
		Math.cos(azimuth) * Math.sin(elevation),
		Math.cos(elevation),
	];
	const middle: Vec3 = [(minX + maxX) / 2, (minY + maxY) / 2, (minZ + maxZ) / 2];
	const far = Math.max(Math.hypot(maxX - minX, maxY - minY, maxZ - minZ), 0.01) * DISTANCE;
	const along = (axis: Vec3, x: number, y: number, z: number): number =>
		axis[0] * (x - middle[0]) + axis[1] * (y - middle[1]) + axis[2] * (z - middle[2]);
	return {
		text: 'From the south-west, above',
		look: (x, y, z) => {
			const depth = far - along(back, x, y, z);
			const shrink = far / depth;
			return [along(right, x, y, z) * shrink, along(up, x, y, z) * shrink, depth];
		},
		towards: (x, y, z) => [middle[0] + back[0] * far - x, middle[1] + back[1] * far - y, middle[2] + back[2] * far - z],
		isLevel: false,
	};
}
