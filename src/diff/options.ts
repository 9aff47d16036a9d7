/** How two walkmeshes are compared. */
export interface DiffOptions {
	/** Vertices, hooks and positions no farther apart than this are the same, metres. */
	readonly tolerance?: number;
	/** How far a vertex may have moved to be known again, metres. */
	readonly reach?: number;
	/** How many differences of each sort are listed; all are counted. */
	readonly keep?: number;
}

export const DIFF_DEFAULTS: Required<DiffOptions> = { tolerance: 0, reach: 1, keep: 1000 };
