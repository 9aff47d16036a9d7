import {
	formatLayoutFloat,
	isFloatText,
	parseFloatText,
	parseIntegerText,
	type TextLine,
	words,
} from '../../src/text/index.ts';

/** How deep a line of a layout is indented: sections 3 blanks, entries 6. */
export type Depth = 0 | 3 | 6;

/**
 * Gathers in what a layout departs from the form of the game's own files, without a word about its content. A file without any
 * such habit and without other findings is the same byte for byte when it is written again.
 */
export class FormHabits {
	readonly #habits = new Set<string>();

	/** In the order they were met. */
	get habits(): readonly string[] {
		return [...this.#habits];
	}

	note(habit: string): void {
		this.#habits.add(habit);
	}

	/** Looks at how a line ends. */
	lineEnd({ end }: TextLine): void {
		if (end === '') this.note('no line end after the last line');
		else if (end !== '\r\n') this.note('line ends other than CRLF');
	}

	/** Compares a line with the words it stands for. @param fields the words as the form has them */
	line(line: string, depth: Depth, fields: readonly string[]): void {
		const wanted = ' '.repeat(depth) + fields.join(' ');
		if (line === wanted) return;
		if (line.includes('\t')) this.note('tabs');
		const loose = words(line);
		if (loose.some((word, index) => word !== fields[index])) this.#words(loose, fields);
		if (line !== ' '.repeat(depth) + loose.join(' ') && !line.includes('\t')) this.note('other blanks');
	}

	#words(loose: readonly string[], fields: readonly string[]): void {
		for (const [index, word] of loose.entries()) {
			const wanted = fields[index];
			if (wanted === undefined || word === wanted) continue;
			if (isFloatText(word)) this.note('numbers in another form');
			else if (word.toLowerCase() === wanted.toLowerCase()) this.note('keywords in other letters');
		}
	}

	/** Compares a room, track or obstacle line with its form: a name and numbers. */
	placement(line: string, fields: readonly string[]): void {
		this.line(line, 6, [fields[0], ...fields.slice(1).map(floatForm)]);
	}

	/** Compares a door hook line with its form. @param integerAt index of the integer, which the names come before */
	doorHook(line: string, fields: readonly string[], integerAt: number): void {
		const integer = fields.slice(integerAt, integerAt + 1).map((word) => String(parseIntegerText(word) ?? word));
		const numbers = fields.slice(integerAt + 1).map(floatForm);
		this.line(line, 6, [...fields.slice(0, integerAt), ...integer, ...numbers]);
	}
}

function floatForm(word: string): string {
	const value = parseFloatText(word);
	return value === undefined ? word : formatLayoutFloat(value);
}
