/** What a thread starts with: all of wokflow where that is one file. */
export function threadModule(): URL {
	const own = import.meta.url;
	if (own.endsWith('.cjs')) return new URL(own);
	return new URL(own.endsWith('.ts') ? './worker-from-source.mjs' : './worker.js', own);
}
