import { canDrawStatus, drawStatus, type StatusIo } from './terminal.ts';

/** A line on a terminal that says what is being done; nothing where there is no terminal, or when quiet. */
export interface Progress {
	/** Shows what is being done, and of how many pieces how many are done. */
	show(what: string, done?: number, total?: number): void;
	/** Takes the line away, so that something else can be printed. The next `show` brings it back. */
	clear(): void;
}

export interface ProgressOptions {
	readonly quiet?: boolean;
	/** It is shown on standard error, where that is a terminal. */
	readonly io: StatusIo;
	/** Milliseconds; for tests. */
	readonly now?: () => number;
}

/** The line is drawn at most so often, milliseconds. */
const PAUSE = 80;
/** Before that nobody can say how long it will take. */
const SETTLING = 1000;

const NOTHING: Progress = { show: () => undefined, clear: () => undefined };

export function createProgress({ quiet = false, io, now = Date.now }: ProgressOptions): Progress {
	if (quiet || !canDrawStatus(io)) return NOTHING;
	let shown = false;
	let drawn = -Infinity;
	let step = '';
	let began = 0;
	return {
		show(what, done = 0, total = 0) {
			const time = now();
			if (what !== step) {
				step = what;
				began = time;
			} else if (time - drawn < PAUSE && done < total) return;
			drawn = time;
			shown = true;
			drawStatus(io, progressLine(what, done, total, time - began));
		},
		clear() {
			if (!shown) return;
			shown = false;
			drawn = -Infinity;
			drawStatus(io, '');
		},
	};
}

/** `quay: prepare 120 of 1000, 12 s left` @param elapsed milliseconds since the first piece */
export function progressLine(what: string, done: number, total: number, elapsed: number): string {
	if (total <= 1) return `${what} …`;
	const left = done > 0 && done < total && elapsed >= SETTLING ? (elapsed / done) * (total - done) : 0;
	return `${what} ${done} of ${total}${left > 0 ? `, ${duration(left)} left` : ''}`;
}

/** `8 s`, `2 min 5 s` @param ms milliseconds */
export function duration(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 60) return `${seconds} s`;
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
