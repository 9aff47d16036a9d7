import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import type { Action } from '../../src/findings/report.ts';
import { actionsOf } from '../../src/model/advice.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { smallQuayLyt, soundQuayGlb } from '../support/small-quay.ts';
import { THOROUGH } from '../support/thorough.ts';

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

const out = scratchFolder();
cpSync(FIXTURES, join(out, 'fixtures'), { recursive: true });
// The whole level comes as OBJ.
if (!THOROUGH) {
	writeFileSync(join(out, 'fixtures/level/quay.glb'), soundQuayGlb());
	writeFileSync(join(out, 'fixtures/level/quay.lyt'), smallQuayLyt(['quay_01b', 'quay_02a', 'quay_02b']));
}

/** Commands over what is sound: they end well and warn of nothing. In order, for later ones use what earlier ones wrote. */
const SOUND: readonly string[] = [
	'convert fixtures/level/quay.glb quay.wok',
	'convert fixtures/level/quay.obj quay_obj.wok',
	'convert fixtures/level/rooms/quay_02b.glb quay_02b.wok --layout fixtures/level/quay.lyt',
	'convert quay.wok quay.glb',
	'convert quay.wok quay.ascii',
	'convert quay.glb again.wok',
	'convert quay.ascii again2.wok',
	'convert fixtures/small/door.glb gate.dwk',
	'convert fixtures/small/placeable.glb crate.pwk',
	'convert fixtures/small/nested-transforms.glb nested.wok',
	'level fixtures/level/quay.glb level',
	'level fixtures/level/quay.lyt rooms --room-folder fixtures/level/rooms',
	'link level/quay.lyt --check',
	'inspect quay.wok quay_02b.wok gate0.dwk crate.pwk level/quay_01b.wok quay.ascii',
	'inspect --writer quay.wok crate.pwk quay.ascii',
	'diff quay.wok again.wok',
	'rebuild quay.wok -o rebuilt',
];

test('good input is not warned of, by any command', async () => {
	for (const line of SOUND) {
		const { code, stdout } = await wokflow([...line.split(' '), '--json'], { cwd: out });
		const { findings } = JSON.parse(stdout) as { findings: { code: string; severity: string }[] };
		const loud = findings.filter(({ severity }) => severity !== 'note').map((finding) => finding.code);
		expect({ line, code, loud }).toEqual({ line, code: 0, loud: [] });
	}
});
