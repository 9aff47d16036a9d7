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
 * Many small rooms through one command: scenes to walkmeshes, these to GLB and back, all tables anew, and a build of the same, each in a process of its own with one thread
 * and with several; beside it the floor, which reads the same bytes and writes them. Checksums say that threads change nothing.
 *
 * npm run build && npx tsx bench/many.ts [--rooms 1200] [--triangles 200] [--runs 3] [--jobs 1,2]
 */

const { values: flags } = parseArgs({
	options: {
		rooms: { type: 'string', default: '1200' },
		triangles: { type: 'string', default: '200' },
		runs: { type: 'string', default: '3' },
		jobs: { type: 'string', default: '1,2' },
		cli: { type: 'string', default: join(import.meta.dirname, '../dist/cli.js') },
	},
});
const runs = Number(flags.runs);
const work = join(import.meta.dirname, 'work/many');
const at = (...path: string[]): string => join(work, ...path);

const FLOOR = `
	import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
	const [from, to] = process.argv.slice(1);
	mkdirSync(to, { recursive: true });
	for (const name of readdirSync(from)) writeFileSync(to + '/' + name, readFileSync(from + '/' + name));
`;

function seconds(...args: string[]): number {
	const started = performance.now();
	const { status, stderr } = spawnSync(process.execPath, args, { cwd: work });
	if (status !== 0) throw new Error(`${args.join(' ')}\n${stderr}`);
	return (performance.now() - started) / 1000;
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
console.log('step            jobs  seconds  floor  times floor  rooms/s  against one  checksum');
for (const [name, args, from, to] of STEPS) {
	let one: number | undefined;
	for (const jobs of flags.jobs.split(',')) {
		const samples = Array.from({ length: runs }, () => {
			for (const folder of [to, '.wokflow', 'copy']) rmSync(at(folder), { recursive: true, force: true });
			const taken = seconds(flags.cli, ...args, '-q', '-j', jobs);
			return { taken, floor: seconds('--input-type=module', '-e', FLOOR, from, 'copy') };
		});
		const [taken, floor] = [median(samples.map((each) => each.taken)), median(samples.map((each) => each.floor))];
		one ??= taken;
		const files = readdirSync(at(to)).filter((each) => statSync(at(to, each)).isFile()).length;
		const cells = [
			jobs.padStart(4),
			taken.toFixed(2).padStart(8),
			floor.toFixed(2).padStart(6),
			(taken / floor).toFixed(1).padStart(12),
			String(Math.round(Math.min(files, nodes.length) / taken)).padStart(8),
			(one / taken).toFixed(2).padStart(12),
			` ${checksum(at(to))}`,
		];
		console.log(name.padEnd(15) + cells.join(' '));
	}
}
