import type { GltfOptions } from '../../importers/gltf/options.ts';
import { openGltf, readScene as readSceneOf } from '../../importers/gltf/read.ts';
import { type Finding, InputError, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { ImportContext, Scene, ScenePart } from '../../src/scene/scene.ts';

/** A context for reading in tests; without a folder unless told otherwise. */
export function testContext(extra: Partial<ImportContext> = {}): ImportContext {
	return { report: new Report(), surfaces: K1, mappings: [], name: 'test', ...extra };
}

/** Reads a file as a scene, whatever it may be besides. */
export async function readGltfScene(bytes: Uint8Array, options: GltfOptions, context: ImportContext): Promise<Scene> {
	return readSceneOf(openGltf(bytes, options, context), options, context);
}

/** Reads a scene that is expected to be readable. */
export async function readScene(
	bytes: Uint8Array,
	options: GltfOptions = {},
	extra: Partial<ImportContext> = {},
): Promise<{ scene: Scene; report: Report }> {
	const context = testContext(extra);
	return { scene: await readGltfScene(bytes, options, context), report: context.report };
}

/** Reads a file that is expected to fail; the finding it fails with. Errors of any other kind pass through. */
export async function failingFinding(
	bytes: Uint8Array,
	options: GltfOptions = {},
	extra: Partial<ImportContext> = {},
): Promise<Finding> {
	try {
		await readGltfScene(bytes, options, testContext(extra));
	} catch (error) {
		if (error instanceof InputError) return error.finding;
		throw error;
	}
	throw new Error('The file was read without an error.');
}

/** Findings of one code. */
export function found(report: Report, code: string): readonly Finding[] {
	return report.findings.filter((finding) => finding.code === code);
}

export function triangleTotal(scene: Scene): number {
	return scene.parts.reduce((sum, part) => sum + part.triangles.length / 3, 0);
}

/** 9 coordinates a triangle of a part. */
export function cornersOf(part: ScenePart): number[][] {
	const triangles: number[][] = [];
	for (let i = 0; i < part.triangles.length; i += 3) {
		triangles.push(
			[0, 1, 2].flatMap((corner) => {
				const vertex = part.triangles[i + corner];
				return [...part.positions.subarray(vertex * 3, vertex * 3 + 3)];
			}),
		);
	}
	return triangles;
}

/** Normal of a triangle of 9 coordinates, twice its area long. */
export function normalOf(c: readonly number[]): number[] {
	const [ux, uy, uz] = [c[3] - c[0], c[4] - c[1], c[5] - c[2]];
	const [vx, vy, vz] = [c[6] - c[0], c[7] - c[1], c[8] - c[2]];
	return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
