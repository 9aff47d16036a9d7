import { LevelQuery } from '../../level/query/level-query.ts';
import { reachOnFoot } from '../../level/query/on-foot.ts';
import type { PlacedObject } from '../../level/query/placed.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { LINK_OPTIONS } from '../../src/seams/link.ts';
import { edgeLength, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { printable } from '../../src/text/quote.ts';
import { LevelFacts } from '../facts/level-facts.ts';
import { GroundPieces } from '../facts/reach.ts';
import { type OpeningFacts, openingsOf } from '../seams/doorways.ts';
import { type SurfaceFacts, surfaceFacts } from './facts.ts';

/** Counts and measures of a room of a level. */
export interface RoomStats {
	/** Index into the layout. */
	readonly index: number;
	readonly name: string;
	readonly faces: number;
	readonly walkableFaces: number;
	/** Square metres, measured along the faces. */
	readonly walkableArea: number;
	readonly surfaces: readonly SurfaceFacts[];
	/** Number of connected pieces of walkable ground. */
	readonly pieces: number;
	/** Ground that people reach on foot from the main part of the level, square metres. */
	readonly reachableArea: number;
	/** Width of its narrowest doorway, metres; undefined without doorways. */
	readonly narrowest?: number;
	/** Indices of the rooms that it is linked with, ascending. */
	readonly links: readonly number[];
}

/** A doorway between two linked rooms. */
export interface LinkStats {
	readonly from: string;
	readonly to: string;
	/** Metres. */
	readonly width: number;
	/** Its middle on the ground, metres in area space. */
	readonly at: Vec3;
}

/** Counts and measures of a level. */
export interface LevelStats {
	readonly level: string;
	readonly rooms: readonly RoomStats[];
	/** Of all rooms together, in the order of surface ids. */
	readonly surfaces: readonly SurfaceFacts[];
	readonly links: readonly LinkStats[];
	/** The narrowest link. */
	readonly narrowest?: LinkStats;
	readonly faces: number;
	readonly walkableFaces: number;
	/** Square metres, along the faces: all of it, and what people reach on foot from the main part of the level. */
	readonly walkableArea: number;
	readonly reachableArea: number;
	/** What edges and links lead to, whether or not a body gets through, square metres. */
	readonly joinedArea: number;
	/** Share of the walkable area that can be reached, 0 to 1. */
	readonly reachableShare: number;
}

/**
 * Areas by surface and room, doorways, links, and how much of the ground people reach on foot from the main part of a level.
 *
 * @param objects placeables that stand in it
 *
 * @example
 * const { walkableArea, reachableShare } = levelStats(level, K1);
 */
export function levelStats(level: Level, table: SurfaceTable, objects: readonly PlacedObject[] = []): LevelStats {
	const facts = new LevelFacts(level, table, LINK_OPTIONS.tolerance.default);
	const openings = openingsOf(facts);
	const ground = new GroundPieces(facts);
	const reached = ground.reached();
	const [onFoot] = reachOnFoot(new LevelQuery(level, { surfaces: table, objects })).parts;
	const rooms = level.rooms.map(({ name, walkmesh }, index): RoomStats => {
		const surfaces = walkmesh === undefined ? [] : surfaceFacts(walkmesh, table);
		const walkable = surfaces.filter((each) => each.walkable);
		const pieces = ground.piecesIn(index);
		const widths = openings.filter(({ room, to }) => room === index || to === index).map(({ width }) => width);
		return {
			index,
			name,
			faces: sum(surfaces, ({ faces }) => faces),
			walkableFaces: sum(walkable, ({ faces }) => faces),
			walkableArea: sum(walkable, ({ area }) => area),
			surfaces,
			pieces: pieces.length,
			reachableArea: onFoot?.areas.get(index) ?? 0,
			...(widths.length === 0 ? {} : { narrowest: Math.min(...widths) }),
			links: linkedWith(facts, index),
		};
	});
	const links = openings.map((opening) => linkStats(level, opening));
	const narrowest = links.toSorted((a, b) => a.width - b.width)[0];
	const walkableArea = sum(rooms, (room) => room.walkableArea);
	const reachableArea = sum(rooms, (room) => room.reachableArea);
	return {
		level: level.name,
		rooms,
		surfaces: together(rooms),
		links,
		...(narrowest === undefined ? {} : { narrowest }),
		faces: sum(rooms, ({ faces }) => faces),
		walkableFaces: sum(rooms, ({ walkableFaces }) => walkableFaces),
		walkableArea,
		reachableArea,
		joinedArea: sum([...reached], (piece) => ground.areaOf[piece]),
		// At most 1: both areas are sums in different orders, so rounding may differ.
		reachableShare: walkableArea > 0 ? Math.min(1, reachableArea / walkableArea) : 0,
	};
}

function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
	return items.reduce((total, item) => total + amountOf(item), 0);
}

/** The rooms that transitions of a room lead to, ascending. */
function linkedWith({ level, perimeter }: LevelFacts, room: number): number[] {
	const found = new Set<number>();
	for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
		const to = transitionAt(level, perimeter, edge);
		if (to >= 0 && to < level.rooms.length && to !== room && edgeLength(perimeter.points, edge) > 0) found.add(to);
	}
	return [...found].sort((a, b) => a - b);
}

function linkStats({ rooms }: Level, { room, to, width, at }: OpeningFacts): LinkStats {
	return { from: rooms[room].name, to: rooms[to].name, width, at };
}

function together(rooms: readonly RoomStats[]): SurfaceFacts[] {
	const found = new Map<number, SurfaceFacts>();
	for (const each of rooms.flatMap(({ surfaces }) => surfaces)) {
		const before = found.get(each.surface);
		const [faces, area] = [each.faces + (before?.faces ?? 0), each.area + (before?.area ?? 0)];
		found.set(each.surface, { ...each, faces, area });
	}
	return [...found.values()].sort((a, b) => a.surface - b.surface);
}

/**
 * Formats the rooms as comma-separated values: a header line, then a line for each room, with the walkable area of each surface in a column of its
 * own.
 */
export function statsCsv({ rooms, surfaces }: LevelStats): string {
	const walkable = surfaces.filter((each) => each.walkable);
	const head = [
		...['room', 'name', 'faces', 'walkable_faces', 'walkable_area', 'reachable_area', 'pieces', 'narrowest', 'links'],
		...walkable.map(({ label }) => `area_${label}`),
	];
	const rows = rooms.map((room) => [
		...[room.index, room.name, room.faces, room.walkableFaces, rounded(room.walkableArea), rounded(room.reachableArea)],
		...[room.pieces, room.narrowest === undefined ? '' : rounded(room.narrowest)],
		room.links.map((to) => rooms[to].name).join(' '),
		...walkable.map(({ surface }) => rounded(room.surfaces.find((each) => each.surface === surface)?.area ?? 0)),
	]);
	return [head, ...rows].map((row) => `${row.map(field).join(',')}\n`).join('');
}

function rounded(value: number): number {
	return Math.round(value * 1000) / 1000;
}

/** Formats a field. Text that a spreadsheet would take for a formula gets an apostrophe in front. */
function field(value: string | number): string {
	if (typeof value === 'number') return String(value);
	const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	// Control characters, which could steer a terminal or end the row, are made visible.
	const shown = printable(text);
	return /[",]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
