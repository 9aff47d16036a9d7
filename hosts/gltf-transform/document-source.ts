import type {
	Accessor,
	Document,
	Extension,
	ExtensionProperty,
	Material,
	Node,
	Primitive,
	Property,
} from '@gltf-transform/core';
import { INSTANCING, VARIANTS, VISIBILITY } from '../../importers/gltf/document.ts';
import type { GltfSource } from '../../importers/gltf/read.ts';
import { checkDocument } from '../../importers/gltf/schema.ts';
import type { Report } from '../../src/findings/report.ts';
import { type DocumentJson, setAsideAdded } from './added.ts';

/**
 * A document in memory as a source for the glTF importer, with all of its checks and rules. Only properties are described anew;
 * accessors are used as they are, and nothing is copied, compressed or written.
 *
 * @param asideAdded leaves out walkmeshes that were added before
 * @throws InputError for a document that could not be written as sound glTF
 */
export function documentSource(document: Document, asideAdded: boolean, report: Report): GltfSource {
	const root = document.getRoot();
	const accessors = root.listAccessors();
	const json = describe(document, accessors);
	if (asideAdded) setAsideAdded(json);
	const checked = checkDocument({ ...json }, report);
	return { ...checked, dataBytes: Number.POSITIVE_INFINITY, load: async () => (index) => accessors[index] };
}

/** The properties that the importer reads, as the JSON of a file has them: without empty lists and what is not there. */
function describe(document: Document, allAccessors: readonly Accessor[]): DocumentJson {
	const root = document.getRoot();
	const accessors = indexOf(allAccessors);
	const materials = indexOf(root.listMaterials());
	const meshes = indexOf(root.listMeshes());
	const nodes = indexOf(root.listNodes());
	const skins = indexOf(root.listSkins());
	const scenes = indexOf(root.listScenes());
	const attributes = (holder: AttributeHolder): Record<string, number | undefined> => {
		return Object.fromEntries(holder.listSemantics().map((name) => [name, accessors(holder.getAttribute(name))]));
	};
	const describePrimitive = (primitive: Primitive): object => {
		return present({
			attributes: attributes(primitive),
			indices: accessors(primitive.getIndices()),
			material: materials(primitive.getMaterial()),
			mode: primitive.getMode(),
			targets: primitive.listTargets().map(attributes),
			extras: primitive.getExtras(),
			...carried(VARIANTS, variantMappings(primitive)),
		});
	};
	const variants = root.listExtensionsUsed().find(isVariants)?.listVariants() ?? [];
	const variantMappings = (primitive: Primitive): object | undefined => {
		const mappings = primitive.getExtension<ExtensionProperty & Mappings>(VARIANTS)?.listMappings();
		return mappings && { mappings: mappings.map((each) => describeMapping(each)) };
	};
	const describeMapping = (mapping: Mapping): object => {
		const shown = mapping.listVariants().map((variant) => variants.indexOf(variant));
		return present({ material: materials(mapping.getMaterial()), variants: shown });
	};
	const describeNode = (node: Node): object => {
		const copies = node.getExtension<ExtensionProperty & AttributeHolder>(INSTANCING);
		const visibility = node.getExtension<ExtensionProperty & { getVisible(): boolean }>(VISIBILITY);
		const extensions = {
			...(copies === null ? {} : { [INSTANCING]: { attributes: attributes(copies) } }),
			...(visibility === null ? {} : { [VISIBILITY]: { visible: visibility.getVisible() } }),
		};
		return present({
			...common(node),
			mesh: meshes(node.getMesh()),
			skin: skins(node.getSkin()),
			children: node.listChildren().map(nodes),
			translation: node.getTranslation(),
			rotation: node.getRotation(),
			scale: node.getScale(),
			weights: node.getWeights(),
			...(Object.keys(extensions).length === 0 ? {} : { extensions }),
		});
	};
	const extensions = root.listExtensionsUsed();
	const primitives = root.listMeshes().flatMap((mesh) => mesh.listPrimitives());
	const positions = new Set(primitives.map((primitive) => primitive.getAttribute('POSITION')));
	const json = {
		asset: { version: '2.0' },
		scene: scenes(root.getDefaultScene()),
		scenes: root.listScenes().map((scene) => present({ ...common(scene), nodes: scene.listChildren().map(nodes) })),
		nodes: root.listNodes().map(describeNode),
		meshes: root.listMeshes().map((mesh) => {
			const shown = mesh.listPrimitives().map(describePrimitive);
			return present({ ...common(mesh), primitives: shown, weights: mesh.getWeights() });
		}),
		materials: root.listMaterials().map((material) => present(common(material))),
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

interface AttributeHolder {
	listSemantics(): string[];
	getAttribute(semantic: string): Accessor | null;
}

/** What is used of `KHR_materials_variants`, whose classes need not be loaded for it. */
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

function indexOf<T>(list: readonly T[]): (item: T | null) => number | undefined {
	const places = new Map(list.map((item, index) => [item, index]));
	return (item) => (item === null ? undefined : places.get(item));
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
