import type { Location } from '../findings/report.ts';
import { addTo } from '../math/arrays.ts';
import { finite, type Vec3, ZERO } from '../math/vec3.ts';
import { isWalkable, type SurfaceTable } from './surfaces.ts';

/** What a walkmesh belongs to: an area room (`.wok`), a placeable (`.pwk`) or a door (`.dwk`). */
export type WalkmeshKind = 'area' | 'placeable' | 'door';

export const WALKMESH_KINDS: readonly WalkmeshKind[] = ['area', 'placeable', 'door'];

/** The three walkmeshes of a door, in the order of their files `<model>0.dwk`, `1`, `2`. */
export type DoorState = 'closed' | 'open1' | 'open2';

export const DOOR_STATES: readonly DoorState[] = ['closed', 'open1', 'open2'];

/** The four use hooks of a file header, in metres. Only placeables and doors use them. */
export interface Hooks {
	readonly relative1: Vec3;
	readonly relative2: Vec3;
	readonly absolute1: Vec3;
	readonly absolute2: Vec3;
}

export const NO_HOOKS: Hooks = { relative1: ZERO, relative2: ZERO, absolute1: ZERO, absolute2: ZERO };

/** No transition, no neighbour, no child: what the files write where there is nothing. */
export const NONE = -1;

/** The size of a person in the game; metres. */
export const PERSON = { radius: 0.35, height: 1.8 } as const;

/**
 * What rises no higher than this above the ground stops nobody, metres: a kerb, the top of a wall that hangs below a floor. Inferred: another engine for the
 * game looks for obstacles at this height above the feet (read in its code), no wall of 109 real rooms decides it, and a public note has people stopped
 * from 0.1 m below the feet on, which would close 5,955 inner edges that the game crosses.
 */
export const STEP = 0.1;

/**
 * The meaning of a walkmesh, in flat arrays. All tables of a file are derived from it.
 *
 * Edge `k` of face `f` runs from corner `k` to corner `(k + 1) % 3` and is numbered `3 * f + k`.
 * Stages never change the arrays of a walkmesh they were given; they return a new one that may share them.
 */
export interface Walkmesh {
	/** Name of the room or model, without extension. */
	readonly name: string;
	/** `area` for the ground of a room, otherwise what the file is of. */
	readonly kind: WalkmeshKind;
	/** Only for doors. */
	readonly doorState?: DoorState;
	/** 3 floats a vertex, metres, Z up; area space for rooms, model space less `position` for placeables and doors. */
	readonly positions: Float32Array;
	/** 3 vertex indices a face, counter-clockwise seen from the side that it faces. */
	readonly faces: Uint32Array;
	/** 1 surface id a face, a row of `surfacemat.2da`. */
	readonly surfaces: Uint32Array;
	/** 3 a face, one for each edge: the room behind it as an index into the LYT, or −1. */
	readonly transitions: Int32Array;
	/** The header's position: informational for rooms, the model's offset for placeables and doors. */
	readonly position: Vec3;
	/** From where characters use a placeable or door; zero for rooms. */
	readonly hooks: Hooks;
}

/** What every walkmesh has besides its name and kind. */
export const WALKMESH_PARTS = [
	'positions',
	'faces',
	'surfaces',
	'transitions',
	'position',
	'hooks',
] as const satisfies readonly (keyof Walkmesh)[];

/**
 * A walkmesh from its geometry; everything else has the value of an area room without links.
 *
 * @example
 * const square = createWalkmesh({
 * 	positions: new Float32Array([0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0]),
 * 	faces: new Uint32Array([0, 1, 2, 0, 2, 3]),
 * 	surfaces: new Uint32Array([4, 4]), // stone
 * });
 */
export function createWalkmesh(init: Pick<Walkmesh, 'positions' | 'faces' | 'surfaces'> & Partial<Walkmesh>): Walkmesh {
	return {
		name: '',
		kind: 'area',
		transitions: new Int32Array(init.faces.length).fill(NONE),
		position: ZERO,
		hooks: NO_HOOKS,
		...init,
	};
}

/** Replaces NaN and infinities in position and hooks by 0. Damaged files have them, and formats other than binary walkmeshes cannot hold them. */
export function withFiniteHeader(mesh: Walkmesh): Walkmesh {
	const { relative1, relative2, absolute1, absolute2 } = mesh.hooks;
	if ([mesh.position, relative1, relative2, absolute1, absolute2].flat().every(Number.isFinite)) return mesh;
	const hooks = {
		relative1: finite(relative1),
		relative2: finite(relative2),
		absolute1: finite(absolute1),
		absolute2: finite(absolute2),
	};
	return { ...mesh, position: finite(mesh.position), hooks };
}

/** What a walkmesh is of: the room or model, and for a door the state. */
export type WalkmeshIdentity = Pick<Walkmesh, 'name' | 'kind' | 'doorState'>;

/** Of a walkmesh only what it is of. */
export function walkmeshIdentity({ name, kind, doorState }: WalkmeshIdentity): WalkmeshIdentity {
	return { name, kind, ...(doorState === undefined ? {} : { doorState }) };
}

export function vertexCount(mesh: Walkmesh): number {
	return mesh.positions.length / 3;
}

export function faceCount(mesh: Walkmesh): number {
	return mesh.surfaces.length;
}

/** True if any edge has a transition; false for a room without a walkmesh. */
export function hasTransitions(mesh: Walkmesh | undefined): boolean {
	return mesh?.transitions.some((room) => room !== NONE) ?? false;
}

/** The edges with a transition, by room, rooms in ascending order. */
export function transitionEdges(mesh: Walkmesh): [room: number, edges: number[]][] {
	const byRoom = new Map<number, number[]>();
	for (let edge = 0; edge < mesh.transitions.length; edge++) {
		const room = mesh.transitions[edge];
		if (room !== NONE) addTo(byRoom, room, edge);
	}
	return [...byRoom].sort((a, b) => a[0] - b[0]);
}

/** The numbers of the faces that can be walked on, or with `false` of those that cannot. */
export function facesByWalkability(mesh: Walkmesh, table: SurfaceTable, walkable = true): Uint32Array {
	const faces: number[] = [];
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (isWalkable(table, mesh.surfaces[face]) === walkable) faces.push(face);
	}
	return Uint32Array.from(faces);
}

/** The location of findings about a walkmesh as a whole: its name, and what it is. */
export function locationOf({ name, kind }: Pick<Walkmesh, 'name' | 'kind'>): Location {
	return { room: name, ...(kind === 'area' ? {} : { kind }) };
}

/**
 * What the arrays of a walkmesh have to hold, so that its tables can be derived. Texts are worded to follow what the walkmesh is called: "Walkmesh
 * "hall" has 5 transitions for 6 edges".
 */

/** The arrays of a walkmesh; only their lengths count. */
type Lengths = Readonly<Record<'positions' | 'faces' | 'surfaces' | 'transitions', { readonly length: number }>>;

/** Describes arrays whose lengths do not fit together; undefined if they do. */
export function lengthFault({ positions, faces, surfaces, transitions }: Lengths): string | undefined {
	if (positions.length % 3 !== 0) return `has ${positions.length} coordinates, which is no multiple of 3`;
	if (faces.length !== surfaces.length * 3) return `has ${faces.length} corners for ${surfaces.length} faces`;
	if (transitions.length !== faces.length) return `has ${transitions.length} transitions for ${faces.length} edges`;
	return undefined;
}

/** Describes the first corner that is not a vertex, or else the first coordinate that is not finite; undefined if there is none. */
export function valueFault(positions: ArrayLike<number>, faces: ArrayLike<number>): string | undefined {
	const vertices = positions.length / 3;
	for (let corner = 0; corner < faces.length; corner++) {
		if (!(faces[corner] < vertices)) return `has a corner at vertex ${faces[corner]} of ${vertices}`;
	}
	for (let i = 0; i < positions.length; i++) {
		if (!Number.isFinite(positions[i])) return `has the coordinate ${positions[i]} at vertex ${Math.floor(i / 3)}`;
	}
	return undefined;
}

/**
 * How the game names the files of walkmeshes: after the room or model, and for a door with the digit of its state. `quay_01a.wok`, `crate.pwk`,
 * `gate0.dwk`. Letter case does not matter.
 */

/** Extensions of the files that the game reads, by kind. */
export const WALKMESH_EXTENSIONS: Readonly<Record<WalkmeshKind, string>> = {
	area: '.wok',
	placeable: '.pwk',
	door: '.dwk',
};

/** The name by which the game finds the file of a walkmesh. A door without a state is a closed one. */
export function walkmeshFileName({ name, kind, doorState = 'closed' }: WalkmeshIdentity): string {
	const fileName = `${name}${WALKMESH_EXTENSIONS[kind]}`;
	return kind === 'door' ? stateFileName(fileName, doorState) : fileName;
}

/** The kind that the extension of a file or path stands for; undefined for an extension that no walkmesh has. */
export function kindOfFileName(fileName: string): WalkmeshKind | undefined {
	const lower = fileName.toLowerCase();
	return WALKMESH_KINDS.find((kind) => lower.endsWith(WALKMESH_EXTENSIONS[kind]));
}

/** The state whose digit is the last character before the extension. Names of models end in digits, too, as in `dor_lhr02`. */
export function stateInName(fileName: string): DoorState | undefined {
	const digit = /([0-2])\.[^.]*$/.exec(fileName);
	return digit === null ? undefined : DOOR_STATES[Number(digit[1])];
}

/** The file name of one state: `door.dwk` and the state `open1` give `door1.dwk`. */
export function stateFileName(fileName: string, state: DoorState): string {
	return fileName.replace(/\.[^./\\]*$/, (extension) => `${DOOR_STATES.indexOf(state)}${extension}`);
}

/**
 * The name of a model whose nodes have none, by the name of its file. A file that holds one state of a door and nothing else may be called as the game
 * calls it: `gate1` with the state open1 is of `gate`. Any other is called after the model.
 */
export function modelOfFile(stem: string, held: readonly Pick<WalkmeshIdentity, 'kind' | 'doorState'>[]): string {
	const states = new Set(held.map(({ kind, doorState = 'closed' }) => (kind === 'door' ? doorState : undefined)));
	const [state] = states;
	if (states.size !== 1 || state === undefined || stem.length < 2) return stem;
	return stem.endsWith(String(DOOR_STATES.indexOf(state))) ? stem.slice(0, -1) : stem;
}

/** The files of all states of the door that a file is of: `gate1.dwk` gives `gate0.dwk`, `gate1.dwk`, `gate2.dwk`. None for any other file. */
export function doorFileNames(fileName: string): string[] {
	if (kindOfFileName(fileName) !== 'door' || stateInName(fileName) === undefined) return [];
	return DOOR_STATES.map((_, digit) => fileName.replace(/[0-2](?=\.[^.]*$)/, String(digit)));
}
