import { describe, expect, it } from 'vitest';
import { LONGEST_STATEMENT } from '../../../importers/obj/chunks.ts';
import { LONGEST_NAME } from '../../../importers/obj/scan.ts';
import { LARGE_RING } from '../../../src/geometry/polygons.ts';
import { MAX_CORNERS } from '../../../src/geometry/triangulate.ts';
import { expectLinear } from '../../support/linear.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { codes, read, readScene } from './reading.ts';

const TRIANGLE = 'v 0 0 0\nv 2 0 0\nv 2 0 -2\nusemtl Stone\nf 1 2 3\n';

function* repeated(piece: Uint8Array, times: number): Generator<Uint8Array> {
	for (let i = 0; i < times; i++) yield piece;
}

function bytesOf(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

/** A round outline. @param first number of its first vertex */
function disc(corners: number, first = 1): string {
	const vertices = Array.from({ length: corners }, (_, i) => {
		const angle = (i / corners) * 2 * Math.PI;
		return `v ${Math.cos(angle) * 50} 0 ${-Math.sin(angle) * 50}`;
	});
	return `${vertices.join('\n')}\nusemtl Stone\nf ${Array.from({ length: corners }, (_, i) => first + i).join(' ')}\n`;
}

describe('limits', () => {
	it.runIf(THOROUGH)('cuts a few huge faces, and refuses more of them than a file can take time for', async () => {
		const corners = LARGE_RING * 9;
		const most = 4;
		const [vertices, face] = disc(corners).trimEnd().split('\nusemtl Stone\n');
		const few = await read(`${vertices}\nusemtl Stone\n${face}\n`);
		expect(codes(few)).toEqual([]);
		const many = await read(`${vertices}\nusemtl Stone\n${`${face}\n`.repeat(most + 2)}f 1 2 3\n`);
		expect(codes(many)).toEqual(['OBJ_FACE_TOO_LARGE', 'OBJ_FACE_TOO_LARGE']);
		expect(many.findings.find(({ code }) => code === 'OBJ_FACE_TOO_LARGE')).toMatchObject({
			data: { corners },
			location: { line: corners + 2 + most },
		});
		expect(many.scene?.parts[0].triangles).toHaveLength((most * (corners - 2) + 1) * 3);
	});

	/** Strokes to and fro, in a direction. */
	function zigzag(strokes: number, angle: number): [number, number][] {
		const there = Array.from({ length: strokes }, (_, i): [number, number] => [i, (i % 2) * strokes]);
		const back = there.map(([x, y]): [number, number] => [x, y - strokes * 0.4]).reverse();
		const [c, s] = [Math.cos(angle), Math.sin(angle)];
		return [...there, ...back].map(([x, y]) => [x * c - y * s, x * s + y * c]);
	}

	function face(outline: readonly (readonly [number, number])[]): string {
		const vertices = outline.map(([x, y]) => `v ${x.toFixed(4)} 0 ${(-y).toFixed(4)}`);
		return `${vertices.join('\n')}\nusemtl Stone\nf ${outline.map((_, i) => i + 1).join(' ')}\n`;
	}

	it.each([0, 0.4, 0.7, Math.PI / 2])('cuts a zigzag at %f as fast as a disc', async (angle) => {
		const { scene, findings } = await read(face(zigzag(480, angle)));
		expect(findings.filter(({ code }) => code.startsWith('OBJ_'))).toEqual([]);
		expect(scene?.parts[0].triangles).toHaveLength(958 * 3);
	});

	it('refuses an outline of zigzags in several directions, which took a minute', async () => {
		const there = zigzag(2400, 0);
		const across = zigzag(2400, -1.5).map(([x, y]): [number, number] => [x + 4899, y + 2500]);
		const outline = [...there.slice(0, 2400), ...across, ...there.slice(2400)];
		expect(codes(await read(face(outline)))).toEqual(['OBJ_FACE_TOO_LARGE', 'OBJ_NOTHING']);
	});

	it('takes names up to a length that no name has', async () => {
		const named = (length: number): string => TRIANGLE.replace('usemtl', `o ${'n'.repeat(length)}\nusemtl`);
		expect(codes(await read(named(LONGEST_NAME)))).toEqual([]);
		for (const keyword of ['o', 'g', 'usemtl']) {
			const text = TRIANGLE.replace('f ', `${keyword} ${'ab_9.'.repeat(160_000)}\nf `);
			const reading = await read(text);
			expect(codes(reading)).toContain('OBJ_NAME_TOO_LONG');
			const finding = reading.findings.find(({ code }) => code === 'OBJ_NAME_TOO_LONG');
			expect(finding).toMatchObject({ location: { line: 5 }, data: { keyword, length: 800_000, limit: LONGEST_NAME } });
		}
	});

	it('looks for a bounded number of libraries', async () => {
		const library = (count: number): string => `mtllib ${Array.from({ length: count }, (_, i) => `m${i}`).join(' ')}\n`;
		const reading = async (count: number) => {
			let asked = 0;
			const readSibling = async (): Promise<Uint8Array> => {
				asked++;
				throw new Error('not there');
			};
			const { findings } = await read(`${library(count)}${TRIANGLE}`, {}, { readSibling });
			return { asked, codes: findings.map(({ code }) => code).filter((code) => code.startsWith('OBJ_')) };
		};
		expect(await reading(255)).toEqual({ asked: 256, codes: ['OBJ_LIBRARY_UNREAD'] });
		expect(await reading(256)).toEqual({ asked: 0, codes: ['OBJ_LIBRARY_UNREAD'] });
	});

	it('cuts faces of as many corners as are allowed, and refuses larger ones', async () => {
		const most = await readScene(disc(MAX_CORNERS));
		expect(most.parts[0].triangles).toHaveLength((MAX_CORNERS - 2) * 3);
		const more = await read(`${TRIANGLE}${disc(MAX_CORNERS + 1, 4)}`);
		expect(codes(more)).toEqual(['OBJ_FACE_TOO_LARGE']);
		expect(more.findings[0]).toMatchObject({
			data: { corners: MAX_CORNERS + 1, limit: MAX_CORNERS },
			location: { line: 5 + MAX_CORNERS + 1 + 2 },
		});
		expect(more.scene?.parts[0].triangles).toHaveLength(3);
	});

	it('takes statements of many megabytes', async () => {
		const long = `f${' '.repeat(3 << 20)}1 2 \\\n${' '.repeat(1 << 20)}\\\n3\n`;
		const scene = await readScene(TRIANGLE.replace('f 1 2 3\n', long));
		expect(scene.parts[0].triangles).toHaveLength(3);
	});

	it('refuses statements without end', async () => {
		function* pieces(): Generator<Uint8Array> {
			yield bytesOf('f');
			yield new Uint8Array(LONGEST_STATEMENT).fill(102);
		}
		expect(codes(await read(pieces()))).toEqual(['OBJ_INVALID']);
	});

	const megabytes = THOROUGH ? 520 : 70;

	it(`holds no more of a file than a statement: ${megabytes} MB of comments, in 60 MB`, async () => {
		const piece = bytesOf(`# ${'x'.repeat(1021)}\n`.repeat(1024));
		function* file(): Generator<Uint8Array> {
			yield* repeated(piece, megabytes);
			yield bytesOf(TRIANGLE);
		}
		const before = process.memoryUsage().arrayBuffers;
		const scene = await readScene(file());
		expect(scene.parts[0].triangles).toHaveLength(3);
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60 << 20);
	});

	it('stays linear in files of many small parts that share far vertices', async () => {
		const textOf = (count: number): string => {
			const vertices = Array.from({ length: count }, (_, i) => `v ${i} 0 ${i % 7}`);
			const faces = Array.from({ length: count }, (_, i) => `g ${i % 2}\nf 1 ${count} ${(i % (count - 2)) + 2}`);
			return `${vertices.join('\n')}\nusemtl Stone\n${faces.join('\n')}\n`;
		};
		const count = THOROUGH ? 20_000 : 3000;
		const scene = await readScene(textOf(count));
		expect(scene.parts).toHaveLength(count);
		expect(scene.nodes).toHaveLength(2);
		expect(scene.parts.every(({ positions }) => positions.length === 9)).toBe(true);
		await expectLinear(count, (size) => {
			const text = textOf(size);
			return () => readScene(text);
		});
	});
});
