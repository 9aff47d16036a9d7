import type {
	Accessor,
	Document,
	Extension,
	ExtensionProperty,
	Material,
	Mesh,
	Node,
	Primitive,
	Property,
	Scene,
	Skin,
	TransformContext,
} from '@gltf-transform/core';
import { INSTANCING, VARIANTS, VISIBILITY } from '../../importers/gltf/document.ts';
import type { GltfSource } from '../../importers/gltf/read.ts';
import { checkDocument } from '../../importers/gltf/schema.ts';
import type { Report } from '../../src/findings/report.ts';
import { PINS } from '../../src/pins/vocabulary.ts';
import { type DocumentJson, setAsideAdded } from './added.ts';

/**
 * A document in memory as a source for the glTF importer, with all of its checks and rules. Only properties are described again;
 * accessors are used as they are, and nothing is copied, compressed or written.
 *
 * @param asideAdded leaves out walkmeshes that an earlier run added to the document
 * @param generator the program that has changed it, as `asset.generator` of a file says
 * @throws InputError for a document that could not be written as sound glTF
 */
export function documentSource(
	document: Document,
	asideAdded: boolean,
	report: Report,
	generator?: string,
): GltfSource {
	const root = document.getRoot();
	const accessors = root.listAccessors();
	const json = describe(document, accessors);
	if (asideAdded) setAsideAdded(json);
	const checked = checkDocument(
		{ ...json, asset: { version: '2.0', ...(generator === undefined ? {} : { generator }) } },
		report,
	);
	return { ...checked, dataBytes: Number.POSITIVE_INFINITY, load: async () => (index) => accessors[index] };
}

/** Functions of glTF-Transform that merge or remove what names are read from. */
const MERGING: ReadonlySet<string> = new Set(['dedup', 'flatten', 'instance', 'join', 'palette', 'prune']);

/**
 * The library as the generator of a document, where a call has run functions that merge before one of ours. A document in memory does not tell what
 * earlier calls did, and always says that this library made it.
 */
export function generatorOf(context: TransformContext | undefined, own: string): string | undefined {
	const { stack = [] } = context ?? {};
	return stack.slice(0, stack.indexOf(own)).some((name) => MERGING.has(name)) ? 'glTF-Transform' : undefined;
}

/** The properties that the importer reads, as the JSON of a file has them: without empty lists and what is not there. */
function describe(document: Document, allAccessors: readonly Accessor[]): DocumentJson {
	const root = document.getRoot();
	const indices: Indices = {
		accessors: indexOf(allAccessors),
		materials: indexOf(root.listMaterials()),
		meshes: indexOf(root.listMeshes()),
		nodes: indexOf(root.listNodes()),
		skins: indexOf(root.listSkins()),
		scenes: indexOf(root.listScenes()),
	};
	const { accessors, nodes, scenes } = indices;
	const extensions = root.listExtensionsUsed();
	const variants = extensions.find(isVariants)?.listVariants() ?? [];
	const primitives = root.listMeshes().flatMap((mesh) => mesh.listPrimitives());
	const positions = new Set(primitives.map((primitive) => primitive.getAttribute('POSITION')));
	const json = {
		scene: scenes(root.getDefaultScene()),
		scenes: root
			.listScenes()
			.map((scene) => present({ ...common(scene), ...pinned(scene), nodes: scene.listChildren().map(nodes) })),
		nodes: root.listNodes().map((node) => describeNode(node, indices)),
		meshes: root.listMeshes().map((mesh) => {
			const shown = mesh.listPrimitives().map((primitive) => describePrimitive(primitive, variants, indices));
			return present({ ...common(mesh), primitives: shown, weights: mesh.getWeights() });
		}),
		materials: root.listMaterials().map((material) => present({ ...common(material), ...pinned(material) })),
		accessors: allAccessors.map((accessor) => ({
			componentType: accessor.getComponentType(),
			type: accessor.getType(),
			count: accessor.getArray() === null ? 0 : accessor.getCount(),
			normalized: accessor.getNormalized(),
			...(positions.has(accessor) ? { min: accessor.getMin([]), max: accessor.getMax([]) } : {}),
		})),
		skins: root.listSkins().map((skin) => {
			const joints = skin.listJoints().map(nodes);
			return present({ ...common(skin), joints, inverseBindMatrices: accessors(skin.getInverseBindMatrices()) });
		}),
		extensionsUsed: extensions.map(({ extensionName }) => extensionName),
		extensionsRequired: extensions.filter((each) => each.isRequired()).map(({ extensionName }) => extensionName),
		...carried(
			VARIANTS,
			variants.length === 0 ? undefined : { variants: variants.map((each) => ({ name: each.getName() })) },
		),
	};
	return present(json) as DocumentJson;
}

function describePrimitive(primitive: Primitive, variants: readonly Property[], indices: Indices): object {
	const mappings = primitive.getExtension<ExtensionProperty & Mappings>(VARIANTS)?.listMappings();
	const described = mappings?.map((mapping) =>
		present({
			material: indices.materials(mapping.getMaterial()),
			variants: mapping.listVariants().map((variant) => variants.indexOf(variant)),
		}),
	);
	return present({
		attributes: describeAttributes(primitive, indices),
		indices: indices.accessors(primitive.getIndices()),
		material: indices.materials(primitive.getMaterial()),
		mode: primitive.getMode(),
		targets: primitive.listTargets().map((target) => describeAttributes(target, indices)),
		extras: primitive.getExtras(),
		...carried(VARIANTS, described && { mappings: described }),
	});
}

function describeNode(node: Node, indices: Indices): object {
	const copies = node.getExtension<ExtensionProperty & AttributeHolder>(INSTANCING);
	const visibility = node.getExtension<ExtensionProperty & { getVisible(): boolean }>(VISIBILITY);
	const extensions = {
		...(copies === null ? {} : { [INSTANCING]: { attributes: describeAttributes(copies, indices) } }),
		...(visibility === null ? {} : { [VISIBILITY]: { visible: visibility.getVisible() } }),
		...pinOf(node),
	};
	return present({
		...common(node),
		mesh: indices.meshes(node.getMesh()),
		skin: indices.skins(node.getSkin()),
		children: node.listChildren().map(indices.nodes),
		translation: node.getTranslation(),
		rotation: node.getRotation(),
		scale: node.getScale(),
		weights: node.getWeights(),
		...(Object.keys(extensions).length === 0 ? {} : { extensions }),
	});
}

function describeAttributes(holder: AttributeHolder, { accessors }: Indices): Record<string, number | undefined> {
	return Object.fromEntries(holder.listSemantics().map((name) => [name, accessors(holder.getAttribute(name))]));
}

/** What the index of a property is in the lists of the document. */
interface Indices {
	readonly accessors: IndexOf<Accessor>;
	readonly materials: IndexOf<Material>;
	readonly meshes: IndexOf<Mesh>;
	readonly nodes: IndexOf<Node>;
	readonly skins: IndexOf<Skin>;
	readonly scenes: IndexOf<Scene>;
}

type IndexOf<T> = (item: T | null) => number | undefined;

interface AttributeHolder {
	listSemantics(): string[];
	getAttribute(semantic: string): Accessor | null;
}

/** The methods of `KHR_materials_variants` that are used here. Its classes are not imported: they need not be loaded. */
interface Mapping {
	getMaterial(): Material | null;
	listVariants(): Property[];
}

interface Mappings {
	listMappings(): Mapping[];
}

function isVariants(extension: Extension): extension is Extension & { listVariants(): Property[] } {
	return extension.extensionName === VARIANTS && 'listVariants' in extension;
}

/** An extension with what it carries, where it carries something. */
function carried(extension: string, value: object | undefined): object {
	return value === undefined ? {} : { extensions: { [extension]: value } };
}

/** What is pinned of a property, by the name of its extension. */
function pinOf(property: Scene | Node | Material): object {
	const pin = property.getExtension<ExtensionProperty & { getValue(): object }>(PINS);
	return pin === null ? {} : { [PINS]: pin.getValue() };
}

function pinned(property: Scene | Material): object {
	const extensions = pinOf(property);
	return Object.keys(extensions).length === 0 ? {} : { extensions };
}

function indexOf<T>(list: readonly T[]): IndexOf<T> {
	const indices = new Map(list.map((item, index) => [item, index]));
	return (item) => (item === null ? undefined : indices.get(item));
}

function common(property: Property): { name: string; extras: object } {
	return { name: property.getName(), extras: property.getExtras() };
}

/** Leaves out properties that say nothing: undefined, empty lists, empty extras. */
function present(properties: Readonly<Record<string, unknown>>): object {
	const says = ([key, value]: [string, unknown]): boolean => {
		if (Array.isArray(value) || key === 'extras') return Object.keys(value as object).length > 0;
		return value !== undefined;
	};
	return Object.fromEntries(Object.entries(properties).filter(says));
}
