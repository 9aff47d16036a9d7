import type { Registry } from '../pipeline/registry.ts';
import { kebab, type Option, type Options } from '../src/options/options.ts';

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

/** What completion has to know of the declaration of a command. */
export interface CompletableCommand {
	readonly name: string;
	readonly summary: string;
	readonly hidden?: boolean;
	readonly options: (registry: Registry) => Options;
	readonly wordChoices?: () => readonly string[] | Promise<readonly string[]>;
}

/** @param common options that every command has */
export async function completionsOf(
	commands: readonly CompletableCommand[],
	common: Options,
	registry: Registry,
): Promise<readonly CompletedCommand[]> {
	const shown = commands.filter(({ hidden = false }) => !hidden);
	return Promise.all(
		shown.map(async ({ name, summary, options, wordChoices }) => ({
			name,
			summary,
			flags: Object.entries({ ...options(registry), ...common }).flatMap(([key, option]) => flagsOf(key, option)),
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
