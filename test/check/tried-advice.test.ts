import { describe, expect, test } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { searchBest, tryAdvice } from '../../check/tried-advice.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { checkAdvised } from '../../jobs/check-advised.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { fixFile } from '../../jobs/fix.ts';
import { linkLayout } from '../../jobs/level/link-layout.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { bytesSource, type InputSource, type RoomFiles } from '../../src/formats/contracts.ts';
import type { Layout } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { build } from '../support/level-work.ts';
import { layoutOf, levelOf, rectangle } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';
import { CONTEXT } from '../support/planted-level.ts';

const registry = createRegistry();

/** Metres from the start of a tile to that of the next one; or where each starts. */
type Pitch = number | readonly number[];

/** Where the tiles of a square floor start. */
function startsOf(count: number, pitch: Pitch): [x: number, y: number][] {
	const at = (i: number): number => (typeof pitch === 'number' ? i * pitch : pitch[i]);
	return Array.from({ length: count * count }, (_, i) => [at(i % count), at(Math.floor(i / count))]);
}

/** So many tiles of 2 m in each direction, as Wavefront OBJ with Z up. */
function tiles(count: number, pitch: Pitch): Uint8Array {
	const lines = ['o room', 'usemtl Stone'];
	for (const [i, [x, y]] of startsOf(count, pitch).entries()) {
		for (const [dx, dy] of [
			[0, 0],
			[2, 0],
			[2, 2],
			[0, 2],
		])
			lines.push(`v ${x + dx} ${y + dy} 0`);
		lines.push(`f ${[1, 2, 3, 4].map((corner) => i * 4 + corner).join(' ')}`);
	}
	return new TextEncoder().encode(lines.join('\n'));
}

/** A file of the same, with each tile apart. */
function tilesFile(count: number, pitch: Pitch): InputSource {
	const own = startsOf(count, pitch).map(([x, y]) => rectangle(x, y, 2, 2));
	return bytesSource(encodeBwm(deriveBwm(merged(...own), K1, new Report())), 'room.wok');
}

const loud = (findings: readonly Finding[]): string[] =>
	findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code);

const advised = (findings: readonly Finding[], option: string): unknown[] =>
	findings.flatMap(({ actions = [] }) =>
		actions
			.flatMap((action) => ('option' in action ? [action] : (action.options ?? [])))
			.flatMap((each) => (each.option === option ? [each.value] : [])),
	);

const TILES: readonly (readonly [string, number, Pitch])[] = [
	['four that overlap by 1 cm', 2, 1.99],
	['nine that overlap by 1 cm', 3, 1.99],
	['nine that are 1 cm apart', 3, 2.01],
	['four that are 5 cm apart', 2, 2.05],
	['four that overlap by 5 cm', 2, 1.95],
	['sixteen that are 2 cm apart', 4, 2.02],
	['nine that are 1 cm and 3 cm apart', 3, [0, 2.01, 4.04]],
	['nine that overlap by 1 cm and are 3 cm apart', 3, [0, 1.99, 4.02]],
];

describe('what is advised for tiles mends them', () => {
	test.each(TILES)('%s, as they are converted', async (_, count, pitch) => {
		const convert = async (options: object) =>
			(await convertBytes(tiles(count, pitch), 'room.obj', 'room.wok', { up: 'z', ...options })).report;
		const { findings } = await convert({});
		const option = advised(findings, 'weld').length > 0 ? 'weld' : 'snap';
		expect(advised(findings, option === 'weld' ? 'snap' : 'weld')).toEqual([]);
		const values = new Set(advised(findings, option));
		expect(values.size).toBe(1);
		const { findings: after } = await convert({ [option]: [...values][0] });
		expect(loud(after)).toEqual([]);
	});

	test.each(TILES)('%s, each a room', async (_, count, pitch) => {
		const rooms = levelOf(...startsOf(count, pitch).map(([x, y]) => rectangle(x, y, 2, 2)));
		const { findings } = await build(rooms);
		const values = new Set(advised(findings, 'snap'));
		expect(values.size).toBe(1);
		const { findings: after } = await build(rooms, { snap: [...values][0] as number });
		expect(loud(after)).toEqual([]);
	});

	test.each(TILES)('%s, in a file', async (_, count, pitch) => {
		const source = tilesFile(count, pitch);
		const found = await checkAdvised(source, {}, { ...CONTEXT, report: new Report() }, registry);
		const values = new Set(advised(found, 'reach'));
		expect(values.size).toBe(1);
		const reach = [...values][0] as number;
		const fixed = await fixFile(source, { reach }, { ...CONTEXT, report: new Report() }, registry);
		expect(loud(fixed.found.after)).toEqual([]);
		const { data } = fixed.found.after.find(({ code }) => code === 'GROUND_REACH') ?? {};
		expect(data).toMatchObject({ missed: [] });
	});

	test('and without it fix does nothing, rather than half of it', async () => {
		const source = tilesFile(2, 1.99);
		const { files } = await fixFile(source, {}, { ...CONTEXT, report: new Report() }, registry);
		expect(files).toMatchObject([{ changed: false, steps: [] }]);
	});
});

test('all seams of a level advise one value, the smallest that closes them', async () => {
	const row = [0, 4.003, 8.02, 12.06, 16.067].map((x) => rectangle(x, 0, 4, 4));
	const { findings } = await build(levelOf(...row));
	expect(findings.filter(({ code }) => code === 'SEAM_UNLINKED')).toHaveLength(4);
	expect(new Set(advised(findings, 'snap'))).toEqual(new Set([0.04]));
	const again = await build(levelOf(...row), { snap: 0.04 });
	expect(loud(again.findings)).toEqual([]);
});

/** Rooms beside each other, more and more apart, as files, and the layout of them. @param count of rooms, the others far away */
function rowFiles(count: number): { layout: Layout; roomFiles: RoomFiles } {
	const starts = [0, 4.003, 8.02, 12.06, 16.067];
	const rooms = Array.from({ length: count }, (_, i) => rectangle(starts[i] ?? 100 + i * 4, 0, 4, 4));
	const { level } = linkRooms(levelOf(...rooms), K1);
	const bytes = new Map(
		level.rooms.map(({ name, walkmesh }) => [name, encodeBwm(deriveBwm(walkmesh as Walkmesh, K1, new Report()))]),
	);
	const find: RoomFiles['find'] = async (name) => bytesSource(bytes.get(name) as Uint8Array, `${name}.wok`);
	return { layout: level.layout, roomFiles: { looked: 'memory', find } };
}

test('what link advises was tried', async () => {
	const { layout, roomFiles } = rowFiles(5);
	const linked = async (options: object): Promise<readonly Finding[]> => {
		const report = new Report();
		await linkLayout(layout, roomFiles, options, { ...CONTEXT, report }, registry);
		return report.findings;
	};
	const found = await linked({});
	expect(found.filter(({ code }) => code === 'SEAM_UNLINKED')).toHaveLength(4);
	expect(new Set(advised(found, 'snap'))).toEqual(new Set([0.04]));
	expect(loud(await linked({ link: { snap: 0.04 }, conform: true }))).not.toContain('SEAM_UNLINKED');
});

test('what is advised for a layout of scenes was tried', async () => {
	const text = (x: number): string =>
		[`v ${x} 0 0`, `v ${x + 4} 0 0`, `v ${x + 4} 4 0`, `v ${x} 4 0`, 'usemtl Stone', 'f 1 2 3 4', ''].join('\n');
	const starts = [0, 4.003, 8.02, 12.06];
	const find: RoomFiles['find'] = async (name) =>
		bytesSource(new TextEncoder().encode(text(starts[Number(name.slice(1))])), `${name}.obj`);
	const layout = writeLyt(layoutOf('r0', 'r1', 'r2', 'r3'));
	const options = { roomFiles: { looked: 'memory', find }, roomSpace: 'area', read: { up: 'z' } } as const;
	const found = await checkAdvised(
		bytesSource(layout, 'row.lyt'),
		options,
		{ ...CONTEXT, report: new Report() },
		registry,
	);
	expect(new Set(advised(found, 'snap'))).toEqual(new Set([0.04]));
});

test('where it is too much to try, nothing is advised', async () => {
	const found = async (count: number): Promise<readonly Finding[]> => {
		const { layout, roomFiles } = rowFiles(count);
		const source = bytesSource(writeLyt(layout), 'row.lyt');
		return checkAdvised(source, { roomFiles }, { ...CONTEXT, report: new Report() }, registry);
	};
	const [tried, untried] = [await found(5), await found(201)];
	const values = (all: readonly Finding[]): unknown[] => [...advised(all, 'reach'), ...advised(all, 'sills')];
	expect(new Set(values(tried)).size).toBe(1);
	expect(values(untried)).toEqual([]);
	expect(untried.find(({ code }) => code === 'SEAM_UNLINKED')?.help).toContain('was not tried');
});

test('where faces lie in a heap, nothing is advised', () => {
	const level = levelOf(rectangle(0, 0, 4, 4), rectangle(4.02, 0, 4, 4));
	const report = new Report();
	checkLevel(level, K1, report);
	expect(advised(report.findings, 'snap')).toHaveLength(1);
	report.add(MESH_FINDINGS.FACES_HEAPED, {}, { pairs: 1, what: 'floors' });
	tryAdvice(level, K1, report);
	expect(advised(report.findings, 'snap')).toEqual([]);
});

describe('of several values', () => {
	const finding = (x: number): Finding => ({
		code: 'SEAM_UNLINKED',
		severity: 'warning',
		message: '',
		help: '',
		location: { room: 'a', at: [x, 0, 0] },
	});
	const [near, far, farthest] = [finding(0), finding(10), finding(20)];
	const needing = [
		{ finding: near, value: 0.01 },
		{ finding: far, value: 0.02 },
		{ finding: farthest, value: 0.08 },
	];
	const all = [near, far, farthest];

	/** What is chosen, where each value leaves these findings. */
	function chosen(
		left: (value: number) => readonly Finding[],
	): { value: number; mended: number; tried: number[] } | undefined {
		const tried: number[] = [];
		const search = searchBest(needing, () => all);
		let step = search.next();
		while (step.done !== true) {
			tried.push(step.value);
			step = search.next(left(step.value));
		}
		return step.value && { value: step.value.value, mended: step.value.mended.size, tried };
	}

	test('the largest is taken where it alone mends all', () => {
		expect(chosen((value) => all.filter((_, i) => needing[i].value > value))).toEqual({
			value: 0.08,
			mended: 3,
			tried: [0.08],
		});
	});

	test('a smaller one is taken that mends as much', () => {
		expect(chosen((value) => (value >= 0.02 ? [farthest] : [far, farthest]))).toEqual({
			value: 0.02,
			mended: 2,
			tried: [0.08, 0.02, 0.1],
		});
	});

	test('a larger one is taken where only that mends all, as at the corners of tiles', () => {
		expect(chosen((value) => (value > 0.09 ? [] : [farthest]))).toEqual({
			value: 0.1,
			mended: 3,
			tried: [0.08, 0.02, 0.1],
		});
		expect(chosen((value) => (value > 0.1 ? [] : [farthest]))).toMatchObject({ value: 0.02, mended: 2 });
	});

	test('one that does harm is not taken', () => {
		const worse = [...all, finding(30)];
		expect(chosen((value) => (value > 0.02 ? worse : [farthest]))).toMatchObject({ value: 0.02, mended: 2 });
		expect(chosen(() => worse)).toBeUndefined();
		expect(chosen(() => all)).toBeUndefined();
	});
});
