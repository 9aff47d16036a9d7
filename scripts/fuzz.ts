/**
 * Gives every reader inputs that strangers might: `npm run fuzz -- --minutes 5 [--reader gltf] [--seed 1] [--jobs 2]`.
 *
 * Each input is read in a process of its own kind, watched for processor time and memory; what comes out is written, checked by a reader that
 * shares no code with ours, and read back (`test/fuzz/case.ts`). A fault is told with what makes it again: `--reader R --seed S --once`.
 * Exit code 1 when there was one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Answer, Task } from '../test/fuzz/child.ts';
import { SUBJECTS } from '../test/fuzz/subjects.ts';

/** Issue of every input of at most a megabyte: an answer within this processor time and memory. */
const MOST_MILLISECONDS = 2000;
const MOST_BYTES = 1e9;
/** Wall time after which a process is ended; processor time counts where it answers. */
const HANG_MILLISECONDS = 30_000;

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '1' },
		reader: { type: 'string', multiple: true, default: [] },
		seed: { type: 'string' },
		jobs: { type: 'string', default: String(Math.min(4, cpus().length)) },
		once: { type: 'boolean', default: false },
	},
});
const readers = values.reader.length > 0 ? values.reader : Object.keys(SUBJECTS);
for (const reader of readers) {
	if (SUBJECTS[reader] !== undefined) continue;
	console.error(`There is no reader "${reader}". Choose one: ${Object.keys(SUBJECTS).join(', ')}`);
	process.exit(2);
}
const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const end = performance.now() + Number(values.minutes) * 60_000;
console.log(`seed ${first}, readers ${readers.join(', ')}`);

interface Row {
	inputs: number;
	read: number;
	refused: number;
	crashes: number;
	hangs: number;
	slow: number;
	large: number;
	longest: number;
	peak: number;
}
const rows = new Map(
	readers.map((reader): [string, Row] => [
		reader,
		{ inputs: 0, read: 0, refused: 0, crashes: 0, hangs: 0, slow: 0, large: 0, longest: 0, peak: 0 },
	]),
);
/** Faults by what they say, numbers aside: one cause is told once, with its first seed. */
const faults = new Map<string, { task: Task; text: string; count: number }>();
let next = 0;

function tell(task: Task, text: string): void {
	const kind = text.split('\n', 1)[0].replace(/\d+/g, '#');
	const known = faults.get(kind);
	if (known !== undefined) known.count++;
	else {
		faults.set(kind, { task, text, count: 1 });
		console.log(`--reader ${task.reader} --seed ${task.seed} --once\n  ${text.split('\n').slice(0, 6).join('\n  ')}`);
	}
}

function nextTask(): Task | undefined {
	if (values.once && next >= readers.length) return undefined;
	if (performance.now() > end) return undefined;
	const task = { reader: readers[next % readers.length], seed: (first + Math.floor(next / readers.length)) >>> 0 };
	next++;
	return task;
}

function start(): ChildProcess {
	return fork(fileURLToPath(new URL('../test/fuzz/child.ts', import.meta.url)), {
		execArgv: ['--import', 'tsx', '--max-old-space-size=2048'],
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
}

/** Runs tasks one after the other; a process that died, hung or grew is followed by another. */
async function worker(): Promise<void> {
	let child = start();
	for (let task = nextTask(); task !== undefined; task = nextTask()) {
		const row = rows.get(task.reader) as Row;
		const answer = await ask(child, task);
		row.inputs++;
		if (typeof answer === 'string') {
			row[answer === 'hang' ? 'hangs' : 'crashes']++;
			tell(task, answer === 'hang' ? `no answer within ${HANG_MILLISECONDS / 1000} s` : answer);
			child.kill('SIGKILL');
			child = start();
			continue;
		}
		const { outcome, fault, milliseconds, peak } = answer;
		if (outcome !== undefined) row[outcome]++;
		if (fault !== undefined) {
			row.crashes++;
			tell(task, fault);
		}
		// The first inputs pay for loading and compiling.
		if (row.inputs > 10) row.longest = Math.max(row.longest, milliseconds);
		row.peak = Math.max(row.peak, peak);
		if (milliseconds > MOST_MILLISECONDS) {
			row.slow++;
			tell(task, `slow: ${Math.round(milliseconds)} ms of processor time`);
		}
		if (peak > MOST_BYTES) {
			row.large++;
			tell(task, `large: ${Math.round(peak / 1e6)} MB`);
			child.kill('SIGKILL');
			child = start();
		}
	}
	child.disconnect();
}

function ask(child: ChildProcess, task: Task): Promise<Answer | string> {
	return new Promise((resolve) => {
		const done = (answer: Answer | string): void => {
			clearTimeout(timer);
			child.off('message', onMessage);
			child.off('exit', onExit);
			resolve(answer);
		};
		const onMessage = (answer: unknown): void => done(answer as Answer);
		const onExit = (code: number | null, signal: string | null): void => done(`the process ended: ${signal ?? code}`);
		const timer = setTimeout(() => done('hang'), HANG_MILLISECONDS);
		child.on('message', onMessage);
		child.on('exit', onExit);
		child.send(task);
	});
}

await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, worker));
console.table(
	Object.fromEntries(
		[...rows].map(([reader, { longest, peak, ...counts }]) => [
			reader,
			{ ...counts, 'longest ms': Math.round(longest), 'peak MB': Math.round(peak / 1e6) },
		]),
	),
);
const total = [...rows.values()].reduce((sum, { inputs }) => sum + inputs, 0);
console.log(`${total} inputs, ${faults.size} kinds of faults, seed ${first}`);
for (const { task, text, count } of faults.values())
	console.log(`${count} ×  --reader ${task.reader} --seed ${task.seed} --once  ${text.split('\n', 1)[0]}`);
process.exitCode = faults.size > 0 ? 1 : 0;
