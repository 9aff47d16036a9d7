import {
	type BwmFile,
	bytesAround,
	HEADER,
	HEADER_SIZE,
	MAGIC,
	swapToHostOrder,
	TABLES,
	TYPE_AREA,
	tableWords,
} from '../../src/bwm/bwm-file.ts';
import { deriveSteps, TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { flag, type GivenOf, given } from '../../src/findings/options.ts';
import { defineFindings } from '../../src/findings/report.ts';
import { inTurns } from '../../src/findings/turns.ts';
import type { Exporter, LoadedWalkmesh, WriteContext } from '../../src/formats/contracts.ts';
import { locationOf, WALKMESH_EXTENSIONS } from '../../src/model/walkmesh.ts';

/**
 * Writes a binary walkmesh: the inverse of `decodeBwm`, byte for byte. Tables made by `deriveBwm` are already parts of one array, which is
 * returned without a copy.
 *
 * @example
 * const same = encodeBwm(decodeBwm(bytes, report)); // byte for byte
 */
export function encodeBwm(file: BwmFile): Uint8Array<ArrayBuffer> {
	const there = bytesAround(file);
	const bytes = there ?? new Uint8Array(fileSize(file));
	const view = new DataView(bytes.buffer);
	for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
	view.setUint32(HEADER.type, file.type, true);
	writeWords(bytes, HEADER.hooks, new Uint32Array(file.hooks.buffer, file.hooks.byteOffset, file.hooks.length));
	writeWords(bytes, HEADER.position, new Uint32Array(file.position.buffer, file.position.byteOffset, 3));
	view.setUint32(HEADER.aabbRoot, file.aabbRoot, true);
	for (const { offset, bytes: loose } of file.loose) bytes.set(loose, offset);
	for (const table of TABLES) {
		const words = tableWords(file, table.name);
		view.setUint32(table.countAt, words.length / table.words, true);
		view.setUint32(table.offsetAt, file.offsets[table.name], true);
		if (words.length > 0 && there === undefined) writeWords(bytes, file.offsets[table.name], words);
	}
	return bytes;
}

function fileSize(file: BwmFile): number {
	let size = HEADER_SIZE;
	for (const { offset, bytes } of file.loose) size = Math.max(size, offset + bytes.length);
	for (const table of TABLES) {
		const { byteLength } = tableWords(file, table.name);
		if (byteLength > 0) size = Math.max(size, file.offsets[table.name] + byteLength);
	}
	return size;
}

function writeWords(bytes: Uint8Array, offset: number, words: Uint32Array): void {
	const target = bytes.subarray(offset, offset + words.byteLength);
	target.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
	swapToHostOrder(target);
}

export const BWM_WRITE_OPTIONS = {
	...TREE_OPTIONS,
	rebuild: flag('Derive every table again, for walkmeshes that would be copied otherwise.', false),
};

/** Findings of writing a binary walkmesh. */
const BWM_WRITE_FINDINGS = defineFindings({
	TREE_COPIED: {
		severity: 'warning',
		meaning:
			'Nothing was changed, so all tables were copied, including the AABB tree. Another kind of tree is built only when tables are derived.',
		message: (d: { tree: string }): string =>
			`The AABB tree is copied unchanged, so the option tree (${d.tree}) has no effect.`,
		help: 'Rebuild the tables to get another tree.',
		actions: () => [{ option: 'rebuild' }],
	},
});

export const bwmExporter: Exporter<typeof BWM_WRITE_OPTIONS> = {
	name: 'bwm',
	summary: 'binary walkmesh of the game',
	extensions: Object.values(WALKMESH_EXTENSIONS),
	holds: 'walkmesh',
	options: BWM_WRITE_OPTIONS,
	findings: BWM_WRITE_FINDINGS,
	async write([loaded], options, context) {
		return encodeBwm(await toBwmFile(loaded, options, context));
	},
};

/** The tables to write: those of the input file if they still match the walkmesh, otherwise newly derived ones. */
export async function toBwmFile(
	{ file, walkmesh, tree, adjacency, perimeters }: LoadedWalkmesh,
	options: GivenOf<typeof BWM_WRITE_OPTIONS>,
	{ surfaces, report, signal }: Pick<WriteContext, 'surfaces' | 'report' | 'signal'>,
): Promise<BwmFile> {
	const { rebuild = false } = options;
	const keepsFile = file !== undefined && !rebuild && (file.type === TYPE_AREA) === (walkmesh.kind === 'area');
	const keepsTree = keepsFile ? file.aabb.nodeCount > 0 : tree !== undefined && !rebuild;
	if (keepsTree && options.tree !== undefined) {
		report.add(BWM_WRITE_FINDINGS.TREE_COPIED, locationOf(walkmesh), { tree: options.tree });
	}
	if (keepsFile) return file;
	const known = {
		...(tree === undefined || rebuild ? {} : { keptTree: tree }),
		...(adjacency === undefined ? {} : { adjacency }),
		...(perimeters === undefined ? {} : { perimeters }),
	};
	return inTurns(deriveSteps(walkmesh, surfaces, report, { ...given(TREE_OPTIONS, options), ...known }), signal);
}
