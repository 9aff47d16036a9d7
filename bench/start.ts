import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './data.ts';

/**
 * What a person feels a hundred times a day: how long the command takes to start, as a multiple of `node -e 0`, in turns.
 *
 *     npm run build && npx tsx bench/start.ts [--rounds 21] [--node /path/to/another/node]
 *
 * Medians over the rounds of the wall time and of the processor time of each process, each divided by that of `node -e 0` in its own
 * round, and a checksum of what was printed or written. The command is the one in `dist`; its first round fills Node's cache of
 * compiled code (22 and later, where the goal is 2.5), and is shown apart.
 */

const ROOT = resolve(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist/cli.cjs');
const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '21' },
		node: { type: 'string', default: process.execPath },
		cli: { type: 'string', default: CLI },
	},
});
const folder = mkdtempSync(join(tmpdir(), 'wokflow-start-'));
const room = join(folder, 'room.wok');
const made = join(folder, 'made.wok');

const CASES: Readonly<
	Record<string, { readonly args: readonly string[]; readonly output?: string; readonly goal?: number }>
> = {
	'node -e 0': { args: ['-e', '0'] },
	'--version': { args: [values.cli, '--version'], goal: 3 },
	'--help': { args: [values.cli, '--help'], goal: 3 },
	'inspect room.wok': { args: [values.cli, 'inspect', room], goal: 3 },
	'convert small.glb': {
		args: [values.cli, 'convert', join(ROOT, 'fixtures/small/nested-transforms.glb'), made, '-q'],
		output: made,
		goal: 3,
	},
	'convert room.glb': {
		args: [values.cli, 'convert', join(ROOT, 'fixtures/level/rooms/quay_02a.glb'), made, '-q'],
		output: made,
	},
};

interface Run {
	readonly wall: number;
	readonly cpu: number;
	readonly checksum: string;
}

function run({ args, output }: (typeof CASES)[string]): Run {
	const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), NODE_OPTIONS: '' };
	const before = process.resourceUsage();
	const start = performance.now();
	// What a process used of the processor is only told of children together, so it is read by the kernel's own account.
	const { status, stdout, stderr } = spawnSync(
		'bash',
		['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', values.node, ...args],
		{ env },
	);
	const wall = performance.now() - start;
	void before;
	if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
	const [user, system] = String(stderr).trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
	const bytes = output === undefined ? stdout : readFileSync(output);
	return {
		wall,
		cpu: ((user ?? 0) + (system ?? 0)) * 1000,
		checksum: createHash('sha256').update(bytes).digest('hex').slice(0, 8),
	};
}

try {
	spawnSync(values.node, [values.cli, 'convert', join(ROOT, 'fixtures/small/cube-room.obj'), room, '-q']);
	rmSync(join(folder, 'cache'), { recursive: true, force: true });
	const rounds = Array.from({ length: Number(values.rounds) + 1 }, () =>
		Object.fromEntries(Object.entries(CASES).map(([name, each]) => [name, run(each)])),
	);
	const [first, ...warm] = rounds;
	console.log(`${spawnSync(values.node, ['--version']).stdout.toString().trim()}, ${warm.length} rounds`);
	console.log('                     wall ms   × node   cpu ms   × node   goal   first   checksum');
	for (const [name, { goal }] of Object.entries(CASES)) {
		const of = (key: 'wall' | 'cpu'): number[] => warm.map((round) => round[name][key]);
		const ratio = (key: 'wall' | 'cpu'): number =>
			median(warm.map((round) => round[name][key] / round['node -e 0'][key]));
		const sums = new Set(rounds.map((round) => round[name].checksum));
		const cells = [
			name.padEnd(18),
			median(of('wall')).toFixed(0).padStart(10),
			ratio('wall').toFixed(2).padStart(8),
			median(of('cpu')).toFixed(0).padStart(8),
			ratio('cpu').toFixed(2).padStart(8),
			(goal?.toFixed(2) ?? '').padStart(6),
			first[name].wall.toFixed(0).padStart(7),
			`  ${[...sums].join(' ')}`,
		];
		console.log(cells.join(' '));
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
