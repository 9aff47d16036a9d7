import { runCase } from './case.ts';

/**
 * A process that runs cases for `npm run fuzz`: whatever happens to it, the one that started it goes on. It is reported a reader and the seeds of a
 * batch, and answers with what came of them. When it is silent for long, one seed of the batch is to blame, and they are run one by one.
 */
export interface Batch {
	readonly reader: string;
	readonly seed: number;
	readonly count: number;
}

/** An input that there is something to be said of. */
export interface Remarkable {
	readonly seed: number;
	readonly fault?: string;
	/** Processor time. */
	readonly milliseconds: number;
	/** The most memory that the process ever had, bytes. */
	readonly peak: number;
}

/** What came of a batch: a message for each input would cost more than most of them do. */
export interface Answer {
	readonly read: number;
	readonly refused: number;
	readonly remarkable: readonly Remarkable[];
	/** Processor time of the longest, and of all. */
	readonly longest: number;
	readonly milliseconds: number;
	readonly peak: number;
}

/** Inputs that take less need not be reported. */
const LONG_MILLISECONDS = 1000;

process.on('message', (batch: Batch) => void run(batch));
process.on('disconnect', () => process.exit());

function used(before: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

const peakMemory = (): number => process.resourceUsage().maxRSS * 1024;

async function run({ reader, seed: first, count }: Batch): Promise<void> {
	const start = process.cpuUsage();
	const outcomes = { read: 0, refused: 0 };
	const remarkable: Remarkable[] = [];
	let longest = 0;
	for (let i = 0; i < count; i++) {
		const seed = (first + i) >>> 0;
		const before = process.cpuUsage();
		let fault: string | undefined;
		try {
			outcomes[await runCase(reader, seed)]++;
		} catch (error) {
			fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
		}
		const milliseconds = used(before);
		longest = Math.max(longest, milliseconds);
		if (fault === undefined && milliseconds < LONG_MILLISECONDS && peakMemory() < 5e8) continue;
		remarkable.push({ seed, milliseconds, peak: peakMemory(), ...(fault === undefined ? {} : { fault }) });
	}
	const answer: Answer = { ...outcomes, remarkable, longest, milliseconds: used(start), peak: peakMemory() };
	process.send?.(answer);
}
