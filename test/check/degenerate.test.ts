import { describe, expect, it } from 'vitest';
import { checkSlivers, DEGENERATE_OPTIONS, degeneracyOf, dropDegenerateFaces } from '../../src/clean/degenerate.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { Report } from '../../src/findings/report.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { pairs, triples } from '../support/points.ts';
import { stoneMesh } from '../support/soups.ts';

function kinds(mesh: Walkmesh, minArea = DEGENERATE_OPTIONS.minArea.default): (string | undefined)[] {
	return [...mesh.surfaces.keys()].map((face) =>
		degeneracyOf(mesh, face, faceArea(mesh.positions, mesh.faces, face), minArea),
	);
}

describe('degeneracyOf', () => {
	const mesh = stoneMesh(
		triples(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5, 0.5, 0, 1, 0, 0, 0, 1e-6, 0, Number.NaN, 0, 0, Infinity, 0, 0),
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
			triples(1e6, 1e6, 0, 1e6 + 1, 1e6, 0, 1e6 + 1, 1e6, 0, 1e6, 1e6 + 1, 0),
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

describe('slivers', () => {
	/** A triangle of a length and a height. */
	const told = (...sizes: readonly (readonly [length: number, height: number])[]): unknown => {
		const corners = sizes.flatMap(
			([length, height], i) =>
				[
					[0, i, 0],
					[length, i, 0],
					[length / 2, i + height, 0],
				] as [number, number, number][],
		);
		const report = new Report();
		checkSlivers(
			checkContext(
				stoneMesh(corners, ...sizes.map((_, i): [number, number, number] => [i * 3, i * 3 + 1, i * 3 + 2])),
				K1,
				report,
			),
		);
		return report.findings.map(({ location, data }) => [
			location.face,
			data?.['count'],
			Number(data?.['width']).toFixed(6),
			data?.['length'],
		])[0];
	};

	it.each<[string, [number, number][], unknown]>([
		['narrower than a millimetre', [[2, 0.00099]], [0, 1, '0.000990', 2]],
		['not narrower', [[2, 0.00101]], undefined],
		['the narrowest of several', pairs(2, 0.0009, 1, 0.0005, 3, 0.0007), [1, 3, '0.000500', 1]],
		['without any area', [[2, 0]], undefined],
		['longer than a hundred metres', [[120, 0.0009]], undefined],
	])('%s', (_, sizes, expected) => {
		expect(told(...sizes)).toEqual(expected);
	});
});

describe('a face whose corners lie on one line', () => {
	/** A square cut along its diagonal, of which one half goes on to a corner in the middle of its edge: the triangle along that edge has no area. */
	const square = stoneMesh(
		triples(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 2, 0, 0, 2, -3, 0),
		[0, 1, 2],
		[0, 2, 3],
		[0, 4, 1],
		[0, 5, 4],
		[4, 5, 1],
	);
	const dropped = (mesh: Walkmesh): { mesh: Walkmesh; report: Report } => {
		const report = new Report();
		return { mesh: dropDegenerateFaces(checkContext(mesh, K1, report), DEGENERATE_OPTIONS.minArea.default), report };
	};
	const corners = ({ faces }: Walkmesh): string[] =>
		Array.from({ length: faces.length / 3 }, (_, face) => [...faces.subarray(face * 3, face * 3 + 3)].sort().join(''));

	it('is replaced by a cut of the face along it, where other faces meet its middle corner', () => {
		const { mesh, report } = dropped(square);
		expect(corners(mesh).sort()).toEqual(['023', '024', '045', '124', '145']);
		expect(report.findings).toMatchObject([
			{ code: 'FACE_DEGENERATE_DROPPED', data: { cut: true }, location: { face: 2 } },
		]);
		expect(report.findings[0].message).toContain('was cut at its corner');
	});

	it('is only left out where no other face has its middle corner', () => {
		const { mesh, report } = dropped({
			...square,
			faces: square.faces.slice(0, 9),
			surfaces: square.surfaces.slice(0, 3),
			transitions: square.transitions.slice(0, 9),
		});
		expect(corners(mesh).sort()).toEqual(['012', '023']);
		expect(report.findings[0].data).not.toHaveProperty('cut');
	});

	it('keeps the links of the edge that is cut', () => {
		const transitions = square.transitions.slice();
		transitions[0] = 7;
		const { mesh } = dropped({ ...square, transitions });
		expect([...mesh.transitions].filter((room) => room === 7)).toHaveLength(2);
	});
});
