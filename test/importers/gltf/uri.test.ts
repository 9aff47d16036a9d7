import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64, uriTarget } from '../../../importers/gltf/buffers.ts';
import { squareDocument } from '../../support/gltf-maker.ts';
import { failingFinding, readScene } from '../../support/read-gltf.ts';
import { runs } from '../../support/thorough.ts';

/** URIs that lead out of the folder of a document, or may do so on some system. */
const SUSPICIOUS: readonly string[] = [
	'../secret.bin',
	'..',
	'a/../../secret.bin',
	'a/..',
	'./../secret.bin',
	'%2e%2e/secret.bin',
	'%2E%2E%2Fsecret.bin',
	'..%2fsecret.bin',
	'..%5csecret.bin',
	'%252e%252e%252fsecret.bin',
	'%25252e%25252e/secret.bin',
	'..\\secret.bin',
	'a\\b.bin',
	'/etc/passwd',
	'//host/share.bin',
	'%2fetc%2fpasswd',
	'\\\\host\\share.bin',
	'C:/secret.bin',
	'C:secret.bin',
	'c%3a/secret.bin',
	'file:///etc/passwd',
	'http://example.org/x.bin',
	'HTTPS://example.org/x.bin',
	'javascript:alert(1)',
	'a/b:c.bin',
	'x.bin%00.txt',
	'x\u0000.bin',
	'x\n.bin',
	'.. /secret.bin',
	'.../secret.bin',
	'CON',
	'a/nul.bin',
	'com1.bin',
	'',
	'.',
	'./',
	'%',
	'%zz.bin',
];

describe('URIs that are not followed', () => {
	test.each(SUSPICIOUS)('%j', async (uri) => {
		expect(uriTarget(uri).kind).toBe('refused');
		const asked: string[] = [];
		const readSibling = async (path: string): Promise<Uint8Array> => {
			asked.push(path);
			return new Uint8Array(1000);
		};
		const finding = await failingFinding(squareDocument().external(uri), {}, { readSibling });
		expect(finding.code).toBe('GLTF_URI_REFUSED');
		expect(finding.message).toContain(JSON.stringify(uri));
		expect(finding.location.pointer).toBe('/buffers/0');
		expect(asked).toEqual([]);
	});
});

describe('URIs that are followed', () => {
	test.each([
		['square.bin', 'square.bin'],
		['./square.bin', 'square.bin'],
		['data/square.bin', 'data/square.bin'],
		['data//square.bin', 'data/square.bin'],
		['my%20square.bin', 'my square.bin'],
		['my square.bin', 'my square.bin'],
		['Gr%C3%BCn.bin', 'Grün.bin'],
		['a..b.bin', 'a..b.bin'],
		['console.bin', 'console.bin'],
	])('%j is %j', async (uri, path) => {
		const asked: string[] = [];
		const maker = squareDocument();
		const readSibling = async (name: string): Promise<Uint8Array> => {
			asked.push(name);
			return maker.data;
		};
		const { scene } = await readScene(maker.external(uri), {}, { readSibling });
		expect(asked).toEqual([path]);
		expect(scene.parts[0].triangles).toHaveLength(6);
	});

	test('whatever is followed stays below the folder, by any reckoning', () => {
		const piece = fc.constantFrom(
			'..',
			'.',
			'/',
			'\\',
			'%2e',
			'%2f',
			'%5c',
			'%25',
			'%00',
			':',
			'a',
			'C',
			' ',
			'bin',
			'%',
			'2e',
			'~',
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const target = uriTarget(pieces.join(''));
				if (target.kind !== 'file') return;
				let path = target.path;
				for (let round = 0; round < 8; round++) {
					expect(path).not.toMatch(/^\/|[\\:]/);
					expect(path).not.toContain(String.fromCharCode(0));
					for (const segment of path.split('/')) {
						if (segment !== '' && segment !== '.') expect(segment.replace(/[. ]+$/, '')).not.toBe('');
					}
					try {
						path = decodeURIComponent(path);
					} catch {
						break;
					}
				}
			}),
			{ numRuns: runs(750) },
		);
	});

	test('a file is read once, however many buffers it holds; buffers that are not needed are not read', async () => {
		const maker = squareDocument();
		const asked: string[] = [];
		const buffer = { byteLength: maker.data.length, uri: 'square.bin' };
		maker.json.bufferViews[1].buffer = 1;
		maker.json.buffers = [buffer, buffer, { byteLength: 9, uri: '../never-needed.bin' }];
		const bytes = new TextEncoder().encode(JSON.stringify(maker.json));
		const readSibling = async (path: string): Promise<Uint8Array> => {
			asked.push(path);
			return maker.data;
		};
		await readScene(bytes, {}, { readSibling });
		expect(asked).toEqual(['square.bin']);
	});

	test('images and what else the walkmesh does not need are never asked for', async () => {
		const maker = squareDocument();
		maker.json.images = [{ uri: '../secret.png' }, { uri: 'http://example.org/a.png' }, { uri: 'wood.png' }];
		maker.json.textures = [{ source: 0 }];
		maker.json.materials[0].normalTexture = { index: 0 };
		const { scene } = await readScene(maker.glb(), {}, { readSibling: () => Promise.reject(new Error('asked')) });
		expect(scene.parts).toHaveLength(1);
	});
});

describe('data URIs', () => {
	test('base64 gives the bytes back', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 100 }), fc.boolean(), fc.boolean(), (bytes, padded, web) => {
				const buffer = Buffer.from(bytes);
				let text = buffer.toString(web ? 'base64url' : 'base64');
				if (!padded) text = text.replace(/=+$/, '');
				expect(decodeBase64(text)).toEqual(bytes);
			}),
		);
	});

	test.each(['A', 'AAAAA', 'AA*A', 'AAA\u00e9', '====', 'A==='])('%j is no base64', (text) => {
		expect(decodeBase64(text)).toBeUndefined();
	});

	test('bytes may stand as they are, with a percent sign where they cannot', () => {
		expect(uriTarget('data:application/octet-stream,a%00%ffb')).toEqual({
			kind: 'data',
			mediaType: 'application/octet-stream',
			bytes: Uint8Array.of(0x61, 0, 0xff, 0x62),
		});
	});
});
