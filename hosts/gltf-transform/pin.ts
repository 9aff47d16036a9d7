import {
	type Accessor,
	Document,
	type Material,
	type Mesh,
	type Node,
	type Primitive,
	type Transform,
	type TransformContext,
} from '@gltf-transform/core';
import { GLTF_READ_OPTIONS } from '../../importers/gltf/options.ts';
import type { PartTrace } from '../../importers/gltf/parts.ts';
import { readScene } from '../../importers/gltf/read.ts';
import { roomsOfScene } from '../../level/rooms/from-scene.ts';
import { CODE_OPTIONS } from '../../pipeline/code-options.ts';
import { SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { checkedValues, flag, type GivenOf, given } from '../../src/findings/options.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import type { ReadContext } from '../../src/formats/contracts.ts';
import { TRIANGLES } from '../../src/formats/gltf.ts';
import { isRealLabel, K1, type SurfaceTable, surfaceByName } from '../../src/model/surfaces.ts';
import { totalsOf } from '../../src/pins/scene.ts';
import {
	FIRST_PIN,
	PIN_ATTRIBUTE,
	PIN_FINDINGS,
	PINS,
	type PinnedFaces,
	type PinnedPlace,
	type PinnedScene,
} from '../../src/pins/vocabulary.ts';
import type { Scene, SceneNode, ScenePart } from '../../src/scene/scene.ts';
import { SELECT_OPTIONS } from '../../src/scene/select.ts';
import { surfaceMappings } from '../../src/scene/surface-mappings.ts';
import { ROOMS_FINDINGS } from '../../src/seams/findings.ts';
import { reported, reportFor } from '../reporting.ts';
import { documentSource, generatorOf } from './document-source.ts';
import { Walkmesh } from './extension.ts';

const { surface, surfaceNode } = SURFACE_OPTIONS;
/** Which nodes of a scene are pinned. */
const WHICH_NODES = { ...SELECT_OPTIONS, hidden: GLTF_READ_OPTIONS.hidden };
const PIN_OPTIONS = {
	...WHICH_NODES,
	surface,
	surfaceNode,
	strict: flag('Warnings keep the document from being pinned.', false),
	again: flag('Forget what is pinned and read names again.', false),
};

export interface PinOptions extends GivenOf<typeof PIN_OPTIONS> {
	readonly surfaces?: SurfaceTable;
	/** What was found goes here as well as to the document's logger. */
	readonly report?: Report;
}

/**
 * A transform of glTF-Transform that reads what names of nodes and materials mean, and writes it into the document, in its extension
 * `WOKFLOW_walkmesh`, its extras and a vertex attribute. Other transforms may then rename, join, merge and compress: `walkmesh()` still reads the
 * same walkmesh, or says what is missing.
 *
 * A document that is pinned already is only checked, unless `again` is set.
 *
 * @example
 * await document.transform(pinWalkmesh(), flatten(), join(), palette(), prune(), walkmesh({ onWalkmesh }));
 * @throws UsageError for options that do not exist; when run, ConversionError with the findings that forbid it
 */
export function pinWalkmesh(options: PinOptions = {}): Transform {
	checkedValues({ ...PIN_OPTIONS, ...CODE_OPTIONS }, options, 'pinWalkmesh()');
	return async function pinWalkmesh(document: Document, transform?: TransformContext): Promise<void> {
		const report = options.report ?? reportFor(options);
		const { surfaces = K1 } = options;
		const context = { report, surfaces, mappings: surfaceMappings(options, surfaces) };
		const read = await reported('pinWalkmesh', report, document.getLogger(), 'host', () =>
			readMeaning(document, options, context, generatorOf(transform, 'pinWalkmesh')),
		);
		if (read !== undefined) new Pinner(document, read, surfaces).pin();
	};
}

/**
 * Pins a document, unless the report holds an error then.
 *
 * @param generator the program that wrote its file
 * @throws InputError for a document without anything to pin
 */
export async function pinDocument(
	document: Document,
	options: DocumentPinOptions,
	context: ReadContext,
	generator?: string,
): Promise<void> {
	const read = await readMeaning(document, options, context, generator);
	if (read !== undefined && !context.report.failed) new Pinner(document, read, context.surfaces).pin();
}

type DocumentPinOptions = Pick<PinOptions, keyof typeof WHICH_NODES | 'again'>;

/** A scene, where its parts come from, and its rooms. */
interface Meaning {
	readonly scene: Scene;
	readonly traces: readonly PartTrace[];
	/** Names of rooms by the index of their node. */
	readonly rooms: ReadonlyMap<number, string>;
}

async function readMeaning(
	document: Document,
	options: DocumentPinOptions,
	context: ReadContext,
	generator: string | undefined,
): Promise<Meaning | undefined> {
	const { report, surfaces } = context;
	if (options.again === true) unpin(document);
	const traces: PartTrace[] = [];
	const isPinned = shownScene(document).getExtras()[PINS] !== undefined;
	const named = { ...context, name: 'level' };
	const source = documentSource(document, true, report, generator);
	const scene = await readScene(source, given(WHICH_NODES, options), named, traces);
	if (isPinned) return undefined;
	for (const { varies, part } of traces) {
		if (varies) report.fail(PIN_FINDINGS.PIN_COPIES_VARY, { node: part.name });
	}
	return { scene, traces, rooms: certainRooms(scene, surfaces) };
}

/** The rooms of a scene, where names or extras tell them beyond doubt. */
function certainRooms(scene: Scene, table: SurfaceTable): Map<number, string> {
	const scratch = new Report();
	const doubt: string = ROOMS_FINDINGS.LEVEL_ROOMS_DOUBTFUL.code;
	try {
		const rooms = roomsOfScene(scene, {}, scratch, table);
		const isSure = !scratch.failed && scratch.findings.every(({ code }) => code !== doubt);
		return new Map(isSure ? rooms.map(({ node, name }) => [node, name]) : []);
	} catch (error) {
		if (error instanceof InputError) return new Map();
		throw error;
	}
}

function shownScene(document: Document) {
	const root = document.getRoot();
	return root.getDefaultScene() ?? root.listScenes()[0] ?? document.createScene();
}

/** Removes all that is pinned. */
function unpin(document: Document): void {
	const root = document.getRoot();
	for (const property of [...root.listScenes(), ...root.listNodes(), ...root.listMaterials()]) {
		const { [PINS]: _, ...extras } = property.getExtras();
		property.setExtension(PINS, null).setExtras(extras);
	}
	for (const mesh of root.listMeshes())
		for (const primitive of mesh.listPrimitives()) primitive.setAttribute(PIN_ATTRIBUTE, null);
}

/** The codes of the vertices of each primitive of a mesh. */
type Codes = readonly (Uint16Array | Float32Array)[];

class Pinner {
	readonly #document: Document;
	readonly #meaning: Meaning;
	readonly #table: SurfaceTable;
	readonly #places: PinnedPlace[] = [];
	readonly #placeOf = new Map<number, number>();
	readonly #faces: PinnedFaces[] = [{ role: 'none' }];
	readonly #entryOf = new Map<string, number>();
	readonly #uniform = new Map<string, Accessor>();
	readonly #extension: Walkmesh | undefined;

	constructor(document: Document, meaning: Meaning, table: SurfaceTable) {
		this.#document = document;
		this.#meaning = meaning;
		this.#table = table;
		// Properties of another copy of the library cannot hold those of this one; extras say the same.
		this.#extension = document instanceof Document ? document.createExtension(Walkmesh) : undefined;
	}

	pin(): void {
		const { scene, traces } = this.#meaning;
		const pinned = scene.parts.map((part) => ({
			part,
			pins: Int32Array.from(part.surfaces, (id) => this.#entry(part, id)),
		}));
		const byNode = new Map<number, PartTrace[]>();
		for (const trace of traces) byNode.set(trace.node, [...(byNode.get(trace.node) ?? []), trace]);
		this.#pinTriangles(byNode);
		this.#pinMaterials();
		const hooks = scene.hooks.map(({ node, kind, model, doorState, slot, at }) => ({
			place: this.#place(node),
			role: kind,
			...(model === undefined ? {} : { model }),
			...(doorState === undefined ? {} : { state: doorState }),
			slot,
			at: inScene(at),
		}));
		const links = scene.markers.map(({ node, room, kind, positions }) => ({
			place: this.#place(node),
			room,
			kind,
			points: Array.from({ length: positions.length / 3 }, (_, i) =>
				inScene(positions.subarray(i * 3, i * 3 + 3)),
			).flat(),
		}));
		const { counts, areas } = totalsOf(this.#faces.length, pinned, {});
		const pins: PinnedScene = {
			version: 1,
			places: this.#places,
			faces: this.#faces.map((faces, entry) =>
				faces.role === 'none' ? faces : { ...faces, count: counts[entry], area: areas[entry] },
			),
			...(hooks.length === 0 ? {} : { hooks }),
			...(links.length === 0 ? {} : { links }),
		};
		this.#attach(shownScene(this.#document), pins);
	}

	#attach(property: ReturnType<typeof shownScene> | Node | Material, pin: object): void {
		property.setExtras({ ...property.getExtras(), [PINS]: pin });
		if (this.#extension !== undefined) property.setExtension(PINS, this.#extension.createPin(pin));
	}

	/** The place of a node of the scene, made together with those above. */
	#place(node: number): number {
		const known = this.#placeOf.get(node);
		if (known !== undefined) return known;
		const { scene, rooms } = this.#meaning;
		const { name, parent, extras } = scene.nodes[node];
		const above = parent < 0 ? {} : { parent: this.#place(parent) };
		const tag = extras?.['room'];
		const room = rooms.get(node) ?? (typeof tag === 'string' ? tag : undefined);
		const matrix = matrixOf(scene.nodes[node]);
		const place = {
			name,
			...above,
			...(matrix === undefined ? {} : { matrix }),
			...(room === undefined ? {} : { room }),
		};
		const index = this.#places.push(place) - 1;
		this.#placeOf.set(node, index);
		return index;
	}

	#entry({ node, kind, model, doorState }: ScenePart, id: number): number {
		const key = JSON.stringify([node, kind, model, doorState, id]);
		const known = this.#entryOf.get(key);
		if (known !== undefined) return known;
		const faces = {
			role: kind,
			place: this.#place(node),
			surface: surfaceWord(this.#table, id),
			...(model === undefined ? {} : { model }),
			...(doorState === undefined ? {} : { state: doorState }),
		};
		const entry = this.#faces.push(faces) - 1;
		this.#entryOf.set(key, entry);
		return entry;
	}

	/** Gives each primitive its attribute. Nodes that share a mesh and mean different things get copies of it. */
	#pinTriangles(byNode: ReadonlyMap<number, readonly PartTrace[]>): void {
		const root = this.#document.getRoot();
		const meshes = new Map(root.listMeshes().map((mesh, index) => [mesh, index]));
		const variants = new Map<Mesh, { readonly codes: Codes; readonly mesh: Mesh }[]>();
		for (const [index, node] of root.listNodes().entries()) {
			const mesh = node.getMesh();
			if (mesh === null) continue;
			const traces = byNode.get(index) ?? [];
			this.#attach(node, traces.length === 0 ? { role: 'none' } : { place: this.#place(traces[0].part.node) });
			const codes = mesh.listPrimitives().map((primitive, at) => {
				const pointer = `/meshes/${meshes.get(mesh)}/primitives/${at}`;
				return this.#codes(
					primitive,
					traces.filter((trace) => trace.primitive === pointer),
				);
			});
			const known = variants.get(mesh) ?? [];
			variants.set(mesh, known);
			let variant = known.find((each) => areSame(each.codes, codes));
			if (variant === undefined) {
				variant = { codes, mesh: known.length === 0 ? mesh : mesh.clone() };
				known.push(variant);
			}
			if (variant.mesh !== mesh) node.setMesh(variant.mesh);
		}
		const taken = new Set<Primitive>();
		for (const { codes, mesh } of [...variants.values()].flat()) {
			for (const [at, primitive] of mesh.listPrimitives().entries()) {
				// A copy of a mesh shares its primitives.
				const own = taken.has(primitive) ? primitive.clone() : primitive;
				taken.add(own);
				mesh.removePrimitive(primitive).addPrimitive(own);
				if (own.getMode() >= TRIANGLES) own.setAttribute(PIN_ATTRIBUTE, this.#accessor(own, codes[at]));
			}
		}
	}

	#codes(primitive: Primitive, traces: readonly PartTrace[]): Uint16Array | Float32Array {
		const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
		// glTF knows no attributes of 32-bit integers; floats are exact up to 2^24.
		const codes = this.#faces.length + FIRST_PIN > 0xffff ? new Float32Array(count) : new Uint16Array(count);
		codes.fill(FIRST_PIN);
		for (const { part, corners, surfaces } of traces)
			for (let i = 0; i < corners.length; i++)
				codes[corners[i]] = this.#entry(part, surfaces[Math.floor(i / 3)]) + FIRST_PIN;
		return codes;
	}

	#accessor(primitive: Primitive, codes: Uint16Array | Float32Array): Accessor | null {
		const positions = primitive.getAttribute('POSITION');
		if (positions === null) return null;
		const isUniform = codes.every((code) => code === codes[0]);
		const key = `${codes.length} ${codes[0]}`;
		const known = isUniform ? this.#uniform.get(key) : undefined;
		if (known !== undefined) return known;
		const made = this.#document.createAccessor().setType('SCALAR').setArray(codes).setBuffer(positions.getBuffer());
		if (isUniform) this.#uniform.set(key, made);
		return made;
	}

	/** Pins each material to the surface that its triangles have; to none where they have several. */
	#pinMaterials(): void {
		const root = this.#document.getRoot();
		const meshes = root.listMeshes();
		const found = new Map<Material, Set<number>>();
		for (const { primitive, surfaces } of this.#meaning.traces) {
			const [, mesh, at] = /^\/meshes\/(\d+)\/primitives\/(\d+)/.exec(primitive) ?? [];
			const material = meshes[Number(mesh)].listPrimitives()[Number(at)].getMaterial();
			if (material === null) continue;
			const known = found.get(material) ?? new Set();
			for (let i = 0; i < surfaces.length; i++) known.add(surfaces[i]);
			found.set(material, known);
		}
		for (const [material, [first, ...others]] of found) {
			if (first === undefined) continue;
			this.#attach(material, others.length > 0 ? {} : { surface: surfaceWord(this.#table, first) });
		}
	}
}

function areSame(a: Codes, b: Codes): boolean {
	return a.every((codes, at) => codes.every((code, i) => code === b[at][i]));
}

/** The label of a surface where it means that surface, or else its number. */
function surfaceWord(table: SurfaceTable, id: number): string | number {
	const { label } = table.surfaces[id] ?? { label: '' };
	return isRealLabel(label) && surfaceByName(table, label)?.surface === id ? label : id;
}

/** A point in area axes as it is in a scene with Y up. */
function inScene(point: ArrayLike<number>): number[] {
	return [point[0], point[2], -point[1] + 0];
}

/** The transform of a node as 16 numbers in the space of a scene with Y up; undefined for none. */
function matrixOf({ origin, axes = [1, 0, 0, 0, 1, 0, 0, 0, 1] }: SceneNode): number[] | undefined {
	const [xx, xz, xy, zx, zz, zy, yx, yz, yy] = axes;
	const matrix = [xx, xy, -xz, 0, yx, yy, -yz, 0, -zx, -zy, zz, 0, ...inScene(origin), 1].map((value) => value + 0);
	const isIdentity = matrix.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
	return isIdentity ? undefined : matrix;
}
