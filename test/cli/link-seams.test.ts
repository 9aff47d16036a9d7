import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { EAST, fan, layoutOf, rectangle, WEST, withTransitions } from '../support/levels.ts';

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
		const told = await wokflow(['check', project('step', west, fan([10, 0, 0.1], [16, 0, 0], [16, 4, 0], [10, 4, 0]))]);
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

	test('an id outside the layout goes, and stays when asked to, which is an error', async () => {
		const lyt = project('stale', withTransitions(west, { [EAST]: 40 }), rectangle(12, 0, 6, 4));
		const target = join(out, 'cleared');
		expect((await wokflow(['link', lyt, '-o', target])).stderr).toContain('The transition was cleared.');
		expect(linksOf(target, 'west')).toBe(0);
		const kept = await wokflow(['link', lyt, '--unmatched', 'keep', '-o', join(out, 'kept')]);
		expect(kept.code).toBe(1);
		expect(kept.stderr).toContain('[LINK_OUT_OF_RANGE]');
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
