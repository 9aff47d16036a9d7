import type { Command } from 'commander';
import type { LayoutLinks } from '../../pipeline/link-layout.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { addCommonOptions, type CommonOptions, choice, loadLayout, nonNegativeNumber } from '../options.ts';
import type { RunCommand, Session } from '../session.ts';
import { counted, decimal, EXIT } from '../terminal.ts';

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

export function addLinkCommand(program: Command, runCommand: RunCommand): void {
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
	if (flags.from === undefined && flags.rename !== undefined) throw new UsageError('--rename goes with --from.');
	if (flags.from !== undefined && flags.snap !== undefined)
		throw new UsageError('--snap finds links anew; it does not go with --from.');
	const [{ linkLayout }, { createRegistry }, files] = await Promise.all([
		import('../../pipeline/link-layout.ts'),
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
	return flags.check === true && !isSound(made, report) ? EXIT.findings : EXIT.fine;
}

/** Findings that mean a player would meet an invisible wall or walk through one. */
const BROKEN: readonly string[] = [
	'LINK_UNCONFIRMED',
	'LINK_OUT_OF_RANGE',
	'LINK_TO_SELF',
	'LINK_WITHOUT_GROUND',
	'LINK_APART',
	'LINK_ONE_WAY',
	'SEAM_UNLINKED',
];

/** True when the files have the links that geometry says, and nothing is wrong with those. */
function isSound({ files }: LayoutLinks, report: Report): boolean {
	return files.every(({ changed }) => !changed) && report.counts.every(({ code }) => !BROKEN.includes(code));
}

/** @throws UsageError for what is no pair of names */
function renames(texts: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		texts.map((text) => {
			const at = text.indexOf('=');
			if (at <= 0 || at === text.length - 1) throw new UsageError(`--rename takes OLD=NEW; got "${text}".`);
			return [text.slice(0, at), text.slice(at + 1)];
		}),
	);
}

function tell(
	{ links, files, level }: LayoutLinks,
	written: readonly OutputFile[],
	flags: LinkFlags,
	session: Session,
): void {
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
		if (isSound({ files, links, level }, session.report)) terminal.note('All links are as they should be.');
		else if (stale.length > 0) terminal.problem(`Links are not as they should be in: ${stale.join(', ')}`);
		else terminal.problem('Links are not as they should be; see above.');
	} else {
		terminal.note(`${counted(links.length, 'link')}, ${counted(written.length, 'file')} written`);
	}
}
