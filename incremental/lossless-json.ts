/**
 * JSON that gives back every number: −0, NaN and the infinities are written as `{"$number": "-0"}`. Keys keep their order; `undefined`
 * is left out as JSON does.
 */
export function stringify(value: unknown): string {
	return JSON.stringify(value, (_, each: unknown) =>
		typeof each === 'number' && (!Number.isFinite(each) || Object.is(each, -0)) ? { $number: nameOf(each) } : each,
	);
}

/** @throws SyntaxError for what is no JSON */
export function parse(text: string): unknown {
	return JSON.parse(text, (_, each: unknown) => {
		if (typeof each !== 'object' || each === null || !('$number' in each)) return each;
		return Number(each.$number);
	});
}

/** The same text for the same value, whatever the order of its keys. Functions count by their name only. */
export function canonical(value: unknown): string {
	return stringify(sorted(value));
}

function sorted(value: unknown): unknown {
	if (typeof value === 'function') return { $function: value.name };
	if (ArrayBuffer.isView(value)) return { $bytes: Array.from(value as Uint8Array) };
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	const keys = Object.keys(value).sort();
	return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}

function nameOf(value: number): string {
	return Object.is(value, -0) ? '-0' : String(value);
}
