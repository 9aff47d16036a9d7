import { expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { checkSize } from '../../src/scene/frame.ts';
import { isSkyName } from '../../src/scene/roles.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { THOROUGH } from '../support/thorough.ts';

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

test.each(['Sky', 'sky_box', 'bg-Himmel', 'skysphere01', 'SKYDOME', 'cielo.002'])('%s is the name of a sky', (name) => {
	expect(isSkyName(name)).toBe(true);
});

test.each(['sky_bridge', 'Skywalk', 'husky', 'skylight', ''])('%s is not', (name) => {
	expect(isSkyName(name)).toBe(false);
});

test.runIf(THOROUGH)('a scene of a great many parts is measured like any other', () => {
	expect(found(sceneOf(2, 150_000))).toEqual([]);
});
