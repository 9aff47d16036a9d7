import { expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { openLevel } from '../../jobs/query.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { HEAPS, objOfHeap } from '../fuzz/heaps.ts';
import { generator } from '../support/mutate.ts';

test('a scene that is only asked is not judged as a level, unless that is wanted', async () => {
	const codesOf = async (options: { judged?: boolean }): Promise<string[]> => {
		const report = new Report();
		const source = bytesSource(objOfHeap(HEAPS['islands'](20, generator(2)), 1e6), 'isles.obj');
		const { level } = await openLevel([source], options, { report, surfaces: K1, mappings: [] }, createRegistry());
		expect(level.rooms).toHaveLength(1);
		return report.findings.map(({ code }) => code);
	};
	expect(await codesOf({})).not.toContain('WALKABLE_ISLANDS');
	expect(await codesOf({ judged: true })).toContain('WALKABLE_ISLANDS');
});
