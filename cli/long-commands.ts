import { statSync } from 'node:fs';

/** Commands whose work does not show in their arguments, or that run code of the user's. */
const LONG = /^(?:build|level|link|run|step|graph|view)$/;
/** Inputs of so many bytes are read and written in less than a second. */
const LITTLE = 1 << 20;

/** Whether a command line may keep a thread busy for longer than somebody wants to wait after Ctrl-C. */
export function takesLong(argv: readonly string[]): boolean {
	if (argv.length === 0 || argv.some((word) => word === '--help' || word === '-h')) return false;
	if (LONG.test(argv[0]) || argv.some((word) => /^--(?:plugin|timeout|max-memory|recipe)(?:=|$)/.test(word)))
		return true;
	let bytes = 0;
	for (const word of argv.slice(1)) bytes += bytesOf(word);
	return bytes > LITTLE;
}

/** Of what an argument names; endless where that is not known before. */
function bytesOf(word: string): number {
	if (word === '-' || /[*?{]|\.(?:gltf|lyt)$/i.test(word)) return Infinity;
	try {
		const found = statSync(word);
		return found.isFile() ? found.size : Infinity;
	} catch {
		return 0;
	}
}
