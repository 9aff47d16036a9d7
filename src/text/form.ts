import { isFloatText } from './numbers.ts';
import { type TextLine, words } from './text.ts';

/**
 * Collects how a text differs from the form in which wokflow writes its format, such as line ends and blanks. A text without such habits is the same,
 * byte for byte, when it is written again.
 */
export class TextForm {
	readonly #habits = new Set<string>();

	/** In the order they were met. */
	get habits(): readonly string[] {
		return [...this.#habits];
	}

	note(habit: string): void {
		this.#habits.add(habit);
	}

	/** Looks at how a line ends, and whether it is blank. */
	line({ text, end }: TextLine): void {
		if (end === '') this.note('no line end after the last line');
		else if (end !== '\r\n') this.note('line ends other than CRLF');
		if (words(text).length === 0) this.note('blank lines');
	}

	/** Compares a line with the line that is written in its place. */
	compare(line: string, wanted: string): void {
		if (line === wanted) return;
		const found = words(line);
		for (const [index, word] of words(wanted).entries()) {
			if (found[index] === undefined || found[index] === word) continue;
			if (isFloatText(found[index])) this.note('numbers in another form');
			else if (found[index].toLowerCase() === word.toLowerCase()) this.note('keywords in other letters');
		}
		const indent = /^ */.exec(wanted)?.[0] ?? '';
		if (line.includes('\t')) this.note('tabs');
		else if (line !== indent + found.join(' ')) this.note('other blanks');
	}
}
