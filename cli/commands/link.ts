import type { LayoutLinks, LinkFaults } from '../../jobs/level/link-layout.ts';
import { RELINK_OPTIONS } from '../../level/rooms/relink.ts';
import { JOIN_OPTIONS, ROOM_FOLDER_OPTION, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { flag, given, text } from '../../src/findings/options.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import { LIMIT_OPTIONS, ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { LINK_OPTIONS } from '../../src/seams/link.ts';
import { counted, decimal } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { EXIT } from '../shared/ending.ts';
import { outputsJson } from '../shared/json.ts';
import { checkFolder, IN_PLACE_OPTIONS, noteBackups, outputOptions, writeChanged } from '../shared/outputs.ts';
import type { Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

const { tolerance: _, ...LINKING } = LINK_OPTIONS;

const OPTIONS = {
	...ROOM_FOLDER_OPTION,
	...outputOptions('Folder to write the layout and its rooms into, under the same names.'),
	...IN_PLACE_OPTIONS,
	check: flag('Only check; write nothing; exit code 1 when a link is wrong or missing.', false),
	from: text('Older layout that the transitions count in: they follow the names of rooms.', { placeholder: 'layout' }),
	rename: { ...RELINK_OPTIONS.rename, text: 'With --from: a room that changed its name.', placeholder: 'old=new' },
	move: { ...RELINK_OPTIONS.move, text: 'With --from: the walkmesh of a room that the layout moved moves with it.' },
	conform: {
		...JOIN_OPTIONS.conform,
		default: false,
		text: 'Divide rooms alike along their seams first; with --snap this is done anyway.',
	},
	...LINKING,
	...TREE_OPTIONS,
	surfacemat: SURFACE_OPTIONS.surfacemat,
	...LIMIT_OPTIONS,
	...ROOM_LIMIT_OPTIONS,
};

export const linkCommand = declareCommand({
	name: 'link',
	summary: 'link the rooms of a layout: transitions found from geometry, or carried over from an older layout',
	words: ({ layouts }) => ({
		'<layout>': `the layout (${extensionList(layouts)}); its room order is what transitions count in`,
	}),
	options: () => OPTIONS,
	help: `Examples:
  wokflow link m01aa.lyt --check                 are all links as the geometry says?
  wokflow link m01aa.lyt -o linked/              find all links again
  wokflow link m01aa.lyt --in-place              the same in place; the old files are kept as .bak
  wokflow link new.lyt --from old.lyt -i         rooms were added, removed or reordered
  wokflow link new.lyt --from old.lyt --move -i  the same, and rooms that moved take their walkmeshes along`,
	async run(session) {
		const { options, words, registry, context, report } = session;
		const { check = false, tree } = options;
		checkUse(session);
		const [{ linkLayout }, { readLayoutFiles }, { checkLevelName }, files, { layoutWord }] = await Promise.all([
			import('../../jobs/level/link-layout.ts'),
			import('../../jobs/files/layout-file.ts'),
			import('../../jobs/files/layout-file.ts'),
			import('../../jobs/files/files.ts'),
			import('../../jobs/files/inputs.ts'),
		]);
		const path = await layoutWord(words[0], registry, report);
		const source = await files.openFile(path, report);
		const { layout, visibilityFile } = await readLayoutFiles(source, registry, report);
		checkLevelName(source.name, false, report.within({ file: path }));
		if (report.failed) {
			// Transitions are indices into the list of rooms: with a broken list all of them would be wrong.
			if (!check) session.terminal.problem('Nothing was written.');
			return EXIT.findings;
		}
		const from = options.from === undefined ? undefined : await files.openLayout(options.from, registry, report);
		const made = await linkLayout(
			layout,
			files.roomFiles(options.roomFolder ?? files.folderOf(path), report, registry.binaryRoomExtensions),
			{
				...(from === undefined ? {} : { from }),
				...given({ ...RELINK_OPTIONS, ...ROOM_LIMIT_OPTIONS }, options),
				...(tree === undefined ? {} : { tree }),
				// A check reports links without a counterpart; it does not remove them first.
				link: { ...(check ? { unmatched: 'keep' } : {}), ...given(LINKING, options) },
				read: given(LIMIT_OPTIONS, options),
				conform: options.conform ?? (options.snap ?? 0) > 0,
			},
			context,
			registry,
		);
		const changed = made.files.filter((file) => file.changed);
		// The folder then holds the whole level.
		const whole = [
			...made.files,
			...(visibilityFile === undefined ? [] : [visibilityFile]),
			{ path, bytes: await source.bytes() },
		];
		const wanted = options.output === undefined ? changed : whole;
		const { files: written, backups } = await writeChanged(check ? [] : wanted, session);
		const stale = changed.map(({ room }) => room);
		if (session.wantsJson) {
			session.json({ links: made.links, outputs: outputsJson(written), backups, stale });
		} else {
			print(made, written.length, stale, check, session);
			noteBackups(backups, session.terminal);
		}
		const { wrong, missing } = faultsOf(made, report);
		return check && (stale.length > 0 || wrong + missing > 0) ? EXIT.findings : EXIT.fine;
	},
});

/** @throws UsageError for options that do not go together */
function checkUse({ options, registry }: Session<typeof OPTIONS>): void {
	const { check = false, inPlace = false, output, from } = options;
	for (const name of ['rename', 'move'] as const) {
		if (from === undefined && options[name] !== undefined) throw new UsageError(`--${name} goes with --from.`);
	}
	for (const name of ['snap', 'conform', 'unmatched'] as const) {
		if (from !== undefined && options[name] !== undefined)
			throw new UsageError(`--${name} finds links again; it does not go with --from.`);
	}
	if (!check && inPlace === (output !== undefined))
		throw new UsageError('link needs to know where to write: -o FOLDER, or --in-place (-i); --check writes nothing.');
	if (output !== undefined) checkFolder(output, registry, 'link');
}

/** Findings that mean a player would meet an invisible wall or walk through one. */
const WRONG: readonly string[] = [
	'LINK_UNCONFIRMED',
	'LINK_OUT_OF_RANGE',
	'LINK_TO_SELF',
	'LINK_WITHOUT_GROUND',
	'LINK_APART',
	'LINK_ONE_WAY',
];
const MISSING: readonly string[] = ['SEAM_UNLINKED'];

/** What is wrong with the links: what the files say otherwise than geometry, and what was found in those that stay. */
function faultsOf({ faults }: LayoutLinks, report: Report): LinkFaults {
	return { wrong: faults.wrong + edgesWith(WRONG, report), missing: faults.missing + edgesWith(MISSING, report) };
}

/** Edges that findings of these codes are about: one finding speaks of all between two rooms. */
function edgesWith(codes: readonly string[], { findings, counts }: Report): number {
	const told = findings.reduce(
		(sum, { code, data }) => sum + (codes.includes(code) ? Number(data?.['count'] ?? 1) : 0),
		0,
	);
	const left = counts.reduce((sum, { code, total, kept }) => sum + (codes.includes(code) ? total - kept : 0), 0);
	return told + left;
}

function print(
	made: LayoutLinks,
	written: number,
	stale: readonly string[],
	check: boolean,
	session: Session<typeof OPTIONS>,
): void {
	const { terminal, report } = session;
	for (const line of pairLines(made.links)) terminal.result(line);
	const linked = counted(made.links.length, 'link');
	if (!check) {
		terminal.note(`${linked}, ${counted(written, 'file')} written`);
		return;
	}
	const faults = faultsText(faultsOf(made, report));
	const where = stale.length === 0 ? '' : ` in ${stale.join(', ')}`;
	if (faults !== '') terminal.problem(`${faults}${where}.`);
	else if (stale.length > 0) terminal.problem(`Links would be written again${where}.`);
	else if (!report.failed) terminal.note(`${linked}, all right.`);
}

/** `quay_01a ↔ quay_02b  4 edges, up to 0.02 mm apart`: a line for each pair of rooms. */
function pairLines(links: LayoutLinks['links']): string[] {
	const pairs = new Map<string, { edges: number; apart: number }>();
	for (const { roomA, roomB, distance } of links) {
		const key = `${roomA} ↔ ${roomB}`;
		const pair = pairs.get(key) ?? { edges: 0, apart: 0 };
		pairs.set(key, { edges: pair.edges + 1, apart: Math.max(pair.apart, distance) });
	}
	return [...pairs].map(([rooms, { edges, apart }]) => {
		const millimetres = decimal(apart * 1000, 3);
		return `${rooms}  ${counted(edges, 'edge')}${millimetres === '0' ? '' : `, up to ${millimetres} mm apart`}`;
	});
}

/** `2 links are wrong, 1 is missing`; empty where none is. */
function faultsText({ wrong, missing }: LinkFaults): string {
	const is = (count: number): string => (count === 1 ? 'is' : 'are');
	if (wrong === 0) return missing === 0 ? '' : `${counted(missing, 'link')} ${is(missing)} missing`;
	const also = missing === 0 ? '' : `, ${missing} ${is(missing)} missing`;
	return `${counted(wrong, 'link')} ${is(wrong)} wrong${also}`;
}
