import { describe, expect, test } from 'vitest';
import { TABLE_FINDINGS as B } from '../../check/tables/tables.ts';
import { TREE_FINDINGS as R } from '../../check/tables/tree.ts';
import { THING_FINDINGS as T } from '../../check/things/thing-findings.ts';
import { MESH_FINDINGS as M } from '../../src/clean/findings.ts';
import { EDGE_FINDINGS } from '../../src/geometry/edges.ts';

const crack = { gap: 0.05, otherEdge: 9, length: 2, snap: 0.06 };
const door = { kind: 'door' as const, index: 2, tag: 'gate', template: 'k_gate' };
const between = { room: 'hall', to: 'yard' };

/** One and several, with and without what may be missing: each way that a sentence can go. */
const sentences = (): readonly (readonly [string, string])[] => [
	[M.MESH_WITHOUT_FACES.message({}), 'The walkmesh has no faces.'],
	[M.MESH_NOT_WALKABLE.message({ faces: 1 }), 'The only face is not walkable.'],
	[M.MESH_NOT_WALKABLE.message({ faces: 2 }), 'None of the 2 faces is walkable.'],
	[
		M.SURFACE_BEYOND_TABLE.message({ surface: 40, count: 1, table: 'k1' }),
		'1 face has surface 40, which surface table "k1" does not list: not walkable.',
	],
	[
		M.SURFACE_BEYOND_TABLE.message({ surface: 40, count: 2, table: 'k1' }),
		'2 faces have surface 40, which surface table "k1" does not list: not walkable.',
	],
	[
		M.SURFACE_ROW_UNUSED.message({ surface: 25, count: 1, table: 'k1', walkable: true }),
		'1 face has surface 25, an unused row of surface table "k1": walkable.',
	],
	[
		M.SURFACE_ROW_UNUSED.message({ surface: 25, count: 2, table: 'k1', walkable: false }),
		'2 faces have surface 25, an unused row of surface table "k1": not walkable.',
	],
	[M.WALKABLE_ISLANDS.message({ count: 2, areas: [] }), 'The walkable ground is in 2 separate pieces.'],
	[
		M.WALKABLE_ISLANDS.message({ count: 2, areas: [12.345, 0.5], gap: 1 }),
		'The walkable ground is in 2 separate pieces: 12.3 m², 0.5 m². Here the ground ends 1 m from another piece.',
	],
	[
		M.WALKABLE_ISLANDS.message({ count: 3, areas: [12, 0.5], gap: 0.99996 }),
		'The walkable ground is in 3 separate pieces: 12 m², 0.5 m², …. Here the ground ends 1 m from another piece.',
	],
	[
		M.GROUND_SEPARATE.message({ kind: 'gap', gap: 0.25, area: 20, rest: 80 }),
		'The ground ends here 250 mm from more ground of this room: 20 m² cannot be reached from the other 80 m² within the room.',
	],
	[
		M.GROUND_SEPARATE.message({ kind: 'height', gap: 0.25, area: 20, rest: 80 }),
		'The ground ends here at a step of 250 mm: 20 m² cannot be reached from the other 80 m² within the room.',
	],
	[
		M.GROUND_CRACK.message({ ...crack, kind: 'gap', count: 1, areas: [] }),
		'Crack: this open edge and edge 9 of the same room are apart by 50 mm, so characters cannot cross here.',
	],
	[
		M.GROUND_CRACK.message({ ...crack, kind: 'overlap', count: 1, areas: [3, 1.5] }),
		'Crack: this open edge and edge 9 of the same room overlap by 50 mm, so characters cannot cross here. It separates 3 m² of walkable ground from 1.5 m².',
	],
	[
		M.GROUND_CRACK.message({ ...crack, kind: 'height', count: 2, areas: [] }),
		'Step: this open edge and edge 9 of the same room differ in height by 50 mm, so characters cannot cross here. There are 2 such places; this is the worst.',
	],
	[
		M.GROUND_CRACKS_MENDED.message({ length: 2.5, distance: 0.02 }),
		'Closed 2.5 m of cracks in the ground whose sides were up to 20 mm apart.',
	],
	[
		M.SILLS_LAID.message({ count: 1, area: 0.4, widest: 0.2 }),
		'Laid 1 sill across gaps in the ground up to 200 mm wide: 0.4 m².',
	],
	[
		M.SILLS_LAID.message({ count: 2, area: 0.4, widest: 0.2 }),
		'Laid 2 sills across gaps in the ground up to 200 mm wide: 0.4 m².',
	],
	[
		M.GROUND_STEEP_CLOSED.message({ count: 1, degrees: 60, surface: 'Nonwalk' }),
		'1 walkable face of 60° and more became Nonwalk.',
	],
	[
		M.GROUND_STEEP_CLOSED.message({ count: 2, degrees: 60, surface: 'Nonwalk' }),
		'2 walkable faces of 60° and more became Nonwalk.',
	],
	[
		M.GROUND_STACKED.message({ area: 2, dz: 3, of: 7 }),
		'Floor above floor: 2 m² of walkable ground is 3 m above other walkable ground of the same room (face 7).',
	],
	[
		M.GROUND_STACKED.message({ area: 2, dz: -0.25, of: 7 }),
		'Floor above floor: 2 m² of walkable ground is 250 mm below other walkable ground of the same room (face 7).',
	],
	[M.GROUND_STEEP.message({ degrees: 49.6, count: 1 }), '1 walkable face is steeper than 45°; this one has 50°.'],
	[M.GROUND_STEEP.message({ degrees: 50.4, count: 2 }), '2 walkable faces are steeper than 45°; this one has 50°.'],
	[M.GROUND_TOO_STEEP.message({ degrees: 70.4, count: 1 }), '1 walkable face is steeper than 60.5°; this one has 70°.'],
	[
		M.GROUND_TOO_STEEP.message({ degrees: 69.6, count: 2 }),
		'2 walkable faces are steeper than 60.5°; this one has 70°.',
	],
	[M.SURFACE_SPECK.message({ surface: 'Metal', amid: 'Stone' }), 'A single small face is Metal amid Stone.'],
	[
		M.HEADROOM_LOW.message({ headroom: 1.2, area: 2, of: 7 }),
		'Only 1.2 m of room above walkable ground: face 7, which is not walkable, stops characters there. 2 m² of ground lies below such faces.',
	],
	[
		M.FENCE_ACROSS.message({ count: 2, length: 4 }),
		'2 upright faces that are not walkable stand across walkable ground here, 4 m long: neither end leaves the 0.7 m that characters need to get by.',
	],
	[
		M.FENCE_ON_GROUND.message({ count: 1, length: 4 }),
		'1 upright face that is not walkable stands amid walkable ground, 4 m long here: the ground continues on both sides.',
	],
	[
		M.FENCE_ON_GROUND.message({ count: 2, length: 4 }),
		'2 upright faces that are not walkable stand amid walkable ground, 4 m long here: the ground continues on both sides.',
	],
	[
		M.VERTICES_WELDED.message({ merged: 3, vertices: 9, tolerance: 0.0001 }),
		'3 of 9 vertices merged with others within 0.1 mm.',
	],
	[
		M.GROUND_TORN.message({ edges: 1, tolerance: 0.0001 }),
		'The ground is torn: 1 open edge lies on another one, but the faces share no vertices there, so characters cannot cross.',
	],
	[
		M.GROUND_TORN.message({ edges: 2, tolerance: 0.0001 }),
		'The ground is torn: 2 open edges lie on another one, but the faces share no vertices there, so characters cannot cross.',
	],
	[M.VERTICES_UNWELDED.message({ vertices: 1, tolerance: 0.0001 }), '1 vertex lies within 0.1 mm of another one.'],
	[M.VERTICES_UNWELDED.message({ vertices: 2, tolerance: 0.0001 }), '2 vertices lie within 0.1 mm of another one.'],
	[
		M.VERTEX_NEAR_MISS.message({ distance: 0.0024, tolerance: 0.0001 }),
		'Crack: two vertices on open edges are 2.4 mm apart, so characters may not cross here. Only vertices within 0.1 mm are welded.',
	],
	[M.VERTICES_UNUSED.message({ count: 1 }), '1 vertex belongs to no face.'],
	[M.VERTICES_UNUSED.message({ count: 2 }), '2 vertices belong to no face.'],
	[M.VERTICES_UNUSED_DROPPED.message({ vertices: 1 }), 'Removed 1 vertex that belongs to no face.'],
	[M.VERTICES_UNUSED_DROPPED.message({ vertices: 2 }), 'Removed 2 vertices that belong to no face.'],
	[M.FACE_NOT_FINITE.message(), 'A face has a corner without finite coordinates.'],
	[M.FACE_NOT_FINITE_DROPPED.message(), 'Removed a face that has a corner without finite coordinates.'],
	[M.FACE_DEGENERATE.message({ reason: 'repeated', area: 0 }), 'Degenerate face: it uses a vertex twice.'],
	[M.FACE_DEGENERATE.message({ reason: 'small', area: 1e-9 }), 'Degenerate face: it has an area of only 0.001 mm².'],
	[
		M.FACE_DEGENERATE_DROPPED.message({ reason: 'repeated', area: 0 }),
		'Removed a degenerate face: it uses a vertex twice.',
	],
	[
		M.FACE_DEGENERATE_DROPPED.message({ reason: 'small', area: 2.5e-6 }),
		'Removed a degenerate face: it has an area of only 2.5 mm².',
	],
	[
		M.FACE_SLIVER.message({ count: 1, width: 0.0005, length: 2 }),
		'1 face is narrower than 1 mm; this one is 0.5 mm wide and 2 m long.',
	],
	[
		M.FACE_SLIVER.message({ count: 2, width: 0.0005, length: 2 }),
		'2 faces are narrower than 1 mm; this one is 0.5 mm wide and 2 m long.',
	],
	[M.FACE_DUPLICATE.message({ of: 7 }), 'Duplicate face: face 7 has the same corners.'],
	[M.FACE_DUPLICATE_DROPPED.message({ of: 7 }), 'Removed a duplicate face: face 7 has the same corners.'],
	[
		M.FACE_DUPLICATE.message({ of: 7, surface: 'Metal', kept: 'Stone' }),
		'Duplicate faces differ in surface: Metal here, Stone on face 7. The Stone one counts.',
	],
	[
		M.FACE_DOUBLE_SIDED.message({ of: 7, count: 1 }),
		'Double-sided floor: walkable face 7 is the other side of this one.',
	],
	[
		M.FACE_DOUBLE_SIDED.message({ of: 7, count: 3 }),
		'Double-sided floor: 3 connected walkable faces have a back that is walkable, too; at this one it is face 7.',
	],
	[
		M.WALKABLE_FACE_HANGING.message({ surface: 'Stone', count: 2, kind: 'underside', height: 0.2 }),
		'2 connected walkable faces (Stone) face down, 200 mm below other ground of the room: the underside of a floor.',
	],
	[
		M.WALKABLE_FACE_HANGING.message({ surface: 'Stone', count: 1, kind: 'ceiling', height: 3 }),
		'A walkable face (Stone) faces down, 3 m above other ground of the room: a ceiling.',
	],
	[M.FACE_BACK_DROPPED.message({ of: 7 }), 'Removed the back of walkable face 7.'],
	[M.FACES_DOUBLE_SIDED.message({ pairs: 1 }), '1 pair of faces is front and back of the same triangle.'],
	[M.FACES_DOUBLE_SIDED.message({ pairs: 2 }), '2 pairs of faces are front and back of the same triangle.'],
	[M.WALKABLE_FACE_DOWN.message({ surface: 'Stone', count: 1 }), 'A walkable face (Stone) faces down.'],
	[
		M.WALKABLE_FACE_DOWN.message({ surface: 'Stone', count: 8 }),
		'8 connected walkable faces (Stone) face down; this is the largest.',
	],
	[
		M.WALKABLE_FACE_FLIPPED.message({ surface: 'Stone', count: 8 }),
		'Flipped 8 connected walkable faces (Stone) that faced down; this is the largest.',
	],
	[
		M.WALKABLE_FACE_VERTICAL.message({ surface: 'Stone', count: 2 }),
		'2 connected walkable faces (Stone) are vertical, so characters cannot stand on them; this is the largest.',
	],
	[M.WALKABLE_FACE_FLIPPED.message({ surface: 'Stone', count: 1 }), 'Flipped a walkable face (Stone) that faced down.'],
	[
		M.WALKABLE_UPSIDE_DOWN.message({ down: 30, up: 10 }),
		'Most of the walkable area faces down (30 m² of 40 m²): the mesh is mirrored or inside out.',
	],
	[
		M.WALKABLE_UPSIDE_DOWN.message({ down: 30, up: 10, rooms: ['a', 'b'], axis: 'x' }),
		'Most of the walkable area of 2 rooms ("a", "b") faces down (30 m² of 40 m²): they are mirrored along x.',
	],
	[
		M.WALKABLE_FACE_VERTICAL.message({ surface: 'Stone', count: 1 }),
		'A walkable face (Stone) is vertical, so characters cannot stand on it.',
	],
	[
		M.STAIR_RISERS.message({ height: 0.25, count: 1 }),
		'The riser of a step 250 mm high is walkable, and vertical or steeper than 60.5°.',
	],
	[
		M.STAIR_RISERS.message({ height: 0.25, count: 8 }),
		'The risers of 8 steps are walkable, and vertical or steeper than 60.5°; this is the highest, 250 mm.',
	],
	[
		M.T_JUNCTION.message({ distance: 4.9e-6 }),
		'T-junction: a vertex lies partway along this open edge, so characters cannot cross here.',
	],
	[
		M.T_JUNCTION.message({ distance: 5e-6 }),
		'T-junction: a vertex lies partway along this open edge, 0.005 mm off, so characters cannot cross here.',
	],
	[M.T_JUNCTION_MENDED.message(), 'Cut an open edge at a vertex that lies on it.'],
	[
		M.T_JUNCTION_LEFT.message({ distance: 0.001 }),
		'T-junction: a vertex lies partway along this open edge, 1 mm off, and cutting the edge there would flip or flatten a face.',
	],
	[
		M.FACES_HEAPED.message({ limit: 1000, what: 'T-junctions' }),
		'Faces lie in a heap: there are more than 1000 T-junctions, which are neither listed nor mended.',
	],
	[
		M.FACES_HEAPED.message({ pairs: 1000, what: 'cracks' }),
		'Faces lie in a heap: the search for cracks ended after 1000 pairs of them, so some may be missing here.',
	],
	[
		EDGE_FINDINGS.EDGE_OVERFULL.message({ faces: 3 }),
		'3 walkable faces share one edge. They are linked in pairs, so characters cannot cross between all of them.',
	],
	[
		EDGE_FINDINGS.TRANSITION_NOT_ON_PERIMETER.message({ room: 3 }),
		'The transition to room 3 is not on a perimeter edge; a walkmesh cannot hold it.',
	],
	[
		EDGE_FINDINGS.TRANSITION_LOST.message({ room: 3 }),
		'An edge with a transition to room 3 was removed with its face.',
	],
	[
		M.SIMPLIFIED.message({ before: 90, after: 40, deviation: 0.01 }),
		'Simplified from 90 to 40 faces; nothing moved by more than 10 mm.',
	],
	[
		M.SIMPLIFY_RATIO_MISSED.message({ ratio: 0.25, reached: 0.3333, error: 0.01 }),
		'33.3 % of the faces are left, not the 25 % asked for: perimeters, borders and links stay, and nothing may move by more than 10 mm.',
	],
	[
		M.SIMPLIFY_RETAINED.message({ vertices: 1 }),
		'Kept 1 vertex whose removal would flip a face or move the surface too far.',
	],
	[
		M.SIMPLIFY_RETAINED.message({ vertices: 2 }),
		'Kept 2 vertices whose removal would flip a face or move the surface too far.',
	],
	[
		T.DOOR_OFF_DOORWAY.message({ ...door, distance: 0.756, ...between }),
		'Door 2 "gate" stands 76 cm from the middle of the doorway between "hall" and "yard".',
	],
	[
		T.DOOR_OFF_DOORWAY.message({ ...door, distance: 1.234, ...between }),
		'Door 2 "gate" stands 1.23 m from the middle of the doorway between "hall" and "yard".',
	],
	[
		T.DOOR_OFF_DOORWAY.message({ ...door, distance: 0.996, ...between }),
		'Door 2 "gate" stands 0.996 m from the middle of the doorway between "hall" and "yard".',
	],
	[
		T.DOOR_OFF_DOORWAY.message({ ...door, distance: 0.994, ...between }),
		'Door 2 "gate" stands 99 cm from the middle of the doorway between "hall" and "yard".',
	],
	[
		T.DOOR_OFF_DOORWAY.message({ ...door, degrees: 9.96, ...between }),
		'Door 2 "gate" is turned by 10° against the doorway between "hall" and "yard".',
	],
	[
		T.DOOR_OFF_DOORWAY.message({ ...door, distance: 0.6, degrees: 45, dz: 1, ...between }),
		'Door 2 "gate" stands 60 cm from the middle of the doorway between "hall" and "yard" and is turned by 45° against it and stands 1 m above the ground of it.',
	],
	[T.DOOR_OFF_DOORWAY.message({ ...door, dz: -0.5 }), 'Door 2 "gate" stands 50 cm below the ground of its doorway.'],
	[
		T.DOOR_OFF_DOORWAY.message({ ...door, tag: '', dz: 1 }),
		'Door 2 "k_gate" stands 1 m above the ground of its doorway.',
	],
	[
		T.THING_OFF_GROUND.message({ ...door, tag: '', template: '', distance: 2 }),
		'Door 2 stands 2 m beside the walkable ground.',
	],
	[
		T.THINGS_ELSEWHERE.message({ off: 8, count: 9 }),
		'8 of 9 creatures, waypoints, stores and doors without a doorway stand beside the walkable ground.',
	],
	[T.THING_OFF_GROUND.message({ ...door, dz: 0.5, count: 1 }), 'Door 2 "gate" is 50 cm above the ground.'],
	[
		T.THING_OFF_GROUND.message({ ...door, dz: -0.5, count: 2 }),
		'Door 2 "gate" is 50 cm below the ground. There are 2 such doors; this is the worst.',
	],
	[
		T.CORNERS_OFF_GROUND.message({ ...door, off: 1, corners: 4 }),
		'Door 2 "gate" has 1 of its 4 corners beside the walkable ground.',
	],
	[
		T.THING_OFF_GROUND.message({ ...door, kind: 'trigger', distance: 2 }),
		'Trigger 2 "gate" has no corner over walkable ground; the nearest is 2 m away, so no character sets it off.',
	],
	[
		T.DOOR_LEAVES_GAP.message({ ...door, gap: 0.8, ...between }),
		'Door 2 "gate" leaves 80 cm open beside it in the doorway between "hall" and "yard".',
	],
	[
		T.HOOK_UNREACHABLE.message({ ...door, hook: 1 }),
		'Use hook 1 of door 2 "gate" stands on ground that cannot be reached on foot.',
	],
	[
		T.HOOK_UNREACHABLE.message({ ...door, hook: 1, isWalled: true }),
		'Nobody comes to use hook 1 of door 2 "gate" on foot: what is not walkable leaves no way 0.7 m wide.',
	],
	[
		T.HOOK_UNREACHABLE.message({ ...door, hook: 1, isWalled: true, past: 'placeable 3 "crate"' }),
		'Nobody comes to use hook 1 of door 2 "gate" on foot: placeable 3 "crate" stands there.',
	],
	[
		T.MODULE_ENTRY_OFF_GROUND.message({ distance: 57, nearest: [9.999, 10, 0] }),
		'The player enters the module where there is no walkable ground: the nearest is 57 m away, at 10 10 0.',
	],
	[T.MODULE_ENTRY_OFF_GROUND.message({}), 'The player enters the module where there is no walkable ground.'],
	[
		T.TEMPLATE_WITHOUT_MODEL.message({ kind: 'door', count: 1, names: 'gate' }),
		'1 template of doors is missing or names no model: gate.',
	],
	[
		T.TEMPLATE_WITHOUT_MODEL.message({ kind: 'placeable', count: 2, names: 'crate, box' }),
		'2 templates of placeables are missing or name no model: crate, box.',
	],
	[
		T.HOOK_OFF_GROUND.message({ ...door, hook: 2, distance: 0.5 }),
		'Use hook 2 of door 2 "gate" is 50 cm from walkable ground: no character can stand there to use it.',
	],
	[B.TABLE_FACE_ORDER.message({}), 'A walkable face is listed after one that is not; the game expects them first.'],
	[
		B.TABLE_ADJACENCY.message({ count: 1, rows: 9, expected: 9 }),
		'Adjacency table: 1 entry disagrees with the geometry.',
	],
	[
		B.TABLE_ADJACENCY.message({ count: 2, rows: 9, expected: 9 }),
		'Adjacency table: 2 entries disagree with the geometry.',
	],
	[B.TABLE_ADJACENCY.message({ count: 2, rows: 8, expected: 9 }), 'Adjacency table: 8 rows for 9 walkable faces.'],
	[
		B.TABLE_EDGES.message({ rows: 9, expected: 9 }),
		'Edge table: its edges are not the perimeter edges in the order of their loops.',
	],
	[B.TABLE_EDGES.message({ rows: 8, expected: 9 }), 'Edge table: 8 rows for 9 perimeter edges.'],
	[B.TABLE_PERIMETERS.message({ rows: 0, expected: 1 }), 'Perimeter table: it is empty, and there is 1 loop.'],
	[B.TABLE_PERIMETERS.message({ rows: 0, expected: 2 }), 'Perimeter table: it is empty, and there are 2 loops.'],
	[
		B.TABLE_PERIMETERS.message({ rows: 2, expected: 2 }),
		'Perimeter table: its loops end at other edges than the geometry says.',
	],
	[B.TABLE_PERIMETERS.message({ rows: 1, expected: 2 }), 'Perimeter table: 1 loop where the geometry has 2.'],
	[B.TABLE_PERIMETERS.message({ rows: 3, expected: 2 }), 'Perimeter table: 3 loops where the geometry has 2.'],
	[B.TABLE_NORMALS.message({ count: 3, zero: 3, of: 9 }), 'Normals: 3 of 9 are zero.'],
	[B.TABLE_NORMALS.message({ count: 3, zero: 0, of: 9 }), 'Normals: 3 of 9 disagree with the geometry.'],
	[B.TABLE_NORMALS.message({ count: 3, zero: 1, of: 9 }), 'Normals: 3 of 9 disagree with the geometry; 1 is zero.'],
	[B.TABLE_PLANES.message({ count: 3, of: 9, isUnscaled: true }), 'Normals: 3 of 9 do not have length 1.'],
	[B.TABLE_DISTANCES.message({ count: 1 }), 'Planar distances: 1 disagrees with the stored normals.'],
	[B.TABLE_DISTANCES.message({ count: 2 }), 'Planar distances: 2 disagree with the stored normals.'],
	[B.TABLE_ROOT.message({ root: 5 }), 'The header names node 5 as root of the AABB tree; the game begins at 0.'],
	[
		B.TABLE_STRAY.message({ tables: 1 }),
		'1 table that a placeable or door does not have has an offset; the game writes 0.',
	],
	[
		B.TABLE_STRAY.message({ tables: 2 }),
		'2 tables that a placeable or door does not have have an offset; the game writes 0.',
	],
	[
		B.TABLE_STRAY_TREE.message({ nodes: 1 }),
		'This placeable or door has an AABB tree of 1 node; in the game they have none.',
	],
	[
		B.TABLE_STRAY_TREE.message({ nodes: 3 }),
		'This placeable or door has an AABB tree of 3 nodes; in the game they have none.',
	],
	[B.HOOK_INSIDE.message({ hook: 1, depth: 0.123 }), 'Use hook 1 lies 12 cm inside a face of this object.'],
	[B.HOOKS_ZERO.message({}), 'All use hooks are zero, so characters use this object from its middle.'],
	[R.TREE_INVALID.message({ problem: 'nodes', text: '1 leaf has children' }), 'AABB tree: 1 leaf has children.'],
	[
		R.TREE_BOXES_BARE.message({ margin: 0.002 }),
		'AABB tree: boxes leave 0.002 m around their faces; the game leaves 0.01 m.',
	],
	[
		R.TREE_PLANES_OTHER.message({ count: 1 }),
		'AABB tree: 1 node has another split plane than the boxes of the children show.',
	],
	[
		R.TREE_PLANES_OTHER.message({ count: 2 }),
		'AABB tree: 2 nodes have another split plane than the boxes of the children show.',
	],
	[R.TREE_FIXED_FIELD.message({ count: 1 }), 'AABB tree: 1 node does not have 4 in the field that is always 4.'],
	[R.TREE_FIXED_FIELD.message({ count: 2 }), 'AABB tree: 2 nodes do not have 4 in the field that is always 4.'],
];

describe('what checks say', () => {
	test('word by word', () => {
		const all = sentences();
		expect(all.map(([said]) => said)).toStrictEqual(all.map(([, expected]) => expected));
	});
});
