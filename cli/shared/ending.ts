/** How a command ends. Small and without imports, because what watches a command needs it from the start. */

/** Exit codes, for scripts. */
export const EXIT = {
	/** Everything that was asked for is done. */
	fine: 0,
	/** Findings of severity error, or two walkmeshes that differ. */
	findings: 1,
	/** The command was used wrongly. */
	usage: 2,
	/** An input could not be read or an output not be written. */
	input: 3,
	/** Stopped by Ctrl-C. */
	interrupted: 130,
} as const;

/** Kinds of failures, by what can be done about them. */
export type FailureKind = 'usage' | 'input' | 'interrupted' | 'limit' | 'system' | 'internal';

export const EXIT_CODES: Readonly<Record<FailureKind, number>> = {
	usage: EXIT.usage,
	input: EXIT.input,
	interrupted: EXIT.interrupted,
	limit: EXIT.input,
	system: EXIT.input,
	internal: EXIT.input,
};

/** What is said after Ctrl-C. */
export const INTERRUPTED = 'Interrupted; nothing more was written.';

/** Ctrl-C, the end of a job, and a terminal that is closed. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends the process once its streams have passed on what was written to them: a pipe holds 64 KiB, and the rest waits for its reader.
 * Nothing else ends it, but what waits for no reader any more.
 */
export function exitWritten(code: number, streams: readonly NodeJS.WriteStream[]): void {
	const waiting = new Set(streams.filter(({ writableLength }) => writableLength > 0));
	if (waiting.size === 0) process.exit(code);
	for (const stream of waiting)
		stream.write('', () => {
			waiting.delete(stream);
			// Those who listen for errors come first: where the reader has gone, they know the code.
			if (waiting.size === 0) setImmediate(() => process.exit(code));
		});
}

/** Why standard output takes no more. */
export function unheardText({ message }: Error): string {
	return `standard output cannot be written: ${message}`;
}
