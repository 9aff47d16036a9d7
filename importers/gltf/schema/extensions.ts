import type { Report } from '../../../src/findings/report.ts';
import {
	DRACO,
	FLOAT64,
	INSTANCING,
	MESHOPT,
	MESHOPT_RATIFIED,
	QUANTIZATION,
	RESTART,
	VISIBILITY,
} from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import type { CheckedDocument } from './check.ts';

/** Extensions that change what the triangles are, and are followed. */
const FOLLOWED = new Set([DRACO, MESHOPT, MESHOPT_RATIFIED, QUANTIZATION, INSTANCING, VISIBILITY, RESTART, FLOAT64]);

/** Extensions that are known to leave triangles and nodes alone, by name or beginning of the name. */
const WITHOUT_EFFECT: readonly RegExp[] = [
	/^KHR_materials_\w+$/,
	/^KHR_techniques?_webgl$/,
	/^KHR_texture_\w+$/,
	/^(?:EXT|MSFT|GOOGLE|MOZ)_texture_\w+$/,
	/^KHR_lights_\w+$/,
	/^EXT_lights_\w+$/,
	/^KHR_animation_pointer$/,
	/^KHR_(?:xmp|xmp_json_ld)$/,
	/^KHR_audio\w*$/,
	/^KHR_node_(?:selectability|hoverability)$/,
	/^KHR_interactivity$/,
	/^EXT_(?:mesh_features|instance_features|structural_metadata|feature_metadata)$/,
	/^EXT_(?:mesh_manifold|primitive_edge_visibility)$/,
	/^CESIUM_primitive_outline$/,
	/^ADOBE_materials_\w+$/,
	/^AGI_(?:articulations|stk_metadata)$/,
	/^FB_geometry_metadata$/,
	/^MSFT_(?:lod|packing_\w+)$/,
	/^(?:KHR|OMI|MSFT)_physics_\w+$/,
	/^VRM\w*$/,
	/^(?:GODOT|OMI)_\w+$/,
	/^NEEDLE_\w+$/,
];

/**
 * Compares what a document declares with what is known here.
 *
 * @throws InputError when it requires an extension that is not followed
 */
export function checkExtensions({ document, carried }: CheckedDocument, report: Report): void {
	const used = document.extensionsUsed ?? [];
	const required = document.extensionsRequired ?? [];
	for (const [i, extension] of required.entries()) {
		const pointer = `/extensionsRequired/${i}`;
		if (!isKnown(extension))
			report.fail(GLTF_FINDINGS.GLTF_EXTENSION_REQUIRED, { pointer }, { extension: shortName(extension) });
		if (!used.includes(extension)) {
			report.add(
				GLTF_FINDINGS.GLTF_FAULT,
				{ pointer },
				{ problem: `names ${shortName(extension)}, which extensionsUsed does not` },
			);
		}
	}
	for (const [i, extension] of used.entries()) {
		if (isKnown(extension)) continue;
		report.add(
			GLTF_FINDINGS.GLTF_EXTENSION_UNKNOWN,
			{ pointer: `/extensionsUsed/${i}` },
			{ extension: shortName(extension) },
		);
	}
	for (const [extension, pointer] of carried) {
		if (used.includes(extension)) continue;
		report.add(
			GLTF_FINDINGS.GLTF_FAULT,
			{ pointer },
			{ problem: `uses ${shortName(extension)}, which extensionsUsed does not name` },
		);
	}
}

function isKnown(extension: string): boolean {
	return FOLLOWED.has(extension) || WITHOUT_EFFECT.some((pattern) => pattern.test(extension));
}

function shortName(extension: string): string {
	return extension.slice(0, 80);
}
