/**
 * Small files that once took a minute and more: `npm run bench:offenders [NAME …]`. Each is read by a command in a process of its own; told are
 * how large the file is, the processor time and the most memory of the process, start included, and how it ended.
 *
 * With `-- --commands` each heap is made as large as a megabyte of GLB lets it be, and read by every command that takes a scene.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { glbOfHeap, HEAPS, heapOfRooms, objOfHeap, squareData } from '../test/fuzz/heaps.ts';
import { GltfMaker, packGlb, SQUARE, SQUARE_INDICES, squareDocument } from '../test/support/gltf-maker.ts';
import { generator } from '../test/support/mutate.ts';

interface Offender {
	readonly file: string;
	readonly bytes: () => Uint8Array;
	readonly args: readonly string[];
}

const text = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join('\n')}\n`);
const rooms = (count: number, kind: 'spot' | 'row') => () =>
	packGlb(heapOfRooms(count, kind, generator(1)) as never, squareData());
const heap = (name: string) => () => objOfHeap(HEAPS[name](10_000, generator(1)), 1e6);

function manyNodes(nodes: number, triangles: number, name = 'Stone', primitives = 1): Uint8Array {
	const maker = new GltfMaker();
	const list = triangles === 2 ? SQUARE_INDICES : Array.from({ length: triangles * 3 }, (_, i) => i % 4);
	const primitive = {
		attributes: { POSITION: maker.points(SQUARE) },
		indices: maker.indices(list),
		material: maker.material(name),
	};
	const mesh = maker.mesh(Array.from({ length: primitives }, () => primitive));
	for (let i = 0; i < nodes; i++) maker.node({ mesh, translation: [i * 2, 0, 0] });
	return maker.glb();
}

function markers(): Uint8Array {
	const maker = squareDocument();
	const at = (i: number): number[] => [(i % 110) * 2, 0, Math.floor(i / 110) * 2];
	const points = Array.from({ length: 12_000 }, (_, i) =>
		[0, 1, 2].flatMap((k) =>
			at(i).map((v, axis) => v + (k === 1 && axis === 0 ? 1 : 0) - (k === 2 && axis === 2 ? 1 : 0)),
		),
	);
	maker.node({
		mesh: maker.mesh([{ attributes: { POSITION: maker.points(points.flat()) }, material: maker.material('Stone') }]),
	});
	for (let i = 0; i < 9000; i++) maker.node({ name: `transition_${i % 9}`, translation: at(i) });
	return maker.glb();
}

function layout(rooms: number): Uint8Array {
	const lines = Array.from({ length: rooms }, (_, i) => `r${i} ${i * 10} 0.0 0.0`);
	return text(['beginlayout', `roomcount ${rooms}`, ...lines, 'trackcount 0', 'obstaclecount 0', 'donelayout']);
}

const CONVERT = ['convert', 'FILE', 'out.wok'];
const OFFENDERS: Readonly<Record<string, Offender>> = {
	'an accessor of 22 million elements without data': {
		file: 'bufferless.glb',
		bytes: () => {
			const maker = squareDocument();
			maker.json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 22_000_000 };
			return maker.glb();
		},
		args: CONVERT,
	},
	'1,000 rooms in one spot': { file: 'spot.glb', bytes: rooms(1000, 'spot'), args: ['level', 'FILE', 'out'] },
	'9,000 rooms in a row': { file: 'row.glb', bytes: rooms(9000, 'row'), args: ['level', 'FILE', 'out'] },
	'9,000 markers and 12,000 triangles': { file: 'markers.glb', bytes: markers, args: CONVERT },
	'one mesh at 400 nodes': { file: 'nodes.glb', bytes: () => manyNodes(400, 20_000), args: CONVERT },
	'mtllib lines of 20,000 words': {
		file: 'words.obj',
		bytes: () =>
			text([
				...Array.from({ length: 8 }, (_, i) => `mtllib ${`a${i}.mtl `.repeat(20_000)}`),
				'v 0 0 0',
				'v 1 0 0',
				'v 0 0 -1',
				'usemtl Stone',
				'f 1 2 3',
			]),
		args: CONVERT,
	},
	'a layout of 25,000 rooms without files': { file: 'rooms.lyt', bytes: () => layout(25_000), args: ['check', 'FILE'] },
	'420 primitives at 300 nodes': {
		file: 'primitives.glb',
		bytes: () => manyNodes(300, 2, 'Stone', 420),
		args: CONVERT,
	},
	'a material name of 800,000 letters': {
		file: 'name.glb',
		bytes: () => manyNodes(1, 2, 'x'.repeat(800_000)),
		args: CONVERT,
	},
	'a material name of 800,000 underscores': {
		file: 'under.glb',
		bytes: () => manyNodes(1, 2, '_'.repeat(800_000)),
		args: CONVERT,
	},
	'a material name of 100,000 letters at 120,000 parts': {
		file: 'parts.glb',
		bytes: () => manyNodes(3000, 2, 'Stone'.repeat(20_000), 40),
		args: CONVERT,
	},
	'zigzag polygons of the same corners': {
		file: 'zigzag.obj',
		bytes: () => {
			const corners = Array.from({ length: 2000 }, (_, i) => `v ${i % 2 === 0 ? i / 100 : -i / 100} 0 ${i}`);
			return text([
				...corners,
				'usemtl Stone',
				...Array.from({ length: 60 }, () => `f ${Array.from({ length: 2000 }, (_, i) => i + 1).join(' ')}`),
			]);
		},
		args: CONVERT,
	},
	...Object.fromEntries(
		Object.keys(HEAPS).map((name) => [`heap: ${name}`, { file: `${name}.obj`, bytes: heap(name), args: CONVERT }]),
	),
};

/** Command lines that read a scene: 0 or 1 is their exit code, 3 where a limit refuses the scene. */
const COMMANDS: readonly (readonly string[])[] = [
	CONVERT,
	['convert', 'FILE', 'out.glb'],
	['check', 'FILE'],
	['inspect', 'FILE'],
	['inspect', '--stats', 'FILE'],
	['assemble', '--list', 'FILE'],
	['level', 'FILE', 'out'],
	['paths', 'FILE', '-o', 'out.pth'],
	['plan', 'FILE', '-o', 'out.svg'],
	['plan', '--minimap', 'FILE', '-o', 'out.tga'],
	['view', 'FILE', '-o', 'out.html'],
	['query', 'FILE', 'route', '0.2,0.2,9', '0.9,0.9,9'],
	['init', 'FILE'],
];
const BY_COMMAND: Readonly<Record<string, Offender>> = Object.fromEntries(
	Object.entries(HEAPS).flatMap(([name, make]) =>
		COMMANDS.map((args): [string, Offender] => [
			`${name}: ${args.join(' ')}`,
			{ file: `${name}.glb`, bytes: () => glbOfHeap(make(60_000, generator(1)), 1e6), args },
		]),
	),
);

if (process.argv[2] === '--run') await run(process.argv.slice(3));
else if (process.argv[2] === '--commands') await measureAll(process.argv.slice(3), BY_COMMAND);
else await measureAll(process.argv.slice(2), OFFENDERS);

/** In the process that is measured. */
async function run(args: readonly string[]): Promise<void> {
	const { runCli } = await import('../cli/program.ts');
	const sink = { write: () => undefined };
	const io = {
		stdin: process.stdin,
		stdout: sink,
		stderr: sink,
		env: process.env,
		signal: new AbortController().signal,
	};
	const before = process.cpuUsage();
	const code = await runCli(args, io);
	const { user, system } = process.cpuUsage(before);
	process.send?.({ code, seconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1000 });
}

async function measureAll(names: readonly string[], offenders: Readonly<Record<string, Offender>>): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'offenders-'));
	for (const [name, { file, bytes, args }] of Object.entries(offenders)) {
		if (names.length > 0 && !names.some((each) => name.includes(each))) continue;
		const own = mkdtempSync(join(folder, `${file.replace('.', '-')}-`));
		const made = bytes();
		writeFileSync(join(own, file), made);
		const child = fork(fileURLToPath(import.meta.url), ['--run', ...args.map((arg) => (arg === 'FILE' ? file : arg))], {
			cwd: own,
			execArgv: ['--import', import.meta.resolve('tsx')],
			env: { ...process.env, WOKFLOW_STATE: join(folder, 'state') },
		});
		const answer = await new Promise<{ code: number; seconds: number; megabytes: number } | undefined>((resolve) => {
			child.on('message', (message) => resolve(message as never));
			child.on('exit', () => resolve(undefined));
		});
		const told =
			answer === undefined
				? 'died'
				: `${answer.seconds.toFixed(1)} s | ${Math.round(answer.megabytes)} MB | exit ${answer.code}`;
		console.log(`| ${name} | ${Math.round(made.length / 1000)} kB | ${told} |`);
	}
	rmSync(folder, { recursive: true });
}
