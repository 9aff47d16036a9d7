import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeAscii } from '../../exporters/ascii/write.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { writeGltf } from '../../exporters/gltf/write.ts';
import { readAscii } from '../../importers/ascii/read.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { readGltf } from '../../importers/gltf/read.ts';
import { deriveBwm, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { DOOR_STATES, type Walkmesh } from '../../src/model/walkmesh.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { runs } from '../support/thorough.ts';
import { anyWalkmesh } from '../support/walkmeshes.ts';

const context = { report: new Report(), surfaces: K1, mappings: [], name: 'any' };

const toBinary = (mesh: Walkmesh): Uint8Array => encodeBwm(deriveBwm(mesh, K1, new Report()));

function fromBinary(bytes: Uint8Array, like: Walkmesh): Walkmesh {
	const { name, kind, doorState } = like;
	const identity = { name, ...(kind === 'area' ? {} : { kind }), ...(doorState === undefined ? {} : { doorState }) };
	return walkmeshFromBwm(decodeBwm(bytes, new Report()), identity, new Report());
}

function throughAscii(mesh: Walkmesh, dialect: 'engine' | 'nwmax' | 'mdlops'): Walkmesh {
	return readAscii(writeAscii([{ walkmesh: mesh }], { dialect }, context), {}, { ...context, name: mesh.name })[0]
		.walkmesh;
}

async function throughGltf(mesh: Walkmesh): Promise<Walkmesh> {
	const content = await readGltf(await writeGltf([mesh], {}, context), {}, context);
	if (content.kind !== 'walkmeshes') throw new Error('an untouched inspection file is a walkmesh');
	return content.walkmeshes[0].walkmesh;
}

describe('every road between formats', () => {
	test('any walkmesh: binary, text of each dialect, glTF and binary again are the same bytes', async () => {
		const coordinate = fc.float({ noNaN: true, min: Math.fround(-1e30), max: Math.fround(1e30) });
		await fc.assert(
			fc.asyncProperty(
				anyWalkmesh({ coordinate }),
				fc.constantFrom('engine' as const, 'nwmax' as const, 'mdlops' as const),
				async (mesh, dialect) => {
					const binary = toBinary(mesh);
					const read = fromBinary(binary, mesh);
					const text = throughAscii(read, dialect);
					const shown = await throughGltf(text);
					expect(Buffer.compare(toBinary(text), binary)).toBe(0);
					expect(Buffer.compare(toBinary(shown), binary)).toBe(0);
					expect([shown.kind, shown.doorState]).toEqual([mesh.kind, mesh.doorState]);
				},
			),
			{ numRuns: runs(50) },
		);
	}, 120_000);

	test('the three states of a door stay three through one text and one glTF', async () => {
		const [base] = fc.sample(anyWalkmesh({ kind: 'door' }), { numRuns: 1, seed: 7 });
		const states = DOOR_STATES.map((doorState) => ({ ...base, name: 'gate', doorState }));
		const text = writeAscii(
			states.map((walkmesh) => ({ walkmesh })),
			{},
			context,
		);
		expect(readAscii(text, {}, { ...context, name: 'gate' }).map(({ walkmesh }) => walkmesh.doorState)).toEqual(
			DOOR_STATES,
		);
		const glb = await readGltf(await writeGltf(states, {}, context), {}, context);
		expect(glb.kind === 'walkmeshes' && glb.walkmeshes.map(({ walkmesh }) => walkmesh.doorState)).toEqual(DOOR_STATES);
	});
});

const files = [
	...corpusFiles('rooms', '.wok'),
	...corpusFiles('rewritten', '.wok'),
	...corpusFiles('doors-placeables', '.pwk'),
];

describe.skipIf(!corpusPresent)(`real files (${files.length}) keep every table but the tree on every road`, () => {
	test.each(files)('$name', async ({ name, bytes }) => {
		const file = decodeBwm(bytes, new Report());
		const mesh = walkmeshFromBwm(file, { name: name.replace(/^.*\/|\.\w+$/g, ''), kind: 'placeable' }, new Report());
		for (const dialect of ['engine', 'nwmax', 'mdlops'] as const) {
			const again = deriveBwm(await throughGltf(throughAscii(mesh, dialect)), K1, new Report());
			for (const table of [
				'vertices',
				'faces',
				'materials',
				'adjacency',
				'edges',
				'perimeters',
				'hooks',
				'position',
			] as const) {
				expect(again[table]).toEqual(file[table]);
			}
		}
	});
});
