import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../jobs/files/files.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { scratchFolder } from '../support/cli.ts';

const folder = scratchFolder();
const MEGABYTE = 1 << 20;

function file(size: number): { readonly path: string; readonly bytes: Buffer } {
	const path = join(folder, `${size}.obj`);
	const bytes = Buffer.from(Uint32Array.from({ length: size / 4 + 1 }, (_, i) => Math.imul(i, 0x9e3779b1)).buffer);
	writeFileSync(path, bytes.subarray(0, size));
	return { path, bytes: bytes.subarray(0, size) };
}

test.each([0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 3 * MEGABYTE, 3 * MEGABYTE + 7])(
	'a file of %d bytes in pieces is the file, however long each is used',
	async (size) => {
		const { path, bytes } = file(size);
		const source = await openFile(path, new Report());
		const parts: Buffer[] = [];
		for await (const chunk of source.chunks()) {
			// The next one is being read meanwhile.
			await new Promise((resolve) => setImmediate(resolve));
			parts.push(Buffer.from(chunk));
		}
		expect(Buffer.concat(parts).equals(bytes)).toBe(true);
		expect(source.head.length).toBe(Math.min(size, source.head.length));
	},
);

test('pieces need not be read to the end', async () => {
	const { path } = file(4 * MEGABYTE);
	const source = await openFile(path, new Report());
	for await (const chunk of source.chunks()) {
		expect(chunk).toHaveLength(MEGABYTE);
		break;
	}
});

test('a file that went away meanwhile is an error of the one who reads', async () => {
	const { path } = file(2 * MEGABYTE);
	const source = await openFile(path, new Report());
	rmSync(path);
	const read = async (): Promise<void> => {
		for await (const _ of source.chunks()) expect.unreachable();
	};
	await expect(read()).rejects.toThrow(InputError);
	await expect(source.bytes()).rejects.toThrow(InputError);
});
