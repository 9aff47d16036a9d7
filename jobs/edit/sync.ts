import { decodeMdl } from '../../game/mdl/decode.ts';
import { reportTwin, TWIN_FINDINGS } from '../../game/mdl/findings.ts';
import { type Mdl, type MdlPlacement, placementOf, toModel, toNode } from '../../game/mdl/mdl.ts';
import { compareTwin, TWIN_OPTIONS, type TwinComparison, type TwinRoom } from '../../game/mdl/twin.ts';
import { writeTwin } from '../../game/mdl/write-twin.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { type GivenOf, withDefaults } from '../../src/findings/options.ts';
import { InputError, type Report } from '../../src/findings/report.ts';
import {
	type InputSource,
	type OutputFile,
	pathOrName,
	type ReadContext,
	type RoomFiles,
} from '../../src/formats/contracts.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type Layout, PLACEHOLDER_ROOM, roomIndex } from '../../src/model/level.ts';
import { surfaceLabel } from '../../src/model/surfaces.ts';
import { baseName } from '../../src/text/paths.ts';

export type SyncOptions = GivenOf<typeof TWIN_OPTIONS>;

/** A room whose model is compared with its walkmesh and can be updated to match it. */
export interface SyncRoom {
	readonly name: string;
	/** Position in the layout; undefined without a layout. */
	readonly position?: Vec3;
}

/** A room whose two files were read. */
export interface RoomTwins {
	readonly room: string;
	/** Paths. */
	readonly model: string;
	readonly walkmesh: string;
	/** The comparison; undefined for a model without an AABB node. */
	readonly comparison?: TwinComparison;
	/** Makes updated files of the model, none if it matches already; undefined when that is not possible, which is reported. */
	sync(): Promise<OutputFile[] | undefined>;
}

/** Where the files of rooms are found. */
export interface SyncFiles {
	readonly walkmeshes: RoomFiles;
	readonly models: RoomFiles;
}

/**
 * The rooms of a layout.
 *
 * @example
 * console.log(roomsOfLayout(layout).map(({ name, position }) => `${name} ${position}`));
 */
export function roomsOfLayout({ rooms }: Layout): SyncRoom[] {
	return rooms
		.filter(({ model }) => model !== PLACEHOLDER_ROOM)
		.map(({ model, position }) => ({ name: model, position }));
}

/** One room by its name, with its position in the layout if that has the room. */
export function roomInLayout(name: string, layout: Layout | undefined): SyncRoom {
	const index = layout === undefined ? -1 : roomIndex(layout, name);
	return layout === undefined || index < 0 ? { name } : { name, position: layout.rooms[index].position };
}

/**
 * Compares the models of rooms with their walkmeshes and reports what differs, where. Nothing is written.
 * @returns the rooms that have both files
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const files = { walkmeshes: roomFiles('rooms', report, ['.wok']), models: roomFiles('rooms', report, ['.mdl']) };
 * for (const twins of await compareRooms(roomsOfLayout(layout), files, {}, context))
 * 	await writeOutputs((await twins.sync()) ?? [], report);
 */
export async function compareRooms(
	rooms: readonly SyncRoom[],
	files: SyncFiles,
	options: SyncOptions,
	context: ReadContext,
): Promise<RoomTwins[]> {
	const { report } = context;
	const found: RoomTwins[] = [];
	let models = 0;
	for (const room of rooms) {
		context.signal?.throwIfAborted();
		const [walkmesh, model] = [await files.walkmeshes.find(room.name), await files.models.find(room.name)];
		if (model === undefined) {
			if (walkmesh !== undefined)
				report.add(TWIN_FINDINGS.TWIN_NO_MODEL, { room: room.name }, { room: room.name, looked: files.models.looked });
			continue;
		}
		models++;
		try {
			const twins = await compareRoom(room, model, walkmesh, files.walkmeshes.looked, options, context);
			if (twins !== undefined) found.push(twins);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			report.push(error.finding);
		}
	}
	if (models === 0)
		report.add(TWIN_FINDINGS.TWIN_NONE, {}, { looked: `${files.models.looked}; ${files.walkmeshes.looked}` });
	return found;
}

async function compareRoom(
	{ name, position }: SyncRoom,
	model: InputSource,
	walkmesh: InputSource | undefined,
	looked: string,
	options: SyncOptions,
	context: ReadContext,
): Promise<RoomTwins | undefined> {
	const { surfaces } = context;
	const path = pathOrName(model);
	const report = context.report.within({ file: path, room: name });
	const mdlBytes = await model.bytes();
	const mdl = decodeMdl(mdlBytes, report);
	if (walkmesh === undefined) {
		if (mdl.walkmesh !== undefined && mdl.walkmesh.mesh.surfaces.length > 0)
			report.add(TWIN_FINDINGS.TWIN_NO_WALKMESH, {}, { room: name, looked });
		return undefined;
	}
	const walkmeshPath = pathOrName(walkmesh);
	const room = await readRoom(name, walkmesh, context.report.within({ file: walkmeshPath, room: name }));
	const files = { room: name, model: path, walkmesh: walkmeshPath };
	if (mdl.walkmesh === undefined) {
		if (room.walkmesh.surfaces.length > 0)
			report.within({ file: walkmeshPath }).add(TWIN_FINDINGS.TWIN_NO_NODE, {}, {});
		return { ...files, sync: async () => undefined };
	}
	const twin = mdl.walkmesh;
	const { tolerance } = withDefaults(TWIN_OPTIONS, options);
	if (position === undefined) report.add(TWIN_FINDINGS.TWIN_PLACE_UNKNOWN, {}, {});
	const comparison = compareTwin(mdl, twin, room, position, surfaces, tolerance);
	const counts = { model: twin.mesh.surfaces.length, walkmesh: room.walkmesh.surfaces.length };
	const names = (face: number) => ({
		surface: surfaceLabel(surfaces, room.walkmesh.surfaces[face]),
		other: surfaceLabel(surfaces, comparison.surfaceOf(face)),
	});
	reportTwin(comparison, counts, names, report);
	const sync = async (): Promise<OutputFile[] | undefined> => {
		const rowFile = path.replace(/l$/i, (last) => (last === 'L' ? 'X' : 'x'));
		const mdx = await model.sibling?.(baseName(rowFile)).catch(() => undefined);
		const bytes = { mdl: mdlBytes, ...(mdx === undefined ? {} : { mdx }) };
		const at = position ?? comparison.position;
		const distance = reachFrom(at, room.walkmesh.positions);
		if (distance * FLOAT32_STEP > tolerance) {
			report.add(TWIN_FINDINGS.TWIN_TOO_FAR, {}, { distance });
			return undefined;
		}
		const placement = placementOf(mdl, twin.node);
		const local = Float64Array.from(room.walkmesh.positions, (value, i) => value - at[i % 3]);
		if (!isHeld(placement, local, tolerance)) {
			const { name: node } = mdl.nodes[twin.node];
			report.add(TWIN_FINDINGS.TWIN_TOO_FAR, {}, { distance: reachFrom(placement.origin, local), node });
			return undefined;
		}
		const made = writeTwin(bytes, mdl, twin, room, at, report);
		if (made === undefined) return undefined;
		const unfit = problemOf(made.mdl, room, at, tolerance, context);
		if (unfit !== undefined) {
			report.add(TWIN_FINDINGS.TWIN_TREE_UNFIT, {}, { problem: unfit });
			return undefined;
		}
		const rows = made.mdx === undefined || sameBytes(made.mdx, mdx) ? [] : [{ path: rowFile, bytes: made.mdx }];
		return [{ path, bytes: made.mdl }, ...rows];
	};
	return { ...files, comparison, sync };
}

/** How much neighbouring float32 numbers differ, as a part of their size. */
const FLOAT32_STEP = 2 ** -23;

/** True where the coordinates of a node come back within the tolerance. @param positions in the space of the model */
function isHeld(placement: MdlPlacement, positions: Float64Array, tolerance: number): boolean {
	const back = toModel(placement, toNode(placement, positions));
	return positions.every((value, i) => Math.abs(back[i] - value) <= tolerance);
}

/** The greatest distance of positions from a point, along an axis. */
function reachFrom(at: Vec3, positions: ArrayLike<number>): number {
	let most = 0;
	for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i] - at[i % 3]));
	return most;
}

function sameBytes(a: Uint8Array, b: Uint8Array | undefined): boolean {
	return b !== undefined && Buffer.compare(a, b) === 0;
}

async function readRoom(name: string, source: InputSource, report: Report): Promise<TwinRoom> {
	const file = decodeBwm(await source.bytes(), report);
	return { walkmesh: walkmeshFromBwm(file, { name }, report), tree: file.aabb };
}

/**
 * Reads the new files again and compares them, so that a model that only partly matches is never written. Its tree has the boxes of its faces and
 * the order of the game: a walkmesh that has others was damaged, or edited without deriving its tables again.
 * @returns what of the walkmesh keeps the two from being in step
 */
function problemOf(
	bytes: Uint8Array,
	room: TwinRoom,
	at: Vec3,
	tolerance: number,
	{ surfaces, report }: ReadContext,
): string | undefined {
	const mdl: Mdl = decodeMdl(bytes, report.separate());
	const twin = mdl.walkmesh;
	const { inStep, order, tree } =
		twin === undefined
			? { inStep: false, order: undefined, tree: undefined }
			: compareTwin(mdl, twin, room, at, surfaces, tolerance);
	if (inStep) return undefined;
	if (order !== undefined)
		return `Faces ${order} and on of the walkmesh are not in the order of the game, walkable ones first`;
	if (tree !== undefined)
		return `The box of node ${tree.node} of the AABB tree of the walkmesh is not that of its faces`;
	throw new Error(`the model of ${room.walkmesh.name} is not in step after it was written`);
}
