import type { Importer, Loaded, LoadedWalkmesh, ReadContext } from '../../src/formats/contracts.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { weldPositions } from '../../src/geometry/weld.ts';
import { toFloat32 } from '../../src/math/vec3.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import type { Scene, ScenePart } from '../../src/scene/scene.ts';
import { withMargins } from '../../src/tree/tree.ts';
import { looksLikeMdl, MDL_FINDINGS, type Mdl, type MdlWalkmesh, placementOf, toModel } from './mdl.ts';

export const mdlImporter: Importer<typeof LIMIT_OPTIONS> = {
	name: 'mdl',
	summary: 'binary model of the game: the walkmesh within a room, or what doors and placeables look like',
	extensions: ['.mdl'],
	// The game needs the walkmesh file of a room: reading its model instead would hide that the file is missing.
	roomExtensions: [],
	isNamedOnly: true,
	showsModels: true,
	gives: 'walkmeshes',
	options: LIMIT_OPTIONS,
	get findings() {
		return MDL_FINDINGS;
	},
	sniff: (head) => looksLikeMdl(head),
	async read(source, { maxTriangles }, context) {
		return readMdl(await source.bytes(), source.name, maxTriangles, context);
	},
};

/**
 * Reads the walkmesh in the model of a room, in room space, with its tree; or, where the context wants a model, the visible meshes of a model.
 * @throws InputError when it cannot be read, or has no walkmesh and one is wanted
 */
async function readMdl(
	bytes: Uint8Array,
	name: string,
	maxTriangles: number | undefined,
	{ report, wants }: Pick<ReadContext, 'report' | 'wants'>,
): Promise<Loaded> {
	const { decodeMdl } = await import('./decode.ts');
	const mdl = decodeMdl(bytes, report, maxTriangles);
	if (wants === 'model') return { kind: 'scene', scene: sceneOfMdl(mdl, name) };
	const { walkmesh } = mdl;
	if (walkmesh === undefined) {
		const meshes = mdl.nodes.filter(({ mesh }) => mesh !== undefined).length;
		return report.fail(MDL_FINDINGS.MDL_WITHOUT_WALKMESH, {}, { meshes });
	}
	return { kind: 'walkmeshes', walkmeshes: [walkmeshOfMdl(mdl, walkmesh, name)], space: 'room' };
}

/** The AABB node of a model as a walkmesh in room space. Models repeat vertices for the sake of textures, so they are welded. */
export function walkmeshOfMdl(mdl: Mdl, { node, mesh, tree }: MdlWalkmesh, name: string): LoadedWalkmesh {
	const placement = placementOf(mdl, node);
	const { positions, remap } = weldPositions(toModel(placement, mesh.positions));
	const walkmesh = createWalkmesh({
		name,
		positions,
		faces: mesh.faces.map((vertex) => remap[vertex]),
		surfaces: mesh.surfaces,
		position: toFloat32(placement.origin),
	});
	return tree === undefined ? { walkmesh } : { walkmesh, tree: withMargins(tree, walkmesh) };
}

/** The visible meshes of a model, or all where none is visible, without the walkmesh. */
export function sceneOfMdl(mdl: Mdl, name: string): Scene {
	const placements = mdl.nodes.map((_, index) => placementOf(mdl, index));
	const parts = mdl.nodes.flatMap(({ mesh, name: node }, index): (ScenePart & { isDrawn: boolean })[] => {
		if (mesh === undefined || mesh.surfaces.length === 0 || index === mdl.walkmesh?.node) return [];
		const { faces, isDrawn } = mesh;
		const positions = toModel(placements[index], mesh.positions);
		const surfaces = new Uint32Array(mesh.surfaces.length);
		return [{ node: index, name: node, positions, triangles: faces, surfaces, kind: 'area', isDrawn }];
	});
	const drawn = parts.filter(({ isDrawn }) => isDrawn);
	return {
		name,
		nodes: mdl.nodes.map(({ name: node, parent }, index) => ({ name: node, parent, origin: placements[index].origin })),
		parts: (drawn.length > 0 ? drawn : parts).map(({ isDrawn: _, ...part }) => part),
		markers: [],
		hooks: [],
		takenWhole: true,
	};
}
