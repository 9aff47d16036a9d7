import { type Action, defineFindings } from '../../src/findings/report.ts';
import { PERSON } from '../../src/model/walkmesh.ts';

const NODE = { option: 'node', placeholder: 'PATTERN' } as const;

/** The open states of a door that stand in its doorway, and how it was to open. */
interface Opening {
	readonly states: readonly string[];
	readonly angle?: number;
	readonly slide?: number | 'width';
}

const doorAnew = (): readonly Action[] => [
	{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'door' }] },
];

/** What can go wrong when walkmeshes of placeables and doors are made, and with those of a door together. */
export const COLLISION_FINDINGS = defineFindings({
	COLLISION_NO_GEOMETRY: {
		severity: 'error',
		meaning: 'Names exclude all triangles of the model, so there is nothing to generate collision from.',
		message: (d: { left: number }): string =>
			d.left === 0
				? 'The model has no triangles.'
				: `The names of the model's nodes leave out all ${d.left} triangles.`,
		help: 'Choose what to include by the names of its nodes.',
		actions: () => [NODE],
	},
	COLLISION_LEFT_OUT: {
		severity: 'info',
		meaning: 'Parts of the model that are walkmesh, or excluded by name, were not used for the collision.',
		message: (d: { triangles: number; names: string }): string =>
			`Left out ${d.triangles} triangles named or tagged as walkmesh or ignored: ${d.names}.`,
		help: 'Include them by name if they should be used.',
		actions: () => [NODE],
	},
	COLLISION_OF_WALKMESH: {
		severity: 'info',
		meaning: 'The scene has no visual model, only walkmesh. The collision was generated from that.',
		message: (_: Record<string, never>): string => 'The scene holds nothing but walkmesh; using it as the model.',
		help: 'If there is a visual model, check the names of its nodes.',
	},
	COLLISION_BAND_EMPTY: {
		severity: 'error',
		meaning: 'Collision is generated from what lies between floor and height. Nothing of the model lies there.',
		message: (d: { from: number; to: number; lowest: number; highest: number }): string =>
			`No part of the model is between ${d.from} and ${d.to} m; it extends from ${d.lowest} to ${d.highest} m.`,
		help: 'Set the floor and the height.',
		actions: () => [
			{ option: 'floor', placeholder: 'METRES' },
			{ option: 'height', placeholder: 'METRES' },
		],
	},
	COLLISION_ABOVE_FLOOR: {
		severity: 'warning',
		meaning: 'The model hovers above its floor. Its collision stops characters who could pass below it.',
		message: (d: { lowest: number }): string =>
			`The model begins ${d.lowest} m above its origin, where the floor is. The footprint lies at its lowest point.`,
		help: 'Set the floor, or leave out the collision if characters can pass below.',
		actions: () => [{ option: 'floor', value: 0 }],
	},
	COLLISION_NO_AREA: {
		severity: 'error',
		meaning: 'Seen from above, the model is a line without width.',
		message: (d: { points: number; extent: number }): string =>
			d.extent === 0
				? `The footprint has no area: all ${d.points} points of the model lie above one another.`
				: `The footprint has no area: all ${d.points} points of the model lie on a line ${d.extent} m long.`,
		help: 'Give it a width.',
		actions: () => [{ option: 'margin', placeholder: 'METRES' }],
	},
	COLLISION_CORNERS: {
		severity: 'info',
		meaning: 'The outline was simplified, like that of the objects in the game. It is slightly larger than the model.',
		message: (d: { before: number; after: number; added: number }): string =>
			`Simplified the outline from ${d.before} to ${d.after} corners; it covers ${d.added} m² more.`,
		help: 'Allow more corners to follow the model closely.',
		actions: () => [{ option: 'corners', placeholder: 'CORNERS' }],
	},
	COLLISION_THIN: {
		severity: 'info',
		meaning: 'Characters can slip through collision this thin, so it was made thicker.',
		message: (d: { measured: number; used: number }): string =>
			`The door is only ${d.measured} m thick; using ${d.used} m.`,
		help: 'Set the thickness of the door.',
		actions: () => [{ option: 'thickness', placeholder: 'METRES' }],
	},
	COLLISION_WIDE: {
		severity: 'warning',
		meaning: 'The door is too thick for one leaf. The frame, or only half of the door, would open.',
		message: (d: { width: number; thickness: number }): string =>
			`The door is ${d.width} m wide and ${d.thickness} m thick, too thick for one leaf: it may include a frame or a second leaf.`,
		help: 'Include the leaf alone, or make a door of two leaves.',
		actions: () => [NODE, { option: 'leaves', value: 2 }],
	},
	DOOR_FRONT_ASIDE: {
		severity: 'info',
		meaning:
			'The front of a door is one of its two broad sides: hook 1 lies in front of it, and open1 opens away from it. The given or assumed side is a narrow one.',
		message: (d: { front: string; used: string }): string =>
			`The front ${d.front} is an end of the leaf, not a broad side; using ${d.used}.`,
		help: 'Give the broad side that is the front.',
		actions: () => [{ option: 'front', placeholder: 'SIDE' }],
	},
	DOOR_OPENS_LITTLE: {
		severity: 'warning',
		meaning:
			'The open door still blocks its own doorway: it turns or slides too little, or all the way round. Nobody gets through.',
		message: (d: Opening): string =>
			`The door stands in its own doorway when it is open (${d.states.join(', ')}), ${
				d.angle === undefined
					? `slid by ${d.slide === 'width' ? 'its width' : `${d.slide} m`}`
					: `turned by ${d.angle}°`
			}: nowhere in it is a way of ${PERSON.radius * 2} m, which characters need.`,
		help: 'Let it open farther.',
		actions: ({ angle }: Opening): Action[] =>
			angle === undefined ? [{ option: 'slide' }] : [{ option: 'angle', value: 90 }],
	},
	DOOR_OPEN_BLOCKED: {
		severity: 'warning',
		meaning:
			'The open door blocks its doorway like the closed one, often because the closed leaf was exported for all states. Nobody gets through.',
		message: (d: { name: string; states: string }): string =>
			`Door "${d.name}" stands in its own doorway when it is open (${d.states}): no gap of ${PERSON.radius * 2} m is left, which characters need.`,
		help: 'Turn the leaf aside in the open states, or generate all three walkmeshes from the model of the closed door.',
		actions: doorAnew,
	},
	DOOR_SIDE_UNUSED: {
		severity: 'warning',
		meaning:
			'A closed door needs a use hook on each side. This one has hooks on one side only, so characters on the other side walk to a point behind the door.',
		message: (d: { name: string; hooks: number }): string =>
			d.hooks === 1
				? `Closed door "${d.name}" has one use hook, so characters cannot open it from the other side.`
				: `Both use hooks of closed door "${d.name}" are on one side, so characters cannot open it from the other one.`,
		help: 'Put one hook in front of the leaf and one behind it: DWK_dp_closed_01 and DWK_dp_closed_02 in a scene. Generating the walkmeshes again from the model does that.',
		actions: doorAnew,
	},
});
