import { counted, grouped } from '../../src/text/numbers.ts';
import { element, escapeXml, group, shorten, textElement } from '../../src/text/xml.ts';
import type { Interior, PlacedRoom } from './interior.ts';
import type { Box, Projection } from './options.ts';
import type { Theme } from './patterns.ts';
import { boxAbout, fitted, LEAST_LETTERS, type Placer, textEms, wrap } from './words.ts';

/** Names of rooms on a plan, and the index of those that are too small for theirs. */

export interface RoomNames {
	readonly markup: string;
	/** Rooms without a name in the picture, with their positions. */
	readonly unnamed: readonly UnnamedRoom[];
}

export interface UnnamedRoom {
	readonly name: string;
	readonly index: number;
	/** Area space, metres. */
	readonly at: readonly [x: number, y: number];
	/** True if not even its index is in the picture. */
	readonly isUnmarked: boolean;
}

/** Characters of a name that are shown; names of the game have 16 at most. */
const LONGEST = 32;

/** One way to write a name. */
interface Form {
	/** Height of the letters, pixels. */
	readonly size: number;
	readonly width: number;
	readonly lines: 1 | 2;
	/** Index and name, or the index alone. */
	readonly full: boolean;
	/** True if it must be entirely on the room's own ground. */
	readonly within: boolean;
}

/**
 * Writes the name of each room into it, largest rooms first. If there is not enough space, it is written smaller, in two lines, or as the index alone.
 *
 * @param scale scale of letters: 1 for a picture of few rooms
 */
export function placeRoomNames(
	rooms: readonly PlacedRoom[],
	placer: Placer,
	scale: number,
	{ originX, originY, scale: zoom }: Projection,
): RoomNames {
	const sized = [...rooms].sort((a, b) => b.interior.clearance - a.interior.clearance || a.room.index - b.room.index);
	const unnamed: UnnamedRoom[] = [];
	let markup = '';
	for (const { room, interior, isHidden } of sized) {
		const name = shorten(room.name, LONGEST);
		const index = room.index < 0 ? '' : String(room.index);
		// A name on ground that a higher room hides would look like the name of that room.
		const places = isHidden === undefined ? interior.places : interior.places.filter(({ x, y }) => !isHidden(x, y));
		const placed = place(formsOf(index, name, scale), { ...interior, places }, placer);
		if (placed !== undefined) markup += `${write(placed.form, placed.box, index, name)}\n`;
		if (placed?.form.full === true) continue;
		const [{ x, y }] = interior.places;
		unnamed.push({
			name: room.name,
			index: room.index,
			at: [(x - originX) / zoom, (originY - y) / zoom],
			isUnmarked: placed === undefined,
		});
	}
	unnamed.sort((a, b) => a.index - b.index);
	return { markup, unnamed };
}

/** From the most readable form to the least. */
function formsOf(index: string, name: string, scale: number): Form[] {
	const oneLine = index === '' ? name : `${index} ${name}`;
	const forms: Form[] = [];
	const [indexEms, nameEms, oneLineEms] = [index, name, oneLine].map(textEms);
	const add = (sizes: readonly number[], lines: Form['lines'], full: boolean, within: boolean): void => {
		const ems = !full ? indexEms : lines === 1 ? oneLineEms : nameEms;
		let last = 0;
		for (const each of sizes) {
			const size = Math.max(LEAST_LETTERS, each * scale);
			// The index is bold, which is wider.
			if (size !== last) forms.push({ size, width: ems * size * 1.04, lines, full, within });
			last = size;
		}
	};
	add([19, 17, 15, 13, 11], 1, true, true);
	if (index !== '') add([15, 13, 11, 9], 2, true, true);
	add([13, 11, 9], 1, true, false);
	if (index !== '') {
		add([9], 2, true, false);
		add([13, 11, 9], 1, false, false);
	}
	return forms;
}

function place(forms: readonly Form[], interior: Interior, placer: Placer): { form: Form; box: Box } | undefined {
	for (const form of forms) {
		if (form.within && form.width > interior.bounds.width) continue;
		const width = form.width + form.size * 0.3;
		const height = form.size * (form.lines === 1 ? 1.25 : 2.35);
		for (const { x, y } of interior.places) {
			const box = boxAbout(x, y, width, height);
			// Whether it is free is the cheaper test, and fails mostly where rooms are heaped.
			if (!placer.isFree(box) || (form.within && !liesOn(box, interior))) continue;
			placer.take(box);
			return { form, box };
		}
	}
	return undefined;
}

/** Samples a box; a few holes, such as columns, may be written over. */
function liesOn({ x, y, width, height }: Box, interior: Interior): boolean {
	let missed = 0;
	for (let column = 0; column <= 8; column++) {
		for (let row = 0; row <= 2; row++) {
			if (!interior.covers(x + (width * column) / 8, y + (height * row) / 2) && ++missed > 1) return false;
		}
	}
	return true;
}

function write({ size, lines, full }: Form, { x, y, width }: Box, index: string, name: string): string {
	const middle = x + width / 2;
	const bold = { 'font-size': size, 'font-weight': 'bold' };
	if (!full) return textElement(middle, y + size * 0.97, index, bold);
	if (lines === 2) {
		return (
			textElement(middle, y + size, index, bold) + textElement(middle, y + size * 2.05, name, { 'font-size': size })
		);
	}
	const first = index === '' ? '' : `${element('tspan', { 'font-weight': 'bold' }, escapeXml(index))} `;
	return element('text', { x: middle, y: y + size * 0.97, 'font-size': size }, first + escapeXml(name));
}

/** Below a plan: which rooms have no name in it and where they lie, and what else was left out. */
export interface RoomIndexContent {
	readonly unnamed: readonly IndexedRoom[];
	readonly empty: readonly { readonly name: string; readonly index: number }[];
	/** Sentences about what the picture leaves out. */
	readonly notes: readonly string[];
}

export interface IndexedRoom extends UnnamedRoom {
	/** Of several floors the one it is on, counted from 1. */
	readonly floor?: number;
}

const LINE = 15;
const LETTERS = 11;
const HEADING = 13;
/** Width of an entry, pixels. */
const ENTRY = 196;

/**
 * Lists in columns across the picture, no higher together than `mostHeight`; what does not fit is counted.
 *
 * @returns `bottom`: where they end
 */
export function drawRoomIndex(
	{ unnamed, empty, notes }: RoomIndexContent,
	x: number,
	y: number,
	width: number,
	mostHeight: number,
	theme: Theme,
): { markup: string; bottom: number } {
	const parts: string[] = [];
	let top = y;
	const left = (): number => y + mostHeight - top;
	const heading = (text: string): void => {
		top += 24;
		parts.push(textElement(x, top, fitted(text, HEADING, width), { 'font-size': HEADING, 'font-weight': 'bold' }));
		top += 4;
	};
	const columns = Math.max(1, Math.floor(width / ENTRY));
	const list = <R extends { readonly name: string; readonly index: number }>(
		rooms: readonly R[],
		place: (room: R) => string,
	): void => {
		const rows = Math.min(Math.ceil(rooms.length / columns), Math.max(1, Math.floor((left() - LINE) / LINE)));
		const shown = rooms.slice(0, rows * columns);
		shown.forEach((room, i) => {
			const entryX = x + Math.floor(i / rows) * ENTRY;
			const entryY = top + ((i % rows) + 1) * LINE;
			parts.push(entry(room, place(room), entryX, entryY, theme));
		});
		top += rows * LINE;
		if (shown.length === rooms.length) return;
		top += LINE;
		const more = `… and ${grouped(rooms.length - shown.length)} more: a wider picture (--width) has room for them.`;
		parts.push(textElement(x, top, fitted(more, LETTERS, width), { fill: theme.muted }));
	};
	if (unnamed.length > 0) {
		const unmarked = unnamed.filter(({ isUnmarked }) => isUnmarked).length;
		const without = unmarked === 0 ? '' : `, ${grouped(unmarked)} without a mark for want of room`;
		heading(
			`Index: ${counted(unnamed.length, 'room')} too small for ${unnamed.length === 1 ? 'its name' : 'their names'}${without}`,
		);
		list(
			unnamed,
			({ at, floor }) =>
				`${floor === undefined ? '' : `floor ${floor}: `}${at.map((value) => Math.round(value) + 0).join(', ')}`,
		);
	}
	if (empty.length > 0) {
		heading('Rooms without a walkmesh');
		list(empty, () => '');
	}
	if (notes.length > 0) {
		heading('Left out');
		for (const line of notes.flatMap((note) => wrap(note, LETTERS, width, 2))) {
			top += LINE;
			parts.push(textElement(x, top, line));
		}
	}
	return { markup: group({ 'font-size': LETTERS, fill: theme.ink }, parts.join('\n')), bottom: top };
}

function entry(
	{ name, index }: { readonly name: string; readonly index: number },
	place: string,
	x: number,
	y: number,
	theme: Theme,
): string {
	const number =
		index < 0 ? '' : textElement(x + 28, y, String(index), { 'text-anchor': 'end', 'font-weight': 'bold' });
	const where =
		place === ''
			? ''
			: textElement(x + ENTRY - 12, y, place, { 'text-anchor': 'end', 'font-size': 10, fill: theme.muted });
	const room = ENTRY - 12 - 34 - (place === '' ? 0 : 6 + place.length * 6);
	return number + textElement(x + 34, y, fitted(name, LETTERS, room)) + where;
}
