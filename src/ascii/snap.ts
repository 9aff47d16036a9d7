/**
 * The engine's snapping of ASCII vertices. Its text loader scales each coordinate by 512, adds a half, converts to an integer,
 * and where that is a multiple of 512 puts the whole number in place of the coordinate. Positive coordinates within 1/1024 of
 * a whole number are moved to it that way. The conversion cuts towards zero, so on the negative side the window lies
 * askew: from 3/1024 below the whole number (excluded) to 1/1024 below it, and a coordinate just above it is left alone.
 */
export interface SnapOptions {
	/** `nearest`: within 1/1024 of a whole number on either side. `engine`: the very arithmetic of the text loader. */
	rule?: SnapRule;
}

export type SnapRule = (typeof SNAP_RULES)[number];

export const SNAP_RULES = ['nearest', 'engine'] as const;

export const SNAP_DEFAULTS: Required<SnapOptions> = { rule: 'nearest' };

/** Steps of a metre in which the engine counts. */
const STEPS = 512;

/** Beyond this float32s are coarser than the snapping, and the engine's integer would overflow soon after. */
const COARSE = 65536;

/** Coordinates after snapping, and what was done. */
export interface Snapped {
	/** 3 floats a vertex; the given array where nothing moved. */
	readonly positions: Float32Array;
	readonly coordinates: number;
	readonly vertices: number;
	/** The longest way that a coordinate was moved, metres. */
	readonly farthest: number;
}

/** Moves coordinates that nearly are whole numbers. −0 and whole numbers stay as they are. */
export function snapPositions(positions: Float32Array, rule: SnapRule): Snapped {
	const snapped = positions.slice();
	let coordinates = 0;
	let vertices = 0;
	let farthest = 0;
	let last = -1;
	for (let i = 0; i < positions.length; i++) {
		const whole = rule === 'engine' ? engineWhole(positions[i]) : nearestWhole(positions[i]);
		if (whole === undefined || whole === positions[i]) continue;
		snapped[i] = whole;
		coordinates++;
		farthest = Math.max(farthest, Math.abs(whole - positions[i]));
		const vertex = Math.floor(i / 3);
		if (vertex !== last) vertices++;
		last = vertex;
	}
	return { positions: coordinates === 0 ? positions : snapped, coordinates, vertices, farthest };
}

function nearestWhole(value: number): number | undefined {
	const whole = Math.round(value);
	return Math.abs(value - whole) < 1 / (2 * STEPS) ? whole + 0 : undefined;
}

function engineWhole(value: number): number | undefined {
	if (Math.abs(value) >= COARSE) return undefined;
	const steps = Math.trunc(value * STEPS + 0.5);
	return steps % STEPS === 0 ? steps / STEPS + 0 : undefined;
}
