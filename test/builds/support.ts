import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type TargetResult } from '../../builds/build.ts';
import { decode, encode, sealed, unsealed } from '../../builds/cache/encoding.ts';
import { configFromValue } from '../../builds/config/config.ts';
import { writeGlb } from '../../fixtures/make/glb.ts';
import type { SceneNode } from '../../fixtures/make/scene.ts';

/** A room of a row: 10 m along x from where it stands, 6 m along y, in four quads about a middle point. */
export interface RowRoom {
	readonly name: string;
	readonly x: number;
	/** Height of the middle point, which no other room touches. */
	readonly hump?: number;
	/** The eastern border is divided once more, at this y. */
	readonly cut?: number;
	/** Height of the north-eastern corner. */
	readonly corner?: number;
}

/** `row_00`, `row_01` …, side by side. */
export function row(count: number): RowRoom[] {
	return Array.from({ length: count }, (_, i) => ({ name: `row_${String(i).padStart(2, '0')}`, x: i * 10 }));
}

/** The scene of a row of rooms as a GLB. */
export function rowGlb(rooms: readonly RowRoom[]): Uint8Array {
	return writeGlb({ name: 'row', nodes: rooms.map((room) => roomNode(room, [room.x, 0, 0])) });
}

/** The scene of one room about its own origin. */
export function roomGlb(room: RowRoom): Uint8Array {
	return writeGlb({ name: room.name, nodes: [roomNode(room, [0, 0, 0])] });
}

export function rowLyt(rooms: readonly RowRoom[]): string {
	const lines = rooms.map(({ name, x }) => `      ${name} ${x}.0 0.0 0.0`);
	return [
		'beginlayout',
		`   roomcount ${rooms.length}`,
		...lines,
		'   trackcount 0',
		'   obstaclecount 0',
		'   doorhookcount 0',
		'donelayout',
		'',
	].join('\r\n');
}

function roomNode({ name, hump = 0, cut, corner = 0 }: RowRoom, translation: [number, number, number]): SceneNode {
	const points: number[] = [];
	const at = (x: number, y: number, z = 0): number => points.push(x, z, -y + 0) / 3 - 1;
	const grid = [0, 3, 6].map((y) =>
		[0, 5, 10].map((x) => at(x, y, x === 5 && y === 3 ? hump : x === 10 && y === 6 ? corner : 0)),
	);
	const indices: number[] = [];
	for (let i = 0; i < 2; i++) {
		for (let j = 0; j < 2; j++) {
			const [a, b, c, d] = [grid[i][j], grid[i][j + 1], grid[i + 1][j + 1], grid[i + 1][j]];
			if (i === 0 && j === 1 && cut !== undefined) {
				const middle = at(10, cut);
				indices.push(a, b, middle, a, middle, c, a, c, d);
			} else indices.push(a, b, c, a, c, d);
		}
	}
	const material = { name: 'Stone', color: [0.5, 0.5, 0.5] as const };
	const primitive = { material, positions: Float32Array.from(points), indices: Uint32Array.from(indices) };
	return { name, translation, mesh: { name, primitives: [primitive] } };
}

/** Files of a folder that tests write and builds run in. */
export class Project {
	readonly folder: string;
	readonly value: unknown;

	constructor(folder: string, config: unknown) {
		this.folder = folder;
		this.value = config;
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'wokflow.config.json'), JSON.stringify(config));
	}

	/** The same in another folder, with whatever was built: for tests that begin with one build. */
	copied(folder: string): Project {
		const copy = new Project(folder, this.value);
		cpSync(this.folder, folder, { recursive: true });
		return copy;
	}

	at(path: string): string {
		return join(this.folder, path);
	}

	write(path: string, content: string | Uint8Array): void {
		mkdirSync(dirname(this.at(path)), { recursive: true });
		writeFileSync(this.at(path), content);
	}

	read(path: string): Buffer {
		return readFileSync(this.at(path));
	}

	/** When a file was written, milliseconds. */
	modified(path: string): number {
		return statSync(this.at(path)).mtimeMs;
	}

	async build(options: BuildOptions = {}, config: unknown = this.value): Promise<TargetResult> {
		const [result] = await build(await configFromValue(config, this.folder), options);
		return result;
	}

	/** Content of all files below a folder, by path. */
	files(below: string): Record<string, string> {
		return filesOf(this.at(below));
	}
}

export function filesOf(folder: string): Record<string, string> {
	const found: Record<string, string> = {};
	const visit = (path: string): void => {
		for (const name of readdirSync(path).sort()) {
			const at = join(path, name);
			if (statSync(at).isDirectory()) visit(at);
			else found[relative(folder, at)] = readFileSync(at).toString('latin1');
		}
	};
	visit(folder);
	return found;
}

/** The outputs of a status, as `name: reasons`. */
export function outputsOf({ outputs }: TargetResult, status: TargetResult['outputs'][number]['status']): string[] {
	return outputs
		.filter((output) => output.status === status)
		.map(({ path, reasons }) => `${path.replace(/^.*\//, '')}: ${reasons.join('; ')}`.replace(/: $/, ''));
}

/** The walkmeshes among them. */
export function walkmeshesOf(result: TargetResult, status: TargetResult['outputs'][number]['status']): string[] {
	return outputsOf(result, status).filter((line) => /\.[wpd](ok|wk)\b/.test(line));
}

/** An entry of a cache: bytes under a hash. */
export interface StoredEntry {
	readonly key: string;
	readonly bytes: Uint8Array;
}

/** The entries in the file of a cache. */
export function storedEntries(file: Uint8Array): StoredEntry[] {
	const entries = decode(unsealed(file) as Uint8Array) as ReadonlyMap<string, Uint8Array>;
	return [...entries].map(([key, bytes]) => ({ key, bytes }));
}

/** The file of a cache with some entries. */
export function storeBytes(entries: readonly StoredEntry[]): Uint8Array {
	return sealed(encode(new Map(entries.map(({ key, bytes }) => [key, bytes]))));
}
