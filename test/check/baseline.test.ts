import { describe, expect, test } from 'vitest';
import { baselineOf, isBaseline, newFindings } from '../../check/baseline.ts';
import { withoutConsequences } from '../../check/rules.ts';
import type { Finding, Location } from '../../src/findings/report.ts';

function finding(code: string, location: Location = {}, data: Finding['data'] = {}): Finding {
	return { code, severity: 'warning', message: '', help: '', location, data };
}

describe('a baseline', () => {
	test('knows findings by code, file, room and spot, sorted, each once', () => {
		const findings = [
			finding('T_JUNCTION', { room: 'yard', face: 3, edge: 9, at: [1.04, -0.04, 2.05] }),
			finding('T_JUNCTION', { room: 'yard', face: 4, at: [0.96, 0, 2.06] }),
			finding('FACE_SLIVER', { file: 'C:\\work\\a/b/hall.wok' }),
			finding('FACE_SLIVER'),
		];
		expect(baselineOf(findings)).toStrictEqual({
			version: 1,
			findings: [
				{ code: 'FACE_SLIVER' },
				{ code: 'FACE_SLIVER', file: 'hall.wok' },
				{ code: 'T_JUNCTION', room: 'yard', at: [1, 0, 2.1] },
			],
		});
		expect(baselineOf(findings.toReversed())).toStrictEqual(baselineOf(findings));
	});

	test('knows its own findings again, wherever the project lies now, and no other ones', () => {
		const known = finding('T_JUNCTION', { file: '/old/Hall.wok', room: 'Hall', at: [1, 2, 3] });
		const baseline = baselineOf([known]);
		const isNew = (code: string, location: Location): boolean =>
			newFindings([finding(code, location)], baseline).length > 0;
		expect(isNew('T_JUNCTION', { file: 'd:\\new\\hall.WOK', room: 'hall', at: [1.04, 2, 3] })).toBe(false);
		expect(isNew('T_JUNCTION', { file: 'hall.wok', room: 'hall', at: [1.06, 2, 3] })).toBe(true);
		expect(isNew('T_JUNCTION', { file: 'hall.wok', room: 'hall' })).toBe(true);
		expect(isNew('T_JUNCTION', { file: 'hall.wok', at: [1, 2, 3] })).toBe(true);
		expect(isNew('T_JUNCTION', { room: 'hall', at: [1, 2, 3] })).toBe(true);
		expect(isNew('FACE_SLIVER', { file: 'hall.wok', room: 'hall', at: [1, 2, 3] })).toBe(true);
	});

	test.each([
		[{ version: 1, findings: [] }, true],
		[{ version: 1, findings: [{ code: 'X' }] }, true],
		[{ version: 2, findings: [] }, false],
		[{ findings: [] }, false],
		[{ version: 1 }, false],
		[{ version: 1, findings: { every: true } }, false],
		[{ version: 1, findings: [{ code: 'X' }, {}] }, false],
		[{ version: 1, findings: [null] }, false],
		[{ version: 1, findings: [{ code: 'X', file: 'a.wok', room: 'a', at: [1, 2, 3] }] }, true],
		[{ version: 1, findings: [{ code: 'X', file: 5 }] }, false],
		[{ version: 1, findings: [{ code: 'X', room: null }] }, false],
		[{ version: 1, findings: [{ code: 'X', at: 7 }] }, false],
		[{ version: 1, findings: [{ code: 'X', at: [[[]]] }] }, false],
		[null, false],
		[undefined, false],
	])('is %j: %s', (value, expected) => {
		expect(isBaseline(value)).toBe(expected);
	});
});

describe('what follows from another fault is left out', () => {
	const left = (...findings: Finding[]): string[] => withoutConsequences(findings).map(({ code }) => code);
	const at = (code: string, x: number, more: Location = {}): Finding =>
		finding(code, { room: 'r', at: [x, 0, 0], ...more });
	const ofFace = (extent: readonly number[]): Finding =>
		finding('FACE_DUPLICATE', { room: 'r', at: [0, 0, 0] }, { extent });

	test.each<[string, Finding, Finding, boolean]>([
		['in the same spot', at('GROUND_CRACK', 0), at('T_JUNCTION', 0.25), true],
		['farther away', at('GROUND_CRACK', 0), at('T_JUNCTION', 0.26), false],
		['of a large face', ofFace([3, 1, 0]), at('GROUND_STACKED', 3.25), true],
		['of a large face, farther', ofFace([3, 1, 0]), at('GROUND_STACKED', 3.3), false],
		['of a large face, along another axis', ofFace([1, 3, 3]), at('GROUND_STACKED', 3.25), false],
		['of a face of no size', at('FACE_DUPLICATE', 0), at('GROUND_STACKED', 0.3), false],
		['that is large itself', at('SEAM_UNLINKED', 0), at('DOORWAY_NARROW', 3), true],
		['in another room', at('GROUND_CRACK', 0, { room: 'q' }), at('T_JUNCTION', 0), false],
		['in the same room, however it is written', at('GROUND_CRACK', 0, { room: 'R' }), at('T_JUNCTION', 0), true],
		['in the room beyond', at('SEAM_UNLINKED', 0, { room: 'q', otherRoom: 'r' }), at('VERTEX_NEAR_MISS', 0), true],
		[
			'of a file',
			finding('GROUND_CRACK', { file: 'f', at: [0, 0, 0] }),
			finding('T_JUNCTION', { file: 'F', at: [0, 0, 0] }),
			true,
		],
		['that does not explain it', at('FACE_SLIVER', 0), at('T_JUNCTION', 0), false],
		['without a spot', finding('GROUND_CRACK', { room: 'r' }), at('T_JUNCTION', 0), false],
		['of what has no spot', at('GROUND_CRACK', 0), finding('T_JUNCTION', { room: 'r' }), false],
		['at the same face', at('FACE_DEGENERATE', 0, { face: 3 }), at('WALKABLE_FACE_DOWN', 9, { face: 3 }), true],
		['at another face', at('FACE_DEGENERATE', 0, { face: 3 }), at('WALKABLE_FACE_DOWN', 9, { face: 4 }), false],
		['at the face of an edge', at('FACE_DUPLICATE', 0, { face: 3 }), at('EDGE_OVERFULL', 9, { edge: 11 }), true],
		['at the face beside it', at('FACE_DUPLICATE', 0, { face: 3 }), at('EDGE_OVERFULL', 9, { edge: 12 }), false],
		[
			'at the face that it is a copy of',
			finding('FACE_DUPLICATE', { room: 'r', face: 3, at: [0, 0, 0] }, { of: 7 }),
			at('EDGE_OVERFULL', 9, { face: 7 }),
			true,
		],
		['anywhere in the room', finding('GROUND_TORN', { room: 'r' }), at('VERTICES_UNWELDED', 99), true],
		['anywhere in another room', finding('GROUND_TORN', { room: 'q' }), at('VERTICES_UNWELDED', 99), false],
		['anywhere at all', finding('THINGS_ELSEWHERE', { room: 'q' }), at('HOOK_OFF_GROUND', 9), true],
	])('%s', (_, cause, effect, isLeftOut) => {
		expect(left(cause, effect)).toEqual(isLeftOut ? [cause.code] : [cause.code, effect.code]);
		expect(left(effect, cause)).toEqual(isLeftOut ? [cause.code] : [effect.code, cause.code]);
	});
});
