import { describe, expect, it } from 'vitest';
import { codes, cornersOf, read, readScene } from './reading.ts';

const VERTICES = 'v 0 0 0\nv 2 0 0\nv 2 0 -2\nv 0 0 -2\n';

const PLAIN = `${VERTICES}usemtl Stone
f 1 2 3
f 1 3 4
`;

/** What `PLAIN` means: Z up, y = −z. */
const CORNERS = [
	[0, 0, 0, 2, 0, 0, 2, 2, 0],
	[0, 0, 0, 2, 2, 0, 0, 2, 0],
].flat();

const FORMS: Readonly<Record<string, string | Uint8Array>> = {
	'as it is': PLAIN,
	'without a last line end': PLAIN.trimEnd(),
	CRLF: PLAIN.replaceAll('\n', '\r\n'),
	'CR alone': PLAIN.replaceAll('\n', '\r'),
	'all line ends at once': PLAIN.replace('\n', '\r\n').replace('-2\n', '-2\r'),
	'a byte order mark': `\uFEFF${PLAIN}`,
	tabs: PLAIN.replaceAll(' ', '\t'),
	'many blanks, before and behind': PLAIN.replaceAll(' ', ' \t  ').replaceAll('\n', ' \t\n  '),
	'empty lines': `\n\r\n  \n${PLAIN.replaceAll('\n', '\n\n')}`,
	comments: `# first\n#\n${PLAIN.replaceAll('\n', '\n   # between v 1 2 3\n')}#last`,
	'comments behind statements': PLAIN.replace(/(v .*|f .*)\n/g, '$1 # f 1 2 3\n').replace('f 1 3 4 #', 'f 1 3 4#'),
	'comments that end in a backslash': PLAIN.replaceAll('\n', '\n# C:\\models\\\n'),
	capitals: PLAIN.replaceAll('v ', 'V ').replaceAll('f ', 'F ').replace('usemtl', 'UseMtl'),
	continuations: PLAIN.replace(/(v|f|usemtl) /g, '$1 \\\n').replaceAll(' 3', ' \\\r\n 3'),
	'continuations without blanks': PLAIN.replaceAll(/(\d) (-?\d)/g, '$1\\\n$2'),
	'a continuation at the end': `${PLAIN.trimEnd()} \\`,
	'texture vertices': PLAIN.replace(/f (\d) (\d) (\d)/g, 'vt 0 0\nf $1/1 $2/1 $3/-1'),
	normals: PLAIN.replace(/f (\d) (\d) (\d)/g, 'f $1//1 $2//-1 $3//9'),
	'texture vertices and normals': PLAIN.replace(/f (\d) (\d) (\d)/g, 'f $1/1/1 $2/2/2 $3/-3/-3'),
	'empty texture vertices': PLAIN.replace(/f (\d) (\d) (\d)/g, 'f $1/ $2// $3'),
	'signs of positive numbers': PLAIN.replaceAll(/ (\d)/g, ' +$1'),
	'negative indices': PLAIN.replace('f 1 2 3', 'f -4 -3 -2').replace('f 1 3 4', 'f -4 -2 -1'),
	'indices of vertices to come': `usemtl Stone\nf 1 2 3\nf 1 3 4\n${VERTICES}`,
	'a quad': PLAIN.replace('f 1 2 3\nf 1 3 4', 'f 1 2 3 4'),
	'a corner twice': PLAIN.replace('f 1 2 3\n', 'f 1 2 2 3 1\n'),
	'numbers in other notations': PLAIN.replaceAll(' 2 0', ' .2e+1 0E5').replaceAll('-2', '-200.000e-2'),
	'numbers of twenty digits': PLAIN.replaceAll('v 2', 'v 2.0000000000000000000').replaceAll(
		'-2',
		'-00000000000000000000002.',
	),
	'the obsolete keyword for faces': PLAIN.replaceAll('f ', 'fo '),
	'weights of 1': PLAIN.replace(/(v .*)/g, '$1 1.0'),
	'vertices that nothing uses': `v 7 7 7\n${PLAIN.replace(/f (\d) (\d) (\d)/g, (_, a, b, c) => `v 9 9 9\nf ${+a + 1} ${+b + 1} ${+c + 1}`)}`,
	'what says nothing of the shape': `${PLAIN}s 1\ns off\nmg 1 0.5\nlod 3\nbevel on\nusemap x\nvn 0 1 0\nvt 0 0 0\n`,
	'a surface changed and changed back': PLAIN.replace('f 1 3', 'usemtl Grass\nusemtl Stone\nf 1 3'),
	'a line of a megabyte': `# ${'x'.repeat(1 << 20)}\n${PLAIN}${' '.repeat(1 << 20)}\n`,
	'bytes that are no UTF-8, in a comment': Uint8Array.of(35, 0xe9, 0xff, 0xfe, 10, ...new TextEncoder().encode(PLAIN)),
};

describe('forms of OBJ text', () => {
	it.each(Object.entries(FORMS))('%s: the same triangles, and nothing to tell', async (_, text) => {
		const reading = await read(text);
		expect(codes(reading)).toEqual([]);
		const { scene } = reading;
		if (scene === undefined) throw new Error('There is no scene.');
		expect(cornersOf(scene)).toEqual(CORNERS);
		expect(scene.parts).toHaveLength(1);
		expect(scene.parts[0].positions).toHaveLength(4 * 3);
		expect([...scene.parts[0].surfaces]).toEqual([4, 4]);
	});

	it('counts lines however they end', async () => {
		for (const end of ['\n', '\r\n', '\r']) {
			const text = ['# one', '', 'v 0 0 \\', ' 0', '# C:\\', `v x ${end === '\r' ? '\\' : '0'} 0`, 'v 0 0 0'].join(end);
			const { findings } = await read(`${text}${end}f 1 2 9${end}`);
			const lines = findings.filter(({ severity }) => severity === 'error').map(({ location: place }) => place.line);
			expect(lines).toEqual(end === '\r' ? [6, 6, 8] : [6, 8]);
		}
	});

	it('takes names to the end of the line', async () => {
		const scene = await readScene(
			[
				VERTICES,
				'o  big room # 2 \t',
				'usemtl  wok_Stone.001  ',
				'f 1 2 3',
				'g left\tright',
				'usemtl Wood\\',
				'  SG',
				'f 1 3 4',
				'g a\\b',
				'f 1 2 4',
				'o größe',
				'f 2 3 4',
			].join('\n'),
		);
		expect(scene.parts.map((part) => part.name)).toEqual(['big room # 2', 'left\tright', 'a\\b', 'größe']);
		expect(scene.parts.map((part) => [...part.surfaces])).toEqual([[4], [5], [5], [5]]);
	});

	it('reads names in the letters of Windows', async () => {
		const text = `${PLAIN.replace('usemtl', 'o gr\u00f6\u00dfe\nusemtl')}`;
		const scene = await readScene(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
		expect(scene.parts[0].name).toBe('größe');
	});
});

describe('pieces of a file', () => {
	/** The first kilobyte is looked at as a whole, to tell what the file is. */
	const HEAD = 1024;
	const text = new TextEncoder().encode(
		[
			`\uFEFF# ${'-'.repeat(HEAD)}\r\n`,
			'# Größe \\\r\nmtllib a b.mtl\r\nv 0 0 0 1 0.5 0\r\nv 1.25e0 0 0\\\r\n 0 0 1\rv 1 0 \\\n-1\r\n',
			'o eins\r\nusemtl Stone\r\nf 1 2 3\r\ng zwei \\\r\nund drei\r\nv 0 3 0\r\nusemtl größe\r\nf -1 -3 \\\r\n -2\r\n\r\nl 1 2',
		].join(''),
	);

	it('may be cut anywhere', async () => {
		const whole = await read(text);
		expect(whole.scene?.parts).toHaveLength(2);
		for (let at = HEAD - 2; at <= text.length; at++) {
			const reading = await read([text.subarray(0, at), new Uint8Array(0), text.subarray(at)]);
			expect(reading.scene).toEqual(whole.scene);
			expect(reading.findings).toEqual(whole.findings);
		}
	});

	it('may come in turns', async () => {
		async function* slowly(): AsyncGenerator<Uint8Array> {
			for (const byte of text) {
				await Promise.resolve();
				yield Uint8Array.of(byte);
			}
		}
		expect((await read(slowly())).scene).toEqual((await read(text)).scene);
	});

	it('are not kept: what a source hands out may be used again', async () => {
		function* reused(): Generator<Uint8Array> {
			const piece = new Uint8Array(7);
			for (let at = 0; at < text.length; at += 7) {
				const part = text.subarray(at, at + 7);
				piece.set(part);
				yield piece.subarray(0, part.length);
				piece.fill(0x30);
			}
		}
		expect((await read(reused())).scene).toEqual((await read(text)).scene);
	});

	it('may hold no zero byte, however late it comes', async () => {
		const late = Uint8Array.of(...text, 10, 35, 0, 10);
		for (const size of [64, 1000, late.length]) {
			const pieces = [];
			for (let at = 0; at < late.length; at += size) pieces.push(late.subarray(at, at + size));
			const { findings } = await read(pieces);
			expect(findings.at(-1)).toMatchObject({ code: 'OBJ_INVALID', location: { offset: late.length - 2 } });
		}
	});

	it('stop coming when reading is called off', async () => {
		const control = new AbortController();
		let taken = 0;
		function* endless(): Generator<Uint8Array> {
			for (;;) {
				if (++taken === 5) control.abort(new Error('enough'));
				yield text;
			}
		}
		await expect(read(endless(), {}, { signal: control.signal })).rejects.toThrow('enough');
		expect(taken).toBe(5);
	});
});
