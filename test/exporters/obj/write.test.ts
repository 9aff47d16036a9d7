import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeObj } from '../../../exporters/obj/write.ts';
import { K1, surfaceByName } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { readObjReference } from '../../reference/obj.ts';
import { anyWalkmesh } from '../../support/walkmeshes.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const TILE: Walkmesh = createWalkmesh({
	name: 'tile\nf 1 1 1',
	positions: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 10),
	faces: Uint32Array.of(2, 1, 0),
	surfaces: Uint32Array.of(4),
});

describe('writeObj', () => {
	it('names no library, and keeps Z up, when asked', () => {
		const written = text(writeObj([TILE], K1, { up: 'z' }));
		expect(written).not.toContain('mtllib');
		expect(written).toContain('v 1 2 3\nv 4 5 6\nv 7 8 10\n');
	});

	it('says, number by number, what an obvious reader reads', () => {
		const meshes = fc.array(anyWalkmesh({ kind: 'area' }), { minLength: 1, maxLength: 3 });
		fc.assert(
			fc.property(meshes, fc.constantFrom('y' as const, 'z' as const), (walkmeshes, up) => {
				const read = readObjReference(text(writeObj(walkmeshes, K1, { up })), 'x', Infinity);
				expect(read.sound).toBe(true);
				const positions = walkmeshes.flatMap(({ positions: all }) =>
					Array.from({ length: all.length / 3 }, (_, i) => {
						const [x, y, z] = all.subarray(i * 3, i * 3 + 3);
						return up === 'y' ? [x, z, -y + 0] : [x, y, z];
					}),
				);
				expect(read.positions.map((position) => position.map(Math.fround))).toEqual(positions);
				let first = 0;
				const faces: number[][] = [];
				const lines: number[][] = [];
				const surfaces: number[] = [];
				for (const mesh of walkmeshes) {
					for (let edge = 0; edge < mesh.faces.length; edge++) {
						const next = edge % 3 === 2 ? edge - 2 : edge + 1;
						if (mesh.transitions[edge] >= 0) lines.push([mesh.faces[edge] + first, mesh.faces[next] + first]);
						if (edge % 3 === 0) faces.push([0, 1, 2].map((corner) => mesh.faces[edge + corner] + first));
					}
					surfaces.push(...mesh.surfaces);
					first += mesh.positions.length / 3;
				}
				expect(read.faces.map(({ vertices }) => vertices)).toEqual(faces);
				expect(read.faces.map(({ material }) => surfaceByName(K1, material)?.surface)).toEqual(surfaces);
				expect(read.polylines.map(({ vertices }) => vertices).sort()).toEqual(lines.sort());
				expect(read.polylines.every(({ node }) => /^transition_\d+$/.test(node))).toBe(true);
			}),
		);
	});
});
