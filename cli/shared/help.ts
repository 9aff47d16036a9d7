import type { Command, HelpConfiguration } from 'commander';
import { OPTION_TOPICS } from '../../jobs/option-topics.ts';
import { NARROWEST, HELP_WIDTH as WIDTH } from './terminal.ts';

/** The layout of help texts: by topic, wrapped to the width of the terminal, with long terms on a line of their own. */

/** The title of what all commands have. */
export const COMMON_TOPIC = 'Options of every command';

/** Words after `wokflow help` for topics of options: the help of a command only names the flags of a topic. */
export const HELP_TOPICS: Readonly<Record<string, string>> = {
	...Object.fromEntries(Object.keys(OPTION_TOPICS).map((title) => [topicWord(title), title])),
	options: COMMON_TOPIC,
};

/** `Limits on hostile files` → `limits` */
function topicWord(title: string): string {
	const words: Readonly<Record<string, string>> = {
		Surfaces: 'materials',
		'A room of a layout': 'room',
		'Changing a walkmesh': 'changing',
		'Cleaning up scenes': 'cleaning',
		'Linking rooms': 'linking',
		'Files of a level': 'files',
		'A module of a level: level': 'module',
		'Walkmeshes of placeables: collision': 'placeables',
		'Walkmeshes of doors: collision': 'doors',
		'Limits on hostile files': 'limits',
	};
	return words[title] ?? title.toLowerCase().replace(/[ :].*/, '');
}

/** Column at which descriptions begin. */
const COLUMN = 26;

export const HELP_STYLE: HelpConfiguration = {
	padWidth: () => COLUMN,
	minWidthToWrap: 20,
	subcommandTerm: (command) =>
		`${command.name()} ${command.usage().replace('[options] ', '').replace('[options]', '')}`.trim(),
	formatItem(term, column, description, helper) {
		const width = Math.max((helper.helpWidth ?? WIDTH) - column - 2, NARROWEST - COLUMN);
		if (description === '') return `  ${term}`;
		const lines = helper.boxWrap(description, width).split('\n');
		const indent = `\n${' '.repeat(column + 2)}`;
		const fits = helper.displayWidth(term) + 2 <= column;
		const first = fits ? term.padEnd(column) : term + indent;
		return `  ${first}${lines.join(indent)}`;
	},
};

/** The width of the help of a command, in columns. */
export function helpWidth(command: Command): number {
	return command.configureOutput().getOutHelpWidth?.() ?? WIDTH;
}

/**
 * Wraps a text to a width. In a line with two or more blanks in a row, such as an example and what it does, the second part is wrapped within its
 * column, or goes to the next line where that column is too narrow.
 */
export function wrappedText(text: string, width: number): string {
	return text
		.split('\n')
		.flatMap((line) => wrappedLine(line, width))
		.join('\n');
}

function wrappedLine(line: string, width: number): string[] {
	if (line.length <= width) return [line];
	const [, head, gap, rest] = /^(\s*\S.*?)(\s{2,})(\S.*)$/.exec(line) ?? [];
	if (head !== undefined) {
		const column = head.length + gap.length;
		if (width - column >= NARROWEST / 2) {
			const indent = ' '.repeat(column);
			return wrapWords(rest, width - column).map((part, index) => (index === 0 ? head + gap : indent) + part);
		}
		const indent = `${/^\s*/.exec(head)?.[0]}    `;
		return [...wrappedLine(head, width), ...wrapWords(rest, width - indent.length).map((part) => indent + part)];
	}
	const indent = /^\s*/.exec(line)?.[0] ?? '';
	// Command lines are not wrapped: pasted into a shell, the parts would be two commands.
	if (/^\s*wokflow /.test(line)) return [line];
	return wrapWords(line.trim(), width - indent.length).map((part) => indent + part);
}

function wrapWords(text: string, width: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/ +/)) {
		if (line !== '' && line.length + 1 + word.length > width) {
			lines.push(line);
			line = word;
		} else line = line === '' ? word : `${line} ${word}`;
	}
	return [...lines, line];
}
