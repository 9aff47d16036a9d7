/**
 * What a thread tells whoever watches it from outside, so that it can be ended at any moment, and be told apart by what it was doing: a thread
 * that computes answers nothing, but what it has sent arrives.
 */
export type Notice =
	/** A stage of the user's own is running; undefined when it has ended. */
	| { readonly stage: StagePlace | undefined }
	/** A file or folder that has to go when the thread is ended before it says otherwise. */
	| { readonly holds: string }
	| { readonly lets: string }
	/** Limits of a config; 0 is none. */
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

let listener: ((notice: Notice) => void) | undefined;
let target: string | undefined;

/** Sends the notices of this thread somewhere. */
export function watchNotices(listen: (notice: Notice) => void): void {
	listener = listen;
}

export function notice(what: Notice): void {
	listener?.(what);
}

/** Says which target of a config the stages belong to that run from now on. */
export function workingOn(name: string | undefined): void {
	target = name;
}

/** `stage "my-stage" of target "quay" in room quay_01a` */
export function describeStage({ stage, target: of = target, room }: StagePlace): string {
	return `stage "${stage}"${of === undefined ? '' : ` of target "${of}"`}${room === undefined ? '' : ` in room ${room}`}`;
}

/** Where a stage of the user's own runs. */
export function stagePlace(stage: string, room: string | undefined): StagePlace {
	return { stage, ...(target === undefined ? {} : { target }), ...(room === undefined ? {} : { room }) };
}

/** What a stage of the user's own threw, with where it was. */
export class StageError extends Error {
	constructor({ stage, target: of, room }: StagePlace, reason: unknown) {
		const where = `Stage "${stage}"${of === undefined ? '' : ` of target "${of}"`} failed${room === undefined ? '' : ` in room ${room}`}`;
		super(`${where}: ${reason instanceof Error ? reason.message : String(reason)}`, { cause: reason });
		this.name = 'StageError';
	}
}
