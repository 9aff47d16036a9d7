import { describe, expect, it } from 'vitest';
import { encodeLatin } from '../../src/text/cursor.ts';
import { foreignFormat, HEAD_BYTES, isLikeObj, markLength, wideText } from '../../src/text/text.ts';

describe('foreignFormat', () => {
	it.each([
		['<!DOCTYPE html>', 'a web page (HTML)'],
		['<html>', 'a web page (HTML)'],
		['<?xml version="1.0"?>\n<!-- made by hand -->\n<COLLADA>', 'a COLLADA file'],
		['<COLLADA>', 'a COLLADA file'],
		['<svg>', 'an XML or HTML file'],
		['{ "asset": {} }', 'a glTF document'],
		['{ "name": 1 }', 'a JSON file'],
		['[[1]]', 'a JSON file'],
		['version https://git-lfs.github.com/spec/v1', 'a Git LFS pointer, not the file itself'],
		['; FBX 7.4.0 project file', 'an FBX file'],
		['ply\nformat ascii 1.0', 'a PLY file'],
		['solid quay\nfacet normal 0 0 1', 'an STL file'],
		['OFF 8 6 0', 'an OFF file'],
		['newmtl Stone', 'a material library (MTL)'],
		['# made by hand\n  newmodel quay', 'an ASCII model or walkmesh'],
		['node aabb floor', 'an ASCII model or walkmesh'],
		['2DA V2.b', 'a 2DA table'],
		['beginlayout\r\n', 'an area layout (LYT)'],
		['glTF\x02', 'a binary glTF file (GLB)'],
		['Kaydara FBX Binary  ', 'a binary FBX file'],
		['BWM V1.0', 'a binary walkmesh (BWM)'],
		['BLENDER-v402', 'a Blender file'],
		['PK\x03\x04', 'a ZIP archive'],
		['\x1f\x8b\x08', 'a gzip archive'],
		['(\xb5/\xfd', 'a Zstandard archive'],
		['%PDF-1.7', 'a PDF file'],
		['\x89PNG\r\n', 'a PNG picture'],
		['\xff\xd8\xff\xe0', 'a JPEG picture'],
		['MOD V1.0', 'a game archive (MOD)'],
		['ERF V1.0', 'a game archive (ERF)'],
		['RIM V1.0', 'a game archive (RIM)'],
		['\x4c\x01\x02', 'an object file of a compiler'],
		['\x64\x86\x02', 'an object file of a compiler'],
		['\x7fELF\x02', 'an object file of a compiler'],
		['\0\0\0\0\x10', 'a binary model (MDL)'],
		['\xff\xfe\0\0', 'UTF-32 text'],
		['\0\0\xfe\xff', 'UTF-32 text'],
		['\xff\xfev\0', 'UTF-16 text'],
		['\xfe\xff\0v', 'UTF-16 text'],
		['v\0 \0', 'UTF-16 text'],
		['\0v\0 ', 'UTF-16 text'],
	])('tells what begins with %j', (text, format) => {
		expect(foreignFormat(encodeLatin(text))).toBe(format);
		// What it begins with, not what is somewhere in it; a letter before it makes it something else.
		expect(foreignFormat(encodeLatin(`x ${text}`))).toBeUndefined();
	});

	it.each(['', 'v 1 2 3', 'newmodels', 'ply', '2da v', 'v\0 ', 'v\0 1', 'offset 1', '# BWM V1.0'])(
		'knows nothing of %j',
		(text) => {
			expect(foreignFormat(encodeLatin(text))).toBeUndefined();
		},
	);

	it('looks past the byte order mark of UTF-8, and at the head only', () => {
		expect(foreignFormat(encodeLatin('\xef\xbb\xbf2DA V2.0'))).toBe('a 2DA table');
		const comment = (length: number): string => `${'#'.padEnd(length - 1, '-')}\n`;
		expect(foreignFormat(encodeLatin(`${comment(HEAD_BYTES - 5)}2DA V`))).toBe('a 2DA table');
		expect(foreignFormat(encodeLatin(`${comment(HEAD_BYTES - 4)}2DA V`))).toBeUndefined();
	});
});

it('takes nothing but the whole byte order mark for one', () => {
	expect(markLength(Uint8Array.of(0xef, 0xbb, 0xbf))).toBe(3);
	for (const bytes of [[], [0xef, 0xbb], [0xef, 0xbb, 65], [0xef, 65, 0xbf], [65, 0xbb, 0xbf], [65, 66, 0xbf]]) {
		expect(markLength(Uint8Array.from(bytes))).toBe(0);
	}
});

describe('wide text', () => {
	it.each([
		['UTF-32 text', [0xff, 0xfe, 0, 0]],
		['UTF-32 text', [0, 0, 0xfe, 0xff]],
		['UTF-16 text', [0xff, 0xfe, 0x41, 0]],
		['UTF-16 text', [0xff, 0xfe, 0, 0x41]],
		['UTF-16 text', [0xff, 0xfe]],
		['UTF-16 text', [0xfe, 0xff, 0, 0x41]],
		['UTF-16 text', [0x41, 0, 0x42, 0]],
		['UTF-16 text', [0, 0x41, 0, 0x42]],
	])('is %s: %j', (kind, bytes) => expect(wideText(Uint8Array.from(bytes))).toBe(kind));

	it.each([
		[[0x41, 0, 0, 0]],
		[[0, 0, 0, 0x42]],
		[[0, 0x41, 0x42, 0x43]],
		[[0x41, 0, 0x42, 0x43]],
		[[0x41, 0x42, 0x43, 0]],
		[[0, 0, 0xfe, 0x41]],
		[[0x41, 0, 0x42]],
		[[0, 0x41, 0]],
		[[0xff, 0x41, 0, 0]],
		[[0xef, 0xfe, 0, 0]],
		[[0, 0x41, 0xfe, 0xff]],
		[[0x41, 0xff]],
		[[]],
	])('is not %j', (bytes) => expect(wideText(Uint8Array.from(bytes))).toBeUndefined());
});

it('zero bytes are reported as that, not as a model, whose first four are zero, too', () => {
	expect(foreignFormat(new Uint8Array(64))).toContain('a file of zero bytes');
	const model = new Uint8Array(64);
	model[4] = 200;
	expect(foreignFormat(model)).toBe('a binary model (MDL)');
});

it.each([
	['# a comment\nv 0 0 0\n', true],
	['mtllib a.mtl\ng default\nv -1.5 0 0\n', true],
	['o hall\n\nv\t.5 0 0', true],
	['vertex 0 0', false],
	['o hall', false],
	['', false],
])('%j is like OBJ: %s', (text, isLike) => {
	expect(isLikeObj(new TextEncoder().encode(text))).toBe(isLike);
});
