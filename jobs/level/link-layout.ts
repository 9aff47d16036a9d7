import { checkLevel } from '../../check/level.ts';
import { checkPositions } from '../../check/rooms/positions.ts';
import { LINK_REPAIRS, tryAdvice } from '../../check/tried-advice.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { followLayout, RELINK_OPTIONS } from '../../level/rooms/relink.ts';
import { readSource } from '../../pipeline/read.ts';
import { conformTolerance } from '../../pipeline/recipe.ts';
import type { Registry } from '../../pipeline/registry.ts';
import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { deriveBwm, TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { type GivenOf, given } from '../../src/findings/options.ts';
import {
	type InputSource,
	type LoadedWalkmesh,
	pathOrName,
	type ReadContext,
	type RoomFiles,
} from '../../src/formats/contracts.ts';
import { checkLayoutRooms, checkReadRooms, type LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { type Layout, type Level, PLACEHOLDER_ROOM, type Room } from '../../src/model/level.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { conformRooms } from '../../src/seams/conform.ts';
import { existingLinks, type Link, type LinkOptions, linkRooms } from '../../src/seams/link.ts';
import type { AabbSplit } from '../../src/tree/build.ts';
import { checkEachRoomFile } from '../files/layout-file.ts';
import { findUnlistedRooms } from './unlisted-rooms.ts';

export interface LinkLayoutOptions {
	/** The older layout that the transitions of the files are indices into. Without it, links are found from geometry. */
	readonly from?: Layout;
	/** With `from`: renamed rooms, old name to new name. */
	readonly rename?: Readonly<Record<string, string>>;
	/** With `from`: walkmeshes follow the new positions of their rooms. */
	readonly move?: boolean;
	/** Without `from`: how links are found. */
	readonly link?: LinkOptions;
	/** Without `from`: seams are first divided so that the edges of both rooms match. */
	readonly conform?: boolean;
	/** How AABB trees are made where they have to be rebuilt. */
	readonly tree?: AabbSplit;
	/** How the files of the rooms are read. */
	readonly read?: GivenOf<typeof LIMIT_OPTIONS>;
	/** Most rooms. */
	readonly maxRooms?: number;
}

/** One link with names instead of indices. */
export interface NamedLink {
	readonly roomA: string;
	readonly edgeA: number;
	readonly roomB: string;
	readonly edgeB: number;
	/** Distance between the two edges in metres. */
	readonly distance: number;
}

/** The file of a room, with its links. */
export interface LinkedFile {
	readonly room: string;
	readonly path: string;
	readonly bytes: Uint8Array;
	/** False when the bytes are the same as before. */
	readonly changed: boolean;
}

/** The links of the rooms of a layout. */
export interface LayoutLinks {
	/** The links that the rooms have now. */
	readonly links: readonly NamedLink[];
	readonly files: readonly LinkedFile[];
	readonly level: Level;
	/** How the links in the files differed from these. */
	readonly faults: LinkFaults;
}

/** Numbers of edges whose old transition differs from the new one. */
export interface LinkFaults {
	/** Edges that led to another room, or to any room where there is no link. */
	readonly wrong: number;
	readonly missing: number;
}

interface OpenRoom {
	readonly source: InputSource;
	readonly bytes: Uint8Array;
	readonly loaded: LoadedWalkmesh;
}

/**
 * Links the walkmesh files of a layout, from geometry or by the names of an older layout. In a file in which only transitions change, only the
 * edge table gets new bytes. Nothing is written.
 *
 * @throws InputError when a room's file cannot be read, and for too many rooms
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const rooms = roomFiles('rooms', report, ['.wok']);
 * const { links, files } = await linkLayout(layout, rooms, {}, context, createRegistry());
 * console.log(links.length, 'links;', files.filter(({ changed }) => changed).length, 'files to write');
 */
export async function linkLayout(
	layout: Layout,
	roomFiles: RoomFiles,
	options: LinkLayoutOptions,
	reading: ReadContext,
	registry: Registry,
): Promise<LayoutLinks> {
	const paths = new Map<string, string>();
	const context = { ...reading, report: reading.report.withRoomFiles(paths) };
	checkLayoutRooms(layout, options.maxRooms, context.report);
	const open = await openRooms(layout, roomFiles, options.read, context, registry);
	for (const [index, room] of open.entries())
		if (room !== undefined) paths.set(layout.rooms[index].model.toLowerCase(), pathOrName(room.source));
	checkEachRoomFile(
		layout,
		open.map((room) => room !== undefined),
		roomFiles.looked,
		context.report,
	);
	const rooms = layout.rooms.map(({ model }, index): Room => {
		const walkmesh = open[index]?.loaded.walkmesh;
		return walkmesh === undefined ? { name: model } : { name: model, walkmesh };
	});
	checkReadRooms(rooms, options.maxRooms, context.report);
	const before: Level = { name: '', layout, rooms, objects: [] };
	if (options.from === undefined) await findUnlistedRooms(before, roomFiles, undefined, context, registry);
	const { level, links } = link(before, options, context);
	checkPositions(level, context.surfaces, context.report);
	// Reading the layout has already checked its names.
	checkLevel(level, context.surfaces, context.report, { names: false, stale: options.from !== undefined });
	tryAdvice(level, context.surfaces, context.report, LINK_REPAIRS);
	const files: LinkedFile[] = [];
	for (const [index, room] of open.entries()) {
		const walkmesh = level.rooms[index].walkmesh;
		if (room === undefined || walkmesh === undefined) continue;
		const bytes = walkmesh === room.loaded.walkmesh ? room.bytes : linkedBytes(room, walkmesh, options, context);
		const changed = Buffer.compare(bytes, room.bytes) !== 0;
		files.push({ room: level.rooms[index].name, path: pathOrName(room.source), bytes, changed });
	}
	return { links, files, level, faults: linkFaults(before, level) };
}

async function openRooms(
	layout: Layout,
	roomFiles: RoomFiles,
	read: LinkLayoutOptions['read'],
	context: ReadContext,
	registry: Registry,
): Promise<(OpenRoom | undefined)[]> {
	const open: (OpenRoom | undefined)[] = [];
	for (const { model } of layout.rooms) {
		context.signal?.throwIfAborted();
		const source = model === PLACEHOLDER_ROOM ? undefined : await roomFiles.find(model);
		if (source === undefined) {
			open.push(undefined);
			continue;
		}
		const loaded = await readSource(source, { ...read, from: 'bwm' }, context, registry);
		if (loaded.kind !== 'walkmeshes') throw new Error('a binary walkmesh reads as a walkmesh');
		open.push({ source, bytes: await source.bytes(), loaded: loaded.walkmeshes[0] });
	}
	return open;
}

/** Compares edges by number. A room whose faces were divided has other numbers, so it counts as one wrong edge. */
function linkFaults(before: Level, after: Level): LinkFaults {
	const faults = { wrong: 0, missing: 0 };
	for (const [index, { walkmesh }] of before.rooms.entries()) {
		const now = after.rooms[index].walkmesh;
		if (walkmesh === undefined || now === undefined) continue;
		if (walkmesh.transitions.length !== now.transitions.length) {
			faults.wrong++;
			continue;
		}
		for (const [edge, room] of walkmesh.transitions.entries()) {
			if (room === now.transitions[edge]) continue;
			if (room === NONE) faults.missing++;
			else faults.wrong++;
		}
	}
	return faults;
}

function link(
	level: Level,
	options: LinkLayoutOptions,
	{ surfaces, report }: ReadContext,
): { level: Level; links: NamedLink[] } {
	if (options.from !== undefined) {
		const followed = followLayout(level, options.from, given(RELINK_OPTIONS, options), report);
		return { level: followed, links: named(followed, existingLinks(followed, surfaces)) };
	}
	const { conform = false, link: linking = {} } = options;
	const tolerance = conformTolerance(linking.snap);
	const divided = conform ? conformRooms(level, surfaces, tolerance === undefined ? {} : { tolerance }, report) : level;
	const result = linkRooms(divided, surfaces, linking, report);
	return { level: result.level, links: named(level, result.links) };
}

function named(level: Level, links: readonly Link[]): NamedLink[] {
	const name = (room: number): string => level.rooms[room].name;
	return links.map(({ roomA, roomB, edgeA, edgeB, distance }) => ({
		roomA: name(roomA),
		edgeA,
		roomB: name(roomB),
		edgeB,
		distance,
	}));
}

/** Writes new transitions into the file's own edge table; derives all tables again if an edge has no row there or vertices moved. */
function linkedBytes(
	{ loaded }: OpenRoom,
	walkmesh: Walkmesh,
	options: LinkLayoutOptions,
	context: ReadContext,
): Uint8Array {
	const { file } = loaded;
	const patched =
		file === undefined || walkmesh.positions !== loaded.walkmesh.positions ? undefined : patchEdges(file, walkmesh);
	if (patched !== undefined) return encodeBwm(patched);
	return encodeBwm(deriveBwm(walkmesh, context.surfaces, context.report, given(TREE_OPTIONS, options)));
}

function patchEdges(file: BwmFile, { transitions, faces }: Walkmesh): BwmFile | undefined {
	if (faces.length !== file.faces.length) return undefined;
	const edges = file.edges.slice();
	const missing = new Set<number>();
	for (const [edge, room] of transitions.entries()) if (room !== NONE) missing.add(edge);
	for (let row = 0; row < edges.length; row += 2) {
		const edge = edges[row];
		if (edge < 0 || edge >= transitions.length) continue;
		edges[row + 1] = transitions[edge];
		missing.delete(edge);
	}
	return missing.size > 0 ? undefined : { ...file, edges };
}
