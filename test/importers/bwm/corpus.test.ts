import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../../exporters/bwm/index.ts';
import { decodeBwm } from '../../../importers/bwm/decode.ts';
import { TYPE_AREA } from '../../../src/bwm/bwm-file.ts';
import { deriveBwm, walkmeshFromBwm } from '../../../src/bwm/derive.ts';
import { Report } from '../../../src/findings/report.ts';
import { faceArea, planarDistances } from '../../../src/geometry/triangles.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { checkAabbTree } from '../../../src/tree/check.ts';
import { corpusFiles, corpusPresent } from '../../support/corpus.ts';

const files = [
	...corpusFiles('rooms', '.wok'),
	...corpusFiles('rewritten', '.wok'),
	...corpusFiles('doors-placeables', '.pwk', '.dwk'),
];
const rooms = files.filter(({ name }) => name.endsWith('.wok'));
/** Rooms as the game ships them: no other tool has touched their normals and trees. */
const untouched = rooms.filter(({ name }) => /rooms\/(?:m10aa_|endar_spire)/.test(name));

const bits = (array: Float32Array): Uint32Array => new Uint32Array(array.buffer, array.byteOffset, array.length);

describe.skipIf(!corpusPresent)(`real files (${files.length} walkmeshes, ${untouched.length} untouched rooms)`, () => {
	test('there are files', () => {
		expect(rooms.length).toBeGreaterThan(0);
		expect(untouched.length).toBeGreaterThan(0);
	});

	test.each(files)('$name is written as it was read', ({ bytes }) => {
		const report = new Report();
		expect(Buffer.compare(encodeBwm(decodeBwm(bytes, report)), bytes)).toBe(0);
		expect(report.findings).toEqual([]);
	});

	test.each(rooms)('$name: its tables follow from geometry, surfaces and transitions alone', ({ bytes }) => {
		const report = new Report();
		const file = decodeBwm(bytes, report);
		expect(file.type).toBe(TYPE_AREA);
		const { positions, faces, surfaces, transitions } = walkmeshFromBwm(file, { name: 'room' }, report);
		const mesh = { ...walkmeshFromBwm(file, { name: 'room' }, report), positions, faces, surfaces, transitions };
		const derived = deriveBwm(mesh, K1, report);
		expect(derived.faces).toEqual(file.faces);
		expect(derived.materials).toEqual(file.materials);
		expect(derived.adjacency).toEqual(file.adjacency);
		expect(derived.edges).toEqual(file.edges);
		expect(derived.perimeters).toEqual(file.perimeters);
		expect(derived.offsets).toEqual(file.offsets);
		expect(report.findings).toEqual([]);

		const tree = checkAabbTree(derived.aabb, derived.vertices, derived.faces);
		expect(tree.clean && tree.complete).toBe(true);
	});

	test.each(untouched)('$name: distances are the game’s own bit for bit, normals within 1e-6', ({ bytes }) => {
		const file = decodeBwm(bytes, new Report());
		const derived = deriveBwm(walkmeshFromBwm(file, { name: 'room' }, new Report()), K1, new Report());
		expect(bits(planarDistances(file.vertices, file.faces, file.normals))).toEqual(bits(file.distances));
		for (let face = 0; face < file.materials.length; face++) {
			if (faceArea(file.vertices, file.faces, face) === 0) continue;
			for (let i = face * 3; i < face * 3 + 3; i++)
				expect(Math.abs(derived.normals[i] - file.normals[i])).toBeLessThan(1e-6);
		}
	});
});
