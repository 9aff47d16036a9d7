/**
 * Notices of a thread to the process or thread that watches it, so that it can be ended at any moment with a message about what it was doing. A
 * busy thread cannot answer questions, but notices that it has already sent arrive.
 */
export type Notice =
	/** A stage of the user's own is running; undefined when it has ended. */
	| { readonly stage: StagePlace | undefined }
	/** A temporary file or folder, to be removed if the thread is ended before it does so itself. */
	| { readonly holds: string }
	| { readonly lets: string }
	/** Another process goes on with the command, receives Ctrl-C as well and ends by itself; this one only waits for it. */
	| { readonly follows: boolean }
	/** Limits from a config; 0 means no limit. */
	| { readonly limits: Limits };

export interface StagePlace {
	readonly stage: string;
	readonly target?: string;
	readonly room?: string;
}

export interface Limits {
	/** Seconds. */
	readonly timeout?: number;
	/** Megabytes. */
	readonly maxMemory?: number;
}

/** The least `maxMemory`: a command takes that much before it has read anything. */
export const LEAST_MEMORY = 64;

let listener: ((notice: Notice) => void) | undefined;
let target: string | undefined;

/** Sets the function that gets the notices of this thread. */
export function watchNotices(listen: (notice: Notice) => void): void {
	listener = listen;
}

export function notice(what: Notice): void {
	listener?.(what);
}

/** Sets the target of a config that stages belong to from now on, for messages. */
export function workingOn(name: string | undefined): void {
	target = name;
}

/** Describes a stage for messages: `stage "my-stage" of target "quay" in room quay_01a`. */
export function describeStage({ stage, target: of = target, room }: StagePlace): string {
	return `stage "${stage}"${of === undefined ? '' : ` of target "${of}"`}${room === undefined ? '' : ` in room ${room}`}`;
}

/** Where a stage of the user's own runs. */
export function stagePlace(stage: string, room: string | undefined): StagePlace {
	return { stage, ...(target === undefined ? {} : { target }), ...(room === undefined ? {} : { room }) };
}

/** An unexpected error of a stage, with its stage, target and room. */
export class StageError extends Error {
	constructor({ stage, target: of, room }: StagePlace, reason: unknown) {
		const where = `Stage "${stage}"${of === undefined ? '' : ` of target "${of}"`} failed${room === undefined ? '' : ` in room ${room}`}`;
		super(`${where}: ${reason instanceof Error ? reason.message : String(reason)}`, { cause: reason });
		this.name = 'StageError';
	}
}
