import type { Scene, SceneHook, SceneNode, ScenePart } from '../../src/scene/scene.ts';

/** A scene of some nodes, parts and hooks. */
export function sceneWith(
	nodes: readonly (Partial<SceneNode> & { readonly name: string })[],
	parts: readonly (Partial<ScenePart> & { readonly node: number })[],
	hooks: readonly (Partial<SceneHook> & { readonly node: number })[] = [],
): Scene {
	return {
		name: 'scene',
		nodes: nodes.map((node) => ({ parent: -1, origin: [0, 0, 0], ...node })),
		parts: parts.map((part) => ({
			name: nodes[part.node].name,
			positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
			triangles: Uint32Array.of(0, 1, 2),
			surfaces: new Uint32Array((part.triangles?.length ?? 3) / 3).fill(7),
			kind: 'area',
			...part,
		})),
		markers: [],
		hooks: hooks.map((hook) => ({ kind: 'placeable', slot: 1, at: [0, 0, 0], ...hook })),
		takenWhole: false,
	};
}

/** The corners of a triangle moved to x, y, z. */
export function triangleAt(x: number, y: number, z = 0): Float64Array {
	return Float64Array.of(x, y, z, x + 1, y, z, x, y + 1, z);
}
