import { describe, expect, it } from 'vitest';
import { DEGENERATE_OPTIONS, degeneracyOf } from '../../src/check/degenerate.ts';
import { createWalkmesh, type Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { stoneMesh } from '../support/soups.ts';

function kinds(mesh: Walkmesh, minArea = DEGENERATE_OPTIONS.minArea.default): (string | undefined)[] {
	return [...mesh.surfaces.keys()].map((face) => degeneracyOf(mesh, face, minArea));
}

describe('degeneracyOf', () => {
	const mesh = stoneMesh(
		[
			[0, 0, 0],
			[1, 0, 0],
			[0, 1, 0],
			[0.5, 0.5, 0],
			[1, 0, 0],
			[0, 1e-6, 0],
			[Number.NaN, 0, 0],
			[Infinity, 0, 0],
		],
		[0, 1, 2],
		[0, 1, 1],
		[1, 3, 2],
		[0, 1, 4],
		[0, 1, 5],
		[0, 1, 6],
		[0, 1, 7],
		[6, 6, 6],
	);

	it('tells repeated vertices, missing area and coordinates that are none apart', () => {
		expect(kinds(mesh)).toEqual([
			undefined,
			'repeated',
			'small',
			'small',
			'small',
			'not-finite',
			'not-finite',
			'not-finite',
		]);
	});

	it('keeps any area with 0, and the smallest that is no less than asked for', () => {
		expect(kinds(mesh, 0).slice(0, 5)).toEqual([undefined, 'repeated', 'small', 'small', undefined]);
		expect(kinds(mesh, 0.5)[0]).toBeUndefined();
		expect(kinds(mesh, 0.5000001)[0]).toBe('small');
	});

	it('finds slivers far from the origin', () => {
		const far = stoneMesh(
			[
				[1e6, 1e6, 0],
				[1e6 + 1, 1e6, 0],
				[1e6 + 1, 1e6, 0],
				[1e6, 1e6 + 1, 0],
			],
			[0, 1, 2],
			[0, 1, 3],
		);
		expect(kinds(far, 0)).toEqual(['small', undefined]);
	});

	it('takes a corner that is no vertex for one that is no point, and an area beyond all numbers for none', () => {
		const wild = createWalkmesh({
			positions: Float32Array.of(0, 0, 0, 3e38, 0, 0, 0, 3e38, 0),
			faces: Uint32Array.of(0, 1, 9, 0, 1, 2),
			surfaces: Uint32Array.of(4, 4),
		});
		expect(kinds(wild)).toEqual(['not-finite', undefined]);
	});
});
