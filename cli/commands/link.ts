import type { Command } from 'commander';
import type { OutputFile } from '../../pipeline/files.ts';
import type { LayoutLinks } from '../../pipeline/level/link-layout.ts';
import { EXIT } from '../exit-codes.ts';
import { addCommonOptions, type CommonOptions, choice, nonNegativeNumber } from '../options.ts';
import { runCommand, type Session } from '../session.ts';
import { counted, decimal } from '../terminal.ts';
import { loadLayout } from '../transform-options.ts';

interface LinkFlags extends CommonOptions {
	rooms?: string;
	output?: string;
	check?: boolean;
	from?: string;
	rename?: string[];
	snap?: number;
	exact: boolean;
	unmatched?: 'keep' | 'clear';
	tree?: 'sah' | 'median';
}

export function addLinkCommand(program: Command): void {
	addCommonOptions(program.command('link'))
		.description('link the rooms of a layout: transitions found from geometry, or carried over from an older layout')
		.argument('<layout>', 'the layout (.lyt); its room order is what transitions count in')
		.option('--rooms <folder>', 'where the .wok files lie (default: beside the layout)')
		.option('-o, --output <folder>', 'where to write (default: in place)')
		.option('--check', 'only check; write nothing; exit code 1 when a link is wrong or missing')
		.option('--from <layout>', 'older layout that the transitions count in: they follow the names of rooms')
		.option(
			'--rename <old=new>',
			'with --from: a room that changed its name',
			(value: string, earlier: string[] = []) => [...earlier, value],
		)
		.option(
			'--snap <m>',
			'link edges up to this far apart by moving them together, metres (default: 0)',
			nonNegativeNumber,
		)
		.option('--no-exact', 'leave coordinates of linked edges alone where they differ within the tolerance')
		.addOption(choice('--unmatched <what>', 'transitions that geometry does not confirm', ['keep', 'clear'], 'keep'))
		.addOption(choice('--tree <split>', 'split of trees that are built anew', ['sah', 'median'], 'sah'))
		.addHelpText(
			'after',
			`
Examples:
  wokflow link m01aa.lyt --check                 are all links as the geometry says?
  wokflow link m01aa.lyt -o linked/              find all links anew
  wokflow link new.lyt --from old.lyt            rooms were added, removed or reordered`,
		)
		.action((layout: string, flags: LinkFlags) => runCommand(flags, (session) => linkFiles(layout, flags, session)));
}

async function linkFiles(path: string, flags: LinkFlags, session: Session): Promise<number> {
	const [{ linkLayout }, { createRegistry }, files] = await Promise.all([
		import('../../pipeline/level/link-layout.ts'),
		import('../../pipeline/default-registry.ts'),
		import('../../pipeline/files.ts'),
	]);
	const { report, surfaces, mappings, signal } = session;
	const folder = flags.rooms ?? files.folderOf(path);
	const layout = await loadLayout(path, report);
	const from = flags.from === undefined ? undefined : await loadLayout(flags.from, report);
	const made = await linkLayout(
		layout,
		files.roomFiles(folder, report, ['.wok']),
		{
			...(from === undefined ? {} : { from }),
			rename: renames(flags.rename ?? []),
			link: {
				...(flags.snap === undefined ? {} : { snap: flags.snap }),
				exact: flags.exact,
				...(flags.unmatched === undefined ? {} : { unmatched: flags.unmatched }),
			},
			...(flags.tree === undefined ? {} : { write: { split: flags.tree } }),
		},
		{ report, surfaces, mappings, signal },
		createRegistry(),
	);
	const outputs = made.files.map(({ path: file, ...rest }) => ({
		...rest,
		path: flags.output === undefined ? file : files.inFolder(flags.output, file),
	}));
	const wanted = flags.output === undefined ? outputs.filter(({ changed }) => changed) : outputs;
	const written = report.failed || flags.check === true ? [] : wanted;
	await files.writeFilesAtomically(written);
	tell(made, written, flags, session);
	return flags.check === true && outputs.some(({ changed }) => changed) ? EXIT.findings : EXIT.fine;
}

function renames(texts: readonly string[]): Record<string, string> {
	return Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
}

function tell({ links, files }: LayoutLinks, written: readonly OutputFile[], flags: LinkFlags, session: Session): void {
	const { terminal } = session;
	if (session.wantsJson) {
		session.json({
			links,
			outputs: written.map(({ path, bytes }) => ({ path, bytes: bytes.length })),
			stale: files.filter(({ changed }) => changed).map(({ room }) => room),
		});
		return;
	}
	session.printFindings();
	for (const { roomA, edgeA, roomB, edgeB, distance } of links) {
		terminal.result(`${roomA} edge ${edgeA} ↔ ${roomB} edge ${edgeB}  ${decimal(distance * 1000, 3)} mm`);
	}
	const stale = files.filter(({ changed }) => changed).map(({ room }) => room);
	if (flags.check === true) {
		terminal.note(
			stale.length === 0
				? 'All links are as they should be.'
				: `Links are not as they should be in: ${stale.join(', ')}`,
		);
	} else {
		terminal.note(`${counted(links.length, 'link')}, ${counted(written.length, 'file')} written`);
	}
}
