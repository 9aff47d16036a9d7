import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { formatFindings } from '../../cli/shared/formats.ts';
import { defineFindings, type Location, Report, UsageError } from '../../src/findings/report.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);
const cube = join(FIXTURES, 'small/cube-room.obj');
const unknown = join(FIXTURES, 'small/unknown-material.glb');

// Of an older draft, of which it uses nothing that draft 7 reads otherwise.
const {
	$schema: _,
	id: __,
	...schema
} = createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as Record<
	string,
	unknown
>;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const isSarif = ajv.compile(schema);

const SAMPLES = defineFindings({
	NOTED: { severity: 'info', message: (_: object): string => 'Assumed.', help: 'Say it.' },
	ODD: { severity: 'warning', message: (_: object): string => '50 % odd:\na, b', help: 'Look.' },
	WRONG: { severity: 'error', message: (_: object): string => '<wrong> & "bad"', help: 'Mend it.' },
});
const PLACE: Location = { file: 'rooms/a,b:1 é.obj', line: 3, column: 7, room: 'quay', at: [1, 2, 3] };

function text(format: 'github' | 'sarif' | 'junit', fill: (report: Report) => void, verbose = false): string {
	const report = new Report();
	fill(report);
	return formatFindings(format, { command: 'inspect', report, exitCode: 1, flagOwner: () => '', verbose });
}
const all = (report: Report): void => {
	report.add(SAMPLES.NOTED, {}, {});
	report.add(SAMPLES.ODD, PLACE, {});
	report.add(SAMPLES.WRONG, { offset: 12, file: 'a.wok' }, {});
};

describe('github', () => {
	test('annotations with what GitHub would take for its own syntax escaped', () => {
		expect(text('github', all).split('\n')).toEqual([
			'::warning file=rooms/a%2Cb%3A1 é.obj,line=3,col=7,title=ODD::room quay, at 1 2 3: 50 %25 odd:\\u{a}a, b%0ALook.',
			'::error file=a.wok,title=WRONG::byte 12: <wrong> & "bad"%0AMend it.',
			'',
		]);
	});

	test('notes with --verbose alone', () => {
		expect(text('github', all, true)).toContain('::notice title=NOTED::Assumed.\n');
	});

	test('a message cannot make a command of its own', () => {
		const lines = text('github', (report) => report.add(SAMPLES.ODD, { node: 'x\n::error::forged' }, {})).split('\n');
		expect(lines.length).toBe(2);
	});
});

describe('sarif', () => {
	test('fits the schema of SARIF 2.1.0', () => {
		const log = JSON.parse(text('sarif', all));
		expect(isSarif(log), JSON.stringify(isSarif.errors, null, 1)).toBe(true);
		const [{ results, tool }] = log.runs;
		expect(results.map(({ level }: { level: string }) => level)).toEqual(['note', 'warning', 'error']);
		for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
		expect(results[1].locations[0].physicalLocation).toEqual({
			artifactLocation: { uri: 'rooms/a%2Cb%3A1%20%C3%A9.obj' },
			region: { startLine: 3, startColumn: 7 },
		});
	});

	test.each([
		['nothing', ['inspect', cube, '--surface', '*=Stone']],
		['findings', ['convert', unknown, at('x.wok')]],
		['an input that cannot be read', ['inspect', 'nowhere.wok']],
		['wrong use', ['link', 'x.lyt', '--rename', 'a=b']],
	] as const)('of %s', async (_, args) => {
		const { stdout } = await wokflow([...args, '--format', 'sarif']);
		const log = JSON.parse(stdout);
		expect(isSarif(log), JSON.stringify(isSarif.errors, null, 1)).toBe(true);
	});
});

describe('junit', () => {
	test('errors fail a case, others stand in its output', () => {
		const xml = text('junit', all);
		expect(xml).toContain('<testsuites name="wokflow" tests="3" failures="1" errors="0">');
		expect(xml).toContain('message="&lt;wrong&gt; &amp; &quot;bad&quot;"');
		expect(xml.match(/<testcase /g)?.length).toBe(3);
		expect(xml.match(/<failure /g)?.length).toBe(1);
		// The advice stands on a line of its own.
		expect(xml).not.toContain('\ufffd');
	});

	test('a run without findings passes, one that could not run is an error', () => {
		expect(text('junit', () => undefined)).toContain('tests="1" failures="0" errors="0"');
		const failed = formatFindings('junit', {
			command: 'link',
			report: new Report(),
			exitCode: 2,
			flagOwner: () => '',
			verbose: false,
			failure: { kind: 'usage', error: new UsageError('Not so.') },
		});
		expect(failed).toContain('<error>Not so.</error>');
	});
});

describe('on the command line', () => {
	test('the findings are all that stands on standard output; results go to standard error', async () => {
		const { stdout, stderr, code } = await wokflow(['inspect', cube, '--format', 'github', '-v']);
		expect(code).toBe(0);
		expect(stdout.split('\n').every((line) => line === '' || line.startsWith('::'))).toBe(true);
		expect(stderr).toContain('cube-room (area)');
	});

	test.each([
		['a file on standard output', ['convert', cube, '-', '--to', 'bwm', '--format', 'sarif'], '--format cannot write'],
		['JSON on standard output', ['inspect', cube, '--json', '--format', 'sarif'], '--json=FILE'],
	] as const)('%s is refused', async (_, args, message) => {
		const run = await wokflow([...args]);
		expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
	});
});
