import { defineFindings } from '../findings/report.ts';

const LINK = '`wokflow link LYT` finds the links of a layout from the geometry of its rooms.';
const CONFORM = 'The stage `conform` cuts both sides at the same points, so that they can be linked.';
const SNAP = 'The option --snap of `wokflow link` moves edges up to 0.1 m together.';

/** What the rooms of a level and the links between them can be told about. */
export const LEVEL_FINDINGS = defineFindings({
	LINKS_FOUND: {
		severity: 'info',
		message: (d: { links: number; rooms: number; kept: number }): string =>
			`${count(d.links, 'link')} between ${count(d.rooms, 'room')}${
				d.kept === 0 ? '' : `; ${count(d.kept, 'transition')} kept that no geometry confirms`
			}.`,
		help: 'Perimeter edges of two rooms that lie on each other in opposite directions are linked.',
	},
	LINK_REPLACED: {
		severity: 'info',
		message: (d: { from: number; to: number; name: string }): string =>
			`The edge led to room ${d.from}; the room that lies there is ${d.to}, "${d.name}", and it leads to that now.`,
		help: 'Geometry overrules what files, markers or paint say.',
	},
	LINK_UNCONFIRMED: {
		severity: 'warning',
		message: (d: { to: number; name: string | undefined; kept: boolean }): string =>
			`The edge is to lead to room ${d.to}${d.name === undefined ? ', which the layout does not have' : `, "${d.name}"`}, but no edge of another room lies on it; the transition was ${
				d.kept ? 'kept' : 'cleared'
			}.`,
		help: `Check the layout, the marker or the paint. The option "unmatched" of the stage \`link\` keeps or clears such transitions. ${CONFORM} ${SNAP}`,
	},
	LINK_MISPLACED: {
		severity: 'warning',
		message: (d: { to: number; edges: number; elsewhere: boolean }): string =>
			`${count(d.edges, 'edge')} marked as leading to room ${d.to} ${
				d.edges === 1 ? 'is no perimeter edge' : 'are no perimeter edges'
			}${d.elsewhere ? '; others of the room are' : ', and no other edge of the room leads there'}. The mark was removed.`,
		help: 'Only open edges of walkable faces can lead to another room. Mark the edge at which the ground ends.',
	},
	LINK_AMBIGUOUS: {
		severity: 'warning',
		message: (d: {
			other: number;
			name: string;
			distance: number;
			linked: boolean;
			preferred: number;
			preferredName: string;
		}): string =>
			d.linked
				? `An edge of room ${d.other}, "${d.name}", lies ${metres(d.distance)} from this edge, which leads to room ${d.preferred}, "${d.preferredName}", instead.`
				: `The edge has no link: the edge of room ${d.other}, "${d.name}", ${metres(d.distance)} from it leads to room ${d.preferred}, "${d.preferredName}", instead.`,
		help: 'More than two edges lie in one place, perhaps because a room is there twice. The nearest two are linked; among equals those of the rooms that come first in the layout.',
	},
	LINK_SNAPPED: {
		severity: 'info',
		message: (d: { other: number; name: string; distance: number }): string =>
			`The edge and the one of room ${d.other}, "${d.name}", were ${metres(d.distance)} apart; they were moved together and linked.`,
		help: 'Move the vertices in the scene as well, so that models and walkmeshes agree.',
	},
	LINK_NOT_JOINED: {
		severity: 'warning',
		message: (d: {
			other: number;
			name: string;
			distance: number;
			why: 'two-corners' | 'too-far' | 'face';
			linked: boolean;
		}): string => {
			const why = {
				'two-corners': 'two corners of a face would become one',
				'too-far': 'a vertex would have to move too far',
				face: 'a face would be flattened or turned over',
			}[d.why];
			return `The edge and the one of room ${d.other}, "${d.name}", are ${metres(d.distance)} apart and stay so, because ${why}; they are ${
				d.linked ? 'linked all the same' : 'not linked'
			}.`;
		},
		help: 'Move the vertices of both rooms together in the scene.',
	},
	LINK_ENDS_MOVED: {
		severity: 'info',
		message: (d: { vertices: number; distance: number }): string =>
			`${count(d.vertices, 'vertex', 'vertices')} moved by up to ${metres(d.distance)}, to have the very coordinates of the rooms linked there.`,
		help: 'Some readers join rooms only where coordinates are equal. The option "exact" of the stage `link` leaves those within the tolerance alone.',
	},
	SEAM_CUT: {
		severity: 'info',
		message: (d: { other: number; name: string; offset: number }): string =>
			`The edge was cut where room ${d.other}, "${d.name}", has a corner${d.offset < 5e-5 ? '' : `, ${metres(d.offset)} beside it`}.`,
		help: 'Both sides of a seam need the same points to be linked edge by edge.',
	},
	SEAM_NOT_CUT: {
		severity: 'warning',
		message: (d: { other: number; name: string; offset: number }): string =>
			`Room ${d.other}, "${d.name}", has a corner ${metres(d.offset)} beside the edge; it was not cut there, because a face would be bent or turned over.`,
		help: 'Divide both rooms at the same points in the scene.',
	},
	RELINK_MAPPED: {
		severity: 'info',
		message: (d: { edges: number; from: number; to: number; name: string }): string =>
			`${count(d.edges, 'transition')} to "${d.name}" ${d.edges === 1 ? 'is' : 'are'} ${d.to} now instead of ${d.from}.`,
		help: 'Transitions follow the names of rooms from the old layout to the new one.',
	},
	RELINK_DANGLING: {
		severity: 'warning',
		message: (d: { from: number; name: string | undefined; why: 'out-of-range' | 'placeholder' | 'gone' }): string =>
			({
				'out-of-range': `The edge led to room ${d.from}, which the old layout does not have; the transition was cleared.`,
				placeholder: `The edge led to room ${d.from}, a placeholder; the transition was cleared.`,
				gone: `The edge led to room ${d.from}, "${d.name}", which the new layout does not have; the transition was cleared.`,
			})[d.why],
		help: `If the room was renamed, say so with --rename OLD=NEW. ${LINK}`,
	},
	RELINK_ROOM_ADDED: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'The room is not in the old layout, so it is unknown what its transitions count in; they were left as they are.',
		help: `If it was renamed, say so with --rename OLD=NEW. ${LINK}`,
	},
	RELINK_ROOM_REMOVED: {
		severity: 'info',
		message: (_: Record<string, never>): string => 'The room is not in the new layout and was left out.',
		help: 'If it was renamed, say so with --rename OLD=NEW.',
	},
	RELINK_ROOM_MOVED: {
		severity: 'warning',
		message: (d: { by: readonly [number, number, number]; done: boolean }): string =>
			`The room lies ${d.by.map((value) => Number(value.toFixed(3))).join(' ')} m from its place in the old layout; its walkmesh, which is in area space, ${
				d.done ? 'was moved along' : 'stays where it was'
			}.`,
		help: 'The option "move" of the stage `relink` moves walkmeshes along with their rooms.',
	},
	LINK_OUT_OF_RANGE: {
		severity: 'warning',
		message: (d: { to: number; rooms: number }): string =>
			`The edge leads to room ${d.to}, but the layout has ${count(d.rooms, 'room')}: it blocks the player.`,
		help: `Perhaps the walkmesh belongs to another layout. ${LINK}`,
	},
	LINK_TO_SELF: {
		severity: 'warning',
		message: (d: { to: number }): string => `The edge leads to its own room, ${d.to}: it blocks the player.`,
		help: LINK,
	},
	LINK_WITHOUT_GROUND: {
		severity: 'warning',
		message: (d: { to: number; name: string; walkmesh: boolean }): string =>
			`The edge leads to room ${d.to}, "${d.name}", which has no ${d.walkmesh ? 'walkable ground' : 'walkmesh'}: it blocks the player.`,
		help: `Check the order of the layout and that all rooms are there. ${LINK}`,
	},
	LINK_APART: {
		severity: 'warning',
		message: (d: { to: number; name: string; distance?: number }): string =>
			`The edge leads to room ${d.to}, "${d.name}", ${
				d.distance === undefined
					? 'which has no edge that runs the other way'
					: `whose nearest edge lies ${metres(d.distance)} away`
			}.`,
		help: `${SNAP} If the distance is large the transition is stale: ${LINK}`,
	},
	LINK_DIVIDED: {
		severity: 'warning',
		message: (d: { to: number; name: string }): string =>
			`The edge leads to room ${d.to}, "${d.name}", whose side of the seam is divided differently.`,
		help: CONFORM,
	},
	LINK_ONE_WAY: {
		severity: 'warning',
		message: (d: { to: number; name: string; back: number; own: number }): string =>
			`The edge leads to room ${d.to}, "${d.name}", but the edge there leads ${
				d.back < 0 ? 'nowhere' : `to room ${d.back}`
			}, not back to room ${d.own}.`,
		help: LINK,
	},
	LINK_INEXACT: {
		severity: 'info',
		message: (d: { to: number; name: string; distance: number }): string =>
			`The ends of the edge and of the one in room ${d.to}, "${d.name}", are not quite equal: ${metres(d.distance)} apart.`,
		help: `The game does not mind; some other readers join rooms only where coordinates are equal. ${LINK}`,
	},
	SEAM_UNLINKED: {
		severity: 'warning',
		message: (d: {
			other: number;
			name: string;
			otherEdge: number;
			length: number;
			gap: number;
			kind: 'whole' | 'divided' | 'gap';
		}): string => {
			const how = {
				whole: 'lie on each other',
				divided: 'lie on each other but end at different points',
				gap: `run ${metres(d.gap)} apart`,
			}[d.kind];
			return `The edge and edge ${d.otherEdge} of room ${d.other}, "${d.name}", ${how} for ${metres(d.length)} and are not linked: an invisible wall.`;
		},
		help: `${LINK} ${CONFORM} ${SNAP}`,
	},
	ROOMS_OVERLAP: {
		severity: 'warning',
		message: (d: Overlap): string =>
			`Rooms ${d.index}, "${d.name}", and ${d.otherIndex}, "${d.otherName}", share ${squareMetres(d.area)} of ground seen from above, ${metres(d.dz)} apart in height. The game takes room ${d.index} there, which comes first in the layout.`,
		help: 'Cut the ground so that rooms meet in a seam and do not overlap.',
	},
	ROOMS_STACKED: {
		severity: 'warning',
		message: (d: Overlap): string =>
			`Room ${d.otherIndex}, "${d.otherName}", lies ${metres(d.dz)} ${d.dz < 0 ? 'below' : 'above'} room ${d.index}, "${d.name}", on ${squareMetres(d.area)} seen from above. The game takes room ${d.index} there, which comes first in the layout, whatever the height.`,
		help: 'The game looks for ground by x and y only: put floors of different heights beside each other, or keep to one walkable floor.',
	},
	ROOM_UNREACHABLE: {
		severity: 'warning',
		message: (d: { room: number; rooms: number; main: number; out: boolean }): string =>
			`No link leads into room ${d.room} from the main part of the level (${d.main} of ${count(d.rooms, 'room')} with ground)${
				d.out ? ', though links lead out of it' : ''
			}.`,
		help: `Ignore this for places that are reached by a script. ${LINK}`,
	},
});

interface Overlap {
	/** The room that comes first in the layout. */
	readonly index: number;
	readonly name: string;
	readonly otherIndex: number;
	readonly otherName: string;
	/** Square metres. */
	readonly area: number;
	/** How much higher the other room is where they share most, metres. */
	readonly dz: number;
}

function count(n: number, one: string, many: string = `${one}s`): string {
	return `${n} ${n === 1 ? one : many}`;
}

/** A length without regard to its sign, with as many digits as help. */
function metres(value: number): string {
	const size = Math.abs(value);
	if (size !== 0 && size < 1e-3) return `${Number((size * 1000).toPrecision(2))} mm`;
	return `${Number(size.toFixed(size < 1 ? 4 : 2))} m`;
}

function squareMetres(value: number): string {
	return `${Number(value.toPrecision(3))} m²`;
}

/** What splitting a scene into the rooms of a level can find. */
export const ROOMS_FINDINGS = defineFindings({
	LEVEL_PART_OUTSIDE: {
		severity: 'error',
		message: (d: { triangles: number }): string => `${d.triangles} triangles belong to no room.`,
		help: 'Put the node below the node of a room, tag it with extras (room: "name"), or leave it out: name it ignore_….',
	},
	LEVEL_ROOM_DUPLICATE: {
		severity: 'error',
		message: (d: { name: string; count: number }): string => `${d.count} rooms are called "${d.name}".`,
		help: 'Rooms are files: each needs a name of its own, letter case aside.',
	},
	LEVEL_ROOMS_UNMATCHED: {
		severity: 'error',
		message: (d: { pattern: string }): string => `No node with ground in it matches the room pattern "${d.pattern}".`,
		help: 'Check the spelling; `*` and `?` are wildcards.',
	},
	LEVEL_ROOM_NAME: {
		severity: 'error',
		message: (d: { name: string; longest: number }): string =>
			`"${d.name}" cannot be the name of a room: the game takes up to ${d.longest} letters, digits and "_".`,
		help: 'Rename the node, or give it extras: room: "name".',
	},
	MARKER_ROOM_UNKNOWN: {
		severity: 'warning',
		message: (d: { room: string; layout: boolean }): string =>
			d.layout
				? `The marker names room "${d.room}", which the layout does not have.`
				: `The marker names room "${d.room}", but without a layout only numbers can be used.`,
		help: 'Name the layout: --lyt FILE, or mark with the number of the room in it.',
	},
	MARKER_UNMATCHED: {
		severity: 'warning',
		message: (d: { room: string }): string =>
			`The marker of a transition to room "${d.room}" lies on no open edge of the ground.`,
		help: 'Move it onto the edge where the ground ends; lines must follow it within 1 cm.',
	},
});
