import { runCase } from './case.ts';

/**
 * A process that runs cases for `npm run fuzz`: whatever happens to it, the one that started it goes on. It is told a reader and a seed, and
 * answers with what came of it, the processor time it took, in milliseconds, and the most memory it ever had, in bytes.
 */
export interface Task {
	readonly reader: string;
	readonly seed: number;
}

export interface Answer extends Task {
	readonly outcome?: 'read' | 'refused';
	readonly fault?: string;
	readonly milliseconds: number;
	readonly peak: number;
}

process.on('message', (task: Task) => void answer(task));
process.on('disconnect', () => process.exit());

async function answer({ reader, seed }: Task): Promise<void> {
	const before = process.cpuUsage();
	let result: Pick<Answer, 'outcome' | 'fault'>;
	try {
		result = { outcome: await runCase(reader, seed) };
	} catch (error) {
		result = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
	const { user, system } = process.cpuUsage(before);
	const peak = process.resourceUsage().maxRSS * 1024;
	process.send?.({ reader, seed, ...result, milliseconds: (user + system) / 1000, peak } satisfies Answer);
}
