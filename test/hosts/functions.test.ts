import type { program } from '@gltf-transform/cli';
import { describe, expect, test } from 'vitest';
import {
	addCommandOptions,
	type HostCommand,
	type HostProgram,
	settingsOf,
} from '../../hosts/gltf-transform/commands.ts';
import { ConversionError, reported } from '../../hosts/reporting.ts';
import { checkSettings } from '../../hosts/settings.ts';
import { InputError, makeFinding, Report, UsageError } from '../../src/findings/report.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';

const { SPACE_ASSUMED, SPACE_OF_ROOM } = SCENE_FINDINGS;

/** What a host is told by an action. */
async function told(report: Report, action: () => Promise<unknown>): Promise<{ lines: string[]; error?: unknown }> {
	const lines: string[] = [];
	const log = {
		info: (message: string) => void lines.push(`info ${message}`),
		warn: (message: string) => void lines.push(`warn ${message}`),
	};
	const error = await reported('quay.glb', report, log, 'host', action).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	return { lines, ...(error === undefined ? {} : { error }) };
}

describe('what a host tells of an action', () => {
	test('is what the action has found, and of what was too much to keep the number', async () => {
		const report = new Report({ keep: 1 });
		report.add(SPACE_ASSUMED, { room: 'before' }, {});
		const { lines, error } = await told(report, async () => {
			for (let i = 0; i < 4; i++) report.add(SPACE_OF_ROOM, { room: 'hall' }, {});
		});
		expect(error).toBeUndefined();
		expect(lines).toEqual([
			expect.stringMatching(/^warn room hall: The room lies about its model's origin.*\[SPACE_OF_ROOM\]\n {2}/),
			'warn room hall: 3 more of SPACE_OF_ROOM, 4 in all',
		]);
		const quiet = await told(report, async () => undefined);
		expect(quiet.lines).toEqual([]);
	});

	test('is reported, too, where the action fails for a reason that nobody foresaw, but not where it was used wrongly', async () => {
		const failing = async (fault: Error): Promise<string[]> => {
			const report = new Report();
			const { lines, error } = await told(report, async () => {
				report.add(SPACE_OF_ROOM, {}, {});
				throw fault;
			});
			expect(error).toBe(fault);
			return lines;
		};
		expect(await failing(new TypeError('x'))).toHaveLength(1);
		expect(await failing(new UsageError('no such option'))).toEqual([]);
	});

	test('holds no errors: these are thrown together', async () => {
		const report = new Report({ strict: true });
		const fatal = makeFinding({ ...SPACE_ASSUMED, code: 'SPACE_ASSUMED', severity: 'fatal' }, {}, {});
		const { lines, error } = await told(report, async () => {
			report.add(SPACE_OF_ROOM, {}, {});
			throw new InputError(fatal);
		});
		expect(lines).toEqual([]);
		expect(error).toBeInstanceOf(ConversionError);
		expect((error as ConversionError).findings.map(({ code }) => code)).toEqual(['SPACE_OF_ROOM', 'SPACE_ASSUMED']);
		expect((error as Error).message).toMatch(/^quay\.glb: nothing was written\.\n/);
	});
});

type Validator = ((value: unknown) => unknown) | readonly string[] | number | undefined;

/** The validator of every option, by flag. */
function validators(): Map<string, Validator> {
	const found = new Map<string, Validator>();
	const command = {
		option(name: string, _: string, options: { validator?: unknown }) {
			found.set(name.split(' ')[0], options.validator as Validator);
			return command;
		},
	};
	addCommandOptions(command as unknown as HostCommand);
	return found;
}

describe('options of the commands', () => {
	test('become settings that the hosts know', () => {
		const same = {
			...{ node: ['a', 'b'], hidden: true, up: 'z', unit: 'cm', scale: 2, weld: 0.005, minArea: 0.5, orient: 'flip' },
			...{ simplify: 0.5, simplifyError: 0.1, tree: 'median', room: 'm01aa_01', roomSpace: 'room', strict: true },
		};
		const settings = settingsOf({ ...same, surface: ['Floor*=Stone', 'a=b=Dirt'], scene: 0, fixTjunctions: true });
		expect(settings).toEqual({
			...same,
			surface: { 'Floor*': 'Stone', 'a=b': 'Dirt' },
			scene: '0',
			fixTJunctions: true,
		});
		expect(() => checkSettings(settings, 'host', {})).not.toThrow();
		expect(settingsOf({ hidden: false, config: 'x', verbose: true })).toEqual({});
		expect(settingsOf({ simplifyError: 0.1 })).toEqual({ simplifyError: 0.1 });
		expect(settingsOf({ weld: false })).toEqual({ weld: false });
	});

	test('a mapping needs its =', () => {
		expect(() => settingsOf({ surface: ['Stone'] })).toThrow('--surface takes PATTERN=SURFACE');
	});

	test('numbers are checked, and errors name the option', () => {
		const check = (flag: string, value: unknown): unknown =>
			(validators().get(flag) as (value: unknown) => unknown)(value);
		expect(check('--weld', 'no')).toBe(false);
		expect(check('--weld', '0.5')).toBe(0.5);
		expect(check('--min-area', 0)).toBe(0);
		for (const wrong of ['', ' ', 'x', -1, '-1', true, 'Infinity', Number.NaN]) {
			expect(() => check('--weld', wrong)).toThrow('--weld takes a number from 0 or false');
			expect(() => check('--simplify', wrong)).toThrow('--simplify takes a number from 0 to 1');
		}
		expect(() => check('--scale', 0)).toThrow('--scale takes a number above 0');
	});
});

test('the CLI is declared here as it is', () => {
	// For the compiler: what the CLI has must do for what is asked of it.
	const fits = (real: typeof program): HostProgram['program'] => real;
	expect(fits).toBeTypeOf('function');
});
