import { describe, expect, test } from 'vitest';
import { LEVEL_CHECK_FINDINGS } from '../../check/facts/level-findings.ts';
import { dependencyLine, sectionLine } from '../../level/formats/layout-lines.ts';
import { KIT_FINDINGS } from '../../level/kit/kit-findings.ts';
import { LAYOUT_FINDINGS as L } from '../../level/rooms/layout-findings.ts';
import { gameFileProblem, gameNameProblem } from '../../src/model/level.ts';
import { metres, misfit, point, squareMetres } from '../../src/seams/finding-words.ts';
import { LEVEL_FINDINGS } from '../../src/seams/findings.ts';

const F = { ...LEVEL_FINDINGS, ...LEVEL_CHECK_FINDINGS };
const to = { to: 2, name: 'hall' };
const other = { other: 2, name: 'hall' };
const seam = { ...other, otherEdge: 9, length: 2.5, gap: 0.005, kind: 'gap' as const, snap: 0.01 };
const overlap = { index: 1, name: 'yard', otherIndex: 2, otherName: 'hall', area: 3, dz: 0.5 };
const joint = { doorway: 1, other: 'hall', otherDoorway: 2, tolerance: 0.001 };
const sound = { width: 0, across: 0, along: 0, up: 0, turn: 0, ends: 0.02 };

/** One and several, with and without what may be missing: each way that a sentence can go. */
const sentences = (): readonly (readonly [string, string])[] => [
	[F.LINKS_FOUND.message({ links: 1, rooms: 2, kept: 0, cleared: 0 }), '1 link between 2 rooms.'],
	[
		F.LINKS_FOUND.message({ links: 3, rooms: 1, kept: 1, cleared: 2 }),
		'3 links between 1 room; kept 1 transition that no geometry confirms; cleared 2 transitions that no geometry confirms.',
	],
	[
		F.LINK_REPLACED.message({ from: 1, ...to }),
		'This edge linked to room 1. It now links to room 2 "hall", whose edge matches it.',
	],
	[
		F.LINK_UNCONFIRMED.message({ ...to, kept: true, count: 1 }),
		'This edge links to room 2 "hall", but no edge of that room matches it. The transition was kept.',
	],
	[
		F.LINK_UNCONFIRMED.message({ to: 7, name: undefined, kept: false, count: 3 }),
		'3 edges link to room 7, but the layout has no such room. The transitions were cleared.',
	],
	[
		F.LINK_UNCONFIRMED.message({
			...to,
			kept: false,
			count: 2,
			nearest: { room: 4, name: 'yard', distance: 1.5, at: [1, 2.125, -3] },
		}),
		'2 edges link to room 2 "hall", but no edge of that room matches them. Nearest: room 4 "yard", 1.5 m away at 1 2.13 -3. The transitions were cleared.',
	],
	[
		F.LINK_MISPLACED.message({ to: 2, edges: 1, elsewhere: true }),
		'1 edge marked as a link to room 2 is not a perimeter edge, other marked edges of this room are. The mark was removed.',
	],
	[
		F.LINK_MISPLACED.message({ to: 2, edges: 2, elsewhere: false }),
		'2 edges marked as a link to room 2 are not perimeter edges, and no other edge of this room links there. The mark was removed.',
	],
	[
		F.LINK_AMBIGUOUS.message({ ...other, distance: 0.01, linked: true, preferred: 1, preferredName: 'yard' }),
		'This edge links to room 1 "yard", but room 2 "hall" has an edge 10 mm away, too.',
	],
	[
		F.LINK_AMBIGUOUS.message({ ...other, distance: 0.01, linked: false, preferred: 1, preferredName: 'yard' }),
		'This edge is not linked: the edge of room 2 "hall", 10 mm away, links to room 1 "yard".',
	],
	[
		F.LINK_SNAPPED.message({ ...other, distance: 0.01 }),
		'This edge and the edge of room 2 "hall" were 10 mm apart. They were moved together and linked.',
	],
	[
		F.LINK_NOT_JOINED.message({ ...other, distance: 0.01, why: 'two-corners', linked: true }),
		'This edge and the edge of room 2 "hall" are 10 mm apart and were not moved together, because two corners of a face would coincide. They are linked anyway.',
	],
	[
		F.LINK_NOT_JOINED.message({ ...other, distance: 0.01, why: 'too-far', linked: false }),
		'This edge and the edge of room 2 "hall" are 10 mm apart and were not moved together, because a vertex would move too far. They are not linked.',
	],
	[
		F.LINK_ENDS_MOVED.message({ vertices: 1, distance: 0.01 }),
		'Moved 1 vertex by up to 10 mm onto the vertices of linked rooms.',
	],
	[
		F.SEAM_ENDS_MOVED.message({ vertices: 2, distance: 0.01 }),
		'Moved 2 vertices by up to 10 mm onto the vertices of neighbouring rooms, where cutting would have left slivers.',
	],
	[
		F.SEAM_ENDS_MOVED.message({ vertices: 1, distance: 0.01 }),
		'Moved 1 vertex by up to 10 mm onto the vertices of neighbouring rooms, where cutting would have left slivers.',
	],
	[
		F.GROUND_LEAK.message({ count: 1, length: 2 }),
		'This open edge (2 m) has neither a link nor a wall, and nothing lies beyond.',
	],
	[
		F.GROUND_LEAK.message({ count: 3, length: 2 }),
		'3 open edges in a row (2 m) have neither a link nor a wall, and nothing lies beyond; this is the longest.',
	],
	[
		L.LAYOUT_POSITIONS_SHARED.message({ count: 3, position: [0, 0, 0] }),
		'All 3 rooms have the position 0 0 0, so their models must be in area space, as their walkmeshes are.',
	],
	[F.SEAM_CUT.message({ ...other, offset: 0 }), 'This edge was split where room 2 "hall" has a vertex.'],
	[
		F.SEAM_CUT.message({ ...other, offset: 0.01 }),
		'This edge was split where room 2 "hall" has a vertex, 10 mm beside it.',
	],
	[
		F.SEAM_NOT_CUT.message({ ...other, offset: 0.01 }),
		'Room 2 "hall" has a vertex 10 mm beside this edge. The edge was not split there, because a face would bend or flip.',
	],
	[F.RELINK_MAPPED.message({ edges: 2, from: 1, ...to }), '2 transitions to "hall" changed from room 1 to room 2.'],
	[
		F.RELINK_DANGLING.message({ from: 1, name: undefined, why: 'out-of-range' }),
		'This edge linked to room 1, which is not in the old layout. The transition was cleared.',
	],
	[
		F.RELINK_DANGLING.message({ from: 1, name: undefined, why: 'placeholder' }),
		'This edge linked to room 1, a placeholder. The transition was cleared.',
	],
	[
		F.RELINK_DANGLING.message({ from: 1, name: 'hall', why: 'gone' }),
		'This edge linked to room 1 "hall", which is not in the new layout. The transition was cleared.',
	],
	[
		F.RELINK_ROOM_MOVED.message({ by: [1, -2.0004, 0], done: true }),
		'The new layout moves this room by 1 -2 0 m. Its walkmesh, which is in area space, was moved, too.',
	],
	[
		F.RELINK_ROOM_MOVED.message({ by: [1, 0.5, 0], done: false }),
		'The new layout moves this room by 1 0.5 0 m. Its walkmesh, which is in area space, was not moved.',
	],
	[
		F.LINK_OUT_OF_RANGE.message({ to: 7, rooms: 3, count: 2 }),
		'2 edges link to room 7, but the layout has 3 rooms: characters cannot cross.',
	],
	[F.LINK_TO_SELF.message({ to: 2, count: 1 }), 'This edge links to its own room, 2: characters cannot cross.'],
	[F.LINK_TO_SELF.message({ to: 2, count: 2 }), '2 edges link to their own room, 2: characters cannot cross.'],
	[
		F.LINK_WITHOUT_GROUND.message({ ...to, walkmesh: true, count: 1 }),
		'This edge links to room 2 "hall", which has no walkable face: characters cannot cross.',
	],
	[
		F.LINK_WITHOUT_GROUND.message({ ...to, walkmesh: false, count: 2 }),
		'2 edges link to room 2 "hall", which has no walkmesh: characters cannot cross.',
	],
	[
		F.LINK_APART.message({ ...to, count: 1 }),
		'This edge links to room 2 "hall", which has no edge in the opposite direction.',
	],
	[
		F.LINK_APART.message({ ...to, count: 1, distance: 3 }),
		'This edge links to room 2 "hall", but the nearest edge of that room is 3 m away.',
	],
	[
		F.LINK_APART.message({ ...to, count: 1, distance: 0.01, kind: 'gap' }),
		'This edge links to room 2 "hall", but the edges leave a gap of 10 mm.',
	],
	[
		F.LINK_APART.message({ ...to, count: 2, distance: 0.01, kind: 'height' }),
		'2 edges link to room 2 "hall", but the edges differ in height by 10 mm at most.',
	],
	[
		F.LINK_DIVIDED.message({ ...to, count: 2 }),
		'2 edges link to room 2 "hall", which has other vertices along the seam.',
	],
	[
		F.LINK_ONE_WAY.message({ ...to, back: -1, own: 5, count: 1 }),
		'This edge links to room 2 "hall", but the edge there has no link back to room 5.',
	],
	[
		F.LINK_ONE_WAY.message({ ...to, back: -1, own: 5, count: 2 }),
		'2 edges link to room 2 "hall", but the edges there have no link back to room 5.',
	],
	[
		F.LINK_ONE_WAY.message({ ...to, back: 0, own: 5, count: 1 }),
		'This edge links to room 2 "hall", but the edge there links to room 0 instead of room 5.',
	],
	[
		F.LINK_ONE_WAY.message({ ...to, back: 3, own: 5, count: 2 }),
		'2 edges link to room 2 "hall", but the edges there link to room 3 instead of room 5.',
	],
	[
		F.LINK_INEXACT.message({ ...to, distance: 0.001, count: 1 }),
		'This edge and the linked edge of room 2 "hall" are 1 mm apart.',
	],
	[
		F.LINK_INEXACT.message({ ...to, distance: 0.001, count: 2 }),
		'2 edges and the linked edges of room 2 "hall" are up to 1 mm apart.',
	],
	[
		F.ROOM_SHIFTED.message({ by: [1, 2, 3], distance: 4, rooms: 1, edges: 2, more: 0 }),
		'This room lies 4 m off its position: its 2 linked edges would meet those of 1 room if it were moved by 1 2 3.',
	],
	[
		F.ROOM_SHIFTED.message({ by: [1, 2, 3], distance: 4, rooms: 2, edges: 1, more: 3 }),
		'This room and 3 rooms linked with it lie 4 m off their position: their 1 linked edge would meet those of 2 rooms if they were moved by 1 2 3.',
	],
	[
		F.ROOM_SHIFTED.message({ ...to, by: [1, 0, 0], distance: 1, width: 2, linked: 0, doorways: 1, more: 0 }),
		'This room and room 2 "hall" have doorways that lie 1 m apart and are not linked: the two would meet if this room were moved by 1 0 0.',
	],
	[
		F.ROOM_SHIFTED.message({ ...to, by: [0, 1, 0], distance: 1, width: 3, linked: 2, doorways: 2, more: 1 }),
		'Only 2 m of the 3 m of this doorway to room 2 "hall" are linked, because it lies 1 m beside that of the other room: 2 doorways would meet if this room and 1 room linked with it were moved by 0 1 0.',
	],
	[
		F.LINKS_MISNUMBERED.message({ edges: 4, numbers: 2, to: 3, toName: 'yard', name: 'hall' }),
		'4 links to 2 rooms are numbered as in another layout: those to room 3 "yard" lie along "hall".',
	],
	[
		F.ROOM_UNLINKED.message({ rooms: 1, edges: 2 }),
		'This room has no links, though 2 edges of it coincide with those of 1 room.',
	],
	[
		F.ROOM_UNLINKED.message({ pairs: 2 }),
		'No room of this level has a link, though the edges of 2 pairs of rooms coincide.',
	],
	[
		F.SEAM_UNLINKED.message({ ...seam, count: 1 }),
		'Missing link: this edge and edge 9 of room 2 "hall" leave a gap of 5 mm for 2.5 m. Characters meet an invisible wall.',
	],
	[
		F.SEAM_UNLINKED.message({ ...seam, count: 3 }),
		'Missing link: this edge and edge 9 of room 2 "hall" leave a gap of 5 mm for 2.5 m. There are 3 such places between the two rooms; this is the worst. Characters meet an invisible wall.',
	],
	[
		F.SEAM_NEAR.message({ ...seam, kind: 'shift' }),
		'This room and room 2 "hall" are not linked; here their edges are shifted along each other by 5 mm for 2.5 m.',
	],
	[
		F.ROOMS_OVERLAP.message(overlap),
		'Room 1 "yard" and room 2 "hall" overlap by 3 m² seen from above, 0.5 m apart in height. The game uses room 1 there, because it comes first in the layout.',
	],
	[
		F.ROOMS_STACKED.message(overlap),
		'Room 2 "hall" is 0.5 m above room 1 "yard" on 3 m² seen from above. The game uses room 1 there at any height, because it comes first in the layout.',
	],
	[
		F.ROOMS_STACKED.message({ ...overlap, dz: -4 }),
		'Room 2 "hall" is 4 m below room 1 "yard" on 3 m² seen from above. The game uses room 1 there at any height, because it comes first in the layout.',
	],
	[
		F.DOORWAY_NARROW.message({ ...to, width: 0.5 }),
		'The doorway to room 2 "hall" is 0.5 m wide: characters, which are 0.7 m wide, may get stuck.',
	],
	[
		F.DOORWAY_UNMET.message({ width: 2, nearest: { room: 2, name: 'hall', distance: 0.4, kind: 'height', snap: 0.4 } }),
		'The doorway to room 2 "hall", 2 m wide, is not linked: its two sides differ in height by 0.4 m.',
	],
	[
		F.DOORWAY_BARRED.message({ to: 2, name: 'hall', width: 2, depth: 0.4, surface: 'Nonwalk' }),
		'The doorway to room 2 "hall", 2 m wide, is not linked: this side of it has faces of surface Nonwalk, which cannot be walked on, for 0.4 m.',
	],
	[
		F.ROOM_TURNED.message({ degrees: -90, mirrored: false, x: 4, y: 2.5, by: [0, 0, 0], doorways: 3, now: 0 }),
		'This room looks turned: if it were turned by -90° about 4 2.5, 3 doorways would meet those of other rooms.',
	],
	[
		F.ROOM_TURNED.message({ degrees: 0, mirrored: true, x: 4, y: 2, by: [0, 0, 0], doorways: 2, now: 1 }),
		'This room looks mirrored: if it were mirrored along x about 4 2, 2 doorways would meet those of other rooms; as it is, one does.',
	],
	[
		F.ROOM_TURNED.message({ degrees: 90, mirrored: true, x: 4, y: 2, by: [0, 0, 0], doorways: 3, now: 2 }),
		'This room looks mirrored: if it were mirrored along x and turned by 90° about 4 2, 3 doorways would meet those of other rooms; as it is, 2 do.',
	],
	[
		F.ROOM_RESIZED.message({
			factor: 1 / 0.0254,
			about: [0, 0, 0],
			by: [0, 0, 0],
			isFlat: false,
			isUnit: true,
			rooms: 2,
		}),
		'This room looks as if it were in another unit: multiplied by 39.37 about 0 0 0, its edges would meet those of 2 rooms.',
	],
	[
		F.ROOM_RESIZED.message({
			factor: 0.95238,
			about: [4, 2.5, 0],
			by: [0, 0, 0],
			isFlat: true,
			isUnit: false,
			rooms: 1,
		}),
		'This room looks scaled: multiplied by 0.95238 along x and y about 4 2.5 0, its edges would meet those of 1 room.',
	],
	[
		F.DOORWAY_WALLED.message({ ...to, width: 2, walls: [3], otherWalls: [] }),
		'A wall stands in the doorway to room 2 "hall", which is 2 m wide: nowhere in it is a way of 0.7 m, which characters need. In the way is face 3 of this room.',
	],
	[
		F.DOORWAY_WALLED.message({ ...to, width: 2, walls: [3, 5, 6, 7], otherWalls: [0, 2, 4, 6, 8, 10, 12, 14, 16] }),
		'A wall stands in the doorway to room 2 "hall", which is 2 m wide: nowhere in it is a way of 0.7 m, which characters need. In the way are faces 3, 5-7 of this room and faces 0, 2, 4, 6, 8, 10, 12, 14 … of the other.',
	],
	[
		F.LINK_WALLED.message({ ...to, count: 1, length: 2 }),
		'This edge links to room 2 "hall" with a wall on it; this one is 2 m long. Characters stop at the wall.',
	],
	[
		F.LINK_WALLED.message({ ...to, count: 2, length: 2 }),
		'2 edges link to room 2 "hall" with a wall on them; this one is 2 m long. Characters stop at the wall.',
	],
	[
		F.ROOMS_HEAPED.message({ pairs: 90 }),
		'90 pairs of rooms overlap seen from above; further ones were not looked at. The rooms lie in a heap.',
	],
	[
		F.SEAMS_CROWDED.message({ edges: 64 }),
		'More than 64 open edges lie near this one, so not all of them were compared: links may be missing here.',
	],
	[
		F.ROOM_UNREACHABLE.message({ room: 2, rooms: 5, main: 3, out: false, count: 1 }),
		'No link leads into room 2 from the main part of the level (3 of 5 rooms with walkable faces).',
	],
	[
		F.ROOM_UNREACHABLE.message({
			room: 2,
			rooms: 5,
			main: 3,
			out: true,
			count: 3,
			nearest: { room: 1, name: 'yard', distance: 0.2, kind: 'overlap', snap: 0.2 },
		}),
		'No link leads into room 2 and 2 rooms behind it from the main part of the level (3 of 5 rooms with walkable faces), though links lead out of it. The nearest edge that faces it is in room 1 "yard": here the two overlap by 0.2 m.',
	],
	[
		F.GROUND_DIVIDED.message({
			gap: 0.2,
			one: { area: 4, doorways: [] },
			other: {
				area: 9,
				doorways: [
					{ room: 1, name: 'yard' },
					{ room: 2, name: 'hall' },
				],
			},
		}),
		'The ground of this room ends here, 0.2 m from the rest of it. It separates 4 m² from the doorways to room 1 "yard", room 2 "hall" (9 m²).',
	],
	[
		F.GROUND_DIVIDED.message({
			gap: 0.2,
			one: { area: 4, doorways: [{ room: 1, name: 'yard' }] },
			other: { area: 9, doorways: [] },
		}),
		'The ground of this room ends here, 0.2 m from the rest of it. It separates the doorway to room 1 "yard" (4 m²) from 9 m².',
	],
	[
		KIT_FINDINGS.KIT_MISFIT.message({ ...joint, ...sound }),
		'Doorway 1 does not fit doorway 2 of room "hall": their ends are 20 mm apart.',
	],
	[
		KIT_FINDINGS.KIT_MISFIT.message({ ...joint, ...sound, width: 0.5, across: 2, along: 0.25, up: 1, turn: 30 }),
		'Doorway 1 does not fit doorway 2 of room "hall": it is 0.5 m wider, lies 2 m beyond it, is 0.25 m off to the left, is 1 m higher, is turned by 30°.',
	],
	[
		KIT_FINDINGS.KIT_MISFIT.message({ ...joint, ...sound, width: -0.5, across: -2, along: -0.25, up: -1, turn: -30 }),
		'Doorway 1 does not fit doorway 2 of room "hall": it is 0.5 m narrower, lies 2 m within it, is 0.25 m off to the right, is 1 m lower, is turned by 30°.',
	],
	[
		L.LAYOUT_POSITION_OFF.message({ name: 'hall', position: [1, 2.345, 0], distance: 12.3456, scene: false, by: [] }),
		'The layout puts room "hall" at 1 2.35 0, 12.3 m outside its ground; those of other rooms fit.',
	],
	[
		L.LAYOUT_POSITION_OFF.message({ name: 'hall', position: [1, 2, 0], distance: 9, scene: true, by: [3, 4.5, 0] }),
		'The node of room "hall" stands at 1 2 0, 9 m outside its ground; those of other rooms fit. Move its origin by 3 4.5 0, and leave the ground where it is.',
	],
	[
		L.LAYOUT_POSITIONS_OFF.message({ rooms: 3, distance: 12.3456, axes: 'x -z y' }),
		'The layout puts 3 rooms up to 12.3 m outside their ground. All would fit it if positions were x -z y instead of x y z.',
	],
	[
		L.LAYOUT_POSITIONS_OFF.message({ rooms: 3, distance: 1, factor: 1 / 0.3048 }),
		'The layout puts 3 rooms up to 1 m outside their ground. All would fit it if positions were multiplied by 3.2808.',
	],
	[
		L.LAYOUT_POSITIONS_APART.message({ pairs: 9, now: 0, factor: 0.01 }),
		'Where the layout puts them, no two rooms meet. 9 pairs would if positions were multiplied by 0.01.',
	],
	[
		L.LAYOUT_POSITIONS_APART.message({ pairs: 9, now: 1, axes: 'y x z' }),
		'Where the layout puts them, only 1 pair of rooms meets. 9 pairs would if positions were y x z instead of x y z.',
	],
	[
		L.LAYOUT_POSITIONS_APART.message({ pairs: 9, now: 2, factor: 2 }),
		'Where the layout puts them, only 2 pairs of rooms meet. 9 pairs would if positions were multiplied by 2.',
	],
	[
		L.LAYOUT_DOORHOOK_ROOM_UNKNOWN.message({ door: 'gate', room: 'yard' }),
		'Door hook "gate" names room "yard", which is not in the layout.',
	],
	[L.LAYOUT_NAME_INVALID.message({ name: '', problem: 'empty' }), 'A name is empty.'],
	[
		L.LAYOUT_NAME_INVALID.message({ name: 'a_hall_of_seventeen', problem: 'length' }),
		'The name "a_hall_of_seventeen" has 19 characters; the game accepts 16.',
	],
	[
		L.LAYOUT_NAME_INVALID.message({ name: 'a hall', problem: 'characters' }),
		'The name "a hall" has characters other than letters, digits and "_".',
	],
	[
		L.LAYOUT_NAME_DUPLICATE.message({ name: 'hall', first: 1, again: 4 }),
		'Room 4 has the same name as room 1: "hall".',
	],
	[
		L.ROOMS_SWAPPED.message({ names: ['yard', 'hall', 'way'] }),
		'The layout puts room "yard" at the ground of "hall", "hall" at the ground of "way", "way" at the ground of "yard": their walkmeshes changed places.',
	],
	[L.VIS_ROOM_UNKNOWN.message({ name: 'yard' }), 'Room "yard" is not in the layout.'],
	[
		L.VIS_LINKS_NONE.message({ pairs: 7 }),
		'The visibility file lists none of the 7 pairs of linked rooms: whoever walks over sees nothing there.',
	],
	[
		L.VIS_ROOM_UNSEEN.message({ room: 'yard' }),
		'Room "yard" of the layout is not in the visibility file: no other room is drawn from it, and it is drawn from no other room.',
	],
	[
		L.LAYOUT_POSITIONS_EQUAL.message({ count: 3, rooms: 3, position: [0, 0, 0], heap: true }),
		'The layout has all 3 rooms at 0 0 0, and their ground lies in one heap there.',
	],
	[
		L.LAYOUT_POSITIONS_EQUAL.message({ count: 2, rooms: 3, position: [0, 0, 0], heap: false }),
		'The layout has 2 of 3 rooms at 0 0 0, but their ground lies elsewhere.',
	],
	[
		L.VIS_LINK_UNSEEN.message({ room: 'yard', other: 'hall', count: 1 }),
		'Rooms "yard" and "hall" are linked, but the visibility file does not list one for the other: whoever walks over sees nothing there.',
	],
	[
		L.VIS_LINK_UNSEEN.message({ room: 'yard', other: 'hall', count: 2 }),
		'Room "yard" is linked with 2 rooms, and the visibility file lists none of them for it, nor it for them: whoever walks over sees nothing there.',
	],
];

test('each sentence goes as it should', () => {
	const all = sentences();
	expect(all.map(([said]) => said)).toStrictEqual(all.map(([, meant]) => meant));
});

describe('what can be done', () => {
	const clear = { option: 'unmatched', value: 'clear' };

	test('about a link that nothing confirms: clear it where it was kept', () => {
		const link = { ...to, count: 1 };
		expect(F.LINK_UNCONFIRMED.actions?.({ ...link, kept: true } as never)).toEqual([clear]);
		expect(F.LINK_UNCONFIRMED.actions?.({ ...link, kept: false } as never)).toEqual([]);
	});

	test('about a seam: by how its edges miss each other', () => {
		const actions = (kind: string, snap = 0.01) => F.SEAM_UNLINKED.actions?.({ ...seam, kind, snap } as never);
		expect(actions('whole')).toMatchObject([{ command: 'link' }]);
		expect(actions('divided')).toEqual([{ option: 'conform', value: true }]);
		expect(actions('gap')).toEqual([{ option: 'snap', value: 0.01 }]);
		expect(actions('gap', 0)).toEqual([{ option: 'snap', value: 0.1 }]);
	});

	test('about a position that is off: move the ground along, unless it was made from a scene', () => {
		expect(L.LAYOUT_POSITION_OFF.actions?.({ scene: true })).toEqual([]);
		expect(L.LAYOUT_POSITION_OFF.actions?.({ scene: false })).toEqual([
			{
				command: 'link',
				arguments: ['LAYOUT'],
				options: [{ option: 'from', placeholder: 'OLD' }, { option: 'move' }, { option: 'inPlace' }],
			},
		]);
	});

	test('about rooms that are not seen from where one walks to them: write the visibility anew', () => {
		for (const { actions } of [L.VIS_LINK_UNSEEN, L.VIS_LINKS_NONE])
			expect(actions?.()).toEqual([{ option: 'newVis' }]);
	});

	test('about a room that was moved alone: move it back', () => {
		expect(F.ROOM_SHIFTED.actions?.({ by: [1, 2, 3] } as never)).toEqual([
			{
				command: 'convert',
				arguments: ['FILE', 'FILE'],
				options: [{ option: 'translate', value: '1,2,3' }, { option: 'force' }],
			},
		]);
	});
});

test('lengths, areas and points have as many digits as help', () => {
	expect([0.0005, 0.0123456, 0.5, 1.5, -2, 12.3456].map(metres)).toMatchInlineSnapshot(`
		[
		  "0.5 mm",
		  "12 mm",
		  "0.5 m",
		  "1.5 m",
		  "2 m",
		  "12.35 m",
		]
	`);
	expect([0.5, 3, 12.3456, 1234.5].map(squareMetres)).toMatchInlineSnapshot(`
		[
		  "0.5 m²",
		  "3 m²",
		  "12.3 m²",
		  "1230 m²",
		]
	`);
	expect(point([1, -0.004, 2.345678])).toBe('1 0 2.35');
	expect(
		(['whole', 'divided', 'gap', 'overlap', 'height', 'shift'] as const).map((kind) => misfit({ kind, gap: 2 })),
	).toEqual([
		'coincide',
		'coincide, with different vertices,',
		'leave a gap of 2 m',
		'overlap by 2 m',
		'differ in height by 2 m',
		'are shifted along each other by 2 m',
	]);
});

test('names that the game cannot load say why', () => {
	expect(['quay_01a.wok', 'gate0.dwk', 'x.svg', 'a b.glb', 'abcdefghijklmnop.pth'].map(gameFileProblem)).toEqual(
		Array.from({ length: 5 }),
	);
	expect(gameFileProblem('quay-01.wok')).toBe('has characters other than letters, digits and "_"');
	expect(gameFileProblem('.pwk')).toBe('has no name before its extension');
	expect(gameFileProblem('0.dwk')).toBe('has no name before the digit of the door state');
	expect(gameFileProblem('abcdefghijklmnopq.WOK')).toBe('has 17 characters before its extension; the game accepts 16');
	expect(gameFileProblem('abcdefghijklmnopq.dwk')).toBe(
		'has 17 characters before its extension, the digit of the door state included; the game accepts 16',
	);
	expect(gameNameProblem('quay')).toBeUndefined();
});

test('lines of a layout', () => {
	expect(dependencyLine('m01aa')).toBe('#MAXLAYOUT ASCII\r\nfiledependancy m01aa'.split('\r\n')[1]);
	expect(dependencyLine('')).toBe('filedependancy');
	expect(sectionLine('room', '3')).toBe('   roomcount 3');
});
