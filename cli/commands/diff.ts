import { DIFF_OPTIONS, type WalkmeshDiff } from '../../check/inspect/differences.ts';
import type { DiffPair, DiffSide, SourcesDiff } from '../../jobs/diff.ts';
import type { LookSettings } from '../../jobs/look-jobs.ts';
import {
	JOBS_OPTION,
	MESH_OPTIONS,
	RECIPE_OPTIONS,
	ROOM_FILE_OPTIONS,
	ROOM_FOLDER_OPTION,
	SURFACE_OPTIONS,
} from '../../pipeline/options.ts';
import type { Recipe } from '../../pipeline/recipe.ts';
import { flag, given } from '../../src/findings/options.ts';
import { InputError } from '../../src/findings/report.ts';
import type { InputSource } from '../../src/formats/contracts.ts';
import { ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import type { WalkmeshIdentity } from '../../src/model/walkmesh.ts';
import { counted, decimals, grouped } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { EXIT } from '../shared/ending.ts';
import { withLookers } from '../shared/jobs.ts';
import type { Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

/** Differences of one sort that are printed, unless --list says otherwise. */
const LISTED = 10;

export const diffCommand = declareCommand({
	name: 'diff',
	summary: 'compare two walkmeshes by what they mean; the formats may differ',
	words: ({ layouts }) => ({
		'<a>': `binary or ASCII walkmesh, scene, folder, pattern or layout (${extensionList(layouts)})`,
		'<b>': 'what to compare it with',
	}),
	options: (registry) => ({
		...registry.readOptions,
		...SURFACE_OPTIONS,
		...MESH_OPTIONS,
		...DIFF_OPTIONS,
		list: { ...DIFF_OPTIONS.list, otherwise: `${LISTED}; ${DIFF_OPTIONS.list.default} with --json` },
		tables: flag('Compare the derived tables of binaries, too.', true),
		...ROOM_FILE_OPTIONS,
		...ROOM_LIMIT_OPTIONS,
		...JOBS_OPTION,
	}),
	help: `Examples:
  wokflow diff old/m01aa_01.wok new/m01aa_01.wok
  wokflow diff old/ new/                     all walkmeshes of two folders
  wokflow diff old/m01aa.lyt new/m01aa.lyt   all rooms of two layouts
  wokflow diff level.glb level.wok --json
  wokflow diff room.wok room.ascii --tolerance 0.0001

The order of vertices and faces means nothing. Exit codes: 0 the same, 1 different, 2 wrong use, 3 input that could not be read.`,
	async run(session) {
		const { words, options, registry, context, report } = session;
		const [{ diffSources }, { expandInputs }, { convertRecipe, placeRecipes }] = await Promise.all([
			import('../../jobs/diff.ts'),
			import('../../jobs/files/inputs.ts'),
			import('../../pipeline/recipe.ts'),
		]);
		const [a, b] = words;
		const limits = { ...ROOM_FOLDER_OPTION, ...ROOM_LIMIT_OPTIONS };
		const side = async (word: string): Promise<DiffSide> => {
			const inputs = await expandInputs([word], registry, report, given(limits, options));
			const sources: InputSource[] = [];
			for (const { path } of inputs) {
				try {
					sources.push(await session.open(path));
				} catch (error) {
					if (!(error instanceof InputError)) throw error;
					report.push(error.finding);
				}
			}
			const places = new Map(inputs.map(({ path, place }) => [path, place]));
			const { roomSpace } = options;
			const space = { ...(roomSpace === undefined ? {} : { roomSpace }) };
			const placing = ({ path = '' }: InputSource): Recipe => {
				const place = places.get(path);
				return place === undefined ? [] : placeRecipes({ ...space, room: place.room }, place.layout, []).scene;
			};
			return { sources, placing, roomOf: ({ path = '' }) => places.get(path)?.room };
		};
		const [first, second] = [await side(a), await side(b)];
		const read = given(registry.readOptions, options);
		const diff = {
			list: session.wantsJson ? DIFF_OPTIONS.list.default : LISTED,
			...given(DIFF_OPTIONS, options),
			tables: options.tables ?? true,
		};
		const { surfaces, mappings } = context;
		const settings: LookSettings = { report: report.options, surfaces, mappings, read, diff };
		const paths = [...first.sources, ...second.sources].map(({ path }) => path);
		const opened = new Map([...first.sources, ...second.sources].map((source) => [source.path ?? '', source]));
		const result = await withLookers(
			paths,
			settings,
			session,
			async (lookAtEach) => {
				const { diffWork } = await import('../../jobs/look-jobs.ts');
				const recipe = convertRecipe(given(RECIPE_OPTIONS, options));
				return diffSources(first, second, { ...diff, read, recipe }, context, registry, diffWork(lookAtEach));
			},
			{ open: async (path) => opened.get(path) as InputSource },
		);
		if (session.wantsJson) session.json({ a, b, ...result });
		else print(result, session);
		if (report.total('fatal') > 0) return EXIT.input;
		return result.same ? EXIT.fine : EXIT.findings;
	},
});

function print(
	result: SourcesDiff,
	{ terminal, report, context: { surfaces } }: Pick<Session, 'terminal' | 'report' | 'context'>,
): void {
	const line = (text: string): void => terminal.result(text);
	for (const pair of result.pairs) {
		const verdict = pair.diff.same && !pair.tablesDiffer ? 'the same' : 'different';
		line(`${terminal.paintResult('bold', titleOf(pair))}: ${verdict}, ${facesText(pair.diff)}`);
		printDiff(pair.diff, surfaces, line);
		printTables(pair, line);
	}
	// What could not be read may be what it would have been compared with.
	const only = (side: string): string => (report.total('fatal') > 0 ? 'not compared' : `only in the ${side}`);
	for (const each of result.onlyA) line(`${only('first')}: ${nameOf(each)}`);
	for (const each of result.onlyB) line(`${only('second')}: ${nameOf(each)}`);
}

function titleOf({ a, b }: DiffPair): string {
	return nameOf(a) === nameOf(b) ? nameOf(a) : `${nameOf(a)} and ${nameOf(b)}`;
}

function nameOf({ name, kind, doorState }: WalkmeshIdentity): string {
	return `${name} (${doorState === undefined ? kind : `${kind}, ${doorState}`})`;
}

function facesText({ faces }: WalkmeshDiff): string {
	if (faces.a === faces.b && faces.a === faces.paired) return counted(faces.a, 'face');
	return `${grouped(faces.a)} and ${counted(faces.b, 'face')}, ${grouped(faces.paired)} in both`;
}

function printDiff(diff: WalkmeshDiff, table: SurfaceTable, line: (text: string) => void): void {
	const label = (surface: number): string => `${surfaceLabel(table, surface)} (${surface})`;
	const room = (index: number): string => (index < 0 ? 'none' : `room ${index}`);
	const { shift, moved, header } = diff;
	if (shift !== undefined) line(`  everything moved by ${decimals(shift)}`);
	for (const { what, a, b } of header) {
		const text = (value: string | Vec3): string => (typeof value === 'string' ? value : decimals(value, 6));
		line(`  ${WHAT[what]}: ${text(a)} → ${text(b)}`);
	}
	section(
		diff.moved,
		`${counted(moved.count, 'vertex', 'vertices')} moved, by up to ${millimetres(moved.largest)}, ${millimetres(moved.mean)} on average`,
		({ from, to, distance }) => `${decimals(from)} → ${decimals(to)}  ${millimetres(distance)}`,
		line,
	);
	if (moved.tolerated > 0) line(`  ${counted(moved.tolerated, 'vertex', 'vertices')} off, but within the tolerance`);
	section(
		diff.removed,
		`${counted(diff.removed.count, 'face')} removed`,
		({ face, surface, at }) => `face ${face}, ${label(surface)}, at ${decimals(at)}`,
		line,
	);
	section(
		diff.added,
		`${counted(diff.added.count, 'face')} added`,
		({ face, surface, at }) => `face ${face}, ${label(surface)}, at ${decimals(at)}`,
		line,
	);
	section(
		diff.resurfaced,
		`${counted(diff.resurfaced.count, 'face')} with another surface`,
		({ faceA, faceB, from, to, at }) =>
			`face ${numbers(faceA, faceB)}, ${label(from)} → ${label(to)}, at ${decimals(at)}`,
		line,
	);
	section(
		diff.flipped,
		`${counted(diff.flipped.count, 'face')} turned over`,
		({ faceA, faceB, at }) => `face ${numbers(faceA, faceB)}, at ${decimals(at)}`,
		line,
	);
	section(
		diff.links,
		`${counted(diff.links.count, 'link')} changed`,
		({ from, to, ends }) => `${room(from)} → ${room(to)}, edge ${decimals(ends[0])} to ${decimals(ends[1])}`,
		line,
	);
	section(
		diff.joins,
		`${counted(diff.joins.count, 'edge')} can be crossed in one only`,
		({ joinedIn, ends }) =>
			`only in the ${joinedIn === 'a' ? 'first' : 'second'}, edge ${decimals(ends[0])} to ${decimals(ends[1])}`,
		line,
	);
}

const WHAT: Readonly<Record<WalkmeshDiff['header'][number]['what'], string>> = {
	kind: 'kind',
	doorState: 'door state',
	position: 'position',
	relative1: 'relative hook 1',
	relative2: 'relative hook 2',
	absolute1: 'absolute hook 1',
	absolute2: 'absolute hook 2',
};

function section<T>(
	list: { readonly count: number; readonly first: readonly T[] },
	title: string,
	describe: (entry: T) => string,
	line: (text: string) => void,
): void {
	if (list.count === 0) return;
	line(`  ${title}`);
	for (const entry of list.first) line(`    ${describe(entry)}`);
	if (list.count > list.first.length) line(`    and ${grouped(list.count - list.first.length)} more`);
}

function printTables({ tables, tablesDiffer }: DiffPair, line: (text: string) => void): void {
	for (const [side, stale] of [
		['first', tables.a],
		['second', tables.b],
	] as const) {
		if (stale === undefined || stale.length === 0) continue;
		line(`  tables of the ${side} that disagree with its geometry${tablesDiffer ? '' : ' (as in the other)'}`);
		for (const { message } of stale) line(`    ${message}`);
	}
}

function millimetres(metres: number): string {
	return `${Number((metres * 1000).toPrecision(3))} mm`;
}

function numbers(a: number, b: number): string {
	return a === b ? String(a) : `${a} (${b} in the second)`;
}
