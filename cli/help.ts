import type { Command, HelpConfiguration } from 'commander';
import { NARROWEST, HELP_WIDTH as WIDTH } from './terminal.ts';

/** How help is laid out: by topic, wrapped to the terminal, terms that are too long on a line of their own. */

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

/** Columns that the help of a command has. */
export function helpWidth(command: Command): number {
	return command.configureOutput().getOutHelpWidth?.() ?? WIDTH;
}

/**
 * A text of several lines in so many columns. What stands behind two blanks or more in a line, such as what an example does, stays in
 * its column, or goes to the next line where that leaves too little of it.
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
	// A command line is not broken where a shell would see two.
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
