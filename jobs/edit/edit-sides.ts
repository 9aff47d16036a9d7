import { encodeBwm } from '../../exporters/bwm/encode.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { fileIdentity } from '../../importers/bwm/index.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { changedTables, editBwm } from '../../src/bwm/edit.ts';
import { UsageError } from '../../src/findings/report.ts';
import { type InputSource, pathOrName, type ReadContext, type RoomFiles } from '../../src/formats/contracts.ts';
import { addTo } from '../../src/math/arrays.ts';
import { type Layout, type Level, roomIndex } from '../../src/model/level.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { FacingEdges } from '../../src/seams/facing-edges.ts';
import { LINK_OPTIONS } from '../../src/seams/link.ts';
import { gatherPerimeterEdges } from '../../src/seams/perimeter-edges.ts';

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
export async function otherSides(
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
				`No edge of room "${source.name}" lies on edge ${edge}, so that none can lead back. Link this side alone, without --both, or let the edges meet first.`,
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
