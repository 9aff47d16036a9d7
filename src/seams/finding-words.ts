import type { Action, OptionAction } from '../findings/report.ts';
import { LINK_LAYOUT } from '../model/advice.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { decimals } from '../text/numbers.ts';
import { type Misfit, sillAcross } from './facing-edges.ts';

/** Actions that link rooms: those of a finding whose transition is missing or wrong. */
export const link = (): readonly Action[] => [LINK_LAYOUT];

/** The action that removes transitions which no geometry confirms. */
export const clear: Action = { option: 'unmatched', value: 'clear' };

/** The action that divides rooms in the same way along their seams, see `conformRooms`. */
export const conform: Action = { option: 'conform', value: true };

/** The action that closes a seam: moving edges together within `snap` metres. Empty where edges are never moved so far; 0 is a need not known. */
export function snapBy(snap: number): readonly Action[] {
	return snap <= THRESHOLDS.snap ? [{ option: 'snap', value: snap === 0 ? THRESHOLDS.snap : snap }] : [];
}

/** The nearest edge outside of a room. */
export interface NearestEdge {
	readonly room: number;
	readonly name: string;
	readonly distance: number;
	readonly kind: Misfit;
	/** See `Fit.snap`, metres. */
	readonly snap: number;
}

/**
 * Actions that make two edges meet, chosen by how they miss each other: linking, moving them together, or adding ground across the gap. Empty where
 * only an edit of the model helps.
 */
export function meeting(linksLeadOut: boolean, nearest: NearestEdge | undefined): readonly Action[] {
	if (nearest === undefined) return linksLeadOut ? link() : [];
	const { kind, distance, snap } = nearest;
	if (kind === 'whole') return link();
	if (kind === 'divided') return [conform, ...link()];
	if (snap <= THRESHOLDS.snap) return snapBy(snap);
	const sill = kind === 'gap' ? sillAcross(distance) : undefined;
	if (sill === undefined) return [];
	const options = [{ option: 'sills', value: sill }, { option: 'inPlace' }];
	return [
		{ command: 'fix', arguments: ['LAYOUT'], options },
		{ option: 'sills', value: sill },
	];
}

/** The options of `fix` that lay ground across a gap, metres; undefined where it is too wide. */
export function bridged(gap: number | undefined): readonly OptionAction[] | undefined {
	const value = gap === undefined ? undefined : sillAcross(gap);
	return value === undefined ? undefined : [{ option: 'sills', value }];
}

/** The same across what lies between two edges: a step is not closed so. */
export function across({ gap, kind }: { gap?: number; kind?: Misfit }): readonly OptionAction[] | undefined {
	return kind === 'gap' ? bridged(gap) : undefined;
}

/** The options of `fix` that close a seam or a crack. @param reach how far vertices have to move, metres */
export function closed(d: { gap?: number; kind?: Misfit }, reach: number): readonly OptionAction[] | undefined {
	if (reach <= THRESHOLDS.nearMiss) return [];
	return reach <= THRESHOLDS.snap ? [{ option: 'reach', value: reach }] : across(d);
}

/** A face that lies where ground should continue. */
export interface FaceBeyond {
	readonly room: number;
	readonly name: string;
	readonly face: number;
	/** Why it is not ground: its surface is not walkable, it faces down, or it is higher or lower. */
	readonly why: 'surface' | 'down' | 'height';
	readonly surface: string;
	/** How much higher it is, metres. */
	readonly height: number;
}

/** Describes a face beyond an edge and why it is not ground. */
export function describeFaceBeyond({ room: index, name, face, why, surface, height }: FaceBeyond): string {
	const of = `face ${face} of ${room(index, name)}`;
	if (why === 'surface') return `${of}, which is not walkable (${surface})`;
	if (why === 'down') return `${of}, which faces down`;
	return `${of}, ${metres(Math.abs(height))} ${height > 0 ? 'higher' : 'lower'}`;
}

/** One of the sides into which ground is divided. */
export interface GroundSide {
	/** Square metres. */
	readonly area: number;
	/** The rooms that its doorways lead to. */
	readonly doorways: readonly { readonly room: number; readonly name: string }[];
}

/** Names one side of divided ground: the rooms that its doorways lead to, or its area. */
export function side({ area, doorways }: GroundSide): string {
	if (doorways.length === 0) return squareMetres(area);
	const names = doorways.map((each) => room(each.room, each.name)).join(', ');
	return `the ${doorways.length === 1 ? 'doorway' : 'doorways'} to ${names} (${squareMetres(area)})`;
}

/** Ground of two rooms that overlap in plan. */
export interface GroundOverlap {
	/** The room that comes first in the layout. */
	readonly index: number;
	readonly name: string;
	readonly otherIndex: number;
	readonly otherName: string;
	/** Square metres. */
	readonly area: number;
	/** How much higher the other room is where the two overlap most, metres. */
	readonly dz: number;
	/** What they share besides, of ground above each other or at one height. */
	readonly also?: { readonly area: number; readonly dz: number };
}

/** What two rooms share besides, as a sentence after another one. */
export function sharedBesides({ also }: GroundOverlap): string {
	return also === undefined ? '' : ` On ${squareMetres(also.area)} they are ${metres(also.dz)} apart.`;
}

/** `This edge links`, `3 edges link` */
export function links(edges: number): string {
	return edges === 1 ? 'This edge links' : `${edges} edges link`;
}

/** What is wrong between two edges, as words of a message: `leave a gap of 5 mm`. */
export function misfit({ kind, gap }: { readonly kind: Misfit; readonly gap: number }): string {
	return {
		whole: 'coincide',
		divided: 'coincide, with different vertices,',
		gap: `leave a gap of ${metres(gap)}`,
		overlap: `overlap by ${metres(gap)}`,
		height: `differ in height by ${metres(gap)}`,
		shift: `are shifted along each other by ${metres(gap)}`,
	}[kind];
}

/** Coordinates in metres, with two digits: `12 4.05 0` */
export function point(at: readonly number[]): string {
	return decimals(at, 2);
}

/** `room 7 "hall"` */
export function room(index: number, name: string | undefined): string {
	return name === undefined ? `room ${index}` : `room ${index} "${name}"`;
}

/** `Room 7 "hall"`, for the beginning of a sentence */
export function Room(index: number, name: string): string {
	return `Room ${index} "${name}"`;
}

/** A length without its sign, in metres or millimetres, with as many digits as are useful. */
export function metres(value: number): string {
	const size = Math.abs(value);
	if (size !== 0 && size < 0.1) return `${Number((size * 1000).toPrecision(2))} mm`;
	return `${Number(size.toFixed(size < 1 ? 4 : 2))} m`;
}

/** `34.4 m²` */
export function squareMetres(value: number): string {
	return `${Number(value.toPrecision(3))} m²`;
}
