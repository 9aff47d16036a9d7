import { LYING, UNLISTED } from '../findings/explained-by.ts';
import { type Action, defineFindings } from '../findings/report.ts';
import { countOf, decimals } from '../text/numbers.ts';
import { listed } from '../text/quote.ts';
import { clear, link, links, metres, point, Room, room } from './finding-words.ts';

const rename: Action = { option: 'rename', placeholder: 'OLD=NEW' };

/** Findings of linking rooms, of making their seams fit, and of moving links to another layout. */
export const LEVEL_FINDINGS = defineFindings({
	LINKS_FOUND: {
		severity: 'info',
		meaning: 'Open edges of two rooms coincide, so they were linked and characters can cross.',
		message: (d: { links: number; rooms: number; kept: number; cleared: number }): string =>
			`${countOf(d.links, 'link')} between ${countOf(d.rooms, 'room')}${
				d.kept === 0 ? '' : `; kept ${countOf(d.kept, 'transition')} that no geometry confirms`
			}${d.cleared === 0 ? '' : `; cleared ${countOf(d.cleared, 'transition')} that no geometry confirms`}.`,
		help: 'Perimeter edges of two rooms that coincide in opposite directions are linked.',
	},
	LINK_REPLACED: {
		severity: 'info',
		meaning: 'The edge linked to another room than the one whose edge lies there.',
		message: (d: { from: number; to: number; name: string }): string =>
			`This edge linked to room ${d.from}. It now links to ${room(d.to, d.name)}, whose edge matches it.`,
		help: 'Geometry overrides what files, markers or painted edges say.',
	},
	LINK_UNCONFIRMED: {
		severity: 'warning',
		explainedBy: {
			spot: ['DOORWAY_UNMET'],
			room: ['WALKABLE_UPSIDE_DOWN', 'ROOMS_SWAPPED', 'ROOM_SHIFTED'],
			input: LYING,
			level: UNLISTED,
			displacement: true,
		},
		meaning:
			'An edge links to a room, but no edge of that room lies there. Characters find no ground of that room and stop.',
		message: (d: {
			to: number;
			name: string | undefined;
			kept: boolean;
			count: number;
			nearest?: {
				readonly room: number;
				readonly name: string;
				readonly distance: number;
				readonly at: readonly number[];
			};
		}): string =>
			`${links(d.count)} to ${room(d.to, d.name)}, but ${
				d.name === undefined
					? 'the layout has no such room'
					: `no edge of that room matches ${d.count === 1 ? 'it' : 'them'}`
			}.${
				d.nearest === undefined
					? ''
					: ` Nearest: ${room(d.nearest.room, d.nearest.name)}, ${metres(d.nearest.distance)} away at ${point(d.nearest.at)}.`
			} ${d.count === 1 ? 'The transition was' : 'The transitions were'} ${d.kept ? 'kept' : 'cleared'}.`,
		help: 'Check the layout, the marker or the painted edge.',
		actions: (d: { kept: boolean }) => (d.kept ? [clear] : []),
		fix: { redo: 'links' },
	},
	LINK_MISPLACED: {
		severity: 'warning',
		meaning: 'An inner edge is marked as a link. Characters leave a room only over open edges.',
		message: (d: { to: number; edges: number; elsewhere: boolean }): string =>
			`${countOf(d.edges, 'edge')} marked as a link to room ${d.to} ${
				d.edges === 1 ? 'is not a perimeter edge' : 'are not perimeter edges'
			}${d.elsewhere ? ', other marked edges of this room are' : ', and no other edge of this room links there'}. The mark was removed.`,
		help: 'Only open edges of walkable faces can link to another room. Mark the open edge.',
	},
	LINK_AMBIGUOUS: {
		severity: 'warning',
		explainedBy: {
			// Two rooms at one place compete for the same edges.
			room: ['ROOMS_EQUAL', 'ROOMS_OVERLAP'],
		},
		meaning: 'Edges of three or more rooms coincide, but an edge can link to only one room.',
		message: (d: {
			other: number;
			name: string;
			distance: number;
			linked: boolean;
			preferred: number;
			preferredName: string;
		}): string =>
			d.linked
				? `This edge links to ${room(d.preferred, d.preferredName)}, but ${room(d.other, d.name)} has an edge ${metres(d.distance)} away, too.`
				: `This edge is not linked: the edge of ${room(d.other, d.name)}, ${metres(d.distance)} away, links to ${room(d.preferred, d.preferredName)}.`,
		help: 'A room may be in the layout twice. The nearest two edges are linked; among equally near ones, those of the rooms that come first in the layout.',
	},
	LINK_SNAPPED: {
		severity: 'info',
		meaning: 'Edges of two rooms were slightly apart and were moved together, so characters can cross.',
		message: (d: { other: number; name: string; distance: number }): string =>
			`This edge and the edge of ${room(d.other, d.name)} were ${metres(d.distance)} apart. They were moved together and linked.`,
		help: 'Move the vertices in the scene as well, so that model and walkmesh match.',
	},
	LINK_NOT_JOINED: {
		severity: 'warning',
		meaning:
			'Edges of two rooms are slightly apart, and moving them together would ruin a face. Programs that join rooms by equal coordinates do not join them.',
		message: (d: {
			other: number;
			name: string;
			distance: number;
			why: 'two-corners' | 'too-far' | 'face';
			linked: boolean;
		}): string => {
			const why = {
				'two-corners': 'two corners of a face would coincide',
				'too-far': 'a vertex would move too far',
				face: 'a face would collapse or flip',
			}[d.why];
			return `This edge and the edge of ${room(d.other, d.name)} are ${metres(d.distance)} apart and were not moved together, because ${why}. They are ${
				d.linked ? 'linked anyway' : 'not linked'
			}.`;
		},
		help: 'Move the vertices of both rooms together in the scene.',
	},
	LINK_ENDS_MOVED: {
		severity: 'info',
		meaning: 'Vertices of linked rooms were made exactly equal. The game does not need that, but other programs do.',
		message: (d: { vertices: number; distance: number }): string =>
			`Moved ${countOf(d.vertices, 'vertex', 'vertices')} by up to ${metres(d.distance)} onto the vertices of linked rooms.`,
		help: 'Some programs join rooms only where coordinates are equal. Coordinates within the tolerance can also be kept.',
		actions: () => [{ option: 'exact', value: false }],
	},
	SEAM_ENDS_MOVED: {
		severity: 'info',
		meaning:
			'Vertices of two rooms were so close along their seam that splitting edges would have left slivers. They were moved together.',
		message: (d: { vertices: number; distance: number }): string =>
			`Moved ${countOf(d.vertices, 'vertex', 'vertices')} by up to ${metres(d.distance)} onto the vertices of neighbouring rooms, where cutting would have left slivers.`,
		help: 'Move the vertices in the scene as well, so that model and walkmesh match.',
	},
	SEAM_CUT: {
		severity: 'info',
		meaning:
			'Along a seam, one room had a vertex where the other had none. The edge was split there, so both rooms have the same edges and can be linked.',
		message: (d: { other: number; name: string; offset: number }): string =>
			`This edge was split where ${room(d.other, d.name)} has a vertex${d.offset < 5e-5 ? '' : `, ${metres(d.offset)} beside it`}.`,
		help: 'Both sides of a seam need the same vertices to be linked edge by edge.',
	},
	SEAM_NOT_CUT: {
		severity: 'warning',
		meaning:
			'Along a seam, one room has a vertex where the other has none, and splitting the edge would ruin a face. That part of the seam cannot be linked edge by edge.',
		message: (d: { other: number; name: string; offset: number }): string =>
			`${Room(d.other, d.name)} has a vertex ${metres(d.offset)} beside this edge. The edge was not split there, because a face would bend or flip.`,
		help: 'Add vertices at the same points of both rooms in the scene.',
	},
	RELINK_MAPPED: {
		severity: 'info',
		meaning: 'Transitions are room numbers. The order of rooms changed, so the numbers were updated.',
		message: (d: { edges: number; from: number; to: number; name: string }): string =>
			`${countOf(d.edges, 'transition')} to "${d.name}" changed from room ${d.from} to room ${d.to}.`,
		help: 'Transitions follow the room names from the old layout to the new one.',
	},
	RELINK_UNMAPPED: {
		severity: 'warning',
		meaning:
			'A transition led to a room that is no longer in the layout, or the room is new in it, so that the order that its transitions use is unknown. Unchanged, they may lead to wrong rooms.',
		message: (
			d: { why: 'new-room' } | { from: number; name: string | undefined; why: 'out-of-range' | 'placeholder' | 'gone' },
		): string =>
			d.why === 'new-room'
				? 'This room is not in the old layout, so its transitions could not be mapped. They were left as they are.'
				: `This edge linked to ${
						{
							'out-of-range': `room ${d.from}, which is not in the old layout`,
							placeholder: `room ${d.from}, a placeholder`,
							gone: `${room(d.from, d.name)}, which is not in the new layout`,
						}[d.why]
					}. The transition was cleared.`,
		help: 'If the room was renamed, give both names. Otherwise find the links again from the geometry.',
		actions: () => [rename, ...link()],
	},
	RELINK_ROOM_REMOVED: {
		severity: 'info',
		meaning: 'The room is no longer in the layout, so its walkmesh was not read.',
		message: (_: Record<string, never>): string => 'This room is not in the new layout and was skipped.',
		help: 'If the room was renamed, give both names.',
		actions: () => [rename],
	},
	RELINK_ROOM_MOVED: {
		severity: 'warning',
		meaning:
			'The game draws the room at its new position, but its walkmesh uses area coordinates. Unless both are moved, ground and model are apart.',
		message: (d: { by: readonly [number, number, number]; done: boolean }): string =>
			`The new layout moves this room by ${decimals(d.by)} m. Its walkmesh, which is in area space, ${
				d.done ? 'was moved, too' : 'was not moved'
			}.`,
		help: 'Move the walkmesh along with the room.',
	},
});

/** What is not in a file that somebody exported, no finding can see: the page lists what to look at. */
const EXPORT = '`docs/before-export.md` lists what Blender leaves out of a file.';
const ROOMS_HELP =
	'Define rooms by name patterns, by the custom property "room" of nodes, by the empty nodes (collections, groups) that hold their objects, by name prefixes, or treat the whole scene as one room.';
/** Rooms of a scene are proposed, and confirmed by whoever knows them: no option would tell them apart in every scene. */
const PROPOSE: Action = { command: 'init', arguments: ['FILE'] };

/** What splitting a scene into the rooms of a level can find. */
export const ROOMS_FINDINGS = defineFindings({
	LEVEL_PART_OUTSIDE: {
		severity: 'error',
		explainedBy: {
			// Without rooms all lies outside them.
			input: ['LEVEL_ROOMS_UNGROUPED', 'LEVEL_ROOMS_UNMATCHED', 'DECISIONS_OPEN'],
		},
		meaning: 'Some ground belongs to no room node, so it would be in no walkmesh of the level.',
		message: (d: { triangles: number }): string => `${countOf(d.triangles, 'triangle')} outside every room.`,
		help: 'Make the node a child of a room, tag it with extras (room: "name"), or exclude it by naming it "ignore_…".',
	},
	LEVEL_WITHOUT_ROOMS: {
		severity: 'error',
		explainedBy: {
			input: ['LEVEL_ROOMS_UNGROUPED', 'LEVEL_ROOMS_UNMATCHED'],
		},
		meaning: `A level is a list of rooms, and none was found. ${EXPORT}`,
		message: (d: { hasLeft: boolean }): string =>
			d.hasLeft
				? 'The input has no rooms: only doors and placeables are named, and the rest was left.'
				: 'The input has no rooms.',
		help: 'A level is a scene with a node for each room, or a layout (.lyt) with a file for each room in its folder. For a door or placeable without a room, convert its scene to .dwk or .pwk.',
		actions: ({ hasLeft }: { hasLeft: boolean }) => (hasLeft ? [PROPOSE] : []),
	},
	LEVEL_ROOM_DUPLICATE: {
		severity: 'error',
		meaning: `Two rooms have the same name, but a room is a file with that name. One would replace the other. ${EXPORT}`,
		message: (d: { name: string; count: number; nodes: readonly string[] }): string => {
			const names = d.nodes.map((node) => `"${node}"`).join(', ');
			const more = d.count > d.nodes.length ? ', …' : '';
			return `${d.count} rooms are named "${d.name}"${d.nodes.every((node) => node === d.name) ? '' : `, of the nodes ${names}${more}`}.`;
		},
		help: 'Rooms are files: each needs its own name. Letter case and suffixes of copies such as .001 are ignored. Rename the nodes, or choose which nodes are rooms.',
		actions: () => [PROPOSE],
	},
	LEVEL_ROOMS_ASSUMED: {
		severity: 'info',
		meaning: `The scene does not define its rooms, so each top-level node became one. ${EXPORT}`,
		message: (d: { count: number; names: string }): string =>
			`Taking each of the ${d.count} top-level nodes as a room: ${d.names}.`,
		help: ROOMS_HELP,
		actions: () => [PROPOSE],
	},
	LEVEL_ROOMS_DOUBTFUL: {
		severity: 'warning',
		meaning: `The scene does not define its rooms, so each top-level node became one, and at least one of them does not look like a room. A room of many objects would be split into as many walkmeshes. ${EXPORT}`,
		message: (d: { count: number; names: string; doubtful: string; why: 'name' | 'default' | 'ground' }): string =>
			`Taking each of the ${d.count} top-level nodes as a room (${d.names}), but "${d.doubtful}" ${
				{
					name: 'is not a valid room name',
					default: 'is a default name of modelling tools',
					ground: 'has no walkable faces',
				}[d.why]
			}.`,
		help: ROOMS_HELP,
		actions: () => [PROPOSE],
	},
	LEVEL_ROOM_EMPTY: {
		severity: 'warning',
		meaning: `A node looks like those that hold rooms, but has no children. Objects that were hidden or not selected during the export are not in the file. ${EXPORT}`,
		message: (d: { name: string }): string =>
			`"${d.name}" is beside the rooms but empty, so it does not become a room.`,
		help: 'Export its objects as well, or name it "ignore_…" if it is not a room.',
	},
	LEVEL_ROOM_DOOR: {
		severity: 'warning',
		meaning:
			'An object with the name and size of a door became a room, because the scene does not say otherwise. Doors are not part of rooms: each is placed in the area and has its own walkmeshes.',
		message: (d: { names: readonly string[] }): string =>
			`${countOf(d.names.length, 'door is read as a room', 'doors are read as rooms')}: ${listed(d.names)}.`,
		help: 'Leave doors out by naming them "ignore_…". Each needs its own walkmeshes, generated from its model.',
		actions: () => [PROPOSE],
	},
	LEVEL_ROOMS_UNGROUPED: {
		severity: 'error',
		meaning: `Rooms should be the nodes that hold their objects, but there are no such nodes. ${EXPORT}`,
		message: (d: { by: string }): string =>
			`No rooms by ${d.by}: no node without geometry of its own holds the ground of several objects or of one.`,
		help: 'Put the objects of each room below an empty node with the name of the room.',
		actions: () => [{ option: 'roomPattern', placeholder: 'PATTERN' }],
	},
	LEVEL_ROOMS_UNMATCHED: {
		severity: 'error',
		meaning: 'No node with ground matches the room pattern.',
		message: (d: { pattern: string }): string => `No node with geometry matches the room pattern "${d.pattern}".`,
		help: 'Check the spelling; * and ? are wildcards.',
		actions: () => [{ option: 'roomPattern', placeholder: 'PATTERN' }],
	},
	LEVEL_ROOM_NAME: {
		severity: 'error',
		meaning:
			'Rooms are files, and the game finds files by names of at most 16 letters, digits and underscores. It would not find this one.',
		message: (d: { names: readonly string[]; longest: number }): string =>
			`${
				d.names.length === 1
					? `${listed(d.names)} is not a valid room name`
					: `${d.names.length} names of rooms are not valid (${listed(d.names)})`
			}: the game accepts up to ${d.longest} letters, digits and "_".`,
		help: 'Rename the nodes, or tag them with extras (room: "name"). A room of a whole scene is named after the file: rename that.',
	},
	MARKER_ROOM_UNKNOWN: {
		severity: 'warning',
		meaning:
			'A marker links an edge to a room with this name. Transitions are room numbers of the layout, and the number of this room is unknown, so the marker has no effect.',
		message: (d: { room: string; layout: boolean }): string =>
			d.layout
				? `This marker names room "${d.room}", which is not in the layout.`
				: `This marker names room "${d.room}", but without a layout a marker needs the number of the room.`,
		help: 'Give the layout, or name the marker after the number of the room.',
		actions: (d: { layout: boolean }) => (d.layout ? [] : [{ option: 'layout', placeholder: 'FILE' }]),
	},
	MARKER_UNMATCHED: {
		severity: 'warning',
		meaning:
			'A marker for a link to another room is not on an open edge. Characters leave a room only over open edges.',
		message: (d: { room: string }): string =>
			`This marker of a transition to room "${d.room}" is not on a perimeter edge.`,
		help: 'Move it onto the open edge; lines must follow that edge within 1 cm. Blender drops loose edges: tick Data > Mesh > Loose Edges on export, or draw the transition as faces.',
	},
});
