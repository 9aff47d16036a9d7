import { describe, expect, test } from 'vitest';
import { type InputError, Report } from '../../src/findings/report.ts';
import {
	blobSource,
	bytesSource,
	checkRange,
	HEAD,
	isWithin,
	memorySource,
	modelName,
} from '../../src/formats/contracts.ts';
import {
	checkArchivedRooms,
	checkLayoutRooms,
	checkReadRooms,
	checkRooms,
	checkTriangles,
	LIMIT_OPTIONS,
	ROOM_LIMIT_OPTIONS,
} from '../../src/formats/limits.ts';
import type { HeapedFaces } from '../../src/geometry/heaped.ts';

test.each([
	['room.wok', 'room'],
	['room.ascii.wok', 'room'],
	['room.WOK.ASCII', 'room'],
	['room.dwk.txt', 'room'],
	['room.pwk.glb', 'room'],
	['room.v2.glb', 'room.v2'],
	['room.wok.wok.wok', 'room.wok'],
	['room', 'room'],
	['.glb', ''],
	['a.', 'a'],
	['wok.glb', 'wok'],
])('%j is of the model %j', (file, model) => {
	expect(modelName(file)).toBe(model);
});

describe('bytes', () => {
	const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i);

	test('in memory are a source', async () => {
		const source = bytesSource(bytes, 'room.ascii.wok');
		expect(source).toMatchObject({ name: 'room', fileName: 'room.ascii.wok' });
		expect(source.head).toEqual(bytes.subarray(0, HEAD));
		expect(await source.bytes()).toBe(bytes);
		const chunks: Uint8Array[] = [];
		for await (const chunk of source.chunks()) chunks.push(chunk);
		expect(chunks).toEqual([bytes]);
	});

	test.each([
		['in memory', memorySource(bytes)],
		['of a file that was dropped on a page', blobSource(new Blob([bytes]))],
	])('%s are read by ranges, no farther than they go', async (_, source) => {
		expect(source.size).toBe(5000);
		expect([...(await source.read(10, 3))]).toEqual([10, 11, 12]);
		expect(await source.read(4990, 10)).toEqual(bytes.slice(4990));
		expect(await source.read(5000, 0)).toHaveLength(0);
		for (const [offset, length] of [[-1, 2], [0, -1], [4990, 11], [5001, 0], [Number.NaN, 1]]) // biome-ignore format: one row
			await expect(source.read(offset, length)).rejects.toThrow(RangeError);
	});

	test.each([
		[0, 0, 0, true],
		[0, 10, 10, true],
		[3, 7, 10, true],
		[3, 8, 10, false],
		[-1, 5, 10, false],
		[11, -1, 10, false],
		[0, -1, 10, false],
	])('from %d, %d of them, lie within %d: %s', (offset, length, size, within) => {
		expect(isWithin(offset, length, size)).toBe(within);
		if (within) expect(() => checkRange(offset, length, size)).not.toThrow();
		else
			expect(() => checkRange(offset, length, size)).toThrow(
				new RangeError(`Bytes ${offset} to ${offset + length} lie outside of the ${size} bytes that there are.`),
			);
	});
});

describe('limits', () => {
	/** What is reported; undefined where nothing is. */
	const refused = (check: (report: Report) => void): unknown => {
		try {
			check(new Report());
		} catch (error) {
			const { code, data, location } = (error as InputError).finding;
			return { code, ...data, ...location };
		}
		return undefined;
	};

	test('are whole numbers above 0', () => {
		expect(LIMIT_OPTIONS.maxTriangles).toMatchObject({ default: 10_000_000, limits: { minimum: 1, integer: true } });
		expect(ROOM_LIMIT_OPTIONS.maxRooms.default).toBeUndefined();
	});

	test('of triangles: as many as there may be, not one more', () => {
		expect(refused((report) => checkTriangles(10, 10, report))).toBeUndefined();
		expect(refused((report) => checkTriangles(11, 10, report, { line: 3 }))).toEqual({
			...{ code: 'TOO_MANY_TRIANGLES', limit: 10, line: 3 },
		});
		expect(refused((report) => checkTriangles(10_000_000, undefined, report))).toBeUndefined();
		expect(refused((report) => checkTriangles(10_000_001, undefined, report))).toMatchObject({ limit: 10_000_000 });
	});

	test.each([
		[500, 0, undefined, undefined],
		[501, 0, undefined, 500],
		[501, 75_149, undefined, 500],
		[501, 75_150, undefined, undefined],
		[502, 75_150, undefined, 501],
		[3, 900_000, 2, 2],
		[2, 0, 2, undefined],
		[900, 0, 1000, undefined],
	])('of rooms: %d of a scene of %d triangles, where %j is stated', (rooms, triangles, stated, limit) => {
		expect(refused((report) => checkRooms(rooms, triangles, stated, report))).toEqual(
			limit === undefined ? undefined : { code: 'TOO_MANY_ROOMS', rooms, limit, scene: true },
		);
	});

	test('of rooms of next to nothing, in a layout or an archive', () => {
		const read = (count: number, faces: number): { walkmesh?: HeapedFaces }[] => [
			{},
			...Array.from({ length: count }, (_, i) => ({
				walkmesh: { positions: [], faces: new Uint32Array(i === 0 ? faces * 3 : 0) },
			})),
		];
		expect(refused((report) => checkReadRooms(read(500, 0), undefined, report))).toBeUndefined();
		expect(refused((report) => checkReadRooms(read(600, 4799), undefined, report))).toMatchObject({
			limit: 599,
			rooms: 600,
		});
		expect(refused((report) => checkReadRooms(read(600, 4800), undefined, report))).toBeUndefined();
		expect(refused((report) => checkReadRooms(read(600, 0), 600, report))).toBeUndefined();
		expect(refused((report) => checkArchivedRooms(501, 1, undefined, report))).toMatchObject({ limit: 500 });
		expect(refused((report) => checkArchivedRooms(28_000, 1e6, undefined, report))).toMatchObject({ limit: 1000 });
		expect(refused((report) => checkArchivedRooms(1000, 1e6, undefined, report))).toBeUndefined();
		expect(refused((report) => checkArchivedRooms(28_000, 1e6, 28_000, report))).toBeUndefined();
	});

	test('of rooms of a layout', () => {
		const refusedOf = (models: readonly string[], stated?: number): unknown =>
			refused((report) => checkLayoutRooms({ rooms: models.map((model) => ({ model })) }, stated, report));
		const named = (count: number): string[] => Array.from({ length: count }, (_, i) => `r${i}`);
		expect(refusedOf(named(4000))).toBeUndefined();
		expect(refusedOf(named(4001))).toMatchObject({ limit: 4000, rooms: 4001 });
		expect(refusedOf(named(3), 2)).toEqual({ code: 'TOO_MANY_ROOMS', rooms: 3, limit: 2 });
		expect(refusedOf(['r1', ...named(9), 'R1', 'r1'])).toBeUndefined();
		const often = ['r1', ...named(9), 'R1', 'r1', 'r1'];
		expect(refusedOf(often)).toEqual({ code: 'TOO_MANY_ROOMS', rooms: 5, limit: 4, name: 'r1' });
		expect(refusedOf(often, often.length)).toBeUndefined();
		expect(refusedOf(Array.from({ length: 9 }, () => '****'))).toBeUndefined();
	});
});
