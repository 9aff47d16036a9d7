import { WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GltfWriteOptions, writeGltf } from '../../../exporters/gltf/write.ts';
import { MESH_FINDINGS } from '../../../src/clean/findings.ts';
import { Report } from '../../../src/findings/report.ts';
import { openEdges } from '../../../src/geometry/faces.ts';
import type { ObjectPlacement, Thing } from '../../../src/model/level.ts';
import { K1, surfaceMaterialName } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { drawnTriangles } from '../../reference/glb.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh } from '../../support/walkmeshes.ts';

/** What a viewer should draw: Y up, every face once, in the material of its surface, placeables and doors at their position. */
function expectedTriangles({ positions, faces, surfaces, kind, position }: Walkmesh): string[] {
	return Array.from(surfaces, (surface, face) => {
		const corners = [0, 1, 2].flatMap((k) => {
			const [x, y, z] = [0, 1, 2].map(
				(axis) => positions[faces[face * 3 + k] * 3 + axis] + (kind === 'area' ? 0 : position[axis]),
			);
			return [x, z, -y];
		});
		return line(surfaceMaterialName(K1, surface), corners);
	});
}

function line(material: string, corners: readonly number[]): string {
	return `${material} ${corners.map((value) => (Math.round(value * 100) / 100 + 0).toFixed(2)).join(' ')}`;
}

describe('inspection GLB, read in the most obvious way', () => {
	test('shows every face once, where it is, in the material of its surface', async () => {
		const coordinate = fc.integer({ min: -800, max: 800 }).map((value) => value / 8);
		await fc.assert(
			fc.asyncProperty(
				fc.array(anyWalkmesh({ coordinate, surface: fc.nat(18) }), { minLength: 1, maxLength: 3 }),
				fc.tuple(coordinate, coordinate, coordinate),
				async (anywhere, position) => {
					const meshes = anywhere.map((mesh) => ({ ...mesh, position }));
					const bytes = await writeGltf(meshes, { format: 'glb' }, { surfaces: K1, report: new Report() });
					const drawn = drawnTriangles(bytes);
					const isSign = (material: string): boolean => material === 'transition' || material === 'ignore_perimeter';
					const faces = drawn.filter(({ material }) => !isSign(material));
					const lines = faces.map(({ material, corners }) => line(material, corners));
					expect(lines.sort()).toEqual(meshes.flatMap(expectedTriangles).sort());
					// A transition is a strip of two triangles over its edge, and so is any other edge at which ground ends.
					const links = meshes.flatMap(({ transitions }) => [...transitions].filter((room) => room >= 0));
					const ribbons = drawn.filter(({ material }) => material === 'transition');
					expect(ribbons.length).toBe(links.length * 2);
					const ends = meshes.flatMap((mesh) => [...openEdges(mesh, K1)].filter((edge) => mesh.transitions[edge] < 0));
					expect(drawn.length - faces.length - ribbons.length).toBe(ends.length * 2);
				},
			),
			{ numRuns: runs(15, 400) },
		);
	});
});

/** The same file, read and written by glTF-Transform. */
async function rewritten(bytes: Uint8Array, format: GltfWriteOptions['format']): Promise<Uint8Array> {
	const io = new WebIO();
	if (format === 'glb') {
		const document = await io.readBinary(bytes);
		document.getRoot().getAsset().generator = 'wokflow';
		return io.writeBinary(document);
	}
	const before = JSON.parse(new TextDecoder().decode(bytes));
	const document = await io.readJSON({ json: before, resources: {} });
	document.getRoot().getAsset().generator = 'wokflow';
	const { json, resources } = await io.writeJSON(document, { basename: 'walkmesh' });
	for (const buffer of json.buffers ?? [])
		if (buffer.uri !== undefined)
			buffer.uri = `data:application/octet-stream;base64,${Buffer.from(resources[buffer.uri]).toString('base64')}`;
	return new TextEncoder().encode(`${JSON.stringify(json, null, '\t')}\n`);
}

async function expectSame(meshes: readonly Walkmesh[], options: GltfWriteOptions): Promise<void> {
	const own = await writeGltf(meshes, options, { surfaces: K1, report: new Report() });
	const theirs = await rewritten(own, options.format);
	// A difference is looked for in the text; the bytes of two files would fill the screen.
	if (Buffer.compare(own, theirs) !== 0)
		expect(Buffer.from(own).toString('latin1')).toBe(Buffer.from(theirs).toString('latin1'));
}

const coordinate = fc.oneof(
	fc.float({ noNaN: true, min: -100, max: 100 }),
	fc.constantFrom(0, -0, 1e-6, Number.NaN, Number.POSITIVE_INFINITY),
);
// JSON has no infinity, and no layout has one.
const finite = fc.float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 });
const place = fc.tuple(finite, finite, finite);

test('a file is written as glTF-Transform would write it, byte for byte', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyWalkmesh({ coordinate, surface: fc.nat(60) }), { maxLength: 4 }),
			fc.constantFrom('glb' as const, 'gltf' as const),
			fc.array(place, { maxLength: 3 }),
			fc.boolean(),
			async (meshes, format, roomPositions, showsAll) => {
				const roomNames = meshes.map(({ name }) => name);
				const placements = meshes.flatMap(({ kind, name }): ObjectPlacement[] =>
					kind === 'area'
						? []
						: [
								{ kind, model: name, position: [1, 2, 3], bearing: 0.5 },
								{ kind, model: name, position: [0, 0, 0], bearing: 0 },
							],
				);
				await expectSame(meshes, {
					format,
					roomNames,
					...(showsAll ? { roomPositions, placements } : { perimeter: false }),
				});
			},
		),
		{ numRuns: runs(10, 400) },
	);
});

test('what stands in an area, lines and nothing at all are written so, too', async () => {
	const at = { position: [1, 2, 0.25], template: 'a', tag: 'b' } as const;
	const things = [
		{ ...at, kind: 'creature', bearing: 1.25 },
		{ ...at, kind: 'trigger', corners: [at.position, [2, 2, 0], [2, 3, 0]] },
		{ ...at, kind: 'trigger' },
		{ ...at, kind: 'camera', bearing: 0 },
	] as Thing[];
	const lines = [{ name: 'leak 1', points: [at.position, [4, 5, 6]] }] as NonNullable<GltfWriteOptions['lines']>;
	const report = new Report();
	for (const x of [1, 2]) report.add(MESH_FINDINGS.T_JUNCTION, { at: [x, 2, 3], room: 'a' }, { distance: 0.1 });
	const { findings } = report;
	for (const format of ['glb', 'gltf'] as const) {
		await expectSame([], { format });
		await expectSame([], { format, things, lines, findings });
	}
});
