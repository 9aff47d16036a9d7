import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FlatPart, flatten } from '../fixtures/make/flatten.ts';
import { writeGlb } from '../fixtures/make/glb.ts';
import { gridScene } from '../fixtures/make/grid-level/scene.ts';
import { makeLevel } from '../fixtures/make/grid-level.ts';
import { type ObjObject, writeObj } from '../fixtures/make/obj.ts';
import { median } from './data.ts';

/**
 * The whole command, `wokflow convert LEVEL OUT.wok`, in a process of its own, against the floor measured in turns with it: read the
 * input's bytes once and sum them, fill the output's bytes, write them.
 *
 * npm run build && npx tsx bench/convert.ts [--sizes 10000,100000,1000000] [--runs 5] [--csv bench/history.csv]
 */

const { values: flags } = parseArgs({
	options: {
		sizes: { type: 'string', default: '10000,100000,1000000' },
		runs: { type: 'string', default: '5' },
		csv: { type: 'string' },
	},
});
const sizes = flags.sizes.split(',').map(Number);
const runs = Number(flags.runs);
const root = join(import.meta.dirname, '..');
const work = join(import.meta.dirname, 'work');
const command = join(root, 'dist/cli.cjs');
if (!existsSync(command)) throw new Error('npm run build first');
mkdirSync(work, { recursive: true });

interface Sample {
	/** Seconds. */
	wall: number;
	/** Seconds that all threads computed together. */
	cpu: number;
	/** MiB. */
	peak: number;
}

function run(...args: string[]): Sample {
	const started = performance.now();
	const { status, stderr } = spawnSync(process.execPath, [
		'--import',
		join(import.meta.dirname, 'measure-child.mjs'),
		...args,
	]);
	const wall = (performance.now() - started) / 1000;
	if (status !== 0) throw new Error(stderr.toString());
	// Each thread says it at its end, the process last.
	const [, peak, cpu] = /peak (\d+) cpu (\d+)\s*$/.exec(stderr.toString()) ?? [];
	return { wall, cpu: Number(cpu) / 1e6, peak: Number(peak) / 1024 };
}

/** One object a room, as exporters write them. */
function objects(parts: readonly FlatPart[]): ObjObject[] {
	const rooms = new Map<string, FlatPart[]>();
	for (const part of parts) rooms.set(part.path[0], [...(rooms.get(part.path[0]) ?? []), part]);
	return [...rooms].map(([name, own]) => ({ name, parts: own }));
}

console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}, median of ${runs} runs`);
console.log(
	'format  triangles   input MB   wall s  floor s  times floor    cpu s  times cpu  peak MiB  exponent  checksum',
);
const last = new Map<string, { triangles: number; wall: number }>();
for (const size of sizes) {
	const level = makeLevel({
		rooms: Math.max(1, Math.round(size / 10_000)),
		trianglesPerRoom: Math.min(size, 10_000),
		seed: 7,
	});
	const scene = gridScene(level);
	const inputs = { glb: join(work, `${size}.glb`), obj: join(work, `${size}.obj`) };
	writeFileSync(inputs.glb, writeGlb(scene));
	writeFileSync(inputs.obj, writeObj(objects(flatten(scene))));
	for (const [format, input] of Object.entries(inputs)) {
		// A name that the game can load.
		const output = join(work, `${format}_${size}.wok`);
		run(command, 'convert', input, output, '--quiet');
		const bytes = statSync(output).size;
		const samples: { ours: Sample; floor: Sample }[] = [];
		for (let i = 0; i < runs; i++) {
			const floor = run(join(import.meta.dirname, 'floor.mjs'), input, join(work, 'floor.bin'), String(bytes));
			samples.push({ ours: run(command, 'convert', input, output, '--quiet'), floor });
		}
		const wall = median(samples.map(({ ours }) => ours.wall));
		const floor = median(samples.map((sample) => sample.floor.wall));
		const cpu = median(samples.map(({ ours }) => ours.cpu));
		const floorCpu = median(samples.map((sample) => sample.floor.cpu));
		const peak = median(samples.map(({ ours }) => ours.peak));
		const before = last.get(format);
		const exponent = before && Math.log(wall / before.wall) / Math.log(level.triangleCount / before.triangles);
		last.set(format, { triangles: level.triangleCount, wall });
		const checksum = createHash('sha256').update(readFileSync(output)).digest('hex').slice(0, 12);
		const cells = [
			format.padEnd(6),
			String(level.triangleCount).padStart(10),
			(statSync(input).size / 1e6).toFixed(1).padStart(10),
			wall.toFixed(3).padStart(8),
			floor.toFixed(3).padStart(8),
			(wall / floor).toFixed(2).padStart(12),
			cpu.toFixed(3).padStart(8),
			(cpu / floorCpu).toFixed(2).padStart(10),
			peak.toFixed(0).padStart(9),
			(exponent?.toFixed(2) ?? '-').padStart(9),
			checksum,
		];
		console.log(cells.join(' '));
		if (flags.csv)
			appendFileSync(
				flags.csv,
				`${new Date().toISOString().slice(0, 10)},${cells.map((cell) => cell.trim()).join(',')}\n`,
			);
		rmSync(output);
	}
}
