import { describe, expect, it } from 'vitest';
import { mirror, place, placeRoom, rotate, scale, translate } from '../../../pipeline/stages/motions.ts';
import type { StageContext } from '../../../pipeline/stages/stage.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import { moveWalkmesh, translation } from '../../../src/geometry/transform.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { codesOf } from '../../support/codes.ts';

const MESH = createWalkmesh({
	positions: Float32Array.of(0, 0, 0, 4, 0, 0, 0, 2, 0),
	faces: Uint32Array.of(0, 1, 2),
	surfaces: Uint32Array.of(1),
	transitions: Int32Array.of(5, -1, -1),
});

function context(): StageContext {
	return { report: new Report(), surfaces: K1 };
}

describe('stages that move a walkmesh', () => {
	it.each([
		['translate', translate({ by: [1, 2, 3] }), [1, 2, 3, 5, 2, 3, 1, 4, 3]],
		['rotate', rotate({ degrees: 90, about: [1, 0] }), [1, -1, 0, 1, 3, 0, -1, -1, 0]],
		['mirror', mirror({ axis: 'x', at: 1 }), [2, 0, 0, -2, 0, 0, 2, 2, 0]],
		['scale', scale({ factor: 2 }), [0, 0, 0, 8, 0, 0, 0, 4, 0]],
		['scale', scale({ factor: [1, 2, 3], about: [0, 1, 0] }), [0, -1, 0, 4, -1, 0, 0, 3, 0]],
		['place-room', placeRoom({ at: [100, 0, 0] }), [100, 0, 0, 104, 0, 0, 100, 2, 0]],
	])('%s', async (name, stage, positions) => {
		expect(stage.name).toBe(name);
		expect([...(await stage.run(MESH, context())).positions]).toEqual(positions);
	});

	it('change nothing by default', async () => {
		for (const stage of [translate(), rotate(), scale(), placeRoom()]) {
			const { report, ...rest } = context();
			expect(await stage.run(MESH, { report, ...rest })).toEqual(MESH);
			expect(report.findings).toEqual([]);
		}
		expect((await mirror().run(MESH, context())).positions[3]).toBe(-4);
	});

	it('refuse what makes no sense', () => {
		expect(() => mirror({ axis: 'z' as 'x' })).toThrow(UsageError);
		expect(() => scale({ factor: 0 }).run(MESH, context())).toThrow(UsageError);
		expect(() => translate({ by: [Number.NaN, 0, 0] })).toThrow(UsageError);
		expect(() => placeRoom({ space: 'world' as 'room' })).toThrow(UsageError);
	});

	it('report faces that float32 cannot tell apart any more', async () => {
		const thin = createWalkmesh({
			positions: Float32Array.of(0, 0, 0, 0.0002, 0, 0, 0, 5, 0, 9, 9, 9),
			faces: Uint32Array.of(0, 1, 2, 1, 3, 2, 0, 0, 1),
			surfaces: Uint32Array.of(1, 1, 1),
		});
		const far = context();
		await translate({ by: [16_000, 0, 0] }).run(thin, far);
		expect(far.report.findings).toMatchObject([
			{ code: 'TRANSFORM_FACES_COLLAPSED', location: { face: 0, at: [16_000, 0, 0] }, data: { faces: 1 } },
		]);
		const small = context();
		await scale({ factor: -1e-43 }).run(thin, small);
		expect(codesOf(small.report)).toEqual(['TRANSFORM_FACES_COLLAPSED']);
		const near = context();
		await translate({ by: [1000, 0, 0] }).run(thin, near);
		expect(near.report.findings).toEqual([]);
	});

	it('refuse to move what a file could not hold to a millimetre any more', async () => {
		const codesAt = async (x: number): Promise<string[]> => {
			const moved = context();
			await translate({ by: [x, 0, 0] }).run(MESH, moved);
			return moved.report.findings.map(({ code, severity }) => `${severity} ${code}`);
		};
		expect(await codesAt(16_000)).toEqual([]);
		for (const x of [16_384, -20_000, 1e38]) expect(await codesAt(x)).toEqual(['error POSITIONS_TOO_FAR']);
		// What somebody made so far out can be moved about, and back.
		const beyond = moveWalkmesh(MESH, translation([20_000, 0, 0]));
		const back = context();
		await translate({ by: [1000, 0, 0] }).run(beyond, back);
		await translate({ by: [-20_000, 0, 0] }).run(beyond, back);
		expect(back.report.findings.map(({ code }) => code)).not.toContain('POSITIONS_TOO_FAR');
	});
});

it('place puts a scene of a room into its area', async () => {
	const scene = {
		name: 'room',
		nodes: [],
		parts: [
			{
				node: 0,
				name: 'a',
				kind: 'area' as Walkmesh['kind'],
				positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
				triangles: Uint32Array.of(0, 1, 2),
				surfaces: Uint32Array.of(1),
			},
		],
		markers: [],
		hooks: [],
		takenWhole: true,
	};
	const { report, ...rest } = context();
	const placed = await place({ at: [50, 60, 0] }).run(scene, { report, ...rest });
	expect([...placed.parts[0].positions]).toEqual([50, 60, 0, 51, 60, 0, 50, 61, 0]);
	expect(codesOf(report)).toEqual(['PLACE_SPACE_TAKEN']);
	const far = context();
	await place({ at: [0, 1e30, 0], space: 'room' }).run(scene, far);
	expect(codesOf(far.report)).toContain('POSITIONS_TOO_FAR');
	expect(await place({ at: [50, 60, 0] }).run(placed, context())).toBe(placed);
});
