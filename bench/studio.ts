import { parseArgs } from 'node:util';

/**
 * A studio's build on paper: levels handed out in batches, one process a batch, to workers that get all they read and hand back all they make over one
 * link of whoever hands them out. First it foretells what was measured (the processor time of the busiest thread of `wokflow build`, docs/scaling.md),
 * and ends with exit code 1 where it is further off than it may be; then it goes on to machines that nobody here has.
 *
 * npx tsx bench/studio.ts [--levels 20000] [--workers 64] [--mbit 1000] [--price 0.04] [--changed 1]
 */

const { values: flags } = parseArgs({
	options: {
		levels: { type: 'string', default: '20000' },
		workers: { type: 'string', default: '64' },
		mbit: { type: 'string', default: '1000' },
		price: { type: 'string', default: '0.04' },
		changed: { type: 'string', default: '1' },
	},
});

/** What a level takes: seconds of a processor, and bytes that it reads and makes. */
interface Kind {
	readonly name: string;
	readonly make: number;
	readonly reads: number;
	readonly makes: number;
}

/** Seconds of a process until it begins with its first level. */
const START = 0.75;
/** Seconds of a further thread until then: it loads and compiles the program for itself. */
const THREAD_START = 0.9;
/** Seconds that whoever hands out work is busy with a batch. */
const HANDING_OUT = 0.005;
/** A process has so many levels that its start is at most this share of its time. */
const MOST_START = 0.1;
/** What the model may be off by. */
const MOST_OFF = 0.15;

/** One room of 72 triangles; 50 rooms of 200. Measured with `bench/build.ts`, bytes with `du`. */
const SMALL: Kind = { name: '1 room', make: 0.016, reads: 2_840, makes: 28_500 };
const LARGE: Kind = { name: '50 rooms', make: 1.9, reads: 291_000, makes: 2_441_000 };

/** Threads of one process, which take a level each as they get free. @returns seconds of the busiest */
function threads(levels: number, jobs: number, { make }: Kind): number {
	const busy = Array.from({ length: jobs }, (_, thread) => START + (thread > 0 ? THREAD_START : 0));
	for (let level = 0; level < levels; level++) busy[busy.indexOf(Math.min(...busy))] += make;
	return Math.max(...busy);
}

interface Spread {
	readonly seconds: number;
	readonly busy: number;
	readonly batch: number;
}

/** Workers that take the next batch as they get free. The link carries one batch at a time, inputs before outputs that came later. */
function spread(levels: number, workers: number, kind: Kind, bytesPerSecond: number): Spread {
	const fitting = Math.ceil((START * (1 / MOST_START - 1)) / kind.make);
	const batch = Math.max(1, Math.min(fitting, Math.ceil(levels / workers)));
	const free = Array.from({ length: workers }, () => 0);
	const done: number[] = [];
	let link = 0;
	let busy = 0;
	const carry = (from: number, bytes: number): number => {
		link = Math.max(link, from) + bytes / bytesPerSecond;
		return link;
	};
	/** When outputs are ready, to be carried in the order of that. */
	const ready: { at: number; bytes: number }[] = [];
	const carryReady = (until: number): void => {
		ready.sort((a, b) => a.at - b.at);
		while (ready.length > 0 && ready[0].at <= until) {
			const { at, bytes } = ready.shift() as (typeof ready)[number];
			done.push(carry(at, bytes));
		}
	};
	for (let first = 0; first < levels; first += batch) {
		const count = Math.min(batch, levels - first);
		const worker = free.indexOf(Math.min(...free));
		carryReady(free[worker]);
		const began = carry(free[worker], count * kind.reads) + HANDING_OUT;
		const seconds = START + count * kind.make;
		busy += seconds;
		free[worker] = began + seconds;
		ready.push({ at: free[worker], bytes: count * kind.makes });
	}
	carryReady(Number.POSITIVE_INFINITY);
	return { seconds: Math.max(...done), busy, batch };
}

/** Levels, jobs, and the processor time of the busiest thread, measured. */
const MEASURED: readonly (readonly [levels: number, jobs: number, seconds: number])[] = [
	[100, 1, 2.35],
	[200, 1, 4.16],
	[400, 1, 7.19],
	[100, 2, 2.14],
	[200, 2, 2.67],
	[400, 2, 4.63],
];

console.log('levels  jobs  measured  foretold     off');
for (const [levels, jobs, measured] of MEASURED) {
	const foretold = threads(levels, jobs, SMALL);
	const off = foretold / measured - 1;
	if (Math.abs(off) > MOST_OFF) process.exitCode = 1;
	const cells = [String(levels).padStart(6), String(jobs).padStart(5), measured.toFixed(2).padStart(9)];
	console.log([...cells, foretold.toFixed(2).padStart(9), `${(100 * off).toFixed(0)} %`.padStart(7)].join(' '));
}

const [levels, workers, mbit, price] = [flags.levels, flags.workers, flags.mbit, flags.price].map(Number);
const changed = Math.ceil((levels * Number(flags.changed)) / 100);
console.log(
	`\n${levels} levels, link of ${mbit} Mbit/s, ${price} a core and hour; "changed" is ${flags.changed} % of them`,
);
console.log('level     what      workers  batch     minutes  cores busy  core hours     cost   GB moved');
for (const kind of [SMALL, LARGE])
	for (const [what, count] of [
		['all', levels],
		['changed', changed],
	] as const)
		for (const number of [1, Math.ceil(workers / 8), workers]) {
			const { seconds, busy, batch } = spread(count, number, kind, (mbit * 1e6) / 8);
			const cells = [
				kind.name.padEnd(9),
				what.padEnd(9),
				String(number).padStart(7),
				String(batch).padStart(6),
				(seconds / 60).toFixed(1).padStart(11),
				`${Math.round((100 * busy) / (seconds * number))} %`.padStart(11),
				((seconds * number) / 3600).toFixed(2).padStart(11),
				((seconds * number * price) / 3600).toFixed(2).padStart(8),
				((count * (kind.reads + kind.makes)) / 1e9).toFixed(2).padStart(10),
			];
			console.log(cells.join(' '));
		}
