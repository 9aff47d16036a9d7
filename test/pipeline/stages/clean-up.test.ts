import { describe, expect, it } from 'vitest';
import { checkMesh } from '../../../check/stages.ts';
import { createRegistry } from '../../../jobs/default-registry.ts';
import { convertRecipe, resolveRecipe, runStages, stagesOf } from '../../../pipeline/recipe.ts';
import {
	dropDegenerate,
	dropDuplicate,
	dropUnused,
	findTJunctions,
	fixTJunctions,
	orient,
	simplify,
	weld,
} from '../../../pipeline/stages/clean-up.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import { tJunctionLimit } from '../../../src/geometry/t-junctions.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh } from '../../../src/model/walkmesh.ts';
import { codesOf } from '../../support/codes.ts';
import { rectangle } from '../../support/levels.ts';
import { merged } from '../../support/own-floors.ts';
import { runStage } from '../../support/run-stage.ts';
import { gridFloor, planAreas, stoneMesh } from '../../support/soups.ts';
import { THOROUGH } from '../../support/thorough.ts';

const STONE = 4;
const GRASS = 3;
const NONWALK = 7;

const CORNERS = [
	[0, 0, 0],
	[3, 0, 0],
	[0, 3, 0],
	[0, 0, 3],
] as const;

describe('weld', () => {
	it('says how many vertices merged', async () => {
		const mesh = stoneMesh([...CORNERS, [3, 0, 5e-5], [3, 3, 0]], [0, 1, 2], [4, 5, 2]);
		const { value, findings, codes } = await runStage(weld(), mesh);
		expect([...value.faces]).toEqual([0, 1, 2, 1, 4, 2]);
		expect(codes).toEqual(['VERTICES_WELDED']);
		expect(findings[0].message).toBe('1 of 6 vertices merged with others within 0.1 mm.');
	});

	it('warns of those that nearly merged, with place and distance', async () => {
		const mesh = stoneMesh([...CORNERS, [3, 0, 0.001], [3, 3, 0]], [0, 1, 2], [4, 5, 2]);
		const { value, findings } = await runStage(weld(), mesh);
		expect(value).toBe(mesh);
		expect(findings).toMatchObject([{ code: 'VERTEX_NEAR_MISS', severity: 'warning', location: { at: [3, 0, 0] } }]);
		expect(findings[0].message).toBe(
			'Crack: two vertices on open edges are 1 mm apart, so characters may not cross here. Only vertices within 0.1 mm are welded.',
		);
		const far = stoneMesh([...CORNERS, [3, 0, 8], [3, 3, 0]], [0, 1, 2], [4, 5, 2]);
		expect((await runStage(weld({ tolerance: 2, nearMisses: 5 }), far)).findings[0].message).toContain('4.24 m apart');
		expect((await runStage(weld({ nearMisses: 0 }), mesh)).codes).toEqual([]);
		expect((await runStage(weld({ tolerance: 0.002 }), mesh)).codes).toEqual(['VERTICES_WELDED']);
	});

	it('refuses a tolerance that is none', async () => {
		expect(() => weld({ tolerance: -1 })).toThrow(UsageError);
	});
});

describe('drop-degenerate', () => {
	it('removes faces without area and says which; transitions follow the faces that stay', async () => {
		const mesh = {
			...stoneMesh(
				[...CORNERS, [1, 1e-7, 0], [Number.NaN, 0, 0]],
				[0, 1, 1],
				[0, 1, 2],
				[0, 1, 4],
				[0, 1, 5],
				[0, 2, 3],
			),
			transitions: Int32Array.of(5, -1, -1, 1, 2, 3, -1, -1, -1, -1, -1, 6, 7, 8, 9),
		};
		const { value, findings, codes } = await runStage(dropDegenerate(), mesh);
		expect([...value.faces]).toEqual([0, 1, 2, 0, 2, 3]);
		expect([...value.transitions]).toEqual([1, 2, 3, 7, 8, 9]);
		expect(codes).toEqual([
			'FACE_DEGENERATE_DROPPED',
			'FACE_DEGENERATE_DROPPED',
			'FACE_NOT_FINITE_DROPPED',
			'TRANSITION_LOST',
			'TRANSITION_LOST',
		]);
		expect(findings[0]).toMatchObject({ location: { face: 0, at: [2, 0, 0] }, data: { reason: 'repeated' } });
		expect(findings[1].location.face).toBe(2);
		expect(findings[2].location).toEqual({ face: 3 });
		expect(findings[3]).toMatchObject({ location: { edge: 0 }, data: { room: 5 } });
	});

	it('keeps small faces when asked to', async () => {
		const mesh = stoneMesh([...CORNERS, [1, 1e-7, 0]], [0, 1, 4]);
		expect((await runStage(dropDegenerate({ minArea: 0 }), mesh)).value).toBe(mesh);
		expect(() => dropDegenerate({ minArea: Number.NaN })).toThrow(UsageError);
	});

	it('counts all and keeps the first places', async () => {
		const faces = Array.from({ length: 500 }, () => [1, 1, 2]);
		const { report, findings } = await runStage(dropDegenerate(), stoneMesh(CORNERS, ...faces));
		expect(report.counts).toMatchObject([{ code: 'FACE_DEGENERATE_DROPPED', total: 500 }]);
		expect(findings.length).toBeLessThan(100);
	});
});

describe('drop-duplicate', () => {
	it('keeps the walkable one of two, warns of the other surface, and hands transitions on', async () => {
		const mesh = {
			...stoneMesh(CORNERS, [0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 3]),
			surfaces: Uint32Array.of(NONWALK, STONE, STONE, GRASS),
			transitions: Int32Array.of(4, -1, -1, -1, -1, -1, 6, -1, 8, -1, -1, -1),
		};
		const { value, findings, codes } = await runStage(dropDuplicate(), mesh);
		expect([...value.faces]).toEqual([1, 2, 0, 0, 1, 3]);
		expect([...value.surfaces]).toEqual([STONE, GRASS]);
		// From 0 to 1 lead the first edge of face 0 (room 4) and the second of face 2; from 2 to 0 the first of face 2.
		expect([...value.transitions]).toEqual([8, 6, 4, -1, -1, -1]);
		expect(codes).toEqual(['FACE_DUPLICATE_DROPPED', 'FACE_DUPLICATE', 'FACE_DUPLICATE_DROPPED']);
		expect(findings[1].message).toContain('Nonwalk here, Stone on face 1');
	});

	it('says which transition found its place taken', async () => {
		const mesh = { ...stoneMesh(CORNERS, [0, 1, 2], [0, 1, 2]), transitions: Int32Array.of(4, 5, -1, 4, 6, -1) };
		const { value, findings } = await runStage(dropDuplicate(), mesh);
		expect([...value.transitions]).toEqual([4, 5, -1]);
		expect(findings.at(-1)).toMatchObject({ code: 'TRANSITION_LOST', location: { edge: 4 }, data: { room: 6 } });
	});

	it('leaves backs and warns where both sides are walkable', async () => {
		const mesh = {
			...stoneMesh(CORNERS, [0, 1, 2], [0, 2, 1], [0, 1, 3], [0, 3, 1]),
			surfaces: Uint32Array.of(4, 4, 7, 7),
		};
		const { value, findings } = await runStage(dropDuplicate(), mesh);
		expect(value).toBe(mesh);
		expect(findings).toMatchObject([
			{ code: 'FACE_DOUBLE_SIDED', location: { face: 1 }, data: { of: 0 } },
			{ code: 'FACES_DOUBLE_SIDED', data: { pairs: 1 } },
		]);
	});

	it('drops the walkable side that looks down, with all its copies, if asked to', async () => {
		const mesh = {
			...stoneMesh(CORNERS, [0, 2, 1], [2, 1, 0], [0, 1, 2]),
			transitions: Int32Array.of(-1, -1, 5, -1, 5, -1, -1, 6, -1),
		};
		const { value, codes } = await runStage(dropDuplicate({ backs: 'drop' }), mesh);
		expect([...value.faces]).toEqual([0, 1, 2]);
		expect([...value.transitions]).toEqual([5, 6, -1]);
		expect(codes).toEqual(['FACE_BACK_DROPPED', 'FACE_DUPLICATE_DROPPED']);
		const wall = stoneMesh(CORNERS, [0, 1, 3], [0, 3, 1]);
		expect([...(await runStage(dropDuplicate({ backs: 'drop' }), wall)).value.faces]).toEqual([0, 1, 3]);
		expect(() => dropDuplicate({ backs: 'off' as 'drop' })).toThrow(UsageError);
	});

	it('knows backs that were cut along the other diagonal, and drops them if asked to', async () => {
		const square = [
			[0, 0, 0],
			[1, 0, 0],
			[1, 1, 0.1],
			[0, 1, 0],
		] as const;
		const mesh = {
			...stoneMesh(square, [3, 1, 0], [3, 2, 1], [0, 1, 2], [0, 2, 3]),
			transitions: Int32Array.of(-1, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
		};
		const kept = await runStage(dropDuplicate(), mesh);
		expect(kept.value).toBe(mesh);
		expect(kept.findings).toMatchObject([{ code: 'FACE_DOUBLE_SIDED', data: { count: 2 } }]);
		const dropped = await runStage(dropDuplicate({ backs: 'drop' }), mesh);
		expect([...dropped.value.faces]).toEqual([0, 1, 2, 0, 2, 3]);
		expect(dropped.codes).toEqual(['FACE_BACK_DROPPED', 'TRANSITION_LOST', 'FACE_BACK_DROPPED']);
	});

	it('takes a face that was turned over amid ground for no back', async () => {
		const square = [
			[0, 0, 0],
			[1, 0, 0],
			[1, 1, 0],
			[0, 1, 0],
			[2, 0, 0],
			[2, 1, 0],
		] as const;
		const mesh = stoneMesh(square, [0, 2, 1], [0, 2, 3], [1, 4, 5], [1, 5, 2]);
		const { value, codes } = await runStage(dropDuplicate({ backs: 'drop' }), mesh);
		expect(value).toBe(mesh);
		expect(codes).toEqual([]);
	});

	it('takes ground that is folded over other ground for no back', async () => {
		const mesh = gridFloor(4);
		// A vertex amid the floor, moved over those beside it.
		const positions = mesh.positions.slice();
		positions[(2 * 5 + 2) * 3] += 1.6;
		const folded = { ...mesh, positions };
		const { value, codes } = await runStage(dropDuplicate({ backs: 'drop' }), folded);
		expect(value).toBe(folded);
		expect(codes).toEqual([]);
	});
});

describe('the recipe of conversions', () => {
	it('drops backs before it looks for faces that face down', async () => {
		const mesh = stoneMesh(CORNERS, [0, 1, 2], [0, 2, 1]);
		for (const orient of ['keep', 'flip', 'refuse'] as const) {
			const report = new Report();
			const stages = resolveRecipe(convertRecipe({ backs: 'drop', orient }), createRegistry());
			const value = await runStages(mesh, stagesOf(stages, 'walkmesh'), { report, surfaces: K1 });
			expect([...value.faces]).toEqual([0, 1, 2]);
			expect(report.findings.map(({ code }) => code)).not.toContain('WALKABLE_FACE_DOWN');
			expect(report.findings.map(({ code }) => code)).not.toContain('WALKABLE_FACE_FLIPPED');
		}
	});
});

describe('the recipe of conversions that mend seams', () => {
	it.each([
		[0, ['VERTEX_NEAR_MISS']],
		[0.0002, ['VERTEX_NEAR_MISS']],
		[0.01, []],
	])('warns of vertices that nearly meet where they still do: snap %f', async (snap, told) => {
		const report = new Report();
		const stages = resolveRecipe(convertRecipe({ snap, fixTJunctions: true }), createRegistry());
		const mesh = merged(rectangle(0, 0, 4, 4), rectangle(4.0004, 0, 4, 4));
		await runStages(mesh, stagesOf(stages, 'walkmesh'), { report, surfaces: K1 });
		expect(codesOf(report).filter((code) => code === 'VERTEX_NEAR_MISS')).toEqual(told);
	});
});

describe('drop-unused', () => {
	it('says how many vertices went', async () => {
		const { value, findings } = await runStage(dropUnused(), stoneMesh(CORNERS, [0, 1, 3]));
		expect(value.positions.length).toBe(9);
		expect(findings).toMatchObject([{ code: 'VERTICES_UNUSED_DROPPED', data: { vertices: 1 } }]);
	});
});

describe('orient', () => {
	const mesh = {
		...stoneMesh(CORNERS, [0, 2, 1], [0, 1, 3], [0, 2, 1]),
		surfaces: Uint32Array.of(STONE, STONE, NONWALK),
		transitions: Int32Array.of(1, 2, 3, -1, -1, -1, -1, -1, -1),
	};

	it('keeps faces that look down, with a warning for each and one for the whole', async () => {
		const { value, findings } = await runStage(orient(), mesh);
		expect(value).toBe(mesh);
		expect(findings).toMatchObject([
			{ code: 'WALKABLE_FACE_DOWN', severity: 'warning', location: { face: 0, at: [1, 1, 0] } },
			{ code: 'WALKABLE_UPSIDE_DOWN', data: { down: 4.5, up: 0 } },
			{ code: 'WALKABLE_FACE_VERTICAL', location: { face: 1 } },
		]);
	});

	it('turns them over, transitions along', async () => {
		const { value, codes } = await runStage(orient({ mode: 'flip' }), mesh);
		expect([...value.faces]).toEqual([0, 1, 2, 0, 1, 3, 0, 2, 1]);
		expect([...value.transitions.subarray(0, 3)]).toEqual([3, 2, 1]);
		expect(codes).toEqual(['WALKABLE_FACE_FLIPPED', 'WALKABLE_FACE_VERTICAL']);
	});

	it('refuses them', async () => {
		const { value, report, codes } = await runStage(orient({ mode: 'refuse' }), mesh);
		expect(value).toBe(mesh);
		expect(codes).toContain('WALKABLE_FACE_DOWN');
		expect(report.failed).toBe(true);
		expect(() => orient({ mode: 'up' as 'flip' })).toThrow(UsageError);
	});

	it('says nothing of a floor that looks up', async () => {
		expect((await runStage(orient(), gridFloor(2))).codes).toEqual([]);
	});
});

describe('find-tjunctions and fix-tjunctions', () => {
	const mesh = stoneMesh(
		[
			[0, 0, 0],
			[2, 0, 0],
			[2, 2, 0],
			[2, 1, 0],
			[4, 1, 0],
		],
		[0, 1, 2],
		[1, 4, 3],
		[3, 4, 2],
	);

	it('finds them and leaves them', async () => {
		const { value, findings } = await runStage(findTJunctions(), mesh);
		expect(value).toBe(mesh);
		expect(findings).toMatchObject([{ code: 'T_JUNCTION', location: { edge: 1, face: 0, at: [2, 1, 0] } }]);
	});

	it('mends them and says where', async () => {
		const { value, findings } = await runStage(fixTJunctions(), mesh);
		expect(planAreas(value)).toEqual([1, 1, 1, 1]);
		expect(findings).toMatchObject([{ code: 'T_JUNCTION_MENDED', location: { at: [2, 1, 0] } }]);
		expect((await runStage(findTJunctions(), value)).codes).toEqual([]);
		expect(() => fixTJunctions({ tolerance: -1 })).toThrow(UsageError);
	});

	it('says which it had to leave', async () => {
		// A thin face with others behind it, over which the vertex lies.
		const thin = stoneMesh(
			[
				[0, 0, 0],
				[4, 0, 0],
				[3, 2e-4, 0],
				[2, 9e-4, 0],
				[2, -3, 0],
				[3, -3, 0],
				[2, 5, 0],
			],
			[0, 1, 2],
			[0, 2, 6],
			[2, 1, 6],
			[4, 3, 5],
		);
		const { value, findings } = await runStage(fixTJunctions(), thin);
		expect(value).toBe(thin);
		expect(findings).toMatchObject([{ code: 'T_JUNCTION_LEFT', location: { edge: 0 } }]);
	});

	it('stops early where few faces have a million T-junctions, which took seconds to list', async () => {
		const faces = Array.from({ length: 990 }, (_, i) => [0, i * 2 + 1, i * 2 + 2]).flat();
		const points = [0, 0, 0, ...Array.from({ length: 990 }, (_, i) => [i + 1, 0, 0, 0, i + 1, 0]).flat()];
		const nested = createWalkmesh({
			positions: Float32Array.from(points),
			faces: Uint32Array.from(faces),
			surfaces: new Uint32Array(990).fill(STONE),
		});
		const { value, report } = await runStage(fixTJunctions(), nested);
		expect(value).toBe(nested);
		expect(report.findings).toMatchObject([{ code: 'FACES_HEAPED' }]);
	});

	const count = THOROUGH ? 10_001 : 2001;

	it(`cuts one long edge at ${count - 1} vertices`, async () => {
		const points = [0, -1, 0, 0, 0, 0, count, 0, 0];
		const faces = [0, 2, 1];
		for (let i = 0; i < count; i++) {
			const at = points.length / 3;
			points.push(i, 0, 0, i + 1, 0, 0, i + 0.5, 1, 0);
			faces.push(at, at + 1, at + 2);
		}
		const comb = createWalkmesh({
			positions: Float32Array.from(points),
			faces: Uint32Array.from(faces),
			surfaces: new Uint32Array(faces.length / 3).fill(STONE),
		});
		const { value } = await runStage(fixTJunctions(), comb);
		expect(value.surfaces.length).toBe(2 * count);
	});

	it('stops where edges lie heaped on one another', async () => {
		// Each of many fans along one line has its corners on the edges of all others.
		const fans = 1200;
		const points: number[] = [];
		const faces: number[] = [];
		for (let i = 0; i < fans; i++) {
			points.push(i, 0, 0, i + fans, 0, 0, i, 5, 0);
			faces.push(i * 3, i * 3 + 1, i * 3 + 2);
		}
		const heap = createWalkmesh({
			positions: Float32Array.from(points),
			faces: Uint32Array.from(faces),
			surfaces: new Uint32Array(fans).fill(STONE),
		});
		const { value, report } = await runStage(fixTJunctions(), heap);
		expect(value).toBe(heap);
		expect(report.findings).toMatchObject([{ code: 'FACES_HEAPED', data: { limit: tJunctionLimit(fans * 3) } }]);
	});
});

describe('simplify', () => {
	it('says what it made', async () => {
		const { value, findings } = await runStage(simplify(), gridFloor(8));
		expect(value.surfaces.length).toBeLessThan(40);
		expect(findings).toMatchObject([{ code: 'SIMPLIFIED', data: { before: 128, after: value.surfaces.length } }]);
	});

	it('says how many vertices it had to keep', async () => {
		const wavy = gridFloor(16, (x, y) => Math.sin(x * 0.7) * Math.cos(y * 0.5));
		const { codes } = await runStage(simplify({ error: 1 }), wavy);
		expect(codes).toEqual(['SIMPLIFIED', 'SIMPLIFY_RETAINED']);
	});

	it('says what share is left when the ratio cannot be had', async () => {
		const hills = gridFloor(8, (x, y) => Math.sin(x) * Math.cos(y));
		const { findings, codes } = await runStage(simplify({ ratio: 0.1, error: 1e-3 }), hills);
		expect(codes).toEqual(['SIMPLIFY_RATIO_MISSED']);
		expect(findings[0]).toMatchObject({ severity: 'info', data: { ratio: 0.1, reached: 1, error: 1e-3 } });
		expect(findings[0].message).toMatch(/^100 % .* not the 10 % asked for.* more than 1 mm\.$/);
		expect((await runStage(simplify({ ratio: 0.5 }), gridFloor(20))).codes).toEqual(['SIMPLIFIED']);
	});
});

describe('check-mesh', () => {
	it('finds all that the other stages mend, and changes nothing', async () => {
		const mesh = {
			...stoneMesh(
				[...CORNERS, [3, 0, 0], [9, 9, 9], [Number.NaN, 0, 0], [3, 1e-3, 0], [1.5, 1.5, 0], [3, 3, 0]],
				[0, 1, 2],
				[1, 2, 0],
				[0, 2, 1],
				[0, 1, 1],
				[0, 1, 6],
				[0, 1, 3],
				[8, 7, 9],
				[0, 4, 2],
			),
			surfaces: Uint32Array.of(4, 7, 4, 4, 4, 4, 4, 4),
		};
		const { value, codes } = await runStage(checkMesh(), mesh);
		expect(value).toBe(mesh);
		expect(new Set(codes)).toEqual(
			new Set([
				'FACE_DEGENERATE',
				'FACE_NOT_FINITE',
				'FACE_DUPLICATE',
				'FACE_DUPLICATE',
				'FACE_DOUBLE_SIDED',
				'WALKABLE_FACE_DOWN',
				'WALKABLE_FACE_VERTICAL',
				'VERTICES_UNUSED',
				'VERTICES_UNWELDED',
				'VERTEX_NEAR_MISS',
				'T_JUNCTION',
				'EDGE_OVERFULL',
				'WALKABLE_ISLANDS',
			]),
		);
	});

	it('looks for what it is asked to', async () => {
		const mesh = stoneMesh([...CORNERS, [3, 0, 0]], [0, 2, 1], [0, 0, 1]);
		const codes = async (...checks: NonNullable<Parameters<typeof checkMesh>[0]>['checks'] & {}): Promise<unknown> =>
			(await runStage(checkMesh({ checks }), mesh)).codes;
		expect(await codes('unused')).toEqual(['VERTICES_UNUSED']);
		expect(await codes('unwelded')).toEqual(['VERTICES_UNWELDED']);
		expect(await codes('degenerate')).toEqual(['FACE_DEGENERATE']);
		expect(await codes('duplicates')).toEqual([]);
		expect(() => checkMesh({ checks: ['spelling' as 'unused'] })).toThrow(UsageError);
	});

	it('says nothing of a sound floor', async () => {
		expect((await runStage(checkMesh(), gridFloor(6))).codes).toEqual([]);
	});
});
