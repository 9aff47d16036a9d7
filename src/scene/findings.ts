import { defineFindings } from '../findings/report.ts';

/** What a scene, whatever its format, can be told about: surfaces, units, what was taken. */
export const SCENE_FINDINGS = defineFindings({
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
	SCENE_UP_SUSPICIOUS: {
		severity: 'warning',
		message: (d: { share: number; up: string; other: string }): string =>
			`${Math.floor(d.share * 100)} % of the walkable area stands upright with ${d.up.toUpperCase()} up; --up ${d.other} would lay it down.`,
		help: 'If the ground was modelled level, give the axis that points up in the file with --up y or --up z.',
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
	SURFACE_PLACEHOLDER: {
		severity: 'warning',
		message: (d: { material: string; surface: number; walkable: boolean }): string =>
			`${d.material === '' ? 'Triangles without a material name get' : `Material "${d.material}" gets`} surface ${d.surface}, one of the placeholder rows that the game never uses; it is ${
				d.walkable ? '' : 'not '
			}walkable.`,
		help: 'Use a surface that has a name: `wokflow surfaces` lists them.',
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
			rule: 'patterns' | 'tagged' | 'objects' | 'everything';
			taken: number;
			takenNames: string;
			left: number;
			leftNames: string;
		}): string => {
			const why = {
				patterns: 'the node patterns match them',
				tagged: 'their names or tags say walkmesh',
				objects: 'only placeables and doors are named; what has surfaces besides is ground',
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
	OBJECT_MADE_LOCAL: {
		severity: 'info',
		message: (d: { undone: string }): string =>
			`The placeable or door stands in the scene with ${d.undone}; its walkmesh is in the model's own space, without that.`,
		help: 'The area says where a placeable or door stands. Nothing needs to be done.',
	},
	OBJECT_AXES_KEPT: {
		severity: 'info',
		message: (d: { degrees: number }): string =>
			`The root of the placeable or door is turned by ${d.degrees}° out of the upright; that was taken for a change of axes and kept.`,
		help: 'Tools with Z up write such a turn. Look at the model: if it lies on its side, take the turn away.',
	},
	OBJECT_ROOT_TILTED: {
		severity: 'warning',
		message: (d: { degrees: number }): string =>
			`The placeable or door leans by ${Number(d.degrees.toPrecision(4))}°, and so does its walkmesh.`,
		help: 'The game knows a bearing only. Stand the root node upright if the model itself does not lean.',
	},
	OBJECT_ROOT_STRETCHED: {
		severity: 'warning',
		message: (d: { scales: string }): string =>
			`The placeable or door is ${d.scales === 'sheared' ? 'sheared' : `stretched (${d.scales})`}, and so is its walkmesh.`,
		help: 'The game draws the model as it is in its file. Apply the scale in the modelling tool, or take it away.',
	},
	OBJECT_COPIES_DIFFER: {
		severity: 'warning',
		message: (d: { name: string; taken: string; left: string; differs: 'geometry' | 'surfaces' | 'hooks' }): string =>
			`"${d.name}" is there more than once, and the ${d.differs} of ${JSON.stringify(d.left)} differ from ${JSON.stringify(d.taken)}, which was taken.`,
		help: 'A model has one walkmesh, wherever it stands. Make the copies alike, or name a different model differently.',
	},
	HOOK_UNUSED: {
		severity: 'warning',
		message: (d: { why: 'stray' | 'unknown'; owner: string }): string =>
			d.why === 'stray'
				? `The use hook belongs to nothing: there is no walkmesh of a ${d.owner} that it could go with.`
				: 'The node is called like a use hook, but like none that the game has.',
		help: 'Put hooks below the root of their model, and call them pwk_use01, pwk_use02 or DWK_dp_closed_01, _02, DWK_dp_open1_01, DWK_dp_open2_01.',
	},
	HOOK_DUPLICATE: {
		severity: 'warning',
		message: (d: { slot: number; kept: string }): string =>
			`The object has use hook ${d.slot} already; ${JSON.stringify(d.kept)} was taken, this one was left.`,
		help: 'A placeable and each state of a door have two hooks. Delete this one, or number it otherwise.',
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
});
