import type { StageObserver } from '../../pipeline/stages/stage.ts';

/** The status line of a terminal: what is being done and how long it may take. It is removed before anything else is printed. */

/** A line on a terminal that says what is being done; nothing where there is no terminal, or when quiet. */
export interface Progress {
	/** Shows what is being done, and how many of how many pieces are done. */
	show(what: string, done?: number, total?: number): void;
	/** Removes the line, so that something else can be printed. The next `show` draws it again. */
	clear(): void;
}

export interface ProgressOptions {
	readonly quiet?: boolean;
	/** Draws a line over the last one; an empty line removes it. Undefined where there is no terminal. */
	readonly draw: ((line: string) => void) | undefined;
	/** Nothing is shown before this much time has passed, in milliseconds: short commands need no status. */
	readonly patience?: number;
	/** Milliseconds; for tests. */
	readonly now?: () => number;
}

/** The line is drawn at most once in this time; milliseconds. */
const PAUSE = 80;
/** The remaining time is not estimated before this much time has passed; milliseconds. */
const SETTLING = 1000;
const PATIENCE = 1000;

const NOTHING: Progress = { show: () => undefined, clear: () => undefined };

export function createProgress({
	quiet = false,
	draw: line,
	patience = PATIENCE,
	now = Date.now,
}: ProgressOptions): Progress {
	if (quiet || line === undefined) return NOTHING;
	const start = now();
	let shown = false;
	let drawn = -Infinity;
	let step = '';
	let began = 0;
	let waiting: NodeJS.Timeout | undefined;
	const draw = (what: string, done: number, total: number): void => {
		drawn = now();
		shown = true;
		line(progressLine(what, done, total, drawn - began));
	};
	return {
		show(what, done = 0, total = 0) {
			const time = now();
			clearTimeout(waiting);
			if (what !== step) {
				step = what;
				began = time;
			}
			if (time - drawn < PAUSE && (total === 0 || done < total)) return;
			const early = patience - (time - start);
			if (early <= 0) draw(what, done, total);
			// A step that begins early and takes long, as on a slow disk, is shown once the time has come.
			else waiting = setTimeout(draw, early, what, done, total).unref();
		},
		clear() {
			clearTimeout(waiting);
			if (!shown) return;
			shown = false;
			drawn = -Infinity;
			line('');
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

/** Shows each stage that runs, and of a level which room it runs over. */
export function stageProgress(progress: Progress, file: string, level = false): StageObserver {
	let rooms = 0;
	progress.show(`reading ${file}`);
	return {
		before({ name, subject }, step, steps) {
			if (subject === 'walkmesh' && step === 0) rooms++;
			const where = level && subject === 'walkmesh' ? `${file}, room ${rooms}` : file;
			progress.show(`${where}: ${name}`, step, steps);
		},
	};
}
