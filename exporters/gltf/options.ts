export interface InspectionOptions {
	/** The open edges of walkable faces as black lines. */
	readonly perimeter?: boolean;
	/** Transition edges as lines, a node `transition_<room>` for each room. */
	readonly transitions?: boolean;
	/** Rooms by LYT index, to name transitions after. */
	readonly roomNames?: readonly string[];
}

export const INSPECTION_DEFAULTS: Required<InspectionOptions> = { perimeter: true, transitions: true, roomNames: [] };
