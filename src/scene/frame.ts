/** Which axis of a source points up. */
export type UpAxis = 'y' | 'z';

/** The length that one unit of a source stands for. */
export type LengthUnit = 'm' | 'cm' | 'in';

export const METRES_PER_UNIT: Readonly<Record<LengthUnit, number>> = { m: 1, cm: 0.01, in: 0.0254 };

/** How a source's coordinates become area axes: Z up, metres. */
export interface FrameOptions {
	readonly up?: UpAxis;
	readonly unit?: LengthUnit;
	/** A further factor, applied after the unit. */
	readonly scale?: number;
}

/** glTF's own frame, and what OBJ exporters write unless told otherwise. */
export const FRAME_DEFAULTS: Required<FrameOptions> = { up: 'y', unit: 'm', scale: 1 };

/**
 * Turns points into area axes in place: (x, y, z) of a Y-up source becomes (x, −z, y); then unit and scale.
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
		positions[i] = x * factor + 0;
		positions[i + 1] = (up === 'y' ? -z : y) * factor + 0;
		positions[i + 2] = (up === 'y' ? y : z) * factor + 0;
	}
}
