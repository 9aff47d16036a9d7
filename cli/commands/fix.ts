import { FIX_OPTIONS } from '../../jobs/edit/remedies.ts';
import type { Fixed } from '../../jobs/fix.ts';
import { ROOM_FOLDER_OPTION, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { given } from '../../src/findings/options.ts';
import { InputError, UsageError } from '../../src/findings/report.ts';
import { type OutputFile, pathOrName } from '../../src/formats/contracts.ts';
import { counted } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { EXIT } from '../shared/ending.ts';
import { checkFolder, IN_PLACE_OPTIONS, noteBackups, outputOptions, writeChanged } from '../shared/outputs.ts';
import type { Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

const OPTIONS = {
	...FIX_OPTIONS,
	...outputOptions(
		'Folder to write into, under the same names: files that change, and with them the whole of their level.',
	),
	...IN_PLACE_OPTIONS,
	...ROOM_FOLDER_OPTION,
	surfacemat: SURFACE_OPTIONS.surfacemat,
};

export const fixCommand = declareCommand({
	name: 'fix',
	summary: 'fix findings of check in walkmeshes and levels; without an output, show what would change',
	words: ({ layouts }) => ({
		'<files...>': `layouts with their rooms (${extensionList(layouts)}), binary walkmeshes, folders, patterns`,
	}),
	options: () => OPTIONS,
	help: `Examples:
  wokflow fix m01aa.lyt                   what would be done, in numbers
  wokflow fix m01aa.lyt -o mended/        write the level: layout, visibility, all rooms
  wokflow fix override/ --in-place        the same in place; the old files are kept as .bak

Mended are torn ground and cracks, T-junctions, degenerate and duplicate faces, faces whose corners are in the wrong order amid a floor, unused vertices, tables, non-finite hooks, links, and linked rooms that the visibility file does not show. A file without faults keeps every byte. Floors that face down as a whole, gaps and steep faces are mended by name only: --orient flip, --sills 0.4, --steep 60.5.`,
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		const { output, inPlace = false } = options;
		if (inPlace && output !== undefined) throw new UsageError('fix takes either --in-place or --output FOLDER.');
		if (output !== undefined) checkFolder(output, registry, 'fix');
		const [{ fixFile, fixLayout }, { checkInputs }] = await Promise.all([
			import('../../jobs/fix.ts'),
			import('../../jobs/files/check-inputs.ts'),
		]);
		const inputs = await checkInputs(words, options.roomFolder, registry, report, options.maxRooms);
		const all: Fixed[] = [];
		const whole: OutputFile[] = [];
		for (const [index, { source, roomFiles }] of inputs.entries()) {
			terminal.progress.show(`mending ${pathOrName(source)}`, index, inputs.length);
			try {
				const own = given(FIX_OPTIONS, options);
				const fixed =
					roomFiles === undefined
						? await fixFile(source, own, context, registry)
						: await fixLayout(source, roomFiles, own, context, registry);
				all.push(fixed);
				if (roomFiles === undefined || !fixed.files.some(({ changed }) => changed)) continue;
				// The folder then holds the whole level.
				const rooms = fixed.files.filter(({ changed }) => !changed);
				whole.push(...rooms, { path: pathOrName(source), bytes: await source.bytes() });
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				report.push(error.finding);
			}
		}
		const changed = all.flatMap(({ files }) => files).filter((file) => file.changed);
		const isDry = !inPlace && output === undefined;
		const wanted = output === undefined ? changed : [...changed, ...whole];
		const { files: written, backups } = await writeChanged(isDry ? [] : wanted, session);
		const counts = summary(all);
		if (session.wantsJson) {
			const files = changed.map(({ path, steps }) => ({ path, steps }));
			session.json({ files, written: written.map(({ path }) => path), backups, mended: counts });
			return undefined;
		}
		print(changed, counts, session);
		if (changed.length === 0 && !report.failed) terminal.note('Nothing to mend.');
		if (isDry && changed.length > 0) terminal.note('Nothing was written. Add -o FOLDER, or --in-place.');
		else if (changed.length > 0) terminal.note(`${counted(written.length, 'file')} written`);
		noteBackups(backups, terminal);
		return report.failed ? EXIT.findings : EXIT.fine;
	},
});

interface Count {
	readonly code: string;
	readonly before: number;
	readonly after: number;
}

/** Of each finding how many there were and are left, where that differs or something could not be mended. */
function summary(all: readonly Fixed[]): Count[] {
	const codes = [
		...new Set(all.flatMap(({ before, after }) => [...Object.keys(before), ...Object.keys(after)])),
	].sort();
	return codes.map((code) => ({
		code,
		before: all.reduce((sum, { before }) => sum + (before[code] ?? 0), 0),
		after: all.reduce((sum, { after }) => sum + (after[code] ?? 0), 0),
	}));
}

function print(
	changed: readonly { path: string; steps: readonly string[] }[],
	counts: readonly Count[],
	{ terminal }: Session,
): void {
	for (const { path, steps } of changed) terminal.result(`${path}: ${steps.join(', ')}`);
	const rows = counts.filter(({ before, after }) => before !== after);
	const width = Math.max(0, ...rows.map(({ code }) => code.length));
	for (const { code, before, after } of rows) terminal.result(`  ${code.padEnd(width)}  ${before} → ${after}`);
}
