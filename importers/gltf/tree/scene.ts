import type { Report } from '../../../src/findings/report.ts';
import type { GltfDocument, GltfScene } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';

/**
 * Roots of the scene that is read: the one asked for by name or index; otherwise the default; otherwise the only one; otherwise
 * every node without a parent.
 *
 * @param parents of all nodes of the document, −1 without one
 * @throws InputError for a scene that is not there, and for one whose roots are not roots
 */
export function sceneRoots(
	document: GltfDocument,
	parents: Int32Array,
	wanted: string | undefined,
	report: Report,
): number[] {
	const scenes = document.scenes ?? [];
	const chosen = wanted === undefined ? defaultScene(document) : findScene(scenes, wanted, report);
	if (chosen === undefined) {
		const names = scenes.map(sceneName).slice(0, 8).join(', ');
		if (parents.length > 0) report.add(GLTF_FINDINGS.GLTF_SCENE_NONE, {}, { scenes: scenes.length, names });
		return rootsOf(parents);
	}
	if (scenes.length > 1) {
		const others = scenes.map(sceneName).filter((_, index) => index !== chosen);
		report.add(
			GLTF_FINDINGS.GLTF_SCENE_CHOSEN,
			{ pointer: `/scenes/${chosen}` },
			{
				scene: sceneName(scenes[chosen], chosen),
				others: others.slice(0, 8).join(', ') + (others.length > 8 ? ', …' : ''),
			},
		);
	}
	return checkedRoots(scenes[chosen], chosen, parents, report);
}

function defaultScene({ scene, scenes = [] }: GltfDocument): number | undefined {
	return scene ?? (scenes.length === 1 ? 0 : undefined);
}

/** By name exactly, by name without regard to case, by index. */
function findScene(scenes: readonly GltfScene[], wanted: string, report: Report): number {
	const exact = scenes.findIndex(({ name }) => name === wanted);
	if (exact >= 0) return exact;
	const lower = wanted.toLowerCase();
	const loose = scenes.findIndex(({ name }) => typeof name === 'string' && name.toLowerCase() === lower);
	if (loose >= 0) return loose;
	if (/^\d+$/.test(wanted) && Number(wanted) < scenes.length) return Number(wanted);
	const names = scenes.map(sceneName).slice(0, 8).join(', ');
	return report.fail(GLTF_FINDINGS.GLTF_SCENE_UNKNOWN, {}, { scene: wanted, names });
}

function checkedRoots(scene: GltfScene, index: number, parents: Int32Array, report: Report): number[] {
	for (const [at, node] of (scene.nodes ?? []).entries()) {
		if (parents[node] < 0) continue;
		const problem = `scene ${index} names node ${node} as a root, but it is a child of node ${parents[node]}`;
		report.fail(GLTF_FINDINGS.GLTF_TREE, { pointer: `/scenes/${index}/nodes/${at}` }, { problem });
	}
	return [...new Set(scene.nodes ?? [])];
}

function rootsOf(parents: Int32Array): number[] {
	const roots: number[] = [];
	for (let node = 0; node < parents.length; node++) if (parents[node] < 0) roots.push(node);
	return roots;
}

function sceneName({ name }: GltfScene, index: number): string {
	return typeof name === 'string' && name !== '' ? JSON.stringify(name.slice(0, 60)) : `${index} (without a name)`;
}
