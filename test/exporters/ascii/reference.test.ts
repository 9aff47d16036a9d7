import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AsciiWriteOptions, writeAscii } from '../../../exporters/ascii/write.ts';
import { ASCII_DIALECTS } from '../../../src/bwm/ascii.ts';
import { Report } from '../../../src/findings/report.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { buildAabbTree } from '../../../src/tree/build.ts';
import { type ReferenceNode, readAsciiReference, treeRows } from '../../reference/ascii.ts';
import { anyWalkmesh } from '../../support/walkmeshes.ts';

function write(walkmesh: Walkmesh, options: AsciiWriteOptions): { text: string; node: ReferenceNode } {
	const text = new TextDecoder().decode(writeAscii([{ walkmesh }], options, { report: new Report() }));
	return { text, node: readAsciiReference(text)[0] };
}

const bits = (values: readonly (readonly number[])[]): number[][] =>
	values.map((row) => row.map((value) => Math.fround(value)));

/** Coordinates whose boxes are thick enough to be written as they are. */
const coordinate = fc.integer({ min: -800_000, max: 800_000 }).map((value) => Math.fround(value / 1000));

describe.each(ASCII_DIALECTS)('what is written for %s', (dialect) => {
	it('has every count, vertex, face and link, as an obvious reader finds them', () => {
		fc.assert(
			fc.property(anyWalkmesh(), (walkmesh) => {
				const { node } = write(walkmesh, { dialect });
				const { positions, faces, surfaces, transitions } = walkmesh;
				const verts = node.blocks.get('verts');
				expect(verts?.stated).toEqual([positions.length / 3]);
				const vertices = Array.from({ length: positions.length / 3 }, (_, i) => [
					...positions.subarray(i * 3, i * 3 + 3),
				]);
				expect(bits(verts?.rows ?? [])).toEqual(vertices);
				expect(node.blocks.get('faces')).toEqual({
					stated: [surfaces.length],
					rows: Array.from(surfaces, (surface, face) => [
						...faces.subarray(face * 3, face * 3 + 3),
						1,
						0,
						0,
						0,
						surface,
					]),
				});
				const links = Array.from(transitions, (room, edge) => [edge, room]).filter(([, room]) => room !== -1);
				const roomlinks = node.blocks.get('roomlinks');
				expect(roomlinks?.rows ?? []).toEqual(links);
				expect(roomlinks === undefined).toBe(links.length === 0);
				// MDLOps reads one digit of a count.
				expect(roomlinks?.stated ?? []).toEqual([]);
			}),
		);
	});

	it('has lines that the game reads, keywords it knows, and ends what it begins', () => {
		fc.assert(
			fc.property(anyWalkmesh(), (walkmesh) => {
				const { text } = write(walkmesh, { dialect });
				const lines = text.split('\n');
				expect(lines.pop()).toBe('');
				const keywords = lines.map((line) => line.trim().split(' ')[0]).filter((word) => /^[a-z]/.test(word));
				const known = 'node parent position orientation wirecolor bitmap verts faces aabb roomlinks endlist endnode';
				const whole = dialect === 'nwmax' ? ['beginwalkmeshgeom', 'endwalkmeshgeom'] : [];
				expect(keywords.filter((keyword) => ![...known.split(' '), ...whole].includes(keyword))).toEqual([]);
				const count = (keyword: string): number => keywords.filter((word) => word === keyword).length;
				expect(count('endnode')).toBe(count('node'));
				expect(count('endlist')).toBe(count('roomlinks'));
				expect(count('endwalkmeshgeom')).toBe(count('beginwalkmeshgeom'));
				expect(count('beginwalkmeshgeom')).toBe(dialect === 'nwmax' && walkmesh.kind === 'area' ? 1 : 0);
				expect(count('wirecolor')).toBe(dialect === 'nwmax' ? 1 : 0);
				expect(count('bitmap')).toBe(dialect === 'mdlops' ? 1 : 0);
				expect(text).not.toMatch(/e\+|\t|\r/);
				expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(256);
				const data = lines.filter((line) => /^ *-?\d/.test(line));
				expect(data.every((line) => line.startsWith('    '))).toBe(true);
			}),
		);
	});

	it.each([false, true])(
		'has a tree for rooms whose boxes grow to those of the binary (own line: %s)',
		(aabbOnOwnLine) => {
			fc.assert(
				fc.property(anyWalkmesh({ coordinate }), (walkmesh) => {
					const { text, node } = write(walkmesh, { dialect, aabbOnOwnLine });
					const expected = walkmesh.kind === 'area' && dialect !== 'mdlops';
					expect(node.type).toBe(expected ? 'aabb' : 'trimesh');
					expect(node.blocks.has('aabb')).toBe(expected && walkmesh.surfaces.length > 0);
					if (!node.blocks.has('aabb')) return;
					expect(/^ {2}aabb$/m.test(text)).toBe(aabbOnOwnLine);
					const rows = treeRows(node);
					const tree = buildAabbTree(walkmesh.positions, walkmesh.faces);
					expect(rows).toHaveLength(tree.nodeCount);
					expect(
						rows
							.map((row) => row[6])
							.filter((face) => face >= 0)
							.sort((a, b) => a - b),
					).toEqual([...walkmesh.surfaces.keys()]);
					for (const row of rows.filter((each) => each[6] >= 0)) {
						for (let axis = 0; axis < 3; axis++) {
							const corners = [0, 1, 2].map(
								(corner) => walkmesh.positions[walkmesh.faces[row[6] * 3 + corner] * 3 + axis],
							);
							expect(row[axis] - 0.01).toBeLessThanOrEqual(Math.min(...corners));
							expect(row[axis + 3] + 0.01).toBeGreaterThanOrEqual(Math.max(...corners));
						}
					}
				}),
				{ numRuns: 30 },
			);
		},
	);
});
