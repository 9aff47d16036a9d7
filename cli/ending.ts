/** How a command ends. Small and without imports, because the thread that watches a command needs it from the start. */

/** Exit codes, for scripts. */
export const EXIT: {
	/** Everything that was asked for is done. */
	readonly fine: 0;
	/** Findings of severity error, or two walkmeshes that differ. */
	readonly findings: 1;
	/** The command was used wrongly. */
	readonly usage: 2;
	/** An input could not be read or an output not be written. */
	readonly input: 3;
	/** Stopped by Ctrl-C. */
	readonly interrupted: 130;
} = { fine: 0, findings: 1, usage: 2, input: 3, interrupted: 130 };

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
