import type { program } from '@gltf-transform/cli';
import { describe, expect, test } from 'vitest';
import {
	addCommandOptions,
	type HostCommand,
	type HostProgram,
	settingsOf,
} from '../../hosts/gltf-transform/commands.ts';
import { checkSettings } from '../../hosts/settings.ts';

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
		const settings = settingsOf({
			node: ['a', 'b'],
			surface: ['Floor*=Stone', 'a=b=Dirt'],
			scene: 0,
			hidden: true,
			up: 'z',
			unit: 'cm',
			scale: 2,
			weld: 0.005,
			minArea: 0.5,
			orient: 'flip',
			fixTjunctions: true,
			simplify: 0.5,
			simplifyError: 0.1,
			tree: 'median',
			room: 'm01aa_01',
			roomSpace: 'room',
			strict: true,
		});
		expect(settings).toEqual({
			node: ['a', 'b'],
			surface: { 'Floor*': 'Stone', 'a=b': 'Dirt' },
			scene: '0',
			hidden: true,
			up: 'z',
			unit: 'cm',
			scale: 2,
			weld: 0.005,
			minArea: 0.5,
			orient: 'flip',
			fixTJunctions: true,
			simplify: 0.5,
			simplifyError: 0.1,
			tree: 'median',
			room: 'm01aa_01',
			roomSpace: 'room',
			strict: true,
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
