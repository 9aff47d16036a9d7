import type { Report } from '../findings/report.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import type { DoorState, WalkmeshKind } from '../model/walkmesh.ts';
import type { Decisions } from './decisions.ts';
import type { MaterialUses } from './material-uses.ts';
import type { SurfaceMapping } from './surface-mappings.ts';
import type { StatedUnit } from './units.ts';

/**
 * The content of a source as it was read: named parts in a tree, flattened to area axes
 * (Z up, metres, transforms applied in float64). Nothing is welded, dropped or ordered yet.
 */
export interface Scene {
	/** Name of the file without folder and extension, or what the source calls itself. */
	readonly name: string;
	/** The tree, parents before children. Sources without a tree (OBJ) have one node a part. */
	readonly nodes: readonly SceneNode[];
	/** In the order of the source: depth-first for trees. */
	readonly parts: readonly ScenePart[];
	readonly markers: readonly SceneMarker[];
	readonly hooks: readonly SceneHook[];
	/** True when the geometry says nothing of walkmesh and everything was taken. */
	readonly takenWhole: boolean;
	/** True where geometry was left because doors and placeables are named, and nothing of the scene as ground. */
	readonly hasLeft?: boolean;
	/** Rooms that were decided, with the nodes that hold their ground. */
	readonly rooms?: readonly DecidedRoom[];
	/** The unit that the source states, which is a hint only. */
	readonly statedUnit?: StatedUnit;
}

/** A room of the decisions beside a scene, as the scene is divided by it. */
export interface DecidedRoom {
	readonly name: string;
	/** Indices into `nodes`. */
	readonly nodes: readonly number[];
}

/** A node of the tree: where it is, and what the source says of it. */
export interface SceneNode {
	readonly name: string;
	/** Index of the parent in `nodes`, −1 for a root. */
	readonly parent: number;
	/** The node's own origin in area axes, metres. */
	readonly origin: Vec3;
	/**
	 * The node's own axes in area axes, 9 float64: where its x, y and z direction lead, one after the other, all transforms above
	 * applied; its own axes turned to Z up like the points. Absent in sources without transforms (OBJ).
	 */
	readonly axes?: readonly number[];
	readonly extras?: Readonly<Record<string, unknown>>;
	/** True where the source has nothing in or below the node: no mesh, light or camera, hidden or not. */
	readonly isEmpty?: true;
}

/** A run of triangles of one node. */
export interface ScenePart {
	/** Index into `nodes`. */
	readonly node: number;
	/** Name of the node, or of the mesh where the node has none. */
	readonly name: string;
	/** 3 float64 a vertex: area axes, metres. */
	readonly positions: Float64Array;
	/** 3 vertex indices a triangle, counter-clockwise from the front. */
	readonly triangles: Uint32Array;
	/** 1 surface id a triangle. */
	readonly surfaces: Uint32Array;
	/** Materials of the triangles, in their order; absent where nothing is known of them. */
	readonly materials?: readonly MaterialRun[];
	/** 3 a triangle: the room that vertex colours or extras paint behind an edge, −1 = none. A hint only. */
	readonly paintedRooms?: Int32Array;
	/** What the names say the part belongs to; `area` unless they say otherwise. */
	readonly kind: WalkmeshKind;
	/** For parts of doors. */
	readonly doorState?: DoorState;
	/** Name of the placeable or door model (`plc_crate` of a node `plc_crate_pwk`), for such parts. */
	readonly model?: string;
}

/** Triangles of one material in a part, up to `end`. */
export interface MaterialRun {
	/** Empty for triangles without a material. */
	readonly material: string;
	/** True where nothing said which surface it is. */
	readonly unknown: boolean;
	readonly end: number;
}

/** A line or point that marks a transition: a primitive or an empty node named `transition_<room>` or `link_<room>`. */
export interface SceneMarker {
	readonly node: number;
	readonly name: string;
	/** Index or name of the room behind, as written. */
	readonly room: string;
	/** 3 float64 a point; 2 points a segment for lines, 1 point for empties. Area axes, metres. */
	readonly positions: Float64Array;
	readonly kind: 'lines' | 'point';
}

/** A use hook of a placeable or door: a node named by the conventions of the game's models. */
export interface SceneHook {
	readonly node: number;
	readonly kind: 'placeable' | 'door';
	/** Name of the model it belongs to, where names tell. */
	readonly model?: string;
	/** For doors: the state it belongs to. */
	readonly doorState?: DoorState;
	/** Use hook 1 or 2. */
	readonly slot: 1 | 2;
	/** Area axes, metres. */
	readonly at: Vec3;
}

/** What every scene importer is given besides bytes and its own options. */
export interface ImportContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	readonly mappings: readonly SurfaceMapping[];
	/** What was decided of the scene, object by object: those that are no part of it are not read. */
	readonly decisions?: Decisions | undefined;
	/** Counts the faces of each material and its surface, for commands that print them. */
	readonly materials?: MaterialUses;
	/** Name of the scene, usually the file's without folder and extension. */
	readonly name: string;
	/**
	 * Reads a file that lies beside the document or below its folder, by its relative path with `/`.
	 * The caller sees to it that nothing outside that folder is reached. Undefined where there is no folder (standard input).
	 */
	readonly readSibling?: (path: string) => Promise<Uint8Array>;
	readonly signal?: AbortSignal;
	/** What the caller needs, for files that can be read as both. */
	readonly wants?: 'level' | 'model';
}
