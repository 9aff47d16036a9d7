import { Ground } from '../../level/query/ground.ts';
import type { LevelQuery } from '../../level/query/level-query.ts';
import type { PlacedObject } from '../../level/query/placed.ts';
import { edgesOfHoles } from '../../src/bwm/edit.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { squaredDistanceToSegment } from '../../src/geometry/spatial.ts';
import { faceArea, faceVector } from '../../src/geometry/triangles.ts';
import { distanceBetween, middleOf, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { isWalkable, surfaceLabel } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

/** Everything that the page shows about a face. */
export interface FaceFacts {
	readonly part: 'room' | 'object';
	readonly room: string;
	/** Into the layout, or the placed objects. */
	readonly roomIndex: number;
	readonly face: number;
	readonly surface: number;
	readonly label: string;
	readonly walkable: boolean;
	/** Degrees from level. */
	readonly slope: number;
	/** Square metres. */
	readonly area: number;
	readonly normal: Vec3;
	readonly corners: readonly [Vec3, Vec3, Vec3];
	readonly edges: readonly EdgeFacts[];
	/** The point that was picked, and the edge nearest to it. */
	readonly at?: Vec3;
	readonly nearestEdge?: number;
}

export interface EdgeFacts {
	/** `3 * face + corner`. */
	readonly edge: number;
	readonly start: Vec3;
	readonly end: Vec3;
	/** Metres. */
	readonly length: number;
	/** The walkable face behind it in the same room. */
	readonly neighbour: number | null;
	/** True at a hole in the ground, which can be filled. */
	readonly hole: boolean;
	/** The room that it links to. */
	readonly transition: { readonly room: number; readonly name: string } | null;
	/** The face on the other side of the link. */
	readonly beyond: { readonly room: number; readonly face: number; readonly at: Vec3 } | null;
}

/** Finds the facts about faces of a level. */
export class FactsFinder {
	readonly #query: LevelQuery;
	readonly #objects: readonly PlacedObject[];
	readonly #ground: Ground;
	/** By room: its edges at holes. */
	readonly #holes = new Map<number, ReadonlySet<number>>();

	constructor(query: LevelQuery, objects: readonly PlacedObject[]) {
		this.#query = query;
		this.#objects = objects;
		this.#ground = new Ground(query.index);
	}

	/** Undefined for a face that does not exist. */
	of(part: 'room' | 'object', index: number, face: number, at?: Vec3): FaceFacts | undefined {
		const { level, index: meshes } = this.#query;
		const mesh = part === 'room' ? level.rooms[index]?.walkmesh : this.#objects[index]?.walkmesh;
		if (mesh === undefined || !Number.isInteger(face) || face < 0 || face >= mesh.surfaces.length) return undefined;
		const table = meshes.surfaces;
		const indexed = meshes.parts.find(
			(each) => (part === 'room' ? each.room : each.object) === index && isPart(each, part),
		);
		const positions = indexed?.index.positions ?? mesh.positions;
		const vector: [number, number, number] = [0, 0, 0];
		const length = faceVector(positions, mesh.faces, face, vector);
		const normal: Vec3 = length > 0 ? [vector[0] / length, vector[1] / length, vector[2] / length] : [0, 0, 0];
		const edges = [0, 1, 2].map((corner) => this.#edge(part, index, mesh, positions, face * 3 + corner));
		const surface = mesh.surfaces[face];
		const cornerAt = (corner: number): Vec3 => vec3At(positions, mesh.faces[face * 3 + corner]);
		return {
			part,
			room: part === 'room' ? level.rooms[index].name : mesh.name,
			roomIndex: index,
			face,
			surface,
			label: surfaceLabel(table, surface),
			walkable: isWalkable(table, surface),
			slope: (Math.acos(Math.max(-1, Math.min(1, normal[2]))) * 180) / Math.PI,
			area: faceArea(positions, mesh.faces, face),
			normal,
			corners: [cornerAt(0), cornerAt(1), cornerAt(2)],
			edges,
			...(at === undefined ? {} : { at, nearestEdge: nearestOf(edges, at) }),
		};
	}

	#edge(part: 'room' | 'object', index: number, mesh: Walkmesh, positions: ArrayLike<number>, edge: number): EdgeFacts {
		const start = vec3At(positions, mesh.faces[edge]);
		const end = vec3At(positions, mesh.faces[edgeEnd(edge)]);
		const room = part === 'room' ? this.#ground.room(index) : undefined;
		const behind = room?.neighbours[edge] ?? -1;
		const target = part === 'room' ? mesh.transitions[edge] : -1;
		const next = room === undefined || target < 0 ? undefined : this.#ground.beyond(room, edge)[0];
		return {
			edge,
			start,
			end,
			length: distanceBetween(start, end),
			neighbour: behind < 0 ? null : Math.floor(behind / 3),
			hole: room !== undefined && behind < 0 && this.#holesOf(index, mesh).has(edge),
			transition: target < 0 ? null : { room: target, name: this.#query.level.rooms[target]?.name ?? `#${target}` },
			beyond: next === undefined ? null : { room: next.room.part.room, face: next.face, at: middleOf([start, end]) },
		};
	}

	#holesOf(room: number, mesh: Walkmesh): ReadonlySet<number> {
		const found = this.#holes.get(room) ?? edgesOfHoles(mesh, this.#query.index.surfaces);
		this.#holes.set(room, found);
		return found;
	}

	/** 1 a face, room after room: the piece of ground that it belongs to, connected by shared and linked edges; −1 for faces that are not ground. */
	pieces(): { readonly of: Int32Array; readonly count: number } {
		const { level, index } = this.#query;
		const firsts: number[] = [];
		let total = 0;
		for (const { walkmesh } of level.rooms) {
			firsts.push(total);
			total += walkmesh?.surfaces.length ?? 0;
		}
		const of = new Int32Array(total).fill(-1);
		let count = 0;
		for (const [room, { walkmesh }] of level.rooms.entries()) {
			for (let first = 0; first < (walkmesh?.surfaces.length ?? 0); first++) {
				if (of[firsts[room] + first] >= 0 || !isWalkable(index.surfaces, walkmesh?.surfaces[first] ?? -1)) continue;
				this.#flood(room, first, of, firsts, count++);
			}
		}
		return { of, count };
	}

	#flood(room: number, face: number, of: Int32Array, firsts: readonly number[], piece: number): void {
		const stack = [[room, face]];
		of[firsts[room] + face] = piece;
		for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
			const ground = this.#ground.room(top[0]);
			if (ground === undefined) continue;
			for (let edge = top[1] * 3; edge < top[1] * 3 + 3; edge++) {
				const behind = ground.neighbours[edge];
				const next =
					behind >= 0
						? [[top[0], Math.floor(behind / 3)]]
						: this.#ground.beyond(ground, edge).map((each) => [each.room.part.room, each.face]);
				for (const [toRoom, toFace] of next) {
					if (of[firsts[toRoom] + toFace] >= 0) continue;
					of[firsts[toRoom] + toFace] = piece;
					stack.push([toRoom, toFace]);
				}
			}
		}
	}
}

function isPart(each: { readonly room: number; readonly object: number }, part: 'room' | 'object'): boolean {
	return part === 'room' ? each.room >= 0 : each.object >= 0;
}

function nearestOf(edges: readonly EdgeFacts[], at: Vec3): number {
	const distances = edges.map(({ start, end }) => squaredDistanceToSegment(at, 0, { from: start, to: end }));
	return edges[distances.indexOf(Math.min(...distances))].edge;
}
