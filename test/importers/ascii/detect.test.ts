import { describe, expect, it } from 'vitest';
import { looksLikeAsciiWalkmesh } from '../../../importers/ascii/look.ts';
import { fixture } from './reading.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('looksLikeAsciiWalkmesh', () => {
	it.each([
		'nwmax-room.wok',
		'mdlops-room.wok',
		'mdledit-room.wok',
		'kotormax-model.mdl',
		'kotorjs-model.mdl',
		'pykotor-room.wok',
		'engine-room.wok',
		'messy-room.wok',
		'mdledit-crate.pwk',
		'mdlops-crate.pwk',
		'nwmax-crate.pwk',
		'mdlops-door.dwk',
	])('knows %s, with any line end and a byte order mark', (file) => {
		expect(looksLikeAsciiWalkmesh(bytes(fixture(file)))).toBe(true);
		expect(looksLikeAsciiWalkmesh(bytes(`\ufeff${fixture(file).replaceAll('\n', '\r\n')}`))).toBe(true);
	});

	it.each([
		['nothing', ''],
		['a binary walkmesh', 'BWM V1.0\u0001\0\0\0'],
		['a layout', '#MAXLAYOUT ASCII\nbeginlayout\n   roomcount 1\n      m01 0 0 0\ndonelayout\n'],
		['OBJ', '# Blender\no node_aabb\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
		['OBJ with a comment of walkmeshes', '# MAXWALKMESH\n# wokflow area\no node\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
		['glTF', '{"asset":{"version":"2.0"},"nodes":[{"name":"node aabb"}]}'],
		['a 2DA', '2DA V2.0\n\n label walk\n0 Dirt 1\n'],
	])('does not take %s for one', (_, text) => {
		expect(looksLikeAsciiWalkmesh(bytes(text))).toBe(false);
	});

	it('knows one by its comment when nodes follow, of whatever type', () => {
		expect(looksLikeAsciiWalkmesh(bytes('#NWmax PWKMESH  ASCII\nnode light lamp\nendnode\n'))).toBe(true);
		expect(looksLikeAsciiWalkmesh(bytes('#NWmax PWKMESH  ASCII\nnode dummy crate_pwk_use01\nendnode\n'))).toBe(true);
	});

	it('looks at the first 64 KiB only', () => {
		expect(looksLikeAsciiWalkmesh(bytes(`${'# talk\n'.repeat(20000)}node aabb a\n`))).toBe(false);
	});
});
