import { decodeLatin } from './encoding.ts';
import { binaryFormat, markLength, wideText } from './foreign.ts';
import { isFloatText } from './numbers.ts';
import { printable } from './quote.ts';

/** Why bytes are not plain text, and at which byte that shows. */
interface TextProblem {
	/** A clause for a sentence: `it is UTF-16 text, not plain ASCII`. */
	readonly reason: string;
	readonly offset: number;
}

/** A decoded text, or why the bytes are not text. */
type DecodedText = { readonly text: string; readonly byteOrderMark: boolean } | TextProblem;

/**
 * Why bytes are no plain text: they are UTF-16, hold a zero byte, or are more than any such text has.
 *
 * @param largest bytes, well above any real file of the kind: it bounds what a hostile one can cost
 */
export function textProblem(bytes: Uint8Array, largest: number = Infinity): TextProblem | undefined {
	if (bytes.length > largest)
		return { reason: `it has ${bytes.length} bytes, more than any such file`, offset: largest };
	const wide = wideText(bytes);
	if (wide !== undefined) return { reason: `it is ${wide}, not plain ASCII`, offset: 0 };
	const zero = bytes.indexOf(0);
	if (zero < 0) return undefined;
	return { reason: `it is ${binaryFormat(bytes) ?? 'binary: it contains a zero byte'}`, offset: zero };
}

/** Bytes as the games read them: one byte a character, without the byte order mark of UTF-8. */
export function decodeText(bytes: Uint8Array, largest: number): DecodedText {
	const problem = textProblem(bytes, largest);
	if (problem !== undefined) return problem;
	const mark = markLength(bytes);
	return { text: decodeLatin(bytes.subarray(mark)), byteOrderMark: mark > 0 };
}

/** One line of a text, without its end. */
export interface TextLine {
	/** From 1. */
	readonly number: number;
	readonly text: string;
	/** How the line ends: CRLF, LF, CR, or nothing at the end of the text. */
	readonly end: '\r\n' | '\n' | '\r' | '';
}

/** The lines of a text, one at a time. A line end at the end of the text begins no further line. */
export function* textLines(text: string): Generator<TextLine, void, undefined> {
	const ending = /\r\n|\n|\r/g;
	let at = 0;
	for (let number = 1; at < text.length; number++) {
		ending.lastIndex = at;
		const match = ending.exec(text);
		const end = (match?.[0] ?? '') as TextLine['end'];
		const stop = match?.index ?? text.length;
		yield { number, text: text.slice(at, stop), end };
		at = stop + end.length;
	}
}

/** The words of a line: blanks and tabs lie between them. */
export function words(line: string): string[] {
	return line.match(/[^ \t\v\f]+/g) ?? [];
}

/** Characters that end a line or a text, and those that do not fit into one byte. */
const UNFIT_FOR_LINES = /[\0\r\n]|[^\0-\u00ff]/;

/** True for words with single blanks between them that one line of a text can hold, so that a reader finds them again. */
export function isWords(text: string): boolean {
	return text !== '' && words(text).join(' ') === text && !UNFIT_FOR_LINES.test(text);
}

const LONGEST_EXCERPT = 60;

/** A short, escaped excerpt of a file for a message. */
export function excerpt(text: string): string {
	return printable(text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text);
}

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
