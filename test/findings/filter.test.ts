import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CATALOGUES, findingTypes } from '../../jobs/catalogues.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { checkFilter, filterOptions, mergeFilters } from '../../src/findings/filter.ts';
import { defineFindings, UsageError } from '../../src/findings/report.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);
const cube = join(FIXTURES, 'small/cube-room.obj');
const unknown = join(FIXTURES, 'small/unknown-material.glb');
const TYPES = findingTypes(createRegistry());

const F = defineFindings({
	CRACK: { severity: 'warning', message: (): string => 'A crack.', help: '' },
	BROKEN: { severity: 'fatal', message: (): string => 'Broken.', help: '' },
	WRONG: { severity: 'error', message: (): string => 'Wrong.', help: '' },
	NOTE: { severity: 'info', message: (): string => 'By the way.', help: '' },
});

describe('filters', () => {
	const known = new Map(Object.values(F).map((type) => [type.code, type]));

	test('add up, the last severity winning', () => {
		expect(mergeFilters({}, {})).toEqual({});
		expect(
			mergeFilters(
				{ ignore: ['A'], severity: { A: 'note' } },
				{ ignore: ['B', 'A'], severity: { A: 'error', B: 'note' } },
			),
		).toEqual({
			ignore: ['A', 'B'],
			severity: { A: 'error', B: 'note' },
		});
		expect(mergeFilters({ ignore: ['A'] })).toEqual({ ignore: ['A'] });
		expect(mergeFilters({ severity: { A: 'note' } })).toEqual({ severity: { A: 'note' } });
		expect(filterOptions({ severity: { A: 'note', B: 'warning', C: 'error' } })).toEqual({
			severity: { A: 'info', B: 'warning', C: 'error' },
		});
		expect(filterOptions({ ignore: ['A'] })).toEqual({ ignore: ['A'], severity: {} });
	});

	test.each([
		[{ ignore: ['constructor'] }, '"constructor" is not the code of a finding. `wokflow explain` lists them.'],
		[{ ignore: ['CRAK'] }, '"CRAK" is not the code of a finding. Did you mean "CRACK"?'],
		[{ ignore: ['BROKEN'] }, 'BROKEN cannot be left out: it means that an input cannot be read.'],
		[
			{ severity: { BROKEN: 'note' } },
			'BROKEN cannot be anything but an error: it means that an input cannot be read.',
		],
		[{ severity: { CRACK: 'info' } }, 'The severity of CRACK is error, warning or note, not "info".'],
	])('%j are refused', (filter, message) => {
		expect(() => checkFilter(filter, known)).toThrow(new UsageError(message));
	});

	test('of what there is are taken', () => {
		expect(() =>
			checkFilter({ ignore: ['CRACK'], severity: { NOTE: 'error', WRONG: 'warning', CRACK: 'note' } }, known),
		).not.toThrow();
		expect(() => checkFilter({}, known)).not.toThrow();
	});

	test('knows every code of every catalogue', () => {
		for (const catalogue of Object.values(CATALOGUES))
			for (const { code } of Object.values(catalogue)) expect(TYPES.has(code)).toBe(true);
	});
});

describe('on the command line', () => {
	test('--ignore leaves a finding out of everything', async () => {
		const run = await wokflow(['convert', unknown, at('a.wok'), '--json', '--ignore', 'SURFACE_UNKNOWN']);
		expect(run.code).toBe(0);
		expect(run.stdout).not.toContain('SURFACE_UNKNOWN');
	});

	test('--severity makes a note an error that keeps the output from being written, and an error a warning', async () => {
		const raised = await wokflow(['convert', cube, at('b.wok'), '--severity', 'NODES_TAKEN=error']);
		expect(raised.code).toBe(1);
		expect(raised.stderr).toMatch(/error: .*\[NODES_TAKEN\]/);
		expect(raised.stderr).toContain('Nothing was written.');
		const lowered = await wokflow(['convert', unknown, at('c.wok'), '--severity', 'SURFACE_UNKNOWN=warning']);
		expect(lowered.code).toBe(0);
		expect(lowered.stderr).toMatch(/warning: .*\[SURFACE_UNKNOWN\]/);
	});

	test('--strict goes by the severity that was asked for', async () => {
		const args = ['convert', unknown, at('d.wok'), '--severity', 'SURFACE_UNKNOWN=warning', '--strict'];
		expect((await wokflow(args)).code).toBe(1);
	});
});

describe('in a config', () => {
	const folder = at('config');
	mkdirSync(folder, { recursive: true });
	const config = (keys: object): void =>
		writeFileSync(
			join(folder, 'wokflow.config.json'),
			JSON.stringify({ targets: { one: { input: unknown, output: 'one.wok' } }, ...keys }),
		);
	const build = (...flags: string[]) => wokflow(['build', ...flags], { cwd: folder });

	test('ignore and severity count, also for a target that was built before', async () => {
		config({});
		expect((await build()).code).toBe(1);
		config({ severity: { SURFACE_UNKNOWN: 'warning' } });
		const warned = await build();
		expect(warned.code).toBe(0);
		expect(existsSync(join(folder, 'one.wok'))).toBe(true);
		expect(warned.stderr).toMatch(/warning: .*\[SURFACE_UNKNOWN\]/);
		expect((await build()).stderr).toContain('up to date');
		config({ ignore: ['SURFACE_UNKNOWN'] });
		expect((await build()).stderr).not.toContain('SURFACE_UNKNOWN');
		config({});
		expect((await build()).code).toBe(1);
	});

	test('flags come on top', async () => {
		config({ severity: { SURFACE_UNKNOWN: 'warning' } });
		expect((await build('--severity', 'SURFACE_UNKNOWN=error')).code).toBe(1);
	});

	test.each([
		[
			{ ignore: ['SURFACE_UNKNWON'] },
			'ignore: "SURFACE_UNKNWON" is not the code of a finding. Did you mean "SURFACE_UNKNOWN"',
		],
		[{ severity: { SURFACE_UNKNWON: 'note' } }, 'severity: "SURFACE_UNKNWON" is not'],
		[
			{ severity: { SURFACE_UNKNOWN: 'info' } },
			'The severity of SURFACE_UNKNOWN is error, warning or note, not "info"',
		],
	])('%j is refused', async (keys, message) => {
		config(keys);
		expect(await build()).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
	});
});
