import type { ILogger, PlatformIO, Transform } from '@gltf-transform/core';
import {
	allowed,
	defaultText,
	isAllowed,
	kebab,
	type Option,
	parseValue,
	placeholderOf,
} from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { type ConversionSettings, HOST_OPTIONS } from '../settings.ts';

/** A command of glTF-Transform's CLI, as far as it is used here. */
export interface HostCommand {
	help(text: string): this;
	argument(name: string, description: string): this;
	option(name: string, description: string, options?: { validator?: unknown }): this;
	action(
		run: (given: { args: Record<string, unknown>; options: Record<string, unknown>; logger: ILogger }) => unknown,
	): this;
}

/** What glTF-Transform's CLI gives to `onProgramReady` of a config, as far as it is used here. */
export interface HostProgram {
	readonly program: { command(name: string, description: string): HostCommand };
	readonly io: PlatformIO;
	readonly Session: {
		create(
			io: never,
			logger: never,
			input: unknown,
			output: unknown,
		): { transform(...transforms: Transform[]): Promise<void> };
	};
}

/** Options of the commands as glTF-Transform's CLI gives them: numbers and switches may come as such or as text. */
export type CommandOptions = Readonly<Record<string, unknown>>;

/** The settings of a conversion, with the files that they name. */
export type CommandSettings = ConversionSettings & Pick<GivenFiles, 'layout' | 'surfacemat' | 'surfaces'>;
type GivenFiles = { readonly [K in keyof typeof HOST_OPTIONS]?: (typeof HOST_OPTIONS)[K]['default'] };

/** Validators of glTF-Transform's CLI for texts and for lists of them. Without one a room `01` would come as the number 1. */
const TEXT = 4;
const TEXTS = 8 | TEXT;

/** Adds the options of `wokflow convert` to a command. */
export function addCommandOptions(command: HostCommand): HostCommand {
	for (const [name, option] of Object.entries<Option>(HOST_OPTIONS)) {
		const fallback = defaultText(option);
		const text = `${option.text}${fallback === undefined ? '' : ` Default: ${fallback}.`}`;
		const flag = `--${kebab(name)}`;
		if (option.type === 'boolean') command.option(flag, text, {});
		else command.option(`${flag} ${flagValueOf(option)}`, text, { validator: validatorOf(flag, option) });
	}
	return command;
}

function flagValueOf(option: Option): string {
	const isList = option.type === 'texts' || option.type === 'pairs';
	return isList ? placeholderOf(option).replace('>', '...>') : placeholderOf(option);
}

/** "no" leaves out what can be left out: its flags know no `--no-weld` with a value beside it. */
function validatorOf(flag: string, option: Option): unknown {
	if (option.type === 'text') return TEXT;
	if (option.type === 'texts' || option.type === 'pairs') return TEXTS;
	if (option.type === 'choice') return option.choices;
	return (value: unknown): unknown => {
		if (option.orFalse === true && (value === 'no' || value === false)) return false;
		if (typeof value !== 'string' && isAllowed(option, value)) return value;
		try {
			if (typeof value === 'string') return parseValue(option, value);
		} catch (error) {
			if (!(error instanceof UsageError)) throw error;
		}
		throw new UsageError(`${flag} takes ${allowed(option)}, not "${value}".`);
	};
}

/** The options as the hosts take them. @throws UsageError for a mapping without `=` */
export function settingsOf(options: CommandOptions): CommandSettings {
	const settings: Record<string, unknown> = {};
	for (const [name, option] of Object.entries<Option>(HOST_OPTIONS)) {
		const value = options[kebab(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
		if (value === undefined || (option.type === 'boolean' && value !== true)) continue;
		settings[name] = settingOf(name, option, value);
	}
	return settings as CommandSettings;
}

function settingOf(name: string, option: Option, value: unknown): unknown {
	if (option.type === 'text') return String(value);
	if (option.type !== 'texts' && option.type !== 'pairs') return value;
	const texts = [value].flat().map(String);
	if (option.type === 'texts') return texts;
	try {
		return Object.assign({}, ...texts.map((text) => parseValue(option, text)));
	} catch (error) {
		if (error instanceof UsageError) throw new UsageError(`--${kebab(name)} ${error.message}`);
		throw error;
	}
}
