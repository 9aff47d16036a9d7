import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { K1, surfaceByName } from '../../../src/model/surfaces.ts';
import { surfaceOfObject } from '../../../src/scene/surfaces.ts';
import { runs } from '../../support/thorough.ts';
import { objFile } from './generated.ts';
import { cornersOf, read, readScene } from './reading.ts';

const ROOT = join(import.meta.dirname, '../../../fixtures');

/** All OBJ files of the fixtures; the faulty ones beside this test are compared by `bad-input.test.ts`. */
const FIXTURES = (readdirSync(ROOT, { recursive: true }) as string[]).filter((name) => name.endsWith('.obj')).sort();

const UNRESOLVED = 7;

describe('scanner and obj-file-parser', () => {
	it('both read what generated files mean', async () => {
		await fc.assert(
			fc.asyncProperty(
				objFile,
				fc.constantFrom('scanner' as const, 'obj-file-parser' as const),
				async (file, parser) => {
					const scene = await readScene(file.text, { objParser: parser, up: 'z', node: ['*'] });
					expect(cornersOf(scene)).toEqual(file.corners.map((value) => value + 0));
					const names = scene.parts.flatMap((part) => new Array<string>(part.surfaces.length).fill(part.name));
					expect(names).toEqual(file.nodes.map((name) => (name === '' ? 'room' : name)));
					// A material that says nothing leaves it to the group, then to the object.
					const objects = scene.parts.flatMap((part) => {
						const { name, parent } = scene.nodes[part.node];
						const said = surfaceOfObject(K1, name) ?? surfaceOfObject(K1, scene.nodes[parent]?.name ?? '');
						return new Array<number | undefined>(part.surfaces.length).fill(said);
					});
					const surfaces = file.materials.map(
						(name, face) => surfaceByName(K1, name.trim())?.surface ?? objects[face] ?? UNRESOLVED,
					);
					expect(scene.parts.flatMap((part) => [...part.surfaces])).toEqual(surfaces);
				},
			),
			{ numRuns: runs(60, 6000) },
		);
	});

	it('give equal scenes and reports for generated files', async () => {
		await fc.assert(
			fc.asyncProperty(objFile, async ({ text }) => {
				const [scanned, parsed] = [await read(text), await read(text, { objParser: 'obj-file-parser' })];
				expect(parsed.scene).toEqual(scanned.scene);
				expect(parsed.findings).toEqual(scanned.findings);
			}),
			{ numRuns: runs(50, 4000) },
		);
	});

	it('found fixtures to compare', () => {
		expect(FIXTURES.length).toBeGreaterThan(15);
	});

	it.each(FIXTURES)('%s: equal scenes and reports', async (name) => {
		const bytes = readFileSync(join(ROOT, name));
		const [scanned, parsed] = [await read(bytes), await read(bytes, { objParser: 'obj-file-parser' })];
		expect(parsed.scene).toEqual(scanned.scene);
		expect(parsed.findings).toEqual(scanned.findings);
	});
});
