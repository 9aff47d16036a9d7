import type { Accessor } from '@gltf-transform/core';
import type { Report } from '../../../src/findings/report.ts';
import type { ImportContext, ScenePart } from '../../../src/scene/scene.ts';
import { SurfaceAssigner } from '../../../src/scene/surfaces.ts';
import type { Reducer } from '../data/reduce.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import type { GltfOptions } from '../options.ts';
import { type Affine, multiply } from '../tree/matrix.ts';
import { nodePlace } from '../tree/worlds.ts';
import { type InstancePlaces, instanceTransforms, requestInstances } from './instances.ts';
import type { Job, Jobs, MarkerJob } from './jobs.ts';
import { type KeyedPrimitive, PartMaker } from './parts.ts';
import type { DecodedData } from './position-surveys.ts';
import { readPrimitives, type WantedPrimitive } from './read-primitives.ts';
import { type PrimitivePlaces, requestPrimitive } from './request.ts';
import type { SceneTree } from './scene-tree.ts';
import { requestSkin, SkinPlacements } from './skins.ts';

/** Everything that was asked for of a document's data, and where it will be. */
export interface Requests {
	readonly primitives: readonly WantedPrimitive[];
	readonly markers: readonly (MarkerJob & { readonly places: PrimitivePlaces })[];
	/** By index in the scene. */
	readonly instances: ReadonlyMap<number, InstancePlaces>;
	/** Place of inverse bind matrices by skin; undefined for skins without. */
	readonly skins: ReadonlyMap<number, number | undefined>;
}

/** Asks for the accessors that the jobs need. A mesh that many nodes show is asked for once. */
export function requestContent(
	tree: SceneTree,
	jobs: Jobs,
	reducer: Reducer,
	isSound: (collection: string) => boolean,
	report: Report,
): Requests {
	const { document } = tree;
	const known = new Map<string, PrimitivePlaces | undefined>();
	const placesOf = (job: Job): PrimitivePlaces | undefined => {
		const key = keyOf(job);
		if (!known.has(key)) known.set(key, requestPrimitive(document, job, reducer, report));
		return known.get(key);
	};
	const primitives = new Map<string, WantedPrimitive>();
	const instances = new Map<number, InstancePlaces>();
	const skins = new Map<number, number | undefined>();
	const seen = new Set<number>();
	// A skin only places a mesh; one that is broken does not keep the mesh from being read.
	const usableSkins = isSound('skins') ? (document.skins ?? []) : [];
	for (const job of jobs.triangles) {
		const places = placesOf(job);
		const { node, mesh, primitive } = job;
		if (places === undefined) continue;
		if (!primitives.has(keyOf(job)))
			primitives.set(keyOf(job), { mesh, primitive, places, nodeName: tree.names[node] });
		if (seen.has(node)) continue;
		seen.add(node);
		const definition = tree.nodes[node];
		const copies = requestInstances(document, definition, tree.hierarchy.nodes[node], reducer, report);
		if (copies !== undefined) instances.set(node, copies);
		const { skin = -1 } = definition;
		const skinDefinition = usableSkins[skin];
		if (skinDefinition !== undefined && !skins.has(skin))
			skins.set(skin, requestSkin(document, skinDefinition, reducer));
	}
	const markers: (MarkerJob & { places: PrimitivePlaces })[] = [];
	for (const job of jobs.markers) {
		const places = placesOf(job);
		if (places !== undefined) markers.push({ ...job, places });
	}
	return { primitives: [...primitives.values()], markers, instances, skins };
}

/** Makes the parts of the scene from decoded accessors, in the order of nodes, primitives, triangles. */
export function makeParts(
	tree: SceneTree,
	jobs: Jobs,
	requests: Requests,
	decoded: DecodedData,
	options: GltfOptions,
	context: Pick<ImportContext, 'report' | 'surfaces' | 'mappings'>,
): ScenePart[] {
	const { report, surfaces, mappings } = context;
	const { accessors } = decoded;
	const data = readPrimitives(tree.document, requests.primitives, decoded, surfaces, report);
	const byKey = new Map(requests.primitives.map((wanted, index) => [keyOf(wanted), { ...wanted, data: data[index] }]));
	const assigner = new SurfaceAssigner(surfaces, mappings, report);
	const maker = new PartMaker(tree, assigner, options, report);
	const placements = new SkinPlacements(tree, requests.skins, accessors);
	const parts: ScenePart[] = [];
	for (const [node, nodeJobs] of jobsByNode(jobs.triangles)) {
		const primitives = nodeJobs.map((job) => byKey.get(keyOf(job))).filter((found) => found !== undefined);
		const placement = placementOf(tree, node, placements, report);
		const copies = requests.instances.get(node);
		if (copies === undefined) {
			for (const primitive of primitives) parts.push(...existing(maker.single(node, primitive, placement)));
		} else parts.push(...existing(makeCopies(tree, node, primitives, placement, copies, accessors, maker, report)));
	}
	// Without triangles there is no material a mapping could have matched.
	if (parts.length > 0) assigner.finish();
	return parts;
}

function existing(part: ScenePart | undefined): ScenePart[] {
	return part === undefined ? [] : [part];
}

function makeCopies(
	tree: SceneTree,
	node: number,
	primitives: readonly KeyedPrimitive[],
	placement: Affine,
	places: InstancePlaces,
	accessors: readonly Accessor[],
	maker: PartMaker,
	report: Report,
): ScenePart | undefined {
	if (primitives.every(({ data }) => data.triangles.length === 0)) return undefined;
	const copies = instanceTransforms(places, accessors);
	report.add(GLTF_FINDINGS.GLTF_INSTANCES, nodePlace(tree.nodes[node], tree.hierarchy.nodes[node]), {
		copies: copies.length,
		left: places.count - copies.length,
	});
	return maker.instanced(
		node,
		primitives,
		copies.map((copy) => multiply(placement, copy)),
	);
}

/** Where a node's mesh stands: by its skin where it has one, otherwise by the nodes above. Says so of what could move. */
function placementOf(tree: SceneTree, node: number, placements: SkinPlacements, report: Report): Affine {
	const definition = tree.nodes[node];
	const own = tree.worlds.transforms[node];
	const place = nodePlace(definition, tree.hierarchy.nodes[node]);
	const mesh = (tree.document.meshes ?? [])[definition.mesh as number];
	const morphed = mesh.primitives.some(({ targets }) => Array.isArray(targets) && targets.length > 0);
	if (morphed) report.add(GLTF_FINDINGS.GLTF_REST_POSE, place, { what: 'morphed' });
	if (definition.skin === undefined) return own;
	const placed = placements.of(definition.skin);
	report.add(GLTF_FINDINGS.GLTF_REST_POSE, place, { what: placed === undefined ? 'posed' : 'skinned' });
	return placed ?? own;
}

function jobsByNode(jobs: readonly Job[]): Map<number, Job[]> {
	const byNode = new Map<number, Job[]>();
	for (const job of jobs) {
		const known = byNode.get(job.node);
		if (known === undefined) byNode.set(job.node, [job]);
		else known.push(job);
	}
	return byNode;
}

function keyOf({ mesh, primitive }: { readonly mesh: number; readonly primitive: number }): string {
	return `${mesh}/${primitive}`;
}
