import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { readLyt } from '../../level/formats/read-lyt.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { EAST, fan, layoutOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { soundQuayGlb } from '../support/small-quay.ts';
import { THOROUGH } from '../support/thorough.ts';

describe('moved rooms', () => {
	const out = scratchFolder();
	const level = join(out, 'quay');

	beforeAll(async () => {
		writeFileSync(join(out, 'quay.glb'), soundQuayGlb());
		expect((await wokflow(['level', 'quay.glb', level, '-q'], { cwd: out })).code).toBe(0);
	});

	/** A copy of the level with a changed layout. */
	function copyWith(
		name: string,
		change: (names: string[]) => string[],
		move: Readonly<Record<string, number>>,
	): string {
		const folder = join(out, name);
		cpSync(level, folder, { recursive: true });
		const layout = readLyt(readFileSync(join(level, 'quay.lyt')), new Report());
		const rooms = change(layout.rooms.map(({ model }) => model)).flatMap((model) =>
			layout.rooms
				.filter((room) => room.model === model)
				.map((room) => ({
					...room,
					position: [room.position[0] + (move[model] ?? 0), room.position[1], room.position[2]] as const,
				})),
		);
		writeFileSync(join(folder, 'new.lyt'), writeLyt({ ...layout, rooms }));
		return folder;
	}

	const floorOf = (folder: string, room: string) => decodeBwm(readFileSync(join(folder, `${room}.wok`)), new Report());

	describe('a room that was moved in the layout alone', () => {
		test('is told by link, by link --check and by level', async () => {
			const folder = copyWith('moved', (names) => names, { quay_02b: -60 });
			rmSync(join(folder, 'quay.lyt'));
			const lines = [
				['link', join(folder, 'new.lyt'), '--check'],
				['link', folder, '--check'],
				['link', join(folder, 'new.lyt'), '-o', join(out, 'linked')],
				['level', join(folder, 'new.lyt'), join(out, 'built')],
			];
			for (const line of lines) {
				const { stderr } = await wokflow(line);
				expect(stderr.match(/\[LAYOUT_POSITION_OFF\]/g)).toHaveLength(1);
				expect(stderr).toContain('quay_02b');
				// What is advised has the layout in place of a word for it, also where a folder stands for it.
				expect(stderr).toContain(`wokflow link ${join(folder, 'new.lyt')} --from OLD --move --in-place`);
			}
		});

		test('takes its walkmesh along with link --from --move', async () => {
			const folder = copyWith('following', (names) => names.toReversed(), { quay_02b: -60 });
			const before = floorOf(folder, 'quay_02b');
			const target = join(out, 'followed');
			const args = ['link', join(folder, 'new.lyt'), '--from', join(folder, 'quay.lyt'), '--move', '-o', target];
			expect((await wokflow(args)).stderr).not.toContain('[LAYOUT_POSITION_OFF]');
			expect(floorOf(target, 'quay_02b').vertices[0]).toBeCloseTo(before.vertices[0] - 60, 4);
		});
	});

	describe('a room whose walkmesh was moved alone', () => {
		/** The commands that the findings of a command advise, as they would be typed. */
		const advised = (stderr: string): string[] => stderr.match(/wokflow convert .*$/gm) ?? [];

		test.runIf(THOROUGH)('is reported with its file by link, and what that advises brings it back', async () => {
			const folder = copyWith('pushed', (names) => names, {});
			const [layout, file] = [join(folder, 'quay.lyt'), join(folder, 'quay_02a.wok')];
			expect((await wokflow(['convert', file, file, '--translate', '30,0,0', '--force'])).code).toBe(0);
			// Without a file of the room, no command is advised that needs one.
			const built = await wokflow(['level', layout, join(out, 'pushed-built')]);
			expect([built.stderr.includes('[ROOM_SHIFTED]'), advised(built.stderr)]).toEqual([true, []]);
			const { stderr } = await wokflow(['link', layout, '--check']);
			expect(stderr).toContain(`${file}, room quay_02a, `);
			expect(stderr).not.toContain('LINK_UNCONFIRMED');
			expect(advised(stderr)).toEqual([`wokflow convert ${file} ${file} --translate -30,0,0 --force`]);
			expect((await wokflow(advised(stderr)[0].split(' ').slice(1))).code).toBe(0);
			expect((await wokflow(['link', layout, '--check'])).code).toBe(0);
		});

		test('is not written over where it is a scene', async () => {
			const folder = copyWith('scenes', (names) => names, {});
			const [layout, file] = [join(folder, 'quay.lyt'), join(folder, 'quay_02a.wok')];
			const scene = join(folder, 'quay_02a.obj');
			expect((await wokflow(['convert', file, scene, '--translate', '30,0,0'])).code).toBe(0);
			rmSync(file);
			const { stderr } = await wokflow(['check', layout]);
			expect(stderr).toContain('[ROOM_SHIFTED]');
			expect(advised(stderr)).toEqual([]);
		});
	});

	describe('the stage relink in a recipe file', () => {
		test('follows a layout that the recipe names by its path', async () => {
			const folder = copyWith('recipe', (names) => names.toReversed(), {});
			writeFileSync(join(folder, 'relink.json'), JSON.stringify([['relink', { from: 'quay.lyt' }]]));
			const target = join(out, 'relinked');
			const run = await wokflow(['run', join(folder, 'relink.json'), join(folder, 'new.lyt'), `${target}/`]);
			expect(run.code, run.stderr).toBe(0);
			const byCommand = join(out, 'by-command');
			await wokflow(['link', join(folder, 'new.lyt'), '--from', join(folder, 'quay.lyt'), '-o', byCommand]);
			for (const room of ['quay_01b', 'quay_02a', 'quay_02b'])
				expect([...floorOf(target, room).edges]).toEqual([...floorOf(byCommand, room).edges]);
		});

		test('says which step names a layout that cannot be read', async () => {
			const recipe = join(out, 'broken.json');
			writeFileSync(recipe, JSON.stringify(['conform', ['relink', { to: 'gone.lyt' }]]));
			const run = await wokflow(['run', recipe, join(level, 'quay.lyt'), `${join(out, 'never')}/`]);
			expect(run.code).toBe(2);
			expect(run.stderr).toContain('[1].to');
			expect(run.stderr).toContain('gone.lyt');
		});
	});
});

describe('link seams', () => {
	const out = scratchFolder();

	/** A layout with two rooms as binary walkmeshes. */
	function project(name: string, west: Walkmesh, east: Walkmesh): string {
		const folder = join(out, name);
		mkdirSync(folder);
		for (const [room, mesh] of [
			['west', west],
			['east', east],
		] as const) {
			const file = deriveBwm({ ...mesh, name: room }, K1, new Report());
			writeFileSync(join(folder, `${room}.wok`), encodeBwm(file));
		}
		const layout = layoutOf('west', 'east');
		const rooms = layout.rooms.map((room, i) => ({ ...room, position: [i * 13 + 3, 2, 0] as const }));
		writeFileSync(join(folder, 'm.lyt'), writeLyt({ ...layout, rooms }));
		return join(folder, 'm.lyt');
	}

	const west = rectangle(0, 0, 10, 4);
	const linksOf = (folder: string, room: string): number =>
		[...decodeBwm(readFileSync(join(folder, `${room}.wok`)), new Report()).edges].filter(
			(to, i) => i % 2 === 1 && to >= 0,
		).length;

	describe('what link says of an open seam', () => {
		test('closes it when it is typed, also where the rooms are divided otherwise', async () => {
			const lyt = project('gap', west, rectangle(10.03, 1, 6, 2));
			const told = await wokflow(['link', lyt, '--check']);
			expect(told.code).toBe(1);
			expect(told.stderr).toContain('leave a gap of 30 mm');
			const [, snap] = /--snap ([\d.]*\d)/.exec(told.stderr) ?? [];
			const target = join(out, 'closed');
			const linked = await wokflow(['link', lyt, '--snap', snap, '-o', target]);
			expect(linked.code, linked.stderr).toBe(0);
			expect(linked.stderr).not.toContain('SEAM_UNLINKED');
			expect([linksOf(target, 'west'), linksOf(target, 'east')]).toEqual([1, 1]);
		});

		test('of a seam with several places, fix closes all with the reach that check advises', async () => {
			const heights = [0.091, -0.129, 0.3, 0.27, -0.41, 0.05];
			const along = (up: number): Vec3[] => heights.map((z, i) => [10, i * 2, z + up]);
			const left = fan([0, 0, 0], ...along(0), [0, 10, 0]);
			const lyt = project('several', left, fan([20, 10, 0], ...along(0.02).toReversed(), [20, 0, 0]));
			const told = await wokflow(['check', lyt]);
			expect(told.stderr).toContain('There are 5 such places');
			const [, reach] = /--reach ([\d.]*\d)/.exec(told.stderr) ?? [];
			await wokflow(['fix', lyt, '--reach', reach, '--in-place']);
			expect((await wokflow(['check', lyt])).stderr).not.toContain('SEAM_UNLINKED');
			expect([linksOf(join(out, 'several'), 'west'), linksOf(join(out, 'several'), 'east')]).toEqual([5, 5]);
		});

		test('of a step of a decimetre at one corner, neither link nor fix is advised: neither would close it', async () => {
			const told = await wokflow([
				'check',
				project('step', west, fan([10, 0, 0.1], [16, 0, 0], [16, 4, 0], [10, 4, 0])),
			]);
			expect(told.stderr).toContain('differ in height by 100 mm');
			expect(told.stderr).not.toMatch(/--snap|--reach/);
		});

		test('divides rooms alike with --conform', async () => {
			const lyt = project('divided', west, rectangle(10, 1, 6, 2));
			expect((await wokflow(['link', lyt, '--check'])).stderr).toContain('Add --conform.');
			const target = join(out, 'alike');
			expect((await wokflow(['link', lyt, '--conform', '-o', target])).stderr).not.toContain('SEAM_UNLINKED');
			expect(linksOf(target, 'west')).toBe(1);
		});

		test('writes the layout along with the rooms, so that the folder can be checked', async () => {
			const lyt = project('whole', west, rectangle(10, 0, 6, 4));
			const old = join(out, 'whole', 'old.lyt');
			writeFileSync(old, readFileSync(lyt));
			for (const [name, ...args] of [['anew'], ['carried', '--from', old, '--move']]) {
				const target = join(out, name);
				const { code, stderr } = await wokflow(['link', lyt, ...args, '-o', target]);
				expect(code, stderr).toBe(0);
				expect(readFileSync(join(target, 'm.lyt')).equals(readFileSync(lyt))).toBe(true);
				expect((await wokflow(['check', join(target, 'm.lyt')])).stderr).not.toContain('LEVEL_ROOM_FILE_MISSING');
			}
		});

		test('names the layout, and for links whose edges lie apart the two ways out, either of which works', async () => {
			const apart = (name: string, gap: number, depth = 4): string => {
				const east = rectangle(10 + gap, 0, 6, depth);
				return project(name, withTransitions(west, { [EAST]: 1 }), withTransitions(east, { [WEST]: 0 }));
			};
			const lyt = apart('apart', 0.05);
			const told = await wokflow(['link', lyt, '--check']);
			expect(told.stderr).toContain('[LINK_APART]');
			expect(told.stderr).toContain('Add --snap 0.051 or --unmatched clear.');
			expect(told.stderr).not.toContain('LAYOUT');
			for (const [at, args] of [
				['--snap', '0.051'],
				['--unmatched', 'clear'],
			].entries()) {
				const target = join(out, `apart-${at}`);
				expect((await wokflow(['link', lyt, ...args, '-o', target])).stderr).not.toContain('LINK_APART');
				expect(linksOf(target, 'west')).toBe(1 - at);
			}
			expect((await wokflow(['link', apart('far', 3, 3), '--check'])).stderr).toContain('Add --unmatched clear.');
			const beyond = project('beyond', withTransitions(west, { [EAST]: 40 }), rectangle(12, 0, 6, 4));
			const { stderr } = await wokflow(['link', beyond, '--check']);
			expect(stderr).toContain(`Link the rooms: wokflow link ${beyond} --in-place`);
		});
	});
});
