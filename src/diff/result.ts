import type { Vec3 } from '../geometry/vec3.ts';

/** Differences of one sort: all of them counted, the first few listed. */
export interface DiffList<T> {
	readonly count: number;
	readonly first: readonly T[];
}

/** A vertex that lies elsewhere. */
export interface MovedVertex {
	readonly from: Vec3;
	readonly to: Vec3;
	/** Metres, less the shift of the whole. */
	readonly distance: number;
}

/** A face that one side has and the other has not. */
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

/** A face with another surface. */
export interface ResurfacedFace extends PairedFace {
	readonly from: number;
	readonly to: number;
}

/** An edge that leads to another room; −1 stands for none. */
export interface ChangedLink {
	readonly from: number;
	readonly to: number;
	readonly ends: readonly [Vec3, Vec3];
}

/** An edge of two faces that both sides have, across which characters can walk in one of them only. */
export interface ChangedJoin {
	readonly joinedIn: 'a' | 'b';
	readonly ends: readonly [Vec3, Vec3];
}

/** A value of the header, or a kind, that differs. */
export interface HeaderDifference {
	readonly what: 'kind' | 'doorState' | 'position' | 'relative1' | 'relative2' | 'absolute1' | 'absolute2';
	readonly a: string | Vec3;
	readonly b: string | Vec3;
}

/** What two walkmeshes mean differently. Whatever can be written in another order without meaning anything else is the same. */
export interface WalkmeshDiff {
	readonly same: boolean;
	/** Faces of either side, and how many are found on both. */
	readonly faces: { readonly a: number; readonly b: number; readonly paired: number };
	/** By how much all of B lies elsewhere; absent unless the whole moved. */
	readonly shift?: Vec3;
	readonly moved: DiffList<MovedVertex> & {
		/** Metres. */
		readonly largest: number;
		readonly mean: number;
		/** Vertices that are not at the same place, but within the tolerance. */
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

/** Counts everything, keeps the first few. */
export class Collected<T> implements DiffList<T> {
	readonly first: T[] = [];
	readonly #keep: number;
	count = 0;

	constructor(keep: number) {
		this.#keep = keep;
	}

	/** `make` is only called for what is kept. */
	add(make: () => T): void {
		if (this.count++ < this.#keep) this.first.push(make());
	}

	list(): DiffList<T> {
		return { count: this.count, first: this.first };
	}
}
