import { nameOf, type ThingKind } from '../area/thing.ts';
import { defineFindings } from '../findings/report.ts';

interface Named {
	readonly kind: ThingKind;
	readonly index: number;
	readonly tag: string;
	readonly template: string;
}

function length(metres: number): string {
	return metres >= 1 ? `${Number(metres.toPrecision(3))} m` : `${Number((metres * 100).toPrecision(2))} cm`;
}

function name(thing: Named): string {
	const text = nameOf(thing);
	return text.charAt(0).toUpperCase() + text.slice(1);
}

const MOVE_DOOR =
	'Doors of the game stand within half a metre of the middle of a doorway, along it to 2°, and on its sill to 5 cm. Move the door in the scene or the area file.';
const MOVE_THING = 'Move it onto the ground, or give it ground to stand on.';

/** What can be wrong with where doors, creatures and other things of an area stand. */
export const THING_FINDINGS = defineFindings({
	DOOR_OFF_DOORWAY: {
		severity: 'warning',
		meaning:
			'A door of the area stands beside the doorway that it should close. Characters walk past it, or it closes a wall.',
		message: (d: Named & { distance: number; room: string; to: string }): string =>
			`${name(d)} stands ${length(d.distance)} from the middle of the doorway between "${d.room}" and "${d.to}".`,
		help: MOVE_DOOR,
	},
	DOOR_TURNED: {
		severity: 'warning',
		meaning:
			'A door of the area stands across its doorway. Closed it leaves gaps, and its collision blocks the way when it is open.',
		message: (d: Named & { degrees: number; room: string; to: string }): string =>
			`${name(d)} is turned by ${Number(d.degrees.toPrecision(2))}° against the doorway between "${d.room}" and "${d.to}".`,
		help: MOVE_DOOR,
	},
	DOOR_HEIGHT: {
		severity: 'warning',
		meaning: 'A door of the area stands above or below the sill of its doorway. It hovers, or sinks into the floor.',
		message: (d: Named & { dz: number }): string =>
			`${name(d)} stands ${length(Math.abs(d.dz))} ${d.dz < 0 ? 'below' : 'above'} the ground of its doorway.`,
		help: MOVE_DOOR,
	},
	THING_OFF_GROUND: {
		severity: 'warning',
		meaning:
			'A creature or waypoint stands where there is no ground. The game puts creatures elsewhere, or they cannot move.',
		message: (d: Named & { distance: number }): string =>
			`${name(d)} stands ${length(d.distance)} beside the walkable ground.`,
		help: MOVE_THING,
	},
	THING_HEIGHT: {
		severity: 'warning',
		meaning:
			'A creature or waypoint stands above or below the ground. The game moves it to the ground nearest in height, which may be that of another floor.',
		message: (d: Named & { dz: number; count: number }): string =>
			`${name(d)} is ${length(Math.abs(d.dz))} ${d.dz < 0 ? 'below' : 'above'} the ground.${
				d.count === 1 ? '' : ` There are ${d.count} such ${d.kind}s; this is the worst.`
			}`,
		help: `The game looks for the ground nearest in height: on another floor that is another one. ${MOVE_THING}`,
	},
	CORNERS_OFF_GROUND: {
		severity: 'info',
		meaning: 'A trigger or encounter reaches beyond the ground. Nobody can set it off there.',
		message: (d: Named & { off: number; corners: number }): string =>
			`${name(d)} has ${d.off} of its ${d.corners} corners beside the walkable ground.`,
		help: 'Characters set it off where it lies on the ground.',
	},
	TRIGGER_OFF_GROUND: {
		severity: 'warning',
		meaning: 'A trigger or encounter lies where there is no ground, so nobody ever sets it off.',
		message: (d: Named & { distance: number }): string =>
			`${name(d)} has no corner over walkable ground; the nearest is ${length(d.distance)} away, so no character sets it off.`,
		help: MOVE_THING,
	},
	DOOR_LEAVES_GAP: {
		severity: 'warning',
		meaning:
			'The closed door is narrower than its doorway, and on one side a character fits through. Locking the door keeps nobody out.',
		message: (d: Named & { gap: number; room: string; to: string }): string =>
			`${name(d)} leaves ${length(d.gap)} open beside it in the doorway between "${d.room}" and "${d.to}".`,
		help: 'Use a wider door, or make the doorway narrower with ground that is not walkable.',
	},
	HOOK_UNREACHABLE: {
		severity: 'warning',
		meaning:
			'The object stands by ground that characters reach, and its use hook on a piece that no edge or link leads to. Whoever wants to use it walks off and never arrives.',
		message: (d: Named & { hook: number }): string =>
			`Use hook ${d.hook} of ${nameOf(d)} stands on ground that cannot be reached on foot.`,
		help: 'Move the hook or the object, or join the pieces of ground.',
	},
	HOOK_OFF_GROUND: {
		severity: 'warning',
		meaning:
			'The point from which an object is used lies where nobody can stand. Characters walk towards it and never use the object.',
		message: (d: Named & { hook: number; distance: number }): string =>
			`Use hook ${d.hook} of ${nameOf(d)} is ${length(d.distance)} from walkable ground: no character can stand there to use it.`,
		help: 'Move the object or its hook, or clear the ground before it.',
	},
});
