import { expect, test } from 'vitest';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import type { Action } from '../../src/findings/report.ts';
import { actionsOf } from '../../src/model/advice.ts';

// That each code is reported by some test is looked at when all have run: `test/support/global-setup.ts`.
const codes = Object.values(CATALOGUES).flatMap((catalogue) => Object.entries(catalogue));

test('a code belongs to one area', () => {
	expect(new Set(codes.map(([code]) => code)).size).toBe(codes.length);
});

test('every code says what it means, in a sentence or two that name no flag and are not the advice again', () => {
	for (const [code, { meaning = '', help }] of codes) {
		expect(meaning, code).toMatch(/^[A-Z].{25,}\.$/);
		expect(meaning.length, code).toBeLessThan(400);
		expect(meaning, code).not.toMatch(/ --?[a-z]|undefined/);
		expect(meaning, code).not.toBe(help);
	}
	expect(new Set(codes.map(([, { meaning }]) => meaning)).size).toBeGreaterThan(codes.length - 5);
});

test('advice that is shown without a finding has values that can be typed', () => {
	const valuesIn = (action: Action): unknown[] =>
		'option' in action
			? typeof action.value === 'object'
				? Object.entries(action.value).flat()
				: [action.value]
			: (action.options ?? []).flatMap(valuesIn);
	for (const [code, type] of codes) {
		const values = actionsOf(type).flatMap(valuesIn);
		for (const value of values) expect(String(value), code).not.toMatch(/^[A-Z_]{2,}$|NaN/);
	}
	expect(actionsOf(CATALOGUES['Geometry of a walkmesh']['GROUND_CRACK'])).toEqual([{ option: 'snap', value: 0.03 }]);
});

test('every code has a severity and advice', () => {
	for (const [code, { severity, help }] of codes) {
		expect(['fatal', 'error', 'warning', 'info'], code).toContain(severity);
		expect(help.length, code).toBeGreaterThan(10);
	}
});
