import type { Registry } from '../../pipeline/registry.ts';
import { kebab, type Option, type Options } from '../../src/findings/options.ts';

/** What can be completed, from the declarations of the commands. */

interface CompletedCommand {
	readonly name: string;
	readonly summary: string;
	readonly flags: readonly CompletedFlag[];
	/** Words that an argument can be. Without any, arguments are files. */
	readonly words: readonly string[];
}

interface CompletedFlag {
	/** `--up` */
	readonly long: string;
	/** `-o` */
	readonly short?: string;
	readonly text: string;
	/** False for switches. */
	readonly takesValue: boolean;
	/** Values that it can have. Without any, it may be a file. */
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

/** Scripts that make shells complete the command. They hold all words and options, so that nothing is run while somebody types. */

type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
	return `${{ bash, zsh, fish, powershell }[shell](commands).join('\n')}\n`;
}

function namesOf({ long, short }: CompletedFlag): string[] {
	return short === undefined ? [long] : [short, long];
}

function bash(commands: readonly CompletedCommand[]): string[] {
	const words = (list: readonly string[]): string => `COMPREPLY=($(compgen -W "${list.join(' ')}" -- "$current"))`;
	return [
		'# Completion of wokflow for bash',
		'_wokflow() {',
		// In bash = and : end a word, so that --name=value is three words.
		// biome-ignore lint/suspicious/noTemplateCurlyInString: bash's own braces
		'\tlocal current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
		'\tCOMPREPLY=()',
		`\tif [ "$COMP_CWORD" -eq 1 ]; then ${words(commands.map(({ name }) => name))}; return; fi`,
		// biome-ignore lint/suspicious/noTemplateCurlyInString: bash's own braces
		'\tcase "${COMP_WORDS[1]}" in',
		...commands.flatMap(({ name, flags, words: own }) => [
			`\t${name})`,
			'\t\tcase "$before" in',
			...flags
				.filter(({ values }) => values.length > 0)
				.map((flag) => `\t\t${namesOf(flag).join('|')}) ${words(flag.values)}; return ;;`),
			...flags
				.filter(({ takesValue, values }) => takesValue && values.length === 0)
				.map((flag) => `\t\t${namesOf(flag).join('|')}) return ;;`),
			'\t\tesac',
			`\t\tcase "$current" in -*) ${words(flags.flatMap(namesOf))}; return ;; esac`,
			...(own.length === 0 ? [] : [`\t\t${words(own)}`]),
			'\t\t;;',
		]),
		'\tesac',
		'}',
		// `default`: files where the function offers nothing.
		'complete -o bashdefault -o default -F _wokflow wokflow',
	];
}

function zsh(commands: readonly CompletedCommand[]): string[] {
	const described = (pairs: readonly (readonly [string, string])[]): string =>
		pairs.map(([word, text]) => quoted(`${word.replaceAll(':', '\\:')}:${text}`)).join(' ');
	return [
		'#compdef wokflow',
		'_wokflow() {',
		'\tlocal -a offered',
		'\tif (( CURRENT == 2 )); then',
		`\t\toffered=(${described(commands.map(({ name, summary }) => [name, summary]))})`,
		"\t\t_describe 'command' offered",
		'\t\treturn',
		'\tfi',
		'\tcase $words[2] in',
		...commands.flatMap(({ name, flags, words }) => [
			`\t${name})`,
			'\t\tcase $words[CURRENT-1] in',
			...flags
				.filter(({ values }) => values.length > 0)
				.map((flag) => `\t\t${namesOf(flag).join('|')}) compadd -- ${flag.values.map(quoted).join(' ')}; return ;;`),
			...flags
				.filter(({ takesValue, values }) => takesValue && values.length === 0)
				.map((flag) => `\t\t${namesOf(flag).join('|')}) _files; return ;;`),
			'\t\tesac',
			'\t\tif [[ $words[CURRENT] == -* ]]; then',
			`\t\t\toffered=(${described(flags.flatMap((flag) => namesOf(flag).map((each) => [each, flag.text] as const)))})`,
			"\t\t\t_describe -o 'option' offered",
			words.length === 0 ? '\t\telse _files; fi' : `\t\telse compadd -- ${words.map(quoted).join(' ')}; fi`,
			'\t\t;;',
		]),
		'\tesac',
		'}',
		// A file in $fpath is the body of the function itself; where the script is sourced, the function has to be registered.
		'if [[ $funcstack[1] == _wokflow ]]; then _wokflow "$@"; else compdef _wokflow wokflow; fi',
	];
}

/** A word in single quotes for bash and zsh. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

function fish(commands: readonly CompletedCommand[]): string[] {
	const text = (sentence: string): string => `'${sentence.replace(/[\\']/g, '\\$&')}'`;
	return [
		'# Completion of wokflow for fish',
		...commands.map(
			({ name, summary }) => `complete -c wokflow -f -n __fish_use_subcommand -a ${name} -d ${text(summary)}`,
		),
		...commands.flatMap(({ name, flags, words }) => {
			const head = `complete -c wokflow -n '__fish_seen_subcommand_from ${name}'`;
			const own = words.length === 0 ? [] : [`${head} -f -a ${text(words.join(' '))}`];
			return [
				...own,
				...flags.map(({ long, short, text: sentence, takesValue, values }) => {
					const shorts = short === undefined ? '' : ` -s ${short.slice(1)}`;
					const value = values.length > 0 ? ` -x -a ${text(values.join(' '))}` : takesValue ? ' -r' : '';
					return `${head} -l ${long.slice(2)}${shorts}${value} -d ${text(sentence)}`;
				}),
			];
		}),
	];
}

function powershell(commands: readonly CompletedCommand[]): string[] {
	const text = (word: string): string => `'${word.replaceAll("'", "''")}'`;
	const list = (words: readonly string[]): string => `@(${words.map(text).join(', ')})`;
	return [
		'# Completion of wokflow for PowerShell',
		'Register-ArgumentCompleter -Native -CommandName wokflow -ScriptBlock {',
		'\tparam($current, $line, $position)',
		'\t$words = @($line.CommandElements | ForEach-Object { $_.ToString() })',
		"\tif ($current -ne '') { $words = @($words | Select-Object -SkipLast 1) }",
		'\t$commands = [ordered]@{',
		...commands.map(({ name, flags, words }) => {
			const values = flags
				.filter((flag) => flag.values.length > 0)
				.flatMap((flag) => namesOf(flag).map((each) => `${text(each)} = ${list(flag.values)}`));
			return `\t\t${text(name)} = @{ flags = ${list(flags.flatMap(namesOf))}; words = ${list(words)}; values = @{ ${values.join('; ')} } }`;
		}),
		'\t}',
		'\t$offered = @()',
		'\tif ($words.Count -le 1) { $offered = @($commands.Keys) }',
		'\telseif ($commands.Contains($words[1])) {',
		'\t\t$command = $commands[$words[1]]',
		'\t\tif ($command.values.ContainsKey($words[-1])) { $offered = $command.values[$words[-1]] }',
		"\t\telseif ($current -like '-*') { $offered = $command.flags }",
		'\t\telse { $offered = $command.words }',
		'\t}',
		'\t$offered | Where-Object { $_ -like "$current*" } | ForEach-Object {',
		"\t\t[System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)",
		'\t}',
		'}',
	];
}
