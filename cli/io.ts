/** Where a command prints to: a stream of the process, or what a test collects. */
export interface Output {
	write(chunk: string | Uint8Array): unknown;
	/** A terminal, which shows colours and progress. */
	readonly isTTY?: boolean;
	/** Width of the terminal. */
	readonly columns?: number;
}

/** What a run of the command is connected to. */
export interface CommandIo {
	readonly stdin: AsyncIterable<Uint8Array | string>;
	readonly stdout: Output;
	readonly stderr: Output;
	/** Variables of the environment. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Aborted by Ctrl-C. */
	readonly signal: AbortSignal;
}
