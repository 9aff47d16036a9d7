import {
	Extension,
	ExtensionProperty,
	type IProperty,
	type Nullable,
	PropertyType,
	type ReaderContext,
	type WriterContext,
} from '@gltf-transform/core';
import { PINS } from '../../src/pins/vocabulary.ts';

interface PinProperties extends IProperty {
	text: string;
}

/** What is pinned of a scene, node or material: the object that docs/vocabulary.md describes. */
export class Pin extends ExtensionProperty<PinProperties> {
	static override readonly EXTENSION_NAME: string = PINS;
	declare readonly extensionName: string;
	declare readonly propertyType: string;
	declare readonly parentTypes: string[];

	protected override init(): void {
		Object.assign(this, {
			extensionName: PINS,
			propertyType: 'WalkmeshPin',
			parentTypes: [PropertyType.SCENE, PropertyType.NODE, PropertyType.MATERIAL],
		});
	}

	// Kept as text: the library copies and compares plain values itself.
	protected override getDefaults(): Nullable<PinProperties> {
		return Object.assign(super.getDefaults() as PinProperties, { text: '{}' });
	}

	/** The object, as in the JSON of a file. */
	getValue(): object {
		return JSON.parse(this.get('text')) as object;
	}

	setValue(value: object): this {
		return this.set('text', JSON.stringify(value));
	}
}

/**
 * The extension `WOKFLOW_walkmesh` of glTF-Transform, which keeps what is pinned of a document through reading, transforms and writing.
 *
 * @example
 * const io = new NodeIO().registerExtensions([...ALL_EXTENSIONS, Walkmesh]);
 */
export class Walkmesh extends Extension {
	static override readonly EXTENSION_NAME: string = PINS;
	override readonly extensionName: string = PINS;

	/** Makes an object to attach with `setExtension`. */
	createPin(value: object = {}): Pin {
		return new Pin(this.document.getGraph()).setValue(value);
	}

	override read({ jsonDoc: { json }, scenes, nodes, materials }: ReaderContext): this {
		const lists = [
			[json.scenes, scenes],
			[json.nodes, nodes],
			[json.materials, materials],
		] as const;
		for (const [definitions = [], properties] of lists) {
			for (const [index, { extensions }] of definitions.entries()) {
				const value = extensions?.[PINS];
				if (typeof value === 'object' && value !== null) properties[index].setExtension(PINS, this.createPin(value));
			}
		}
		return this;
	}

	override write({ jsonDoc: { json }, nodeIndexMap, materialIndexMap }: WriterContext): this {
		const root = this.document.getRoot();
		const write = (definition: { extensions?: Record<string, unknown> } | undefined, pin: Pin | null): void => {
			if (pin !== null && definition !== undefined)
				definition.extensions = { ...definition.extensions, [PINS]: pin.getValue() };
		};
		for (const [index, scene] of root.listScenes().entries())
			write(json.scenes?.[index], scene.getExtension<Pin>(PINS));
		for (const node of root.listNodes())
			write(json.nodes?.[nodeIndexMap.get(node) ?? -1], node.getExtension<Pin>(PINS));
		for (const material of root.listMaterials())
			write(json.materials?.[materialIndexMap.get(material) ?? -1], material.getExtension<Pin>(PINS));
		return this;
	}
}
