import type { Report } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import type { LoadedConfig } from '../config/config.ts';
import { type EmitOptions, type EmittedAction, madeFrom, rulesPath, shippedActions, writeRules } from './emit.ts';

/**
 * Writes a `build.makeflow`, which Makeflow runs on this machine, on workers of a Work Queue, or on a batch system. Each rule lists all files that it
 * reads and writes, including wokflow itself, so a worker only needs Node.
 *
 * @returns the files, the rules first, as `writeRules` gives them
 * @throws InputError when a scene or layout cannot be read
 * @throws UsageError for names that Makeflow or a shell could take for something else
 */
export async function emitMakeflow(config: LoadedConfig, options: EmitOptions, report: Report): Promise<OutputFile[]> {
	const path = rulesPath(config, options, 'build.makeflow');
	const { actions, files } = await shippedActions(config, options, { folder: 'makeflow', system: 'Makeflow' }, report);
	const text = [
		`# ${madeFrom(config)}. Make it anew when the config, a layout or a scene changes. Run it in this folder.`,
		'',
		...actions.flatMap(ruleOf),
	].join('\n');
	return writeRules([{ path, bytes: new TextEncoder().encode(text) }, ...files], config, options, report);
}

function ruleOf({ id, inputs, outputs, command, steps, flags }: EmittedAction): string[] {
	return [`# ${id}`, `${outputs.join(' ')}: ${inputs.join(' ')}`, `\t${[...command, steps, ...flags].join(' ')}`, ''];
}
