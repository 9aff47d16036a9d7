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

/** Lists and objects that people write lie no deeper in one another. */
export const MOST_NESTING = 64;
/** Texts and keys that people write are no longer, as no system has longer paths; what looks for something in them may take the square of it. */
export const LONGEST_TEXT = 32_767;

/**
 * What is wrong with data whose lists and objects lie in one another deeper than that, or in a circle, so that checks and messages that go down into
 * it would not come back; or that has longer texts. Modules and objects of classes are not looked into.
 */
export function dataFault(value: unknown): string | undefined {
	// Looked into already: what is shared by many is looked into once.
	const done = new WeakSet<object>();
	const visit = (each: unknown, left: number): string | undefined => {
		if (typeof each === 'string' && each.length > LONGEST_TEXT)
			return `it has a text of ${each.length} characters; ${LONGEST_TEXT} at most.`;
		if (!isData(each) || done.has(each)) return undefined;
		if (left === 0) return `it is nested more than ${MOST_NESTING} deep, or in a circle.`;
		for (const [key, inner] of Object.entries(each)) {
			const fault = visit(key, left) ?? visit(inner, left - 1);
			if (fault !== undefined) return fault;
		}
		done.add(each);
		return undefined;
	};
	return visit(value, MOST_NESTING);
}

function isData(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return true;
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || (prototype === null && !(Symbol.toStringTag in value));
}
