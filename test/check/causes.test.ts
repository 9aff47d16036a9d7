import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutConsequences } from '../../src/check/causes.ts';
import type { Finding } from '../../src/findings/report.ts';

const CODES = [
	'VERTEX_NEAR_MISS',
	'GROUND_CRACK',
	'T_JUNCTION',
	'FACE_DUPLICATE',
	'GROUND_STACKED',
	'WALKABLE_ISLANDS',
];
const coordinate = fc.constantFrom(0, 0.2, 0.4, 2, 2.9, 3.3, Number.NaN, Number.POSITIVE_INFINITY);
const finding = fc
	.record({
		code: fc.constantFrom(...CODES),
		room: fc.constantFrom('a', 'B', 'b', undefined),
		otherRoom: fc.constantFrom('a', undefined),
		at: fc.option(fc.tuple(coordinate, coordinate, fc.constant(0)), { nil: undefined }),
		face: fc.option(fc.nat(3), { nil: undefined }),
		edge: fc.option(fc.nat(9), { nil: undefined }),
	})
	.map(({ code, ...location }): Finding => ({ code, severity: 'warning', message: code, location }) as never);

it('leaves out what another finding explains, whichever others there are', () => {
	fc.assert(
		fc.property(fc.array(finding, { maxLength: 12 }), (findings) => {
			const kept = findings.filter((each) =>
				findings.every((other) => withoutConsequences(each === other ? [each] : [each, other]).includes(each)),
			);
			expect(withoutConsequences(findings)).toEqual(kept);
		}),
	);
});

it('looks for causes where a finding is, not at all of a heap for each of them', () => {
	let looked = 0;
	const findings = Array.from({ length: 4000 }, (_, i): Finding => {
		const at = [i, 0, 0] as const;
		const code = i % 2 === 0 ? 'GROUND_CRACK' : 'VERTEX_NEAR_MISS';
		const location = {
			get at() {
				looked++;
				return at;
			},
		};
		return { code, severity: 'warning', message: code, location } as never;
	});
	expect(withoutConsequences(findings)).toHaveLength(4000);
	// Sorting looks at each some dozen times.
	expect(looked).toBeLessThan(4000 * 100);
});
