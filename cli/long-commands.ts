import { statSync } from 'node:fs';

/** Commands whose work does not show in their arguments, or that run code of the user's. */
const LONG = /^(?:build|level|link|run|step|graph|view)$/;
/** Commands that look for more than their arguments name, or search long in little. */
const SEARCHING = /^(?:paths|kit|assemble|stats|game|sync)$/;
const OWN_CODE = /^--(?:plugin|recipe)(?:=|$)/;
const LIMITS = /^--(?:timeout|max-memory)(?:=|$)/;
/** Inputs of so many bytes are done with sooner than a thread pays for itself; what they ask for beyond their size has limits of its own. */
const LITTLE = 1 << 17;

/** Whether a command line may keep a thread busy for longer than somebody wants to wait after Ctrl-C. */
export function takesLong(argv: readonly string[]): boolean {
	if (asksForHelp(argv)) return false;
	if (LONG.test(argv[0]) || SEARCHING.test(argv[0])) return true;
	return argv.some((word) => OWN_CODE.test(word) || LIMITS.test(word)) || inputOf(argv) > LITTLE;
}

/** Whether a command may load modules of the user's, or makes many files in threads of its own: then its modules are theirs, too. */
export function loadsModules(argv: readonly string[]): boolean {
	if (asksForHelp(argv)) return false;
	return LONG.test(argv[0]) || argv.some((word) => OWN_CODE.test(word)) || inputOf(argv) === Infinity;
}

function asksForHelp(argv: readonly string[]): boolean {
	return argv.length === 0 || argv.some((word) => word === '--help' || word === '-h');
}

/** Bytes of the inputs. */
function inputOf(argv: readonly string[]): number {
	let bytes = 0;
	for (const word of argv.slice(1)) bytes += bytesOf(word);
	return bytes;
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
