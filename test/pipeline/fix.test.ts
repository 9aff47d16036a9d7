import { describe, expect, test } from 'vitest';
import { RULES } from '../../check/rules.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { checkSource } from '../../jobs/check.ts';
import { checkAdvised } from '../../jobs/check-advised.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { FIX_OPTIONS, type FixOptions } from '../../jobs/edit/remedies.ts';
import { type Fixed, fixFile, fixLayout } from '../../jobs/fix.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { readWalkmesh } from '../../pipeline/bytes.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { checkedValues } from '../../src/findings/options.ts';
import { type CommandAction, type Finding, type OptionAction, Report } from '../../src/findings/report.ts';
import { bytesSource, type RoomFiles } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { layoutOf, levelOf, rectangle } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { appended, merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { FAULTS } from '../support/planted-kinds.ts';
import {
	CONTEXT,
	checkSources,
	cleanLevel,
	copyOf,
	describeFinding,
	isLoud,
	type LevelFiles,
	type LevelSources,
	sourcesOf,
} from '../support/planted-level.ts';
import { gridFloor } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

const SEED = Number(process.env['WOKFLOW_SEED'] ?? 20_261_122);
const registry = createRegistry();

test('what rules have `fix` do is done by stages and options that there are', () => {
	const data = { kind: 'gap', gap: 0.3, snap: 0.05, distance: 0.3 };
	for (const [code, { fix }] of RULES) {
		for (const stage of fix?.stages ?? [])
			expect(
				registry.stages.map(({ stageName }) => stageName),
				code,
			).toContain(stage);
		const options = (fix?.options as ((given: object) => readonly OptionAction[]) | undefined)?.({
			...data,
			nearest: data,
		});
		for (const { option, value } of options ?? [])
			expect(() => checkedValues(FIX_OPTIONS, { [option]: value }, 'fix'), code).not.toThrow();
	}
});

/** A level in memory as it is after mending. */
function mended({ source }: LevelSources, { files }: Fixed): LevelSources {
	const byName = new Map(files.map(({ path, bytes }) => [path.toLowerCase(), bytesSource(bytes, path)]));
	return {
		source: {
			...source,
			sibling: async (name) => (await byName.get(name)?.bytes()) ?? Promise.reject(new Error(name)),
		},
		roomFiles: { looked: 'memory', find: async (room) => byName.get(`${room}.wok`.toLowerCase()) },
	};
}

/** The command that a finding names, as the options that it gives `fix`; undefined where it names none. */
function optionsOf({ actions = [] }: Finding): FixOptions | undefined {
	const fix = actions.find((action): action is CommandAction => 'command' in action && action.command === 'fix');
	if (fix === undefined) return undefined;
	return Object.fromEntries(
		(fix.options ?? []).filter(({ option }) => option !== 'inPlace').map(({ option, value = true }) => [option, value]),
	);
}

/** How far the farthest corner of a face is from every vertex that is there now. */
function farthestMove(before: Walkmesh, after: Walkmesh): number {
	let most = 0;
	for (const vertex of new Set(before.faces)) {
		const at = before.positions.subarray(vertex * 3, vertex * 3 + 3);
		let least = Infinity;
		for (let i = 0; i < after.positions.length; i += 3)
			least = Math.min(least, Math.hypot(...[0, 1, 2].map((axis) => after.positions[i + axis] - at[axis])));
		most = Math.max(most, least);
	}
	return most;
}

describe('of faults planted in a level, what check names is what fix does', () => {
	const clean = new Map<number, LevelFiles>();

	test.each(Object.entries(FAULTS))('%s', async (_, plant) => {
		let tried = 0;
		// Not every level has a place for every fault.
		for (let round = 0; round < runs(1, 10) || (tried === 0 && round < 40); round++) {
			const random = generator(SEED + 500 + round);
			const level = clean.get(round) ?? cleanLevel(random, 3, 72);
			clean.set(round, level);
			const files = copyOf(level);
			const planted = plant(files, random);
			if (planted === undefined) continue;
			tried++;
			const where = `seed ${SEED + 500 + round}`;
			const before = sourcesOf(files);
			// What is advised has been tried, as by the command.
			const context = { ...CONTEXT, report: new Report() };
			const told = await checkAdvised(before.source, { roomFiles: before.roomFiles }, context, registry);
			const found = told.filter(({ code }) => planted.codes.includes(code));
			const [options] = found.map(optionsOf);
			const fixed = await fixLayout(before.source, before.roomFiles, options ?? {}, CONTEXT, registry);
			if (options === undefined) {
				expect(
					fixed.files.filter(({ changed }) => changed),
					where,
				).toEqual([]);
				continue;
			}
			const after = mended(before, fixed);
			const left = await checkSources(after);
			// Ground that is closed beside a doorway makes it narrower, and that is reported.
			const narrowed = options.steep === undefined ? [] : ['DOORWAY_NARROW'];
			expect(left.filter((each) => isLoud(each) && !narrowed.includes(each.code)).map(describeFinding), where).toEqual(
				[],
			);
			expect(
				left.filter(({ code }) => planted.codes.includes(code)),
				where,
			).toEqual([]);
			const again = await fixLayout(after.source, after.roomFiles, options, CONTEXT, registry);
			expect(
				again.files.filter(({ changed }) => changed),
				where,
			).toEqual([]);
			for (const { path, bytes, changed } of fixed.files.filter((each) => each.path.endsWith('.wok'))) {
				const original = (await (await before.roomFiles.find(path.replace('.wok', '')))?.bytes()) as Uint8Array;
				const [spoilt, now] = [original, bytes].map((each) => readWalkmesh(each, path).walkmesh);
				expect(farthestMove(spoilt, now), where).toBeLessThanOrEqual((options.reach ?? 0.01) + 1e-4);
				if (!changed) expect(Buffer.compare(bytes, original), where).toBe(0);
			}
		}
		expect(tried).toBeGreaterThan(0);
	});
});

const files = (...rooms: readonly Walkmesh[]): RoomFiles => ({
	looked: 'memory',
	find: async (name) => {
		const index = Number(name.slice(1));
		return bytesSource(encodeBwm(deriveBwm(rooms[index], K1, new Report())), `r${index}.wok`);
	},
});

async function fixRoom(mesh: Walkmesh, options: FixOptions = {}): Promise<{ mesh: Walkmesh; fixed: Fixed }> {
	const source = bytesSource(encodeBwm(deriveBwm(mesh, K1, new Report())), 'room.wok');
	const fixed = await fixFile(source, options, CONTEXT, registry);
	return { mesh: readWalkmesh(fixed.files[0].bytes, 'room.wok').walkmesh, fixed };
}

async function fixRooms(options: FixOptions, ...rooms: readonly Walkmesh[]): Promise<LevelQuery> {
	const layout = layoutOf(...rooms.map((_, index) => `r${index}`));
	const { files: made } = await fixLayout(
		bytesSource(writeLyt(layout), 'm.lyt'),
		files(...rooms),
		options,
		CONTEXT,
		registry,
	);
	return new LevelQuery(levelOf(...made.map(({ bytes, path }) => readWalkmesh(bytes, path).walkmesh)));
}

function wall(x: number, high: number): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.from([x, 0, 0, x, 4, 0, x, 4, high, x, 0, high]),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
		surfaces: Uint32Array.of(NONWALK, NONWALK),
	});
}

describe('sills', () => {
	const apart = (gap: number, z = 0): Walkmesh => merged(rectangle(0, 0, 4, 4), rectangle(4 + gap, 1, 4, 2, z));

	test('bridge a gap within a room where they are asked for, along what both sides share', async () => {
		const { mesh, fixed } = await fixRoom(apart(0.3, 0.1), { sills: 0.35 });
		expect(fixed.files[0].steps).toContain('lay-sills');
		const query = new LevelQuery(levelOf(mesh));
		for (const y of [1.05, 2, 2.95]) expect(query.walk([1, y], [7, y], { radius: 0 }).arrived).toBe(true);
		expect(query.walk([1, 0.5], [7, 0.5], { radius: 0 })).toMatchObject({ why: 'perimeter', at: [4, 0.5, 0] });
		const again = await fixRoom(mesh, { sills: 0.35 });
		expect(again.fixed.files[0].changed).toBe(false);
	});

	test.each<[string, Walkmesh, FixOptions]>([
		['without being asked for', apart(0.3), {}],
		['wider than asked for', apart(0.31), { sills: 0.3 }],
		['that are steps', apart(0.1, 0.3), { sills: 0.5 }],
		['in which a wall stands', merged(apart(0.3), wall(4.15, 2)), { sills: 0.5 }],
		['that are filled', merged(apart(0.3), surfaced(rectangle(4, 0, 0.3, 4), NONWALK)), { sills: 0.5 }],
	])('do not bridge gaps %s', async (_, mesh, options) => {
		const { fixed } = await fixRoom(mesh, options);
		expect(fixed.files[0]).toMatchObject({ changed: false, steps: [] });
	});

	test('bridge a gap between rooms and are linked', async () => {
		const rooms = [rectangle(0, 0, 4, 4), rectangle(4.4, 1, 4, 2)];
		expect((await fixRooms({}, ...rooms)).walk([1, 2], [7, 2]).why).toBe('perimeter');
		const query = await fixRooms({ sills: 0.5 }, ...rooms);
		expect(query.walk([1, 2], [7, 2])).toMatchObject({ arrived: true, room: 1 });
		expect(query.walk([7, 2], [1, 2])).toMatchObject({ arrived: true, room: 0 });
	});
});

describe('what has to be named', () => {
	/** A floor with a slope of 70° and an upright riser at its end, all of stone. */
	const steep = (): Walkmesh =>
		createWalkmesh({
			...gridFloor(3),
			positions: gridFloor(3).positions.map((value, i, all) => {
				const x = all[i - (i % 3)];
				return i % 3 === 2
					? x < 2
						? 0
						: x < 3
							? Math.tan((70 * Math.PI) / 180)
							: 9
					: i % 3 === 0 && x === 3
						? 2
						: value;
			}),
		});

	test('steep faces become Nonwalk only when that is asked for, from that angle on', async () => {
		expect((await fixRoom(steep())).mesh.surfaces.every((surface) => surface === 4)).toBe(true);
		const { mesh, fixed } = await fixRoom(steep(), { steep: 60 });
		expect([...mesh.surfaces].filter((surface) => surface === NONWALK)).toHaveLength(12);
		expect(fixed.after).not.toHaveProperty('GROUND_TOO_STEEP');
		const upright = await fixRoom(steep(), { steep: 90 });
		expect([...upright.mesh.surfaces].filter((surface) => surface === NONWALK)).toHaveLength(6);
	});

	test('a floor of its own that faces down may be a ceiling, a face amid a floor is not', async () => {
		const turned = (mesh: Walkmesh, ...ids: number[]): Walkmesh => {
			const faces = mesh.faces.slice();
			for (const face of ids) faces.set([faces[face * 3], faces[face * 3 + 2], faces[face * 3 + 1]], face * 3);
			return { ...mesh, faces };
		};
		const ceiling = merged(gridFloor(4), turned(rectangle(10, 0, 2, 2), 0, 1));
		expect((await fixRoom(ceiling)).fixed.files[0].changed).toBe(false);
		expect((await fixRoom(ceiling, { orient: 'flip' })).fixed.after).not.toHaveProperty('WALKABLE_FACE_DOWN');
		const amid = await fixRoom(turned(gridFloor(4), 9, 10, 20));
		expect(amid.fixed.before['WALKABLE_FACE_DOWN']).toBe(3);
		expect(amid.fixed.after).not.toHaveProperty('WALKABLE_FACE_DOWN');
		expect((await fixRoom(turned(gridFloor(2), 0, 1, 2, 3, 4))).fixed.files[0].changed).toBe(false);
	});
});

/** Rooms with one fault each, and what names it. */
const ROOMS: Readonly<Record<string, () => Walkmesh>> = {
	VERTEX_NEAR_MISS: () => merged(gridFloor(3), moved(gridFloor(3), 3.004)),
	GROUND_TORN: () => {
		const [west, east] = [gridFloor(3), moved(gridFloor(3), 3)];
		return appended(west, east);
	},
	GROUND_CRACK: () => merged(rectangle(0, 0, 10, 4), rectangle(10.05, 0, 6, 4)),
	T_JUNCTION: () => merged(rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 2), rectangle(4, 2, 4, 2)),
	FACE_DUPLICATE: () => appended(gridFloor(3), { ...rectangle(0, 0, 1, 1), faces: Uint32Array.of(0, 1, 2, 0, 1, 2) }),
	VERTICES_UNUSED: () => ({ ...gridFloor(2), positions: Float32Array.from([...gridFloor(2).positions, 9, 9, 9]) }),
	WALKABLE_FACE_VERTICAL: () => merged(gridFloor(3), { ...wall(0, 2), surfaces: Uint32Array.of(4, 4) }),
	GROUND_SEPARATE: () => merged(rectangle(0, 0, 4, 4), rectangle(4.3, 0, 4, 4)),
};

function moved(mesh: Walkmesh, x: number): Walkmesh {
	return { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 0 ? value + x : value)) };
}

test.each(Object.entries(ROOMS))('the command that check names for %s mends it', async (code, make) => {
	const source = bytesSource(encodeBwm(deriveBwm(make(), K1, new Report())), 'room.wok');
	const finding = (await checkSource(source, {}, CONTEXT, registry)).find((each) => each.code === code);
	expect(finding, code).toBeDefined();
	const options = optionsOf(finding as Finding);
	expect(options, code).toBeDefined();
	const fixed = await fixFile(source, options ?? {}, CONTEXT, registry);
	expect(Object.keys(fixed.after)).not.toContain(code);
	const again = await fixFile(bytesSource(fixed.files[0].bytes, 'room.wok'), options ?? {}, CONTEXT, registry);
	expect(again.files[0].changed).toBe(false);
});

test.each([10.5, 29.9, 30.1, 99, 99.5, 100])(
	'the command that check names for a crack or step of %f mm mends it',
	async (millimetres) => {
		const away = millimetres / 1000;
		const step = merged(rectangle(0, 0, 10, 4, 2), rectangle(10, 0, 6, 4, 2 + away));
		const gap = merged(rectangle(0, 0, 10, 4), rectangle(10 + away, 0, 6, 4));
		for (const room of [step, gap]) {
			const source = bytesSource(encodeBwm(deriveBwm(room, K1, new Report())), 'room.wok');
			const finding = (await checkSource(source, {}, CONTEXT, registry)).find(({ code }) => code === 'GROUND_CRACK');
			// As float32 this gap is wider than a crack.
			if (room === gap && millimetres === 100) continue;
			expect(finding).toBeDefined();
			const options = optionsOf(finding as Finding);
			// A step of a decimetre is closed by hand.
			if (room === step && millimetres > 99) expect(options).toBeUndefined();
			if (options === undefined) continue;
			const { after } = await fixFile(source, options, CONTEXT, registry);
			expect(Object.keys(after)).not.toContain('GROUND_CRACK');
		}
	},
);

test('the command that check names for rooms that nearly meet lays a sill between them', async () => {
	const layout = layoutOf('r0', 'r1', 'r2');
	const rooms = [rectangle(0, 0, 4, 4), rectangle(4.2, 0, 4, 4), rectangle(4, 4, 4, 4)];
	const source = bytesSource(writeLyt(layout), 'm.lyt');
	const found = await checkSource(source, { roomFiles: files(...rooms) }, CONTEXT, registry);
	const near = found.find(({ code }) => code === 'SEAM_NEAR');
	expect(near?.actions).toEqual([
		{ command: 'fix', arguments: ['m.lyt'], options: [{ option: 'sills', value: 0.2 }, { option: 'inPlace' }] },
	]);
	const query = await fixRooms({ sills: 0.2 }, ...rooms);
	expect(query.walk([1, 2], [7, 2])).toMatchObject({ arrived: true, room: 1 });
});

test('cracks and ends are closed together without any vertex moving farther than said', async () => {
	for (let round = 0; round < runs(2, 25); round++) {
		const random = generator(SEED + round);
		const west = gridFloor(4);
		const east = gridFloor(4);
		const positions = east.positions.map((value, i) => {
			const isSeam = east.positions[i - (i % 3)] === 0;
			return value + (i % 3 === 0 ? 4 : 0) + (isSeam ? (random() - 0.5) * 0.011 : 0);
		});
		const torn = merged(west, { ...east, positions });
		const { mesh, fixed } = await fixRoom(torn);
		expect(farthestMove(torn, mesh), `round ${round}`).toBeLessThanOrEqual(0.01 + 1e-4);
		expect(Object.keys(fixed.after), `round ${round}`).not.toContain('VERTEX_NEAR_MISS');
		const again = await fixRoom(mesh);
		expect(again.fixed.files[0].changed, `round ${round}`).toBe(false);
	}
});

test('a link to a room whose file is elsewhere stays', async () => {
	const level = cleanLevel(generator(SEED), 5, 98);
	const { rooms, layout } = level;
	const room = rooms.findIndex(({ transitions }) => transitions.some((to) => to >= 0));
	const gone = rooms[room].transitions.find((to) => to >= 0) as number;
	const other = (room + 1) % rooms.length === gone ? (room + 2) % rooms.length : (room + 1) % rooms.length;
	const files = copyOf(level);
	files.rooms[other] = { ...rooms[other], transitions: rooms[other].transitions.map((to) => (to >= 0 ? 99 : to)) };
	files.missing.add(gone);
	const { source, roomFiles } = sourcesOf(files);
	const fixed = await fixLayout(source, roomFiles, {}, CONTEXT, registry);
	const file = fixed.files.find(({ path }) => path === `${layout.rooms[room].model}.wok`);
	expect(readWalkmesh(file?.bytes as Uint8Array, 'r.wok').walkmesh.transitions).toContain(gone);
});
