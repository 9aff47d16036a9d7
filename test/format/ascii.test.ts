import { describe, expect, test } from 'vitest';
import { readAscii } from '../../importers/ascii/read.ts';
import { EXAMPLE_TEXT } from '../../scripts/format-example.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { bitsOf } from '../support/walkmeshes.ts';

function fileOf(text: string): ReturnType<typeof deriveBwm> {
	const report = new Report();
	const options = { space: 'relative' as const };
	const [{ walkmesh }] = readAscii(new TextEncoder().encode(text), options, { report, surfaces: K1, name: 'tiny' });
	return deriveBwm(walkmesh, K1, report);
}

const example = fileOf(EXAMPLE_TEXT);

describe('the text of the example', () => {
	test('has its vertices moved by the position, which stays in the header', () => {
		expect([...example.vertices.subarray(0, 3)]).toEqual([10, 20, 1]);
		expect([...example.position]).toEqual([10, 20, 1]);
	});

	test('has its walkable faces put first, and the room link with them', () => {
		expect([...example.materials]).toEqual([4, 4, 7]);
		// Edge 6 of the text is edge 0 of its face 2, which becomes face 1.
		expect([...example.edges]).toEqual([0, -1, 3, 2, 4, -1, 2, -1]);
	});

	test.each([
		['other middle integers', / 1 0 0 0 /g, ' -1 -1 -1 -1 '],
		['faces of four integers', / 1 0 0 0 /g, ' '],
		['a trimesh', /node aabb tiny/, 'node trimesh tiny_wok'],
		['keywords in capitals', /verts|faces|roomlinks/g, 'VERTS'],
		['a count of links', /roomlinks/, 'roomlinks 4'],
		['no end of links', / {2}endlist\n/, ''],
		['no end of the node', /endnode\n/, ''],
		['numbers with exponents', / 4 2 3\n/, ' 4.0e+000 20e-1 3.\n'],
		['tabs, CRLF and comments', /\n/g, '\t# words\r\n'],
	])('means the same with %s', (what, from, to) => {
		const upper = (keyword: string): string => keyword.toUpperCase();
		const text = what.includes('capitals') ? EXAMPLE_TEXT.replace(from, upper) : EXAMPLE_TEXT.replace(from, to);
		expect(text).not.toBe(EXAMPLE_TEXT);
		const file = fileOf(text);
		for (const table of ['vertices', 'faces', 'materials', 'edges', 'adjacency'] as const) {
			expect(bitsOf(file[table])).toEqual(bitsOf(example[table]));
		}
	});
});
