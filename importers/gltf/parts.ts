import { type Affine, areWithinReach, IDENTITY, transformPoints } from '../../src/math/affine.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { PinContradictions, type PinnedPart } from '../../src/pins/scene.ts';
import { pinOfMaterial, placeOfNode, type ScenePins } from '../../src/pins/vocabulary.ts';
import { toAreaAxes } from '../../src/scene/frame.ts';
import type { ImportContext, MaterialRun, ScenePart } from '../../src/scene/scene.ts';
import { surfaceByValue } from '../../src/scene/surface-mappings.ts';
import { type AssignedSurface, SurfaceAssigner, UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import type { Content, WantedPrimitive } from './content.ts';
import type { AccessorLookup } from './decode.ts';
import { defaultWeights, flipped, morphed, posed } from './deformations.ts';
import { extrasOf, materialOf, nodeLocation, textOf } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import type { SceneTree } from './nodes.ts';
import type { GltfOptions } from './options.ts';
import type { Placement, Placements } from './placements.ts';
import { dropTriangles, type PrimitiveMesh, type PrimitiveReader } from './primitives.ts';

/** In one file: a part is made in one pass over the instances and primitives of its node. */

type PartContext = Pick<ImportContext, 'report' | 'surfaces' | 'mappings' | 'materials' | 'decisions'>;

/** Makes the parts of a scene, in the order of nodes, primitives, triangles. All instances of a node are one part. */
export function readParts(
	tree: SceneTree,
	content: Content,
	placements: Placements,
	reader: PrimitiveReader,
	accessors: AccessorLookup,
	options: GltfOptions,
	context: PartContext,
	pinning: Pinning = {},
): ScenePart[] {
	const meshes = reader.meshes(content.primitives, context.surfaces);
	const meshOf = new Map(content.primitives.map((primitive, index) => [primitive, meshes[index]]));
	const maker = new PartMaker(tree, meshOf, accessors, options, context, pinning);
	const parts: (ScenePart | undefined)[] = [];
	for (const { node, primitives } of content.shown) {
		const placement = placements.of(node, accessors);
		if (!placements.hasCopies(node)) {
			for (const primitive of primitives) parts.push(maker.single(node, primitive, placement));
		} else if (primitives.some((primitive) => meshOf.get(primitive)?.triangles.length !== 0)) {
			parts.push(maker.copies(node, primitives, placements.ofCopies(node, placement, accessors, context.surfaces)));
		}
	}
	const made = parts.filter((part) => part !== undefined);
	// Without triangles there is no material a mapping could have matched.
	if (made.length > 0) maker.finish();
	return made;
}

/** The triangles of a part, as in `PrimitiveMesh`, with a surface for each. */
interface Triangles {
	readonly triangles: Uint32Array;
	readonly surfaces: Uint32Array;
	readonly rooms?: Int32Array | undefined;
	/** 1 a triangle, in a pinned scene: the entry of what is pinned, −1 without one. */
	readonly pins?: Int32Array | undefined;
}

/** What pins have to do with parts. */
export interface Pinning {
	/** What is pinned of the scene. */
	readonly pins?: ScenePins | undefined;
	/** Gathers the parts of a pinned scene. */
	readonly pinned?: PinnedPart[];
	/** Gathers where in the document parts come from, for what pins them. */
	readonly traces?: PartTrace[];
}

/** Triangles of one primitive in a part. */
export interface PartTrace {
	readonly part: ScenePart;
	/** Indices in the document. */
	readonly node: number;
	readonly primitive: string;
	/** 3 a triangle: the vertex in the primitive's own list. */
	readonly corners: Uint32Array;
	readonly surfaces: ArrayLike<number>;
	/** True when copies of one node have surfaces of their own. */
	readonly varies: boolean;
}

/** The surfaces of a primitive, and their source. */
interface PrimitiveSurfaces extends Omit<MaterialRun, 'end'> {
	/** 1 a triangle. */
	readonly surfaces: Uint32Array;
	readonly pins?: Int32Array;
}

const NO_SURFACES = new Uint32Array(0);

class PartMaker {
	readonly #tree: SceneTree;
	readonly #meshOf: ReadonlyMap<WantedPrimitive, PrimitiveMesh>;
	readonly #accessors: AccessorLookup;
	readonly #options: GltfOptions;
	readonly #context: PartContext;
	readonly #pinning: Pinning;
	readonly #assigner: SurfaceAssigner;
	readonly #contradictions: PinContradictions;
	readonly #flipped = new Map<PrimitiveMesh, PrimitiveMesh>();

	constructor(
		tree: SceneTree,
		meshOf: ReadonlyMap<WantedPrimitive, PrimitiveMesh>,
		accessors: AccessorLookup,
		options: GltfOptions,
		context: PartContext,
		pinning: Pinning,
	) {
		this.#tree = tree;
		this.#meshOf = meshOf;
		this.#accessors = accessors;
		this.#options = options;
		this.#context = context;
		this.#pinning = pinning;
		this.#assigner = new SurfaceAssigner(context.surfaces, context.mappings, context.report);
		this.#contradictions = new PinContradictions(context.surfaces, context.decisions);
	}

	finish(): void {
		this.#contradictions.finish(this.#context.report);
		this.#assigner.finish();
	}

	/** A primitive at a node. */
	single(node: number, primitive: WantedPrimitive, placement: Placement): ScenePart | undefined {
		const shape = this.#shape(node, primitive);
		const inScene = placement.joints === undefined ? undefined : this.#posed(node, shape, primitive, placement.joints);
		const { positions: local, triangles, rooms } = inScene ?? this.#placed(shape, placement);
		if (triangles.length === 0) return undefined;
		const positions = new Float64Array(local.length);
		transformPoints(local, inScene === undefined ? placement.transform : IDENTITY, positions);
		const { surfaces, pins, ...run } = this.#surfaces(node, primitive, 1);
		const given = { triangles, rooms, surfaces, pins };
		const part = this.#part(node, positions, given, [{ ...run, end: surfaces.length }]);
		if (part !== undefined) this.#trace(part, node, primitive, surfaces, false);
		return part;
	}

	/** All primitives of a node for all its instances, instance by instance, in the same order as separate nodes would give. */
	copies(
		node: number,
		primitives: readonly WantedPrimitive[],
		placements: readonly Placement[],
	): ScenePart | undefined {
		if (placements.length === 0) return undefined;
		const meshes = primitives.map((primitive) => this.#shape(node, primitive));
		const count = (of: (mesh: PrimitiveMesh) => number): number =>
			meshes.reduce((sum, mesh) => sum + of(mesh), 0) * placements.length;
		const positions = new Float64Array(count((mesh) => mesh.positions.length));
		const triangles = new Uint32Array(count((mesh) => mesh.triangles.length));
		const surfaces = new Uint32Array(triangles.length / 3);
		const hasRooms = meshes.some(({ rooms }) => rooms !== undefined);
		const rooms = hasRooms ? new Int32Array(triangles.length).fill(NONE) : undefined;
		const isPinned = this.#pinning.pins !== undefined;
		const pins = isPinned ? new Int32Array(surfaces.length) : undefined;
		const silent = placements.filter(({ surface }) => surface === undefined).length;
		const ownSurfaces = primitives.map((primitive) =>
			silent > 0 || isPinned ? this.#surfaces(node, primitive, silent) : this.#withoutSurfaces(primitive),
		);
		const runs: MaterialRun[] = [];
		let vertexAt = 0;
		let cornerAt = 0;
		for (const placement of placements) {
			for (const [index, shape] of meshes.entries()) {
				const mesh = this.#placed(shape, placement);
				transformPoints(mesh.positions, placement.transform, positions, vertexAt);
				const first = vertexAt / 3;
				for (let i = 0; i < mesh.triangles.length; i++) triangles[cornerAt + i] = mesh.triangles[i] + first;
				const { surfaces: own, pins: ownPins, material, unknown } = ownSurfaces[index];
				if (ownPins !== undefined) pins?.set(ownPins, cornerAt / 3);
				const end = (cornerAt + mesh.triangles.length) / 3;
				if (placement.surface === undefined || isPinned) surfaces.set(own, cornerAt / 3);
				else surfaces.fill(placement.surface, cornerAt / 3, end);
				runs.push({ material, unknown: unknown && placement.surface === undefined, end });
				if (mesh.rooms !== undefined) rooms?.set(mesh.rooms, cornerAt);
				vertexAt += mesh.positions.length;
				cornerAt += mesh.triangles.length;
			}
		}
		const part = this.#part(node, positions, { triangles, surfaces, rooms, pins }, runs);
		const varies = silent < placements.length;
		for (const [index, primitive] of primitives.entries()) {
			if (part !== undefined) this.#trace(part, node, primitive, ownSurfaces[index].surfaces, varies);
		}
		return part;
	}

	#trace(part: ScenePart, place: number, primitive: WantedPrimitive, surfaces: Uint32Array, varies: boolean): void {
		const { traces } = this.#pinning;
		if (traces === undefined) return;
		const { triangles, vertices } = this.#meshOf.get(primitive) as PrimitiveMesh;
		const corners = vertices === undefined ? triangles : triangles.map((vertex) => vertices[vertex]);
		const node = this.#tree.nodes[place].index;
		traces.push({ part, node, primitive: primitive.location.pointer ?? '', corners, surfaces, varies });
	}

	/** A primitive with the morph weights of a node. */
	#shape(node: number, primitive: WantedPrimitive): PrimitiveMesh {
		const mesh = this.#meshOf.get(primitive) as PrimitiveMesh;
		if (primitive.targets.length === 0) return mesh;
		const { document, nodes } = this.#tree;
		return morphed(mesh, primitive, defaultWeights(document, nodes[node].definition), this.#accessors);
	}

	/** A primitive where the joints of a node put it, in the space of the scene; undefined where it has none that can be used. */
	#posed(
		node: number,
		shape: PrimitiveMesh,
		primitive: WantedPrimitive,
		joints: readonly Affine[],
	): PrimitiveMesh | undefined {
		if (shape.triangles.length === 0) return shape;
		const inScene = posed(shape, primitive, joints, this.#accessors);
		if (inScene === undefined) {
			const { definition, index } = this.#tree.nodes[node];
			const problem =
				primitive.influences.length === 0
					? 'its vertices have no joints and weights'
					: 'its vertices have joints that it does not have';
			this.#context.report.add(GLTF_FINDINGS.GLTF_SKIN_UNREAD, nodeLocation(definition, index), { problem });
		}
		return inScene;
	}

	/** Flips the triangles at a mirrored placement, to keep their front sides. Mirrored placements share the flipped mesh. */
	#placed(mesh: PrimitiveMesh, { mirrored }: Placement): PrimitiveMesh {
		if (!mirrored) return mesh;
		const known = this.#flipped.get(mesh) ?? flipped(mesh);
		this.#flipped.set(mesh, known);
		return known;
	}

	/** The surface of each triangle, from a vertex attribute, otherwise from extras and material. */
	#surfaces(node: number, primitive: WantedPrimitive, copies: number): PrimitiveSurfaces {
		const { pins } = this.#pinning;
		const named = this.#namedSurfaces(node, primitive, copies);
		if (pins === undefined || pins.byFace) return named;
		const place = placeOfNode(this.#tree.nodes[node].definition);
		const entryOf = (surface: number): number =>
			pins.faces.findIndex((each, entry) => each.place === place && pins.surfaces[entry] === surface);
		const entries = new Map<number, number>();
		for (const surface of new Set(named.surfaces)) entries.set(surface, place === undefined ? NONE : entryOf(surface));
		return { ...named, pins: Int32Array.from(named.surfaces, (surface) => entries.get(surface) as number) };
	}

	/** What is pinned of each triangle, and a contradiction of the material, if there is one. */
	#pinnedSurfaces(
		{ definition }: WantedPrimitive,
		mesh: PrimitiveMesh,
		pins: ScenePins,
	): Pick<PrimitiveSurfaces, 'surfaces' | 'pins'> {
		const count = mesh.triangles.length / 3;
		const own =
			mesh.pins?.map((entry) => (entry < pins.faces.length ? entry : NONE)) ?? new Int32Array(count).fill(NONE);
		const surfaces = Int32Array.from(own, (entry) => (entry < 0 ? NONE : pins.surfaces[entry]));
		const { document } = this.#tree;
		const pin = pinOfMaterial(document, definition);
		const says = pin?.surface === undefined ? undefined : surfaceByValue(this.#context.surfaces, pin.surface);
		const material = textOf(materialOf(document, definition)?.name) ?? '';
		// The triangles of a material that was pinned without a surface have several.
		if (pin === undefined || says !== undefined) this.#contradictions.compare(material, says, surfaces);
		return { surfaces: Uint32Array.from(surfaces, (id) => (id < 0 ? UNRESOLVED_SURFACE : id)), pins: own };
	}

	#namedSurfaces(node: number, primitive: WantedPrimitive, copies: number): PrimitiveSurfaces {
		const mesh = this.#meshOf.get(primitive) as PrimitiveMesh;
		const { triangles, surfaces } = mesh;
		const known = this.#withoutSurfaces(primitive);
		const { pins } = this.#pinning;
		if (pins?.byFace === true) return { ...known, ...this.#pinnedSurfaces(primitive, mesh, pins) };
		const silent = surfaces?.reduce((sum, id) => sum + (id < 0 ? 1 : 0), 0) ?? triangles.length / 3;
		if (surfaces !== undefined && silent === 0) return { ...known, surfaces: Uint32Array.from(surfaces) };
		const { surface: assigned, unknown } = this.#assign(node, primitive, silent * copies);
		if (surfaces === undefined)
			return { ...known, unknown, surfaces: new Uint32Array(triangles.length / 3).fill(assigned) };
		return { ...known, unknown, surfaces: Uint32Array.from(surfaces, (id) => (id < 0 ? assigned : id)) };
	}

	/** The material of a primitive whose surfaces are all known already. */
	#withoutSurfaces({ definition }: WantedPrimitive): PrimitiveSurfaces {
		const material = textOf(materialOf(this.#tree.document, definition)?.name) ?? '';
		return { material, unknown: false, surfaces: NO_SURFACES };
	}

	#assign(place: number, { mesh, definition }: WantedPrimitive, triangleCount: number): AssignedSurface {
		const { document, nodes } = this.#tree;
		const { definition: node, index } = nodes[place];
		const shown = document.meshes[mesh];
		const above: string[] = [];
		for (let at = nodes[place].parent; at >= 0; at = nodes[at].parent) above.push(nodes[at].name);
		const pin = pinOfMaterial(document, definition);
		return this.#assigner.assign({
			extras: [pin, ...[materialOf(document, definition), definition, shown, node].map(extrasOf)],
			material: textOf(materialOf(document, definition)?.name),
			names: [textOf(node.name) ?? '', textOf(shown.name) ?? ''],
			above,
			kind: nodes[place].meaning.kind,
			triangleCount,
			location: nodeLocation(node, index),
		});
	}

	/** Makes a part. @param runs the materials of its triangles, one run after another */
	#part(node: number, positions: Float64Array, given: Triangles, runs: readonly MaterialRun[]): ScenePart | undefined {
		toAreaAxes(positions, this.#options);
		let first = 0;
		for (const { material, unknown, end } of runs) {
			this.#context.materials?.add(material, { ...given, positions, first, end }, unknown);
			first = end;
		}
		const { name, meaning } = this.#tree.nodes[node];
		const { kind, doorState, model } = meaning;
		const { triangles, surfaces, rooms, pins } = areWithinReach(positions)
			? given
			: this.#within(node, positions, given);
		if (triangles.length === 0) return undefined;
		const part: ScenePart = {
			node,
			name,
			positions,
			triangles,
			surfaces,
			...(triangles === given.triangles ? { materials: runs } : {}),
			...(rooms === undefined ? {} : { paintedRooms: rooms }),
			kind,
			...(doorState === undefined ? {} : { doorState }),
			...(model === undefined ? {} : { model }),
		};
		if (pins !== undefined) this.#pinning.pinned?.push({ part, pins });
		return part;
	}

	/** Leaves out triangles whose coordinates are out of range after the transform. Their corners, now unused, are set to the origin. */
	#within(place: number, positions: Float64Array, given: Triangles): Triangles {
		const isLost = new Uint8Array(positions.length / 3);
		for (let vertex = 0; vertex < isLost.length; vertex++) {
			const point = positions.subarray(vertex * 3, vertex * 3 + 3);
			if (areWithinReach(point)) continue;
			isLost[vertex] = 1;
			point.fill(0);
		}
		const { rest, lost } = dropTriangles(given, isLost);
		const { definition, index } = this.#tree.nodes[place];
		const data = { triangles: lost, vertex: isLost.indexOf(1) };
		this.#context.report.add(GLTF_FINDINGS.GLTF_NOT_FINITE, nodeLocation(definition, index), data);
		return rest;
	}
}
