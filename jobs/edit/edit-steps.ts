import { checkUnusedRows } from '../../check/mesh/ground.ts';
import { encodeBwm } from '../../exporters/bwm/encode.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { fileIdentity } from '../../importers/bwm/index.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { changedTables, editBwm } from '../../src/bwm/edit.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { checkedValues } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { type InputSource, pathOrName, type ReadContext, type RoomFiles } from '../../src/formats/contracts.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type Layout, roomIndex } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { type Hooks, NO_HOOKS, NONE, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import { surfaceByValue, surfaceMappings } from '../../src/scene/surface-mappings.ts';
import { didYouMean } from '../../src/text/names.ts';
import { jsonProblem } from '../../src/text/quote.ts';
import { type OtherSide, otherSides } from './edit-sides.ts';
import { EDIT_OPTIONS, type EditOptions } from './mend-options.ts';

/*
 * Edits of a walkmesh, one after another. The command line and the page make them here, so that a list of edits gives the same bytes in both.
 */

/** The result of an edit. */
export interface EditedFile {
	readonly bytes: Uint8Array;
	readonly kind: WalkmeshKind;
	/** Names of the tables that changed; `hooks` for the use hooks in the header. */
	readonly tables: readonly string[];
	/** True when face numbers changed, because a face became walkable or stopped being so (walkable faces come first), or faces came or went. */
	readonly renumbered: boolean;
	/** Files of other rooms whose links changed to match. */
	readonly others: readonly OtherSide[];
}

/** What links refer to. */
export interface EditedLevel {
	readonly layout: Layout | undefined;
	readonly files: RoomFiles;
}

/**
 * Changes a binary walkmesh step by step; faces and edges of each step are numbered as the step before leaves them.
 *
 * @throws UsageError for a face, edge, room, surface or hook that does not exist
 */
export async function editSteps(
	source: InputSource,
	steps: readonly EditOptions[],
	level: EditedLevel,
	context: ReadContext,
): Promise<EditedFile> {
	const original = await source.bytes();
	const tables = new Set<string>();
	const others = new Map<string, OtherSide>();
	const files: RoomFiles = {
		...level.files,
		find: async (room) => {
			const found = await level.files.find(room);
			const edited = found === undefined ? undefined : others.get(pathOrName(found));
			return found === undefined || edited === undefined ? found : { ...found, bytes: async () => edited.bytes };
		},
	};
	let bytes = original;
	let kind: WalkmeshKind = 'area';
	for (const step of steps) {
		const edited = await editStep({ ...source, bytes: async () => bytes }, step, { ...level, files }, context);
		({ bytes, kind } = edited);
		for (const table of edited.tables) tables.add(table);
		for (const side of edited.others) others.set(side.path, side);
	}
	return { bytes, kind, tables: [...tables], renumbered: tables.has('faces'), others: [...others.values()] };
}

async function editStep(
	source: InputSource,
	options: EditOptions,
	{ layout, files }: EditedLevel,
	context: ReadContext,
): Promise<Omit<EditedFile, 'renumbered'>> {
	const report = context.report.within({ file: pathOrName(source) });
	const original = await source.bytes();
	const file = decodeBwm(original, report);
	const mesh = walkmeshFromBwm(file, fileIdentity(source.fileName), report);
	const faces = file.materials.length;
	const transitions = new Map(
		inRanges(options.link ?? {}, 'edge', file.faces.length).map(([edge, typed]) => [edge, roomOf(typed, layout)]),
	);
	const surfaces = surfacesOf(options.surface ?? {}, faces, context.surfaces);
	const edited = editBwm(
		file,
		mesh,
		{
			surfaces,
			transitions,
			hooks: Object.fromEntries(Object.entries(options.hook ?? {}).map(([hook, typed]) => [hook, hookOf(hook, typed)])),
			flipped: allOf(options.flip, 'face', faces),
			deleted: allOf(options.delete, 'face', faces),
			filled: allOf(options.fill, 'edge', file.faces.length),
		},
		context.surfaces,
		report,
	);
	const tables = changedTables(file, edited);
	if (surfaces.size > 0) {
		const after = walkmeshFromBwm(edited, fileIdentity(source.fileName), report.separate());
		checkUnusedRows(checkContext(after, context.surfaces, report));
	}
	const bytes = tables.length === 0 ? original : encodeBwm(edited);
	const others =
		layout === undefined || options.both !== true
			? []
			: await otherSides({ name: source.name, mesh, transitions }, layout, files, context);
	return { bytes, kind: mesh.kind, tables, others };
}

/** Reads a list of edits. @param file names it in messages @throws UsageError for what is none, with the step that is wrong */
export function readEdits(text: string, file: string): EditOptions[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new UsageError(`${file}: not JSON: ${jsonProblem(text, error as Error)}`);
	}
	const edits = (value as { edits?: unknown } | null)?.edits;
	if (!Array.isArray(edits)) throw new UsageError(`${file}: not a list of edits: { "edits": [{ "surface": … }] }`);
	for (const [index, step] of edits.entries()) checkedValues(EDIT_OPTIONS, step, `edit ${index + 1} of ${file}`);
	return edits as EditOptions[];
}

/** The text of a list of edits, a step a line. */
export function editsText(edits: readonly EditOptions[]): string {
	return `{\n\t"edits": [\n${edits.map((step) => `\t\t${JSON.stringify(step)}`).join(',\n')}\n\t]\n}\n`;
}

/** Indices that are named alone or in ranges. */
function allOf(typed: readonly string[] = [], what: 'face' | 'edge', count: number): number[] {
	const named = Object.fromEntries(typed.map((each) => [each, 0]));
	return inRanges(named, what, count).map(([index]) => index);
}

/** Resolves surface names to ids. @throws UsageError for an unknown surface, worded as in every command that takes surfaces */
function surfacesOf(
	typed: Readonly<Record<string, string | number>>,
	faces: number,
	table: SurfaceTable,
): Map<number, number> {
	surfaceMappings({ surface: typed }, table);
	return new Map(inRanges(typed, 'face', faces).map(([face, surface]) => [face, surfaceByValue(table, surface) ?? 0]));
}

/**
 * Resolves keys such as `12` and `12-20` to indices. The widest range is applied first, so that narrower ones override it.
 * @param count what the file has; of what a range names beyond, the first alone is resolved, and refused later
 */
function inRanges(
	values: Readonly<Record<string, string | number>>,
	what: 'face' | 'edge',
	count: number,
): [number, string | number][] {
	const ranges = Object.entries(values).map(([typed, value]) => {
		const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(typed) ?? [];
		if (from === undefined || Number(to) < Number(from))
			throw new UsageError(
				`"${typed}" is not ${what === 'edge' ? 'an' : 'a'} ${what} or a range of ${what}s. For example: 12 or 12-20`,
			);
		return { from: Number(from), to: Math.min(Number(to), Math.max(Number(from), count)), value };
	});
	ranges.sort((a, b) => b.to - b.from - (a.to - a.from));
	return ranges.flatMap(({ from, to, value }) =>
		Array.from({ length: to - from + 1 }, (_, i): [number, string | number] => [from + i, value]),
	);
}

function roomOf(typed: string | number, layout: Layout | undefined): number {
	const text = String(typed);
	if (/^(?:none|-1)$/i.test(text)) return NONE;
	if (layout !== undefined) {
		const named = roomIndex(layout, text);
		if (named >= 0) return named;
	}
	if (/^\d{1,9}$/.test(text) && (layout === undefined || Number(text) < layout.rooms.length)) return Number(text);
	const rooms = layout?.rooms.map(({ model }) => model) ?? [];
	throw new UsageError(`Room "${text}" is not in the layout.${didYouMean(text, rooms)} It has: ${rooms.join(', ')}.`);
}

function hookOf(hook: string, typed: string | number): Vec3 {
	const known = Object.keys(NO_HOOKS) as (keyof Hooks)[];
	if (!known.includes(hook as keyof Hooks))
		throw new UsageError(`"${hook}" is not a use hook.${didYouMean(hook, known)} There are: ${known.join(', ')}.`);
	const point = String(typed).split(',').map(Number);
	if (point.length === 3 && point.every((value) => Number.isFinite(Math.fround(value))))
		return point as unknown as Vec3;
	throw new UsageError(`"${typed}" is not a point. Give three numbers in metres: --hook ${hook}=0,1.5,0`);
}
