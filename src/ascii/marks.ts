import type { Vec3 } from '../geometry/vec3.ts';
import { shortestFloat32 } from '../numbers/shortest-float32.ts';
import { parseFloatText, words } from '../text/index.ts';
import { DOOR_STATES, type DoorState, type WalkmeshKind } from '../walkmesh/index.ts';

/**
 * Comments in which an ASCII walkmesh carries what the format has no place for. They stand before the node they are about;
 * every other reader passes over them:
 *
 *     # wokflow area m10aa_01a          what the next walkmesh is, and its name
 *     # wokflow door open1 dor_lhr01
 *     # wokflow offset 12.5 0 -3        the header's position, where vertices stand in area space all the same
 *     # wokflow absolute1 0 1.5 0       a hook that does not follow the rule of the game's files
 *
 * No mark uses a keyword of the format, so that readers which look for keywords anywhere in a line are not misled.
 */
export type Mark = BannerMark | VectorMark;

/** What a walkmesh is. Its vertices are to be taken as they stand. */
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
export function formatMark(mark: Mark): string {
	if (mark.mark !== 'banner') return `# wokflow ${mark.mark} ${mark.value.map(shortestFloat32).join(' ')}`;
	const state = mark.kind === 'door' ? ` ${mark.doorState ?? 'closed'}` : '';
	return `# wokflow ${mark.kind}${state} ${mark.name}`.trimEnd();
}

function parseVector(mark: VectorMarkName, texts: readonly string[]): VectorMark | undefined {
	const [x, y, z] = texts.map(parseFloatText);
	if (texts.length !== 3 || x === undefined || y === undefined || z === undefined) return undefined;
	return { mark, value: [Math.fround(x), Math.fround(y), Math.fround(z)] };
}
