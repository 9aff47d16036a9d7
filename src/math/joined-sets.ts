/** Numbers that belong together: each is alone until it is joined with another. */
export class JoinedSets {
	/** For each number another one of its set, or itself. */
	readonly #parents: number[];

	constructor(count = 0) {
		this.#parents = Array.from({ length: count }, (_, id) => id);
	}

	get count(): number {
		return this.#parents.length;
	}

	/** Adds a number, which is alone. @returns the next one from 0 */
	add(): number {
		return this.#parents.push(this.#parents.length) - 1;
	}

	/** The number that stands for all that are joined with a given one. */
	root(id: number): number {
		let at = id;
		while (this.#parents[at] !== at) {
			this.#parents[at] = this.#parents[this.#parents[at]];
			at = this.#parents[at];
		}
		return at;
	}

	join(one: number, other: number): void {
		this.#parents[this.root(one)] = this.root(other);
	}

	isJoined(one: number, other: number): boolean {
		return this.root(one) === this.root(other);
	}
}
