import { describe, expect, it } from 'vitest';
import { fileNameProblem, isDeviceName } from '../../src/text/paths.ts';

describe('names of files', () => {
	it.each([
		['', 'is empty'],
		['.', 'stands for a folder'],
		['..', 'stands for a folder'],
		['...', 'ends in a dot or blank, which Windows drops'],
		['a\nb', 'has control characters or marks of direction'],
		['a\u202eb', 'has control characters or marks of direction'],
		['a\ud800b', 'has half a character'],
		['a/b', 'has the character /'],
		['a\\b', 'has the character \\'],
		['c:', 'has the character :'],
		['a*', 'has the character *'],
		['a?', 'has the character ?'],
		['"a"', 'has the character "'],
		['<a', 'has the character <'],
		['a>', 'has the character >'],
		['a|b', 'has the character |'],
		['room.', 'ends in a dot or blank, which Windows drops'],
		['room ', 'ends in a dot or blank, which Windows drops'],
		['con', 'is that of a device of Windows (con)'],
		['Nul .txt', 'is that of a device of Windows (Nul)'],
		['x'.repeat(256), 'has 256 bytes; file systems take 255'],
		['ü'.repeat(128), 'has 256 bytes; file systems take 255'],
	])('such as %j are refused', (name, problem) => expect(fileNameProblem(name)).toBe(problem));

	it.each([
		'room.wok',
		'.hidden',
		'a..b',
		'a b',
		'größe.svg',
		'😀.svg',
		'console.svg',
		'recon',
		'com',
		'x'.repeat(255),
		`${'ü'.repeat(127)}x`,
	])('such as %j are taken', (name) => expect(fileNameProblem(name)).toBeUndefined());

	it('are those of devices whatever their case and extension, and only as a whole', () => {
		for (const name of [
			'con',
			'PRN',
			'aux',
			'Nul',
			'conin$',
			'CONOUT$',
			'com0',
			'com9',
			'lpt1',
			'lpt²',
			'com³',
			'con.tar.gz',
			'con .x',
		])
			expect(isDeviceName(name), name).toBe(true);
		for (const name of ['', 'acon', 'icom1', 'conx', 'com', 'comx', 'com10', 'lpt', 'conin', 'a.con', ' con'])
			expect(isDeviceName(name), name).toBe(false);
	});
});
