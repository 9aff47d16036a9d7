import { checkUnusedRows } from '../../check/mesh/ground.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm, fileIdentity } from '../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { changedTables, editBwm } from '../../src/bwm/edit.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { checkedValues } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { type InputSource, pathOrName, type ReadContext, type RoomFiles } from '../../src/formats/contracts.ts';
import { addTo } from '../../src/math/arrays.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type Layout, type Level, roomIndex } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { type Hooks, NO_HOOKS, NONE, type Walkmesh, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import { surfaceByValue, surfaceMappings } from '../../src/scene/surface-mappings.ts';
import { FacingEdges } from '../../src/seams/facing-edges.ts';
import { LINK_OPTIONS } from '../../src/seams/link.ts';
import { gatherPerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { didYouMean } from '../../src/text/names.ts';
import { jsonProblem } from '../../src/text/quote.ts';
import { EDIT_OPTIONS, type EditOptions } from './remedies.ts';

/** A room whose links change because the links of its neighbour do. */
export interface OtherSide {
	readonly path: string;
	readonly bytes: Uint8Array;
	/** New rooms by edge. */
	readonly link: Readonly<Record<string, number>>;
}

/** A room some of whose links are changed. */
interface EditedRoom {
	readonly name: string;
	readonly mesh: Walkmesh;
	/** New transitions: for an edge (`3 * face + side`) the index of the room it leads to. */
	readonly transitions: ReadonlyMap<number, number>;
}

/**
 * The changed files of the rooms on the other side of edited links, so that links stay mutual: an edge that coincides with a newly linked edge
 * leads back, and one that coincides with an edge whose link was removed loses its link. Files in which nothing changes are left out.
 *
 * @throws UsageError for a linked room that has no file, or no edge at the link
 */
async function otherSides(
	room: EditedRoom,
	layout: Layout,
	files: RoomFiles,
	context: ReadContext,
): Promise<OtherSide[]> {
	const own = roomIndex(layout, room.name);
	if (own < 0) throw new UsageError(`Room "${room.name}" is not in the layout, so that no room can lead back to it.`);
	const byRoom = new Map<number, { readonly edge: number; readonly back: number }[]>();
	const note = (to: number, edge: number, back: number): void => {
		if (to === NONE || layout.rooms[to] === undefined) return;
		addTo(byRoom, to, { edge, back });
	};
	for (const [edge, to] of room.transitions) {
		if (room.mesh.transitions[edge] !== to) note(room.mesh.transitions[edge], edge, NONE);
		note(to, edge, own);
	}
	const sides: OtherSide[] = [];
	for (const [to, wanted] of byRoom) {
		const name = layout.rooms[to].model;
		const source = await files.find(name);
		if (source === undefined) throw new UsageError(`Room "${name}" has no file: looked for ${files.looked}.`);
		const side = await sideOf(room, own, source, wanted, context);
		if (side !== undefined) sides.push(side);
	}
	return sides;
}

async function sideOf(
	room: EditedRoom,
	own: number,
	source: InputSource,
	wanted: readonly { readonly edge: number; readonly back: number }[],
	{ report, surfaces }: ReadContext,
): Promise<OtherSide | undefined> {
	const path = pathOrName(source);
	const within = report.within({ file: path });
	const file = decodeBwm(await source.bytes(), within);
	const mesh = walkmeshFromBwm(file, fileIdentity(source.fileName), within);
	const level: Level = {
		name: room.name,
		layout: { rooms: [], tracks: [], obstacles: [], doorHooks: [] },
		rooms: [
			{ name: room.name, walkmesh: room.mesh },
			{ name: source.name, walkmesh: mesh },
		],
		objects: [],
	};
	const perimeter = gatherPerimeterEdges(level, surfaces);
	const tolerance = LINK_OPTIONS.tolerance.default;
	const facing = new FacingEdges(perimeter, tolerance);
	const transitions = new Map<number, number>();
	for (const { edge, back } of wanted) {
		const index = perimeter.edges.subarray(0, perimeter.starts[1]).indexOf(edge);
		const along = index < 0 ? [] : facing.of(index).filter(({ ends }) => ends <= tolerance);
		if (along.length === 0 && back !== NONE)
			throw new UsageError(
				`No edge of room "${source.name}" lies on edge ${edge}, so that none can lead back. Link this side alone, or let the edges meet first.`,
			);
		for (const { other } of along) {
			const beyond = perimeter.edges[other];
			if (back !== NONE || mesh.transitions[beyond] === own) transitions.set(beyond, back);
		}
	}
	const edited = editBwm(file, mesh, { transitions }, surfaces, within);
	return changedTables(file, edited).length === 0
		? undefined
		: { path, bytes: encodeBwm(edited), link: Object.fromEntries(transitions) };
}

/*
 * Edits of a walkmesh, one after another. The command line and the page make them here, so that a list of edits gives the same bytes in both.
 */

/** The result of an edit. */
export interface EditedFile {
	readonly bytes: Uint8Array;
	readonly kind: WalkmeshKind;
	/** Names of the tables that changed; `hooks` for the use hooks in the header. */
	readonly tables: readonly string[];
	/** True when face numbers changed, because a face became walkable or stopped being so (walkable faces come first), or faces came or went. */
	readonly renumbered: boolean;
	/** Files of other rooms whose links changed to match. */
	readonly others: readonly OtherSide[];
}

/** What links refer to. */
export interface EditedLevel {
	readonly layout: Layout | undefined;
	readonly files: RoomFiles;
}

/**
 * Changes a binary walkmesh step by step; faces and edges of each step are numbered as the step before leaves them.
 *
 * @throws UsageError for a face, edge, room, surface or hook that does not exist
 */
export async function editSteps(
	source: InputSource,
	steps: readonly EditOptions[],
	level: EditedLevel,
	context: ReadContext,
): Promise<EditedFile> {
	const original = await source.bytes();
	const tables = new Set<string>();
	const others = new Map<string, OtherSide>();
	const files: RoomFiles = {
		...level.files,
		find: async (room) => {
			const found = await level.files.find(room);
			const edited = found === undefined ? undefined : others.get(pathOrName(found));
			return found === undefined || edited === undefined ? found : { ...found, bytes: async () => edited.bytes };
		},
	};
	let bytes = original;
	let kind: WalkmeshKind = 'area';
	for (const step of steps) {
		const edited = await editStep({ ...source, bytes: async () => bytes }, step, { ...level, files }, context);
		({ bytes, kind } = edited);
		for (const table of edited.tables) tables.add(table);
		for (const side of edited.others) others.set(side.path, side);
	}
	return { bytes, kind, tables: [...tables], renumbered: tables.has('faces'), others: [...others.values()] };
}

async function editStep(
	source: InputSource,
	options: EditOptions,
	{ layout, files }: EditedLevel,
	context: ReadContext,
): Promise<Omit<EditedFile, 'renumbered'>> {
	const report = context.report.within({ file: pathOrName(source) });
	const original = await source.bytes();
	const file = decodeBwm(original, report);
	const mesh = walkmeshFromBwm(file, fileIdentity(source.fileName), report);
	const faces = file.materials.length;
	const transitions = new Map(
		inRanges(options.link ?? {}, 'edge', file.faces.length).map(([edge, typed]) => [edge, roomOf(typed, layout)]),
	);
	const surfaces = surfacesOf(options.surface ?? {}, faces, context.surfaces);
	const edited = editBwm(
		file,
		mesh,
		{
			surfaces,
			transitions,
			hooks: Object.fromEntries(Object.entries(options.hook ?? {}).map(([hook, typed]) => [hook, hookOf(hook, typed)])),
			flipped: allOf(options.flip, 'face', faces),
			deleted: allOf(options.delete, 'face', faces),
			filled: allOf(options.fill, 'edge', file.faces.length),
		},
		context.surfaces,
		report,
	);
	const tables = changedTables(file, edited);
	if (surfaces.size > 0) {
		const after = walkmeshFromBwm(edited, fileIdentity(source.fileName), report.separate());
		checkUnusedRows(checkContext(after, context.surfaces, report));
	}
	const bytes = tables.length === 0 ? original : encodeBwm(edited);
	const others =
		layout === undefined || options.both !== true
			? []
			: await otherSides({ name: source.name, mesh, transitions }, layout, files, context);
	return { bytes, kind: mesh.kind, tables, others };
}

/** Reads a list of edits. @param file names it in messages @throws UsageError for what is none, with the step that is wrong */
export function readEdits(text: string, file: string): EditOptions[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new UsageError(`${file}: not JSON: ${jsonProblem(text, error as Error)}`);
	}
	const edits = (value as { edits?: unknown } | null)?.edits;
	if (!Array.isArray(edits)) throw new UsageError(`${file}: not a list of edits: { "edits": [{ "surface": … }] }`);
	for (const [index, step] of edits.entries()) checkedValues(EDIT_OPTIONS, step, `edit ${index + 1} of ${file}`);
	return edits as EditOptions[];
}

/** The text of a list of edits, a step a line. */
export function editsText(edits: readonly EditOptions[]): string {
	return `{\n\t"edits": [\n${edits.map((step) => `\t\t${JSON.stringify(step)}`).join(',\n')}\n\t]\n}\n`;
}

/** Indices that are named alone or in ranges. */
function allOf(typed: readonly string[] = [], what: 'face' | 'edge', count: number): number[] {
	const named = Object.fromEntries(typed.map((each) => [each, 0]));
	return inRanges(named, what, count).map(([index]) => index);
}

/** Resolves surface names to ids. @throws UsageError for an unknown surface, worded as in every command that takes surfaces */
function surfacesOf(
	typed: Readonly<Record<string, string | number>>,
	faces: number,
	table: SurfaceTable,
): Map<number, number> {
	surfaceMappings({ surface: typed }, table);
	return new Map(inRanges(typed, 'face', faces).map(([face, surface]) => [face, surfaceByValue(table, surface) ?? 0]));
}

/**
 * Resolves keys such as `12` and `12-20` to indices. The widest range is applied first, so that narrower ones override it.
 * @param count what the file has; of what a range names beyond, the first alone is resolved, and refused later
 */
function inRanges(
	values: Readonly<Record<string, string | number>>,
	what: 'face' | 'edge',
	count: number,
): [number, string | number][] {
	const ranges = Object.entries(values).map(([typed, value]) => {
		const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(typed) ?? [];
		if (from === undefined || Number(to) < Number(from))
			throw new UsageError(
				`"${typed}" is not ${what === 'edge' ? 'an' : 'a'} ${what} or a range of ${what}s. For example: 12 or 12-20`,
			);
		return { from: Number(from), to: Math.min(Number(to), Math.max(Number(from), count)), value };
	});
	ranges.sort((a, b) => b.to - b.from - (a.to - a.from));
	return ranges.flatMap(({ from, to, value }) =>
		Array.from({ length: to - from + 1 }, (_, i): [number, string | number] => [from + i, value]),
	);
}

function roomOf(typed: string | number, layout: Layout | undefined): number {
	const text = String(typed);
	if (/^(?:none|-1)$/i.test(text)) return NONE;
	if (layout !== undefined) {
		const named = roomIndex(layout, text);
		if (named >= 0) return named;
	}
	if (/^\d{1,9}$/.test(text) && (layout === undefined || Number(text) < layout.rooms.length)) return Number(text);
	const rooms = layout?.rooms.map(({ model }) => model) ?? [];
	throw new UsageError(`Room "${text}" is not in the layout.${didYouMean(text, rooms)} It has: ${rooms.join(', ')}.`);
}

function hookOf(hook: string, typed: string | number): Vec3 {
	const known = Object.keys(NO_HOOKS) as (keyof Hooks)[];
	if (!known.includes(hook as keyof Hooks))
		throw new UsageError(`"${hook}" is not a use hook.${didYouMean(hook, known)} There are: ${known.join(', ')}.`);
	const point = String(typed).split(',').map(Number);
	if (point.length === 3 && point.every((value) => Number.isFinite(Math.fround(value))))
		return point as unknown as Vec3;
	throw new UsageError(`"${typed}" is not a point. Give three numbers in metres: --hook ${hook}=0,1.5,0`);
}
