import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looksLikeAsciiWalkmesh } from '../../../importers/ascii/look.ts';
import type { AsciiWalkmesh } from '../../../importers/ascii/read.ts';
import { NODE_WORDS } from '../../../src/tree/tree.ts';
import { ASCII_PIECES } from '../../fuzz/text-pieces.ts';
import { expectLinear } from '../../support/linear.ts';
import { runs, THOROUGH } from '../../support/thorough.ts';
import { fixture, read } from './reading.ts';

const FILES = readdirSync(join(import.meta.dirname, 'fixtures')).sort();

/** Mutations of each file. */
const ROUNDS = runs(200, 3000);

/** A small generator, so that a failing round can be run again by its seed. */
function generator(seed: number): (below: number) => number {
	let state = seed >>> 0 || 1;
	return (below) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % below;
	};
}

function mutate(text: string, random: (below: number) => number): string {
	let result = text;
	for (let edits = 1 + random(6); edits > 0; edits--) {
		const at = random(result.length + 1);
		const end = Math.min(result.length, at + random(random(4) === 0 ? 200 : 12));
		const piece = ASCII_PIECES[random(ASCII_PIECES.length)];
		const kind = random(4);
		if (kind === 0) result = result.slice(0, at) + result.slice(end);
		else if (kind === 1) result = result.slice(0, at) + piece + result.slice(at);
		else if (kind === 2) result = result.slice(0, at) + piece + result.slice(end);
		else result = result.slice(0, end) + result.slice(at);
	}
	return result;
}

function expectSound({ walkmesh, tree }: AsciiWalkmesh): void {
	const faces = walkmesh.surfaces.length;
	expect(walkmesh.positions.length % 3).toBe(0);
	expect(walkmesh.positions.every(Number.isFinite)).toBe(true);
	expect([walkmesh.faces.length, walkmesh.transitions.length]).toEqual([faces * 3, faces * 3]);
	expect(walkmesh.faces.every((vertex) => vertex < walkmesh.positions.length / 3)).toBe(true);
	expect(walkmesh.transitions.every((room) => room >= -1)).toBe(true);
	expect([...walkmesh.position, ...Object.values(walkmesh.hooks).flat()].every(Number.isFinite)).toBe(true);
	expect(walkmesh.doorState !== undefined).toBe(walkmesh.kind === 'door');
	for (let node = 0; node < (tree?.nodeCount ?? 0); node++) {
		const [face, , , left, right] = tree?.i32.subarray(node * NODE_WORDS + 6, (node + 1) * NODE_WORDS) ?? [];
		expect(face < faces && face >= -1).toBe(true);
		const children =
			face < 0 ? left > node && right > left && right < (tree?.nodeCount ?? 0) : left === -1 && right === -1;
		expect(children).toBe(true);
	}
}

describe('mutated texts', () => {
	// `read` lets nothing pass but InputError.
	it.each(FILES)('of %s are read soundly or refused', (file) => {
		const text = fixture(file);
		let readable = 0;
		for (let seed = 1; seed <= ROUNDS; seed++) {
			const random = generator(seed * 7919);
			const mutated = mutate(text, random);
			const space = (['auto', 'relative', 'area'] as const)[random(3)];
			looksLikeAsciiWalkmesh(new TextEncoder().encode(mutated));
			for (const walkmesh of read(mutated, { keepTree: true, space }).walkmeshes) {
				readable++;
				try {
					expectSound(walkmesh);
				} catch (error) {
					throw new Error(`seed ${seed} of ${file}`, { cause: error });
				}
			}
		}
		// The mutations are no use when nothing survives them.
		expect(readable).toBeGreaterThan(0);
	});

	it('of random bytes are refused', () => {
		const random = generator(5);
		for (let round = 0; round < 300; round++) {
			const bytes = Uint8Array.from({ length: random(400) }, () => random(256));
			expect(read(bytes).walkmeshes).toEqual([]);
		}
	});
});

describe('texts made to take long', () => {
	const many = THOROUGH ? 8000 : 1600;
	const room = 'verts 0\nfaces 0\nendnode\n';

	it.each([
		['parents of parents', (i: number) => `node aabb n${i}\nparent n${i + 1}\n${room}`],
		['nodes of one name that are their own parent', () => `node aabb n\nparent n\n${room}`],
		[
			'hooks of as many models',
			(i: number) => `node trimesh m${i}_pwk_wg\n${room}node dummy m${i}_pwk_use01\nendnode\n`,
		],
		['unknown keywords', (i: number) => `word${i} 1\n`],
		['skipped nodes', (i: number) => `node emitter e${i}\nparent e${i - 1}\nendnode\n`],
		['one hook again and again', () => 'node dummy pwk_use01\nendnode\n'],
		['blank lines', () => '\n'],
	])('%s take linear time', async (_, part) => {
		const textOf = (parts: number): string =>
			`node aabb first\n${room}${Array.from({ length: parts }, (_, i) => part(i)).join('')}`;
		expect(read(textOf(many)).walkmeshes.length).toBeGreaterThan(0);
		await expectLinear(many, (parts) => {
			const text = textOf(parts);
			return () => read(text);
		});
	});

	it.each([
		['a line without end', 2_000_000, (n: number) => `node aabb a\n${room}${'x'.repeat(n)}`],
		['a number without end', 2_000_000, (n: number) => `node aabb a\n${room}position ${'1'.repeat(n)}`],
		['a comment without end', 300_000, (n: number) => `node aabb a\n${room}#${'wokflow '.repeat(n)}`],
		['a row without end', 500_000, (n: number) => `node aabb a\nverts 1\n0 0 0${' 1'.repeat(n)}\nfaces 0`],
		[
			'names without end',
			100_000,
			(n: number) => `node aabb a\n${room}node light b\nmultimaterial 1e300\n${'name\n'.repeat(n)}`,
		],
	])('%s takes linear time', async (_, length, textOf) => {
		await expectLinear(length, (size) => {
			const text = textOf(size);
			return () => read(text);
		});
		const { walkmeshes, findings } = read(textOf(length));
		expect(walkmeshes.length + findings.length).toBeGreaterThan(0);
		for (const finding of findings) expect(finding.length).toBeLessThan(400);
	});
});
