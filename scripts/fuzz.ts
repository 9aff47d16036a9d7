/**
 * Gives every reader inputs that strangers might: `npm run fuzz -- --minutes 5 [--reader gltf] [--seed 1] [--jobs 2]`.
 *
 * Inputs are read in processes of their own, watched for processor time and memory; what comes out is written, checked by a reader that shares
 * no code with ours, and read back (`test/fuzz/case.ts`). Each reader gets the same share of processor time. A fault is reported with what makes it
 * again: `--reader R --seed S --once`. Exit code 1 when there was one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Answer, Batch, Remarkable } from '../test/fuzz/child.ts';
import { HEAVY, SUBJECTS } from '../test/fuzz/subjects.ts';

/** Every input of at most a megabyte: an answer within this processor time and memory, on a machine as fast as `REFERENCE_MILLISECONDS` says. */
const MOST_MILLISECONDS = 2000;
const MOST_BYTES = 1e9;
/** Wall time without a word after which a process is ended; processor time counts where it answers. */
const HANG_MILLISECONDS = 120_000;
/** What one batch should take. */
const BATCH_MILLISECONDS = 400;

/** What `measureSlowness` may measure on a machine that the limit of time is meant for: chosen, not measured on an idle one. */
const REFERENCE_MILLISECONDS = 50;

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
const slowness = measureSlowness();
console.log(`seed ${first}, readers ${readers.join(', ')}`);
console.log(
	`this machine takes ${slowness.toFixed(1)} times as long as the limit of time is meant for; it is as much longer`,
);

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
	/** Processor time so far. */
	spent: number;
	/** The seed of the next input, and how many make a batch. */
	next: number;
	batch: number;
}
const rows = new Map(
	readers.map((reader): [string, Row] => [
		reader,
		{
			...{ inputs: 0, read: 0, refused: 0, crashes: 0, hangs: 0, slow: 0, large: 0, longest: 0, peak: 0, spent: 0 },
			next: first,
			batch: 1,
		},
	]),
);
/** Faults by what they say, numbers aside: one cause is reported once, with its first seed. */
const faults = new Map<string, { reader: string; seed: number; text: string; count: number }>();

/** How much longer than the limit of time is meant for this machine takes, busy as it is: time for sums of a kind that readers do much of. */
function measureSlowness(): number {
	const numbers = Float64Array.from({ length: 1 << 16 }, (_, i) => (i * 7919) % 65_537);
	let least = Infinity;
	for (let round = 0; round < 5; round++) {
		const before = process.cpuUsage();
		for (let times = 0; times < 12; times++) numbers.slice().sort();
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, (user + system) / 1000);
	}
	return Math.max(1, least / REFERENCE_MILLISECONDS);
}

function tell(reader: string, seed: number, text: string): void {
	const kind = `${reader} ${text.split('\n', 1)[0].replace(/\d+/g, '#')}`;
	const known = faults.get(kind);
	if (known !== undefined) known.count++;
	else {
		faults.set(kind, { reader, seed, text, count: 1 });
		console.log(`--reader ${reader} --seed ${seed} --once\n  ${text.split('\n').slice(0, 6).join('\n  ')}`);
	}
}

/** The next batch, of the reader that has had the least time; one whose single inputs take seconds counts as if it had had more. */
function nextBatch(): Batch | undefined {
	if (performance.now() > end) return undefined;
	let chosen: string | undefined;
	let least = Infinity;
	for (const [reader, { spent, inputs }] of rows) {
		if (values.once && inputs > 0) continue;
		const share = HEAVY.has(reader) ? spent / 2 : spent;
		if (share >= least) continue;
		[chosen, least] = [reader, share];
	}
	if (chosen === undefined) return undefined;
	const row = rows.get(chosen) as Row;
	const count = values.once ? 1 : row.batch;
	const batch = { reader: chosen, seed: row.next >>> 0, count };
	row.next += count;
	row.inputs += count;
	// Others take what is left meanwhile.
	row.spent += 1;
	return batch;
}

function start(): ChildProcess {
	return fork(fileURLToPath(new URL('../test/fuzz/child.ts', import.meta.url)), {
		execArgv: ['--import', 'tsx', '--max-old-space-size=2048'],
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
}

/** Runs batches one after the other; a process that died, hung or grew is followed by another. */
async function worker(): Promise<void> {
	let child = start();
	for (let batch = nextBatch(); batch !== undefined; batch = nextBatch()) child = await runBatch(child, batch);
	child.disconnect();
}

async function runBatch(child: ChildProcess, batch: Batch): Promise<ChildProcess> {
	const { reader, seed, count } = batch;
	const row = rows.get(reader) as Row;
	const answer = await ask(child, batch);
	if (typeof answer === 'string') {
		child.kill('SIGKILL');
		let next = start();
		if (count === 1) {
			row[answer === 'hang' ? 'hangs' : 'crashes']++;
			tell(reader, seed, answer === 'hang' ? `no answer within ${HANG_MILLISECONDS / 1000} s` : answer);
			return next;
		}
		// One by one, to learn which it was.
		for (let i = 0; i < count; i++) next = await runBatch(next, { reader, seed: (seed + i) >>> 0, count: 1 });
		return next;
	}
	row.read += answer.read;
	row.refused += answer.refused;
	row.spent += answer.milliseconds;
	// The first inputs pay for loading and compiling.
	if (row.inputs > 10) row.longest = Math.max(row.longest, answer.longest);
	row.peak = Math.max(row.peak, answer.peak);
	const each = Math.max(answer.milliseconds / count, 0.01);
	row.batch = Math.max(1, Math.min(2000, row.batch * 4, Math.floor(BATCH_MILLISECONDS / each)));
	for (const each of answer.remarkable) tellRemarkable(reader, each, row);
	if (answer.peak < MOST_BYTES * 0.7) return child;
	// What one input took is known of a process that had not grown before.
	child.kill('SIGKILL');
	return start();
}

function tellRemarkable(reader: string, { seed, fault, milliseconds, peak }: Remarkable, row: Row): void {
	if (fault !== undefined) {
		row.crashes++;
		tell(reader, seed, fault);
	}
	if (milliseconds > MOST_MILLISECONDS * slowness) {
		row.slow++;
		tell(reader, seed, `slow: ${Math.round(milliseconds)} ms of processor time`);
	}
	if (peak > MOST_BYTES) {
		row.large++;
		tell(reader, seed, `large: ${Math.round(peak / 1e6)} MB`);
	}
}

function ask(child: ChildProcess, batch: Batch): Promise<Answer | string> {
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
		child.send(batch);
	});
}

await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, worker));
console.table(
	Object.fromEntries(
		[...rows].map(([reader, { longest, peak, spent, next: _next, batch: _batch, ...counts }]) => [
			reader,
			{
				...counts,
				'longest ms': Math.round(longest),
				'peak MB': Math.round(peak / 1e6),
				'a second': spent > 0 ? Math.round((counts.inputs / spent) * 1000) : 0,
			},
		]),
	),
);
const total = [...rows.values()].reduce((sum, { inputs }) => sum + inputs, 0);
console.log(`${total} inputs, ${faults.size} kinds of faults, seed ${first}`);
for (const { reader, seed, text, count } of faults.values())
	console.log(`${count} ×  --reader ${reader} --seed ${seed} --once  ${text.split('\n', 1)[0]}`);
process.exitCode = faults.size > 0 ? 1 : 0;
