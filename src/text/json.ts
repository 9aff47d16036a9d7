/** Says what is wrong with a text that should be JSON. What parsers say of the usual mistakes is the character that they stopped at. */

const NO_COMMENTS = 'JSON has no comments. Take them out.';
const NO_LAST_COMMA = 'JSON has no comma before a closing bracket. Take it out.';

/** @param error what `JSON.parse` threw */
export function jsonProblem(text: string, { message }: Error): string {
	if (text.trim() === '') return 'it is empty.';
	const at = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
	// Where a parser tells no position, it tells the character.
	if (/^Unexpected token '\/'/.test(message)) return NO_COMMENTS;
	if (/^Unexpected token '[\]}]'/.test(message) && /,\s*[\]}]/.test(text)) return NO_LAST_COMMA;
	const before = text.slice(0, at).trimEnd();
	const rest = text.slice(at).trimStart();
	if (/^\/[/*]/.test(rest)) return NO_COMMENTS;
	if (before.endsWith(',') && /^[}\]]/.test(rest)) return NO_LAST_COMMA;
	if (rest.startsWith("'")) return 'JSON has double quotes only, not single ones.';
	return message;
}
