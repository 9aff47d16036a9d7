import { CUT_BY, ELSEWHERE, UNLISTED } from '../../src/findings/explained-by.ts';
import { type Action, defineFindings } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { nameOf, type ThingKind } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PERSON } from '../../src/model/walkmesh.ts';
import { point } from '../../src/seams/finding-words.ts';

interface Named {
	readonly kind: ThingKind;
	readonly index: number;
	readonly tag: string;
	readonly template: string;
}

function length(metres: number): string {
	const centimetres = Number((metres * 100).toPrecision(2));
	return centimetres < 100 ? `${centimetres} cm` : `${Number(metres.toPrecision(3))} m`;
}

function name(thing: Named): string {
	const text = nameOf(thing);
	return text.charAt(0).toUpperCase() + text.slice(1);
}

const MOVE_DOOR =
	'Doors of the game stand within half a metre of the middle of a doorway, along it to 2°, and on its sill to 5 cm. Move the door in the scene or the area file.';
const MOVE_THING = 'Move it onto the ground, or give it ground to stand on.';

const PATHS_ANEW = 'Move the point onto the ground, or generate the path points again.';
const pathsAnew = (): readonly Action[] => [
	{
		command: 'paths',
		arguments: ['LAYOUT'],
		options: [{ option: 'output', placeholder: 'FILE' }, { option: 'force' }],
	},
];

/** What can be wrong with the positions of doors, creatures and other things of an area. */
export const THING_FINDINGS = defineFindings({
	DOOR_OFF_DOORWAY: {
		severity: 'warning',
		explainedBy: { level: ELSEWHERE },
		meaning:
			'The door does not fit its doorway: it is beside the opening, not parallel to the sill, or above or below the floor. There is a gap beside it.',
		message: (d: Named & { room?: string; to?: string; distance?: number; degrees?: number; dz?: number }): string => {
			let doorway = d.room === undefined ? 'its doorway' : `the doorway between "${d.room}" and "${d.to}"`;
			const faults: string[] = [];
			const tell = (fault: string): void => {
				faults.push(`${fault} ${doorway}`);
				doorway = 'it';
			};
			if (d.distance !== undefined) tell(`stands ${length(d.distance)} from the middle of`);
			if (d.degrees !== undefined) tell(`is turned by ${Number(d.degrees.toPrecision(2))}° against`);
			if (d.dz !== undefined) tell(`stands ${length(Math.abs(d.dz))} ${d.dz < 0 ? 'below' : 'above'} the ground of`);
			return `${name(d)} ${faults.join(' and ')}.`;
		},
		help: MOVE_DOOR,
	},
	DOORS_SHIFTED: {
		severity: 'warning',
		meaning:
			'Most doors are off their doorways by the same distance in the same direction: the rooms were moved without the doors, or the doors without the rooms.',
		message: (d: { doors: number; of: number; by: Vec3 }): string =>
			`${d.doors === d.of ? `All ${d.of}` : `${d.doors} of ${d.of}`} doors would stand in doorways if they were moved by ${d.by.join(' ')}.`,
		help: 'Move everything in the area file by that distance, or move the rooms and their positions in the layout the other way.',
	},
	THING_OFF_GROUND: {
		severity: 'warning',
		explainedBy: { level: [...ELSEWHERE, ...UNLISTED, 'DOORS_SHIFTED', 'THINGS_ELSEWHERE'] },
		meaning:
			'There is no walkable ground at this point, or only at another height. A creature placed here cannot move or stands on another floor, one sent here never arrives, and a trigger never fires.',
		message: (
			d: Named &
				(
					| { readonly distance: number }
					/** The highest or lowest of several of one kind. */
					| { readonly dz: number; readonly count: number }
				),
		): string => {
			if ('dz' in d)
				return `${name(d)} is ${length(Math.abs(d.dz))} ${d.dz < 0 ? 'below' : 'above'} the ground.${
					d.count === 1 ? '' : ` There are ${d.count} such ${d.kind}s; this is the worst.`
				}`;
			return d.kind === 'trigger' || d.kind === 'encounter'
				? `${name(d)} has no corner over walkable ground; the nearest is ${length(d.distance)} away, so no character sets it off.`
				: `${name(d)} stands ${length(d.distance)} beside the walkable ground.`;
		},
		help: `The game looks for the ground nearest in height: on another floor that is another one. ${MOVE_THING}`,
	},
	THINGS_ELSEWHERE: {
		severity: 'warning',
		explainedBy: {
			level: [...ELSEWHERE, 'DOORS_SHIFTED'],
		},
		meaning:
			'Most creatures and waypoints are off the ground: the area file belongs to another level, or the rooms were moved without them.',
		message: (d: { off: number; count: number }): string =>
			`${d.off} of ${d.count} creatures, waypoints, stores and doors without a doorway stand beside the walkable ground.`,
		help: 'Check that the area file belongs to this layout, and move its objects along with the rooms.',
	},
	CORNERS_OFF_GROUND: {
		severity: 'info',
		explainedBy: {
			level: ['THINGS_ELSEWHERE', 'DOORS_SHIFTED', ...ELSEWHERE, ...UNLISTED],
		},
		meaning: 'Parts of the outline lie off the ground. That is harmless and common in the game.',
		message: (d: Named & { off: number; corners: number }): string =>
			`${name(d)} has ${d.off} of its ${d.corners} corners beside the walkable ground.`,
		help: 'Nothing to do: it works where it lies on the ground.',
	},
	DOOR_LEAVES_GAP: {
		severity: 'warning',
		meaning:
			'The closed door is narrower than its doorway, and a character fits through beside it, even if the door is locked.',
		message: (d: Named & { gap: number; room: string; to: string }): string =>
			`${name(d)} leaves ${length(d.gap)} open beside it in the doorway between "${d.room}" and "${d.to}".`,
		help: 'Use a wider door, or narrow the doorway with non-walkable faces.',
	},
	HOOK_UNREACHABLE: {
		severity: 'warning',
		meaning:
			'Characters can reach the object, but not its use hook: it is on a separate piece of ground, or walls or another object leave no gap as wide as a character. Characters who want to use the object never arrive.',
		message: (
			d: Named & {
				hook: number;
				/** Walls, or what stands there, leave no way to it. */
				past?: string;
				isWalled?: boolean;
			},
		): string =>
			d.isWalled === undefined
				? `Use hook ${d.hook} of ${nameOf(d)} stands on ground that cannot be reached on foot.`
				: `Nobody comes to use hook ${d.hook} of ${nameOf(d)} on foot: ${
						d.past === undefined
							? `what is not walkable leaves no way ${THRESHOLDS.passage} m wide`
							: `${d.past} stands there`
					}.`,
		help: `Move the hook or the object, join the pieces of ground, or clear the way: characters are ${PERSON.radius} m wide to each side.`,
	},
	TEMPLATE_WITHOUT_MODEL: {
		severity: 'warning',
		meaning:
			'The template of a door or placeable is missing, or the row of the model table that it names has no model. The game shows nothing there.',
		message: (d: { kind: ThingKind; count: number; names: string }): string =>
			`${d.count} ${d.count === 1 ? 'template' : 'templates'} of ${d.kind}s ${d.count === 1 ? 'is missing or names' : 'are missing or name'} no model: ${d.names}.`,
		help: 'Put the template (.utd, .utp) into the module, or name another one in the area file.',
	},
	MODULE_ENTRY_OFF_GROUND: {
		severity: 'warning',
		meaning: 'The module entry is off the ground, so the player cannot move.',
		message: (d: { distance?: number; nearest?: Vec3 }): string => {
			const { distance, nearest } = d;
			const where = 'The module entry is off the walkable ground';
			if (distance === undefined || nearest === undefined) return `${where}.`;
			return `${where}: the nearest is ${length(distance)} away, at ${point(nearest)}.`;
		},
		help: 'Choose a point on the ground of a room: Mod_Entry_X, Mod_Entry_Y and Mod_Entry_Z of the module.ifo.',
		actions: () => [{ option: 'entry', placeholder: 'X,Y,Z' }],
	},
	PATH_POINT_OFF_GROUND: {
		severity: 'warning',
		explainedBy: { level: [...ELSEWHERE, ...UNLISTED] },
		meaning:
			'A path point is off the ground. Creatures that follow path points stop before it. If most points are off, they belong to another level, or the rooms were moved.',
		message: (
			d: { readonly point: number; readonly distance: number } | { readonly off: number; readonly count: number },
		): string =>
			'off' in d
				? `${d.off} of ${d.count} path points lie beside the walkable ground.`
				: `Path point ${d.point} is ${length(d.distance)} off the walkable ground.`,
		help: PATHS_ANEW,
		actions: pathsAnew,
	},
	PATH_LINKS_REPEATED: {
		severity: 'fatal',
		meaning:
			'The path points claim many times more links than the file has. Files made to exhaust memory look like this.',
		message: (d: { claimed: number; links: number }): string =>
			`The path points claim ${d.claimed} links, but the file has ${d.links}.`,
		help: PATHS_ANEW,
		actions: pathsAnew,
	},
	PATH_LINK_BLOCKED: {
		severity: 'warning',
		explainedBy: {
			// What cuts ground cuts the ways between path points as well.
			level: [
				...CUT_BY,
				'VERTEX_NEAR_MISS',
				'SEAM_UNLINKED',
				'FENCE_ACROSS',
				'HEADROOM_LOW',
				'ROOM_UNREACHABLE',
				'ROOM_SHIFTED',
				'DOORWAY_NARROW',
				'DOORWAY_WALLED',
				'DOORWAY_UNMET',
				'DOORWAY_BARRED',
				...UNLISTED,
			],
		},
		meaning:
			'The game sends creatures straight from one path point to the next. Here something blocks the line, and they stop.',
		message: (d: { from: number; to: number; wall: boolean; count: number }): string =>
			`Path points ${d.from} and ${d.to} are linked, but characters cannot walk straight from one to the other: here ${
				d.wall ? 'a wall is in the way' : 'the ground ends'
			}.${d.count === 1 ? '' : ` There are ${d.count} such links; this is the first.`}`,
		help: PATHS_ANEW,
		actions: pathsAnew,
	},
	HOOK_OFF_GROUND: {
		severity: 'warning',
		explainedBy: {
			level: ['THINGS_ELSEWHERE', 'DOORS_SHIFTED', ...ELSEWHERE, ...UNLISTED],
		},
		meaning: 'To use an object, a character walks to its use hook. This hook is off the ground, so nobody arrives.',
		message: (d: Named & { hook: number; distance: number }): string =>
			`Use hook ${d.hook} of ${nameOf(d)} is ${length(d.distance)} from walkable ground: no character can stand there to use it.`,
		help: 'Move the object or its hook, or add ground in front of it.',
	},
});
