import { OUT_OF_PLACE } from '../findings/explained-by.ts';
import { type Action, defineFindings } from '../findings/report.ts';
import { listed } from '../text/quote.ts';
import { UNIT_NAMES } from './units.ts';

/** In one file: a catalogue, in which one looks for a code. */

const listSurfaces: Action = { command: 'surfaces' };
const otherNodes: Action = { option: 'node', placeholder: 'PATTERN' };

/** The options that give a room its position in the area. */
const whereItLies = (): readonly Action[] => [
	{ option: 'layout', placeholder: 'FILE' },
	{ option: 'origin', placeholder: 'X,Y,Z' },
];

/** A unit that a file says it is in, the unit that it is read in, and the metres that its ground measures in the second and in the first. */
interface OtherUnit {
	readonly unit: keyof typeof UNIT_NAMES;
	readonly assumed: keyof typeof UNIT_NAMES;
	readonly size: number;
	readonly becomes: number;
}

/** The rooms of a level that something is reported about at once; undefined for a scene by itself. */
export interface OfRooms {
	readonly rooms?: readonly string[];
}

/** `of 3 rooms ("a", "b", "c") `; nothing for a scene by itself. */
export function ofRooms({ rooms }: OfRooms): string {
	return rooms === undefined ? '' : `of ${rooms.length} rooms (${listed(rooms)}) `;
}

/** What can be wrong with a scene of any format: surfaces, units, which nodes are used. */
export const SCENE_FINDINGS = defineFindings({
	FRAME_ASSUMED: {
		severity: 'info',
		meaning:
			'The scene does not state its up axis or unit. With the wrong axis floors become walls; with the wrong unit rooms are a hundred times too large or small.',
		message: (d: { up: string; unit: keyof typeof UNIT_NAMES; scale: number; stated: boolean }): string => {
			const frame = `${d.up.toUpperCase()} up and ${UNIT_NAMES[d.unit]}${d.scale === 1 ? '' : ` times ${d.scale}`}`;
			return d.stated ? `Reading with ${frame}, as requested.` : `Assuming ${frame}: no up axis or unit is given.`;
		},
		help: 'Give the up axis, the unit or a scale if the assumption is wrong.',
		actions: () => [
			{ option: 'up', placeholder: 'AXIS' },
			{ option: 'unit', placeholder: 'UNIT' },
			{ option: 'scale', placeholder: 'FACTOR' },
		],
	},
	SPACE_ASSUMED: {
		severity: 'info',
		meaning:
			'Room walkmeshes use area coordinates. The scene is assumed to use them already. If it does not, the ground lies at the origin of the area and not in its room.',
		message: (_: Record<string, never>): string => 'Assuming that coordinates are in area space: nothing is moved.',
		help: 'A room modelled around its own origin must be moved to its position in the layout.',
		actions: whereItLies,
	},
	SPACE_OF_ROOM: {
		severity: 'warning',
		meaning:
			'The room is modelled around its own origin, and its position in the area is unknown. In the game its ground would lie at the origin of the area.',
		message: (_: Record<string, never>): string =>
			"The room lies about its model's origin, and its position in the area is unknown: it stays there.",
		help: 'The layout of the area has the position of each room. A walkmesh of the game is in area space.',
		actions: whereItLies,
	},
	SCENE_SIZE_SUSPICIOUS: {
		severity: 'warning',
		explainedBy: {
			input: [...OUT_OF_PLACE, 'DECISIONS_OPEN'],
		},
		meaning: 'The scene is far larger or smaller than any room of the game. Usually the unit is wrong.',
		message: (d: { size: number; factor?: number; unit?: string; becomes?: number } & OfRooms): string =>
			`The walkable geometry ${ofRooms(d)}is ${d.rooms === undefined ? '' : 'up to '}${figure(d.size)} m across${
				d.factor === undefined
					? '.'
					: `. If it is in ${d.unit}, a scale of ${d.factor} makes it ${figure(d.becomes ?? 0)} m.`
			}`,
		help: 'Rooms of the game are between 0.5 m and 500 m wide. Check the unit.',
		actions: (d: { factor?: number }) => [
			d.factor === undefined ? { option: 'unit', placeholder: 'UNIT' } : { option: 'scale', value: d.factor },
		],
	},
	SCENE_UNIT_STATED: {
		severity: 'warning',
		meaning:
			'A comment in the file names another unit than was assumed. The room would have the wrong size in the game.',
		message: (d: OtherUnit & OfRooms): string =>
			`${d.rooms === undefined ? 'The file says' : `The files ${ofRooms(d)}say`} that ${d.rooms === undefined ? 'its' : 'their'} unit is ${UNIT_NAMES[d.unit]}, but ${
				d.rooms === undefined ? 'it is' : 'they are'
			} read in ${UNIT_NAMES[d.assumed]}: the walkable geometry is ${d.rooms === undefined ? '' : 'up to '}${figure(d.size)} m across, and ${figure(d.becomes)} m in ${UNIT_NAMES[d.unit]}.`,
		help: 'Choose the unit. The comment alone is only a hint.',
		actions: (d: { unit: string; assumed: string }) => [
			{ option: 'unit', value: d.unit },
			{ option: 'unit', value: d.assumed },
		],
	},
	SCENE_UNIT_DOUBTED: {
		severity: 'info',
		meaning:
			'A comment in the file names a unit, but with it the room would have an implausible size, so it was ignored.',
		message: (d: OtherUnit): string =>
			`The file says that its unit is ${UNIT_NAMES[d.unit]}, in which the walkable geometry would be ${figure(d.becomes)} m across. Assuming ${UNIT_NAMES[d.assumed]}, which makes it ${figure(d.size)} m.`,
		help: 'Some exporters always write the same unit. Choose the unit if the assumption is wrong.',
		actions: (d: { unit: string }) => [{ option: 'unit', value: d.unit }],
	},
	SCENE_UP_SUSPICIOUS: {
		severity: 'warning',
		explainedBy: { input: ['DECISIONS_OPEN'] },
		meaning: 'Nearly all ground is vertical, as when the up axis is wrong. Nobody can walk on vertical faces.',
		message: (
			d: {
				share: number;
				up: string;
				other: string;
				/** For rooms that were made already: the axis of their scene that was up. */
				sceneUp?: string;
			} & OfRooms,
		): string =>
			d.sceneUp === undefined
				? `With ${d.up.toUpperCase()} up, ${Math.floor(d.share * 100)} % of the walkable area ${ofRooms(d)}is vertical; with ${d.other.toUpperCase()} up it is level.`
				: `${Math.floor(d.share * 100)} % of the walkable area is vertical, as when a scene with ${d.sceneUp.toUpperCase()} up was read with another axis up.`,
		help: 'The file probably uses another up axis.',
		actions: (d: { other: string; sceneUp?: string }) => [{ option: 'up', value: d.sceneUp ?? d.other }],
	},
	DECISIONS_FOLLOWED: {
		severity: 'info',
		meaning: 'The decisions in the file beside the scene were applied to its materials, objects and rooms.',
		message: (d: { file: string; entries: number }): string =>
			`Following ${d.file}: ${d.entries === 1 ? '1 entry' : `${d.entries} entries`}.`,
		help: 'Edit the file to change them.',
	},
	DECISIONS_OPEN: {
		severity: 'error',
		meaning:
			'The scene has materials or objects that are missing from the decisions file beside it, or not confirmed in it. Nothing is guessed.',
		message: (d: {
			materials: readonly string[];
			objects: readonly string[];
			rooms: readonly string[];
			hasFrame: boolean;
			hasSills: boolean;
			file: string;
		}): string => {
			const parts = [
				...(d.hasFrame ? ['the up axis and unit'] : []),
				...(d.materials.length === 0 ? [] : [`${many(d.materials.length, 'material')}: ${listed(d.materials)}`]),
				...(d.objects.length === 0 ? [] : [`${many(d.objects.length, 'object')}: ${listed(d.objects)}`]),
				...(d.rooms.length === 0 ? [] : [`${many(d.rooms.length, 'room')}: ${listed(d.rooms)}`]),
				...(d.hasSills ? ['ground across gaps in doorways'] : []),
			];
			return `Not decided yet: ${parts.join('; ')}.`;
		},
		help: 'Propose again: confirmed decisions are kept, and only new ones are open.',
		actions: (d: { file: string }) => [{ command: 'init', arguments: [d.file] }],
	},
	SURFACE_UNKNOWN: {
		severity: 'error',
		explainedBy: { input: ['DECISIONS_OPEN'] },
		meaning:
			'The material of these triangles is not a surface of the game. The surface decides what is walkable, how steps sound and what stops characters, so it is not guessed.',
		message: (d: {
			material: string;
			triangles: number;
			nearest?: string;
			/** A surface that the name makes likely, and that nobody can walk on. */
			closed?: string;
			/** The object that all triangles without a material are of, if it has no others. */
			object?: string;
		}): string => {
			if (d.material === '') {
				const of = d.object === undefined ? '' : ` of "${d.object}"`;
				return `${many(d.triangles, 'triangle')}${of} without a material name, so without a surface.`;
			}
			const guess = d.nearest === undefined ? '' : ` Did you mean "${d.nearest}"?`;
			return `Material "${d.material}" is not a surface (${many(d.triangles, 'triangle')}).${guess}`;
		},
		help: 'Rename the material after a surface, or choose a surface for it. To leave an object out of the walkmesh, name it ignore_….',
		actions: (d: { material: string; closed?: string; object?: string }) => [
			// Nothing becomes walkable by advice: what may be ground is proposed, and confirmed by whoever knows it.
			...(d.closed === undefined
				? [{ command: 'init', arguments: ['FILE'] }]
				: d.material === '' && d.object !== undefined
					? [{ option: 'surfaceNode', value: { [d.object]: d.closed } }]
					: [{ option: 'surface', value: { [d.material === '' ? '*' : d.material]: d.closed } }]),
			listSurfaces,
		],
	},
	SURFACE_CONFLICT: {
		severity: 'warning',
		meaning:
			'Material and object name different surfaces, and the material was used. Probably one of them was changed and the other forgotten.',
		message: (d: { material: string; label: string; object: string; objectLabel: string; triangles: number }): string =>
			`The material "${d.material}" says ${d.label}, but the object is called "${d.object}", which says ${d.objectLabel}: using ${d.label} for ${many(d.triangles, 'triangle')}.`,
		help: 'The material decides. Assign the intended material, rename one of them, or choose the surface of the object.',
		actions: (d: { object: string; objectLabel: string }) => [
			{ option: 'surfaceNode', value: { [d.object]: d.objectLabel } },
		],
	},
	SURFACES_FILE_INVALID: {
		severity: 'fatal',
		meaning: 'The list of surfaces for materials cannot be read.',
		message: (d: { problem: string }): string => `Not a list of surfaces: ${d.problem}.`,
		help: 'A list of surfaces has a line "material = surface" for each material, or is a JSON object of them; # begins a comment.',
		actions: () => [listSurfaces],
	},
	SURFACE_EXTRAS_UNKNOWN: {
		severity: 'warning',
		meaning: 'A custom property gives an unknown surface. The material name was used instead.',
		message: (d: { key: string; value: string | number }): string =>
			`The extras have ${d.key} = ${JSON.stringify(d.value)}, which is not a surface. Ignored.`,
		help: 'Use the name or number of a surface.',
		actions: () => [listSurfaces],
	},
	SURFACE_FOREIGN: {
		severity: 'warning',
		meaning:
			'The material is named after a surface of another game with the same engine. Its number means something else here, and may be walkable by mistake.',
		message: (d: { material: string; surface: number; label: string; walkable: boolean }): string =>
			`"${d.material}" is a surface of Neverwinter Nights, not of KotOR. Its number, ${d.surface}, is ${d.label} here, ${
				d.walkable ? 'walkable' : 'not walkable'
			}.`,
		help: 'Choose a surface of KotOR for it, for instance Dirt for walkable sand, or rename the material.',
		// Nothing becomes walkable by advice: init proposes what it is.
		actions: () => [{ command: 'init', arguments: ['FILE'] }, listSurfaces],
	},
	SURFACE_PLACEHOLDER: {
		severity: 'warning',
		meaning:
			'The surface is an unused row of the surface table. Steps have no sound there, and mods may use the row for something else.',
		message: (d: { material: string; surface: number; walkable: boolean }): string =>
			`${d.material === '' ? 'Triangles without a material name get' : `Material "${d.material}" gets`} surface ${d.surface}, an unused row of the surface table; it is ${
				d.walkable ? '' : 'not '
			}walkable.`,
		help: 'Use a surface that has a name.',
		actions: () => [listSurfaces],
	},
	SURFACE_MAPPING_INVALID: {
		severity: 'fatal',
		meaning: 'A material was given a surface that does not exist.',
		message: (d: { pattern: string; surface: string; nearest?: string }): string =>
			`"${d.surface}" in the mapping "${d.pattern}=${d.surface}" is not a surface.${
				d.nearest === undefined ? '' : ` Did you mean "${d.nearest}"?`
			}`,
		help: 'Use the name or number of a surface.',
		actions: (d: { pattern: string; nearest?: string }) => [
			...(d.nearest === undefined ? [] : [{ option: 'surface', value: { [d.pattern]: d.nearest } }]),
			listSurfaces,
		],
	},
	SURFACE_MAPPING_UNUSED: {
		severity: 'warning',
		meaning: 'A surface was given for a material or object that the scene does not have. It may have another name.',
		message: (d: { pattern: string; of: string }): string => `The mapping "${d.pattern}" matches no ${d.of}.`,
		help: 'Check the spelling; * and ? are wildcards.',
	},
	NODES_STAND_IN: {
		// Geometry that is left out unasked is reported.
		severity: 'warning',
		meaning:
			'The scene has several versions of some objects: levels of detail, or simple collision shapes. The finest of each is used; together they would be floors on top of floors.',
		message: (d: { count: number; names: string }): string =>
			`Left out ${many(d.count, 'node')} that stand in for a finer one beside them: ${d.names}.`,
		help: 'To use another version, choose it.',
		actions: () => [otherNodes],
	},
	SKY_TAKEN: {
		severity: 'warning',
		meaning:
			'An object is named like a sky. As part of the walkmesh it would be a distant wall, or ground above all other ground.',
		message: (d: { names: string; count: number }): string =>
			`${d.count === 1 ? 'An object is' : `${d.count} objects are`} called like the sky, and used as walkmesh: ${d.names}.`,
		help: 'Leave it out: name it "ignore_sky", hide it in the export, or choose the other objects.',
		actions: () => [otherNodes],
	},
	NODES_TAKEN: {
		severity: 'info',
		meaning:
			'Which nodes became walkmesh and which did not. Look here if a floor is missing in the game or there is an invisible wall.',
		message: (d: {
			rule: 'patterns' | 'tagged' | 'objects' | 'everything';
			taken: number;
			takenNames: string;
			left: number;
			leftNames: string;
			empty?: number;
		}): string => {
			const none = d.empty === undefined ? '' : `; ${d.empty === 1 ? '1 node has' : `${d.empty} nodes have`} no mesh`;
			const ignored = (d.left > 0 ? `; ignoring ${d.left}: ${d.leftNames}` : '') + none;
			if (d.taken === 0) return `No node is used${ignored}.`;
			const nodes = many(d.taken, 'node');
			const used = {
				patterns: `Using ${nodes} that match the node patterns`,
				tagged: `Using ${nodes} named or tagged as walkmesh`,
				objects: `Using ${nodes}: the named placeables and doors, and what has surfaces besides them`,
				everything: `Using ${nodes}, because none is named or tagged as walkmesh`,
			}[d.rule];
			return `${used}: ${d.takenNames}${ignored}.`;
		},
		help: 'Choose other nodes by pattern. Name walkmesh nodes "<room>_wok", and nodes to exclude "ignore_…".',
		actions: () => [otherNodes],
	},
	NODES_LEFT: {
		severity: 'warning',
		meaning:
			'Placeables or doors are named, and materials name surfaces, so that objects without either are left out as the looks of models. These are called like none of the models: their ground would be missing.',
		message: (d: { count: number; names: string }): string =>
			`${many(d.count, 'object')} without a material that is a surface ${d.count === 1 ? 'is' : 'are'} left out: ${d.names}.`,
		help: 'Decide what they are. Objects named "ignore_…" are left out without a word.',
		actions: () => [{ command: 'init', arguments: ['FILE'] }],
	},
	NODE_PATTERN_UNMATCHED: {
		severity: 'error',
		meaning: 'No node matches the pattern. Its ground would be missing.',
		message: (d: { pattern: string; names: string }): string =>
			`The node pattern ${JSON.stringify(d.pattern)} matches no node${d.names === '' ? '.' : `. Nodes: ${d.names}.`}`,
		help: 'Check the spelling; * and ? are wildcards, and case is ignored.',
		actions: () => [otherNodes],
	},
	OBJECT_ROOT_MISSING: {
		severity: 'warning',
		meaning:
			'Walkmeshes of placeables and doors are relative to the origin of their model, and no node defines it. In the game the collision may lie far from the object.',
		message: (d: { kind: 'placeable' | 'door'; name: string; distance: number }): string =>
			`The ${d.kind} "${d.name}" has no root node, so its walkmesh is in the space of the scene${
				d.distance < 1 ? '' : `, ${Number(d.distance.toPrecision(3))} m from the origin`
			}.`,
		help: 'Put the geometry and hooks of the object below a node at its origin, named "<model>_pwk" or "<model>_dwk".',
	},
	OBJECT_FAR: {
		severity: 'warning',
		explainedBy: {
			room: ['ROOM_WITHOUT_GROUND'],
		},
		meaning:
			'The walkmesh of the object lies far from the origin of its model. In the game the object and its collision are in different positions.',
		message: (d: { kind: 'placeable' | 'door'; name: string; distance: number }): string =>
			`The walkmesh of the ${d.kind} "${d.name}" is ${Number(d.distance.toPrecision(3))} m from its origin.`,
		help: 'The game puts the origin where the object stands, so its collision would be that far away. Move the root node to the object, or the object and its pivot to the origin, and export it again.',
	},
	OBJECT_MADE_LOCAL: {
		severity: 'info',
		meaning:
			'The object has a position in the scene; its walkmesh is relative to its own origin, as the game requires.',
		message: (d: { undone: string }): string =>
			`The node of the placeable or door has ${d.undone}; its walkmesh is in model space, without that.`,
		help: 'The area file has the positions of placeables and doors. Nothing to do.',
	},
	OBJECT_AXES_KEPT: {
		severity: 'info',
		meaning:
			'The root of the object is rotated by a right angle, as written by tools with another up axis. It was not treated as a rotation of the object.',
		message: (d: { degrees: number }): string =>
			`The root of the placeable or door is rotated by ${d.degrees}° away from upright. Assuming a change of axes, so it was kept.`,
		help: 'Tools with Z up write such a rotation. Remove it if the model lies on its side.',
	},
	OBJECT_ROOT_TILTED: {
		severity: 'warning',
		meaning: 'The object is tilted in the scene. The game sets it upright, so its collision and its model may differ.',
		message: (d: { degrees: number }): string =>
			`The placeable or door is tilted by ${figure(d.degrees)}°, and so is its walkmesh.`,
		help: 'The game rotates objects about the vertical axis only. Set the root node upright unless the model itself is tilted.',
	},
	OBJECT_ROOT_STRETCHED: {
		severity: 'warning',
		meaning:
			'The object is scaled in the scene. The game draws its model unscaled, so its collision and its model differ in size.',
		message: (d: { scales: string }): string =>
			`The placeable or door is ${d.scales === 'sheared' ? 'sheared' : `scaled (${d.scales})`}, and so is its walkmesh.`,
		help: 'Apply the scale in the modelling tool, or remove it.',
	},
	OBJECT_COPIES_DIFFER: {
		severity: 'warning',
		meaning:
			'Copies of one model have different walkmeshes, but the game loads one file for all. For some of them collision and model do not match.',
		message: (d: { name: string; taken: string; left: string; differs: 'geometry' | 'surfaces' | 'hooks' }): string =>
			`"${d.name}" occurs more than once, with different ${d.differs}: using ${JSON.stringify(d.taken)}, ignoring ${JSON.stringify(d.left)}.`,
		help: 'A model has one walkmesh. Make the copies equal, or give a different model its own name.',
	},
	HOOK_UNUSED: {
		severity: 'warning',
		meaning: 'A node is named almost like a use hook. It is not one, so characters use the object from its middle.',
		message: (d: { why: 'stray' | 'unknown'; owner: string }): string =>
			d.why === 'stray'
				? `Use hook ignored: there is no walkmesh of a ${d.owner} for it.`
				: 'This node is named like a use hook, but not like one of the game.',
		help: 'Make hooks children of the root of their model, named pwk_use01, pwk_use02 or DWK_dp_closed_01, _02, DWK_dp_open1_01, DWK_dp_open2_01.',
	},
	HOOK_DUPLICATE: {
		severity: 'warning',
		meaning: 'Two nodes are the same use hook of an object, and only one of them can be used.',
		message: (d: { slot: number; kept: string }): string =>
			`The object has two use hooks ${d.slot}: using ${JSON.stringify(d.kept)}, ignoring this one.`,
		help: 'A placeable and each state of a door have two use hooks. Delete this one, or change its number.',
	},
	PAINTED_ROOMS: {
		severity: 'info',
		meaning:
			'Vertex colours mark edges as links to rooms, as plugins for 3ds Max do. They are used where geometry finds no link.',
		message: (d: { edges: number; rooms: string; encoding: 'srgb' | 'linear' }): string =>
			`Vertex colours (${d.encoding === 'srgb' ? 'sRGB' : 'linear'}) paint ${many(d.edges, 'edge')} as transitions to rooms ${d.rooms}.`,
		help: 'Painted transitions are hints: links found from geometry override them.',
	},
	PAINT_UNREAD: {
		severity: 'info',
		meaning: 'The mesh has vertex colours that mark no links. Usually they are for show.',
		message: (d: { why: 'saturated' | 'foreign' | 'everywhere' }): string =>
			`Ignoring pure green vertex colours, which are not painted transitions: ${
				{
					saturated: 'fully saturated green is a mask, not the code of a room',
					foreign: 'not every green is the code of a room',
					everywhere: 'most edges are green, so it is the colour of the surface',
				}[d.why]
			}.`,
		help: 'A painted transition is (0, 200 + room, 0) or (0, 100 + room, 0) of 255 on both ends of an edge, on few edges.',
	},
});

function figure(value: number): number {
	return Number(value.toPrecision(4));
}

function many(count: number, thing: string): string {
	return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
