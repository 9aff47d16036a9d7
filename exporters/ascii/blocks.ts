import type { AsciiDialect } from '../../src/ascii/index.ts';
import type { ByteText } from '../../src/text/byte-text.ts';
import { NONE, type Walkmesh } from '../../src/walkmesh/index.ts';

/** MDLOps finds block keywords only at the start of a line. */
function indent(dialect: AsciiDialect): string {
	return dialect === 'mdlops' ? '' : '  ';
}

/** `verts N` and three floats a row. */
export function writeVertices(text: ByteText, { positions }: Walkmesh, dialect: AsciiDialect): void {
	text.text(`${indent(dialect)}verts ${positions.length / 3}\n`);
	for (let i = 0; i < positions.length; i += 3) {
		text.text('    ').float32(positions[i]);
		text.text(' ').float32(positions[i + 1]);
		text
			.text(' ')
			.float32(positions[i + 2])
			.text('\n');
	}
}

/** `faces N` and eight integers a row: corners, smoothing group, three texture vertices, surface. */
export function writeFaces(text: ByteText, { faces, surfaces }: Walkmesh, dialect: AsciiDialect): void {
	text.text(`${indent(dialect)}faces ${surfaces.length}\n`);
	for (let face = 0; face < surfaces.length; face++) {
		text.text('    ').integer(faces[face * 3]);
		text.text(' ').integer(faces[face * 3 + 1]);
		text.text(' ').integer(faces[face * 3 + 2]);
		text.text(' 1 0 0 0 ').integer(surfaces[face]).text('\n');
	}
}

/** `roomlinks` and a row for every linked edge. Without a count: MDLOps reads only its first digit. */
export function writeRoomLinks(text: ByteText, { transitions }: Walkmesh, dialect: AsciiDialect): void {
	let linked = false;
	for (let edge = 0; edge < transitions.length; edge++) {
		if (transitions[edge] === NONE) continue;
		if (!linked) text.text(`${indent(dialect)}roomlinks\n`);
		linked = true;
		text.text('    ').integer(edge).text(' ').integer(transitions[edge]).text('\n');
	}
	if (linked) text.text(`${indent(dialect)}endlist\n`);
}
