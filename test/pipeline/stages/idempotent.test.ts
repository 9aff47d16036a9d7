import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMesh } from '../../../check/stages.ts';
import {
	dropDegenerate,
	dropDuplicate,
	dropUnused,
	findTJunctions,
	fixTJunctions,
	orient,
	simplify,
	sort,
	weld,
} from '../../../pipeline/stages/clean-up.ts';
import type { Stage } from '../../../pipeline/stages/stage.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { runStage } from '../../support/run-stage.ts';
import { gridFloor, integerSoups } from '../../support/soups.ts';
import { runs } from '../../support/thorough.ts';

/** Every stage on walkmeshes, with its defaults and with options that make it do more. */
const STAGES: readonly Stage<'walkmesh'>[] = [
	weld(),
	weld({ tolerance: 0 }),
	weld({ tolerance: 1.2 }),
	dropDegenerate(),
	dropDegenerate({ minArea: 2 }),
	dropDuplicate(),
	dropDuplicate({ backs: 'drop' }),
	dropUnused(),
	orient(),
	orient({ mode: 'flip' }),
	orient({ mode: 'refuse' }),
	findTJunctions(),
	fixTJunctions(),
	fixTJunctions({ tolerance: 0.3 }),
	checkMesh(),
	sort(),
];

function named({ name, options }: Stage<'walkmesh'>): string {
	return `${name} ${JSON.stringify(options)}`;
}

/** All that can change, bit for bit. */
function snapshot(mesh: Walkmesh): Walkmesh {
	return structuredClone(mesh);
}

describe('a stage run twice', () => {
	for (const stage of STAGES) {
		it(`changes nothing the second time, and never what it is given: ${named(stage)}`, async () => {
			await fc.assert(
				fc.asyncProperty(integerSoups, async (soup) => {
					const before = snapshot(soup);
					const { value: once } = await runStage(stage, soup);
					expect(soup).toEqual(before);
					const { value: twice } = await runStage(stage, once);
					expect(twice).toEqual(once);
				}),
				{ numRuns: runs(13, 500) },
			);
		});
	}

	// Its error counts from what it is given, so only where nothing moves there is nothing left to gain.
	it('changes nothing the second time on flat ground: simplify', async () => {
		for (const side of [3, 8, 25]) {
			const { value: once } = await runStage(simplify(), gridFloor(side));
			expect((await runStage(simplify(), once)).value).toEqual(once);
		}
	});
});
