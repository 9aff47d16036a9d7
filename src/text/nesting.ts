/** Lists and objects that people write lie no deeper in one another. */
export const MOST_NESTING = 64;

/**
 * True for data whose lists and objects lie in one another deeper than that, or in a circle: checks and messages that go down into it would not come
 * back. Modules and objects of classes are not looked into.
 */
export function isTooDeep(value: unknown): boolean {
	// Looked into already: what is shared by many is looked into once.
	const done = new WeakSet<object>();
	const visit = (each: unknown, left: number): boolean => {
		if (!isData(each) || done.has(each)) return false;
		if (left === 0 || Object.values(each).some((inner) => visit(inner, left - 1))) return true;
		done.add(each);
		return false;
	};
	return visit(value, MOST_NESTING);
}

function isData(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return true;
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || (prototype === null && !(Symbol.toStringTag in value));
}
