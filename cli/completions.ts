import type { Registry } from '../pipeline/registry.ts';
import { kebab, type Option } from '../src/options/options.ts';
import { COMMANDS } from './program.ts';
import { COMMON_OPTIONS } from './session.ts';

/** What can be completed, from the declarations of the commands. */

export interface CompletedCommand {
	readonly name: string;
	readonly summary: string;
	readonly flags: readonly CompletedFlag[];
	/** Words that stand where a file could; where there are none, files do. */
	readonly words: readonly string[];
}

export interface CompletedFlag {
	/** `--up` */
	readonly long: string;
	/** `-o` */
	readonly short?: string;
	readonly text: string;
	/** False for switches. */
	readonly takesValue: boolean;
	/** Values it can have; where there are none, it may be a file. */
	readonly values: readonly string[];
}

export async function completionsOf(registry: Registry): Promise<readonly CompletedCommand[]> {
	const shown = COMMANDS.filter(({ hidden = false }) => !hidden);
	return Promise.all(
		shown.map(async ({ name, summary, options, wordChoices }) => ({
			name,
			summary,
			flags: Object.entries({ ...options(registry), ...COMMON_OPTIONS }).flatMap(([key, option]) =>
				flagsOf(key, option),
			),
			words: (await wordChoices?.()) ?? [],
		})),
	);
}

function flagsOf(name: string, option: Option): CompletedFlag[] {
	const { type, short, text, choices = [], orFalse = false, bare } = option;
	const long = `--${kebab(name)}`;
	const shorts = short === undefined ? {} : { short: `-${short}` };
	if (type === 'boolean') {
		const no = option.default === true;
		return [{ long: no ? `--no-${kebab(name)}` : long, ...shorts, text, takesValue: false, values: [] }];
	}
	const whole = { long, ...shorts, text, takesValue: bare === undefined, values: choices.map(String) };
	return orFalse ? [whole, { long: `--no-${kebab(name)}`, text, takesValue: false, values: [] }] : [whole];
}
