import { choice, type GivenOf } from '../findings/options.ts';
import { mapped, plusFloat32, type Vec3, ZERO } from '../math/vec3.ts';
import { DOOR_STATES, type DoorState, type Hooks, type WalkmeshKind } from '../model/walkmesh.ts';
import { parseFloatText, plainFloat32, shortestFloat32 } from '../text/numbers.ts';
import { words } from '../text/text.ts';

/** The dialects of ASCII walkmeshes that are written, by who reads them. */
export const ASCII_DIALECTS = ['engine', 'nwmax', 'mdlops'] as const;

export type AsciiDialect = (typeof ASCII_DIALECTS)[number];

/** The tool that wrote a text, by its habits; `engine` for a text without the habits of any tool. */
export type AsciiOrigin = AsciiDialect | 'mdledit' | 'kotormax' | 'kotorjs' | 'pykotor';

/**
 * Comments that hold what the format itself cannot. They stand before the node that they are about, and other readers ignore them:
 *
 *     # wokflow area m10aa_01a          what the next walkmesh is, and its name
 *     # wokflow door open1 dor_lhr01
 *     # wokflow offset 12.5 0 -3        the header's position, where vertices stand in area space all the same
 *     # wokflow absolute1 0 1.5 0       a hook that does not follow the rule of the game's files
 *
 * No mark uses a keyword of the format, so that readers which look for keywords anywhere in a line are not misled.
 */
export type Mark = BannerMark | VectorMark;

/** The kind and name of a walkmesh. Vertices after it are in the space of the walkmesh and are not moved. */
export interface BannerMark {
	readonly mark: 'banner';
	readonly kind: WalkmeshKind;
	readonly doorState?: DoorState;
	/** Empty where the walkmesh has no name. */
	readonly name: string;
}

export interface VectorMark {
	readonly mark: VectorMarkName;
	/** Components are float32s. */
	readonly value: Vec3;
}

export type VectorMarkName = (typeof VECTOR_MARKS)[number];

const VECTOR_MARKS = ['offset', 'relative1', 'relative2', 'absolute1', 'absolute2'] as const;
const PREFIX = /^\s*wokflow\s/i;

/** True when a comment (without its `#`) is meant to be a mark. */
export function isMark(comment: string): boolean {
	return PREFIX.test(comment);
}

/** Reads a comment (without its `#`) for which `isMark` holds; undefined when it says nothing known. */
export function parseMark(comment: string): Mark | undefined {
	const [keyword, ...rest] = words(comment.trim()).slice(1);
	const vector = VECTOR_MARKS.find((name) => name === keyword);
	if (vector !== undefined) return parseVector(vector, rest);
	if (keyword === 'area' || keyword === 'placeable') {
		return rest.length > 1 ? undefined : { mark: 'banner', kind: keyword, name: rest[0] ?? '' };
	}
	const doorState = DOOR_STATES.find((state) => state === rest[0]);
	if (keyword !== 'door' || doorState === undefined || rest.length > 2) return undefined;
	return { mark: 'banner', kind: 'door', doorState, name: rest[1] ?? '' };
}

/** The comment line of a mark, without line end. */
export function formatMark(mark: Mark, dialect: AsciiDialect = 'engine'): string {
	const format = dialect === 'mdlops' ? plainFloat32 : shortestFloat32;
	if (mark.mark !== 'banner') return `# wokflow ${mark.mark} ${mark.value.map(format).join(' ')}`;
	const state = mark.kind === 'door' ? ` ${mark.doorState ?? 'closed'}` : '';
	return `# wokflow ${mark.kind}${state} ${mark.name}`.trimEnd();
}

function parseVector(mark: VectorMarkName, texts: readonly string[]): VectorMark | undefined {
	const [x, y, z] = texts.map(parseFloatText);
	if (texts.length !== 3 || x === undefined || y === undefined || z === undefined) return undefined;
	return { mark, value: mapped([x, y, z], Math.fround) };
}

/** How far the engine grows every box of an aabb block, on either side: the float32 nearest to 0.01 m. */
export const AABB_GROWTH: number = Math.fround(0.01);

/** The engine cuts lines after this many bytes. */
export const LONGEST_LINE = 255;

/**
 * All four hooks from the relative ones, as the game's files have them: absolute is relative plus position for doors
 * (so an absent second hook of an open state is the position itself), and zero for placeables and rooms.
 */
export function hooksByRule(kind: WalkmeshKind, relative1: Vec3, relative2: Vec3, position: Vec3): Hooks {
	if (kind !== 'door') return { relative1, relative2, absolute1: ZERO, absolute2: ZERO };
	return {
		relative1,
		relative2,
		absolute1: plusFloat32(relative1, position),
		absolute2: plusFloat32(relative2, position),
	};
}

/**
 * The engine's snapping of ASCII vertices. Its text loader scales each coordinate by 512, adds a half, converts to an integer,
 * and where that is a multiple of 512 puts the whole number in place of the coordinate. Positive coordinates within 1/1024 of
 * a whole number are moved to it that way. The conversion cuts towards zero, so on the negative side the window lies
 * askew: from 3/1024 below the whole number (excluded) to 1/1024 below it, and a coordinate just above it is left alone.
 */
export const SNAP_OPTIONS = {
	rule: choice(
		'nearest: within 1/1024 m of a whole number on either side. engine: the very arithmetic of the text loader.',
		['nearest', 'engine'],
		'nearest',
	),
};
export type SnapOptions = GivenOf<typeof SNAP_OPTIONS>;
export type SnapRule = NonNullable<SnapOptions['rule']>;

/** Steps of a metre in which the engine counts. */
const STEPS = 512;

/** Coordinates after snapping, and what was done. */
export interface Snapped {
	/** 3 floats a vertex; the given array where nothing moved. */
	readonly positions: Float32Array;
	readonly coordinates: number;
	readonly vertices: number;
	/** How far a coordinate was moved at most; metres. */
	readonly farthest: number;
}

/** Snaps coordinates that are nearly whole numbers. −0 and whole numbers stay as they are. */
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
	const steps = Math.trunc(value * STEPS + 0.5);
	return steps % STEPS === 0 ? steps / STEPS + 0 : undefined;
}
