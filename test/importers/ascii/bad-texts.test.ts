import { describe, expect, it } from 'vitest';
import { read } from './reading.ts';

/** A square of two faces; `changes` replace lines by number, from 1. */
function text(changes: Readonly<Record<number, string>>): string {
	const lines = [
		'node aabb a',
		'  position 0 0 0',
		'  verts 4',
		'    0 0 0',
		'    1 0 0',
		'    1 1 0',
		'    0 1 0',
		'  faces 2',
		'    0 1 2 1 0 0 0 4',
		'    0 2 3 1 0 0 0 4',
		'endnode',
	];
	return lines.map((line, index) => changes[index + 1] ?? line).join('\n');
}

type BadText = readonly [what: string, text: string | Uint8Array, report: readonly string[]];

/** Texts that give no walkmesh, with all that is reported. */
const REFUSED: readonly BadText[] = [
	['nothing', '', ['byte 0: fatal ASCII_NOT_TEXT: This is not an ASCII walkmesh: it is empty.']],
	[
		'a binary walkmesh',
		Uint8Array.of(...new TextEncoder().encode('BWM V1.0'), 1, 0, 0, 0),
		['byte 9: fatal ASCII_NOT_TEXT: This is not an ASCII walkmesh: it is a binary walkmesh (BWM).'],
	],
	[
		'UTF-16',
		Uint8Array.of(0xff, 0xfe, 0x6e, 0),
		['byte 0: fatal ASCII_NOT_TEXT: This is not an ASCII walkmesh: it is UTF-16 text, not plain ASCII.'],
	],
	[
		'prose',
		'Dear reader,\nthis is no walkmesh.\n',
		[
			'line 1: info ASCII_KEYWORD_SKIPPED: "dear" is not a known keyword and is ignored.',
			'line 2: info ASCII_KEYWORD_SKIPPED: "this" is not a known keyword and is ignored.',
			'fatal ASCII_NO_WALKMESH: The text has no node.',
		],
	],
	[
		'a model without walkmesh',
		'newmodel a\nnode trimesh wall\nverts 0\nfaces 0\nendnode\ndonemodel a\n',
		[
			'fatal ASCII_NO_WALKMESH: None of the 1 nodes is a walkmesh ("node aabb", or "node trimesh" with the name of a walkmesh).',
		],
	],
	[
		'a count that is none',
		text({ 3: '  verts -4' }),
		['line 3:9: fatal ASCII_INVALID: Invalid line: "-4" is not a count.'],
	],
	[
		'a vertex of two numbers',
		text({ 5: '    1 0' }),
		['line 5:8, node "a": fatal ASCII_INVALID: Invalid line: a row of "verts" needs 3 numbers; this one has 2.'],
	],
	[
		'a position of two numbers',
		text({ 2: '  position 1 2' }),
		['line 2:15: fatal ASCII_INVALID: Invalid line: a row of "position" needs 3 numbers; this one has 2.'],
	],
	[
		'an orientation of three numbers',
		text({ 2: '  orientation 1 2 3' }),
		['line 2:20: fatal ASCII_INVALID: Invalid line: a row of "orientation" needs 4 numbers; this one has 3.'],
	],
	[
		'a face of two corners',
		text({ 9: '    0 1' }),
		[
			'line 9:8, node "a": fatal ASCII_INVALID: Invalid line: a row of "faces" needs 4, 8 or 11 numbers; this one has 2.',
		],
	],
	[
		'a face without surface',
		text({ 9: '    0 1 2' }),
		[
			'line 9:10, node "a": fatal ASCII_INVALID: Invalid line: a row of "faces" needs 4, 8 or 11 numbers; this one has 3.',
		],
	],
	[
		'a face of six numbers',
		text({ 9: '    0 1 2 1 0 0' }),
		[
			'line 9:16, node "a": fatal ASCII_INVALID: Invalid line: a row of "faces" needs 4, 8 or 11 numbers; this one has 6.',
		],
	],
	[
		'a face with an index that is none',
		text({ 9: '    0 1 -1 1 0 0 0 4' }),
		['line 9:9: fatal ASCII_INVALID: Invalid line: "-1" is not the number of a vertex.'],
	],
	[
		'a face of a vertex that is not there',
		text({ 10: '    0  2 4   1 0 0 0 4' }),
		[
			'line 10:10, node "a", face 1: fatal ASCII_INVALID: Invalid line: a face refers to vertex 4; the node has 4 vertices, numbered from 0.',
		],
	],
	[
		'a face that counts vertices from 1, behind comments and blank lines',
		text({ 9: '\n# one\n  \n\t4\t3 2 4' }),
		[
			'line 12:2, node "a", face 0: fatal ASCII_INVALID: Invalid line: a face refers to vertex 4; the node has 4 vertices, numbered from 0.',
		],
	],
	[
		'a surface below 0',
		text({ 9: '    0 1 2 1 0 0 0 -3' }),
		['line 9:19: fatal ASCII_INVALID: Invalid line: "-3" is not a surface (0 or more).'],
	],
	[
		'a surface of a face of four numbers that is none',
		text({ 9: '    0 1 2 wood' }),
		['line 9:11: fatal ASCII_INVALID: Invalid line: "wood" is not a surface (0 or more).'],
	],
	[
		'a word among the texture vertices',
		text({ 9: '    0 1 2 x 0 0 0 4' }),
		['line 9:11: fatal ASCII_INVALID: Invalid line: "x" is not a number.'],
	],
	['NaN', text({ 6: '    nan 1 0' }), ['line 6:5: fatal ASCII_INVALID: Invalid line: "nan" is not a finite number.']],
	[
		'the NaN of an old C library',
		text({ 6: '    1 -1.#IND 0' }),
		['line 6:7: fatal ASCII_INVALID: Invalid line: "-1.#IND" is not a finite number.'],
	],
	[
		'infinity',
		text({ 6: '    1 1 -Inf' }),
		['line 6:9: fatal ASCII_INVALID: Invalid line: "-Inf" is not a finite number.'],
	],
	[
		'a number beyond float32',
		text({ 6: '    1 3.5e38 0' }),
		['line 6:7: fatal ASCII_INVALID: Invalid line: "3.5e38" is not a finite number.'],
	],
	[
		'a decimal comma',
		text({ 6: '    1 1,5 0' }),
		['line 6:7: fatal ASCII_INVALID: Invalid line: "1,5" is not a finite number.'],
	],
	[
		'two points',
		text({ 6: '    1 1.2.3 0' }),
		['line 6:7: fatal ASCII_INVALID: Invalid line: "1.2.3" is not a finite number.'],
	],
	[
		'a sum beyond float32',
		`node dummy up\nposition 3e38 0 0\nendnode\n${text({ 2: '  parent up\n  position 3e38 0 0' })}`,
		[
			'line 4, node "a": info ASCII_VERTEX_SPACE: Reading vertices relative to the node\'s position: that was asked for.',
			'line 4, node "a": fatal ASCII_INVALID: Invalid line: "6e+38" is not a coordinate that a float32 can hold, once the position is added.',
		],
	],
	[
		'no vertices',
		'node aabb a\nfaces 0\nendnode\n',
		['line 1, node "a": fatal ASCII_BLOCK_MISSING: The walkmesh node has no "verts".'],
	],
	[
		'no faces',
		'node trimesh\nverts 1\n0 0 0\n',
		['line 1: fatal ASCII_BLOCK_MISSING: The walkmesh node has no "faces".'],
	],
	[
		'a room link with one number',
		text({ 11: '  roomlinks\n    3\nendnode' }),
		['line 12:6, node "a": fatal ASCII_INVALID: Invalid line: a row of "roomlinks" needs 2 numbers; this one has 1.'],
	],
];

/** Texts that give a walkmesh all the same. */
const READ: readonly BadText[] = [
	[
		'fewer vertices than announced',
		text({ 3: 'verts 5' }),
		['line 3:7, node "a": error ASCII_COUNT: The count of "verts" is 5, but 4 rows follow.'],
	],
	[
		'more vertices than announced',
		text({ 3: 'verts 3' }),
		['line 3:7, node "a": error ASCII_COUNT: The count of "verts" is 3, but 4 rows follow.'],
	],
	[
		'more faces than there are bytes',
		text({ 8: '  faces 4294967295' }),
		['line 8:9, node "a": error ASCII_COUNT: The count of "faces" is 4294967295, but 2 rows follow.'],
	],
	[
		'an aabb count that is wrong',
		text({ 11: '  aabb 3\n    0 0 0 1 1 0 -1\nendnode' }),
		['line 11, node "a": error ASCII_COUNT: The count of "aabb" is 3, but 1 rows follow.'],
	],
	[
		'a vertex of four numbers',
		text({ 5: '    1 0 0 1' }),
		[
			'line 5:11, node "a": warning ASCII_FAULT: Invalid line, but readable: this row of "verts" has more than 3 numbers; ignoring the rest.',
		],
	],
	[
		'a face of nine numbers',
		text({ 9: '    0 1 2 1 0 0 0 4 9' }),
		[
			'line 9:22, node "a": warning ASCII_FAULT: Invalid line, but readable: this row of "faces" has more than 4, 8 or 11 numbers; ignoring the rest.',
		],
	],
	[
		'vertices twice',
		text({ 11: '  verts 1\n    9 9 9\nendnode' }),
		['line 11, node "a": error ASCII_BLOCK_REPEATED: The node has "verts" a second time; using the first.'],
	],
	[
		'a line that the engine cuts',
		text({ 9: `    0 1 2 1 0 0 0 4${' '.repeat(240)}` }),
		['line 9:256: warning ASCII_LINE_LONG: The line has 259 bytes; the game cuts lines at 255.'],
	],
	[
		'a room link with three',
		text({ 11: '  roomlinks 1\n    3 0 0\nendlist' }),
		[
			'line 12:9, node "a": warning ASCII_FAULT: Invalid line, but readable: this row of "roomlinks" has more than 2 numbers; ignoring the rest.',
		],
	],
	[
		'a room link of an edge that is not there',
		text({ 11: '  roomlinks 1\n    6 0\nendlist' }),
		[
			'line 12, node "a": warning ASCII_FAULT: Invalid line, but readable: ignoring a room link of edge 6: the faces have 6 edges, 3f + k of face f.',
		],
	],
	[
		'a room link to nowhere',
		text({ 11: '  roomlinks 1\n    5 -2\nendlist' }),
		[
			'line 12, node "a", edge 5: warning ASCII_FAULT: Invalid line, but readable: ignoring a room link to room -2; rooms are numbered from 0, and −1 means none.',
		],
	],
	[
		'a room link on a wall',
		text({ 10: '    0 2 3 7', 11: '  roomlinks 1\n    5 1\nendlist' }),
		[
			'line 12, node "a", edge 5: warning ASCII_LINK_NOT_WALKABLE: The room link of edge 5 has no effect: its face is not walkable (Nonwalk).',
		],
	],
	[
		'two room links of one edge',
		text({ 11: '  roomlinks 3\n    5 1\n    5 1\n    5 2\nendlist' }),
		[
			'line 14, node "a", edge 5: warning ASCII_FAULT: Invalid line, but readable: edge 5 links to room 1 and to room 2; using the latter.',
		],
	],
	[
		'two hooks of one name',
		`${text({ 1: 'node trimesh a_pwk_wg' })}\nnode dummy PWK_use01\nposition 1 0 0\nendnode\nnode dummy pwk_use_1\nposition 2 0 0\nendnode`,
		[
			'line 15, node "pwk_use_1": warning ASCII_FAULT: Invalid line, but readable: there is a second hook "pwk_use_1"; using the first.',
		],
	],
	[
		'a mark of another day',
		`# wokflow colour mauve\n${text({})}`,
		['line 1: warning ASCII_MARK: Ignoring the comment "wokflow colour mauve": it is not a valid "# wokflow" comment.'],
	],
	[
		'a mark about nothing',
		`${text({})}\n# wokflow offset 1 2 3`,
		['warning ASCII_MARK: Ignoring the comment "wokflow offset 1 2 3": it is not a valid "# wokflow" comment.'],
	],
	[
		'numbers without a keyword',
		`1 2 3\n${text({})}`,
		['line 1: info ASCII_KEYWORD_SKIPPED: "numbers without a keyword" is not a known keyword and is ignored.'],
	],
];

describe('bad texts', () => {
	it.each([...REFUSED, ...READ])('%s', (what, bad, report) => {
		const { walkmeshes, findings } = read(bad, { space: 'relative' });
		expect(findings).toEqual(report);
		expect(walkmeshes.length > 0).toBe(READ.some(([readable]) => readable === what));
	});

	it('reads on after what is only a warning', () => {
		const { walkmesh } = read(text({ 9: '    0 1 2 1 0 0 0 4 9', 5: '    1 0 0 1' })).walkmeshes[0];
		expect([...walkmesh.positions.subarray(3, 6), ...walkmesh.surfaces]).toEqual([1, 0, 0, 4, 4]);
	});

	it('takes the last of two rooms behind an edge, and none for −1', () => {
		const { walkmesh } = read(text({ 11: '  roomlinks\n5 1\n5 2\n3 4\n3 -1\n' })).walkmeshes[0];
		expect([...walkmesh.transitions]).toEqual([-1, -1, -1, -1, -1, 2]);
	});

	it('takes the first of repeated blocks', () => {
		const { walkmesh } = read(text({ 11: '  verts 1\n    9 9 9\nendnode' })).walkmeshes[0];
		expect(walkmesh.positions).toHaveLength(12);
	});

	it('counts no faces against the caller: walls may come first', () => {
		expect(read(text({ 9: '0 1 2 7' })).findings).toEqual([]);
	});
});
