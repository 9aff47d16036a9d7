import { join } from 'node:path';
import { checkUnusedRows } from '../../check/mesh/ground.ts';
import { encodeBwm } from '../../exporters/bwm/encode.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { fileIdentity } from '../../importers/bwm/index.ts';
import { findImporter } from '../../pipeline/read.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { type BwmEdits, changedTables, editBwm } from '../../src/bwm/edit.ts';
import { checkContext } from '../../src/facts/context.ts';
import { InputError, UsageError } from '../../src/findings/report.ts';
import type { InputSource, ReadContext } from '../../src/formats/contracts.ts';
import { pathOrName } from '../../src/formats/sources.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { WALKMESH_EXTENSIONS } from '../../src/model/file-names.ts';
import { type Layout, roomIndex } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { type Hooks, NO_HOOKS, NONE, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import { surfaceByValue, surfaceMappings } from '../../src/scene/surface-mappings.ts';
import { didYouMean } from '../../src/text/names.ts';
import { folderOf, openLayout, roomFiles } from '../files/files.ts';
import { folderAt } from '../files/folders.ts';
import { type OtherSide, otherSides } from './edit-sides.ts';
import type { EditOptions } from './mend-options.ts';

/** The result of an edit. */
export interface EditedFile {
	readonly bytes: Uint8Array;
	readonly kind: WalkmeshKind;
	/** Names of the tables that changed; `hooks` for the use hooks in the header. */
	readonly tables: readonly string[];
	/** True when face numbers changed, because a face became walkable or stopped being so (walkable faces come first). */
	readonly renumbered: boolean;
	/** Files of other rooms whose links changed to match. */
	readonly others: readonly OtherSide[];
}

/**
 * Changes single values of a binary walkmesh. Tables that depend on them are derived anew; everything else keeps its bytes.
 *
 * @param layoutPath the layout in which links look up room names. Default: the layout beside the file that lists its room
 * @throws UsageError for a face, edge, room, surface or hook that does not exist, InputError for a file that is not a binary walkmesh
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const room = await openFile('room.wok', report);
 * const { bytes, tables } = await editFile(room, { surface: { 0: 'Stone' } }, undefined, context, createRegistry());
 * console.log(bytes.length, 'bytes; changed:', tables.join(', '));
 */
export async function editFile(
	source: InputSource,
	options: EditOptions,
	layoutPath: string | undefined,
	context: ReadContext,
	registry: Registry,
): Promise<EditedFile> {
	const path = pathOrName(source);
	const report = context.report.within({ file: path });
	const { name } = findImporter(source, registry, report);
	if (name !== 'bwm')
		throw new UsageError(
			`"${path}" is not a binary walkmesh (it is read as ${name}), and only these are edited. Convert it first: wokflow convert`,
		);
	const original = await source.bytes();
	const file = decodeBwm(original, report);
	const mesh = walkmeshFromBwm(file, fileIdentity(source.fileName), report);
	const links = Object.entries(options.link ?? {});
	const { both = false } = options;
	const needsLayout = both || links.some(([, room]) => !/^(?:none|-?\d+)$/i.test(String(room)));
	const layout =
		layoutPath !== undefined
			? await openLayout(layoutPath, registry, context.report)
			: needsLayout || links.length > 0
				? await layoutBeside(path, source.name, needsLayout, context, registry)
				: undefined;
	const transitions = new Map(
		inRanges(options.link ?? {}, 'edge', file.faces.length).map(([edge, typed]) => [edge, roomOf(typed, layout)]),
	);
	const surfaces = surfacesOf(options.surface ?? {}, file.materials.length, context.surfaces);
	const edits: BwmEdits = {
		surfaces,
		transitions,
		hooks: Object.fromEntries(Object.entries(options.hook ?? {}).map(([hook, typed]) => [hook, hookOf(hook, typed)])),
	};
	const edited = editBwm(file, mesh, edits, context.surfaces, report);
	const tables = changedTables(file, edited);
	if (surfaces.size > 0) {
		const after = walkmeshFromBwm(edited, fileIdentity(source.fileName), report.separate());
		checkUnusedRows(checkContext(after, context.surfaces, report));
	}
	const bytes = tables.length === 0 ? original : encodeBwm(edited);
	const others =
		layout === undefined || !both
			? []
			: await otherSides(
					{ name: source.name, mesh, transitions },
					layout,
					roomFiles(folderOf(path), context.report, [WALKMESH_EXTENSIONS.area]),
					context,
				);
	return { bytes, kind: mesh.kind, tables, renumbered: tables.includes('faces'), others };
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

/**
 * The layout beside a file that lists its room.
 * @param isNeeded true for links by names of rooms; links by numbers only ask how many rooms there are, if there is one layout
 */
async function layoutBeside(
	path: string,
	room: string,
	isNeeded: boolean,
	{ report }: ReadContext,
	registry: Registry,
): Promise<Layout | undefined> {
	const folder = folderOf(path);
	const beside = (await (await folderAt(folder))?.names().catch(() => [])) ?? [];
	const names = beside.filter((name) => registry.layoutFormat(name) !== undefined);
	const found: { name: string; layout: Layout }[] = [];
	for (const name of names.sort()) {
		try {
			const layout = await openLayout(join(folder, name), registry, isNeeded ? report : report.separate());
			if (roomIndex(layout, room) >= 0) found.push({ name, layout });
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
		}
	}
	const [first, second] = found;
	if (!isNeeded) return second === undefined ? first?.layout : undefined;
	if (first === undefined)
		throw new UsageError(
			`Room names are those of a layout, and no layout beside "${path}" names room "${room}". Add --layout FILE, or give the room's number.`,
		);
	if (second !== undefined)
		throw new UsageError(
			`Several layouts beside "${path}" name room "${room}": ${found.map(({ name }) => name).join(', ')}. Add --layout FILE.`,
		);
	return first.layout;
}
