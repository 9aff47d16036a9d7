import {
	type BwmFile,
	type BwmTable,
	type BwmTableName,
	HEADER,
	HEADER_SIZE,
	HOOK_WORDS,
	type LooseBytes,
	MAGIC,
	POSITION_WORDS,
	swapToHostOrder,
	TABLES,
	TYPE_AREA,
	TYPE_OBJECT,
} from '../../src/bwm/bwm-file.ts';
import { DERIVE_FINDINGS, type FileIdentity, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { defineFindings, type Location, type Report } from '../../src/findings/report.ts';
import { type Importer, requireBytes } from '../../src/formats/contracts.ts';
import { checkTriangles, LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { kindOfFileName, stateInName, WALKMESH_EXTENSIONS } from '../../src/model/walkmesh.ts';
import { decodeLatin } from '../../src/text/cursor.ts';
import { stemOf } from '../../src/text/paths.ts';
import { treeOver } from '../../src/tree/tree.ts';

/**
 * Reads a binary walkmesh. The result holds every table as it lies in the file, and `encodeBwm` gives the same bytes again.
 * Header, counts and offsets are checked before anything is allocated, vertex indices and floats before they are returned;
 * deviations that occur in real files (see `surveyBwm`) are accepted.
 *
 * @param maxTriangles as the option of that name
 * @throws InputError for bytes that are not a walkmesh, are cut short or too large, or refer to vertices that do not exist; UsageError for what is
 *   not bytes
 *
 * @example
 * const file = decodeBwm(bytes, report);
 * console.log(file.materials.length, 'faces,', file.aabb.nodeCount, 'tree nodes');
 */
export function decodeBwm(bytes: Uint8Array, report: Report, maxTriangles?: number): BwmFile {
	requireBytes(bytes);
	checkMagic(bytes, report);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const type = view.getUint32(HEADER.type, true);
	if (type !== TYPE_AREA && type !== TYPE_OBJECT) {
		const problem = `the type in the header is ${type}, neither 1 (area) nor 0 (placeable or door); it is read as 0 and kept`;
		report.add(DERIVE_FINDINGS.BWM_FAULT, { offset: HEADER.type }, { problem });
	}

	const { countAt } = TABLES.find(({ name }) => name === 'faces') as BwmTable;
	checkTriangles(view.getUint32(countAt, true), maxTriangles, report, { offset: countAt });
	const spans = TABLES.map((table) => tableSpan(view, table, report));
	const words = new Map<BwmTableName, ArrayBuffer>();
	const offsets: Partial<Record<BwmTableName, number>> = {};
	for (const { table, offset, end } of spans) {
		offsets[table.name] = offset;
		words.set(table.name, copyWords(bytes, end > offset ? offset : 0, end > offset ? end : 0));
	}
	const buffer = (name: BwmTableName): ArrayBuffer => words.get(name) as ArrayBuffer;
	const file: BwmFile = {
		type,
		hooks: new Float32Array(copyWords(bytes, HEADER.hooks, HEADER.hooks + HOOK_WORDS * 4)),
		position: new Float32Array(copyWords(bytes, HEADER.position, HEADER.position + POSITION_WORDS * 4)),
		vertices: new Float32Array(buffer('vertices')),
		faces: new Uint32Array(buffer('faces')),
		materials: new Uint32Array(buffer('materials')),
		normals: new Float32Array(buffer('normals')),
		distances: new Float32Array(buffer('distances')),
		aabb: treeOver(new Int32Array(buffer('aabb'))),
		aabbRoot: view.getUint32(HEADER.aabbRoot, true),
		adjacency: new Int32Array(buffer('adjacency')),
		edges: new Int32Array(buffer('edges')),
		perimeters: new Uint32Array(buffer('perimeters')),
		offsets: offsets as Record<BwmTableName, number>,
		loose: looseBytes(bytes, spans, report),
	};
	checkHeader(file, report);
	checkVertices(file, report);
	checkFaces(file, report);
	return file;
}

/** True when the bytes begin like a binary walkmesh of any version. */
export function looksLikeBwm(bytes: Uint8Array): boolean {
	return decodeLatin(bytes.subarray(0, 4)) === 'BWM ';
}

interface TableSpan {
	readonly table: BwmTable;
	readonly offset: number;
	/** Offset after the last byte; equal to `offset` for an empty table. */
	readonly end: number;
}

function checkMagic(bytes: Uint8Array, report: Report): void {
	if (bytes.length === 0) refuse(report, { offset: 0 }, 'the file is empty');
	const magic = decodeLatin(bytes.subarray(0, MAGIC.length));
	if (!MAGIC.startsWith(magic))
		refuse(report, { offset: 0 }, `the file begins with "${printable(magic)}" instead of "${MAGIC}"`);
	if (bytes.length < HEADER_SIZE)
		refuse(report, { offset: bytes.length }, `the header is cut off after ${bytes.length} of ${HEADER_SIZE} bytes`);
}

function refuse(report: Report, location: Location, problem: string): never {
	return report.fail(BWM_FINDINGS.BWM_INVALID, location, { problem });
}

function tableSpan(view: DataView, table: BwmTable, report: Report): TableSpan {
	const count = view.getUint32(table.countAt, true);
	const offset = view.getUint32(table.offsetAt, true);
	const end = offset + count * table.words * 4;
	if (count === 0) return { table, offset, end: offset };
	const what = `table "${table.name}" (${count} entries`;
	if (offset < HEADER_SIZE)
		refuse(report, { offset: table.offsetAt }, `${what}) begins at byte ${offset}, inside the header`);
	if (end > view.byteLength) {
		const problem = `${what} from byte ${offset}) ends at byte ${end}, beyond the ${view.byteLength} bytes of the file`;
		refuse(report, { offset: table.countAt }, problem);
	}
	return { table, offset, end };
}

/** Bytes between and after the tables, which are kept, so that writing the file again gives the same bytes. */
function looseBytes(bytes: Uint8Array, spans: readonly TableSpan[], report: Report): LooseBytes[] {
	const loose: LooseBytes[] = [];
	let at = HEADER_SIZE;
	for (const { table, offset, end } of spans.filter((span) => span.end > span.offset).sort(byOffset)) {
		if (offset < at) {
			const problem = `table "${table.name}" overlaps the one before it`;
			report.add(DERIVE_FINDINGS.BWM_FAULT, { offset }, { problem });
		}
		if (offset > at) loose.push({ offset: at, bytes: copyBytes(bytes, at, offset) });
		at = Math.max(at, end);
	}
	if (at < bytes.length) loose.push({ offset: at, bytes: copyBytes(bytes, at, bytes.length) });
	for (const { offset, bytes: gap } of loose) {
		const problem = `${gap.length} bytes belong to no table. They are kept`;
		report.add(DERIVE_FINDINGS.BWM_FORM, { offset }, { problem });
	}
	return loose;
}

function byOffset(a: TableSpan, b: TableSpan): number {
	return a.offset - b.offset;
}

const HEADER_VECTORS = [
	'relative use hook 1',
	'relative use hook 2',
	'absolute use hook 1',
	'absolute use hook 2',
	'position',
];

function checkHeader({ hooks, position }: BwmFile, report: Report): void {
	for (const [index, value] of [...hooks, ...position].entries()) {
		if (Number.isFinite(value)) continue;
		const what = HEADER_VECTORS[Math.floor(index / 3)];
		report.add(
			BWM_FINDINGS.BWM_HEADER_NOT_FINITE,
			{ offset: HEADER.hooks + index * 4 },
			{ what, value: Number.isNaN(value) ? 'NaN' : 'infinite' },
		);
	}
}

function checkVertices(file: BwmFile, report: Report): void {
	for (let i = 0; i < file.vertices.length; i++) {
		if (Number.isFinite(file.vertices[i])) continue;
		const offset = file.offsets.vertices + i * 4;
		refuse(report, { offset }, `vertex ${Math.floor(i / 3)} has a non-finite coordinate, ${file.vertices[i]}`);
	}
}

function checkFaces(file: BwmFile, report: Report): void {
	const vertexCount = file.vertices.length / 3;
	for (let i = 0; i < file.faces.length; i++) {
		if (file.faces[i] < vertexCount) continue;
		const location = { offset: file.offsets.faces + i * 4, face: Math.floor(i / 3) };
		refuse(report, location, `a face refers to vertex ${file.faces[i]}, but there are only ${vertexCount} vertices`);
	}
}

function copyWords(bytes: Uint8Array, start: number, end: number): ArrayBuffer {
	const copy = copyBytes(bytes, start, end);
	swapToHostOrder(copy);
	return copy.buffer;
}

/** Copies bytes. `slice` would not do: for a Node Buffer it gives a view of the whole file. */
function copyBytes(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
	const copy = new Uint8Array(end - start);
	copy.set(bytes.subarray(start, end));
	return copy;
}

function printable(text: string): string {
	return text.replace(/[^\x20-\x7e]/g, '·');
}

/** Findings about binary walkmeshes. */
export const BWM_FINDINGS = defineFindings({
	BWM_INVALID: {
		severity: 'fatal',
		meaning:
			'The file is not a walkmesh, was cut off, or was altered: a table reaches beyond the file or into its header, a vertex is NaN or infinite, or a face names one that does not exist. The game would read whatever is in memory there.',
		message: (d: { problem: string }): string => `Not a valid binary walkmesh: ${d.problem}.`,
		help: 'Check that the file is complete and is a walkmesh of Knights of the Old Republic.',
	},
	BWM_HEADER_NOT_FINITE: {
		severity: 'warning',
		meaning: 'A position or use hook in the header is NaN or infinite. Characters cannot walk to such a hook.',
		message: (d: { what: string; value: string }): string =>
			`The ${d.what} in the header is ${d.value}, which the game cannot use. It is kept in walkmeshes; other formats get 0.`,
		help: 'Another program wrote this. Generate the collision again from the model, or set the hooks in the program that made the file.',
		actions: () => [
			{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'hull' }] },
			{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'door' }] },
		],
		fix: { redo: 'tables' },
	},
});

export const bwmImporter: Importer<typeof LIMIT_OPTIONS> = {
	name: 'bwm',
	summary: 'binary walkmesh of the game',
	extensions: Object.values(WALKMESH_EXTENSIONS),
	roomExtensions: [WALKMESH_EXTENSIONS.area],
	gives: 'walkmeshes',
	options: LIMIT_OPTIONS,
	get findings() {
		return BWM_FINDINGS;
	},
	sniff: (head) => looksLikeBwm(head),
	async read(source, { maxTriangles }, context) {
		const file = decodeBwm(await source.bytes(), context.report, maxTriangles);
		const walkmesh = walkmeshFromBwm(file, fileIdentity(source.fileName), context.report);
		return { kind: 'walkmeshes', walkmeshes: [{ walkmesh, file }] };
	},
};

/** The identity of a binary walkmesh, from its file name, since the bytes hold neither name nor kind of object: `<model>0.dwk` is a closed door. */
export function fileIdentity(fileName: string): FileIdentity {
	const name = stemOf(fileName);
	if (kindOfFileName(fileName) !== 'door') return { name, kind: 'placeable' };
	const doorState = stateInName(fileName);
	return doorState === undefined ? { name, kind: 'door' } : { name: name.slice(0, -1), kind: 'door', doorState };
}
