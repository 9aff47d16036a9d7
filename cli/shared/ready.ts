import { parseArgs } from 'node:util';
import { type UpToDate, type UpToDateQuestion, upToDateTargets } from '../../builds/cache/manifest.ts';
import { packageVersion } from '../../builds/program.ts';
import { counted } from '../../src/text/numbers.ts';
import { createTerminal, DONE, processIo, type Terminal } from './terminal.ts';

/** What is said of a build; undefined where more is asked for than to build, or anything that has to be looked at more closely. */
function buildLineOf([command, ...args]: readonly string[]):
	| (Omit<UpToDateQuestion, 'version'> & { readonly quiet: boolean })
	| undefined {
	if (command !== 'build') return undefined;
	const options = {
		config: { type: 'string', short: 'c' },
		jobs: { type: 'string', short: 'j' },
		strict: { type: 'boolean' },
		quiet: { type: 'boolean', short: 'q' },
	} as const;
	try {
		const { values, positionals: targets } = parseArgs({ args, options, allowPositionals: true });
		const { config, jobs = '1', strict = false, quiet = false } = values;
		if (config === '' || !/^[1-9]\d{0,3}$/.test(jobs) || !targets.every((word) => /^[^-]/.test(word))) return undefined;
		return { targets, strict, quiet, ...(config === undefined ? {} : { config }) };
	} catch {
		// Another option, or one without its value.
		return undefined;
	}
}

/** What a command line asks to be built, where none of it has to be. */
export interface NothingToBuild {
	readonly targets: readonly UpToDate[];
	/** Those that the command line names; none for all. */
	readonly named: readonly string[];
	readonly quiet: boolean;
}

/** The targets that a command line asks to be built, if none of them has to be. With a game that is named by the environment, somebody has to look. */
export function nothingToBuild(
	argv: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): NothingToBuild | undefined {
	if (env['WOKFLOW_GAME'] || env['WOKFLOW_DEBUG']) return undefined;
	const line = buildLineOf(argv);
	const targets = line && upToDateTargets({ ...line, version: packageVersion() });
	return line && targets && { targets, named: line.targets, quiet: line.quiet };
}

/** Says of what a command line asks to be built, if none of it has to be, what the command would say. @returns false where somebody has to look */
export function tellNothingToBuild(argv: readonly string[]): boolean {
	const ready = nothingToBuild(argv, process.env);
	if (ready === undefined) return false;
	const terminal = createTerminal(processIo(), { quiet: ready.quiet });
	// The words name single targets: what else they may say is looked up in the config.
	if (ready.named.length > 0 || ready.targets.length === 1)
		for (const target of ready.targets) tellUpToDate(target, terminal);
	else tellAllUpToDate(ready.targets, terminal);
	return true;
}

/** Says of a target that nothing of it had to be built. */
export function tellUpToDate({ name, found }: UpToDate, terminal: Terminal): void {
	const before = found.warnings > 0 ? `; ${counted(found.warnings, 'warning')} when it was built` : '';
	terminal.note(`${terminal.paint(DONE, name)}: up to date${before}`);
}

/** Says the same of many targets in one line. */
export function tellAllUpToDate(targets: readonly Pick<UpToDate, 'found'>[], terminal: Terminal): void {
	const warnings = targets.reduce((sum, { found }) => sum + found.warnings, 0);
	const before = warnings > 0 ? `; ${counted(warnings, 'warning')} when they were built` : '';
	terminal.note(`${terminal.paint(DONE, counted(targets.length, 'target'))}: up to date${before}`);
}
