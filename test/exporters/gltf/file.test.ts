import { WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GltfWriteOptions, writeGltf } from '../../../exporters/gltf/write.ts';
import { MESH_FINDINGS } from '../../../src/clean/findings.ts';
import { Report } from '../../../src/findings/report.ts';
import type { ObjectPlacement, Thing } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh } from '../../support/walkmeshes.ts';

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
