import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUE, CATALOGUE_AREAS, type FindingType } from '../../src/findings/index.ts';
import { ROOT } from '../support/cli.ts';

const codes = Object.entries(CATALOGUE as unknown as Record<string, FindingType>);

test('a code belongs to one area', () => {
	const total = Object.values(CATALOGUE_AREAS).reduce((sum, area) => sum + Object.keys(area).length, 0);
	expect(total).toBe(codes.length);
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
