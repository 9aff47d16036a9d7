/** Steps to 16 neighbours: to the sides, to the corners, and as knights jump. */
const STEPS = [-2, -1, 0, 1, 2].flatMap((x) =>
	[-2, -1, 0, 1, 2].flatMap((y) => ((x === 0 && y === 0) || (x % 2 === 0 && y % 2 === 0) ? [] : [[x, y]])),
);

/** Lengths are sorted into so many boxes a step, which is as good as a heap. */
const BOXES = 20;

/**
 * The length of the shortest way over a fine grid: from crossing to crossing where one can stand, and in the middle of each step.
 * Start and end are crossings. Undefined when there is none.
 *
 * @param isFree whether one can stand at a point
 * @param cells so many steps from the start, at most, to each side
 */
export function gridRoute(
	isFree: (x: number, y: number) => boolean,
	from: readonly [number, number],
	to: readonly [number, number],
	{ cells, spacing }: { cells: number; spacing: number },
): number | undefined {
	// A grid whose crossings the start and the end are: along the line between them.
	const distance = Math.hypot(to[0] - from[0], to[1] - from[1]);
	const count = Math.max(1, Math.round(distance / spacing));
	const [ux, uy] = [(to[0] - from[0]) / count, (to[1] - from[1]) / count];
	const known = new Map<number, boolean>();
	const freeAt = (i: number, j: number): boolean => {
		const key = Math.round(i * 4) * 100_003 + Math.round(j * 4);
		let free = known.get(key);
		if (free === undefined) {
			free = isFree(from[0] + ux * i - uy * j, from[1] + uy * i + ux * j);
			known.set(key, free);
		}
		return free;
	};
	if (!freeAt(0, 0) || !freeAt(count, 0)) return undefined;
	const best = new Map<number, number>([[0, 0]]);
	const boxes: [number, number, number][][] = [[[0, 0, 0]]];
	for (let box = 0; box < boxes.length; box++) {
		for (const [i, j, cost] of boxes[box] ?? []) {
			if (i === count && j === 0) return cost * Math.hypot(ux, uy);
			if (cost > (best.get(i * 100_003 + j) ?? Infinity)) continue;
			for (const [di, dj] of STEPS) {
				const [p, q] = [i + di, j + dj];
				if (Math.abs(p) > cells || Math.abs(q) > cells) continue;
				const next = cost + Math.hypot(di, dj);
				if (next >= (best.get(p * 100_003 + q) ?? Infinity) - 1e-9) continue;
				if (!freeAt(p, q) || !freeAt(i + di / 2, j + dj / 2)) continue;
				best.set(p * 100_003 + q, next);
				const into = Math.floor(next * BOXES);
				boxes[into] ??= [];
				boxes[into].push([p, q, next]);
			}
		}
	}
	return undefined;
}
