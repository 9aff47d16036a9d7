import { type Action, defineFindings } from '../findings/report.ts';
import { countOf } from '../text/numbers.ts';
import { listed } from '../text/quote.ts';

const ROOMS_HELP =
	'Rooms are told apart by name patterns, by the custom property "room" of their nodes, by the empty nodes (collections, groups) that hold their objects, by what the names of their objects begin with, or there is one for the whole scene.';
const WAYS: readonly string[] = ['collection', 'parent', 'prefix', 'scene'];

/** @param ways values of `roomBy` that find rooms in the scene; without them all are suggested */
function roomActions(ways?: readonly string[]): readonly Action[] {
	return [
		...(Array.isArray(ways) ? (ways as readonly string[]) : WAYS).map((value): Action => ({ option: 'roomBy', value })),
		{ option: 'roomPattern', placeholder: 'PATTERN' },
	];
}

/** What splitting a scene into the rooms of a level can find. */
export const ROOMS_FINDINGS = defineFindings({
	LEVEL_PART_OUTSIDE: {
		severity: 'error',
		explainedBy: {
			// Without rooms all lies outside them.
			input: ['LEVEL_ROOMS_UNGROUPED', 'LEVEL_ROOMS_UNMATCHED'],
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
		meaning: 'A level is a list of rooms, and none was found. There is nothing to link and nothing to write.',
		message: (_: Record<string, never>): string => 'The input has no rooms.',
		help: 'A level is a scene with a node for each room, or a layout (.lyt) with a file for each room in its folder. A door or placeable without a room is made by convert, from its scene to .dwk or .pwk.',
	},
	LEVEL_ROOM_DUPLICATE: {
		severity: 'error',
		meaning: 'Two rooms have one name, but a room is a file of its name. One of the two would replace the other.',
		message: (d: { name: string; count: number; nodes: readonly string[]; ways?: readonly string[] }): string => {
			const names = d.nodes.map((node) => `"${node}"`).join(', ');
			const more = d.count > d.nodes.length ? ', …' : '';
			return `${d.count} rooms are named "${d.name}"${d.nodes.every((node) => node === d.name) ? '' : `, of the nodes ${names}${more}`}.`;
		},
		help: 'Rooms are files: each needs a name of its own, ignoring case and the suffixes of copies such as .001. Rename the nodes, or choose which nodes are rooms.',
		actions: (d: { ways?: readonly string[] }) => roomActions(d.ways),
	},
	LEVEL_ROOMS_ASSUMED: {
		severity: 'info',
		meaning:
			'Nothing in the scene says what its rooms are, so each node at the top became one: a walkmesh, a line of the layout, and links to the others.',
		message: (d: { count: number; names: string }): string =>
			`Taking each of the ${d.count} top-level nodes as a room: ${d.names}.`,
		help: ROOMS_HELP,
		actions: () => roomActions(),
	},
	LEVEL_ROOMS_DOUBTFUL: {
		severity: 'warning',
		meaning:
			'Nothing in the scene says what its rooms are, so each node at the top became one, and at least one of them is hardly a room. A room of many objects would be cut into as many walkmeshes.',
		message: (d: {
			count: number;
			names: string;
			doubtful: string;
			why: 'name' | 'default' | 'ground';
			/** Values of `roomBy` that find rooms in this scene. */
			ways?: readonly string[];
		}): string =>
			`Taking each of the ${d.count} top-level nodes as a room (${d.names}), but "${d.doubtful}" ${
				{
					name: 'is not a valid room name',
					default: 'is a default name of modelling tools',
					ground: 'has no walkable faces',
				}[d.why]
			}.`,
		help: ROOMS_HELP,
		actions: (d: { ways?: readonly string[] }) => roomActions(d.ways),
	},
	LEVEL_ROOM_EMPTY: {
		severity: 'warning',
		meaning:
			'A node stands beside those that hold the rooms, like one of them, but nothing is below it. The objects of a room that were hidden or not selected when the scene was exported are not in the file.',
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
		actions: () => [{ command: 'collision', arguments: ['MODEL', 'NAME'], options: [{ option: 'door' }] }],
	},
	LEVEL_ROOMS_UNGROUPED: {
		severity: 'error',
		meaning: 'Rooms were asked for by the nodes that hold their objects, and there are no such nodes.',
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
