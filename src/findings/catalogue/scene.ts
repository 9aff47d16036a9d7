/** What a scene, whatever its format, can be told about: surfaces, units, what was taken. */
export const SCENE_FINDINGS = {
	SURFACE_UNKNOWN: {
		severity: 'error',
		message: (d: { material: string; triangles: number; nearest?: string }): string =>
			`${d.material === '' ? `${d.triangles} triangles without a material name` : `Material "${d.material}" names`} no surface${
				d.material === '' ? '' : ` (${d.triangles} triangles)`
			}${d.nearest === undefined ? '.' : `; did you mean "${d.nearest}"?`}`,
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
} as const;
