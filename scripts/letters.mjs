// Makes pictures/png/letters.ts: the letters of a font that pictures need, so that they need no font on the machine. With --write it is written, otherwise compared: exit code 1 if it differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import opentype from 'opentype.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = `${root}pictures/png/letters.ts`;
const FONT = '@fontsource/noto-sans';
const { version, license } = JSON.parse(readFileSync(`${root}node_modules/${FONT}/package.json`, 'utf8'));

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
const LATIN = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'–—‘’“”„†•…‰‹›€™−'];
const CENTRAL = range(0x100, 0x17f);
const CYRILLIC = [...range(0x410, 0x44f), 'Ё', 'ё', 'Є', 'є', 'І', 'і', 'Ї', 'ї'];

function fontOf(subset, weight) {
	const bytes = readFileSync(`${root}node_modules/${FONT}/files/noto-sans-${subset}-${weight}-normal.woff`);
	return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

// A font says when it was made, and is to be the same whenever that is.
globalThis.Date = class extends Date {
	constructor() {
		super(0);
	}
};

/** A font of these characters of some of the subsets in which the package has it, as base64. */
function lettersOf(styleName, weight, subsets) {
	const fonts = subsets.map(([subset, characters]) => ({ font: fontOf(subset, weight), characters }));
	const glyphs = fonts.flatMap(({ font, characters }) =>
		characters
			.map((character) => ({ unicode: character.codePointAt(0), glyph: font.charToGlyph(character) }))
			.filter(({ glyph }) => glyph.index !== 0)
			.map(({ unicode, glyph: { advanceWidth, path } }) => {
				return new opentype.Glyph({ name: `u${unicode.toString(16)}`, unicode, advanceWidth, path });
			}),
	);
	const [{ font }] = fonts;
	const { unitsPerEm, ascender, descender } = font;
	// The first is shown for characters that the font does not have.
	const all = [font.glyphs.get(0), ...glyphs];
	const made = new opentype.Font({
		familyName: 'Noto Sans',
		styleName,
		weightClass: weight,
		unitsPerEm,
		ascender,
		descender,
		glyphs: all,
	});
	return Buffer.from(made.toArrayBuffer()).toString('base64');
}

const text = `// Made by scripts/letters.mjs of ${FONT} ${version}: do not edit. Noto Sans, Copyright 2022 The Noto Project Authors, ${license}: see THIRD-PARTY.md.

/** Fonts in OpenType's format, as base64. */
export const REGULAR: string =
	'${lettersOf('Regular', 400, [
		['latin', LATIN],
		['latin-ext', CENTRAL],
		['cyrillic', CYRILLIC],
	])}';
export const BOLD: string =
	'${lettersOf('Bold', 700, [['latin', LATIN]])}';
`;

if (process.argv.includes('--write')) writeFileSync(OUTPUT, text);
else if (readFileSync(OUTPUT, 'utf8') !== text) {
	console.error('pictures/png/letters.ts is out of date: node scripts/letters.mjs --write');
	process.exitCode = 1;
}
