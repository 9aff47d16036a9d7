import { join } from 'node:path';
import { findImporter } from '../../pipeline/read.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { InputError, UsageError } from '../../src/findings/report.ts';
import { type InputSource, pathOrName, type ReadContext } from '../../src/formats/contracts.ts';
import { type Layout, roomIndex } from '../../src/model/level.ts';
import { WALKMESH_EXTENSIONS } from '../../src/model/walkmesh.ts';
import { folderOf, openLayout, roomFiles } from '../files/files.ts';
import { folderAt } from '../files/folders.ts';
import { type EditedFile, editSteps } from './edit-steps.ts';
import type { EditOptions } from './remedies.ts';

/**
 * Changes a binary walkmesh step by step. Tables that depend on what changes are derived again; everything else keeps its bytes.
 *
 * @param steps each with the numbers of faces and edges that the step before leaves
 * @param layoutPath the layout in which links look up room names. Default: the layout beside the file that lists its room
 * @throws UsageError for a face, edge, room, surface or hook that does not exist, InputError for a file that is not a binary walkmesh
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const room = await openFile('room.wok', report);
 * const { bytes, tables } = await editFile(room, [{ surface: { 0: 'Stone' } }], undefined, context, createRegistry());
 * console.log(bytes.length, 'bytes; changed:', tables.join(', '));
 */
export async function editFile(
	source: InputSource,
	steps: readonly EditOptions[],
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
	const links = steps.flatMap(({ link = {} }) => Object.values(link));
	const needsLayout =
		steps.some(({ both }) => both === true) || links.some((room) => !/^(?:none|-?\d+)$/i.test(String(room)));
	const layout =
		layoutPath !== undefined
			? await openLayout(layoutPath, registry, context.report)
			: needsLayout || links.length > 0
				? await layoutBeside(path, source.name, needsLayout, context, registry)
				: undefined;
	const files = roomFiles(folderOf(path), context.report, [WALKMESH_EXTENSIONS.area]);
	return editSteps(source, steps, { layout, files }, context);
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
