import { expect, test } from 'vitest';
import type { Finding } from '../../src/findings/report.ts';
import { generator } from '../support/mutate.ts';
import { FAULTS, type Planted } from '../support/planted-kinds.ts';
import {
	cleanLevel,
	copyOf,
	describeFinding,
	isLoud,
	LevelChecker,
	type LevelFiles,
	type Point,
} from '../support/planted-level.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

const SEED = Number(process.env['WOKFLOW_SEED'] ?? 20_261_122);

/** In `npm test` a fault of each kind in one small level; in the thorough run some 400 faults in levels of thirty rooms. */
const ROOMS = THOROUGH ? 30 : 5;
const FACES = THOROUGH ? 128 : 98;
const ROUNDS = runs(1, 12);
/** So near is the place that a finding names to what is wrong, metres. */
const NEAR = 0.5;
/** Of all trials so many may go wrong. */
const MOST_WRONG = 0.01;

function distanceTo(points: readonly Point[], at: Point): number {
	return Math.min(...points.map((each) => Math.hypot(...each.map((value, axis) => value - at[axis]))));
}

/** What is wrong with how a fault was named; nothing where it is named once, where it is. */
function misnamed(planted: Planted, all: readonly Finding[], { layout }: LevelFiles): string | undefined {
	const found = planted.note === true ? all.filter(({ code }) => planted.codes.includes(code)) : all.filter(isLoud);
	if (planted.note === true && all.some(isLoud)) return 'a note came with warnings';
	if (found.length !== 1) return `${found.length} findings`;
	const [{ code, location }] = found;
	if (!planted.codes.includes(code)) return `named ${code}`;
	const names = planted.rooms.map((room) => layout.rooms[room].model);
	if (location.room !== undefined && !names.includes(location.room)) return `named in ${location.room}`;
	if (planted.at === undefined) return undefined;
	if (location.at === undefined) return 'named nowhere';
	const away = distanceTo(planted.at, location.at);
	return away <= NEAR ? undefined : `named ${away.toFixed(2)} m away`;
}

test('planted faults are named once, where they are; nothing is said of the clean levels', {
	timeout: 3_600_000,
}, async () => {
	const wrong: string[] = [];
	const trials = new Map<string, number>();
	for (let round = 0; round < ROUNDS; round++) {
		const random = generator(SEED + round);
		const clean = cleanLevel(random, ROOMS, FACES);
		const checker = new LevelChecker();
		const before = await checker.check(clean);
		// Some of the holes in the floors of these levels are as wide as a person.
		const isWrong = (finding: Finding): boolean => isLoud(finding) && finding.code !== 'GROUND_HOLE';
		expect(before.filter(isWrong).map(describeFinding), `seed ${SEED + round}`).toStrictEqual([]);
		for (const [kind, plant] of Object.entries(FAULTS)) {
			const files = copyOf(clean);
			const planted = plant(files, random);
			if (planted === undefined) continue;
			const all = await checker.check(files);
			trials.set(kind, (trials.get(kind) ?? 0) + 1);
			const known = new Set(before.map(describeFinding));
			const fresh = all.filter((finding) => isWrong(finding) || !known.has(describeFinding(finding)));
			const why = misnamed(planted, fresh, files);
			if (why !== undefined)
				wrong.push(`seed ${SEED + round}, ${kind}: ${why}\n${fresh.map(describeFinding).join('\n')}`);
		}
	}
	const total = [...trials.values()].reduce((sum, count) => sum + count, 0);
	const told = `${wrong.length} of ${total}\n${wrong.slice(0, 20).join('\n')}`;
	expect(wrong.length, told).toBeLessThanOrEqual(THOROUGH ? total * MOST_WRONG : 0);
	if (THOROUGH) {
		expect(total).toBeGreaterThanOrEqual(35 * ROUNDS);
		// Some kinds find a place for themselves in few levels only.
		const seldom = Object.keys(FAULTS).filter((kind) => (trials.get(kind) ?? 0) < ROUNDS / 12);
		expect(seldom).toEqual([]);
	}
});
