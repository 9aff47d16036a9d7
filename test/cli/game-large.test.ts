import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder, wokflowProcess } from '../support/cli.ts';
import { makeGame, stateOf } from '../support/made-game.ts';
import { THOROUGH } from '../support/thorough.ts';

const AREAS = 60;
const ROOMS = 20;
/** Beside others a process clears away later than alone, where it takes 300 MiB. */
const MOST_MEMORY = 640 * 2 ** 20;

/** Of the size of a real game, with a BIF of 2 GiB of which nearly all is a hole. `game.test.ts` has the same in small. */
describe.runIf(THOROUGH)(
	'a game of 60 areas and 1,200 rooms',
	() => {
		const out = scratchFolder();
		const memory = join(out, 'memory.txt');
		const watch = join(out, 'watch.cjs');

		/** The JSON of a run, which may take so much memory. */
		const game = (...args: string[]) => {
			rmSync(memory, { force: true });
			const { code, stdout, stderr } = wokflowProcess(['game', 'game', ...args, '--json'], {
				cwd: out,
				env: { NODE_OPTIONS: `--require=${watch}` },
			});
			expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
			const taken = readFileSync(memory, 'utf8').trim().split('\n').map(Number);
			expect(Math.max(...taken)).toBeLessThan(MOST_MEMORY);
			return JSON.parse(stdout);
		};

		beforeAll(() => {
			makeGame(join(out, 'game'), { areas: AREAS, rooms: ROOMS, trianglesPerRoom: 200, far: 2 ** 31 + 4096 });
			writeFileSync(
				watch,
				`process.on('exit', () => require('node:fs').appendFileSync(${JSON.stringify(memory)}, process.resourceUsage().maxRSS * 1024 + '\\n'));`,
			);
			expect(statSync(join(out, 'game/data/models.bif')).size).toBeGreaterThan(2 ** 31);
		});

		test('its areas are listed, written and checked without holding the BIF', () => {
			const { areas } = game('areas');
			expect(areas.length).toBe(AREAS);
			expect(
				areas.every(
					(area: { rooms: unknown[]; missing: unknown[] }) => area.rooms.length === ROOMS && area.missing.length === 0,
				),
			).toBe(true);
			expect(game('export', 'a59', '-o', 'a59.glb').walkmeshes.length).toBe(ROOMS);
			const checked = game('check', '--all');
			expect(checked.checked.length).toBe(AREAS);
			expect(checked.errors).toBe(0);
			// The game has no models, which is reported once of each area. Some holes in the floors of its rooms are as wide as a person.
			const told = checked.findings.filter((each: { severity: string }) => each.severity === 'warning');
			const codes = told.map(({ code }: { code: string }) => code).filter((code: string) => code !== 'GROUND_HOLE');
			expect(codes).toEqual(new Array(AREAS).fill('MODULE_PARTS_MISSING'));
			const alone = game('check', '--all', '--jobs', '1');
			expect(alone.findings).toEqual(checked.findings);
		});

		test('what is installed is gone again, and nothing else has changed', () => {
			const before = stateOf(join(out, 'game'), false);
			game('extract', 'a0*', '--module', 'mod00', '-o', 'level');
			expect(game('install', 'level').installed.length).toBeGreaterThan(10 * ROOMS);
			expect(game('install', 'level', '--module', 'mod07').installed.length).toBe(1);
			game('uninstall');
			expect(stateOf(join(out, 'game'), false)).toEqual(before);
		});
	},
	120_000,
);
