import { type Report, UsageError } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import { FRAME_DEFAULTS, type FrameOptions, METRES_PER_UNIT, toAreaAxes } from '../../src/scene/frame.ts';
import type { ImportContext, Scene } from '../../src/scene/scene.ts';
import { type SelectableNode, type Selection, selectNodes } from '../../src/scene/select.ts';
import { SurfaceAssigner, surfaceByValue, UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { surfaceByName } from '../../src/walkmesh/surface-names.ts';
import { linearToSrgbByte, type SurfaceTable, surfaceLabel } from '../../src/walkmesh/surfaces.ts';
import { decodeName, shorten } from './cursor.ts';
import { OBJ_FINDINGS } from './findings.ts';
import type { Library, ObjModel } from './model.ts';
import { type ObjSource, scanObj } from './scan.ts';
import { buildParts, type ObjTree, objTree, readMarks } from './tree.ts';

/** How far a channel may be off, of 255: files have two or three decimals. */
const TOLERANCE = 1.5;

/**
 * Names the surface that has the colour of a material whose name says nothing: tools of the field show surfaces in colours of their own, and
 * names get lost where colours stay. Only a finding: a colour never decides.
 */
export function hintByColour(
	materials: readonly string[],
	colours: ReadonlyMap<string, Vec3>,
	{ surfaces, mappings, report }: ImportContext,
): void {
	const mappedAway = mappings.some(({ surface }) => surfaceByValue(surfaces, surface) === UNRESOLVED_SURFACE);
	if (mappedAway) return;
	for (const material of materials) {
		const colour = colours.get(material);
		if (colour === undefined || isGrey(colour) || surfaceByName(surfaces, material) !== undefined) continue;
		const surface = onlySurfaceOfColour(surfaces, colour);
		if (surface === undefined) continue;
		report.add(OBJ_FINDINGS.OBJ_COLOUR_OF_SURFACE, {}, { material, surface, label: surfaceLabel(surfaces, surface) });
	}
}

/** Greys are what modelling programs give a material that nobody coloured. */
function isGrey([red, green, blue]: Vec3): boolean {
	return red === green && green === blue;
}

/** The one surface with a colour, taken as linear or as sRGB; undefined without one or with several. */
function onlySurfaceOfColour(table: SurfaceTable, colour: Vec3): number | undefined {
	const bytes = colour.map((value) => value * 255);
	const linear = colour.map(linearToSrgbByte);
	const alike = table.surfaces.filter((surface) => {
		if (surface.label === '' || surface.label === 'CRAP') return false;
		const own = surface.colour.map(linearToSrgbByte);
		const near = (values: readonly number[]): boolean => own.every((c, i) => Math.abs(c - values[i]) <= TOLERANCE);
		return near(bytes) || near(linear);
	});
	return alike.length === 1 ? alike[0].id : undefined;
}

/** Libraries are small; what is larger is none. */
const LARGEST_LIBRARY = 16 * 1024 * 1024;

/** Diffuse colours by material, from the libraries of a file that can be read. Libraries say nothing else that matters here. */
export async function readColours(
	libraries: readonly Library[],
	context: ImportContext,
): Promise<ReadonlyMap<string, Vec3>> {
	const colours = new Map<string, Vec3>();
	for (const library of libraries) {
		for (const bytes of await readLibrary(library, context)) {
			for (const [material, colour] of coloursOfLibrary(bytes)) colours.set(material, colour);
		}
	}
	return colours;
}

/** The diffuse colours (`Kd`) of an MTL text, by material: red, green, blue, 0 to 1. */
export function coloursOfLibrary(bytes: Uint8Array): Map<string, Vec3> {
	const colours = new Map<string, Vec3>();
	let material: string | undefined;
	for (const line of decodeName(bytes).split(/\r\n|\n|\r/)) {
		const words = line.trim().split(/\s+/);
		if (words[0] === 'newmtl') material = line.trim().slice(words[0].length).trim();
		if (words[0] !== 'Kd' || material === undefined) continue;
		const [red, green, blue] = words.slice(1, 4).map(Number);
		if ([red, green, blue].every((value) => value >= 0 && value <= 1)) colours.set(material, [red, green, blue]);
	}
	return colours;
}

/** The rest of an `mtllib` statement is one name with blanks, or several names: tried in this order. */
async function readLibrary({ text, line }: Library, context: ImportContext): Promise<Uint8Array[]> {
	const words = text.split(/\s+/);
	const names = words.length > 1 ? [text, ...words] : words;
	const answers = [await readInside(text, context)];
	if (answers[0] instanceof Uint8Array) return [answers[0]];
	for (const name of names.slice(1)) answers.push(await readInside(name, context));
	const files = answers.filter((answer) => answer instanceof Uint8Array);
	for (const [index, answer] of answers.entries()) {
		// With none of several names read, it was one name with blanks.
		const asked = files.length === 0 ? index === 0 : index > 0;
		if (!asked || answer instanceof Uint8Array) continue;
		const type = answer === 'outside' ? OBJ_FINDINGS.OBJ_LIBRARY_OUTSIDE : OBJ_FINDINGS.OBJ_LIBRARY_UNREAD;
		context.report.add(type, { line }, { file: shorten(names[index]) });
	}
	return files;
}

/** A file below the folder of the document; nothing outside is asked for. */
async function readInside(name: string, context: ImportContext): Promise<Uint8Array | 'outside' | 'unread'> {
	const path = insidePath(name);
	if (path === undefined) return 'outside';
	try {
		const bytes = path === '' ? undefined : await context.readSibling?.(path);
		return bytes === undefined || bytes.length > LARGEST_LIBRARY ? 'unread' : bytes;
	} catch {
		context.signal?.throwIfAborted();
		return 'unread';
	}
}

/** A relative path without `.` and `..`, empty for the folder itself; undefined when it is absolute or leads out. */
function insidePath(name: string): string | undefined {
	const path = name.replaceAll('\\', '/');
	if (path.startsWith('/') || /^[a-z][a-z\d+.-]*:/i.test(path) || path.includes('\0')) return undefined;
	const inside: string[] = [];
	for (const step of path.split('/')) {
		if (step === '' || step === '.') continue;
		if (step !== '..') inside.push(step);
		else if (inside.pop() === undefined) return undefined;
	}
	return inside.join('/');
}

export interface ObjOptions extends FrameOptions {
	/** What reads the text: our scanner, or the package `obj-file-parser` fed what the scanner found (a second opinion, slower). */
	readonly parser?: 'scanner' | 'obj-file-parser';
	/** Globs on the names of objects and groups: what of the file is walkmesh. */
	readonly nodes?: readonly string[];
}

export const OBJ_DEFAULTS: Required<ObjOptions> = { ...FRAME_DEFAULTS, parser: 'scanner', nodes: [] };

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
	};
}

function needFaces({ faceStatements, positions, polylines, points }: ObjModel, report: Report): void {
	if (faceStatements > 0) return;
	const counts = { vertices: positions.length / 3, lines: polylines.sizes.length, points: points.sizes.length };
	report.fail(OBJ_FINDINGS.OBJ_NO_FACES, {}, counts);
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
