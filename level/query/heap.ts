/** A priority queue: the item with the least value comes first. */
export class Heap<T extends { readonly least: number }> {
	readonly #items: T[] = [];

	/** The item that `pop` would return. */
	get first(): T | undefined {
		return this.#items[0];
	}

	push(item: T): void {
		const items = this.#items;
		let at = items.length;
		items.push(item);
		while (at > 0) {
			const above = (at - 1) >> 1;
			if (items[above].least <= item.least) break;
			items[at] = items[above];
			at = above;
		}
		items[at] = item;
	}

	pop(): T | undefined {
		const items = this.#items;
		const first = items[0];
		const last = items.pop();
		if (last === undefined || items.length === 0) return first;
		let at = 0;
		for (let below = 1; below < items.length; below = at * 2 + 1) {
			if (below + 1 < items.length && items[below + 1].least < items[below].least) below++;
			if (items[below].least >= last.least) break;
			items[at] = items[below];
			at = below;
		}
		items[at] = last;
		return first;
	}
}
