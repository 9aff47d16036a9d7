import { expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { checkRoomsUp, checkUp, toAreaAxes } from '../../src/scene/frame.ts';
import type { Scene } from '../../src/scene/scene.ts';
import type { UpAxis } from '../../src/scene/units.ts';

const STONE = 4;
const NONWALK = 7;

interface Floor {
	/** The axis that points up in the file. */
	readonly modelled: UpAxis;
	/** Rise of the ground, metres a metre. */
	readonly slope?: number;
	readonly surface?: number;
	readonly size?: number;
}

/** Square floors as a file of some frame has them, read with an axis up. */
function sceneOf(up: UpAxis, ...floors: Floor[]): Scene {
	const parts = floors.map(({ modelled, slope = 0, surface = STONE, size = 10 }) => {
		const corners = [[0, 0], [size, 0], [size, size], [0, size]]; // biome-ignore format: one row
		const points = corners.map(([x, y]) => (modelled === 'z' ? [x, y, y * slope] : [x, y * slope, -y]));
		const positions = Float64Array.from(points.flat());
		toAreaAxes(positions, { up });
		return {
			node: 0,
			name: 'floor',
			positions,
			triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
			surfaces: Uint32Array.of(surface, surface),
			kind: 'area' as const,
		};
	});
	const nodes = [{ name: 'floor', parent: -1, origin: [0, 0, 0] as const }];
	return { name: 's', nodes, parts, markers: [], hooks: [], takenWhole: true };
}

function found(up: UpAxis, ...floors: Floor[]): string[] {
	const report = new Report();
	checkUp(sceneOf(up, ...floors), up, K1, report);
	return report.findings.map(({ code, message }) => `${code}: ${message}`);
}

test('a floor modelled with another axis up is suspicious, and turning it is proposed', () => {
	expect(found('y', { modelled: 'z' })).toEqual([
		'SCENE_UP_SUSPICIOUS: With Y up, 100 % of the walkable area is vertical; with Z up it is level.',
	]);
	expect(found('z', { modelled: 'y' })).toEqual([
		'SCENE_UP_SUSPICIOUS: With Z up, 100 % of the walkable area is vertical; with Y up it is level.',
	]);
	expect(found('y', { modelled: 'z', slope: 0.4 })).toHaveLength(1);
});

test('one that lies is not, however steep within reason', () => {
	expect(found('y', { modelled: 'y' })).toEqual([]);
	expect(found('z', { modelled: 'z', slope: 1.5 })).toEqual([]);
	expect(found('y')).toEqual([]);
});

test('only walkable area counts, and nearly all of it must stand', () => {
	expect(found('y', { modelled: 'z', surface: NONWALK })).toEqual([]);
	expect(found('y', { modelled: 'z', size: 20 }, { modelled: 'y', surface: NONWALK })).toHaveLength(1);
	expect(found('y', { modelled: 'z', size: 20 }, { modelled: 'y', size: 10 })).toEqual([]);
	expect(found('y', { modelled: 'z', size: 40 }, { modelled: 'y', size: 10 })).toHaveLength(1);
});

test('walls that turning would not lay down are left to the other checks', () => {
	const scene = sceneOf('z', { modelled: 'z' });
	for (const { positions } of scene.parts) {
		// (x, y, 0) becomes (0, x, y): upright, facing along x.
		for (let i = 0; i < positions.length; i += 3) positions.set([0, positions[i], positions[i + 1]], i);
	}
	const report = new Report();
	checkUp(scene, 'z', K1, report);
	expect(report.findings).toEqual([]);
});

test.each<[UpAxis, UpAxis]>([
	['y', 'z'],
	['z', 'y'],
])('rooms that were made with %s up of a scene with %s up are reported, with that axis', (read, modelled) => {
	const made = (...floors: Floor[]) => {
		const report = new Report();
		const rooms = sceneOf(read, ...floors).parts.map(({ positions, triangles, surfaces }) =>
			createWalkmesh({ name: 'r', positions: Float32Array.from(positions), faces: triangles, surfaces }),
		);
		checkRoomsUp(rooms, K1, report);
		return report.findings;
	};
	expect(made({ modelled }, { modelled, slope: 0.3 })).toMatchObject([
		{ code: 'SCENE_UP_SUSPICIOUS', actions: [{ option: 'up', value: modelled }] },
	]);
	expect(made({ modelled: read })).toEqual([]);
});
