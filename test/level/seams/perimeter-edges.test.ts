import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openEdges } from '../../../src/geometry/faces.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh } from '../../../src/model/walkmesh.ts';
import { gatherPerimeterEdges } from '../../../src/seams/perimeter-edges.ts';
import { levelOf, rectangle } from '../../support/levels.ts';
import { soup } from '../../support/soup.ts';

it('are the edges of walkable faces that no other walkable face shares, wherever those stand in the file', () => {
	fc.assert(
		fc.property(soup, fc.infiniteStream(fc.boolean()), ({ faces, vertexCount }, walks) => {
			const surfaces = Uint32Array.from({ length: faces.length / 3 }, () => (walks.next().value ? 4 : 7));
			const mesh = createWalkmesh({ positions: new Float32Array(vertexCount * 3), faces, surfaces });
			const walkable = [...surfaces.keys()].filter((face) => surfaces[face] === 4);
			// The same faces alone, in front: their open edges are the ones meant.
			const alone = createWalkmesh({
				positions: mesh.positions,
				faces: Uint32Array.from(walkable.flatMap((face) => [...faces.subarray(face * 3, face * 3 + 3)])),
				surfaces: new Uint32Array(walkable.length).fill(4),
			});
			const expected = Array.from(openEdges(alone, K1), (edge) => walkable[Math.floor(edge / 3)] * 3 + (edge % 3));
			expect([...openEdges(mesh, K1)]).toEqual(expected);
		}),
	);
});

it('lie one room after the other, with the corners of their faces', () => {
	const perimeter = gatherPerimeterEdges(levelOf(undefined, rectangle(0, 0, 2, 1), rectangle(5, 5, 1, 1)), K1);
	expect([...perimeter.starts]).toEqual([0, 0, 4, 8]);
	expect([...perimeter.rooms]).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
	expect([...perimeter.edges]).toEqual([0, 1, 4, 5, 0, 1, 4, 5]);
	expect([...perimeter.points.slice(9, 18)]).toEqual([2, 0, 0, 2, 1, 0, 0, 0, 0]);
});
