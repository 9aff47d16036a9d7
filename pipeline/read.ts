import { given, type Options, withDefaults } from '../src/findings/options.ts';
import {
	type Importer,
	type InputSource,
	type Loaded,
	pathOrName,
	type ReadContext,
} from '../src/formats/contracts.ts';
import { checkHeaped, checkOpenEdges } from '../src/formats/limits.ts';
import type { EndingFaces } from '../src/geometry/heaped.ts';
import { type SurfaceTable, walkableFaces } from '../src/model/surfaces.ts';
import { type Decisions, decisionsFileName, entriesOf } from '../src/scene/decisions.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { checkSize, checkUp, FRAME_OPTIONS } from '../src/scene/frame.ts';
import { MaterialUses, runsOf } from '../src/scene/material-uses.ts';
import type { SurfaceMapping } from '../src/scene/surface-mappings.ts';
import { foreignFormat } from '../src/text/text.ts';
import { decisionsBeside } from './decisions-file.ts';
import { BUILD_FINDINGS } from './findings.ts';
import type { ReadOptions } from './options.ts';
import { hasExtension, type Registry } from './registry.ts';

/** A scene format that wokflow cannot read, such as FBX, and the advice for it. */
export interface ForeignScene {
	readonly name: string;
	readonly extensions: readonly string[];
	/** The advice: what to do instead. */
	readonly remedy: string;
	/** The names that `foreignFormat` gives to such content. */
	readonly content: readonly string[];
}

const IN_BLENDER = 'Open it in Blender and export glTF (.glb).';
const WITHOUT_MATERIALS =
	'It has no materials, so no surfaces: open it in Blender, give its faces materials named after surfaces, and export glTF (.glb).';

const FOREIGN_SCENES: readonly ForeignScene[] = [
	{ name: 'FBX', extensions: ['.fbx'], content: ['an FBX file', 'a binary FBX file'], remedy: IN_BLENDER },
	{ name: 'COLLADA', extensions: ['.dae'], content: ['a COLLADA file'], remedy: IN_BLENDER },
	{ name: 'STL', extensions: ['.stl'], content: ['an STL file'], remedy: WITHOUT_MATERIALS },
	{ name: 'PLY', extensions: ['.ply'], content: ['a PLY file'], remedy: WITHOUT_MATERIALS },
	{
		name: 'USD',
		extensions: ['.usd', '.usda', '.usdc', '.usdz'],
		content: ['a USD file', 'a binary USD file'],
		remedy: IN_BLENDER,
	},
	{
		name: 'A .blend file',
		extensions: ['.blend', '.blend1'],
		content: ['a Blender file'],
		remedy: 'Export glTF from Blender: File > Export > glTF 2.0 (.glb).',
	},
	{ name: '3DS', extensions: ['.3ds'], content: [], remedy: IN_BLENDER },
	{ name: 'Alembic', extensions: ['.abc'], content: ['an Alembic file'], remedy: IN_BLENDER },
	{ name: 'X3D', extensions: ['.x3d', '.wrl'], content: [], remedy: IN_BLENDER },
	{ name: 'OFF', extensions: ['.off'], content: ['an OFF file'], remedy: WITHOUT_MATERIALS },
	{
		name: 'A scene of 3ds Max',
		extensions: ['.max', '.gmax'],
		content: ['an OLE document, as 3ds Max writes'],
		remedy: 'Export OBJ or glTF from 3ds Max.',
	},
	{
		name: 'A Maya scene',
		extensions: ['.ma', '.mb'],
		content: ['a Maya scene', 'a binary Maya scene'],
		remedy: 'Export OBJ from Maya, with its material file.',
	},
	{ name: 'A SketchUp model', extensions: ['.skp'], content: [], remedy: 'Export OBJ or glTF from SketchUp.' },
];

/** The unsupported scene format of a file by its first bytes; undefined for anything else. */
function foreignSceneByContent(head: Uint8Array): ForeignScene | undefined {
	const content = foreignFormat(head);
	return content === undefined ? undefined : FOREIGN_SCENES.find((scene) => scene.content.includes(content));
}

/** The unsupported scene format of a file by its extension; undefined for anything else. */
function foreignSceneByName(fileName: string): ForeignScene | undefined {
	const name = fileName.toLowerCase();
	return FOREIGN_SCENES.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
}

/** Says of a scene of another program how it is exported. @throws InputError for such a scene */
export function refuseForeignScene(
	source: Pick<InputSource, 'head' | 'fileName'>,
	report: ReadContext['report'],
): void {
	const scene = foreignSceneByContent(source.head) ?? foreignSceneByName(source.fileName);
	if (scene === undefined) return;
	report.fail(BUILD_FINDINGS.FORMAT_NOT_READ, {}, { format: scene.name, remedy: scene.remedy });
}

/**
 * Finds the importer of a source: the requested one; otherwise the one that recognises the first bytes; otherwise the one of the file's
 * extension.
 *
 * @throws InputError when none fits; UsageError when `format` is not known
 */
export function findImporter(
	source: InputSource,
	registry: Registry,
	report: ReadContext['report'],
	format?: string | undefined,
): Importer {
	if (format !== undefined) return registry.importer(format);
	const { importers } = registry;
	const sniffed = importers.find((importer) => importer.sniff?.(source.head) === true);
	if (sniffed !== undefined) return sniffed;
	const named = importers.find((importer) => hasExtension(source.fileName, importer));
	// Only after all importers, since a plugin may add one for such a format.
	const foreign = foreignSceneByContent(source.head);
	const isOther = foreign !== undefined && (named === undefined || !hasExtension(source.fileName, foreign));
	if (named !== undefined && !isOther) return named;
	refuseForeignScene(source, report);
	const known = importers.map(({ name, extensions }) => `${name} (${extensions.join(' ')})`).join(', ');
	const found = source.head.length === 0 ? 'a file that is empty' : foreignFormat(source.head);
	return report.fail(BUILD_FINDINGS.FORMAT_UNKNOWN, {}, { known, ...(found === undefined ? {} : { found }) });
}

/**
 * Reads a source with the importer that fits it. Findings carry the source's name as their file.
 * @throws InputError when it cannot be read
 */
export async function readSource(
	source: InputSource,
	options: ReadOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Loaded> {
	const report = context.report.within({ file: pathOrName(source) });
	context.signal?.throwIfAborted();
	const importer = findImporter(source, registry, report, options.from);
	const own: Options = importer.options ?? {};
	const counted = countBytes(source);
	const isScene = importer.gives === undefined || importer.gives === 'scene';
	const decisions = context.decisions ?? (isScene ? await decisionsBeside(source, context.report) : undefined);
	const within: ReadContext = {
		...context,
		report,
		decisions,
		mappings: [...context.mappings, ...decidedMappings(decisions)],
		...(decisions === undefined ? {} : { materials: new MaterialUses() }),
	};
	const read = given(own, { ...decidedFrame(decisions, options), ...options });
	const loaded = await withDecisions(await importer.read(counted.source, read, within), within, context.materials);
	const faces = facesOf(loaded, context.surfaces);
	checkOpenEdges(faces, counted.bytes(), options.maxOpenEdges, report);
	checkHeaped(faces, options.maxHeaped, report);
	if (loaded.kind === 'scene') {
		const frame = given(FRAME_OPTIONS, read);
		const { up, unit, scale } = withDefaults(FRAME_OPTIONS, frame);
		report.add(SCENE_FINDINGS.FRAME_ASSUMED, {}, { up, unit, scale, stated: Object.keys(frame).length > 0 });
		const isChosen = frame.unit !== undefined || frame.scale !== undefined;
		checkSize(loaded.scene, report, isChosen ? undefined : unit);
		checkUp(loaded.scene, up, context.surfaces, report);
	} else {
		// Options of other walkmesh formats are not reported: they may be meant for other files of the same level.
		const idle = Object.keys(given(sceneOptions(registry), options)).filter((name) => !Object.hasOwn(own, name));
		if (idle.length > 0) report.add(BUILD_FINDINGS.OPTION_WITHOUT_EFFECT, {}, { options: idle.join(', ') });
	}
	return loaded;
}

/** Axes and unit that were decided, where no option says them. */
function decidedFrame(decisions: Decisions | undefined, options: ReadOptions): ReadOptions {
	const { frame } = decisions ?? {};
	if (frame?.confirmed !== true || Object.keys(given(FRAME_OPTIONS, options)).length > 0) return {};
	const { up, unit, scale } = frame;
	return { up, unit, ...(scale === undefined ? {} : { scale }) };
}

/** Surfaces that were decided, by the names of their materials. */
function decidedMappings(decisions: Decisions | undefined): SurfaceMapping[] {
	const confirmed = decisions?.materials.filter((each) => each.confirmed) ?? [];
	return confirmed.map(({ name, surface }) => ({ pattern: name, surface, literal: true, shared: true }));
}

/** What was read, as it was decided. @param uses counts the surfaces of materials as they are then */
async function withDecisions(loaded: Loaded, context: ReadContext, uses: MaterialUses | undefined): Promise<Loaded> {
	const { decisions, surfaces, report, materials } = context;
	if (decisions === undefined) return loaded;
	if (loaded.kind !== 'scene') {
		uses?.absorb(materials?.all ?? []);
		return loaded;
	}
	const { applyDecisions } = await import('../src/propose/apply.ts');
	const scene = applyDecisions(loaded.scene, decisions, surfaces, report);
	for (const part of scene.parts)
		for (const { material, unknown, first, end } of runsOf(part)) uses?.add(material, { ...part, first, end }, unknown);
	const entries = entriesOf(decisions).filter(({ confirmed }) => confirmed).length;
	if (entries > 0)
		report.add(SCENE_FINDINGS.DECISIONS_FOLLOWED, {}, { file: decisionsFileName(decisions.scene), entries });
	return { ...loaded, scene };
}

function facesOf(loaded: Loaded, table: SurfaceTable): EndingFaces[] {
	const endingFaces = (positions: ArrayLike<number>, faces: Uint32Array, surfaces: Uint32Array): EndingFaces => ({
		positions,
		faces,
		// Only found out for inputs of so many edges that these are counted.
		get walkable() {
			return walkableFaces(table, surfaces);
		},
	});
	if (loaded.kind === 'walkmeshes')
		return loaded.walkmeshes.map(({ walkmesh: { positions, faces, surfaces } }) =>
			endingFaces(positions, faces, surfaces),
		);
	return loaded.scene.parts.map(({ positions, triangles, surfaces }) => endingFaces(positions, triangles, surfaces));
}

/** A source that counts how many bytes are read of it and of the files beside it, each once. */
function countBytes(source: InputSource): { readonly source: InputSource; bytes(): number } {
	/** By the name of the file; that of the source itself is empty. */
	const sizes = new Map<string, number>();
	const { sibling } = source;
	const seen = (name: string, bytes: Uint8Array): Uint8Array => {
		sizes.set(name, bytes.length);
		return bytes;
	};
	const counting: InputSource = {
		...source,
		bytes: async () => seen('', await source.bytes()),
		async *chunks() {
			let size = 0;
			for await (const chunk of source.chunks()) {
				size += chunk.length;
				sizes.set('', size);
				yield chunk;
			}
		},
		...(sibling === undefined ? {} : { sibling: async (name: string) => seen(name, await sibling(name)) }),
	};
	return { source: counting, bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0) };
}

function sceneOptions({ importers }: Registry): Options {
	const ofScenes = importers.filter(({ gives = 'scene' }) => gives === 'scene');
	return Object.assign({}, ...ofScenes.map(({ options = {} }) => options));
}
