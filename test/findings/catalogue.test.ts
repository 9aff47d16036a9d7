import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES } from '../../pipeline/catalogues.ts';
import { ROOT } from '../support/cli.ts';

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

test('every code is expected by some test', () => {
	const folder = join(ROOT, 'test');
	const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(?:test\.ts|json|txt|snap|ts)$/.test(name) && !name.endsWith('catalogue.test.ts'))
		.map((name) => readFileSync(join(folder, name), 'utf8'))
		.join('\n');
	expect(codes.map(([code]) => code).filter((code) => !new RegExp(`\\b${code}\\b`).test(texts))).toEqual([]);
});
