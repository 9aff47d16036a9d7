import type { Report } from '../../../src/findings/report.ts';
import { nodeRole } from '../../../src/scene/roles.ts';
import {
	extrasOf,
	type GltfNode,
	type GltfPrimitive,
	instancingOf,
	materialOf,
	POINTS,
	TRIANGLES,
} from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { GLTF_LIMITS } from '../options.ts';
import { nodePlace, type TransformFault, transformFault } from '../tree/worlds.ts';
import type { PrimitiveKey } from './request.ts';
import { type SceneTree, textOf } from './scene-tree.ts';
import { drawsTriangles, triangleCount } from './topology.ts';

/** A primitive at a node. */
export interface Job extends PrimitiveKey {
	/** Index in the scene. */
	readonly node: number;
}

/** Lines or points that mark transitions. */
export interface MarkerJob extends Job {
	readonly name: string;
	readonly room: string;
}

export interface Jobs {
	readonly triangles: readonly Job[];
	readonly markers: readonly MarkerJob[];
}

/** Lists what there is to read of a scene: triangles of the nodes that are taken, and marks of transitions. */
export function listJobs(tree: SceneTree, report: Report): Jobs {
	checkPrimitives(tree, report);
	const triangles: Job[] = [];
	const markers: MarkerJob[] = [];
	const culprits = new Set<number>();
	const left = new LeftOver();
	const inherited = inheritedFrom(tree);
	for (const [node, { mesh }] of tree.nodes.entries()) {
		if (mesh === undefined || tree.hidden[node] === 1) continue;
		const taken = tree.selection.taken[node] === 1 && tree.meanings[node].role?.role !== 'hook';
		const primitives = (tree.document.meshes ?? [])[mesh].primitives;
		for (const [primitive, definition] of primitives.entries()) {
			const job = { node, mesh, primitive };
			if (drawsTriangles(definition.mode ?? TRIANGLES)) {
				if (taken && tree.worlds.culprits[node] < 0) triangles.push(job);
				else if (taken) culprits.add(tree.worlds.culprits[node]);
				continue;
			}
			const mark = readsMarkers(tree, node) ? (markOf(tree, job, definition) ?? inherited.marks[node]) : undefined;
			if (mark !== undefined && tree.worlds.culprits[node] < 0) markers.push({ ...job, ...mark });
			else if (mark === undefined && taken && !isOurs(tree, node, definition, inherited)) left.count(definition, node);
		}
	}
	reportCulprits(tree, culprits, report);
	left.report(tree, report);
	checkAmount(tree, [...triangles, ...markers], report);
	return { triangles, markers };
}

/** Marks and hooks count wherever they are, unless their names say otherwise or patterns choose the nodes. */
export function readsMarkers({ selection, hidden }: SceneTree, node: number): boolean {
	if (hidden[node] === 1) return false;
	return selection.rule === 'patterns' ? selection.taken[node] === 1 : selection.ignored[node] === 0;
}

interface Mark {
	readonly name: string;
	/** Index or name of the room. */
	readonly room: string;
}

/** What nodes have from those above them. */
interface Inherited {
	readonly marks: readonly (Mark | undefined)[];
	/** 1 below a root that carries the stamp of this tool's inspection files. */
	readonly stamped: Uint8Array;
}

function inheritedFrom(tree: SceneTree): Inherited {
	const marks: (Mark | undefined)[] = [];
	const stamped = new Uint8Array(tree.nodes.length);
	for (const [index, node] of tree.nodes.entries()) {
		const parent = tree.hierarchy.parents[index];
		const role = tree.meanings[index].role;
		const own = role?.role === 'marker' ? { name: tree.names[index], room: role.room } : undefined;
		marks.push(own ?? marks[parent]);
		stamped[index] = extrasOf(node)?.['wokflow'] !== undefined || stamped[parent] === 1 ? 1 : 0;
	}
	return { marks, stamped };
}

/** The room that extras or names say lies behind some lines: of the primitive, node, mesh or material. */
function markOf(tree: SceneTree, { node, mesh }: Job, primitive: GltfPrimitive): Mark | undefined {
	const meshDefinition = (tree.document.meshes ?? [])[mesh];
	const material = materialOf(tree.document, primitive);
	for (const owner of [primitive, tree.nodes[node], meshDefinition, material]) {
		const room = roomOfExtras(extrasOf(owner));
		if (room !== undefined) return { name: tree.names[node], room };
	}
	for (const candidate of [extrasOf(primitive)?.['name'], tree.names[node], meshDefinition.name, material?.name]) {
		const name = textOf(candidate);
		const role = name === undefined ? undefined : nodeRole(name);
		if (role?.role === 'marker') return { name: name as string, room: role.room };
	}
	return undefined;
}

/** The room in `extras.transition` or `extras.link`: an index or a name. */
export function roomOfExtras(extras: Readonly<Record<string, unknown>> | undefined): string | undefined {
	const room = extras?.['transition'] ?? extras?.['link'];
	if (typeof room === 'number') return Number.isInteger(room) && room >= 0 ? String(room) : undefined;
	return textOf(room);
}

/** Lines that the inspection files of this tool draw: the perimeter, and whatever else lies below a node with their stamp. */
function isOurs(tree: SceneTree, node: number, primitive: GltfPrimitive, { stamped }: Inherited): boolean {
	const names = [tree.names[node], textOf(materialOf(tree.document, primitive)?.name)];
	return stamped[node] === 1 || names.some((name) => name !== undefined && /^perimeter(?:[._]|$)/i.test(name));
}

class LeftOver {
	readonly #counts = new Map<'points' | 'lines', { primitives: number; node: number }>();

	count({ mode = TRIANGLES }: GltfPrimitive, node: number): void {
		const kind = mode === POINTS ? 'points' : 'lines';
		const known = this.#counts.get(kind);
		if (known === undefined) this.#counts.set(kind, { primitives: 1, node });
		else known.primitives++;
	}

	report(tree: SceneTree, report: Report): void {
		for (const [kind, { primitives, node }] of this.#counts) {
			const place = nodePlace(tree.nodes[node], tree.hierarchy.nodes[node]);
			report.add(GLTF_FINDINGS.GLTF_NOT_TRIANGLES, place, { kind, primitives });
		}
	}
}

const FAULTS: Readonly<Record<TransformFault, string>> = {
	flat: 'scales to zero in some direction',
	projective: 'has a matrix that is no affine transform',
	unturned: 'has a rotation of length 0',
	endless: 'has a transform beyond all numbers',
};

function reportCulprits(tree: SceneTree, culprits: ReadonlySet<number>, report: Report): void {
	for (const culprit of culprits) {
		const node = tree.nodes[culprit];
		const problem = FAULTS[transformFault(node) ?? 'endless'];
		report.add(GLTF_FINDINGS.GLTF_TRANSFORM, nodePlace(node, tree.hierarchy.nodes[culprit]), { problem });
	}
}

/** Many nodes that show a mesh of many primitives multiply. */
function checkPrimitives(tree: SceneTree, report: Report): void {
	let shown = 0;
	for (const { mesh } of tree.nodes) {
		if (mesh !== undefined) shown += (tree.document.meshes ?? [])[mesh].primitives.length;
	}
	const limit = GLTF_LIMITS.primitives;
	if (shown > limit)
		report.fail(
			GLTF_FINDINGS.GLTF_TOO_LARGE,
			{},
			{ what: 'primitives with all copies of meshes', count: shown, limit },
		);
}

/**
 * A small file can ask for endlessly many triangles, by showing one mesh over and over, or by lists that many primitives share. What
 * it may ask for goes by the lists it holds.
 */
function checkAmount(tree: SceneTree, jobs: readonly Job[], report: Report): void {
	const { accessors = [], meshes = [] } = tree.document;
	const copies = tree.nodes.map((node) => copiesOf(tree, node));
	const lists = new Set<number>();
	let shown = 0;
	let stored = 0;
	let most = 0;
	for (const { node, mesh, primitive } of jobs) {
		const { indices, attributes, mode = TRIANGLES } = meshes[mesh].primitives[primitive];
		const list = indices ?? attributes['POSITION'];
		if (list === undefined) continue;
		const count = triangleCount(mode, accessors[list].count);
		shown += count * copies[node];
		most = Math.max(most, copies[node]);
		if (!lists.has(list)) stored += count;
		lists.add(list);
	}
	const limit = Math.max(GLTF_LIMITS.triangles, stored * 4);
	if (shown > limit)
		report.fail(GLTF_FINDINGS.GLTF_TOO_LARGE, {}, { what: 'triangles with all copies of meshes', count: shown, limit });
	if (most > GLTF_LIMITS.instances) {
		report.fail(
			GLTF_FINDINGS.GLTF_TOO_LARGE,
			{},
			{ what: 'copies of a node', count: most, limit: GLTF_LIMITS.instances },
		);
	}
}

function copiesOf({ document }: SceneTree, node: GltfNode): number {
	const attributes = instancingOf(node) ?? {};
	for (const name in attributes) return (document.accessors ?? [])[attributes[name]].count;
	return 1;
}
