import { Heap } from './heap.ts';

/** What places reach; asking for what is seen is cheap, asking what is reached is dear. */
export interface Reaching<Place> {
	/** Items that a place may reach, each once: numbers from 0. */
	seenFrom(place: Place): number[];
	isReached(place: Place, item: number): boolean;
	/** Told of work in proportion to what is compared. */
	spend(steps: number): void;
}

interface Candidate<Place> {
	readonly place: Place;
	readonly rank: number;
	/** Items that it may add; nothing more is known about them. */
	readonly open: number[];
	/** Items that it adds. */
	readonly added: number[];
	/** Less for what may add more items, then for what comes first. */
	least: number;
}

/** More than there are places. */
const RANKS = 2 ** 31;

/**
 * Chooses, again and again, the place that reaches the most items that no chosen one reaches, the first of several; until there is none. What a place adds
 * only becomes less as others are chosen. So only the one that may add the most is asked what it really adds, and put back as soon as another one may add
 * more. Of the walks from each face to each spot that sees it, which took three quarters of the time of path points, one in ten is left.
 *
 * @param items how many there are
 * @returns the places chosen, in order
 */
export function mostReached<Place>(places: readonly Place[], items: number, reaching: Reaching<Place>): Place[] {
	const isReached = new Uint8Array(items);
	const heap = new Heap<Candidate<Place>>();
	for (const [rank, place] of places.entries()) {
		const candidate = { place, rank, open: reaching.seenFrom(place), added: [], least: 0 };
		order(candidate);
		heap.push(candidate);
	}
	const chosen: Place[] = [];
	for (let candidate = heap.pop(); candidate !== undefined; candidate = heap.pop()) {
		const next = heap.first?.least ?? Infinity;
		ask(candidate, isReached, reaching, next);
		if (candidate.least > next) {
			heap.push(candidate);
			continue;
		}
		if (candidate.added.length === 0) continue;
		chosen.push(candidate.place);
		for (const item of candidate.added) isReached[item] = 1;
	}
	return chosen;
}

function order(candidate: Candidate<unknown>): void {
	candidate.least = candidate.rank - (candidate.open.length + candidate.added.length) * RANKS;
}

/** Finds out what a candidate adds, until that is certain or another one comes before it. */
function ask<Place>(candidate: Candidate<Place>, isReached: Uint8Array, reaching: Reaching<Place>, next: number): void {
	const { place, open, added } = candidate;
	reaching.spend(open.length + added.length);
	keepOthers(open, isReached);
	keepOthers(added, isReached);
	order(candidate);
	while (open.length > 0 && candidate.least < next) {
		const item = open.pop() as number;
		if (reaching.isReached(place, item)) added.push(item);
		else order(candidate);
	}
}

/** Removes items that are reached. */
function keepOthers(items: number[], isReached: Uint8Array): void {
	let kept = 0;
	for (const item of items) if (isReached[item] === 0) items[kept++] = item;
	items.length = kept;
}
