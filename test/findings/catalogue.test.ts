import { expect, test } from 'vitest';
import { CATALOGUES } from '../../pipeline/catalogues.ts';

// That each code is reported by some test is looked at when all have run: `test/support/global-setup.ts`.
const codes = Object.values(CATALOGUES).flatMap((catalogue) => Object.entries(catalogue));

test('a code belongs to one area', () => {
	expect(new Set(codes.map(([code]) => code)).size).toBe(codes.length);
});

test('every code has a severity and advice', () => {
	for (const [code, { severity, help }] of codes) {
		expect(['fatal', 'error', 'warning', 'info'], code).toContain(severity);
		expect(help.length, code).toBeGreaterThan(10);
	}
});
