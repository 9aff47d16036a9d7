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
		meaning: 'Where open edges of two rooms coincide, characters can now cross from one room to the other.',
		message: (d: { links: number; rooms: number; kept: number; cleared: number }): string =>
			`${countOf(d.links, 'link')} between ${countOf(d.rooms, 'room')}${
				d.kept === 0 ? '' : `; kept ${countOf(d.kept, 'transition')} that no geometry confirms`
			}${d.cleared === 0 ? '' : `; cleared ${countOf(d.cleared, 'transition')} that no geometry confirms`}.`,
		help: 'Perimeter edges of two rooms that coincide in opposite directions are linked.',
	},
	LINK_REPLACED: {
		severity: 'info',
		meaning:
			'The edge led to another room than the one whose edge lies there. In the game characters would not have arrived.',
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
			'An edge should lead to a room, but no edge of that room lies there. Characters look for ground of that room at this point, find none, and stop.',
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
		meaning: 'An edge within the ground is marked as a link. Characters leave a room only where its ground ends.',
		message: (d: { to: number; edges: number; elsewhere: boolean }): string =>
			`${countOf(d.edges, 'edge')} marked as a link to room ${d.to} ${
				d.edges === 1 ? 'is not a perimeter edge' : 'are not perimeter edges'
			}${d.elsewhere ? ', other marked edges of this room are' : ', and no other edge of this room links there'}. The mark was removed.`,
		help: 'Only open edges of walkable faces can link to another room. Mark the edge where the walkable faces end.',
	},
	LINK_AMBIGUOUS: {
		severity: 'warning',
		explainedBy: {
			// Two rooms at one place compete for the same edges.
			room: ['ROOMS_EQUAL', 'ROOMS_OVERLAP'],
		},
		meaning: 'Edges of three rooms or more lie in one spot, and an edge can lead to one room only.',
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
		help: 'More than two edges coincide, perhaps because a room is in the layout twice. The nearest two are linked; of equally near ones, those of the rooms that come first in the layout.',
	},
	LINK_SNAPPED: {
		severity: 'info',
		meaning: 'Edges of two rooms lay a little apart. They were moved together, so that characters can cross.',
		message: (d: { other: number; name: string; distance: number }): string =>
			`This edge and the edge of ${room(d.other, d.name)} were ${metres(d.distance)} apart. They were moved together and linked.`,
		help: 'Move the vertices in the scene as well, so that models and walkmeshes agree.',
	},
	LINK_NOT_JOINED: {
		severity: 'warning',
		meaning:
			'Edges of two rooms lie a little apart, and moving them together would spoil a face. Readers that join rooms by equal coordinates do not join them.',
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
		meaning:
			'Corners of linked rooms were made equal to the last bit. The game does not need that, but other readers do.',
		message: (d: { vertices: number; distance: number }): string =>
			`Moved ${countOf(d.vertices, 'vertex', 'vertices')} by up to ${metres(d.distance)} onto the vertices of linked rooms.`,
		help: 'Some readers join rooms only where coordinates are equal. Coordinates within the tolerance can be left alone instead.',
		actions: () => [{ option: 'exact', value: false }],
	},
	SEAM_ENDS_MOVED: {
		severity: 'info',
		meaning:
			'Corners of two rooms lay so near to each other along their seam that cutting there would have left slivers. They were moved together.',
		message: (d: { vertices: number; distance: number }): string =>
			`Moved ${countOf(d.vertices, 'vertex', 'vertices')} by up to ${metres(d.distance)} onto the vertices of neighbouring rooms, where cutting would have left slivers.`,
		help: 'Move the vertices in the scene as well, so that models and walkmeshes agree.',
	},
	SEAM_CUT: {
		severity: 'info',
		meaning:
			'Along the seam of two rooms one had a vertex where the other had none. The edge was cut there, so that both have the same edges and can be linked.',
		message: (d: { other: number; name: string; offset: number }): string =>
			`This edge was split where ${room(d.other, d.name)} has a vertex${d.offset < 5e-5 ? '' : `, ${metres(d.offset)} beside it`}.`,
		help: 'Both sides of a seam need the same points to be linked edge by edge.',
	},
	SEAM_NOT_CUT: {
		severity: 'warning',
		meaning:
			'Along the seam of two rooms one has a vertex where the other has none, and cutting there would spoil a face. That part of the seam cannot be linked edge by edge.',
		message: (d: { other: number; name: string; offset: number }): string =>
			`${Room(d.other, d.name)} has a vertex ${metres(d.offset)} beside this edge. The edge was not split there, because a face would bend or flip.`,
		help: 'Divide both rooms at the same points in the scene.',
	},
	RELINK_MAPPED: {
		severity: 'info',
		meaning:
			'Transitions are numbers of rooms. The order of rooms changed, so the numbers were changed to lead to the same rooms.',
		message: (d: { edges: number; from: number; to: number; name: string }): string =>
			`${countOf(d.edges, 'transition')} to "${d.name}" changed from room ${d.from} to room ${d.to}.`,
		help: 'Transitions follow the names of rooms from the old layout to the new one.',
	},
	RELINK_DANGLING: {
		severity: 'warning',
		meaning:
			'A transition led to a room that is not in the layout any more. Left as it is, it would lead to another room.',
		message: (d: { from: number; name: string | undefined; why: 'out-of-range' | 'placeholder' | 'gone' }): string =>
			`This edge linked to ${
				{
					'out-of-range': `room ${d.from}, which is not in the old layout`,
					placeholder: `room ${d.from}, a placeholder`,
					gone: `${room(d.from, d.name)}, which is not in the new layout`,
				}[d.why]
			}. The transition was cleared.`,
		help: 'If the room was renamed, give both names. Otherwise find the links again from the geometry.',
		actions: () => [rename, ...link()],
	},
	RELINK_ROOM_ADDED: {
		severity: 'warning',
		meaning:
			'The room is new in the layout, so it is not known by which order its transitions count. They may lead to wrong rooms.',
		message: (_: Record<string, never>): string =>
			'This room is not in the old layout, so its transitions could not be mapped. They were left as they are.',
		help: 'If the room was renamed, give both names. Otherwise find the links again from the geometry.',
		actions: () => [rename, ...link()],
	},
	RELINK_ROOM_REMOVED: {
		severity: 'info',
		meaning: 'The room is not part of the area any more, so its walkmesh was not looked at.',
		message: (_: Record<string, never>): string => 'This room is not in the new layout and was skipped.',
		help: 'If the room was renamed, give both names.',
		actions: () => [rename],
	},
	RELINK_ROOM_MOVED: {
		severity: 'warning',
		meaning:
			'The game draws the room at its new position, but its walkmesh has coordinates of the area. Unless both are moved, ground and model are apart.',
		message: (d: { by: readonly [number, number, number]; done: boolean }): string =>
			`The new layout moves this room by ${decimals(d.by)} m. Its walkmesh, which is in area space, ${
				d.done ? 'was moved, too' : 'was not moved'
			}.`,
		help: 'Coordinates of a room walkmesh include the position of the room in the layout.',
	},
});

/** What is not in a file that somebody exported, no finding can see: the page lists what to look at. */
const EXPORT = '`docs/before-export.md` lists what Blender leaves out of a file.';
const ROOMS_HELP =
	'Rooms are told apart by name patterns, by the custom property "room" of their nodes, by the empty nodes (collections, groups) that hold their objects, by what the names of their objects begin with, or there is one for the whole scene.';
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
		meaning: 'Ground of the scene lies below no node of a room, so it would be in no walkmesh of the level.',
		message: (d: { triangles: number }): string => `${countOf(d.triangles, 'triangle')} outside every room.`,
		help: 'Make the node a child of a room, tag it with extras (room: "name"), or exclude it by naming it "ignore_…".',
	},
	LEVEL_WITHOUT_ROOMS: {
		severity: 'error',
		explainedBy: {
			input: ['LEVEL_ROOMS_UNGROUPED', 'LEVEL_ROOMS_UNMATCHED'],
		},
		meaning: `A level is a list of rooms, and none was found. There is nothing to link and nothing to write. ${EXPORT}`,
		message: (d: { hasLeft: boolean }): string =>
			d.hasLeft
				? 'The input has no rooms: only doors and placeables are named, and the rest was left.'
				: 'The input has no rooms.',
		help: 'A level is a scene with a node for each room, or a layout (.lyt) with a file for each room in its folder. A door or placeable without a room is made by convert, from its scene to .dwk or .pwk.',
		actions: ({ hasLeft }: { hasLeft: boolean }) => (hasLeft ? [PROPOSE] : []),
	},
	LEVEL_ROOM_DUPLICATE: {
		severity: 'error',
		meaning: `Two rooms have one name, but a room is a file of its name. One of the two would replace the other. ${EXPORT}`,
		message: (d: { name: string; count: number; nodes: readonly string[] }): string => {
			const names = d.nodes.map((node) => `"${node}"`).join(', ');
			const more = d.count > d.nodes.length ? ', …' : '';
			return `${d.count} rooms are named "${d.name}"${d.nodes.every((node) => node === d.name) ? '' : `, of the nodes ${names}${more}`}.`;
		},
		help: 'Rooms are files: each needs a name of its own, ignoring case and the suffixes of copies such as .001. Rename the nodes, or choose which nodes are rooms.',
		actions: () => [PROPOSE],
	},
	LEVEL_ROOMS_ASSUMED: {
		severity: 'info',
		meaning: `Nothing in the scene says what its rooms are, so each node at the top became one: a walkmesh, a line of the layout, and links to the others. ${EXPORT}`,
		message: (d: { count: number; names: string }): string =>
			`Taking each of the ${d.count} top-level nodes as a room: ${d.names}.`,
		help: ROOMS_HELP,
		actions: () => [PROPOSE],
	},
	LEVEL_ROOMS_DOUBTFUL: {
		severity: 'warning',
		meaning: `Nothing in the scene says what its rooms are, so each node at the top became one, and at least one of them is hardly a room. A room of many objects would be cut into as many walkmeshes. ${EXPORT}`,
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
		meaning: `A node stands beside those that hold the rooms, like one of them, but nothing is below it. The objects of a room that were hidden or not selected when the scene was exported are not in the file. ${EXPORT}`,
		message: (d: { name: string }): string => `"${d.name}" stands among the rooms and is empty, so it becomes none.`,
		help: 'Export its objects as well, or name it "ignore_…" if it is no room.',
	},
	LEVEL_ROOM_DOOR: {
		severity: 'warning',
		meaning:
			'An object that is called a door, and is no larger than one, became a room of the level, as nothing in the scene says otherwise. The game opens and closes doors by itself: each is placed in the area, and has walkmeshes of its own.',
		message: (d: { names: readonly string[] }): string =>
			`${countOf(d.names.length, 'door is read as a room', 'doors are read as rooms')}: ${listed(d.names)}.`,
		help: 'Leave doors out by naming them "ignore_…". Each needs walkmeshes of its own, made from its model.',
		actions: () => [PROPOSE],
	},
	LEVEL_ROOMS_UNGROUPED: {
		severity: 'error',
		meaning: `Rooms were asked for by the nodes that hold their objects, and there are no such nodes. ${EXPORT}`,
		message: (d: { by: string }): string =>
			`No rooms by ${d.by}: no node without geometry of its own holds the ground of several objects or of one.`,
		help: 'Put the objects of each room below an empty node with the name of the room.',
		actions: () => [{ option: 'roomPattern', placeholder: 'PATTERN' }],
	},
	LEVEL_ROOMS_UNMATCHED: {
		severity: 'error',
		meaning: 'Rooms were asked for by a pattern, and no node with ground is called so.',
		message: (d: { pattern: string }): string => `No node with geometry matches the room pattern "${d.pattern}".`,
		help: 'Check the spelling; * and ? are wildcards.',
		actions: () => [{ option: 'roomPattern', placeholder: 'PATTERN' }],
	},
	LEVEL_ROOM_NAME: {
		severity: 'error',
		meaning:
			'A room is a file of its name, and the game finds files by names of at most 16 letters, digits and underscores. It would not find this one.',
		message: (d: { names: readonly string[]; longest: number }): string =>
			`${
				d.names.length === 1
					? `${listed(d.names)} is not a valid room name`
					: `${d.names.length} names of rooms are not valid (${listed(d.names)})`
			}: the game accepts up to ${d.longest} letters, digits and "_".`,
		help: 'Rename the nodes, or tag them with extras (room: "name"). A room of a whole scene is called like the file: rename that.',
	},
	MARKER_ROOM_UNKNOWN: {
		severity: 'warning',
		meaning:
			'A mark in the scene says that an edge leads to a room of this name. Transitions are numbers of rooms in the layout, and the number of this one is not known, so the mark has no effect.',
		message: (d: { room: string; layout: boolean }): string =>
			d.layout
				? `This marker names room "${d.room}", which is not in the layout.`
				: `This marker names room "${d.room}", but without a layout a marker needs the number of the room.`,
		help: 'Give the layout, or name the marker after the number of the room in it.',
		actions: (d: { layout: boolean }) => (d.layout ? [] : [{ option: 'layout', placeholder: 'FILE' }]),
	},
	MARKER_UNMATCHED: {
		severity: 'warning',
		meaning:
			'A mark in the scene says where a link to another room is, but no ground ends there. Characters leave a room only where its ground ends.',
		message: (d: { room: string }): string =>
			`This marker of a transition to room "${d.room}" is not on a perimeter edge.`,
		help: 'Move it onto the edge where the walkable faces end; lines have to follow that edge within 1 cm. Blender drops loose edges: tick Data > Mesh > Loose Edges on export, or draw the transition as faces.',
	},
});
