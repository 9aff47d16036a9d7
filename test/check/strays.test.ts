import { expect, it } from 'vitest';
import { runMeshChecks } from '../../check/mesh.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { fan } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { isLoud } from '../support/planted-level.ts';
import { gridFloor } from '../support/soups.ts';

function loud(mesh: Walkmesh): readonly Finding[] {
	const report = new Report();
	runMeshChecks(checkContext(mesh, K1, report.within({ room: 'hall' })));
	return withoutConsequences(report.findings).filter(isLoud);
}

/** A floor of 8 m with a vertex elsewhere. @param vertex 40 lies amid it, 8 is a corner */
function thrown(vertex: number, ...by: readonly number[]): Walkmesh {
	const mesh = gridFloor(8);
	const positions = mesh.positions.slice();
	for (const [axis, value] of by.entries()) positions[vertex * 3 + axis] += value;
	return { ...mesh, positions };
}

it.each([
	['a kilometre to the side', 40, [1000, 0, 0]],
	['a kilometre up', 40, [0, 0, 1000]],
	['fifty metres down', 40, [0, 0, -50]],
	['over the end of the room', 40, [14, 0, 0]],
	['outwards, where nothing lies below its faces', 8, [900, -900, 0]],
	// Its edges then lie along other vertices of the border.
	['along the border', 4, [1000, 0, 0]],
	['far along the border', 4, [1e6, 0, 0]],
])('a vertex that was thrown %s is reported once, as that', (_, vertex, by) => {
	const mesh = thrown(vertex, ...by);
	const at = [...mesh.positions.subarray(vertex * 3, vertex * 3 + 3)];
	expect(loud(mesh)).toMatchObject([{ code: 'VERTEX_STRAY', location: { at } }]);
});

it('the faces of a vertex without company are counted, whether it was welded or not', () => {
	const mesh = thrown(40, 0, 0, 200);
	const faces = mesh.faces.map((vertex, corner) => (vertex === 40 && corner % 2 === 0 ? 81 : vertex));
	const torn = {
		...mesh,
		faces,
		positions: Float32Array.from([...mesh.positions, ...mesh.positions.subarray(120, 123)]),
	};
	expect(loud(torn).find(({ code }) => code === 'VERTEX_STRAY')?.data).toMatchObject({ faces: 6, distance: 200 });
});

it('nothing is said of wedges, of ground with a wide margin, of towers, nor of a spike that is no higher than the room is wide', () => {
	const wedge = fan([0, 0, 0], [60, 2, 0], [0, 4, 0]);
	const far = [-200, 300] as const;
	const margin = far.flatMap((x) => far.map((y) => [x, y] as const));
	const skirt = fan([margin[0][0], margin[0][1], 0], [margin[2][0], margin[2][1], 0], [0, 0, 0]);
	const others = fan([margin[1][0], margin[1][1], 0], [0, 8, 0], [margin[3][0], margin[3][1], 0]);
	const tower = surfaced(fan([0, 0, 0], [2, 0, 0], [1, 1, 90]), NONWALK);
	for (const mesh of [wedge, merged(gridFloor(8), skirt, surfaced(others, NONWALK)), merged(gridFloor(8), tower)])
		expect(loud(mesh).filter(({ code }) => code === 'VERTEX_STRAY')).toEqual([]);
	expect(loud(thrown(40, 0, 0, 4)).map(({ code }) => code)).toEqual(['GROUND_TOO_STEEP']);
});
