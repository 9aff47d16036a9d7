import type { Report } from '../../src/findings/report.ts';
import { giveTurn } from '../../src/findings/turns.ts';
import { POINTS, TRIANGLES } from '../../src/formats/gltf.ts';
import { type PinnedPart, pinnedScene } from '../../src/pins/scene.ts';
import { PIN_FINDINGS, readPins } from '../../src/pins/vocabulary.ts';
import { axesInArea, FRAME_DEFAULTS } from '../../src/scene/frame.ts';
import type { ImportContext, Scene, SceneNode } from '../../src/scene/scene.ts';
import { loadBuffers } from './buffers.ts';
import { openContainer } from './container.ts';
import { type Content, listContent } from './content.ts';
import { type AccessorLookup, decodeExcerpt, excerptOf, type NeededData } from './decode.ts';
import { extrasOf, instancingOf, materialOf, textOf, withVariant } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import { hasRooms, type InspectedWalkmesh, inspectionData, mayBeInspection, readInspection } from './inspection.ts';
import { readHooks, readMarkers } from './markers.ts';
import { drawsTriangles, originOf, readTree, type SceneTree, sceneIndex, type TreeNode } from './nodes.ts';
import { type GltfOptions, limitsOf } from './options.ts';
import { type PartTrace, readParts } from './parts.ts';
import { Placements } from './placements.ts';
import { PrimitiveReader } from './primitives.ts';
import { type CheckedDocument, checkDocument } from './schema.ts';

/** The content of a glTF file: a scene, or the exact walkmeshes of an unedited inspection file. */
export type GltfContent =
	| { readonly kind: 'scene'; readonly scene: Scene }
	| { readonly kind: 'walkmeshes'; readonly walkmeshes: readonly InspectedWalkmesh[] };

/** A checked document, from a file or from memory, and access to its data. */
export interface GltfSource extends CheckedDocument {
	/** Size of the data in bytes; infinite for a document in memory, whose data is decoded already. */
	readonly dataBytes: number;
	/** Decodes only the given data. */
	load(needed: NeededData): Promise<AccessorLookup>;
}

/**
 * Reads a GLB or glTF JSON, recognised by content. Options that choose a scene or change axes only apply to scenes, so with them an inspection file
 * is read as a scene.
 *
 * Only buffers that are needed are read, and only out of the document's own folder, by `context.readSibling`.
 *
 * @throws InputError for a file that cannot be read, and for one with nothing to convert
 */
export async function readGltf(bytes: Uint8Array, options: GltfOptions, context: ImportContext): Promise<GltfContent> {
	return readSource(openGltf(bytes, options, context), options, context);
}

/** Splits a file into its parts and checks its JSON: shape, references, bounds, extensions. No data is decoded and no other file is opened. */
export function openGltf(bytes: Uint8Array, options: GltfOptions, context: ImportContext): GltfSource {
	const { report } = context;
	const { json, binary } = openContainer(bytes, report);
	const checked = checkDocument(json, report);
	const { document } = checked;
	const limits = limitsOf(options);
	const loaded = new Map<number, Uint8Array>();
	const held = document.buffers.filter(({ uri }, index) => uri !== undefined || (index === 0 && binary !== undefined));
	return {
		...checked,
		dataBytes: held.reduce((sum, { byteLength }) => sum + byteLength, 0),
		async load(needed) {
			const excerpt = excerptOf(document, needed);
			const buffers = await loadBuffers(document, new Set(excerpt.buffers), loaded, binary, context);
			return decodeExcerpt(excerpt, buffers, limits, report);
		},
	};
}

/** Reads a source as `readGltf` reads a file. */
export async function readSource(
	source: GltfSource,
	options: GltfOptions,
	context: ImportContext,
): Promise<GltfContent> {
	const { document, isPlain } = source;
	const { node = [] } = options;
	// A pattern for all nodes, such as `*`, asks for the scene rather than for walkmeshes by name.
	const choosesAll = node.some((pattern) => /^\**$/.test(pattern));
	if (isPlain && areDefaults(options) && !choosesAll && mayBeInspection(document)) {
		const accessors = await source.load(inspectionData(document));
		const walkmeshes = readInspection(document, accessors, context.surfaces, node);
		const isLevel = context.wants === 'level' && (node.length > 0 || hasRooms(document));
		if (walkmeshes !== undefined && !isLevel) return { kind: 'walkmeshes', walkmeshes };
	}
	return { kind: 'scene', scene: await readScene(source, options, context) };
}

function areDefaults({ scene, variant, up, unit, scale }: GltfOptions): boolean {
	const said = Object.entries({ up, unit, scale }).filter(([, value]) => value !== undefined);
	const isDefault = said.every(([key, value]) => value === FRAME_DEFAULTS[key as keyof typeof FRAME_DEFAULTS]);
	return scene === undefined && variant === undefined && isDefault;
}

/** @param traces gathers where parts come from */
export async function readScene(
	source: GltfSource,
	options: GltfOptions,
	context: ImportContext,
	traces?: PartTrace[],
): Promise<Scene> {
	const { report, name, signal } = context;
	const document = withVariant(source.document, options.variant, report);
	const pins = readPins(document, sceneIndex(document, options.scene), context.surfaces, report);
	const tree = readTree(document, options, context, pins);
	const content = listContent(tree, source.dataBytes, limitsOf(options), report);
	const placements = new Placements(tree, content.shown, report);
	const primitives = [...content.primitives, ...content.marks.map(({ primitive }) => primitive)];
	const further = new Set([...placements.needed, ...content.morphs]);
	const accessors = await source.load({ primitives, accessors: further });
	await giveTurn(signal);
	const reader = new PrimitiveReader(document, accessors, report);
	const pinned: PinnedPart[] = [];
	const pinning = { pins, pinned, ...(traces === undefined ? {} : { traces }) };
	const parts = readParts(tree, content, placements, reader, accessors, options, context, pinning);
	const markers = readMarkers(tree, content.marks, reader, options, report);
	reader.tellMisfits();
	if (pins !== undefined)
		return pinnedScene(name, pins, pinned, options, tree.rule !== 'patterns', context.surfaces, report);
	// Patterns say which nodes are meant, whatever they are called.
	if (tree.rule !== 'patterns') adviseToPin(tree, content, report);
	const hooks = readHooks(tree, options);
	if (parts.length === 0 && hooks.length === 0) failWithout(tree, content, report);
	const nodes = tree.nodes.map((node) => sceneNode(node, options));
	return { name, nodes, parts, markers, hooks, takenWhole: tree.rule === 'everything', hasLeft: tree.hasLeft };
}

/** Tools that merge materials and nodes, by what their files say of them. */
const MERGING_TOOL = /^(?:glTF-Transform|gltfpack)\b/i;

/** Warns, in a scene where nothing is pinned, of transforms that merge materials or nodes: by their traces, or else by the program that wrote the file. */
function adviseToPin({ document, nodes }: SceneTree, { shown, primitives }: Content, report: Report): void {
	let isTold = false;
	for (const { definition, location } of primitives) {
		const material = textOf(materialOf(document, definition)?.name);
		if (material === undefined || !/^PaletteMaterial\d+$/.test(material)) continue;
		report.add(PIN_FINDINGS.PINS_ADVISED, location, { trace: 'palette', name: material });
		isTold = true;
		break;
	}
	for (const { node } of shown) {
		const { definition, parent, index, name } = nodes[node];
		if (parent >= 0 || textOf(definition.name) !== undefined || instancingOf(definition) === undefined) continue;
		report.add(PIN_FINDINGS.PINS_ADVISED, { pointer: `/nodes/${index}` }, { trace: 'instances', name });
		isTold = true;
		break;
	}
	const [name] = MERGING_TOOL.exec(textOf(document.generator) ?? '') ?? [];
	if (!isTold && name !== undefined)
		report.add(PIN_FINDINGS.PINS_ADVISED, { pointer: '/asset/generator' }, { trace: 'tool', name });
}

function sceneNode(node: TreeNode, options: GltfOptions): SceneNode {
	const extras = extrasOf(node.definition);
	const { mesh, camera, children = [], extensions = {} } = node.definition;
	const isEmpty = mesh === undefined && camera === undefined && children.length + Object.keys(extensions).length === 0;
	return {
		name: node.name,
		parent: node.parent,
		origin: originOf(node, options) ?? [0, 0, 0],
		axes: axesInArea(node.world, options.up ?? FRAME_DEFAULTS.up),
		...(extras === undefined ? {} : { extras }),
		...(isEmpty ? { isEmpty } : {}),
	};
}

/** Ends the reading of a scene without usable triangles: which nodes are used does not matter where none has faces. */
function failWithout(tree: SceneTree, content: Content, report: Report): never {
	const { document, nodes } = tree;
	const modes = nodes.flatMap(({ definition: { mesh } }) =>
		mesh === undefined ? [] : document.meshes[mesh].primitives.map(({ mode }) => mode ?? TRIANGLES),
	);
	if (modes.length === 0 || modes.some(drawsTriangles))
		return report.fail(GLTF_FINDINGS.GLTF_NOTHING, {}, { found: describe(tree, content) });
	const points = modes.filter((mode) => mode === POINTS).length;
	return report.fail(GLTF_FINDINGS.GLTF_NO_FACES, {}, { lines: modes.length - points, points });
}

/** Words for the content of a scene without usable triangles. */
function describe({ document, nodes }: SceneTree, { drawsTriangles }: Content): string {
	const shown = nodes.filter(({ definition }) => definition.mesh !== undefined);
	const taken = shown.filter(({ isTaken }) => isTaken);
	const hidden = nodes.filter(({ isHidden }) => isHidden);
	const elsewhere = document.nodes.length - nodes.length;
	const facts = [
		`${shown.length} of the ${nodes.length} nodes in the scene show a mesh`,
		...(elsewhere > 0 ? [`${elsewhere} nodes are not in the scene`] : []),
		...(hidden.length > 0 ? [`${hidden.length} are hidden`] : []),
		...(taken.length < shown.length ? [`${taken.length} of those with a mesh are taken`] : []),
		...(drawsTriangles ? ['no triangle of them can be used'] : []),
	];
	return facts.join(', ');
}
