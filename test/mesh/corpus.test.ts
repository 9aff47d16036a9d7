import { describe, expect, it } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { findNearMisses } from '../../src/clean/near-misses.ts';
import { Report } from '../../src/findings/report.ts';
import { findTJunctions } from '../../src/geometry/t-junctions.ts';
import { weldMesh } from '../../src/geometry/weld.ts';
import { K1, walkableFaces } from '../../src/model/surfaces.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';

const files = [...corpusFiles('rooms', '.wok'), ...corpusFiles('rewritten', '.wok')];

describe.skipIf(!corpusPresent)(`real rooms (${files.length})`, () => {
	it.each(files.map((file) => [file.name, file] as const))('%s raises no false alarm', (name, { bytes }) => {
		const mesh = walkmeshFromBwm(decodeBwm(bytes, new Report()), { name }, new Report());
		const walkable = walkableFaces(K1, mesh.surfaces);
		expect([...findTJunctions(mesh, walkable).edges]).toEqual([]);
		expect([...findNearMisses(mesh, walkable).distances]).toEqual([]);
		// One room holds a vertex twice.
		expect(weldMesh(mesh).merged).toBe(name.endsWith('m10aa_03a.wok') ? 1 : 0);
	});
});
