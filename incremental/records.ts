import type { Layout } from '../src/level/level.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { Captured } from './capture.ts';
import type { JoinedLevel, JoinedMesh } from './join.ts';
import { arraysOf, headOf, type MeshHead, meshOf } from './mesh-pack.ts';
import type { FlatArray, Packed } from './pack.ts';
import type { MeshPatch } from './patch.ts';
import type { PreparedRoom } from './prepare.ts';
import type { RoomMarker } from './split.ts';

/** Results of steps as packs, for the cache and for the files between steps; with what was found on the way. */

/** A result and what was found while it was made. */
export interface Found<T> {
	readonly value: T;
	readonly captured: Captured;
}

interface PreparedJson extends Omit<PreparedRoom, 'walkmesh'> {
	readonly head: MeshHead | null;
	readonly captured: Captured;
}

export function packPrepared({ value, captured }: Found<PreparedRoom>): Packed {
	const { walkmesh, ...rest } = value;
	const json: PreparedJson = { ...rest, head: walkmesh === undefined ? null : headOf(walkmesh), captured };
	return { json, arrays: walkmesh === undefined ? [] : arraysOf(walkmesh) };
}

export function unpackPrepared({ json, arrays }: Packed): Found<PreparedRoom> {
	const { head, captured, ...rest } = json as PreparedJson;
	return { value: head === null ? rest : { ...rest, walkmesh: meshOf(head, arrays) }, captured };
}

export interface ModelledRoom {
	readonly mesh: Walkmesh;
	readonly markers: readonly RoomMarker[];
}

/** A room of a scene as it was modelled, with the markers of the scene. */
export function packModelled({ mesh, markers }: ModelledRoom): Packed {
	const plain = markers.map(({ positions: _, ...rest }) => rest);
	return {
		json: { head: headOf(mesh), markers: plain },
		arrays: [...arraysOf(mesh), ...markers.map(({ positions }) => positions)],
	};
}

export function unpackModelled({ json, arrays }: Packed): ModelledRoom {
	const { head, markers } = json as { head: MeshHead; markers: Omit<RoomMarker, 'positions'>[] };
	return {
		mesh: meshOf(head, arrays),
		markers: markers.map((marker, i) => ({ ...marker, positions: arrays[4 + i] as Float64Array })),
	};
}

interface JoinedMeshJson extends Omit<JoinedMesh, 'patch'> {
	readonly patch?: Pick<MeshPatch, 'head' | 'lengths'>;
}

/** The pack of one joined room or object. */
export function packJoinedMesh({ patch, ...rest }: JoinedMesh): Packed {
	if (patch === undefined) return { json: rest, arrays: [] };
	const { head, lengths, runs, values } = patch;
	return { json: { ...rest, patch: { head, lengths } }, arrays: [...runs, ...values] };
}

export function unpackJoinedMesh({ json, arrays }: Packed): JoinedMesh {
	const { patch, ...rest } = json as JoinedMeshJson;
	if (patch === undefined) return rest;
	return { ...rest, patch: { ...patch, runs: arrays.slice(0, 4) as Uint32Array[], values: arrays.slice(4, 8) } };
}

interface JoinedJson {
	readonly name: string;
	readonly layout: Layout;
	readonly links: JoinedLevel['links'];
	readonly rooms: readonly unknown[];
	readonly objects: readonly unknown[];
	readonly captured: Captured;
}

export function packJoined({ value, captured }: Found<JoinedLevel>): Packed {
	const { name, layout, links } = value;
	const arrays: FlatArray[] = [];
	const flat = (meshes: readonly JoinedMesh[]): unknown[] =>
		meshes.map((mesh) => {
			const packed = packJoinedMesh(mesh);
			arrays.push(...packed.arrays);
			return packed.json;
		});
	const json: JoinedJson = { name, layout, links, rooms: flat(value.rooms), objects: flat(value.objects), captured };
	return { json, arrays };
}

export function unpackJoined({ json, arrays }: Packed): Found<JoinedLevel> {
	const { rooms, objects, captured, ...rest } = json as JoinedJson;
	let at = 0;
	const lift = (meshes: readonly unknown[]): JoinedMesh[] =>
		meshes.map((mesh) => {
			if ((mesh as JoinedMeshJson).patch === undefined) return unpackJoinedMesh({ json: mesh, arrays: [] });
			at += 8;
			return unpackJoinedMesh({ json: mesh, arrays: arrays.slice(at - 8, at) });
		});
	return { value: { ...rest, rooms: lift(rooms), objects: lift(objects) }, captured };
}
