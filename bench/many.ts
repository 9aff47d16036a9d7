import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeGlb } from '../fixtures/make/glb.ts';
import { gridScene } from '../fixtures/make/grid-level/scene.ts';
import { makeLevel } from '../fixtures/make/grid-level.ts';
import { median } from './data.ts';

/**
 * Many small rooms through one command: scenes to walkmeshes, these to GLB and back, all tables again, and a build of the same, each in a process of its own with one thread
 * and with several; beside it two floors, which read the same bytes and write them: one leaves it to the system when they reach the disk, the other
 * writes as the command does, each file under another name that is brought to the disk and then renamed. Seconds are those of the clock and, behind
 * the stroke, of the processor, in all threads. Behind how often as fast several jobs are as one stands how often they could be at most: when all cores
 * did nothing else all the time than what all threads of one job do. Checksums say that threads change nothing.
 *
 * npm run build && npx tsx bench/many.ts [--rooms 1200] [--triangles 200] [--runs 3] [--jobs 1,2]
 */

const { values: flags } = parseArgs({
	options: {
		rooms: { type: 'string', default: '1200' },
		triangles: { type: 'string', default: '200' },
		runs: { type: 'string', default: '3' },
		jobs: { type: 'string', default: '1,2' },
		cli: { type: 'string', default: join(import.meta.dirname, '../dist/cli.cjs') },
	},
});
const runs = Number(flags.runs);
const work = join(import.meta.dirname, 'work/many');
const at = (...path: string[]): string => join(work, ...path);

const FLOOR = `
	import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
	const [from, to] = process.argv.slice(1);
	mkdirSync(to, { recursive: true });
	for (const name of readdirSync(from)) {
		const bytes = readFileSync(from + '/' + name);
		if (to !== 'durable') {
			writeFileSync(to + '/' + name, bytes);
			continue;
		}
		const file = openSync(to + '/' + name + '.tmp', 'wx');
		writeSync(file, bytes);
		fsyncSync(file);
		closeSync(file);
		renameSync(to + '/' + name + '.tmp', to + '/' + name);
	}
`;

interface Taken {
	readonly wall: number;
	readonly cpu: number;
}

function seconds(...args: string[]): Taken {
	const started = performance.now();
	const command = ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', process.execPath, ...args];
	const { status, stderr } = spawnSync('bash', command, { cwd: work, encoding: 'utf8' });
	if (status !== 0) throw new Error(`${args.join(' ')}\n${stderr}`);
	const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
	return { wall: (performance.now() - started) / 1000, cpu: user + system };
}

function checksum(folder: string): string {
	const hash = createHash('sha256');
	for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
	return hash.digest('hex').slice(0, 12);
}

rmSync(work, { recursive: true, force: true });
mkdirSync(at('scenes'), { recursive: true });
const level = makeLevel({ rooms: Number(flags.rooms), trianglesPerRoom: Number(flags.triangles), seed: 7 });
const { nodes } = gridScene(level);
for (const { translation: _, ...node } of nodes)
	writeFileSync(at('scenes', `${node.name}.glb`), writeGlb({ name: node.name, nodes: [node] }));
const lines = nodes.map(({ name, translation: [x, y, z] = [0, 0, 0] }) => `      ${name} ${x} ${-z} ${y}`);
const [head, tail] = [
	['beginlayout', `   roomcount ${nodes.length}`],
	['   trackcount 0', '   obstaclecount 0', '   doorhookcount 0', 'donelayout', ''],
];
writeFileSync(at('grid.lyt'), [...head, ...lines, ...tail].join('\r\n'));
const target = { level: 'grid.lyt', roomFolder: 'scenes', roomSpace: 'room', out: 'build' };
writeFileSync(at('wokflow.config.json'), JSON.stringify({ targets: { grid: target } }));

/** What is measured: the arguments, the folder it reads and the one it writes. */
const STEPS: readonly (readonly [name: string, args: readonly string[], from: string, to: string])[] = [
	['scenes to wok', ['convert', 'scenes', '--to', 'wok', '-o', 'woks'], 'scenes', 'woks'],
	['wok to GLB', ['convert', 'woks', '--to', 'glb', '-o', 'glbs'], 'woks', 'glbs'],
	['GLB to wok', ['convert', 'glbs', '--to', 'wok', '-o', 'back'], 'glbs', 'back'],
	['rebuild', ['rebuild', 'woks', '-o', 'rebuilt'], 'woks', 'rebuilt'],
	['build', ['build'], 'scenes', 'build'],
];

const load = loadavg().map((each) => each.toFixed(1));
console.log(
	`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}, load ${load.join(' ')}, median of ${runs}`,
);
console.log(
	'step            jobs     seconds        floor  times floor      durable  times that  rooms/s  against one, at most  checksum',
);
for (const [name, args, from, to] of STEPS) {
	let one: Taken | undefined;
	for (const jobs of flags.jobs.split(',')) {
		const samples = Array.from({ length: runs }, () => {
			for (const folder of [to, '.wokflow', 'copy', 'durable']) rmSync(at(folder), { recursive: true, force: true });
			const taken = seconds(flags.cli, ...args, '-q', '-j', jobs);
			const floorOf = (folder: string): Taken => seconds('--input-type=module', '-e', FLOOR, from, folder);
			return { taken, floor: floorOf('copy'), durable: floorOf('durable') };
		});
		const medianOf = (what: keyof (typeof samples)[number]): Taken => ({
			wall: median(samples.map((each) => each[what].wall)),
			cpu: median(samples.map((each) => each[what].cpu)),
		});
		const [taken, floor, durable] = [medianOf('taken'), medianOf('floor'), medianOf('durable')];
		one ??= taken;
		const most = (one.wall / one.cpu) * Math.min(cpus().length, Number(jobs));
		const told = ({ wall, cpu }: Taken): string => `${wall.toFixed(2)}/${cpu.toFixed(2)}`.padStart(12);
		const times = ({ wall, cpu }: Taken): string =>
			`${(taken.wall / wall).toFixed(1)}/${(taken.cpu / cpu).toFixed(1)}`.padStart(12);
		const files = readdirSync(at(to)).filter((each) => statSync(at(to, each)).isFile()).length;
		const cells = [
			jobs.padStart(4),
			told(taken),
			told(floor),
			times(floor),
			told(durable),
			times(durable),
			String(Math.round(Math.min(files, nodes.length) / taken.wall)).padStart(8),
			(one.wall / taken.wall).toFixed(2).padStart(12),
			(jobs === '1' ? '' : most.toFixed(2)).padStart(8),
			` ${checksum(at(to))}`,
		];
		console.log(name.padEnd(15) + cells.join(' '));
	}
}
