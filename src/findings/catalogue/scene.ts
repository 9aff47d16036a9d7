/** What a scene, whatever its format, can be told about: surfaces, units, what was taken. */
export const SCENE_FINDINGS = {
	FRAME_ASSUMED: {
		severity: 'info',
		message: (d: { up: string; unit: string; scale: number; stated: boolean }): string =>
			`${d.up.toUpperCase()} is up, lengths are in ${d.unit}${d.scale === 1 ? '' : ` times ${d.scale}`}, ${
				d.stated ? 'as said' : 'as nothing else was said'
			}.`,
		help: 'Say otherwise with --up, --unit, --scale.',
	},
	SPACE_ASSUMED: {
		severity: 'info',
		message: (_: Record<string, never>): string => 'Coordinates are taken for area space: nothing is moved.',
		help: 'Put a room that was modelled about its own origin in its place with --lyt FILE, or --origin x,y,z.',
	},
	SCENE_SIZE_SUSPICIOUS: {
		severity: 'warning',
		message: (d: { size: number; factor?: number; unit?: string; becomes?: number }): string =>
			`The ground is ${Number(d.size.toPrecision(4))} m across${
				d.factor === undefined
					? '.'
					: `; if it is in ${d.unit}, --scale ${d.factor} makes it ${Number((d.becomes ?? 0).toPrecision(4))} m.`
			}`,
		help: 'Rooms of the game are between 0.5 m and 500 m wide. Give the unit with --unit, or a factor with --scale.',
	},
	SURFACE_UNKNOWN: {
		severity: 'error',
		message: (d: { material: string; triangles: number; nearest?: string }): string => {
			if (d.material === '') return `${d.triangles} triangles have no material name, so they have no surface.`;
			const guess = d.nearest === undefined ? '' : `; did you mean "${d.nearest}"?`;
			return `Material "${d.material}" names no surface (${d.triangles} triangles)${guess || '.'}`;
		},
		help: 'Rename the material after a surface (`wokflow surfaces` lists them), or map it: --surface "NAME=Stone".',
	},
	SURFACE_EXTRAS_UNKNOWN: {
		severity: 'warning',
		message: (d: { key: string; value: string | number }): string =>
			`The extras say ${d.key} = ${JSON.stringify(d.value)}, which is no surface; other clues were used.`,
		help: 'Use a name or number that `wokflow surfaces` lists.',
	},
	SURFACE_FOREIGN: {
		severity: 'warning',
		message: (d: { material: string; surface: number; label: string; walkable: boolean }): string =>
			`Material "${d.material}" is a name of Neverwinter Nights; here surface ${d.surface} is ${d.label}, ${
				d.walkable ? 'walkable' : 'not walkable'
			}.`,
		help: 'Rename the material if the ground should be walkable.',
	},
	SURFACE_MAPPING_INVALID: {
		severity: 'fatal',
		message: (d: { pattern: string; surface: string; nearest?: string }): string =>
			`The mapping "${d.pattern}=${d.surface}" names no surface${
				d.nearest === undefined ? '.' : `; did you mean "${d.nearest}"?`
			}`,
		help: 'Use a name or number that `wokflow surfaces` lists.',
	},
	SURFACE_MAPPING_UNUSED: {
		severity: 'warning',
		message: (d: { pattern: string }): string => `The mapping "${d.pattern}" matches no material.`,
		help: 'Check the spelling; `*` and `?` are wildcards.',
	},
	SURFACE_MAPPING_OVERRULED: {
		severity: 'warning',
		message: (d: { pattern: string; material: string }): string =>
			`The mapping "${d.pattern}" had no effect: material "${d.material}" names a surface itself.`,
		help: 'A name that means a surface wins over a mapping. Rename the material to change it.',
	},
	NODES_TAKEN: {
		severity: 'info',
		message: (d: {
			rule: 'patterns' | 'tagged' | 'everything';
			taken: number;
			takenNames: string;
			left: number;
			leftNames: string;
		}): string => {
			const why = {
				patterns: 'the node patterns match them',
				tagged: 'their names or tags say walkmesh',
				everything: 'nothing is named or tagged as walkmesh',
			}[d.rule];
			const taken = `${d.taken} ${d.taken === 1 ? 'node' : 'nodes'} taken (${why})${d.taken > 0 ? `: ${d.takenNames}` : ''}`;
			return `${taken}; ${d.left} left${d.left > 0 ? `: ${d.leftNames}` : ''}.`;
		},
		help: 'Choose others with --node PATTERN; name walkmesh nodes `<room>_wok`, and nodes to leave out `ignore_…`.',
	},
	NODE_PATTERN_UNMATCHED: {
		severity: 'error',
		message: (d: { pattern: string; names: string }): string =>
			`The node pattern ${JSON.stringify(d.pattern)} matches no node${d.names === '' ? '.' : `; there are ${d.names}.`}`,
		help: 'Check the spelling; `*` and `?` are wildcards, and letter case does not matter.',
	},
	PAINTED_ROOMS: {
		severity: 'info',
		message: (d: { edges: number; rooms: string; encoding: 'srgb' | 'linear' }): string =>
			`Vertex colours (${d.encoding === 'srgb' ? 'sRGB' : 'linear'}) paint ${d.edges} edges as transitions to rooms ${d.rooms}.`,
		help: 'Painted links are hints: links found from the layout of the level overrule them.',
	},
	PAINT_UNREAD: {
		severity: 'info',
		message: (d: { why: 'saturated' | 'foreign' | 'everywhere' }): string =>
			`Vertices are coloured pure green, but not read as painted transitions: ${
				{
					saturated: 'fully saturated green is a mask, not the code of a room',
					foreign: 'not every green is the code of a room',
					everywhere: 'most edges are green, so it is the colour of the surface',
				}[d.why]
			}.`,
		help: 'A painted link is (0, 200 + room, 0) or (0, 100 + room, 0) of 255 on both ends of an edge, on few edges.',
	},
} as const;
