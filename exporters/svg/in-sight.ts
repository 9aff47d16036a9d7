import type { Interior } from './interior.ts';
import type { DrawnRoom } from './survey.ts';

/** Side of the squares that rooms are found by, pixels. */
const CELL = 64;

interface PlacedRoom {
	readonly room: DrawnRoom;
	readonly interior: Interior;
}

/**
 * The same rooms, their interiors without what higher rooms hide: a name on a bridge is taken for the bridge's. Places in sight come
 * first.
 */
export function inSight(rooms: readonly PlacedRoom[]): PlacedRoom[] {
	const cells = new Map<string, PlacedRoom[]>();
	for (const each of rooms) {
		for (const cell of cellsOf(each.interior.bounds)) {
			const others = cells.get(cell);
			if (others === undefined) cells.set(cell, [each]);
			else others.push(each);
		}
	}
	return rooms.map(({ room, interior }) => {
		const isHidden = (x: number, y: number): boolean =>
			cells
				.get(cellAt(x, y))
				?.some((other) => other.room !== room && isAbove(other.room, room) && other.interior.covers(x, y)) ?? false;
		const hidden = interior.places.map(({ x, y }) => isHidden(x, y));
		return {
			room,
			interior: {
				...interior,
				places: [...interior.places.filter((_, i) => !hidden[i]), ...interior.places.filter((_, i) => hidden[i])],
				covers: (x, y) => interior.covers(x, y) && !isHidden(x, y),
			},
		};
	});
}

function isAbove(other: DrawnRoom, room: DrawnRoom): boolean {
	return other.height > room.height;
}

function* cellsOf({ x, y, width, height }: Interior['bounds']): Generator<string> {
	for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++) {
		for (let column = Math.floor(x / CELL); column <= Math.floor((x + width) / CELL); column++)
			yield `${column} ${row}`;
	}
}

function cellAt(x: number, y: number): string {
	return `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
}
