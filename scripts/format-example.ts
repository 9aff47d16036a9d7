import { encodeBwm } from '../exporters/bwm/index.ts';
import { readAscii } from '../importers/ascii/read.ts';
import { type BwmTable, TABLES } from '../src/bwm/bwm-file.ts';
import { deriveBwm } from '../src/bwm/derive.ts';
import { Report } from '../src/findings/report.ts';
import { K1, surfaceLabel } from '../src/model/surfaces.ts';

/** The room that docs/format.md takes apart byte by byte. A test holds the page against it. */

/** A floor of two faces, 1 m above the area's ground, and a wall, which the text names first. */
export const EXAMPLE_TEXT = `node aabb tiny
  position 10 20 1
  orientation 0 0 0 0
  verts 5
    0 0 0
    2 0 0
    4 2 0
    2 2 0
    4 2 3
  faces 3
    3 2 4 1 0 0 0 7
    0 1 3 1 0 0 0 4
    1 2 3 1 0 0 0 4
  roomlinks
    6 2
  endlist
endnode
`;

/** What the text becomes: 572 bytes. */
export function exampleBytes(): Uint8Array {
	const report = new Report();
	const bytes = new TextEncoder().encode(EXAMPLE_TEXT);
	const [{ walkmesh }] = readAscii(bytes, { space: 'relative' }, { report, surfaces: K1, name: 'tiny' });
	return encodeBwm(deriveBwm(walkmesh, K1, report));
}

/** Every byte of the file, a line for each field or part of an entry, with what it says. */
export function exampleDump(): string {
	const dump = new Dump(exampleBytes());
	writeHeader(dump);
	for (const table of TABLES) writeTable(dump, table);
	return dump.finish();
}

const BYTES_A_LINE = 12;

class Dump {
	readonly view: DataView;
	at = 0;
	readonly #bytes: Uint8Array;
	readonly #lines: string[] = [];

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
		this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	/** The next bytes, at most 12, and what they mean. */
	line(length: number, meaning: string): void {
		const hex = [...this.#bytes.subarray(this.at, this.at + length)].map((byte) => byte.toString(16).padStart(2, '0'));
		const offset = `0x${this.at.toString(16).padStart(3, '0')}`;
		this.#lines.push(`${offset}  ${hex.join(' ').padEnd(BYTES_A_LINE * 3)} ${meaning}`);
		this.at += length;
	}

	u32(meaning: (value: number) => string): void {
		this.line(4, meaning(this.view.getUint32(this.at, true)));
	}

	floats(count: number, meaning: string): void {
		const values = Array.from({ length: count }, (_, i) => short(this.view.getFloat32(this.at + i * 4, true)));
		this.line(count * 4, `${meaning} ${values.join(' ')}`);
	}

	finish(): string {
		if (this.at !== this.#bytes.length) throw new Error(`${this.at} of ${this.#bytes.length} bytes were looked at`);
		return `${this.#lines.join('\n')}\n`;
	}
}

/** Six significant digits; −0 and 0 differ. */
function short(value: number): string {
	return Object.is(value, -0) ? '-0' : String(Number(value.toPrecision(6)));
}

function hex(value: number): string {
	return `0x${value.toString(16).padStart(2, '0')}`;
}

function writeHeader(dump: Dump): void {
	dump.line(8, '"BWM V1.0"');
	dump.u32((type) => `type ${type}: area`);
	for (const hook of ['relative hook 1', 'relative hook 2', 'absolute hook 1', 'absolute hook 2']) dump.floats(3, hook);
	dump.floats(3, 'position');
	const count = (name: string): void => dump.u32((value) => `${value} ${name}`);
	const offset = (): void => dump.u32((value) => `  at ${hex(value)}`);
	count('vertices');
	offset();
	count('faces');
	offset();
	for (const name of ['materials', 'normals', 'distances']) dump.u32((value) => `  ${name} at ${hex(value)}`);
	count('tree nodes');
	offset();
	dump.u32((root) => `root, ${root}`);
	for (const [one, many] of [
		['row of adjacency', 'rows of adjacency'],
		['edge', 'edges'],
		['loop', 'loops'],
	]) {
		dump.u32((value) => `${value} ${value === 1 ? one : many}`);
		offset();
	}
}

function writeTable(dump: Dump, { name, countAt, words }: BwmTable): void {
	const rows = dump.view.getUint32(countAt, true);
	for (let row = 0; row < rows; row++) {
		if (name === 'aabb') writeNode(dump, row);
		else if (name === 'vertices') dump.floats(3, `vertex ${row}:`);
		else if (name === 'normals') dump.floats(3, `normal of face ${row}:`);
		else if (name === 'distances') dump.floats(1, `distance of face ${row}:`);
		else dump.line(words * 4, meaningOf(name, row, integersAt(dump, words)));
	}
}

function integersAt({ view, at }: Dump, words: number): number[] {
	return Array.from({ length: words }, (_, i) => view.getInt32(at + i * 4, true));
}

function meaningOf(table: BwmTable['name'], row: number, values: readonly number[]): string {
	if (table === 'faces') return `face ${row}: ${values.join(' ')}`;
	if (table === 'materials') return `face ${row}: surface ${values[0]}, ${surfaceLabel(K1, values[0])}`;
	if (table === 'adjacency') return `behind the edges of face ${row}: ${values.join(' ')}`;
	if (table === 'edges') return `edge ${values[0]}${values[1] < 0 ? '' : `, to room ${values[1]}`}`;
	return `loop ${row} ends before row ${values[0]}`;
}

function writeNode(dump: Dump, node: number): void {
	dump.floats(3, `node ${node}: from`);
	dump.floats(3, '  to');
	const [face, , plane, left, right] = integersAt(dump, 5);
	dump.line(12, `  ${face < 0 ? 'no face' : `face ${face}`}, 4, plane ${plane}`);
	dump.line(8, `  ${left < 0 ? 'no children' : `left ${left}, right ${right}`}`);
}
