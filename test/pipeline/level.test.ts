import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { openFile, roomFiles } from '../../jobs/files/files.ts';
import { readLevel } from '../../jobs/level/level.ts';
import { levelRecipe } from '../../pipeline/recipe.ts';
import { Report } from '../../src/findings/report.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { FIXTURES } from '../support/cli.ts';

interface Truth {
	rooms: { name: string; position: number[]; triangles: number; walkableArea: number; perimeterEdges: number }[];
	links: { rooms: [string, string]; edges: number }[];
}
const truth: Truth = JSON.parse(readFileSync(join(FIXTURES, 'level/truth.json'), 'utf8'));

async function read(file: string, folder?: string): Promise<{ level: Level; report: Report }> {
	const report = new Report();
	const source = await openFile(join(FIXTURES, file), report);
	const level = await readLevel(
		source,
		{
			recipe: levelRecipe(),
			...(folder === undefined
				? {}
				: { roomFiles: roomFiles(join(FIXTURES, folder), report, createRegistry().roomExtensions) }),
		},
		{ report, surfaces: K1, mappings: [] },
		createRegistry(),
	);
	return { level, report };
}

/** Pairs of rooms and how many edges lead from the first to the second. */
function linkCounts(level: Level): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { name, walkmesh } of level.rooms) {
		for (const room of walkmesh?.transitions ?? []) {
			if (room < 0) continue;
			const key = `${name} → ${level.rooms[room].name}`;
			counts[key] = (counts[key] ?? 0) + 1;
		}
	}
	return counts;
}

function expectedCounts(): Record<string, number> {
	const pairs = truth.links.flatMap(({ rooms: [a, b], edges }) => [
		[`${a} → ${b}`, edges],
		[`${b} → ${a}`, edges],
	]);
	return Object.fromEntries(pairs);
}

describe('a level', () => {
	let known: ReturnType<typeof read> | undefined;
	const scene = () => (known ??= read('level/quay.glb'));

	test.each([
		['of one scene', scene],
		['of a layout and a file for each room', () => read('level/quay.lyt', 'level/rooms')],
	])('%s has the rooms, places and links of the truth', async (_, reading) => {
		const { level, report } = await reading();
		expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
		expect(level.layout.rooms.map(({ model }) => model)).toEqual(truth.rooms.map(({ name }) => name));
		for (const [index, { position, triangles }] of truth.rooms.entries()) {
			expect(level.layout.rooms[index].position).toEqual(position);
			expect(level.rooms[index].walkmesh?.surfaces.length).toBe(triangles);
		}
		expect(linkCounts(level)).toEqual(expectedCounts());
	});

	test('the doors and placeables of the scene come along', async () => {
		const { level } = await scene();
		expect(level.objects.map(({ name, kind, doorState }) => [name, kind, doorState])).toEqual([
			['quay_console', 'placeable', undefined],
			['quay_gate', 'door', 'closed'],
			['quay_gate', 'door', 'open1'],
			['quay_gate', 'door', 'open2'],
		]);
	});

	test('rooms whose files are missing are reported and stay in the layout', async () => {
		const { level, report } = await read('level/quay.lyt', 'small');
		expect(level.rooms.every(({ walkmesh }) => walkmesh === undefined)).toBe(true);
		expect(report.findings.map(({ code }) => code)).toContain('LEVEL_ROOM_FILE_MISSING');
	});
});
