import { describe, expect, test } from 'vitest';
import { ASCII_FINDINGS as A } from '../../src/bwm/ascii-findings.ts';
import { DERIVE_FINDINGS as D } from '../../src/bwm/derive.ts';
import { actionsOf, REBUILD_FILE } from '../../src/model/advice.ts';

describe('findings about walkmeshes and their texts', () => {
	test('say what can be done', () => {
		const either = [
			{ option: 'space', value: 'relative' },
			{ option: 'space', value: 'area' },
		];
		expect([A.ASCII_VERTEX_SPACE, A.ASCII_VERTEX_SPACE_GUESSED].map(actionsOf)).toEqual([either, either]);
		expect(actionsOf(A.ASCII_MODEL_OF_OBJECT)).toEqual([{ option: 'dialect', value: 'engine' }]);
		expect(actionsOf(A.ASCII_MODEL_WITHOUT_LAYOUT)).toEqual([{ option: 'layout', placeholder: 'FILE' }]);
		expect([D.BWM_EDGE_RANGE, D.BWM_TRANSITION_NEGATIVE].map(actionsOf)).toEqual([[REBUILD_FILE], [REBUILD_FILE]]);
	});
});
