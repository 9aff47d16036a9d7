import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES, configIn } from '../builds/cache/places.ts';

/** Commands that read a config or a recipe, which may be a module of the user's or name some. */
const CONFIGURED = /^(?:build|run|step|graph)$/;
/** Commands whose work does not show in their arguments, or that search long in little. */
const LONG = /^(?:build|level|link|run|step|graph|view|paths|assemble|game|kit|stats|sync)$/;
const OWN_CODE = /^--(?:plugin|recipe)(?:=|$)/;
const LIMITS = /^--(?:timeout|max-memory)(?:=|$)/;
/** Inputs of so many bytes are done with sooner than a thread pays for itself; what they ask for beyond their size has limits of its own. */
const LITTLE = 1 << 17;

/** Whether a command may load modules of the user's, which import wokflow's own. @param folder that it is run in */
export function mayLoadModules(argv: readonly string[], folder: string = process.cwd()): boolean {
	if (asksForHelp(argv)) return false;
	return (CONFIGURED.test(argv[0]) && !hasPlainConfig(argv, folder)) || argv.some((word) => OWN_CODE.test(word));
}

/** Whether a build has the JSON config here, and that names no modules. While it is watched, it may come to. */
function hasPlainConfig([command, ...words]: readonly string[], folder: string): boolean {
	const config = configIn(folder);
	if (command !== 'build' || config === undefined || config !== CONFIG_NAMES.at(-1)) return false;
	if (words.some((word) => /^--(?:config|watch)|^-[^-]*[cw]/.test(word))) return false;
	try {
		return !/"plugin"|"recipe"|\\u/.test(readFileSync(join(folder, config), 'utf8'));
	} catch {
		return false;
	}
}

/** Whether a command line may keep a thread busy for longer than somebody wants to wait after Ctrl-C. */
export function takesLong(argv: readonly string[]): boolean {
	if (asksForHelp(argv)) return false;
	if (LONG.test(argv[0]) || argv.some((word) => OWN_CODE.test(word) || LIMITS.test(word))) return true;
	return argv.slice(1).reduce((bytes, word) => bytes + bytesOf(word), 0) > LITTLE;
}

function asksForHelp(argv: readonly string[]): boolean {
	return argv.length === 0 || argv.some((word) => word === '--help' || word === '-h');
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
