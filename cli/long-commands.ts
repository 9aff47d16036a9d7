import { readFileSync, statSync } from 'node:fs';
import { configIn } from '../builds/places.ts';

/** Commands whose work does not show in their arguments, or that run code of the user's. */
const LONG = /^(?:build|level|link|run|step|graph|view)$/;
/** Commands that look for more than their arguments name, or search long in little. */
const SEARCHING = /^(?:paths|kit|assemble|stats|game|sync)$/;
/** Commands that read a config or a recipe, which may be a module or name some. */
const CONFIGURED = /^(?:build|run|step|graph)$/;
const CONFIG_OPTION = /^(?:-c|--config)=?/;
const CODE = /\.[cm]?[jt]s$/i;
const NAMES_CODE = /plugin|\.[cm]?[jt]s"/i;
/** What is larger is not read twice, bytes. */
const LARGEST_CONFIG = 1 << 20;
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

/** Whether a command may load modules of the user's, which import wokflow's own. */
export function loadsModules(argv: readonly string[]): boolean {
	if (asksForHelp(argv)) return false;
	if (argv.some((word) => OWN_CODE.test(word))) return true;
	if (!CONFIGURED.test(argv[0])) return false;
	const words = argv.slice(1);
	const found = words.some((word) => CONFIG_OPTION.test(word)) ? undefined : configIn('.');
	return (found === undefined ? words : [...words, found]).some(namesCode);
}

/** True for a module, and for a file of data that names one. What cannot be read is told by the command. */
function namesCode(word: string): boolean {
	const path = word.replace(CONFIG_OPTION, '');
	if (CODE.test(path)) return true;
	try {
		if (path.startsWith('@')) {
			const words: string[] = JSON.parse(readFileSync(path.slice(1), 'utf8'));
			// Such a file leads to no other one, and so never to itself.
			return words.some((each) => !each.startsWith('@') && namesCode(each));
		}
		if (!/\.json$/i.test(path)) return false;
		return statSync(path).size > LARGEST_CONFIG || NAMES_CODE.test(readFileSync(path, 'utf8'));
	} catch {
		return false;
	}
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
