import type { Report } from '../../src/findings/report.ts';
import { isObject } from '../../src/text/quote.ts';
import { findNamed, type GltfDocument, type GltfPrimitive, namesOf, textOf, VARIANTS } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';

/**
 * The document with the materials of a variant (`KHR_materials_variants`). The extension is only checked so far that faults in it
 * are told, so there may be anything.
 *
 * @param wanted name or index of the variant; undefined for the materials without one
 * @throws InputError for a variant that is not there
 */
export function withVariant(document: GltfDocument, wanted: string | undefined, report: Report): GltfDocument {
	const { variants, meshes, materials } = document;
	if (wanted === undefined) {
		if (variants.length > 0) report.add(GLTF_FINDINGS.GLTF_VARIANTS, {}, { names: namesOf(variants) });
		return document;
	}
	const variant = findNamed(variants, wanted);
	if (variant < 0) {
		report.fail(GLTF_FINDINGS.GLTF_VARIANT_UNKNOWN, {}, { variant: wanted, names: namesOf(variants) });
	}
	const dressed = (primitive: GltfPrimitive): GltfPrimitive => {
		const mappings: unknown = (primitive.extensions?.[VARIANTS] as { mappings?: unknown } | undefined)?.mappings;
		const mapping = (Array.isArray(mappings) ? mappings : []).find((each: unknown) => {
			return isObject(each) && Array.isArray(each['variants']) && each['variants'].includes(variant);
		});
		return materials[mapping?.material] === undefined ? primitive : { ...primitive, material: mapping.material };
	};
	return { ...document, meshes: meshes.map((mesh) => ({ ...mesh, primitives: mesh.primitives.map(dressed) })) };
}

/** The variants that a document declares. */
export function variantsOf(extensions: unknown): { readonly name?: unknown }[] {
	const declared = isObject(extensions) ? extensions[VARIANTS] : undefined;
	const variants = isObject(declared) ? declared['variants'] : undefined;
	return Array.isArray(variants)
		? variants.map((each) => ({ name: textOf(isObject(each) ? each['name'] : undefined) }))
		: [];
}
