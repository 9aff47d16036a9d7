import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeAscii } from '../../../exporters/ascii/write.ts';
import { type AsciiNode, parseAscii } from '../../../importers/ascii/parse.ts';
import { ASCII_DIALECTS } from '../../../src/bwm/ascii.ts';
import { Report } from '../../../src/findings/report.ts';
import { type ReferenceNode, readAsciiReference, treeRows } from '../../reference/ascii.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh } from '../../support/walkmeshes.ts';
import { fixture } from './reading.ts';

function rowsOf(values: ArrayLike<number>, width: number): number[][] {
	return Array.from({ length: values.length / width }, (_, row) =>
		Array.from({ length: width }, (_, column) => values[row * width + column]),
	);
}

/** A node of the reader in the terms of the reference; blocks only of walkmesh nodes. */
function meaning({ type, name, parent, position, orientation, verts, faces, aabb, roomlinks }: AsciiNode): object {
	return {
		type,
		name,
		parent,
		position,
		orientation,
		verts: verts && rowsOf(verts.positions, 3),
		faces: faces && rowsOf(faces.corners, 3).map((corners, face) => [...corners, faces.surfaces[face]]),
		aabb: aabb && rowsOf(aabb.boxes, 6).map((box, node) => [...box, aabb.faces[node]]),
		roomlinks: roomlinks && rowsOf(roomlinks.rows, 3).map(([edge, room]) => [edge, room]),
	};
}

function expectedMeaning(node: ReferenceNode, hasBlocks: boolean): object {
	const { type, name, words, blocks } = node;
	const numbers = (keyword: string, otherwise: number[]): number[] => words.get(keyword)?.map(Number) ?? otherwise;
	const rows = (keyword: string): readonly (readonly number[])[] | undefined =>
		hasBlocks ? blocks.get(keyword)?.rows : undefined;
	return {
		type,
		name,
		parent: words.get('parent')?.[0] ?? '',
		position: numbers('position', [0, 0, 0]),
		orientation: numbers('orientation', [0, 0, 0, 0]),
		verts: rows('verts'),
		faces: rows('faces')?.map((row) => [...row.slice(0, 3), row.length === 4 ? row[3] : row[7]]),
		aabb: hasBlocks && blocks.has('aabb') ? treeRows(node) : undefined,
		roomlinks: rows('roomlinks'),
	};
}

function compare(text: string): void {
	const report = new Report();
	const { nodes } = parseAscii(new TextEncoder().encode(text), report).document;
	const reference = readAsciiReference(text);
	const hasBlocks = ({ verts }: AsciiNode): boolean => verts !== undefined;
	expect(nodes.map(meaning)).toEqual(reference.map((node, index) => expectedMeaning(node, hasBlocks(nodes[index]))));
	expect(report.findings).toEqual([]);
}

/** Blanks, letter case, line ends and comments, which say nothing. */
const habits = fc.record({
	lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
	indent: fc.constantFrom('', '  ', '\t', ' \t '),
	between: fc.constantFrom(' ', '\t', '   '),
	upper: fc.boolean(),
	comments: fc.boolean(),
	mark: fc.boolean(),
	last: fc.boolean(),
});

describe('the ASCII reader and the obvious reader', () => {
	it('understand the same of what is written in any dialect, with any habits', () => {
		const walkmeshes = fc.array(anyWalkmesh(), { minLength: 1, maxLength: 3 });
		fc.assert(
			fc.property(walkmeshes, fc.constantFrom(...ASCII_DIALECTS), habits, (meshes, dialect, habit) => {
				const items = meshes.map((walkmesh) => ({ walkmesh }));
				const lines = new TextDecoder().decode(writeAscii(items, { dialect }, { report: new Report() })).split('\n');
				const text = lines
					.filter((line) => !/^#/.test(line))
					.map((line) => {
						const fields = line.trim().split(' ');
						const words = habit.upper ? [fields[0].toUpperCase(), ...fields.slice(1)] : fields;
						return `${habit.indent}${words.join(habit.between)}${habit.comments ? ' # so' : ''}`;
					})
					.join(habit.lineEnd);
				compare(`${habit.mark ? '\ufeff' : ''}${text}${habit.last ? habit.lineEnd : ''}`);
			}),
			{ numRuns: runs(75, 3000) },
		);
	});

	const FILES = readdirSync(join(import.meta.dirname, 'fixtures')).filter((name) => !name.startsWith('messy'));
	it.each(FILES)('understand the same of %s', (name) => compare(fixture(name)));
});
