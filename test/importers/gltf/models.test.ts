import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '../../../src/findings/report.ts';
import type { Scene } from '../../../src/scene/scene.ts';
import { readGltfScene, testContext } from '../../support/read-gltf.ts';

/**
 * Public sets of models, in a folder that WOKFLOW_MODELS names, such as `/usr/share/assimp/models` of Debian's `assimp-testmodels`.
 * Where the command `assimp` is installed it reads the same files as an independent witness.
 */
const ROOT = process.env['WOKFLOW_MODELS'] ?? '';
const FILES = ROOT !== '' && existsSync(ROOT) ? modelFiles(ROOT) : [];
const HAS_ASSIMP = spawnSync('assimp', ['version']).status === 0;

function modelFiles(root: string): string[] {
	return readdirSync(root, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && /\.(?:gltf|glb|vrm)$/i.test(entry.name))
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

async function read(path: string): Promise<{ scene?: Scene; told: boolean }> {
	const context = testContext({
		mappings: [{ pattern: '*', surface: 'Stone' }],
		readSibling: async (name) => new Uint8Array(readFileSync(join(dirname(path), name))),
	});
	try {
		const scene = await readGltfScene(new Uint8Array(readFileSync(path)), { node: ['*'] }, context);
		return { scene, told: context.report.findings.some(({ severity }) => severity === 'error') };
	} catch (error) {
		if (error instanceof InputError) return { told: true };
		throw error;
	}
}

interface Measures {
	triangles: number;
	area: number;
	readonly min: number[];
	readonly max: number[];
}

function noMeasures(): Measures {
	const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
	return { triangles: 0, area: 0, min: [high, high, high], max: [low, low, low] };
}

function addTriangle(measures: Measures, corners: readonly (readonly number[])[]): void {
	const [a, b, c] = corners;
	const [u, v] = [b.map((value, i) => value - a[i]), c.map((value, i) => value - a[i])];
	measures.triangles++;
	measures.area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
	for (const corner of corners) {
		for (let axis = 0; axis < 3; axis++) {
			measures.min[axis] = Math.min(measures.min[axis], corner[axis]);
			measures.max[axis] = Math.max(measures.max[axis], corner[axis]);
		}
	}
}

function measure(scene: Scene): Measures {
	const measures = noMeasures();
	for (const { positions, triangles } of scene.parts) {
		for (let i = 0; i < triangles.length; i += 3) {
			const corner = (k: number): number[] => [...positions.subarray(triangles[i + k] * 3, triangles[i + k] * 3 + 3)];
			addTriangle(measures, [corner(0), corner(1), corner(2)]);
		}
	}
	return measures;
}

/** What assimp makes of a file, by way of OBJ with the transforms applied; undefined where it cannot read it. */
function measureByAssimp(path: string, folder: string): Measures | undefined {
	const target = join(folder, 'out.obj');
	rmSync(target, { force: true });
	const { status } = spawnSync('assimp', ['export', path, target, '-ptv', '-tri'], { timeout: 60_000 });
	if (status !== 0 || !existsSync(target)) return undefined;
	const measures = noMeasures();
	const points: number[][] = [];
	for (const line of readFileSync(target, 'latin1').split('\n')) {
		const [word, ...rest] = line.trim().split(/\s+/);
		// Y up becomes Z up, as in the area.
		if (word === 'v') points.push([Number(rest[0]), -Number(rest[2]), Number(rest[1])]);
		else if (word === 'f' && rest.length === 3)
			addTriangle(
				measures,
				rest.map((corner) => points[Number.parseInt(corner, 10) - 1]),
			);
	}
	return measures;
}

describe.skipIf(FILES.length === 0)(`the ${FILES.length} models of ${ROOT || 'WOKFLOW_MODELS'}`, () => {
	const folder = mkdtempSync(join(tmpdir(), 'wokflow-models-'));
	let compared = 0;
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test.each(FILES.map((path) => [relative(ROOT, path), path]))('%s is read soundly or refused', async (_, path) => {
		const { scene, told } = await read(path);
		if (scene === undefined) return;
		for (const { positions, triangles } of scene.parts) {
			expect(positions.every(Number.isFinite)).toBe(true);
			expect(triangles.every((vertex) => vertex * 3 < positions.length)).toBe(true);
		}
		// Files that were broken on purpose are judged by what is reported; poses and versions of glTF by themselves.
		const expected = told || !HAS_ASSIMP ? undefined : measureByAssimp(path, folder);
		if (expected === undefined || expected.triangles === 0) return;
		compared++;
		const actual = measure(scene);
		expect(actual.triangles).toBe(expected.triangles);
		const size = Math.max(...expected.max.map((value, axis) => value - expected.min[axis]), 1e-6);
		expect(Math.abs(actual.area - expected.area)).toBeLessThan(1e-3 * size * size * Math.sqrt(expected.triangles));
		for (let axis = 0; axis < 3; axis++) {
			expect(Math.abs(actual.min[axis] - expected.min[axis])).toBeLessThan(1e-3 * size);
			expect(Math.abs(actual.max[axis] - expected.max[axis])).toBeLessThan(1e-3 * size);
		}
	});

	test.skipIf(!HAS_ASSIMP)('assimp was asked about some of them', () => {
		expect(compared).toBeGreaterThan(0);
	});
});
