import type { Level } from '../level.ts';
import type { Refusal } from './clusters.ts';
import type { Move } from './join-ends.ts';

/** What `linkRooms` made and met. Rooms are indices into the layout, edges are `3 * face + corner` in the room's walkmesh. */
export interface LinkResult {
	/** The level with its transitions; rooms in which nothing changed are the very same objects, and so is the level if none did. */
	readonly level: Level;
	/** By room and edge of their first side. */
	readonly links: readonly Link[];
	/** Transitions that named another room than the one that lies there. */
	readonly replaced: readonly ReplacedTransition[];
	/** Transitions of perimeter edges on which no other room's edge lies. */
	readonly unconfirmed: readonly UnconfirmedTransition[];
	/** Transitions of edges that are no perimeter edges, where a file has no place for them; they are gone. */
	readonly misplaced: readonly MisplacedTransitions[];
	/** Candidates that lost against a better one. */
	readonly rivals: readonly Rival[];
	/** Pairs whose ends could not be made equal. */
	readonly refused: readonly RefusedLink[];
	/** Rooms of which vertices moved. */
	readonly moved: readonly Move[];
}

/** Two edges that are transitions of each other. `roomA` is the lower room. */
export interface Link {
	readonly roomA: number;
	readonly edgeA: number;
	readonly roomB: number;
	readonly edgeB: number;
	/** How far apart their ends were at most when they were found, metres. */
	readonly distance: number;
	/** True when their ends are now equal, bit for bit. */
	readonly exact: boolean;
	/** True when they were farther apart than the tolerance and were moved together. */
	readonly snapped: boolean;
}

export interface RefusedLink extends Link {
	readonly why: Refusal;
	/** Pairs within the tolerance are linked all the same. */
	readonly linked: boolean;
}

export interface ReplacedTransition {
	readonly room: number;
	readonly edge: number;
	/** What the edge named. */
	readonly from: number;
	/** The room that lies there. */
	readonly to: number;
}

export interface UnconfirmedTransition {
	readonly room: number;
	readonly edge: number;
	/** What the edge names; maybe no room at all. */
	readonly to: number;
	readonly kept: boolean;
}

/** Transitions of one room to one other on edges where they have no effect. */
export interface MisplacedTransitions {
	readonly room: number;
	/** The first of the edges. */
	readonly edge: number;
	readonly edges: number;
	readonly to: number;
	/** True when some perimeter edge of the room names the same room: then a hint was only painted too far. */
	readonly elsewhere: boolean;
}

/** A pair of edges that lie on each other and were not linked, because one of them had a better partner. */
export interface Rival {
	readonly room: number;
	readonly edge: number;
	readonly rivalRoom: number;
	readonly rivalEdge: number;
	/** How far apart the two are, metres. */
	readonly distance: number;
	/** False when `edge` has no link now. */
	readonly linked: boolean;
	/** The room of the partner that was better: of `edge` if it is linked, else of `rivalEdge`. */
	readonly preferredRoom: number;
}
