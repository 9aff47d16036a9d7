import { defineFindings } from '../../src/findings/report.ts';

function many(count: number, thing: string): string {
	return `${count} ${count === 1 ? thing : thing.replace(/y$/, 'ie').concat('s')}`;
}

/** Findings about glTF and GLB files. */
export const GLTF_FINDINGS = defineFindings({
	GLTF_UNRECOGNIZED: {
		severity: 'fatal',
		meaning: 'The file is called .gltf or .glb, but is neither JSON of glTF nor a GLB. Nothing of it can be read.',
		message: (d: { found: string }): string => `Neither glTF JSON nor GLB: ${d.found}.`,
		help: 'Export the scene as glTF 2.0 (.glb, or .gltf with its .bin beside it).',
		actions: (d: { found: string }) => (d.found.endsWith('OBJ text') ? [{ option: 'from', value: 'obj' }] : []),
	},
	GLTF_VERSION: {
		severity: 'fatal',
		meaning: 'The document is of another version of glTF, whose structure is different.',
		message: (d: { version: string }): string => `The file needs glTF ${d.version}, but only 2.0 is supported.`,
		help: 'Export the scene as glTF 2.0.',
	},
	GLTF_DAMAGED: {
		severity: 'fatal',
		meaning:
			'The chunks of a GLB do not fit together, the JSON cannot be parsed, or mesh data lies beyond the end of its buffer: the file was truncated or altered, or its .bin belongs to another document.',
		message: (d: { problem: string }): string => `The file is damaged: ${d.problem}.`,
		help: 'The file was truncated or altered, or its .bin belongs to another version. Copy or export it again.',
	},
	GLTF_INVALID: {
		severity: 'fatal',
		meaning:
			'The document breaks a rule of glTF, such as that a node has one parent at most, and its meaning is ambiguous. A guess could put ground at the wrong position.',
		message: (d: { problem: string; further: number }): string =>
			`The document is invalid: this ${d.problem}${d.further === 0 ? '.' : ` (and ${many(d.further, 'fault')} more).`}`,
		help: 'The Khronos glTF validator lists all faults of a document. Export the scene again.',
	},
	GLTF_TOO_LARGE: {
		severity: 'fatal',
		meaning:
			'The document asks for more nodes, copies or data than any level has. Files made to exhaust memory look like this.',
		message: (d: { what: string; count: number; limit: number; option: string }): string =>
			`The document asks for ${d.count} ${d.what}; the limit is ${d.limit} (${d.option}).`,
		help: 'No level needs that many. If this one does, split it into rooms, or raise the limit.',
		actions: (d: { count: number; option: string }) => [{ option: d.option, value: d.count }],
	},
	GLTF_URI_REFUSED: {
		severity: 'fatal',
		meaning:
			'The document names a file outside its folder or on a network. Such files are never opened, because an untrusted document could name any file.',
		message: (d: { uri: string; why: string }): string =>
			`The document refers to ${d.uri}, which was not opened: ${d.why}.`,
		help: 'A document may use only files in its own folder or below. Put the .bin beside it, or export a .glb.',
	},
	GLTF_RESOURCE: {
		severity: 'fatal',
		meaning: 'The .bin or another file that holds the geometry cannot be read. Without it there is nothing to convert.',
		message: (d: { uri: string; why: string }): string =>
			`The data of the document${d.uri === '' ? '' : ` in ${d.uri}`} cannot be read: ${d.why}.`,
		help: 'Put the .bin beside the .gltf under the name it asks for, or export a .glb.',
	},
	GLTF_EXTENSION_REQUIRED: {
		severity: 'fatal',
		meaning: 'The document requires an extension that is not supported. Without it, the geometry might be wrong.',
		message: (d: { extension: string }): string =>
			`The document cannot be read without the extension ${JSON.stringify(d.extension)}, which is not supported.`,
		help: 'Export the scene without this extension.',
	},
	GLTF_COMPRESSION: {
		severity: 'fatal',
		meaning: 'The geometry is compressed, and the compressed data is damaged.',
		message: (d: { extension: string; problem: string }): string =>
			`The ${d.extension} data cannot be decoded: ${d.problem}.`,
		help: 'The file was truncated or altered. Export the scene again, without compression if the problem persists.',
	},
	GLTF_SCENE_UNKNOWN: {
		severity: 'fatal',
		meaning: 'The document does not have the scene that was asked for.',
		message: (d: { scene: string; names: string }): string =>
			`There is no scene ${JSON.stringify(d.scene)}${d.names === '' ? '; the document has no scenes.' : `; the document has: ${d.names}.`}`,
		help: 'Use the name of a scene of the document, or its index from 0.',
		actions: () => [{ option: 'scene', placeholder: 'NAME' }],
	},
	GLTF_NOTHING: {
		severity: 'fatal',
		meaning:
			'Without hidden nodes and what names and patterns exclude, no triangle is left. There is nothing to walk on.',
		message: (d: { found: string }): string => `The document holds no triangles to convert: ${d.found}.`,
		help: 'Check that meshes are exported, are part of the scene, are not hidden, and are not excluded by name.',
		actions: () => [{ option: 'node', placeholder: 'PATTERN' }, { option: 'hidden' }],
	},
	GLTF_NO_FACES: {
		severity: 'fatal',
		meaning: 'The scene has lines or points but no faces, so there is nothing to walk on.',
		message: (d: { lines: number; points: number }): string => {
			const found = [
				...(d.lines === 0 ? [] : [`${many(d.lines, 'set')} of lines`]),
				...(d.points === 0 ? [] : [`${many(d.points, 'set')} of points`]),
			];
			return `The scene has no faces (${found.join(', ')}).`;
		},
		help: 'Export the mesh with its faces. Convert curves and edges to faces before the export.',
	},
	GLTF_COLLIDERS_UNUSED: {
		severity: 'warning',
		meaning:
			'A physics extension defines collision meshes that no node shows. They have no surfaces, so they are not used.',
		message: (d: { nodes: number; names: string; extension: string }): string =>
			`${d.nodes === 1 ? '1 node has a collision mesh' : `${d.nodes} nodes have collision meshes`} that only ${d.extension} names, and that ${d.nodes === 1 ? 'is' : 'are'} not used: ${d.names}.`,
		help: 'To use one, show it in the scene: give it a node of its own, named "<room>_wok", and materials named after surfaces.',
	},
	GLTF_TRANSFORM: {
		severity: 'error',
		meaning:
			'The rotation, scale or matrix of a node is invalid, so the position of its geometry is unknown. It is missing in the walkmesh.',
		message: (d: { problem: string }): string => `The node ${d.problem}, so its geometry was ignored.`,
		help: 'Give the node a valid rotation and scale, or remove it from the scene.',
	},
	GLTF_SCALED_TO_NOTHING: {
		severity: 'info',
		meaning: 'Some editors hide objects with a scale of 0. Without size there is nothing to walk on.',
		message: (d: { nodes: number }): string =>
			`The node is scaled to nothing${d.nodes === 1 ? '' : `, and ${d.nodes} nodes with it`}, so nothing of it can be seen. Left out.`,
		help: 'Give the node a scale other than 0 if it should be part of the walkmesh.',
	},
	GLTF_INDEX_RANGE: {
		severity: 'error',
		meaning:
			'Triangles name vertices that the mesh does not have. They are missing in the walkmesh, so there may be holes.',
		message: (d: { triangles: number; index: number; vertices: number }): string =>
			`${many(d.triangles, 'triangle')} left out: a vertex index out of range (${d.index} of ${d.vertices} vertices).`,
		help: 'The file was altered or badly made. Export the scene again.',
	},
	GLTF_NOT_FINITE: {
		severity: 'error',
		meaning:
			'Some coordinates are NaN, infinite or too large. Triangles with them are missing in the walkmesh, so there may be holes.',
		message: (d: { triangles: number; vertex: number }): string =>
			`${many(d.triangles, 'triangle')} left out: corners with NaN, infinite or huge coordinates (vertex ${d.vertex}).`,
		help: 'Look for broken vertices or modifiers in the mesh, and for absurd scales.',
	},
	GLTF_SPARSE_LOST: {
		severity: 'error',
		meaning:
			'The positions are quantized and stored as sparse, and they contradict the bounds that the document declares. sparse() of glTF-Transform loses quantized positions when the file is written: nearly all become 0.',
		message: (d: { problem: string }): string => `Quantized positions were lost: this sparse accessor ${d.problem}.`,
		help: 'Write the file again without sparse(), or without quantization (quantize(), meshopt()).',
	},
	GLTF_FAULT: {
		severity: 'warning',
		meaning: 'The document breaks a rule of glTF that does not change what it shows. Other programs may refuse it.',
		message: (d: { problem: string }): string => `Invalid glTF, but readable: this ${d.problem}.`,
		help: 'The document was read anyway. The Khronos glTF validator gives details.',
	},
	GLTF_PROPERTY_UNKNOWN: {
		severity: 'info',
		meaning: 'The document has a property that glTF does not define, so no program reads it. It may be misspelt.',
		message: (d: { property: string; count: number }): string =>
			`Ignored the property ${d.property}, which is not in glTF 2.0${d.count === 1 ? '.' : ` (${d.count} times).`}`,
		help: 'Custom data belongs in extras. Check the spelling.',
	},
	GLTF_EXTENSION_UNKNOWN: {
		severity: 'warning',
		meaning: 'The document uses an unknown extension. If it changes geometry, the walkmesh differs from the model.',
		message: (d: { extension: string }): string =>
			`The document uses the unknown extension ${JSON.stringify(d.extension)}. The walkmesh may differ from what other tools show.`,
		help: 'If the extension changes geometry, export the scene without it.',
	},
	GLTF_SCENE_CHOSEN: {
		severity: 'info',
		meaning:
			'The document has several scenes, and one of them was read, so ground in the others is not part of the walkmesh; or it has no default scene, and the nodes of all scenes were read together.',
		message: (d: { taken: string }): string => `${d.taken}.`,
		help: 'Choose another scene if necessary.',
		actions: () => [{ option: 'scene', placeholder: 'NAME' }],
	},
	GLTF_HIDDEN: {
		severity: 'info',
		meaning:
			'Nodes that are hidden in the scene do not become ground. If they were hidden only for convenience, they are missing in the game.',
		message: (d: { nodes: number; names: string }): string => `${many(d.nodes, 'hidden node')} left out: ${d.names}.`,
		help: 'Hidden nodes can be included.',
		actions: () => [{ option: 'hidden' }],
	},
	GLTF_SHEARED: {
		severity: 'warning',
		meaning:
			'The matrix of the node contains shear, which programs show in different ways. Model and walkmesh may differ.',
		message: (_: Record<string, never>): string =>
			"The node's matrix contains shear, which glTF does not allow. It was applied; other programs may show something else.",
		help: 'Apply the transform to the mesh before the export.',
	},
	GLTF_REST_POSE: {
		severity: 'info',
		meaning:
			'The mesh is skinned. It was read in the pose of the file, as viewers show it. Characters walk on that shape during any animation.',
		message: (_: Record<string, never>): string =>
			'The mesh is skinned: using it in the pose of the file, without animations.',
		help: 'Put the armature into another pose before the export, or leave the mesh out: name it `ignore_…`.',
	},
	GLTF_SKIN_UNREAD: {
		severity: 'warning',
		meaning:
			'The mesh is skinned, but its joints cannot be read. It was read unposed at its node, so its position and size may differ from what viewers show.',
		message: (d: { problem: string }): string =>
			`The skin of the mesh cannot be used (${d.problem}); the mesh is used unposed, at its node.`,
		help: 'Apply armatures before the export, or leave the mesh out: name it `ignore_…`.',
	},
	GLTF_MORPHED: {
		severity: 'info',
		meaning:
			'The mesh has shape keys. Its default shape was read, as viewers show it. Characters walk on that shape during any animation.',
		message: (d: { weights: string }): string =>
			`The mesh has morph targets: using its default shape, with ${d.weights === '' ? 'all weights 0' : `weights ${d.weights}`}.`,
		help: 'For another shape, change the default weights, or apply the shape keys before the export.',
	},
	GLTF_VARIANTS: {
		severity: 'info',
		meaning:
			'The document has several material variants. Materials name surfaces, so another variant can have other ground.',
		message: (d: { names: string }): string =>
			`The document has material variants: ${d.names}. Using the materials without a variant.`,
		help: 'Variants change materials, and materials name surfaces. Choose the variant to read if necessary.',
		actions: () => [{ option: 'variant', placeholder: 'NAME' }],
	},
	GLTF_VARIANT_UNKNOWN: {
		severity: 'fatal',
		meaning: 'The document does not have the material variant that was asked for.',
		message: (d: { variant: string; names: string }): string =>
			`There is no material variant ${JSON.stringify(d.variant)}${d.names === '' ? '; the document has none.' : `; the document has: ${d.names}.`}`,
		help: 'Use the name of a variant of the document, or its index from 0.',
		actions: () => [{ option: 'variant', placeholder: 'NAME' }],
	},
	GLTF_NOT_TRIANGLES: {
		severity: 'warning',
		meaning: 'The mesh has lines or points, which cannot be walked on. They are used only as transition markers.',
		message: (d: { kind: 'points' | 'lines'; primitives: number }): string =>
			`${many(d.primitives, 'primitive')} of ${d.kind} left out: only triangles make a walkmesh.`,
		help: 'Lines mark transitions when they are called `transition_<room>`; other loose edges can be deleted.',
	},
	GLTF_INSTANCES: {
		severity: 'info',
		meaning: 'One node is instanced many times, and all copies were read. Each copy is collision or ground.',
		message: (d: { copies: number; left: number }): string =>
			`The node was copied ${d.copies === 1 ? 'once' : `${d.copies} times`} by instancing${
				d.left === 0 ? '.' : `; ${many(d.left, 'copy')} scaled to nothing left out.`
			}`,
		help: 'Name the node `ignore_…` to leave it out.',
	},
	GLTF_SURFACE_ATTRIBUTE: {
		severity: 'warning',
		meaning:
			'The corners of a triangle have different numbers in _SURFACE, but a face has one surface. For such faces the material decides.',
		message: (d: { mixed?: number; unknown: number; number?: string; of?: 'copy' }): string => {
			const faults = [
				...(d.mixed ? [`${many(d.mixed, 'triangle')} with corners of different surfaces`] : []),
				...(d.unknown > 0
					? [`${many(d.unknown, d.of ?? 'triangle')} with one that is not in the table (${d.number})`]
					: []),
			];
			return `The attribute _SURFACE has ${faults.join(', ')}; ${d.of === 'copy' ? 'the mesh decides' : 'extras and material decide'} there.`;
		},
		help: 'Write the attribute per face or instance, not per vertex, with surface numbers.',
		actions: () => [{ command: 'surfaces' }],
	},
	GLTF_TRANSITIONS_UNREAD: {
		severity: 'warning',
		meaning: 'The extras of a node hold links to other rooms in an invalid form. They were ignored.',
		message: (d: { problem: string }): string => `Transitions in extras cannot be used: ${d.problem}.`,
		help: 'Write `transitions: [[edge, room], …]`, edge 3 × triangle + corner, rooms by their index in the layout.',
	},
});
