import { describe, expect, test } from 'vitest';
import { objImporter } from '../../importers/obj/index.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { readSource } from '../../pipeline/read.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { axesInArea, toAreaAxes } from '../../src/scene/frame.ts';
import type { UpAxis } from '../../src/scene/units.ts';
import { METRES_PER_UNIT, statedUnit, UNIT_NAMES } from '../../src/scene/units.ts';

const MAYA = '# This file uses centimeters as units for non-parametric coordinates.';

describe('comments that state a unit', () => {
	test.each([
		[`${MAYA}\n\nmtllib a.mtl`, { unit: 'cm', line: 1 }],
		[
			'# Alias OBJ Model File\r\n# Exported from SketchUp, (c) 2000-2012 Trimble\r\n# File units = inches\r\n',
			{ unit: 'in', line: 3 },
		],
		['# File units = meters', { unit: 'm', line: 1 }],
		['\t# Units: mm', { unit: 'mm', line: 1 }],
		['# unit is feet', { unit: 'ft', line: 1 }],
		['# Blender v3.4.1 OBJ File\nv 1 2 3', undefined],
		['# unit tests = 12', undefined],
		['# units = parsecs', undefined],
		['o units\nv 1 2 3 # units = cm', undefined],
	])('%j', (head, unit) => {
		expect(statedUnit(head)).toEqual(unit);
	});
});

/** A square floor of so many units as an OBJ file, read; the codes of what was found besides the usual. */
async function read(size: number, comment = '', options = {}) {
	const text = `${comment}\nv 0 0 0\nv ${size} 0 0\nv ${size} 0 ${-size}\nv 0 0 ${-size}\no room\nusemtl Stone\nf 1 2 3 4\n`;
	const report = new Report();
	const context = { report, surfaces: K1, mappings: [] };
	const loaded = await readSource(
		bytesSource(new TextEncoder().encode(text), 'a.obj'),
		options,
		context,
		createRegistry(),
	);
	const own = report.findings.filter(({ code }) => /UNIT|SIZE/.test(code));
	return { loaded, findings: own, codes: own.map(({ code }) => code) };
}

describe('the unit that a file states', () => {
	test('is proposed where it gives a sensible room, once, instead of a guess', async () => {
		const { findings } = await read(1200, MAYA);
		expect(findings).toMatchObject([
			{
				code: 'SCENE_UNIT_STATED',
				severity: 'warning',
				location: { file: 'a.obj', line: 1 },
				data: { unit: 'cm', assumed: 'm', size: 1200, becomes: 12 },
				actions: [
					{ option: 'unit', value: 'cm' },
					{ option: 'unit', value: 'm' },
				],
			},
		]);
		expect((await read(300, MAYA)).codes).toEqual(['SCENE_UNIT_STATED']);
		expect((await read(400, '# File units = inches')).codes).toEqual(['SCENE_UNIT_STATED']);
	});

	test('is doubted where it gives no room, and the size is judged as ever', async () => {
		expect((await read(20, MAYA)).codes).toEqual(['SCENE_UNIT_DOUBTED']);
		expect((await read(150, MAYA)).codes).toEqual(['SCENE_UNIT_DOUBTED']);
		expect((await read(0.2, MAYA)).codes).toEqual(['SCENE_UNIT_DOUBTED', 'SCENE_SIZE_SUSPICIOUS']);
	});

	test('says nothing where the user chose, or where it is metres', async () => {
		expect((await read(1200, MAYA, { unit: 'cm' })).codes).toEqual([]);
		expect((await read(20, MAYA, { unit: 'm' })).codes).toEqual([]);
		expect((await read(20, '# File units = meters')).codes).toEqual([]);
		expect((await read(20)).codes).toEqual([]);
	});
});

describe('units', () => {
	test.each([
		['mm', 12_000, 12],
		['cm', 1200, 12],
		['in', 400, 10.16],
		['ft', 40, 12.192],
	] as const)('%s', async (unit, size, metres) => {
		const { loaded } = await read(size, '', { unit });
		const positions = loaded.kind === 'scene' ? loaded.scene.parts[0].positions : [];
		expect(Math.max(...positions)).toBeCloseTo(metres, 9);
		expect(METRES_PER_UNIT[unit] * size).toBeCloseTo(metres, 9);
		expect(UNIT_NAMES[unit]).toMatch(/s$|feet/);
	});

	test('a size that is suspicious is proposed to be what gives a usual room', async () => {
		const factor = async (size: number) => (await read(size)).findings[0]?.data?.['factor'];
		expect(await factor(30_000)).toBe(0.001);
		expect(await factor(1200)).toBe(0.01);
		expect(await factor(0.015)).toBe(1000);
		expect(await factor(0.12)).toBe(100);
	});
});

describe('X up', () => {
	test('turns as COLLADA has it, and does not mirror', () => {
		const points = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
		toAreaAxes(points, { up: 'x' });
		expect([...points]).toEqual([0, 0, 1, -1, 0, 0, 0, -1, 0]);
	});

	test('the axes of a node turn like its points, whichever axis is up', () => {
		const world = [0, 2, 0, 0, 0, 3, 5, 0, 0];
		for (const up of ['x', 'y', 'z'] as UpAxis[]) {
			const turn = (columns: number[]): number[] => {
				const points = Float64Array.from(columns);
				toAreaAxes(points, { up });
				return [...points];
			};
			// What the area's own axes are in the source, taken through the transform, and turned.
			const inverse = [0, 1, 2].map((axis) => {
				const basis = [0, 1, 2].map((k) => turn([0, 1, 2].map((i) => (i === k ? 1 : 0))));
				return basis.map((column) => column[axis]);
			});
			const through = inverse.flatMap(([x, y, z]) =>
				[0, 1, 2].map((row) => world[row] * x + world[3 + row] * y + world[6 + row] * z),
			);
			expect(axesInArea(world, up)).toEqual(turn(through).map((value) => value + 0));
		}
	});
});

describe('faces that are not flat', () => {
	/** A quad of 2 m whose fourth corner is raised, so that its diagonals are half of that apart. */
	const quad = (raised: number, material = 'Stone') =>
		readObj(`v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 ${raised}\nusemtl ${material}\nf 1 2 3 4\n`);
	const readObj = async (text: string) => {
		const report = new Report();
		const context = { report, surfaces: K1, mappings: [] };
		await objImporter.read(bytesSource(new TextEncoder().encode(text), 'a.obj'), { up: 'z' }, context);
		return report.findings.filter(({ code }) => code === 'OBJ_FACE_BENT');
	};

	test('are told from 5 cm between the diagonals on', async () => {
		expect(await quad(0.098)).toEqual([]);
		expect(await quad(0.102)).toMatchObject([{ data: { corners: 4, height: expect.closeTo(0.051, 4) } }]);
	});

	test('matter only where somebody can walk', async () => {
		expect(await quad(1, 'Nonwalk')).toEqual([]);
		expect(await quad(1, 'nobody knows')).toEqual([]);
		expect(await quad(1, 'Grass')).toHaveLength(1);
	});

	test('are measured in height on a slope', async () => {
		const [steep] = await readObj('v 0 0 0\nv 2 0 2\nv 2 2 2\nv 0 2 0.2\nusemtl Stone\nf 1 2 3 4\n');
		expect(steep.data?.['height']).toBeCloseTo(0.1, 2);
	});
});
