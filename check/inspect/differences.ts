import { FROM_ZERO, type GivenOf, metres, number } from '../../src/findings/options.ts';
import type { Vec3 } from '../../src/math/vec3.ts';

/** How two walkmeshes are compared. */
export const DIFF_OPTIONS = {
	tolerance: metres('Vertices, hooks and positions no farther apart than this are the same.', 0, FROM_ZERO),
	reach: metres('How far a vertex may have moved to be known again.', 1, { limits: { above: 0 } }),
	list: number('How many differences of each sort are listed; all are counted.', 1000, {
		limits: { minimum: 0, integer: true },
	}),
};
export type DiffOptions = GivenOf<typeof DIFF_OPTIONS>;

/** Differences of one kind: the number of all, and a list of the first few. */
export interface DiffList<T> {
	readonly count: number;
	readonly first: readonly T[];
}

/** A vertex that moved. */
export interface MovedVertex {
	readonly from: Vec3;
	readonly to: Vec3;
	/** Metres, without the shift of the whole. */
	readonly distance: number;
}

/** A face that only one side has. */
export interface LoneFace {
	/** Number of the face on its side. */
	readonly face: number;
	readonly surface: number;
	/** Its middle. */
	readonly at: Vec3;
}

/** A face that both sides have. */
export interface PairedFace {
	readonly faceA: number;
	readonly faceB: number;
	/** Its middle in B. */
	readonly at: Vec3;
}

/** A face whose surface changed. */
export interface ResurfacedFace extends PairedFace {
	readonly from: number;
	readonly to: number;
}

/** An edge whose transition changed; −1 stands for none. */
export interface ChangedLink {
	readonly from: number;
	readonly to: number;
	readonly ends: readonly [Vec3, Vec3];
}

/** An edge between two faces that both sides have, which characters can cross on one side only. */
export interface ChangedJoin {
	readonly joinedIn: 'a' | 'b';
	readonly ends: readonly [Vec3, Vec3];
}

/** The kind or a value of the header that differs. */
export interface HeaderDifference {
	readonly what: 'kind' | 'doorState' | 'position' | 'relative1' | 'relative2' | 'absolute1' | 'absolute2';
	readonly a: string | Vec3;
	readonly b: string | Vec3;
}

/** The differences in meaning of two walkmeshes. Differences in mere order are ignored. */
export interface WalkmeshDiff {
	readonly same: boolean;
	/** Number of faces of each side, and of those found on both. */
	readonly faces: { readonly a: number; readonly b: number; readonly paired: number };
	/** The vector by which all of B moved; absent unless the whole moved. */
	readonly shift?: Vec3;
	readonly moved: DiffList<MovedVertex> & {
		/** Metres. */
		readonly largest: number;
		readonly mean: number;
		/** Number of vertices that moved by no more than the tolerance. */
		readonly tolerated: number;
	};
	readonly added: DiffList<LoneFace>;
	readonly removed: DiffList<LoneFace>;
	readonly resurfaced: DiffList<ResurfacedFace>;
	readonly flipped: DiffList<PairedFace>;
	readonly links: DiffList<ChangedLink>;
	readonly joins: DiffList<ChangedJoin>;
	readonly header: readonly HeaderDifference[];
}

/** Counts everything, and keeps the first few. */
export class Collected<T> implements DiffList<T> {
	readonly first: T[] = [];
	readonly #keep: number;
	count = 0;

	constructor(keep: number) {
		this.#keep = keep;
	}

	/** @param make only called for entries that are kept */
	add(make: () => T): void {
		if (this.count++ < this.#keep) this.first.push(make());
	}

	list(): DiffList<T> {
		return { count: this.count, first: this.first };
	}
}
