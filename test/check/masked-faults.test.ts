import { expect, test } from 'vitest';
import type { Finding } from '../../src/findings/report.ts';
import { generator } from '../support/mutate.ts';
import { FAULTS, type Planted, SMALL_FAULTS } from '../support/planted-kinds.ts';
import {
	cleanLevel,
	copyOf,
	describeFinding,
	type HowChecked,
	LevelChecker,
	type LevelFiles,
	type Point,
	type Random,
} from '../support/planted-level.ts';
import { seedOfRun } from '../support/seed.ts';
import { spread } from '../support/thorough.ts';

/** A fault is named whatever small ones are in the same room, and whatever the user says about those. */

/** So near is the place that a finding names to what is wrong, metres. */
const NEAR = 0.5;
/** So far apart the two are. */
const APART = 2;
/** So often a place for both is looked for. */
const MOST_TRIES = 60;

const away = (one: readonly Point[], other: readonly Point[]): number =>
	Math.min(...one.flatMap((p) => other.map((q) => Math.hypot(...p.map((value, axis) => value - q[axis])))));

/** Plants a small fault, and another one in the same room, away from it; undefined where the level has no place for both. */
function planted(
	clean: LevelFiles,
	kind: string,
	small: string,
	random: Random,
): { files: LevelFiles; fault: Planted; beside: Planted } | undefined {
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		const files = copyOf(clean);
		const beside = FAULTS[small](files, random);
		const fault = beside && FAULTS[kind](files, random);
		if (fault === undefined || beside === undefined || !fault.rooms.includes(beside.rooms[0])) continue;
		if (fault.at === undefined || beside.at === undefined || away(fault.at, beside.at) >= APART)
			return { files, fault, beside };
	}
	return undefined;
}

/** True when a finding names the fault, where it is. */
function names({ code, location }: Finding, { codes, rooms, at }: Planted, { layout }: LevelFiles): boolean {
	const known = rooms.map((room) => layout.rooms[room].model);
	if (!codes.includes(code) || (location.room !== undefined && !known.includes(location.room))) return false;
	return at === undefined || (location.at !== undefined && away(at, [location.at]) <= NEAR);
}

test('each fault is named beside each small one in its room', { timeout: 3_600_000 }, async () => {
	const seed = seedOfRun();
	console.log(`seed ${seed}`);
	const random = generator(seed);
	const missed: string[] = [];
	let [pairs, checks] = [0, 0];
	const every = Object.keys(FAULTS).flatMap((kind) => SMALL_FAULTS.map((small) => [kind, small] as const));
	const grid = every.filter(([kind, small]) => kind !== small);
	const from = Math.floor(random() * grid.length);
	const sample = spread([...grid.slice(from), ...grid.slice(0, from)], 8, 200);
	const clean = cleanLevel(random, 3, 162);
	const checker = new LevelChecker();
	for (const [kind, small] of sample) {
		const both = planted(clean, kind, small, random);
		if (both === undefined) continue;
		pairs++;
		const { files, fault, beside } = both;
		const others = beside.codes.filter((code) => !fault.codes.includes(code));
		const ways: Readonly<Record<string, HowChecked>> = {
			'as it is': {},
			'with the other ignored': { ignore: others },
			'with the other as a note': { severity: Object.fromEntries(others.map((code) => [code, 'info'])) },
			'as of the game': { profile: 'game' },
		};
		for (const [way, how] of Object.entries(ways)) {
			const found = await checker.check(files, how);
			checks++;
			if (!found.some((each) => names(each, fault, files)))
				missed.push(`${kind}, beside ${small}, ${way}:\n${found.map(describeFinding).join('\n')}`);
		}
	}
	console.log(`${pairs} pairs of ${sample.length}, ${checks} checks, ${missed.length} missed`);
	expect(missed.length, missed.slice(0, 20).join('\n')).toBe(0);
});
