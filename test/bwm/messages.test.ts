import { describe, expect, test } from 'vitest';
import { ASCII_FINDINGS as A } from '../../src/bwm/ascii-findings.ts';
import { DERIVE_FINDINGS as D } from '../../src/bwm/derive.ts';
import { actionsOf, REBUILD_FILE } from '../../src/model/advice.ts';

/** One and several, with and without what may be missing. What the readers say of broken texts is beside them: `test/importers/ascii/bad-texts.test.ts`. */
const sentences = (): readonly (readonly [string, string])[] => [
	[A.ASCII_NOT_TEXT.message({ reason: 'it is empty' }), 'This is not an ASCII walkmesh: it is empty.'],
	[A.ASCII_NO_WALKMESH.message({ nodes: 0 }), 'The text has no node.'],
	[
		A.ASCII_NO_WALKMESH.message({ nodes: 2 }),
		'None of the 2 nodes is a walkmesh ("node aabb", or "node trimesh" with the name of a walkmesh).',
	],
	[A.ASCII_NUMBER.message({ text: 'x', expected: 'a number' }), '"x" is not a number.'],
	[
		A.ASCII_ROW_SHORT.message({ row: 'verts', needed: '3', found: 2 }),
		'A row of "verts" needs 3 numbers; this one has 2.',
	],
	[
		A.ASCII_ROW_LONG.message({ row: 'verts', needed: '3' }),
		'This row of "verts" has more than 3 numbers; ignoring the rest.',
	],
	[A.ASCII_COUNT.message({ block: 'faces', declared: 3, found: 2 }), 'The count of "faces" is 3, but 2 rows follow.'],
	[A.ASCII_BLOCK_MISSING.message({ block: 'verts' }), 'The walkmesh node has no "verts".'],
	[A.ASCII_BLOCK_REPEATED.message({ block: 'verts' }), 'The node has "verts" a second time; using the first.'],
	[
		A.ASCII_INDEX.message({ index: 4, vertices: 4 }),
		'A face refers to vertex 4; the node has 4 vertices, numbered from 0.',
	],
	[A.ASCII_LINE_LONG.message({ bytes: 256 }), 'The line has 256 bytes; the game cuts lines at 255.'],
	[
		A.ASCII_KEYWORD_SKIPPED.message({ keyword: 'wirecolor', times: 1 }),
		'"wirecolor" is not a known keyword and is ignored.',
	],
	[
		A.ASCII_KEYWORD_SKIPPED.message({ keyword: 'wirecolor', times: 2 }),
		'"wirecolor" is not a known keyword and is ignored (2 times).',
	],
	[A.ASCII_NODES_SKIPPED.message({ nodes: 1, names: ['a'] }), 'Ignoring 1 node that is not walkmesh: a.'],
	[A.ASCII_NODES_SKIPPED.message({ nodes: 3, names: ['a', 'b'] }), 'Ignoring 3 nodes that are not walkmesh: a, b, ….'],
	[
		A.ASCII_VERTEX_SPACE.message({ space: 'area', because: 'that was asked for' }),
		'Reading vertices in area space: that was asked for.',
	],
	[
		A.ASCII_VERTEX_SPACE.message({ space: 'relative', because: 'that was asked for' }),
		"Reading vertices relative to the node's position: that was asked for.",
	],
	[
		A.ASCII_VERTEX_SPACE_GUESSED.message({ space: 'area', because: 'they lie there' }),
		'Guessing that vertices are in area space: they lie there.',
	],
	[
		A.ASCII_VERTEX_SPACE_GUESSED.message({ space: 'relative', because: 'they lie there' }),
		"Guessing that vertices are relative to the node's position: they lie there.",
	],
	[
		A.ASCII_ORIENTATION.message({ degrees: 90, axis: [0, 0, 1], applied: true }),
		'The node is rotated by 90° about (0 0 1).',
	],
	[
		A.ASCII_ORIENTATION.message({ degrees: 90, axis: [0, 0, 1], applied: false }),
		'The node is rotated by 90° about (0 0 1); ignoring that, because its vertices are in area space.',
	],
	[
		A.ASCII_ORIENTATION_AXIS.message({ length: 0.5 }),
		'The axis of the orientation has length 0.5, not 1; it may be a quaternion. Reading it as axis and angle.',
	],
	[
		A.ASCII_PARENTS.message({}),
		'The parents of the node form a cycle or are too deep; using the positions up to there.',
	],
	[
		A.ASCII_TREE_UNUSABLE.message({ reason: 'a leaf is missing' }),
		'The aabb block is not a valid tree: a leaf is missing. Building the tree from the geometry.',
	],
	[A.ASCII_TREE_BOXES.message({ leaves: 3, total: 9 }), 'AABB tree: 3 of 9 faces extend beyond their boxes.'],
	[A.ASCII_LINK_RANGE.message({ edge: 9, edges: 6 }), 'Ignoring a room link of edge 9: the faces have 6 edges.'],
	[A.ASCII_LINK_ROOM.message({ room: -2 }), 'Ignoring a room link to room -2, which is not a room number.'],
	[
		A.ASCII_LINK_NOT_WALKABLE.message({ edge: 3, surface: 'Nonwalk' }),
		'The room link of edge 3 has no effect: its face is not walkable (Nonwalk).',
	],
	[
		A.ASCII_LINK_REPEATED.message({ edge: 3, rooms: [1, 2] }),
		'Edge 3 links to room 1 and to room 2; using the latter.',
	],
	[A.ASCII_HOOK_REPEATED.message({ hook: 'pwk_use01' }), 'There is a second hook "pwk_use01"; using the first.'],
	[
		A.ASCII_HOOKS_ONLY.message({ kind: 'placeable' }),
		'There are use hooks of a placeable without geometry: it has no faces.',
	],
	[A.ASCII_DOOR_STATE.message({}), 'The name of the node does not say which state of the door it is; assuming closed.'],
	[A.ASCII_NAME.message({ inside: 'a', used: 'b' }), 'The text has the name "a"; using the name of the file, "b".'],
	[
		A.ASCII_MARK.message({ mark: '# wokflow x' }),
		'Ignoring the comment "# wokflow x": it is not a valid "# wokflow" comment.',
	],
	[
		A.ASCII_NAME_CHANGED.message({ name: 'a b', written: 'a_b' }),
		'The name "a b" is not valid in an ASCII walkmesh; writing "a_b".',
	],
	[
		A.ASCII_TREE_NOT_WRITTEN.message({ reason: 'it has loops' }),
		'The AABB tree of the file is not valid: it has loops. Writing one built from the geometry.',
	],
	[A.ASCII_MODEL_OF_OBJECT.message({ kind: 'door' }), 'A door has no AABB node: only rooms are written as models.'],
	[
		A.ASCII_MODEL_WITHOUT_LAYOUT.message({}),
		'The room is written about the origin of the area, for nothing says where the layout puts it.',
	],
	[
		A.ASCII_BOXES_WIDENED.message({ boxes: 1 }),
		'1 box of the AABB tree is thinner than the 0.02 m that readers add; widened to that.',
	],
	[
		A.ASCII_BOXES_WIDENED.message({ boxes: 2 }),
		'2 boxes of the AABB tree are thinner than the 0.02 m that readers add; widened to that.',
	],
	[
		D.BWM_EDGE_RANGE.message({ row: 1, edge: 9, edgeCount: 6 }),
		'Row 1 of the edge table refers to edge 9, but there are only 6 edges. Its transition is lost.',
	],
	[
		D.BWM_TRANSITION_NEGATIVE.message({ edge: 3, room: -4 }),
		'Edge 3 links to room -4, which no layout has; the link is dropped.',
	],
];

describe('what is said of walkmeshes and their texts', () => {
	test('word by word', () => {
		const all = sentences();
		expect(all.map(([said]) => said)).toStrictEqual(all.map(([, expected]) => expected));
	});

	test('with what can be done', () => {
		const either = [
			{ option: 'space', value: 'relative' },
			{ option: 'space', value: 'area' },
		];
		expect([A.ASCII_VERTEX_SPACE, A.ASCII_VERTEX_SPACE_GUESSED].map(actionsOf)).toEqual([either, either]);
		expect(actionsOf(A.ASCII_MODEL_OF_OBJECT)).toEqual([{ option: 'dialect', value: 'engine' }]);
		expect(actionsOf(A.ASCII_MODEL_WITHOUT_LAYOUT)).toEqual([{ option: 'layout', placeholder: 'FILE' }]);
		expect([D.BWM_EDGE_RANGE, D.BWM_TRANSITION_NEGATIVE].map(actionsOf)).toEqual([[REBUILD_FILE], [REBUILD_FILE]]);
	});
});
