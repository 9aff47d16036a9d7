import { describe, expect, test } from 'vitest';
import { K1 } from '../../../src/model/surfaces.ts';
import type { ScenePart } from '../../../src/scene/scene.ts';
import { truth } from '../../fixtures/quay.ts';
import { bytesOf, readGltf } from '../../fixtures/reading.ts';
import { cornersOf, readScene } from '../../support/read-gltf.ts';

/** Fixtures whose nodes are all taken, which the independent reader of the tests understands. */
const WHOLE = [
	'level/quay.glb',
	...truth.rooms.map(({ name }) => `level/rooms/${name}.glb`),
	'small/door.glb',
	'small/extras.glb',
	'small/markers.glb',
	'small/mirrored.gltf',
	'small/nested-transforms.glb',
	'small/placeable.glb',
	'small/two-rooms-seam.glb',
	'small/unknown-material.glb',
];

describe('fixtures', () => {
	test.each(WHOLE)('%s has the triangles that glTF-Transform finds, in its order', async (path) => {
		const { scene } = await readScene(bytesOf(path));
		const expected = (await readGltf(path)).flatMap(({ corners }) => [...corners]);
		const actual = scene.parts.flatMap((part) => cornersOf(part).flat());
		expect(actual).toHaveLength(expected.length);
		let worst = 0;
		for (const [i, value] of expected.entries()) worst = Math.max(worst, Math.abs(value - actual[i]));
		expect(worst).toBeLessThan(1e-9);
	});
});

describe('the level', () => {
	test('has in each room the surfaces it was drawn with, and no findings but what was taken', async () => {
		const { scene, report } = await readScene(bytesOf('level/quay.glb'));
		expect(report.findings.map(({ code }) => code)).toEqual(['NODES_TAKEN']);
		const roomOf = ({ node }: ScenePart): string | undefined => {
			for (let at = node; at >= 0; at = scene.nodes[at].parent) {
				const name = scene.nodes[at].extras?.['walkmesh'];
				if (typeof name === 'string') return name;
			}
			return undefined;
		};
		for (const room of truth.rooms) {
			const counts: Record<string, number> = {};
			for (const part of scene.parts.filter((candidate) => roomOf(candidate) === room.name)) {
				expect(part.kind).toBe('area');
				for (const surface of part.surfaces) {
					const { label } = K1.surfaces[surface];
					counts[label] = (counts[label] ?? 0) + 1;
				}
			}
			expect(counts).toEqual(room.trianglesBySurface);
		}
		expect(scene.parts.filter((part) => roomOf(part) === undefined).map(({ kind }) => kind)).not.toContain('area');
	});
});
