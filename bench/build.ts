import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeGlb } from '../fixtures/make/glb.ts';
import { gridScene } from '../fixtures/make/grid-level/scene.ts';
import { makeLevel } from '../fixtures/make/grid-level.ts';
import type { Scene, SceneNode } from '../fixtures/make/scene.ts';
import { median } from './data.ts';

/**
 * `wokflow build` of a level in processes of its own: from nothing, up to date, and after a change inside of one room; beside it the floor,
 * which lists and hashes the inputs and the outputs, since an edited output is made again. "scene" has all rooms in one GLB, "rooms" a layout with a GLB for each, "levels" as many levels of a room each.
 * Seconds are those of the clock and, behind the stroke, of the processor, in all threads.
 *
 * npm run build && npx tsx bench/build.ts [--rooms 2000] [--triangles 200] [--runs 3] [--jobs 1,2] [--of scene,rooms] [--prof DIR]
 */

const { values: flags } = parseArgs({
	options: {
		rooms: { type: 'string', default: '50,2000' },
		triangles: { type: 'string', default: '200' },
		runs: { type: 'string', default: '3' },
		jobs: { type: 'string', default: '1,2' },
		of: { type: 'string', default: 'rooms,scene' },
		cli: { type: 'string', default: join(import.meta.dirname, '../dist/cli.cjs') },
	},
});
const runs = Number(flags.runs);
const work = join(import.meta.dirname, 'work/build');
const aside = join(import.meta.dirname, 'work/build-aside');
let count = 0;

/** Deleted only in the end: for five seconds ext4 looks at each file that was deleted whenever one is made, which took a fifth of a build. */
function putAside(path: string): void {
	mkdirSync(aside, { recursive: true });
	if (existsSync(path)) renameSync(path, join(aside, String(count++)));
}

interface Taken {
	readonly wall: number;
	readonly cpu: number;
}

function seconds(...args: string[]): Taken {
	const started = performance.now();
	const command = ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', process.execPath, ...args];
	const { status, stderr } = spawnSync('bash', command, { cwd: work, encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr);
	const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
	return { wall: (performance.now() - started) / 1000, cpu: user + system };
}

/** The room with the points inside of it, which no other room touches, a little higher. */
function raised(node: SceneNode, by: number): SceneNode {
	const [first, ...rest] = node.mesh?.primitives ?? [];
	const positions = first.positions.slice();
	for (let i = 1; i < positions.length; i += 3) if (positions[i] !== 0) positions[i] += by;
	return { ...node, mesh: { name: node.name, primitives: [{ ...first, positions }, ...rest] } };
}

/** Files of a folder and below, by path. */
function filesOf(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

function checksum(folder: string): string {
	const hash = createHash('sha256');
	for (const path of filesOf(folder)) hash.update(readFileSync(path));
	return hash.digest('hex').slice(0, 12);
}

const FLOOR = `
	import { createHash } from 'node:crypto';
	import { readdirSync, readFileSync } from 'node:fs';
	for (const folder of ['in', 'out'])
		for (const name of readdirSync(folder)) createHash('sha256').update(readFileSync(folder + '/' + name)).digest();
`;

interface Kind {
	readonly target: object;
	/** Writes the inputs. */
	write(scene: Scene): void;
	/** Writes what a change of one room changes. */
	change(scene: Scene, room: number): void;
}

const roomBytes = ({ translation: _, ...node }: SceneNode): Uint8Array => writeGlb({ name: node.name, nodes: [node] });

const KINDS: Readonly<Record<string, Kind>> = {
	scene: {
		target: { level: 'in/grid.glb' },
		write: (scene) => writeFileSync(join(work, 'in/grid.glb'), writeGlb(scene)),
		change: (scene) => writeFileSync(join(work, 'in/grid.glb'), writeGlb(scene)),
	},
	rooms: {
		target: { level: 'in/grid.lyt' },
		write({ nodes }) {
			const lines = nodes.map(({ name, translation: [x, y, z] = [0, 0, 0] }) => `      ${name} ${x} ${-z} ${y}`);
			const head = ['beginlayout', `   roomcount ${nodes.length}`];
			const tail = ['   trackcount 0', '   obstaclecount 0', '   doorhookcount 0', 'donelayout', ''];
			writeFileSync(join(work, 'in/grid.lyt'), [...head, ...lines, ...tail].join('\r\n'));
			for (const node of nodes) writeFileSync(join(work, `in/${node.name}.glb`), roomBytes(node));
		},
		change: ({ nodes }, room) => writeFileSync(join(work, `in/${nodes[room].name}.glb`), roomBytes(nodes[room])),
	},
	levels: {
		target: { levels: 'in/*.glb' },
		write({ nodes }) {
			for (const node of nodes) writeFileSync(join(work, `in/${node.name}.glb`), roomBytes(node));
		},
		change: ({ nodes }, room) => writeFileSync(join(work, `in/${nodes[room].name}.glb`), roomBytes(nodes[room])),
	},
};

console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}, median of ${runs} runs, seconds`);
console.log(
	'of     rooms  triangles  jobs          cold      one room   share CPU    up to date       floor  times floor  checksum',
);
for (const rooms of flags.rooms.split(',').map(Number)) {
	const scene = gridScene(makeLevel({ rooms, trianglesPerRoom: Number(flags.triangles), seed: 7 }));
	for (const of of flags.of.split(',')) {
		const kind = KINDS[of];
		for (const jobs of flags.jobs.split(',')) {
			putAside(work);
			mkdirSync(join(work, 'in'), { recursive: true });
			kind.write(scene);
			const config = { targets: { grid: { ...kind.target, out: 'out' } } };
			writeFileSync(join(work, 'wokflow.config.json'), JSON.stringify(config));
			const build = (): Taken => seconds(flags.cli, 'build', '-q', '-j', jobs);
			const samples = Array.from({ length: runs }, (_, run) => {
				for (const folder of ['out', '.wokflow']) putAside(join(work, folder));
				kind.write(scene);
				const cold = build();
				const sum = checksum(join(work, 'out'));
				const room = (17 * (run + 1)) % rooms;
				const nodes = [...scene.nodes];
				nodes[room] = raised(nodes[room], 0.125);
				kind.change({ ...scene, nodes }, room);
				const one = build();
				const again = build();
				const floor = seconds('--input-type=module', '-e', FLOOR);
				return { cold, sum, one, again, floor };
			});
			const [cold, one, again, floor] = (['cold', 'one', 'again', 'floor'] as const).map((key) => ({
				wall: median(samples.map((sample) => sample[key].wall)),
				cpu: median(samples.map((sample) => sample[key].cpu)),
			}));
			const told = ({ wall, cpu }: Taken): string => `${wall.toFixed(2)}/${cpu.toFixed(2)}`.padStart(13);
			const cells = [
				String(rooms).padStart(6),
				flags.triangles.padStart(10),
				jobs.padStart(5),
				told(cold),
				told(one),
				`${Math.round((100 * one.wall) / cold.wall)} ${Math.round((100 * one.cpu) / cold.cpu)} %`.padStart(11),
				told(again),
				told(floor).padStart(11),
				(again.wall / floor.wall).toFixed(2).padStart(12),
				`  ${samples[0].sum}`,
			];
			console.log(of.padEnd(6) + cells.join(' '));
		}
	}
}
rmSync(aside, { recursive: true, force: true });
