import type { PlanPlaces } from './plan-places.ts';
import { withoutSpikes, withoutStraight } from './straighten.ts';
import { hundredths } from './xml.ts';

/** Gathers the data of one path: relative, in hundredths of a pixel that add up without error. */
export class PathData {
	readonly #parts: string[] = [];
	readonly #plan: PlanPlaces;

	constructor(plan: PlanPlaces) {
		this.#plan = plan;
	}

	/** Adds a closed loop of places; corners on a straight line are left out, and a loop without area altogether. */
	loop(places: ArrayLike<number>, start = 0, end: number = places.length): this {
		const corners = withoutSpikes(places, start, end, this.#plan);
		if (corners.length < 3) return this;
		corners.push(corners[0]);
		const kept = withoutStraight(corners, this.#plan);
		kept.pop();
		if (kept.length > 2) this.#write(kept, true);
		return this;
	}

	/** Adds an open line of places. */
	line(places: readonly number[]): this {
		const kept = withoutStraight(places, this.#plan);
		if (kept.length > 1) this.#write(kept, false);
		return this;
	}

	toString(): string {
		return this.#parts.join('');
	}

	#write(corners: readonly number[], closed: boolean): void {
		const { xs, ys } = this.#plan;
		let x = xs[corners[0]];
		let y = ys[corners[0]];
		this.#parts.push(`M${hundredths(x)} ${hundredths(y)}`);
		let last = '';
		for (let i = 1; i < corners.length; i++) {
			const dx = xs[corners[i]] - x;
			const dy = ys[corners[i]] - y;
			const command = dy === 0 ? 'h' : dx === 0 ? 'v' : 'l';
			this.#number(command === 'v' ? dy : dx, command === last ? '' : command);
			if (command === 'l') this.#number(dy, '');
			last = command;
			x += dx;
			y += dy;
		}
		if (closed) this.#parts.push('z');
	}

	/** A number behind its command, or behind another number: then a blank stands between unless a minus does. */
	#number(value: number, command: string): void {
		if (command !== '') this.#parts.push(command, hundredths(value));
		else this.#parts.push(value < 0 ? hundredths(value) : ` ${hundredths(value)}`);
	}
}
