import { describe, expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { checkRoomsUp, checkSize, checkUp, toAreaAxes } from '../../src/scene/frame.ts';
import { isSkyName } from '../../src/scene/roles.ts';
import type { Scene } from '../../src/scene/scene.ts';
import type { UpAxis } from '../../src/scene/units.ts';
import { THOROUGH } from '../support/thorough.ts';

describe('size', () => {
	/** A scene of square floors of a width, one a part. */
	function sceneOf(width: number, parts = 1, name = 'floor'): Scene {
		const part = (i: number) => ({
			node: 0,
			name: 'floor',
			positions: Float64Array.of(i * width, 0, 0, (i + 1) * width, 0, 0, (i + 1) * width, width, 0),
			triangles: Uint32Array.of(0, 1, 2),
			surfaces: Uint32Array.of(4),
			kind: 'area' as const,
		});
		const nodes = [{ name, parent: -1, origin: [0, 0, 0] as const }];
		return {
			name: 's',
			nodes,
			parts: Array.from({ length: parts }, (_, i) => part(i)),
			markers: [],
			hooks: [],
			takenWhole: true,
		};
	}

	function found(scene: Scene, assumed?: 'm'): string[] {
		const report = new Report();
		checkSize(scene, report, assumed);
		return report.findings.map(({ code, message }) => `${code}: ${message}`);
	}

	test.each([
		[
			1200,
			'SCENE_SIZE_SUSPICIOUS: The walkable geometry is 1200 m across. If it is in centimetres, or a gmax scene, a scale of 0.01 makes it 12 m.',
		],
		[
			0.12,
			'SCENE_SIZE_SUSPICIOUS: The walkable geometry is 0.12 m across. If it is in metres divided by 100, a scale of 100 makes it 12 m.',
		],
	])('a floor of %d m is suspicious', (width, message) => {
		expect(found(sceneOf(width))).toEqual([message]);
	});

	test.each([0.5, 20, 500])('a floor of %d m is not', (width) => {
		expect(found(sceneOf(width))).toEqual([]);
	});

	test('a level of many rooms may be wide', () => {
		expect(found(sceneOf(100, 30))).toEqual([]);
	});

	test('brushes of TrenchBroom are in its unit, whatever their size', () => {
		const brushes = sceneOf(256, 4, 'entity0_brush12');
		expect(found(brushes, 'm')).toEqual([
			"SCENE_SIZE_SUSPICIOUS: The walkable geometry is 256 m across. If it is in TrenchBroom's units, 32 to a metre, a scale of 0.03125 makes it 8 m.",
		]);
		expect(found(sceneOf(16, 1, 'entity0_brush12'), 'm')).toHaveLength(1);
		// What would be smaller than any room is in metres already, and so is what the user gave a unit.
		expect(found(sceneOf(15, 1, 'entity0_brush12'), 'm')).toEqual([]);
		expect(found(brushes)).toEqual([]);
		expect(found(sceneOf(256, 4), 'm')).toEqual([]);
	});

	test('a sky is reported and not measured', () => {
		const { nodes, parts, ...rest } = sceneOf(10, 2);
		const [around] = sceneOf(3000).parts;
		const withSky = (name: string): Scene => ({
			...rest,
			nodes: [...nodes, { name, parent: -1, origin: [0, 0, 0] }, { name: 'mesh', parent: 1, origin: [0, 0, 0] }],
			parts: [...parts, { ...around, node: 2, name: 'mesh' }],
		});
		expect(found(withSky('SkyDome.001'))).toEqual([
			'SKY_TAKEN: An object is called like the sky, and used as walkmesh: "mesh".',
		]);
		expect(found(withSky('skyline'))).toMatchObject([expect.stringContaining('SCENE_SIZE_SUSPICIOUS')]);
	});

	test.each(['Sky', 'sky_box', 'bg-Himmel', 'skysphere01', 'SKYDOME', 'cielo.002'])(
		'%s is the name of a sky',
		(name) => {
			expect(isSkyName(name)).toBe(true);
		},
	);

	test.each(['sky_bridge', 'Skywalk', 'husky', 'skylight', ''])('%s is not', (name) => {
		expect(isSkyName(name)).toBe(false);
	});

	test.runIf(THOROUGH)('a scene of a great many parts is measured like any other', () => {
		expect(found(sceneOf(2, 150_000))).toEqual([]);
	});
});

describe('up', () => {
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
});
