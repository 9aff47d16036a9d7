import { defineFindings } from '../../src/findings/report.ts';

/** What a walkmesh has that an OBJ cannot hold. */
export const OBJ_WRITE_FINDINGS = defineFindings({
	OBJ_HOOKS_LOST: {
		severity: 'warning',
		meaning:
			'Use hooks are the points from which characters use a placeable or door. An OBJ holds a point for each, which is found by the name of its object. What is not among these points is missing in a walkmesh that is made of the OBJ.',
		message: (d: {
			/** `absolute`: absolute hooks that do not follow from the relative ones; the others: what the walkmesh or its name is. */
			why: 'absolute' | 'name' | 'faces' | 'room';
			/** The slots of absolute hooks: `1`, `2` or `1, 2`. */
			slots?: string;
		}): string => {
			if (d.why === 'absolute') return `Lost absolute hooks (${d.slots}): an OBJ has one point for each use hook.`;
			if (d.why === 'room') return 'Lost the use hooks: an OBJ has none for rooms.';
			if (d.why === 'faces')
				return 'The use hooks are written as points that belong to no object: the walkmesh has no faces, and an object is read from its faces.';
			return 'Lost the use hooks: the name does not say which object of the file they belong to.';
		},
		help: 'Inspection files (.glb) keep all hooks. In an OBJ, give the object faces and a name of its own.',
	},
	OBJ_PLACEMENTS_LOST: {
		severity: 'warning',
		meaning:
			'Doors and placeables are written about the origin of their model, as their walkmeshes are, and an OBJ has no nodes that could stand elsewhere. In the file they lie about the origin of the level, and where they stood is not in it.',
		message: (d: { count: number; names: string }): string =>
			`Lost ${d.count === 1 ? '1 placement' : `${d.count} placements`} of ${d.names}: an OBJ has objects about the origin of their model.`,
		help: 'Inspection files (.glb) show each door and placeable where it stands.',
	},
});
