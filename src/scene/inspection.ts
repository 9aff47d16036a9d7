import type { Vec3 } from '../math/vec3.ts';
import { NONE, type Walkmesh, type WalkmeshIdentity, walkmeshIdentity } from '../model/walkmesh.ts';

/** Name of the node of a walkmesh, by the conventions of the game's models, so that it is recognized when it is read again. */
export function walkmeshNodeName(mesh: Walkmesh): string {
	const name = mesh.name === '' ? 'walkmesh' : mesh.name;
	if (mesh.kind === 'area') return `${name}_wok`;
	return mesh.kind === 'placeable' ? `${name}_pwk_wg` : `${name}_DWK_wg_${mesh.doorState ?? 'closed'}`;
}

/** Material of the ribbons that show links. Together with the node's name `transition_<room>` it distinguishes a ribbon from ground. */
export const TRANSITION_MATERIAL = 'transition';

/** The nodes that show the ground of a room below its own, by kind of face as `FACE_KINDS` numbers them: `quay_01a_walls`. */
export const PART_NAMES = ['walkable', 'obstacles', 'walls', 'ceilings'] as const;

/** The stamp of such a node, in its `extras.wokflow`. */
export interface PartStamp {
	readonly part: (typeof PART_NAMES)[number];
}

/**
 * Materials of triangles that are signs, not ground, at any node: ends of ground, lines to these, findings. The names of their nodes exclude them from
 * scenes as well.
 */
export const SIGN_MATERIALS = {
	perimeter: 'ignore_perimeter',
	leak: 'ignore_leak',
	fatal: 'ignore_error',
	error: 'ignore_error',
	warning: 'ignore_warning',
	info: 'ignore_note',
} as const;

/** Nodes above signs. */
export const SIGN_NODES = {
	perimeter: 'ignore_perimeter',
	leaks: 'ignore_leaks',
	findings: 'ignore_findings',
} as const;

/** Nodes for the use hooks of placeables and doors; the places are relative to the walkmesh's own node. */
export function hookNames(mesh: Walkmesh): { name: string; hook: Vec3 }[] {
	const { relative1, relative2 } = mesh.hooks;
	if (mesh.kind === 'area') return [];
	if (mesh.kind === 'placeable') {
		return [
			{ name: 'pwk_use01', hook: relative1 },
			{ name: 'pwk_use02', hook: relative2 },
		];
	}
	const state = mesh.doorState ?? 'closed';
	const first = { name: `DWK_dp_${state}_01`, hook: relative1 };
	// Open doors have one hook only.
	return state === 'closed' ? [first, { name: `DWK_dp_${state}_02`, hook: relative2 }] : [first];
}

/**
 * What an inspection glTF holds of a walkmesh besides its triangles, in the `extras.wokflow` of its root node. With it an unedited inspection file reads
 * back as exactly the walkmesh that it shows; the checksum tells whether it was edited.
 */
export interface InspectionStamp extends WalkmeshIdentity {
	readonly version: 1;
	/** 15 values: position, relative hooks 1 and 2, absolute hooks 1 and 2. JSON has no −0, which is written as a text. */
	readonly header: readonly (number | string)[];
	/** Pairs of edge and room, in the walkmesh's own face order. */
	readonly transitions: readonly number[];
	/** Over vertices, faces and surfaces, see `geometryChecksum`. */
	readonly checksum: number;
}

/** The placements of the objects below a root, in its `extras.wokflow`. */
export interface PlacementStamp {
	readonly version: 1;
	readonly placed: { readonly position: Vec3; readonly bearing: number };
}

/** Name of the root of a placeable or door, by the conventions of the game's models; copies as Blender numbers them. */
export function objectRootName({ name, kind }: Pick<Walkmesh, 'name' | 'kind'>, copy: number): string {
	return `${name === '' ? 'walkmesh' : name}_${kind === 'door' ? 'DWK' : 'pwk'}${copySuffix(copy)}`;
}

/** Nothing for the first, `.001` for the second. */
export function copySuffix(copy: number): string {
	return copy === 0 ? '' : `.${String(copy).padStart(3, '0')}`;
}

/** The stamp of a walkmesh. */
export function makeStamp(mesh: Walkmesh): InspectionStamp {
	const { hooks } = mesh;
	const header = [mesh.position, hooks.relative1, hooks.relative2, hooks.absolute1, hooks.absolute2].flat();
	const transitions: number[] = [];
	for (let edge = 0; edge < mesh.transitions.length; edge++) {
		if (mesh.transitions[edge] !== NONE) transitions.push(edge, mesh.transitions[edge]);
	}
	return {
		version: 1,
		...walkmeshIdentity(mesh),
		header: header.map((value) => (Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value))),
		transitions,
		checksum: geometryChecksum(mesh),
	};
}

/** FNV-1a over the 4-byte words of vertices, faces and surfaces: enough to notice that a file was edited. */
export function geometryChecksum(mesh: Pick<Walkmesh, 'positions' | 'faces' | 'surfaces'>): number {
	let hash = 0x811c9dc5;
	for (const array of [mesh.positions, mesh.faces, mesh.surfaces]) {
		const words = new Uint32Array(array.buffer, array.byteOffset, array.length);
		hash = Math.imul(hash ^ words.length, 0x01000193);
		for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 0x01000193);
	}
	return hash >>> 0;
}
