import { type GivenOf, isAllowed, withDefaults } from '../../src/findings/options.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import { surfaceByName } from '../../src/model/surfaces.ts';
import { toAreaAxes } from '../../src/scene/frame.ts';
import type { ImportContext, Scene } from '../../src/scene/scene.ts';
import { type SelectableNode, selectNodes } from '../../src/scene/select.ts';
import { hasMappings } from '../../src/scene/surface-mappings.ts';
import { SurfaceAssigner, surfaceOfObject, UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { METRES_PER_UNIT } from '../../src/scene/units.ts';
import { type ObjSource, type ScanLimits, scanObj } from './chunks.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { hintByColour, readColours } from './library.ts';
import { readMarks } from './marks.ts';
import { type ObjModel, type ObjTree, objectsOfGroups, objTree, reportRepeatedNames } from './model.ts';
import { OBJ_READ_OPTIONS } from './options.ts';
import { buildParts } from './parts.ts';

export type ObjOptions = GivenOf<typeof OBJ_READ_OPTIONS>;

const LARGEST_FLOAT32 = 3.4028234663852886e38;

/**
 * Reads a Wavefront OBJ file as a scene: objects and groups are nodes, runs of their faces are parts, cut into triangles; `usemtl` decides
 * surfaces. Faults of the text are findings with their line, and reading goes on; see `docs/obj.md` for what is read how.
 *
 * @param source the bytes, whole or in pieces cut anywhere; never made into one string, so a file may have any size
 * @throws InputError for bytes that are not OBJ text, and for a file without faces
 * @throws UsageError for options that make no sense
 */
export async function readObjScene(source: ObjSource, options: ObjOptions, context: ImportContext): Promise<Scene> {
	const values = withDefaults(OBJ_READ_OPTIONS, options);
	const { objParser: parser, node: patterns = [], up, unit, scale, maxTriangles } = values;
	const factor = METRES_PER_UNIT[unit] * scale;
	if (!(factor > 0 && Number.isFinite(factor))) throw new UsageError(`A scale of ${scale} (${unit}) makes no sense.`);
	if (!isAllowed(OBJ_READ_OPTIONS.up, up)) throw new UsageError(`The axis "${up}" cannot point up; x, y and z can.`);
	if (parser !== 'scanner' && parser !== 'obj-file-parser') throw new UsageError(`There is no OBJ parser "${parser}".`);
	const { report } = context;
	const limits = { largest: LARGEST_FLOAT32 / factor, maxTriangles };
	const model =
		parser === 'scanner' ? await scanObj(source, limits, context) : await readTwice(source, limits, context);
	reportRepeatedNames(model, report);
	toAreaAxes(model.positions, { up, unit, scale });

	const tree = objTree(objectsOfGroups(model));
	if (!tree.meanings.some(({ role }) => role?.role === 'hook')) needFaces(model, report);
	const hookNode = hookNodes(tree);
	const selection = selectNodes(
		selectable(model, tree, hookNode, context),
		{ node: patterns },
		report,
		context.decisions,
	);
	const { markers, hooks } = readMarks(model, tree, selection, report);
	if (hooks.length === 0) needFaces(model, report);
	const assigner = new SurfaceAssigner(context.surfaces, context.mappings, report);
	const taken = selection.taken.map((value, node) => (hookNode[node] === 1 ? 0 : value));
	const parts = buildParts(model, tree, taken, assigner, context);
	assigner.finish();
	if (parts.length + hooks.length === 0) report.fail(OBJ_FINDINGS.OBJ_NOTHING, {}, { faces: model.faceStatements });
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
		hasLeft: selection.hasLeft,
	};
}

function needFaces({ faceStatements, positions, polylines, points }: ObjModel, report: Report): void {
	if (faceStatements > 0) return;
	const counts = { vertices: positions.length / 3, lines: polylines.sizes.length, points: points.sizes.length };
	report.fail(OBJ_FINDINGS.OBJ_NO_FACES, {}, counts);
}

/** The second parser, which needs the whole text, is loaded when it is asked for. */
async function readTwice(source: ObjSource, limits: ScanLimits, context: ImportContext): Promise<ObjModel> {
	const pieces: Uint8Array<ArrayBuffer>[] = [];
	for await (const piece of source instanceof Uint8Array ? [source] : source) pieces.push(piece.slice());
	const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
	const model = await scanObj(bytes, limits, context);
	const { askSecondParser } = await import('./obj-file-parser.ts');
	askSecondParser(bytes, context.name, model, context.report);
	return model;
}

/** Nodes with faces count as geometry; hooks do not, even where a small mesh shows them. */
function selectable(
	{ faces, materials }: ObjModel,
	tree: ObjTree,
	hooks: Uint8Array,
	{ surfaces, mappings }: ImportContext,
): SelectableNode[] {
	const hasFaces = new Uint8Array(tree.nodes.length);
	const hasSurface = new Uint8Array(tree.nodes.length);
	const named = materials.map(
		(name) => hasMappings({ surfaces, mappings }) || surfaceByName(surfaces, name) !== undefined,
	);
	for (let face = 0; face < faces.nodes.length; face++) {
		const node = tree.sceneNode[faces.nodes[face]];
		hasFaces[node] = 1;
		if (named[faces.materials[face]]) hasSurface[node] = 1;
	}
	return tree.nodes.map(({ name, parent }, node) => ({
		name,
		parent,
		geometry: hasFaces[node] === 1 && hooks[node] === 0,
		surface: hasSurface[node] === 1 || surfaceOfObject(surfaces, name) !== undefined,
	}));
}

/** 1 for nodes that are a use hook, by their own name or that of the object they are a group of. */
function hookNodes(tree: ObjTree): Uint8Array {
	const hooks = new Uint8Array(tree.nodes.length);
	for (const [index, node] of tree.sceneNode.entries()) {
		if (tree.meanings[tree.holder[index]].role?.role === 'hook') hooks[node] = 1;
	}
	return hooks;
}
