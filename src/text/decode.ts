/** A decoded text, or why the bytes are none. */
export type DecodedText =
	| { readonly text: string; readonly byteOrderMark: boolean }
	| { readonly reason: string; readonly offset: number };

/**
 * Bytes as the games read them: one byte a character. A UTF-8 byte order mark is taken off; UTF-16, NUL bytes and
 * sizes beyond `largest` are no text.
 *
 * @param largest bytes, well above any real file of the kind: it bounds what a hostile one can cost
 */
export function decodeText(bytes: Uint8Array, largest: number): DecodedText {
	if (bytes.length > largest) {
		return { reason: `it has ${bytes.length} bytes, more than any such file`, offset: largest };
	}
	const [first, second, third] = bytes;
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
		return { reason: 'it is UTF-16; save it as plain ASCII', offset: 0 };
	}
	const nul = bytes.indexOf(0);
	if (nul >= 0) return { reason: 'it holds a NUL byte', offset: nul };
	const byteOrderMark = first === 0xef && second === 0xbb && third === 0xbf;
	return { text: decodeLatin(byteOrderMark ? bytes.subarray(3) : bytes), byteOrderMark };
}

/** Any bytes as text: byte `b` is the character U+00`b`, so that nothing is lost on the way there and back. */
export function decodeLatin(bytes: Uint8Array): string {
	let text = '';
	// `TextDecoder('latin1')` would be Windows-1252, which has no way back for all bytes; long calls would fill the stack.
	for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return text;
}

/** The inverse of `decodeLatin`. @throws RangeError for characters that one byte does not hold */
export function encodeLatin(text: string): Uint8Array {
	const bytes = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code > 255) throw new RangeError(`One byte cannot hold the character ${JSON.stringify(text[i])}.`);
		bytes[i] = code;
	}
	return bytes;
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

/** A piece of foreign text for a message: at most 60 characters, nothing that a terminal would act on. */
export function excerpt(text: string): string {
	const cut = text.length > 60 ? `${text.slice(0, 59)}…` : text;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose.
	return cut.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
