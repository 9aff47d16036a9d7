/** How a command ends, for scripts. */
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
