import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { readLyt } from '../../level/formats/read-lyt.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { Report } from '../../src/findings/report.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { soundQuayGlb } from '../support/small-quay.ts';

const out = scratchFolder();
const level = join(out, 'quay');

beforeAll(async () => {
	writeFileSync(join(out, 'quay.glb'), soundQuayGlb());
	expect((await wokflow(['level', 'quay.glb', level, '-q'], { cwd: out })).code).toBe(0);
});

/** A copy of the level with a changed layout. */
function copyWith(name: string, change: (names: string[]) => string[], move: Readonly<Record<string, number>>): string {
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

	test('is reported with its file by link, and what that advises brings it back', async () => {
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
