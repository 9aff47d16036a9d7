import { counted, grouped } from '../../src/text/numbers.ts';
import { attributes, textElement } from '../../src/text/xml.ts';
import type { Theme } from './patterns.ts';
import type { UnnamedRoom } from './rooms.ts';
import { fitted, wrap } from './words.ts';

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
	const style = attributes({ 'font-size': LETTERS, fill: theme.ink });
	return { markup: parts.length === 0 ? '' : `<g${style}>\n${parts.join('\n')}\n</g>`, bottom: top };
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
