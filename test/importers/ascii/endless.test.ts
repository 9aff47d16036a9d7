import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../support/linear.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { read } from './reading.ts';

describe('texts made to take long', () => {
	const many = THOROUGH ? 8000 : 800;
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
		['a line without end', THOROUGH ? 2_000_000 : 400_000, (n: number) => `node aabb a\n${room}${'x'.repeat(n)}`],
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
