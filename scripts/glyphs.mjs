// Makes pictures/png/glyphs.ts: outlines of letters, so that pictures need no font. With --write it is written, otherwise compared: exit code 1 if it differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import opentype from 'opentype.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = `${root}pictures/png/glyphs.ts`;
const FONT = '@fontsource/noto-sans';
const { version, license } = JSON.parse(readFileSync(`${root}node_modules/${FONT}/package.json`, 'utf8'));

/** Units of an em in the outlines. */
const EM = 256;

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
const LATIN = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'–—‘’“”„†•…‰‹›€™−'];
const CENTRAL = range(0x100, 0x17f);
const CYRILLIC = [...range(0x410, 0x44f), 'Ё', 'ё', 'Є', 'є', 'І', 'і', 'Ї', 'ї'];

function fontOf(subset, weight) {
	const bytes = readFileSync(`${root}node_modules/${FONT}/files/noto-sans-${subset}-${weight}-normal.woff`);
	return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Path data, relative, whole numbers, y down; a command that follows one of its kind is left out. */
function outlineOf(glyph, unitsPerEm) {
	const scale = EM / unitsPerEm;
	const at = (value, sign = 1) => Math.round(value * scale * sign);
	let data = '';
	let last = '';
	let [x, y] = [0, 0];
	let [startX, startY] = [0, 0];
	const to = (command, ...points) => {
		const values = [];
		for (let i = 0; i < points.length; i += 2) values.push(at(points[i]) - x, at(points[i + 1], -1) - y);
		[x, y] = [at(points.at(-2)), at(points.at(-1), -1)];
		if (command !== 'm' && values.every((value) => value === 0)) return;
		const numbers = values.join(' ').replaceAll(' -', '-');
		data += command !== last ? command + numbers : numbers.startsWith('-') ? numbers : ` ${numbers}`;
		last = command;
	};
	for (const { type, x: toX, y: toY, x1, y1 } of glyph.path.commands) {
		if (type === 'M') {
			to('m', toX, toY);
			[startX, startY] = [x, y];
		} else if (type === 'L') to('l', toX, toY);
		else if (type === 'Q') to('q', x1, y1, toX, toY);
		else if (type === 'Z') {
			data += 'z';
			last = 'z';
			[x, y] = [startX, startY];
		} else throw new Error(`A curve of the kind ${type} is not written.`);
	}
	return data;
}

/** As the formatter has keys. */
const quoted = (character) =>
	/[A-Za-z_$]/.test(character) || /^\p{L}$/u.test(character)
		? character
		: character === "'"
			? '"\'"'
			: character === '\\'
				? "'\\\\'"
				: `'${character}'`;

function glyphsOf(weight, subsets) {
	const rows = [];
	for (const [subset, characters] of subsets) {
		const font = fontOf(subset, weight);
		for (const character of characters) {
			const glyph = font.charToGlyph(character);
			if (glyph.index === 0) continue;
			rows.push(
				`\t${quoted(character)}: '${Math.round((glyph.advanceWidth * EM) / font.unitsPerEm)} ${outlineOf(glyph, font.unitsPerEm)}',`,
			);
		}
	}
	return rows;
}

const text = [
	`// Made by scripts/glyphs.mjs of ${FONT} ${version}: do not edit. Noto Sans, Copyright 2022 The Noto Project Authors, ${license}: see THIRD-PARTY.md. In one file: a font is data.`,
	'',
	'/** Units of an em. */',
	`export const EM = ${EM};`,
	'',
	'/** Width and outline of each character, in units; y runs down from the line it stands on. */',
	'export type Glyphs = Readonly<Record<string, string>>;',
	'',
	'export const REGULAR: Glyphs = {',
	...glyphsOf(400, [
		['latin', LATIN],
		['latin-ext', CENTRAL],
		['cyrillic', CYRILLIC],
	]),
	'};',
	'',
	'export const BOLD: Glyphs = {',
	...glyphsOf(700, [['latin', LATIN]]),
	'};',
	'',
].join('\n');

if (process.argv.includes('--write')) writeFileSync(OUTPUT, text);
else if (readFileSync(OUTPUT, 'utf8') !== text) {
	console.error('pictures/png/glyphs.ts is out of date: node scripts/glyphs.mjs --write');
	process.exitCode = 1;
}
