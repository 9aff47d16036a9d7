import { defineFindings } from '../findings/report.ts';

/** Findings about what a document has pinned with the vocabulary of walkmeshes. */
export const PIN_FINDINGS = defineFindings({
	PINS_INVALID: {
		severity: 'fatal',
		meaning:
			'The document says what its triangles mean with the extension WOKFLOW_walkmesh, but not in the form that the extension has.',
		message: (d: { problem: string }): string => `What is pinned cannot be read: ${d.problem}.`,
		help: 'Pin the scene again from a copy that was not pinned, or remove WOKFLOW_walkmesh from the extensions and extras of its scene.',
	},
	PINS_GONE: {
		severity: 'fatal',
		meaning:
			'The document says what its triangles meant, but none of those are in it now. There is nothing to walk on.',
		message: (): string => 'Nothing of what is pinned is in the scene.',
		help: 'Check that the geometry is in the scene that is read and is not hidden.',
	},
	PIN_COPIES_VARY: {
		severity: 'fatal',
		meaning:
			'Copies of one node by instancing have surfaces of their own, which its triangles, there once for all copies, cannot hold.',
		message: (): string => 'Copies of this node have different surfaces, so its triangles cannot be pinned.',
		help: 'Make nodes of the copies first, such as with uninstance() of glTF-Transform.',
	},
	PINS_ADVISED: {
		severity: 'warning',
		meaning:
			'Another tool has merged materials or nodes of the scene, whose names said what triangles mean, and nothing was pinned before. Surfaces or rooms may be others now.',
		message: (d: { trace: 'palette' | 'instances'; name: string }): string =>
			d.trace === 'palette'
				? `The material ${JSON.stringify(d.name)} is a texture palette: materials were merged, and with them the surfaces that they named.`
				: `A node without a name holds copies of ${JSON.stringify(d.name)}: nodes were merged for instancing, and with them the rooms or models that they belonged to.`,
		help: 'Pin the scene before other tools change it. In scripts of glTF-Transform, pinWalkmesh() is the first transform.',
		actions: () => [
			{ command: 'convert', arguments: ['ORIGINAL.glb', 'PINNED.glb'], options: [{ option: 'pin', value: true }] },
		],
	},
	PIN_EXTENSIONS_LOST: {
		severity: 'warning',
		meaning:
			'The scene has extensions that the library which writes it anew does not know. They are left out of the pinned copy.',
		message: (d: { extensions: string }): string => `Left out of the pinned scene: ${d.extensions}.`,
		help: 'Pin the scene with a script that registers the extensions: pinWalkmesh() of wokflow/gltf-transform.',
	},
	PIN_DECOMPRESSED: {
		severity: 'info',
		meaning: 'The scene was compressed. Its pinned copy is not: compressing it once more would move corners again.',
		message: (d: { extensions: string }): string => `The pinned scene is written without ${d.extensions}.`,
		help: 'Compress it again after it is pinned, if it has to be small.',
	},
	PINS_USED: {
		severity: 'info',
		meaning: 'The document says itself what its triangles mean, so names of nodes and materials were not asked.',
		message: (d: { triangles: number; places: number; by: 'faces' | 'nodes' }): string =>
			`Using what is pinned: ${d.triangles} triangles of ${d.places} nodes${d.by === 'faces' ? '' : ', by node and material, because the pins of triangles are gone'}.`,
		help: 'A document is pinned so that other tools may rename and merge. Pin it again after the walkmesh was changed on purpose.',
	},
	PINS_MISSING: {
		severity: 'error',
		meaning:
			'A document that pins its triangles lacks some of them: a tool has dropped or shrunk ground since. The walkmesh would have a hole.',
		message: (d: Total): string => `Pinned faces are missing: ${totals(d)}.`,
		help: 'Find out which step dropped them and leave it out, or pin the document again if they were removed on purpose.',
	},
	PINS_MORE: {
		severity: 'warning',
		meaning:
			'A document that pins its triangles has more of them than were pinned: something was copied or enlarged since.',
		message: (d: Total): string => `There is more ground than was pinned: ${totals(d)}.`,
		help: 'Pin the document again if this was on purpose.',
	},
	PINS_SIMPLIFIED: {
		severity: 'info',
		meaning: 'There are fewer triangles than were pinned, which cover the same ground: they were simplified.',
		message: (d: Total): string => `Fewer triangles cover the pinned ground: ${totals(d)}.`,
		help: 'Nothing need be done if the scene was simplified on purpose.',
	},
	PINS_WITHOUT: {
		severity: 'warning',
		meaning: 'A document that pins its triangles has some without a pin. They are left out, whatever their names say.',
		message: (d: { triangles: number }): string =>
			`${d.triangles} ${d.triangles === 1 ? 'triangle is' : 'triangles are'} not pinned and left out.`,
		help: 'They were added or merged after the document was pinned. Pin it again, from a copy that was not pinned, if they are ground.',
	},
	PINS_CONTRADICTED: {
		severity: 'warning',
		meaning: 'What is pinned of triangles and what their material says are different surfaces. What is pinned counts.',
		message: (d: { material: string; says: string; pinned: string; triangles: number }): string =>
			`The material ${JSON.stringify(d.material)} says ${d.says}, but ${d.triangles} of its triangles are pinned as ${d.pinned}, which counts.`,
		help: 'If the material was changed on purpose, pin the document again from a copy that was not pinned.',
	},
});

interface Total {
	readonly name: string;
	readonly surface: string;
	readonly count: number;
	readonly pinnedCount: number;
	readonly area: number;
	readonly pinnedArea: number;
}

function totals({ name, surface, count, pinnedCount, area, pinnedArea }: Total): string {
	return `${JSON.stringify(name)}, ${surface}: ${count} of ${pinnedCount} triangles, ${area.toFixed(2)} of ${pinnedArea.toFixed(2)} m²`;
}
