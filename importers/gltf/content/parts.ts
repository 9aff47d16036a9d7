import type { Report } from '../../../src/findings/report.ts';
import { type FrameOptions, toAreaAxes } from '../../../src/scene/frame.ts';
import type { ScenePart } from '../../../src/scene/scene.ts';
import type { SurfaceAssigner } from '../../../src/scene/surfaces.ts';
import { extrasOf, materialOf } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { type Affine, determinant } from '../tree/matrix.ts';
import { nodePlace } from '../tree/worlds.ts';
import { areWithinReach, transformPoints } from './positions.ts';
import { keepTriangles, type PrimitiveMesh, turnedOver } from './primitive.ts';
import type { PrimitiveKey } from './request.ts';
import { type SceneTree, textOf } from './scene-tree.ts';

/** A primitive with the key it is known under. */
export interface KeyedPrimitive extends PrimitiveKey {
	readonly mesh: number;
	readonly data: PrimitiveMesh;
}

/** Makes the parts of a scene out of primitives and the places they stand at. */
export class PartMaker {
	readonly #tree: SceneTree;
	readonly #assigner: SurfaceAssigner;
	readonly #frame: FrameOptions;
	readonly #report: Report;
	readonly #turned = new Map<PrimitiveMesh, Turned>();

	constructor(tree: SceneTree, assigner: SurfaceAssigner, frame: FrameOptions, report: Report) {
		this.#tree = tree;
		this.#assigner = assigner;
		this.#frame = frame;
		this.#report = report;
	}

	/** A primitive at a node. */
	single(node: number, primitive: KeyedPrimitive, placement: Affine): ScenePart | undefined {
		const { data } = primitive;
		if (data.triangles.length === 0) return undefined;
		const positions = new Float64Array(data.positions.length);
		transformPoints(data.positions, placement, positions);
		const { triangles, rooms } = this.#wound(data, placement);
		return this.#finish(node, positions, {
			triangles,
			surfaces: this.#surfaces(node, primitive, 1),
			...(rooms === undefined ? {} : { rooms }),
		});
	}

	/** All primitives of a node at all places of its copies: one part, copy by copy, so that the order is that of single nodes. */
	instanced(node: number, primitives: readonly KeyedPrimitive[], placements: readonly Affine[]): ScenePart | undefined {
		const vertices = primitives.reduce((sum, { data }) => sum + data.positions.length, 0);
		const corners = primitives.reduce((sum, { data }) => sum + data.triangles.length, 0);
		if (corners === 0 || placements.length === 0) return undefined;
		const positions = new Float64Array(vertices * placements.length);
		const triangles = new Uint32Array(corners * placements.length);
		const surfaces = new Uint32Array(triangles.length / 3);
		const painted = primitives.some(({ data }) => data.rooms !== undefined);
		const rooms = painted ? new Int32Array(triangles.length).fill(-1) : undefined;
		const ownSurfaces = primitives.map((primitive) => this.#surfaces(node, primitive, placements.length));
		let vertexAt = 0;
		let cornerAt = 0;
		for (const placement of placements) {
			for (const [index, { data }] of primitives.entries()) {
				transformPoints(data.positions, placement, positions, vertexAt);
				const wound = this.#wound(data, placement);
				const first = vertexAt / 3;
				for (let i = 0; i < wound.triangles.length; i++) triangles[cornerAt + i] = wound.triangles[i] + first;
				surfaces.set(ownSurfaces[index], cornerAt / 3);
				if (wound.rooms !== undefined) rooms?.set(wound.rooms, cornerAt);
				vertexAt += data.positions.length;
				cornerAt += wound.triangles.length;
			}
		}
		return this.#finish(node, positions, { triangles, surfaces, ...(rooms === undefined ? {} : { rooms }) });
	}

	/** A mirrored node shows its triangles from the other side, so they are turned over. Mirrored copies share what that gives. */
	#wound(data: PrimitiveMesh, placement: Affine): Turned {
		if (determinant(placement) > 0) return data;
		let turned = this.#turned.get(data);
		if (turned === undefined) {
			turned = turnedOver(data);
			this.#turned.set(data, turned);
		}
		return turned;
	}

	/** 1 surface a triangle: what an attribute says, otherwise what extras and material say. */
	#surfaces(node: number, { mesh, primitive, data }: KeyedPrimitive, copies: number): Uint32Array {
		const named = data.surfaces;
		const silent = named === undefined ? data.triangles.length / 3 : named.reduce((n, id) => n + (id < 0 ? 1 : 0), 0);
		if (named !== undefined && silent === 0) return Uint32Array.from(named);
		const assigned = this.#assign(node, mesh, primitive, silent * copies);
		if (named === undefined) return new Uint32Array(data.triangles.length / 3).fill(assigned);
		return Uint32Array.from(named, (id) => (id < 0 ? assigned : id));
	}

	#assign(node: number, mesh: number, primitive: number, triangleCount: number): number {
		const { meshes = [] } = this.#tree.document;
		const definition = meshes[mesh].primitives[primitive];
		const material = materialOf(this.#tree.document, definition);
		return this.#assigner.assign({
			extras: [material, definition, meshes[mesh], this.#tree.nodes[node]].map(extrasOf),
			material: textOf(material?.name),
			triangleCount,
			place: nodePlace(this.#tree.nodes[node], this.#tree.hierarchy.nodes[node]),
		});
	}

	#finish(
		node: number,
		positions: Float64Array,
		parts: { readonly triangles: Uint32Array; readonly surfaces: Uint32Array; readonly rooms?: Int32Array },
	): ScenePart | undefined {
		toAreaAxes(positions, this.#frame);
		const { kind, doorState, model } = this.#tree.meanings[node];
		const reachable = areWithinReach(positions) ? parts : this.#withinReach(node, positions, parts);
		if (reachable.triangles.length === 0) return undefined;
		return {
			node,
			name: this.#tree.names[node],
			positions,
			triangles: reachable.triangles,
			surfaces: reachable.surfaces,
			...(reachable.rooms === undefined ? {} : { paintedRooms: reachable.rooms }),
			kind,
			...(doorState === undefined ? {} : { doorState }),
			...(model === undefined ? {} : { model }),
		};
	}

	/** Leaves out triangles that a transform threw beyond all measure. Their corners are moved to the origin: nothing uses them. */
	#withinReach(
		node: number,
		positions: Float64Array,
		{ triangles, surfaces, rooms }: { triangles: Uint32Array; surfaces: Uint32Array; rooms?: Int32Array },
	): { triangles: Uint32Array; surfaces: Uint32Array; rooms?: Int32Array } {
		const lost = new Uint8Array(positions.length / 3);
		for (let vertex = 0; vertex < lost.length; vertex++) {
			if (areWithinReach(positions.subarray(vertex * 3, vertex * 3 + 3))) continue;
			lost[vertex] = 1;
			positions.fill(0, vertex * 3, vertex * 3 + 3);
		}
		const keep = new Uint8Array(triangles.length / 3);
		for (let t = 0; t < keep.length; t++) {
			keep[t] = lost[triangles[t * 3]] + lost[triangles[t * 3 + 1]] + lost[triangles[t * 3 + 2]] === 0 ? 1 : 0;
		}
		const bad = keep.reduce((sum, flag) => sum + 1 - flag, 0);
		const place = nodePlace(this.#tree.nodes[node], this.#tree.hierarchy.nodes[node]);
		this.#report.add(GLTF_FINDINGS.GLTF_NOT_FINITE, place, { triangles: bad, vertex: lost.indexOf(1) });
		const kept = keepTriangles(
			{
				positions,
				triangles,
				surfaces: Int32Array.from(surfaces),
				...(rooms === undefined ? {} : { rooms }),
			},
			keep,
		);
		return {
			triangles: kept.triangles,
			surfaces: Uint32Array.from(kept.surfaces ?? []),
			...(kept.rooms === undefined ? {} : { rooms: kept.rooms }),
		};
	}
}

type Turned = { readonly triangles: Uint32Array; readonly rooms?: Int32Array };
