/**
 * Chooses the place that reaches the most items left, the first of several, until none reaches any: all places are asked about all items, each time.
 * @param reached the items that each place reaches
 */
export function mostReachedSlowly(reached: readonly ReadonlySet<number>[]): number[] {
	const left = new Set(reached.flatMap((items) => [...items]));
	const chosen: number[] = [];
	for (;;) {
		const gains = reached.map((items) => [...items].filter((item) => left.has(item)).length);
		const most = Math.max(0, ...gains);
		if (most === 0) return chosen;
		const place = gains.indexOf(most);
		chosen.push(place);
		for (const item of reached[place]) left.delete(item);
	}
}
