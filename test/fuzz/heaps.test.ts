import { describe, expect, test } from 'vitest';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { inSight } from '../../pictures/svg/interior.ts';
import type { DrawnRoom } from '../../pictures/svg/survey.ts';
import { K1, nearestSurfaceName, surfaceByName } from '../../src/model/surfaces.ts';
import { plainName } from '../../src/scene/roles.ts';
import { LONGEST_MEANT_NAME } from '../../src/text/names.ts';
import { namePattern } from '../../src/text/pattern.ts';
import { GltfMaker, SQUARE, SQUARE_INDICES } from '../support/gltf-maker.ts';
import { generator } from '../support/mutate.ts';
import { THOROUGH } from '../support/thorough.ts';
import { HEAPS, objOfHeap } from './heaps.ts';

/** What took a minute and more before it was bounded may take this long on a busy machine. */
const PATIENCE = { timeout: 40_000 };

async function codesOf(heap: string, count: number): Promise<string[]> {
	const bytes = objOfHeap(HEAPS[heap](count, generator(1)), 1e6);
	const { report } = await convertBytes(bytes, 'heap.obj', 'heap.wok');
	return report.findings.map(({ code }) => code);
}

describe('faces in a heap', () => {
	test.each(THOROUGH ? ['needles', 'stacked', 'nearlyOne'] : ['needles'])(
		'%s: the search ends and says so',
		PATIENCE,
		async (heap) => {
			expect(await codesOf(heap, 400)).toContain('FACES_HEAPED');
		},
	);

	test.each(['needles', 'stacked', 'islands', 'sameCorners'])('%s: a few are all compared', async (heap) => {
		expect(await codesOf(heap, 12)).not.toContain('FACES_HEAPED');
	});

	test.runIf(THOROUGH)(
		'two clusters of pieces, far apart: the end of the ground is found without comparing all',
		PATIENCE,
		async () => {
			expect(await codesOf('twoClusters', 600)).toContain('WALKABLE_ISLANDS');
		},
	);
});

describe('long names', () => {
	const length = 1_000_000;
	const names = ['_', '.', ' a', '-_', 'SG', 'mat', ':', '(', '1'].map(
		(part) => `a${part.repeat(length / part.length)}x`,
	);

	test('are no surfaces, and are reported so at once', PATIENCE, () => {
		for (const name of names) {
			expect(surfaceByName(K1, name)).toBeUndefined();
			expect(nearestSurfaceName(K1, name)).toBeUndefined();
			expect(plainName(name)).toBe(name);
			expect(namePattern('*[_b]*_*(a|b)*x?y')(name)).toBe(false);
		}
	});

	test('are looked at as long as they may mean something', () => {
		const prefix = 'wok_';
		expect(surfaceByName(K1, `${prefix}${'_'.repeat(LONGEST_MEANT_NAME - prefix.length - 5)}Stone`)?.surface).toBe(4);
		expect(surfaceByName(K1, `${prefix}${'_'.repeat(LONGEST_MEANT_NAME)}Stone`)).toBeUndefined();
	});

	test.runIf(THOROUGH)('of a material are looked at once, not at every node', PATIENCE, async () => {
		const maker = new GltfMaker();
		const material = maker.material('Stone'.repeat(20_000));
		const primitive = {
			attributes: { POSITION: maker.points(SQUARE) },
			indices: maker.indices(SQUARE_INDICES),
			material,
		};
		const mesh = maker.mesh(Array.from({ length: 10 }, () => primitive));
		for (let i = 0; i < 600; i++) maker.node({ mesh, translation: [i * 3, 0, 0] });
		const { report } = await convertBytes(maker.glb(), 'a.glb', 'a.wok', { surface: { '*': 'Stone' } });
		expect(report.failed).toBe(false);
	});
});

test('rooms heaped on one spot ask each other no more than a bounded number of times whether a name is in sight', () => {
	let asked = 0;
	const count = 400;
	const rooms = Array.from({ length: count }, (_, index) => ({
		room: { index, height: index } as DrawnRoom,
		interior: {
			places: [{ x: 5, y: 5 }],
			clearance: 5,
			bounds: { x: 0, y: 0, width: 10, height: 10 },
			covers: () => {
				asked++;
				return false;
			},
		},
	}));
	expect(inSight(rooms)).toHaveLength(count);
	expect(asked).toBeLessThanOrEqual(count * 256);
});
