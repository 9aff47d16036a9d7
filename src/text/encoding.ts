const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const WINDOWS = new TextDecoder('windows-1252');

/** Bytes of a name as text: UTF-8, or what Western Windows programs write where it is none. */
export function decodeName(bytes: Uint8Array): string {
	try {
		return UTF8.decode(bytes);
	} catch {
		return WINDOWS.decode(bytes);
	}
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
