import { expect, test } from 'vitest';
import { encode } from '../../builds/encoding.ts';
import { hashBytes } from '../../builds/hashes.ts';
import { PACKS } from '../../builds/packs.ts';
import type { Plan } from '../../builds/targets.ts';
import { type CallMemory, type CallResult, runCall } from '../../builds/tasks.ts';
import { judgeRoom } from '../../check/mesh.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import type { JoinOptions } from '../../pipeline/options.ts';
import { levelRecipe, resolveRecipe } from '../../pipeline/recipe.ts';
import { RoomFacts } from '../../src/facts/room-facts.ts';
import type { ObjectPlacement } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import { rectangle } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { NONWALK, surfaced } from '../support/own-floors.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/** What a room of the level is like; it stands where its number says unless it was moved. */
interface Patch {
	readonly name: string;
	readonly cell: number;
	/** Metres that it was moved by. */
	readonly moved: readonly [number, number, number];
	/** So many faces along each side, two in each. */
	readonly parts: number;
	/** Height of the point in its middle. */
	readonly hump: number;
	/** How far its corners lie beside where they should. */
	readonly noise: number;
	/** A row of faces that cannot be walked on divides it, or stands at its side. */
	readonly wall: 'none' | 'across' | 'side';
	/** One more vertex on its eastern side, at this height. */
	readonly cut: number;
	/** A link to a room that lies somewhere. */
	readonly hint: number;
	readonly isGone: boolean;
}

const SIZE = 4;
const ROWS = 2;
const COLUMNS = THOROUGH ? 36 : 16;
const ROOMS = ROWS * COLUMNS;

/** A patch of faces; those of one number of parts fit each other. */
function meshOf({ name, cell, moved, parts, hump, noise, wall, cut, hint, isGone }: Patch): Walkmesh | undefined {
	if (isGone) return undefined;
	const random = generator(cell + 1);
	const [x0, y0] = [Math.floor(cell / ROWS) * SIZE + moved[0], (cell % ROWS) * SIZE + moved[1]];
	const positions: number[] = [];
	const at = (i: number, j: number): number => i * (parts + 1) + j;
	for (let i = 0; i <= parts; i++) {
		for (let j = 0; j <= parts; j++) {
			const isInside = i > 0 && i < parts && j > 0 && j < parts;
			const shake = (): number => (random() - 0.5) * noise;
			const [x, y] = [(i * SIZE) / parts, (j * SIZE) / parts];
			positions.push(x0 + x + shake(), y0 + y + shake(), moved[2] + (isInside ? hump : 0));
		}
	}
	const faces: number[] = [];
	const surfaces: number[] = [];
	for (let i = 0; i < parts; i++) {
		for (let j = 0; j < parts; j++) {
			const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
			if (cut > 0 && i === parts - 1 && j === 0) {
				const middle = positions.length / 3;
				const part = SIZE / parts;
				positions.push(x0 + SIZE, y0 + (cut * part) / SIZE, moved[2]);
				faces.push(a, b, middle, a, middle, c, a, c, d);
			} else faces.push(a, b, c, a, c, d);
			const isWall = (wall === 'across' && i === 1) || (wall === 'side' && i === 0);
			while (surfaces.length * 3 < faces.length) surfaces.push(isWall ? 7 : 4);
		}
	}
	const transitions = new Int32Array(faces.length).fill(-1);
	if (hint >= 0) transitions[0] = hint;
	return createWalkmesh({
		name,
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.from(surfaces),
		transitions,
	});
}

function plain(cell: number): Patch {
	const name = `r_${String(cell).padStart(2, '0')}`;
	return { name, cell, moved: [0, 0, 0], parts: 2, hump: 0, noise: 0, wall: 'none', cut: 0, hint: -1, isGone: false };
}

/** What a build keeps between two runs of the step. */
interface Kept {
	level?: unknown;
	/** Values by pack and hash. */
	readonly packs: Map<string, unknown>;
}

/** A run of the step that joins rooms. */
interface Run {
	/** Hashes of what it wrote or left, by pack. */
	readonly packs: Record<string, string>;
	readonly found: readonly string[];
	/** How many rooms it read. */
	readonly read: number;
	/** How many rooms it took from the last run as that linked them. */
	readonly recalled: number;
}

/** @param kept of the runs before; without it all rooms are joined by the stages alone @param placed what stands in the level */
async function run(
	rooms: readonly Patch[],
	options: JoinOptions,
	kept?: Kept,
	placed: readonly ObjectPlacement[] = [],
): Promise<Run> {
	const registry = createRegistry();
	const stages = resolveRecipe(levelRecipe(options), registry);
	const target = { level: 'a.lyt', out: '' };
	const plan: Plan = { name: 'a', target, base: '/', stages, registry, mappings: [], code: null, options: {} };
	const layout = {
		rooms: rooms.map(({ name, cell, moved: [x, y, z] }) => {
			const [column, row] = [Math.floor(cell / ROWS) * SIZE, (cell % ROWS) * SIZE];
			return { model: name, position: [column + x, row + y, z] as const };
		}),
		tracks: [],
		obstacles: [],
		doorHooks: [],
		objects: placed,
	};
	const objects = placed.length === 0 ? [] : ['console'];
	const stems = rooms.map(({ name }) => name);
	const captured = { findings: [], more: [] };
	const packs = new Map<string, unknown>([
		[PACKS.linkOptions, { name: 'a', surfaces: { table: K1 }, recipe: levelRecipe(options) }],
		[PACKS.level, { name: 'a', layout, file: 'a.lyt', rooms: stems, objects, captured }],
		[PACKS.markers, []],
		...objects.map((stem): [string, unknown] => [PACKS.prepared(stem), { value: CONSOLE, captured }]),
		...rooms.map((room): [string, unknown] => [PACKS.prepared(room.name), { value: preparedRoom(room), captured }]),
	]);
	const read = new Set<string>();
	const recalled = new Set<string>();
	const memory: CallMemory = {
		recall: () => kept?.level,
		keep: (value) => {
			if (kept !== undefined) kept.level = structuredClone(value);
		},
		hashOf: (pack) => hashBytes(encode(packs.get(pack))),
		last: (pack, hash) => {
			recalled.add(pack);
			return kept?.packs.get(`${pack} ${hash}`);
		},
	};
	const result: CallResult = await runCall(
		{ step: 'link', args: [PACKS.linkOptions], packs: [...packs.keys()] },
		(pack) => {
			read.add(pack);
			return packs.get(pack);
		},
		{ plan, version: '0', folders: new Map() },
		kept === undefined ? {} : { memory },
	);
	for (const { pack, hash, value } of result.writes) kept?.packs.set(`${pack} ${hash}`, value);
	const made = [...result.writes.map(({ pack, hash }) => [pack, hash] as const), ...result.left];
	return {
		packs: Object.fromEntries(made.toSorted(([a], [b]) => (a < b ? -1 : 1))),
		found: result.captured.findings.map(({ code, location, message }) => `${code} ${location.room} ${message}`),
		read: [...read].filter((pack) => pack.endsWith('.prepared.pack') && !pack.startsWith('console')).length,
		recalled: recalled.size,
	};
}

function preparedRoom(room: Patch): unknown {
	const walkmesh = meshOf(room);
	if (walkmesh === undefined) return { matched: [] };
	const facts = new RoomFacts(walkmesh, K1);
	return { walkmesh, matched: [], verdict: judgeRoom(facts, room.name), facts: facts.kept() };
}

/** A placeable of 1 m by 1 m with its hook half a metre before it. */
const CONSOLE = {
	matched: [],
	walkmesh: createWalkmesh({
		...surfaced(rectangle(-0.5, -0.5, 1, 1), NONWALK),
		name: 'console',
		kind: 'placeable',
		hooks: { ...NO_HOOKS, relative1: [0, -1, 0] },
	}),
};

/** Things that stand here and there, some of them on a seam or beside the ground. */
function things(random: () => number): ObjectPlacement[] {
	return Array.from({ length: 4 }, (_, i): ObjectPlacement => {
		const position = [random() * SIZE * COLUMNS, (random() * 1.2 - 0.1) * SIZE * ROWS, random() < 0.8 ? 0 : 1] as const;
		const own = { position, bearing: Math.floor(random() * 8) * 45 };
		return i === 0 ? { ...own, kind: 'door', model: 'gate' } : { ...own, kind: 'placeable', model: 'console' };
	});
}

const level = Array.from({ length: ROOMS }, (_, cell) => plain(cell));

test('after a room was changed its neighbours are looked at, and no others', async () => {
	const kept: Kept = { packs: new Map() };
	const first = await run(level, {}, kept);
	expect(first.read).toBe(ROOMS);
	expect(first.packs).toStrictEqual((await run(level, {})).packs);
	const changed = level.with(20, { ...level[20], hump: 0.25 });
	const again = await run(changed, {}, kept);
	// Two columns to each side.
	expect(again.read).toBe(5 * ROWS);
	expect(again.packs).toStrictEqual((await run(changed, {})).packs);
	expect((await run(changed, {}, kept)).read).toBe(0);
});

test('ground that is reached by way of rooms which are not looked at is reached', async () => {
	const kept: Kept = { packs: new Map() };
	// Two rows with a gap between them that is told, joined at their eastern end.
	const isApart = ({ cell }: Patch): boolean => cell % ROWS === 1 && cell < ROOMS - ROWS;
	const rows = level.map((room): Patch => (isApart(room) ? { ...room, moved: [0, 0.3, 0] } : room));
	await run(rows, {}, kept);
	const changed = rows.with(6, { ...rows[6], hump: 0.25 });
	const again = await run(changed, {}, kept);
	expect(again.read).toBeLessThan(ROOMS);
	expect(again.found.filter((line) => line.startsWith('SEAM_NEAR')).length).toBeGreaterThan(0);
	expect(again.found).toStrictEqual((await run(changed, {})).found);
});

test.each([
	// A wall across the last two rooms divides them, of which one is told.
	['GROUND_DIVIDED', ROOMS - 2, { wall: 'across', parts: 4 }, 5 * ROWS + 1],
	['ROOM_UNREACHABLE', ROOMS - 1, { moved: [0, 9, 0] }, ROOMS],
] as const)('where ground far away cannot be reached (%s) no more is linked anew', async (code, from, part, read) => {
	const kept: Kept = { packs: new Map() };
	const cut = level.map((room) => (room.cell < from ? room : { ...room, ...part }));
	const first = await run(cut, {}, kept);
	expect(first.found.join('\n')).toContain(code);
	const changed = cut.with(10, { ...cut[10], hump: 0.25 });
	const again = await run(changed, {}, kept);
	const whole = await run(changed, {});
	expect(again.found).toStrictEqual(whole.found);
	expect(again.packs).toStrictEqual(whole.packs);
	expect(again.read).toBe(read);
	expect(again.recalled).toBe(read - 3 * ROWS);
});

test('a room added, removed, renamed or at another place in the layout is a level of its own', async () => {
	const kept: Kept = { packs: new Map() };
	await run(level, {}, kept);
	const others = [
		level.slice(0, -1),
		level.with(3, { ...level[3], name: 'other' }),
		[level[1], level[0], ...level.slice(2)],
		[...level, { ...plain(ROOMS), name: 'added' }],
	];
	for (const other of THOROUGH ? others : others.slice(2)) {
		const again = await run(other, {}, kept);
		expect(again.read).toBe(other.length);
		expect(again.packs).toStrictEqual((await run(other, {})).packs);
	}
});

/** Lengths about every threshold of conforming, linking and checking. */
const LENGTHS = [1e-6, 5e-4, 1.5e-3, 3e-3, 8e-3, 0.03, 0.08, 0.15, 0.4, 0.9, 2, 9];

/** What a person does to a room. */
function edited(room: Patch, random: () => number): Patch {
	const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)];
	const kinds: readonly (() => Partial<Patch>)[] = [
		() => ({ hump: pick([0, 0.25, 1, 3]) }),
		() => ({ moved: pick([0, 1, 2]) === 0 ? [0, 0, 0] : [pick([-1, 0, 1]) * pick(LENGTHS), 0, 0] }),
		() => ({ moved: [0, pick([-1, 1]) * pick(LENGTHS), 0] }),
		() => ({ moved: [0, 0, pick([-1, 1]) * pick(LENGTHS)] }),
		() => ({ noise: pick([0, 1e-4, 1e-3, 5e-3, 0.03]) }),
		() => ({ parts: pick([2, 2, 2, 3, 4]) }),
		() => ({ cut: pick([0, 0, 0.5, 2, 3.999]) }),
		() => ({ wall: pick(['none', 'none', 'across', 'side'] as const) }),
		() => ({ hint: pick([-1, -1, 1, room.cell + 1]) }),
		() => ({ isGone: pick([false, false, true]) }),
		() => plain(room.cell),
	];
	return { ...room, ...pick(kinds)() };
}

const OPTIONS: readonly JoinOptions[] = [{}, { snap: 0.05 }, { conform: false }, { unmatched: 'clear' }];

test('after any edits rooms become, and of them is found, what the stages over the whole level make and find', async () => {
	const all = { windows: 0, edits: 0, things: 0 };
	for (let seed = 1; seed <= runs(2, 120); seed++) {
		const random = generator(seed);
		const options = OPTIONS[seed % OPTIONS.length];
		const kept: Kept = { packs: new Map() };
		// Rooms of kits never fit bit by bit; in every third level they do.
		const noise = seed % 3 === 0 ? 0 : 2e-4;
		let rooms: readonly Patch[] = level.map((room) => ({ ...room, noise }));
		const placed = seed % 2 === 0 ? things(random) : [];
		await run(rooms, options, kept, placed);
		for (let edit = 0; edit < (THOROUGH ? 8 : 3); edit++) {
			for (let count = random() < 0.7 ? 1 : 2; count > 0; count--) {
				const at = Math.floor(random() * ROOMS);
				rooms = rooms.with(at, { ...edited(rooms[at], random) });
			}
			const again = await run(rooms, options, kept, placed);
			const whole = await run(rooms, options, undefined, placed);
			const what = `seed ${seed}, edit ${edit}`;
			expect(again.found, what).toStrictEqual(whole.found);
			expect(again.packs, what).toStrictEqual(whole.packs);
			all.edits++;
			if (whole.found.some((line) => /^(?:THING|HOOK|DOOR)/.test(line))) all.things++;
			if (again.recalled > 0) all.windows++;
		}
	}
	expect(all.windows).toBeGreaterThan(all.edits / 4);
	expect(all.things).toBeGreaterThan(0);
}, 600_000);
