import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

/** What two walkmeshes with vertices at equal places differ in, by looking at every face and every edge of both. */

export interface NaiveDiff {
	readonly added: number;
	readonly removed: number;
	readonly resurfaced: number;
	readonly flipped: number;
	readonly links: number;
	readonly joins: number;
}

interface Face {
	readonly number: number;
	readonly places: readonly string[];
	readonly surface: number;
}

function placesOf({ positions }: Walkmesh, vertex: number): string {
	return [0, 1, 2].map((axis) => positions[vertex * 3 + axis] + 0).join(' ');
}

function facesOf(mesh: Walkmesh): Face[] {
	return [...mesh.surfaces].map((surface, number) => ({
		number,
		places: [0, 1, 2].map((corner) => placesOf(mesh, mesh.faces[number * 3 + corner])),
		surface,
	}));
}

/** The places from the lowest order on, as they run or backwards. */
function ring(places: readonly string[], backwards: boolean): string {
	const [a, b, c] = backwards ? [...places].reverse() : places;
	return [
		[a, b, c],
		[b, c, a],
		[c, a, b],
	]
		.map((order) => order.join(', '))
		.sort()[0];
}

function edgesOf(mesh: Walkmesh, face: number): { from: number; to: number; key: string; room: number }[] {
	return [0, 1, 2].map((corner) => {
		const [from, to] = [mesh.faces[face * 3 + corner], mesh.faces[face * 3 + ((corner + 1) % 3)]];
		const key = [placesOf(mesh, from), placesOf(mesh, to)].sort().join(', ');
		return { from, to, key, room: mesh.transitions[face * 3 + corner] };
	});
}

export function naiveDiff(a: Walkmesh, b: Walkmesh): NaiveDiff {
	const left = facesOf(a);
	const right = facesOf(b);
	const pairs: [Face, Face, boolean][] = [];
	for (const backwards of [false, true]) {
		for (const sameSurface of [true, false]) {
			for (const face of [...left]) {
				const at = right.findIndex(
					(other) =>
						ring(face.places, backwards) === ring(other.places, false) &&
						(!sameSurface || face.surface === other.surface),
				);
				if (at < 0) continue;
				pairs.push([face, right[at], backwards]);
				right.splice(at, 1);
				left.splice(left.indexOf(face), 1);
			}
		}
	}
	return {
		added: right.length,
		removed: left.length,
		resurfaced: pairs.filter(([one, other]) => one.surface !== other.surface).length,
		flipped: pairs.filter(([, , backwards]) => backwards).length,
		links: changedLinks(a, b),
		joins: changedJoins(a, b, pairs),
	};
}

/** At each edge as many changes as it takes to make the one list of rooms into the other. */
function changedLinks(a: Walkmesh, b: Walkmesh): number {
	const roomsAt = (mesh: Walkmesh, key: string): number[] =>
		[...mesh.surfaces.keys()].flatMap((face) =>
			edgesOf(mesh, face).flatMap((edge) => (edge.key === key && edge.room >= 0 ? [edge.room] : [])),
		);
	const keys = new Set(
		[a, b].flatMap((mesh) => [...mesh.surfaces.keys()].flatMap((face) => edgesOf(mesh, face).map(({ key }) => key))),
	);
	let changes = 0;
	for (const key of keys) {
		const [before, after] = [roomsAt(a, key), roomsAt(b, key)];
		for (const room of [...before]) {
			const at = after.indexOf(room);
			if (at < 0) continue;
			after.splice(at, 1);
			before.splice(before.indexOf(room), 1);
		}
		changes += Math.max(before.length, after.length);
	}
	return changes;
}

/** Edges of walkable faces that both have, the same way up, with another number of faces that are joined to another there. */
function changedJoins(a: Walkmesh, b: Walkmesh, pairs: readonly [Face, Face, boolean][]): number {
	const walks = ({ surface }: Face): boolean => K1.surfaces[surface]?.walk ?? false;
	const kept = pairs.filter(
		([one, other, backwards]) => !backwards && walks(one) && walks(other) && new Set(one.places).size === 3,
	);
	const joinsOf = (mesh: Walkmesh, faces: readonly Face[]): Map<string, number> => {
		const edges = faces.flatMap(({ number }) => edgesOf(mesh, number));
		const counts = new Map<string, number>();
		for (const { from, to, key } of edges) {
			const isJoined = edges.some((other) => other.from === to && other.to === from);
			counts.set(key, (counts.get(key) ?? 0) + Number(isJoined));
		}
		return counts;
	};
	const before = joinsOf(
		a,
		kept.map(([one]) => one),
	);
	const after = joinsOf(
		b,
		kept.map(([, other]) => other),
	);
	return [...before].filter(([key, count]) => after.get(key) !== count).length;
}
