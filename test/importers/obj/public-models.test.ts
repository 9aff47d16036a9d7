import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cornersOf, type Reading, read, readTwice } from './reading.ts';

/**
 * Models of other people, in a folder that `WOKFLOW_MODELS` names: Debian's package `assimp-testmodels` has some. Where the
 * command `assimp` is installed, it reads them too, and triangles, bounds and area must agree.
 */
const FOLDER = process.env['WOKFLOW_MODELS'];
const FILES =
	FOLDER === undefined
		? []
		: (readdirSync(FOLDER, { recursive: true }) as string[]).filter((name) => /\.obj$/i.test(name)).sort();
const ASSIMP = spawnSync('assimp', ['version']).status === 0;
const scratch = FILES.length > 0 ? mkdtempSync(join(tmpdir(), 'wokflow-models-')) : undefined;

afterAll(() => {
	if (scratch !== undefined) rmSync(scratch, { recursive: true });
});

/** 9 values a triangle. */
type Soup = ArrayLike<number>;

interface Measure {
	readonly triangles: number;
	readonly area: number;
	readonly least: readonly number[];
	readonly most: readonly number[];
}

function measure(soup: Soup): Measure {
	const least = [Infinity, Infinity, Infinity];
	const most = [-Infinity, -Infinity, -Infinity];
	let area = 0;
	for (let i = 0; i < soup.length; i += 9) {
		const edge = (corner: number, axis: number): number => soup[i + corner * 3 + axis] - soup[i + axis];
		const cross = [0, 1, 2].map((axis) => {
			const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
			return edge(1, u) * edge(2, v) - edge(1, v) * edge(2, u);
		});
		area += Math.hypot(...cross) / 2;
		for (let k = 0; k < 9; k++) {
			least[k % 3] = Math.min(least[k % 3], soup[i + k]);
			most[k % 3] = Math.max(most[k % 3], soup[i + k]);
		}
	}
	return { triangles: soup.length / 9, area, least, most };
}

/** The triangles of a binary STL file, which assimp writes; undefined for the broken ones it writes of lines and points. */
function readStl(path: string): Soup | undefined {
	const bytes = readFileSync(path);
	const count = bytes.readUInt32LE(80);
	if (bytes.length !== 84 + count * 50) return undefined;
	const soup: number[] = [];
	for (let triangle = 0; triangle < count; triangle++) {
		for (let k = 0; k < 9; k++) soup.push(bytes.readFloatLE(84 + triangle * 50 + 12 + k * 4));
	}
	return soup;
}

/** What assimp reads of a file: `refused` when it reads nothing. */
function byAssimp(path: string): Soup | 'refused' | undefined {
	const target = join(scratch as string, `${basename(path)}.stl`);
	rmSync(target, { force: true });
	spawnSync('assimp', ['export', path, target, '-fstlb']);
	const soup = existsSync(target) ? readStl(target) : [];
	return soup?.length === 0 ? 'refused' : soup;
}

/** Text in UTF-16 with the greater byte first, which assimp does not read, and a face of 936 corners that folds back onto itself, which it fans out. */
const READ_OTHERWISE = /box_UTF16BE|box_longline/;

async function readModel(name: string): Promise<Reading> {
	const path = join(FOLDER as string, name);
	const readSibling = async (sibling: string): Promise<Uint8Array> => readFileSync(join(dirname(path), sibling));
	const mappings = [{ pattern: '*', surface: 'Stone' }];
	return read(readFileSync(path), { up: 'z', node: ['*'] }, { mappings, readSibling });
}

/** What says that a file is not as it should be. */
function faults({ findings }: Reading): string[] {
	return findings
		.filter(({ severity, code }) => severity !== 'info' && !code.startsWith('SURFACE_'))
		.map(({ code }) => code);
}

/** assimp makes triangles of lines and points too. */
function isComparable({ scene, findings }: Reading): boolean {
	return (
		scene !== undefined && !findings.some(({ code, severity }) => severity === 'error' || code === 'OBJ_LINES_IGNORED')
	);
}

describe.skipIf(FOLDER === undefined)(`${FILES.length} public OBJ models (WOKFLOW_MODELS)`, () => {
	it('were found', () => {
		expect(FILES.length).toBeGreaterThan(0);
	});

	it.each(FILES)('%s: the same by both parsers, finite and in range', async (name) => {
		const { scene, findings } = await readModel(name);
		for (const part of scene?.parts ?? []) {
			expect(part.positions.every(Number.isFinite)).toBe(true);
			expect(part.triangles.every((vertex) => vertex * 3 < part.positions.length)).toBe(true);
		}
		const bytes = readFileSync(join(FOLDER as string, name));
		const [scanned, parsed] = [await read(bytes), await readTwice(bytes)];
		expect(parsed.scene).toEqual(scanned.scene);
		expect(parsed.findings).toEqual(scanned.findings);
		if (scene === undefined) expect(findings.at(-1)?.severity).toBe('fatal');
	});

	it.skipIf(!ASSIMP).each(FILES.filter((name) => !READ_OTHERWISE.test(name)))(
		'%s: as assimp reads it',
		async (name) => {
			const reading = await readModel(name);
			const soup = byAssimp(join(FOLDER as string, name));
			if (soup === 'refused') expect(faults(reading)).not.toEqual([]);
			if (soup === 'refused' || soup === undefined || !isComparable(reading) || reading.scene === undefined) return;
			const ours = measure(cornersOf(reading.scene));
			const theirs = measure(soup);
			const size = Math.max(...theirs.most.map((value, axis) => Math.abs(value) + Math.abs(theirs.least[axis])));
			expect(ours.triangles).toBe(theirs.triangles);
			expect(Math.abs(ours.area - theirs.area)).toBeLessThanOrEqual(1e-5 * theirs.area + 1e-9 * size * size);
			for (let axis = 0; axis < 3; axis++) {
				expect(Math.abs(ours.least[axis] - theirs.least[axis])).toBeLessThanOrEqual(1e-6 * size);
				expect(Math.abs(ours.most[axis] - theirs.most[axis])).toBeLessThanOrEqual(1e-6 * size);
			}
		},
	);
});
