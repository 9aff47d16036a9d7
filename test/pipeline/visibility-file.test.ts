import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { roomGlb, row, rowLyt } from '../builds/support.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

const scratch = scratchFolder();

/** A level as a layout with its rooms, and a visibility file beside it if there is one to write. */
function project(vis?: string): string {
	const folder = mkdtempSync(join(scratch, 'v-'));
	writeFileSync(join(folder, 'quay.lyt'), rowLyt(ROW));
	mkdirSync(join(folder, 'rooms'));
	for (const room of ROW) writeFileSync(join(folder, `rooms/${room.name}.glb`), roomGlb(room));
	if (vis !== undefined) writeFileSync(join(folder, 'quay.vis'), vis);
	return folder;
}

async function level(folder: string, ...more: string[]) {
	// The GLB and the plan would take half the time.
	const args = ['level', 'quay.lyt', 'out', '--room-folder', 'rooms', '--no-glb', '--no-plan', '--json', ...more];
	const run = await wokflow(args, { cwd: folder });
	const codes = (JSON.parse(run.stdout) as { findings: { code: string }[] }).findings.map(({ code }) => code);
	return { ...run, codes, vis: readFileSync(join(folder, 'out/quay.vis'), 'utf8') };
}

const made = new Map<string, Promise<string>>();

/** The visibility file that `level` makes with `--vis`, where another one lies beside the layout. */
function madeAs(vis: string): Promise<string> {
	const known = made.get(vis) ?? level(project(OWN), '--vis', vis).then((run) => run.vis);
	made.set(vis, known);
	return known;
}

const ROW = row(4);
const rooms = ROW.map(({ name }) => name);
/** Every room sees the first one, which no skeleton would say. */
const OWN = rooms.map((room) => `${room} 1\r\n  ${rooms[0]}\r\n`).join('');

describe('a visibility file beside a layout', () => {
	test('is kept by level, and made again when asked to', async () => {
		const made = (await level(project())).vis;
		const folder = project(OWN);
		const kept = await level(folder);
		expect(kept).toMatchObject({ code: 0, vis: OWN });
		expect(kept.codes.filter((code) => code.startsWith('VIS_'))).toEqual([]);
		expect(await level(folder, '--new-vis')).toMatchObject({ code: 0, vis: made });
	});

	test('is made as --vis says, whatever lies there', async () => {
		const linked = await madeAs('linked');
		expect(linked).not.toBe(OWN);
		expect(await madeAs('hops:1')).toBe(linked);
		const pairs = (vis: string): number => vis.split('\r\n').filter((line) => line.startsWith('  ')).length;
		const doorways = pairs(await madeAs('doorways'));
		expect(doorways).toBeGreaterThan(pairs(linked));
		expect(pairs(await madeAs('hops:2'))).toBeGreaterThan(pairs(linked));
		expect(pairs(await madeAs('all'))).toBe(rooms.length * (rooms.length - 1));
		const wrong = await wokflow(['level', 'quay.lyt', 'out', '--vis', 'hops:0'], { cwd: project() });
		expect(wrong.code).toBe(2);
		expect(wrong.stderr).toContain('doorways, linked, hops:n, all');
	});

	test('that lacks linked rooms is reported by check with the command that mends it', async () => {
		const folder = project();
		await level(folder);
		const vis = readFileSync(join(folder, 'out/quay.vis'), 'utf8');
		const gone = rooms[1];
		const lines = vis.split('\r\n').filter((line) => !line.includes(gone));
		const counted = lines.map((line, i) => {
			const [head, after] = [line.split(' '), lines.slice(i + 1)];
			const end = after.findIndex((each) => !each.startsWith('  '));
			return line === '' || line.startsWith('  ') ? line : `${head[0]} ${end < 0 ? after.length : end}`;
		});
		writeFileSync(join(folder, 'out/quay.vis'), counted.join('\r\n'));
		const { stderr } = await wokflow(['check', 'out/quay.lyt'], { cwd: folder });
		expect(stderr).toContain('[VIS_LINK_UNSEEN]');
		const [, typed] = stderr.match(/wokflow (fix out\/quay\.lyt --in-place)$/m) ?? [];
		expect(typed).toBeDefined();
		expect((await wokflow(typed.split(' '), { cwd: folder })).code).toBe(0);
		expect((await wokflow(['check', 'out/quay.lyt'], { cwd: folder })).stderr).not.toContain('[VIS_');
		const made = await wokflow(['level', 'out/quay.lyt', 'anew', '--new-vis'], { cwd: folder });
		expect(made.code).toBe(0);
		expect(readFileSync(join(folder, 'anew/quay.vis'), 'utf8')).toBe(vis);
	});

	test('of a build is that of level', async () => {
		const folder = project();
		for (const vis of THOROUGH ? (['doorways', 'linked', 'hops:2'] as const) : (['hops:2'] as const)) {
			const targets = { quay: { level: 'quay.lyt', out: 'built', roomFolder: 'rooms', vis } };
			writeFileSync(join(folder, 'wokflow.config.json'), JSON.stringify({ targets }));
			expect((await wokflow(['build'], { cwd: folder })).code).toBe(0);
			expect(readFileSync(join(folder, 'built/quay.vis'), 'utf8')).toBe(await madeAs(vis));
		}
	});

	test('is checked against the layout by level and link', async () => {
		const folder = project(`${OWN}quay_99 1\r\n  ${rooms[0]}\r\n`);
		expect((await level(folder)).codes).toContain('VIS_ROOM_UNKNOWN');
		const linked = await wokflow(['link', 'quay.lyt', '--room-folder', 'out', '--check'], { cwd: folder });
		expect(linked.stderr).toContain('VIS_ROOM_UNKNOWN');
	});

	test('is kept by a build, which builds again when it changes', async () => {
		const folder = project(OWN);
		const targets = { quay: { level: 'quay.lyt', out: 'out', roomFolder: 'rooms' } };
		writeFileSync(join(folder, 'wokflow.config.json'), JSON.stringify({ targets }));
		expect((await wokflow(['build'], { cwd: folder })).code).toBe(0);
		expect(readFileSync(join(folder, 'out/quay.vis'), 'utf8')).toBe(OWN);
		const changed = OWN.replace(`${rooms[1]} 1\r\n  ${rooms[0]}`, `${rooms[1]} 1\r\n  ${rooms[1]}`);
		writeFileSync(join(folder, 'quay.vis'), changed);
		const again = await wokflow(['build'], { cwd: folder });
		expect(again.stderr).toContain('wrote 1 of');
		expect(readFileSync(join(folder, 'out/quay.vis'), 'utf8')).toBe(changed);
	});
});
