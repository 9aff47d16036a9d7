import { type Report, UsageError } from '../../src/findings/index.ts';
import {
	type ImportContext,
	METRES_PER_UNIT,
	type Scene,
	type SelectableNode,
	type Selection,
	selectNodes,
	toAreaAxes,
} from '../../src/scene/index.ts';
import { SurfaceAssigner, surfaceByName, UNRESOLVED_SURFACE } from '../../src/surfaces/index.ts';
import { hintByColour } from './colour-hints.ts';
import { readColours } from './libraries.ts';
import { readMarks } from './markers.ts';
import type { ObjModel } from './model.ts';
import { OBJ_DEFAULTS, type ObjOptions } from './options.ts';
import { buildParts } from './parts.ts';
import { type ObjSource, scanObj } from './scan.ts';
import { type ObjTree, objTree } from './tree.ts';

const LARGEST_FLOAT32 = 3.4028234663852886e38;

/**
 * Reads a Wavefront OBJ file as a scene: objects and groups are nodes, runs of their faces are parts, cut into triangles; `usemtl` decides
 * surfaces. Faults of the text are findings with their line, and reading goes on; see `docs/obj.md` for what is read how.
 *
 * @param source the bytes, whole or in pieces cut anywhere; never made into one string, so a file may have any size
 * @throws InputError for what is no OBJ text or holds no faces
 * @throws UsageError for options that make no sense
 */
export async function readObjScene(source: ObjSource, options: ObjOptions, context: ImportContext): Promise<Scene> {
	const { parser, nodes: patterns, up, unit, scale } = { ...OBJ_DEFAULTS, ...options };
	const factor = METRES_PER_UNIT[unit] * scale;
	if (!(factor > 0 && Number.isFinite(factor))) throw new UsageError(`A scale of ${scale} (${unit}) makes no sense.`);
	if (up !== 'y' && up !== 'z') throw new UsageError(`The axis "${up}" cannot point up; y and z can.`);
	if (parser !== 'scanner' && parser !== 'obj-file-parser') throw new UsageError(`There is no OBJ parser "${parser}".`);
	const { report } = context;
	const scanned = await scanObj(source, LARGEST_FLOAT32 / factor, context);
	const model = parser === 'scanner' ? scanned : await parsedByPackage(scanned, context);
	toAreaAxes(model.positions, { up, unit, scale });

	const tree = objTree(model.nodes.list);
	if (!tree.meanings.some(({ role }) => role?.role === 'hook')) needFaces(model, report);
	const selection = selectNodes(selectable(model, tree, context), { nodes: patterns }, report);
	const { markers, hooks } = readMarks(model, tree, selection, report);
	if (hooks.length === 0) needFaces(model, report);
	const assigner = new SurfaceAssigner(context.surfaces, context.mappings, report);
	const parts = buildParts(model, tree, walkmeshNodes(tree, selection), assigner, report);
	assigner.finish();
	if (parts.length + hooks.length === 0) report.fail('OBJ_NOTHING', {}, { faces: model.faceStatements });
	const unresolved = parts.some((part) => part.surfaces.includes(UNRESOLVED_SURFACE));
	const colours = await readColours(model.libraries, context);
	if (unresolved) hintByColour(model.materials, colours, context);
	return {
		name: context.name,
		nodes: tree.nodes,
		parts,
		markers,
		hooks,
		takenWhole: selection.rule === 'everything',
	};
}

function needFaces({ faceStatements, positions, polylines, points }: ObjModel, report: Report): void {
	if (faceStatements > 0) return;
	const counts = { vertices: positions.length / 3, lines: polylines.sizes.length, points: points.sizes.length };
	report.fail('OBJ_NO_FACES', {}, counts);
}

/** The second back-end is loaded when it is asked for. */
async function parsedByPackage(model: ObjModel, context: ImportContext): Promise<ObjModel> {
	const { reparse } = await import('./obj-file-parser.ts');
	return reparse(model, context.report);
}

/** Nodes with faces count as geometry; hooks do not, even where a small mesh shows them. */
function selectable(model: ObjModel, tree: ObjTree, { surfaces, mappings }: ImportContext): SelectableNode[] {
	const hasFaces = new Uint8Array(tree.nodes.length);
	const hasSurface = new Uint8Array(tree.nodes.length);
	const named = model.materials.map((name) => mappings.length > 0 || surfaceByName(surfaces, name) !== undefined);
	for (const run of model.runs) {
		hasFaces[tree.sceneNode[run.node]] = 1;
		if (named[run.material] ?? mappings.length > 0) hasSurface[tree.sceneNode[run.node]] = 1;
	}
	const hooks = hookNodes(tree);
	return tree.nodes.map(({ name, parent }, node) => ({
		name,
		parent,
		geometry: hasFaces[node] === 1 && hooks[node] === 0,
		surface: hasSurface[node] === 1,
	}));
}

function walkmeshNodes(tree: ObjTree, { taken }: Selection): Uint8Array {
	const hooks = hookNodes(tree);
	return taken.map((value, node) => (hooks[node] === 1 ? 0 : value));
}

/** 1 for nodes that are a use hook, by their own name or that of the object they are a group of. */
function hookNodes(tree: ObjTree): Uint8Array {
	const hooks = new Uint8Array(tree.nodes.length);
	for (const [index, node] of tree.sceneNode.entries()) {
		if (tree.meanings[tree.holder[index]].role?.role === 'hook') hooks[node] = 1;
	}
	return hooks;
}
