import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Finding, InputError } from '../../src/findings/report.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { readGltfScene, testContext } from '../support/read-gltf.ts';
import { cornersOf, read, readTwice } from './obj/reading.ts';

/**
 * Models of other people, in a folder that `WOKFLOW_MODELS` names, such as `/usr/share/assimp/models` of Debian's package `assimp-testmodels`.
 * Where the command `assimp` is installed, it reads them too, and triangles, bounds and area must agree.
 */
const FOLDER = process.env['WOKFLOW_MODELS'] ?? '';
const FILES = existsSync(FOLDER)
	? (readdirSync(FOLDER, { recursive: true }) as string[])
			.filter((name) => /\.(?:obj|gltf|glb|vrm)$/i.test(name))
			.sort()
	: [];
const HAS_ASSIMP = spawnSync('assimp', ['version']).status === 0;
/** Text in UTF-16 with the greater byte first, which assimp does not read, and a face of 936 corners that folds back onto itself, which it fans out. */
const READ_OTHERWISE = /box_UTF16BE|box_longline/;

const isObj = (name: string): boolean => /\.obj$/i.test(name);
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, name)));

interface Read {
	readonly scene: Scene | undefined;
	readonly findings: readonly Finding[];
}

async function readModel(name: string): Promise<Read> {
	const readSibling = async (sibling: string): Promise<Uint8Array> => bytesOf(join(dirname(name), sibling));
	const context = testContext({ mappings: [{ pattern: '*', surface: 'Stone' }], readSibling });
	const { findings } = context.report;
	if (isObj(name)) return read(bytesOf(name), { up: 'z', node: ['*'] }, context);
	try {
		return { scene: await readGltfScene(bytesOf(name), { node: ['*'] }, context), findings };
	} catch (error) {
		if (error instanceof InputError) return { scene: undefined, findings: [...context.report.findings, error.finding] };
		throw error;
	}
}

/** Triangles, twice the area, and bounds of corners: 9 numbers a triangle. */
function measure(soup: ArrayLike<number>) {
	const [least, most] = [Array(3).fill(Infinity), Array(3).fill(-Infinity)];
	let area = 0;
	for (let i = 0; i < soup.length; i += 9) {
		const edge = (corner: number, axis: number): number => soup[i + corner * 3 + axis] - soup[i + axis];
		const cross = [0, 1, 2].map((axis) => {
			const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
			return edge(1, u) * edge(2, v) - edge(1, v) * edge(2, u);
		});
		area += Math.hypot(...cross);
		for (let k = 0; k < 9; k++) {
			least[k % 3] = Math.min(least[k % 3], soup[i + k]);
			most[k % 3] = Math.max(most[k % 3], soup[i + k]);
		}
	}
	return { triangles: soup.length / 9, area, bounds: [...least, ...most] };
}

/** What assimp reads of a file, by way of a binary STL with the transforms applied; undefined where that is broken, as of lines and points. */
function byAssimp(name: string, folder: string): number[] | undefined {
	const target = join(folder, 'out.stl');
	rmSync(target, { force: true });
	spawnSync('assimp', ['export', join(FOLDER, name), target, '-fstlb', '-ptv', '-tri'], { timeout: 60_000 });
	if (!existsSync(target)) return [];
	const bytes = readFileSync(target);
	const count = bytes.readUInt32LE(80);
	if (bytes.length !== 84 + count * 50) return undefined;
	const points = Array.from({ length: count * 3 }, (_, i) =>
		[0, 1, 2].map((axis) => bytes.readFloatLE(96 + Math.floor(i / 3) * 50 + (i % 3) * 12 + axis * 4)),
	);
	// Y up becomes Z up, as in the area.
	return points.flatMap(([x, y, z]) => (isObj(name) ? [x, y, z] : [x, -z, y]));
}

describe.skipIf(FILES.length === 0)(`the ${FILES.length} models of ${FOLDER || 'WOKFLOW_MODELS'}`, () => {
	const folder = mkdtempSync(join(tmpdir(), 'wokflow-models-'));
	let compared = 0;
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test.each(FILES)('%s is read soundly or refused, and as assimp reads it', async (name) => {
		const { scene, findings } = await readModel(name);
		for (const { positions, triangles } of scene?.parts ?? []) {
			expect(positions.every(Number.isFinite)).toBe(true);
			expect(triangles.every((vertex) => vertex * 3 < positions.length)).toBe(true);
		}
		if (isObj(name)) {
			const [scanned, parsed] = [await read(bytesOf(name)), await readTwice(bytesOf(name))];
			expect([parsed.scene, parsed.findings]).toEqual([scanned.scene, scanned.findings]);
		}
		if (scene === undefined) expect(findings.at(-1)?.severity).toBe('fatal');
		// Files that were broken on purpose are judged by what is reported; assimp makes triangles of lines and points, too.
		const isTold = findings.some(({ severity, code }) => severity === 'error' || code === 'OBJ_LINES_IGNORED');
		if (!HAS_ASSIMP || scene === undefined || isTold || READ_OTHERWISE.test(name)) return;
		const soup = byAssimp(name, folder);
		if (soup === undefined || soup.length === 0) return;
		compared++;
		const [ours, theirs] = [measure(cornersOf(scene)), measure(soup)];
		const size = Math.max(...theirs.bounds.map((value, i) => Math.abs(value - theirs.bounds[(i + 3) % 6])), 1e-6);
		expect(ours.triangles).toBe(theirs.triangles);
		const tolerance = isObj(name) ? 1e-5 : 1e-3;
		expect(Math.abs(ours.area - theirs.area)).toBeLessThan(tolerance * size * size * Math.sqrt(theirs.triangles));
		for (const [i, value] of theirs.bounds.entries())
			expect(Math.abs(ours.bounds[i] - value)).toBeLessThan(tolerance * size);
	});

	test.skipIf(!HAS_ASSIMP)('assimp was asked about some of them', () => {
		expect(compared).toBeGreaterThan(0);
	});
});
