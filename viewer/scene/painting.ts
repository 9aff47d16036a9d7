import { FACE_KINDS } from '../../src/geometry/faces.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Picture } from '../core/picture.ts';
import type { ViewState } from '../page/state.ts';
import { listRgb, type Rgb, rampRgb, rgbOfHex, surfaceRgb } from './colours.ts';

/** How each face is to look, by what is switched on and what colours tell. */

/** What a comparison says of faces: the others are grey. */
export interface Emphasis {
	readonly colours: ReadonlyMap<number, Rgb>;
	/** Only these are drawn. */
	readonly only: boolean;
}

export interface Painting {
	readonly state: ViewState;
	readonly table: SurfaceTable;
	/** 1 a face, once the worker has told; −1 for no ground. */
	readonly pieces?: Int32Array | undefined;
	readonly emphasis?: Emphasis | undefined;
	/** Faces under the brush. */
	readonly stroke?: ReadonlyMap<number, Rgb> | undefined;
	readonly dark: boolean;
}

export interface FaceLook {
	readonly rgb: Rgb;
	readonly visible: boolean;
	readonly ground: boolean;
	readonly pattern: number;
}

/** Steeper than this is as steep as can be, degrees. */
export const STEEPEST = 60;
const WALKABLE: Rgb = rgbOfHex('#4f9d86');
const BLOCKED: Rgb = rgbOfHex('#d0695c');
const WALKABLE_SAFE: Rgb = rgbOfHex('#56b4e9');
const BLOCKED_SAFE: Rgb = rgbOfHex('#d55e00');

/** Gives the look of each face of a picture. */
export function painterOf(picture: Picture, painting: Painting): (face: number) => FaceLook {
	const { state, emphasis } = painting;
	const partOf = partsByFace(picture);
	const shownParts = picture.parts.map((part) => isPartShown(part, state));
	const own = colourerOf(picture, painting, partOf);
	const rgbOf = (face: number): Rgb => painting.stroke?.get(face) ?? own(face);
	return (face) => {
		const kind = picture.kinds[face];
		const ground = kind === FACE_KINDS.ground;
		const surface = picture.surfaces[face];
		const changed = emphasis?.colours.get(face);
		const visible =
			shownParts[partOf[face]] &&
			!state.hiddenSurfaces.has(surface) &&
			isKindShown(kind, state) &&
			(emphasis?.only !== true || changed !== undefined);
		const rgb = emphasis === undefined ? rgbOf(face) : (changed ?? (painting.dark ? UNCHANGED_DARK : UNCHANGED));
		return {
			rgb,
			visible,
			ground,
			pattern: emphasis === undefined ? patternOf(surface, ground, state) : changed === undefined ? 0 : 1,
		};
	};
}

const UNCHANGED: Rgb = rgbOfHex('#c4cbd3');
const UNCHANGED_DARK: Rgb = rgbOfHex('#4a535e');

function partsByFace({ parts, surfaces }: Picture): Uint16Array {
	const partOf = new Uint16Array(surfaces.length);
	for (const [index, { first, count }] of parts.entries()) partOf.fill(index, first, first + count);
	return partOf;
}

function isPartShown({ kind, name, state: door }: Picture['parts'][number], state: ViewState): boolean {
	if (kind === 'room') return !state.hiddenRooms.has(name);
	if (!state.layers.has('objects')) return false;
	return kind === 'placeable' || state.doors === 'all' || (door ?? 'closed') === state.doors;
}

function isKindShown(kind: number, { layers }: ViewState): boolean {
	if (kind === FACE_KINDS.obstacle) return layers.has('obstacles');
	if (kind === FACE_KINDS.wall) return layers.has('walls');
	if (kind === FACE_KINDS.ceiling) return layers.has('ceilings');
	return true;
}

/** Where patterns are wanted, each surface has one of its own; whether one can walk there never hangs on colour alone. */
function patternOf(surface: number, ground: boolean, { patterns, colouring }: ViewState): number {
	if (!ground && (patterns || colouring === 'walkability')) return 5;
	return patterns ? 1 + (surface % 4) + (surface % 7 === 0 ? 3 : 0) : 0;
}

function colourerOf(
	picture: Picture,
	{ state, table, pieces, dark }: Painting,
	partOf: Uint16Array,
): (face: number) => Rgb {
	const { palette, colouring } = state;
	const bySurface = new Map<number, Rgb>();
	const surface = (face: number): Rgb => {
		const id = picture.surfaces[face];
		let rgb = bySurface.get(id);
		if (rgb === undefined) bySurface.set(id, (rgb = surfaceRgb(table, id, palette)));
		return rgb;
	};
	const other = dark ? UNCHANGED_DARK : UNCHANGED;
	const isGround = (face: number): boolean => picture.kinds[face] === FACE_KINDS.ground;
	switch (colouring) {
		// Of the scene, which is drawn in place of the level.
		case 'material':
		case 'role':
		case 'surface':
			return surface;
		case 'room': {
			const colours = picture.parts.map((_, index) => listRgb(index, palette));
			return (face) => colours[partOf[face]];
		}
		case 'height': {
			const [low, high] = heightRange(picture);
			return (face) => (isGround(face) ? rampRgb((heightOf(picture, face) - low) / (high - low || 1)) : other);
		}
		case 'slope':
			return (face) => (isGround(face) ? rampRgb(picture.slopes[face] / STEEPEST) : other);
		case 'piece':
			return (face) => (pieces === undefined || (pieces[face] ?? -1) < 0 ? other : listRgb(pieces[face], palette));
		case 'walkability': {
			const [yes, no] = palette === 'safe' ? [WALKABLE_SAFE, BLOCKED_SAFE] : [WALKABLE, BLOCKED];
			return (face) => (isGround(face) ? yes : no);
		}
	}
}

/** Height of the middle of a face, less the picture's origin. */
function heightOf({ corners }: Picture, face: number): number {
	return (corners[face * 9 + 2] + corners[face * 9 + 5] + corners[face * 9 + 8]) / 3;
}

/** Least and greatest height of ground, less the picture's origin. */
export function heightRange(picture: Picture): readonly [low: number, high: number] {
	let low = Infinity;
	let high = -Infinity;
	for (let face = 0; face < picture.kinds.length; face++) {
		if (picture.kinds[face] !== FACE_KINDS.ground) continue;
		const height = heightOf(picture, face);
		if (height < low) low = height;
		if (height > high) high = height;
	}
	return low > high ? [0, 1] : [low, high];
}
