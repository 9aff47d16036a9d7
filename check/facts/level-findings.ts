import { LYING, OFF_BY_POSITIONS, RESIZED, UNLISTED } from '../../src/findings/explained-by.ts';
import { defineFindings, type OptionAction } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { PERSON } from '../../src/model/walkmesh.ts';
import type { Misfit } from '../../src/seams/facing-edges.ts';
import {
	across,
	bridged,
	clear,
	closed,
	conform,
	describeFaceBeyond,
	type FaceBeyond,
	type GroundOverlap,
	type GroundSide,
	link,
	links,
	meeting,
	metres,
	misfit,
	type NearestEdge,
	Room,
	room,
	sharedBesides,
	side,
	snapBy,
	squareMetres,
} from '../../src/seams/finding-words.ts';
import { countOf, rangesOf } from '../../src/text/numbers.ts';

const CONFORM = 'Both rooms need the same vertices along their seam. Building the whole level adds them.';

const STALE = 'The transitions are out of date: find the links of the layout again from the geometry of its rooms.';

/** In one file: a catalogue, in which one looks for a code. */

/** `face 3`, `faces 3, 5-9`: of many, the first ranges. */
function faces(all: readonly number[]): string {
	const ranges = rangesOf(all);
	const shown = ranges.slice(0, MOST_RANGES).join(', ');
	return `${all.length === 1 ? 'face' : 'faces'} ${shown}${ranges.length > MOST_RANGES ? ' …' : ''}`;
}

const MOST_RANGES = 8;

/** How a room and those linked with it have to be moved. */
interface Shifted {
	readonly by: Vec3;
	readonly distance: number;
	/** Number of rooms that are linked with this one and would move with it. */
	readonly more: number;
}

/** Linked edges that would all meet then, and the rooms that they lead to. */
interface ShiftedByLinks extends Shifted {
	readonly rooms: number;
	readonly edges: number;
}

/** Doorways of one shape that would meet then, and one of them. */
interface ShiftedByDoorways extends Shifted {
	readonly to: number;
	readonly name: string;
	readonly width: number;
	/** Length of the doorway that is linked, metres; 0 if it is not linked at all. */
	readonly linked: number;
	readonly doorways: number;
}

/** What checks find wrong with rooms and the links between them. */
export const LEVEL_CHECK_FINDINGS = defineFindings({
	LINK_OUT_OF_RANGE: {
		severity: 'error',
		explainedBy: {
			level: UNLISTED,
		},
		meaning:
			'An edge links to a room number that is not in the layout. Nobody can cross, and the game may read other memory.',
		message: (d: { to: number; rooms: number; count: number }): string =>
			`${links(d.count)} to room ${d.to}, but the layout has ${countOf(d.rooms, 'room')}: characters cannot cross.`,
		help: `The walkmesh may belong to another layout. ${STALE}`,
		actions: () => [clear, ...link()],
		fix: { redo: 'links' },
	},
	LINK_TO_SELF: {
		severity: 'warning',
		explainedBy: {
			level: UNLISTED,
		},
		meaning: 'An edge links to its own room. Characters find no ground beyond it and stop.',
		message: (d: { to: number; count: number }): string =>
			`${links(d.count)} to ${d.count === 1 ? 'its' : 'their'} own room, ${d.to}: characters cannot cross.`,
		help: STALE,
		actions: () => [clear, ...link()],
		fix: { redo: 'links' },
	},
	LINK_WITHOUT_GROUND: {
		severity: 'warning',
		explainedBy: {
			// Where every face of a floor has a back, it has no open edges that a link could be on.
			room: ['FACE_DOUBLE_SIDED', 'ROOM_WITHOUT_GROUND'],
			level: ['LEVEL_ROOM_FILE_MISSING', 'MESH_NOT_WALKABLE', ...UNLISTED],
		},
		meaning: 'An edge links to a room without walkable ground. Characters find none and stop.',
		message: (d: { to: number; name: string; walkmesh: boolean; count: number }): string =>
			`${links(d.count)} to ${room(d.to, d.name)}, which has no ${d.walkmesh ? 'walkable face' : 'walkmesh'}: characters cannot cross.`,
		help: `Check the order of the layout and that every room has its file. ${STALE}`,
		actions: () => [clear, ...link()],
		fix: { redo: 'links' },
	},
	LINK_APART: {
		severity: 'warning',
		explainedBy: {
			spot: ['DOORWAY_UNMET'],
			// Clearing links is no remedy where the room belongs at the doorway.
			room: ['WALKABLE_UPSIDE_DOWN', 'TABLE_EDGES', 'ROOMS_SWAPPED', 'ROOM_SHIFTED'],
			input: LYING,
			level: UNLISTED,
			displacement: true,
		},
		meaning: 'Two linked edges do not coincide. Characters find no ground of the other room at that point and stop.',
		message: (d: {
			to: number;
			name: string;
			distance?: number;
			kind?: Misfit;
			snap?: number;
			count: number;
		}): string => {
			const subject = `${links(d.count)} to ${room(d.to, d.name)}`;
			if (d.distance === undefined) return `${subject}, which has no edge in the opposite direction.`;
			if (d.kind === undefined) return `${subject}, but the nearest edge of that room is ${metres(d.distance)} away.`;
			const worst = d.count === 1 ? '' : ' at most';
			return `${subject}, but the edges ${misfit({ kind: d.kind, gap: d.distance })}${worst}.`;
		},
		help: 'If the rooms should meet here, move their edges together. Otherwise the transition is out of date.',
		actions: (d: { kind?: Misfit; snap?: number }) => [...(d.snap === undefined ? [] : snapBy(d.snap)), clear],
	},
	LINK_DIVIDED: {
		severity: 'warning',
		explainedBy: {
			displacement: true,
		},
		meaning:
			'Linked rooms have different vertices along their seam. Characters can cross, but tools that compare edges miss the link.',
		message: (d: { to: number; name: string; count: number }): string =>
			`${links(d.count)} to ${room(d.to, d.name)}, which has other vertices along the seam.`,
		help: CONFORM,
		actions: () => [conform],
	},
	LINK_ONE_WAY: {
		severity: 'warning',
		explainedBy: {
			// The two sides of a link that was made before one of its rooms moved away.
			spot: ['LINK_TO_SELF', 'LINK_APART'],
			room: ['TABLE_EDGES', 'ROOMS_SWAPPED'],
			displacement: true,
		},
		meaning: 'One room links to the other, but not back. Characters can enter, but not leave that way.',
		message: (d: { to: number; name: string; back: number; own: number; count: number }): string =>
			`${links(d.count)} to ${room(d.to, d.name)}, but the ${d.count === 1 ? 'edge' : 'edges'} there ${
				d.back < 0
					? `${d.count === 1 ? 'has' : 'have'} no link back to room ${d.own}`
					: `${d.count === 1 ? 'links' : 'link'} to room ${d.back} instead of room ${d.own}`
			}.`,
		help: STALE,
		actions: link,
		fix: { redo: 'links' },
	},
	LINK_INEXACT: {
		severity: 'info',
		explainedBy: {
			input: ['GROUND_FAR'],
			displacement: true,
		},
		meaning:
			'Linked edges coincide approximately. That is enough for the game, but not for programs that compare coordinates.',
		message: (d: { to: number; name: string; distance: number; count: number }): string =>
			`${d.count === 1 ? 'This edge' : countOf(d.count, 'edge')} and the linked ${d.count === 1 ? 'edge' : 'edges'} of ${room(d.to, d.name)} are ${d.count === 1 ? '' : 'up to '}${metres(d.distance)} apart.`,
		help: 'Some programs join rooms only where coordinates are equal.',
		actions: link,
	},
	ROOM_SHIFTED: {
		severity: 'warning',
		explainedBy: {
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning:
			'The linked edges or doorways of the room miss those of its neighbours, and would meet them if the room were elsewhere: it was moved, and its neighbours were not. Characters stop at its doorways.',
		message: (d: ShiftedByLinks | ShiftedByDoorways): string => {
			const alone = d.more === 0;
			if ('edges' in d)
				return `This room ${alone ? 'lies' : `and ${countOf(d.more, 'room')} linked with it lie`} ${metres(d.distance)} off ${
					alone ? 'its position: its' : 'their position: their'
				} ${countOf(d.edges, 'linked edge')} would meet those of ${countOf(d.rooms, 'room')} if ${alone ? 'it were' : 'they were'} moved by ${d.by.join(' ')}.`;
			return `${
				d.linked === 0
					? `This room and ${room(d.to, d.name)} have doorways that lie ${metres(d.distance)} apart and are not linked`
					: `Only ${metres(d.linked)} of the ${metres(d.width)} of this doorway to ${room(d.to, d.name)} are linked, because it lies ${metres(d.distance)} beside that of the other room`
			}: ${d.doorways === 1 ? 'the two' : countOf(d.doorways, 'doorway')} would meet if this room ${
				alone ? 'were' : `and ${countOf(d.more, 'room')} linked with it were`
			} moved by ${d.by.join(' ')}.`;
		},
		help: 'Move the room back by that distance, or move its neighbours along with it: in a scene its node with all children, otherwise its model, its walkmesh and its position in the layout. Where it is meant to lie higher or lower, join the two by a ramp or stairs.',
		actions: (d: { by: Vec3 }) => [
			{
				command: 'convert',
				arguments: ['FILE', 'FILE'],
				options: [{ option: 'translate', value: d.by.join(',') }, { option: 'force' }],
			},
		],
	},
	DOORWAY_UNMET: {
		severity: 'warning',
		explainedBy: {
			level: OFF_BY_POSITIONS,
		},
		meaning:
			'The two sides of a doorway between walls are not linked: the gap or step between them is too wide. Characters stop in the open doorway.',
		message: (d: { width: number; nearest: NearestEdge }): string =>
			`The doorway to ${room(d.nearest.room, d.nearest.name)}, ${metres(d.width)} wide, is not linked: its two sides ${misfit(
				{
					kind: d.nearest.kind,
					gap: d.nearest.distance,
				},
			)}.`,
		help: 'Move the vertices of one side onto those of the other, or add ground between them.',
		actions: (d: { nearest: NearestEdge }) => meeting(false, d.nearest),
	},
	DOORWAY_BARRED: {
		severity: 'warning',
		meaning:
			'A doorway between walls is not linked, because the floor beyond begins with non-walkable faces and is walkable behind them. Usually they have the wrong surface. Characters stop in the open doorway.',
		message: (d: { to: number; name: string; width: number; depth: number; surface: string }): string =>
			`The doorway to ${room(d.to, d.name)}, ${metres(d.width)} wide, is not linked: this side of it has faces of surface ${d.surface}, which cannot be walked on, for ${metres(d.depth)}.`,
		help: 'Give these faces a walkable surface. Ignore this if nobody should pass.',
	},
	ROOM_TURNED: {
		severity: 'warning',
		explainedBy: {
			level: OFF_BY_POSITIONS,
		},
		meaning:
			'More doorways of the room would meet those of its neighbours if it were rotated or mirrored: it was rotated by accident, or an exporter rotated or mirrored it. Characters stop at doorways that lead to walls.',
		message: (d: {
			/** Counter-clockwise seen from above, after mirroring. */
			degrees: number;
			/** Along x first. */
			mirrored: boolean;
			x: number;
			y: number;
			/** How far it has to be moved where it is mirrored and turned about the origin. */
			by: Vec3;
			/** Number of doorways that would meet others, and of those that do now. */
			doorways: number;
			now: number;
		}): string =>
			`This room looks ${d.mirrored ? 'mirrored' : 'turned'}: if it were ${d.mirrored ? 'mirrored along x' : ''}${
				d.mirrored && d.degrees !== 0 ? ' and ' : ''
			}${d.degrees === 0 ? '' : `turned by ${d.degrees}°`} about ${d.x} ${d.y}, ${countOf(d.doorways, 'doorway')} would meet ${
				d.doorways === 1 ? 'one' : 'those'
			} of other rooms${d.now === 0 ? '' : `; as it is, ${d.now === 1 ? 'one does' : `${d.now} do`}`}.`,
		help: 'Rotate the room back: in a scene its node, otherwise both its model and its walkmesh. Positive angles are counter-clockwise seen from above.',
		actions: (d: { degrees: number; mirrored: boolean; by: Vec3 }) => {
			const by = d.by.join(',');
			const options: OptionAction[] = [
				...(d.mirrored ? [{ option: 'mirror', value: 'x' }] : []),
				...(d.degrees === 0 ? [] : [{ option: 'rotate', value: d.degrees }]),
				...(by === '0,0,0' ? [] : [{ option: 'translate', value: by }]),
				{ option: 'force' },
			];
			return [{ command: 'convert', arguments: ['FILE', 'FILE'], options }];
		},
	},
	ROOM_RESIZED: {
		severity: 'warning',
		explainedBy: {
			level: OFF_BY_POSITIONS,
		},
		meaning:
			'The edges of the room would meet those of other rooms if it had another size: it was scaled by accident, or uses another unit than the other rooms. Characters stop at its doorways.',
		message: (d: {
			factor: number;
			about: Vec3;
			/** How far it has to be moved where it is multiplied about the origin. */
			by: Vec3;
			/** Heights are not multiplied. */
			isFlat: boolean;
			/** The factor leads from one unit to another. */
			isUnit: boolean;
			rooms: number;
		}): string =>
			`This room looks ${d.isUnit ? 'as if it were in another unit' : 'scaled'}: multiplied by ${Number(d.factor.toPrecision(5))}${
				d.isFlat ? ' along x and y' : ''
			} about ${d.about.join(' ')}, its edges would meet those of ${countOf(d.rooms, 'room')}.`,
		help: 'Scale the room by that factor in the source, and apply the scale. Scale its model as well.',
		actions: (d: { factor: number; by: Vec3; isFlat: boolean }) => {
			const by = d.by.join(',');
			const move: OptionAction[] = by === '0,0,0' ? [] : [{ option: 'translate', value: by }];
			const options = [{ option: 'resize', value: d.factor }, ...move, { option: 'force' }];
			return d.isFlat ? [] : [{ command: 'convert', arguments: ['FILE', 'FILE'], options }];
		},
	},
	ROOMS_IN_ROOM_SPACE: {
		severity: 'error',
		meaning:
			'Room walkmeshes use area coordinates. These use room coordinates: in the game all ground lies around the origin instead of in its room.',
		message: (d: { rooms: number }): string =>
			`The ground of ${d.rooms} rooms lies about their own origins: their edges meet when each room is moved to its position in the layout.`,
		help: 'Move each walkmesh to the position of its room.',
		actions: () => [
			{
				command: 'convert',
				arguments: ['FILE', 'FILE'],
				options: [
					{ option: 'layout', placeholder: 'LAYOUT' },
					{ option: 'roomSpace', value: 'room' },
					{ option: 'force' },
				],
			},
		],
	},
	ROOMS_PLACED_TWICE: {
		severity: 'error',
		meaning:
			'The position of the room was added to these walkmeshes twice instead of once. In the game the ground is not in its room, and the rooms do not meet.',
		message: (d: { rooms: number; by: Vec3 }): string =>
			`The positions of ${d.rooms} rooms were added to their ground twice: their edges meet when each room is moved back by its position in the layout, this one by ${d.by.join(' ')}.`,
		help: 'Move the walkmesh of each room back by the position of that room, or convert the scenes again and add the positions once.',
		actions: (d: { by: Vec3 }) => [
			{
				command: 'convert',
				arguments: ['FILE', 'FILE'],
				options: [{ option: 'translate', value: d.by.join(',') }, { option: 'force' }],
			},
		],
	},
	ROOMS_EQUAL: {
		severity: 'warning',
		explainedBy: {
			// Two rooms of one name have one file.
			level: ['LAYOUT_NAME_DUPLICATE', 'LEVEL_ROOM_DUPLICATE'],
		},
		meaning:
			'Two rooms have identical ground: a file was copied to a wrong name, or the room is in the layout twice. The game uses the first of the two.',
		message: (d: { index: number; name: string }): string =>
			`This room has the same ground as ${room(d.index, d.name)}, corner for corner.`,
		help: 'Replace the file with the walkmesh of this room, or remove one of the two from the layout.',
	},
	LEVEL_ROOM_UNLISTED: {
		severity: 'warning',
		meaning:
			'A walkmesh beside those of a level meets their edges or is named by another file of the level, but the layout does not list its room. The game does not load or count the room, so links to the rooms after it lead to wrong rooms.',
		message: (d: { name: string; rooms: number; index?: number }): string =>
			`The layout does not list room "${d.name}", though its walkmesh ${
				d.rooms === 0 ? 'exists' : `meets ${countOf(d.rooms, 'room')}`
			}${d.index === undefined ? '' : ` and links count it as room ${d.index}`}.`,
		help: 'Links count the lines of the layout: restore the line of the room, with the position of its model, at the number that links use. If the room was removed on purpose, delete its walkmesh and find the links again.',
	},
	LINKS_MISNUMBERED: {
		severity: 'warning',
		explainedBy: {
			// Links count rooms whose files changed places, or without the one that is listed twice.
			level: ['ROOMS_SWAPPED', 'LAYOUT_NAME_DUPLICATE', ...UNLISTED],
		},
		meaning:
			'Links are room numbers in the order of the layout. These belong to a layout with another order: a line was added, removed or moved. Characters look for ground of the wrong room and stop.',
		message: (d: { edges: number; numbers: number; to: number; toName: string | undefined; name: string }): string =>
			`${countOf(d.edges, 'link')} to ${countOf(d.numbers, 'room')} are numbered as in another layout: those to ${room(d.to, d.toName)} lie along "${d.name}".`,
		help: STALE,
		actions: link,
		fix: { redo: 'links' },
	},
	ROOM_UNLINKED: {
		severity: 'warning',
		explainedBy: { room: ['TABLE_EDGES'] },
		meaning:
			'The room, or every room of the level, has no links, although its edges coincide with those of other rooms. Some tools do not write links. Nobody can leave such a room.',
		message: (
			d:
				| { readonly rooms: number; readonly edges: number }
				/** Pairs of rooms that coincide in a level without any link. */
				| { readonly pairs: number },
		): string =>
			'pairs' in d
				? `No room of this level has a link, though the edges of ${countOf(d.pairs, 'pair')} of rooms coincide.`
				: `This room has no links, though ${countOf(d.edges, 'edge')} of it coincide with those of ${countOf(d.rooms, 'room')}.`,
		help: 'Find the links of the layout again from the geometry of its rooms.',
		actions: link,
		fix: { redo: 'links' },
	},
	SEAM_UNLINKED: {
		severity: 'warning',
		explainedBy: {
			// Where a room was moved, its walls lie along doorways, and its edges along others.
			room: ['ROOM_SHIFTED'],
			input: LYING,
			// Rooms that all lie about one origin, or all elsewhere, overlap and nearly meet by chance, and what stands in them does not.
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning:
			'Two rooms meet here, but their edges do not coincide, so they were not linked. Characters stop at an invisible line.',
		message: (d: {
			other: number;
			name: string;
			otherEdge: number;
			/** Length over which the two edges run along each other, metres. */
			length: number;
			/** Size of the misfit, metres. */
			gap: number;
			kind: Misfit;
			/** The value of `snap` that links all such places, metres; more than can be given where none does. */
			snap: number;
			count: number;
		}): string =>
			`Missing link: this edge and edge ${d.otherEdge} of ${room(d.other, d.name)} ${misfit(d)} for ${metres(d.length)}.${
				d.count === 1 ? '' : ` There are ${d.count} such places between the two rooms; this is the worst.`
			} Characters meet an invisible wall.`,
		help: 'Rooms are linked where their edges coincide.',
		actions: (d: { kind: Misfit; snap: number }) =>
			d.kind === 'whole' ? link() : d.kind === 'divided' ? [conform] : snapBy(d.snap),
		fix: { redo: 'links', options: (d: { gap: number; kind: Misfit; snap: number }) => closed(d, d.snap) },
	},
	SEAM_NEAR: {
		severity: 'info',
		explainedBy: {
			room: ['DOORWAY_UNMET'],
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning:
			'The ground of two rooms ends close together, but too far apart for a seam. Characters cannot cross. Often that is intended.',
		message: (d: { other: number; name: string; length: number; gap: number; kind: Misfit }): string =>
			`This room and ${room(d.other, d.name)} are not linked; here their edges ${misfit(d)} for ${metres(d.length)}.`,
		help: 'If characters should cross here, make the edges meet. Otherwise ignore this.',
		fix: { ofLevel: true, options: across },
	},
	ROOMS_OVERLAP: {
		severity: 'warning',
		explainedBy: {
			room: ['WALKABLE_UPSIDE_DOWN', 'ROOMS_EQUAL', 'ROOM_SHIFTED'],
			input: LYING,
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning:
			'The ground of two rooms overlaps. The game uses the first room of the layout that has a face there, so the ground of the other room is not used.',
		message: (d: GroundOverlap): string =>
			`${Room(d.index, d.name)} and ${room(d.otherIndex, d.otherName)} overlap by ${squareMetres(d.area)} seen from above, ${metres(d.dz)} apart in height. The game uses room ${d.index} there, because it comes first in the layout.${sharedBesides(d)}`,
		help: 'Cut the walkable faces so that the rooms meet in a seam.',
	},
	ROOMS_STACKED: {
		severity: 'warning',
		explainedBy: {
			input: [...LYING, ...RESIZED],
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning:
			'Ground of one room lies above that of another. The game finds the room of a character by x and y, so it may choose the wrong one.',
		message: (d: GroundOverlap): string =>
			`${Room(d.otherIndex, d.otherName)} is ${metres(d.dz)} ${d.dz < 0 ? 'below' : 'above'} ${room(d.index, d.name)} on ${squareMetres(d.area)} seen from above. The game uses room ${d.index} there at any height, because it comes first in the layout.${sharedBesides(d)}`,
		help: 'Put the floors beside each other, or keep only one of them walkable.',
	},
	DOORWAY_NARROW: {
		severity: 'warning',
		explainedBy: {
			// A doorway that is linked by half looks like a narrow one.
			spot: ['LINK_ONE_WAY', 'LINK_OUT_OF_RANGE', 'LINK_TO_SELF', 'LINK_APART', 'SEAM_UNLINKED'],
			room: ['ROOM_SHIFTED'],
			input: [...LYING, ...RESIZED],
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning: 'The linked part of a seam is narrower than a character, who hardly fits through.',
		message: (d: { to: number; name: string; width: number }): string =>
			`The doorway to ${room(d.to, d.name)} is ${metres(d.width)} wide: characters, which are ${2 * PERSON.radius} m wide, may get stuck.`,
		help: 'Widen the seam on both sides, or link the edges beside it as well.',
	},
	DOORWAY_WALLED: {
		severity: 'warning',
		explainedBy: {
			room: ['ROOM_SHIFTED'],
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning:
			'Walls in or across a doorway leave no gap as wide as a character. The link is right, but nobody gets through.',
		message: (d: {
			to: number;
			name: string;
			width: number;
			/** Faces of this room without which, and without those of the other room, one could walk straight through. */
			walls: readonly number[];
			otherWalls: readonly number[];
			/** Walls of both rooms stand all along it, so that it may be no doorway. */
			shared?: boolean;
		}): string =>
			`A wall stands in the doorway to ${room(d.to, d.name)}, which is ${metres(d.width)} wide: no gap of ${2 * PERSON.radius} m is left, which characters need. In the way ${
				d.walls.length + d.otherWalls.length === 1 ? 'is' : 'are'
			} ${faces(d.walls)} of this room${d.otherWalls.length === 0 ? '' : ` and ${faces(d.otherWalls)} of the other`}.`,
		help: 'Delete these faces, or give them a surface that stops nobody, such as Obscuring. If both rooms have such walls, change both. If nobody should pass, remove the links.',
		actions: (d: { walls: readonly number[] }) => [
			{
				command: 'edit',
				arguments: ['FILE'],
				options: [
					{ option: 'surface', value: Object.fromEntries(rangesOf(d.walls).map((range) => [range, 'Obscuring'])) },
					{ option: 'inPlace' },
				],
			},
		],
	},
	LINK_WALLED: {
		severity: 'info',
		explainedBy: {
			room: ['DOORWAY_WALLED'],
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning: 'A wall stands on a linked edge. The game stops characters at it, although the link is right.',
		message: (d: { to: number; name: string; count: number; length: number }): string =>
			`${links(d.count)} to ${room(d.to, d.name)} with a wall on ${d.count === 1 ? 'it' : 'them'}; this one is ${metres(d.length)} long. Characters stop at the wall.`,
		help: 'Harmless on the jambs of a doorway. Otherwise remove the wall, or the link.',
	},
	GROUND_LEAK: {
		severity: 'info',
		explainedBy: {
			room: ['GROUND_TORN'],
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning:
			'The ground ends here without a wall or another room. Characters stop at nothing, and some may be pushed out.',
		message: (d: {
			count: number;
			length: number;
			/** A line from inside the room to the edge, for pictures: points in area space, metres. */
			line?: readonly Vec3[];
		}): string =>
			`${
				d.count === 1 ? `This open edge (${metres(d.length)})` : `${d.count} open edges in a row (${metres(d.length)})`
			} ${d.count === 1 ? 'has' : 'have'} neither a link nor a wall, and nothing lies beyond${d.count === 1 ? '' : '; this is the longest'}.`,
		help: 'A link, a wall or a face may be missing.',
	},
	GROUND_HIDDEN: {
		severity: 'warning',
		explainedBy: {
			room: ['ROOMS_OVERLAP', 'ROOMS_EQUAL'],
			input: LYING,
			level: OFF_BY_POSITIONS,
			displacement: true,
		},
		meaning:
			'A room that comes earlier in the layout has a face over this ground. The game assigns characters there to that room, so this ground cannot be walked on.',
		message: (d: { area: number; by: number; name: string; dz: number }): string =>
			`${squareMetres(d.area)} of this room's walkable ground ${d.dz < 0 ? 'lie over' : 'lie under'} faces of ${room(d.by, d.name)} that are not walkable. The game uses room ${d.by} there, because it comes first in the layout.`,
		help: 'Cut those faces away, or list this room before the other one.',
	},
	ROOMS_HEAPED: {
		severity: 'warning',
		explainedBy: {
			input: LYING,
		},
		meaning:
			'Too many rooms lie on top of each other, as when their positions were lost. Characters would always be in the first one.',
		message: (d: { pairs: number }): string =>
			`${d.pairs} pairs of rooms overlap seen from above; further ones were not looked at. The rooms lie in a heap.`,
		help: 'Check the positions of the rooms: an exporter may have left all of them at the origin.',
	},
	SEAMS_CROWDED: {
		severity: 'warning',
		meaning: 'Too many open edges lie in one spot to compare all pairs. Links may be missing there.',
		message: (d: { edges: number }): string =>
			`More than ${d.edges} open edges lie near this one, so not all of them were compared: links may be missing here.`,
		help: 'Look for rooms or faces on top of each other in the source.',
	},
	ROOM_UNREACHABLE: {
		severity: 'warning',
		explainedBy: {
			room: ['FACE_DOUBLE_SIDED', 'ROOMS_EQUAL', 'WALKABLE_UPSIDE_DOWN', 'WALKABLE_FACE_DOWN', 'ROOMS_OVERLAP'],
			// A floor with walkable sides has no open edges that another room could be linked with.
			input: ['SURFACE_UNKNOWN', 'WALKABLE_FACE_HANGING', ...LYING],
			level: [...OFF_BY_POSITIONS, ...UNLISTED],
			displacement: true,
		},
		meaning:
			'No chain of links leads to this room from the main part of the level, so players cannot reach it on foot.',
		message: (d: {
			room: number;
			rooms: number;
			main: number;
			out: boolean;
			/** Number of rooms that are cut off together with this one, itself included. */
			count: number;
			nearest?: NearestEdge;
			/** What lies where its ground should continue. */
			beyond?: FaceBeyond;
			/**
			 * A line from the main part of the level to the end of its ground, and on to where this room's ground begins: points in area space,
			 * metres.
			 */
			line?: readonly Vec3[];
		}): string =>
			`No link leads into room ${d.room}${
				d.count === 1 ? '' : ` and ${countOf(d.count - 1, 'room')} behind it`
			} from the main part of the level (${d.main} of ${countOf(d.rooms, 'room')} with walkable faces)${
				d.out ? ', though links lead out of it' : ''
			}.${
				d.nearest === undefined
					? ''
					: ` The nearest edge that faces it is in ${room(d.nearest.room, d.nearest.name)}: here the two ${misfit({
							kind: d.nearest.kind,
							gap: d.nearest.distance,
						})}.`
			}${d.beyond === undefined ? '' : ` Beyond this edge lies ${describeFaceBeyond(d.beyond)}.`}`,
		help: 'Move the room or extend its ground, to another storey by a ramp or stairs, until its edges meet those of another room. Ignore this if the room is reached by a script or another module.',
		actions: (d: { out: boolean; nearest?: NearestEdge }) => meeting(d.out, d.nearest),
		fix: {
			ofLevel: true,
			options: ({ nearest }: { out: boolean; nearest?: NearestEdge }) =>
				nearest?.kind === 'gap' ? bridged(nearest.distance) : undefined,
		},
	},
	GROUND_DIVIDED: {
		severity: 'warning',
		explainedBy: {
			// What lies over other ground is a ceiling, or another floor, and need not be reached.
			spot: ['GROUND_STACKED'],
			room: ['WALKABLE_FACE_HANGING'],
			input: ['SURFACE_UNKNOWN', ...LYING, ...RESIZED],
			displacement: true,
		},
		meaning:
			'The ground of one room is in two pieces with doorways on both. Characters who enter by one cannot leave by the other.',
		message: (d: {
			gap: number;
			/** Height of the step whose front, which is not walkable, lies between the two. */
			riser?: number;
			one: GroundSide;
			other: GroundSide;
			line?: readonly Vec3[];
		}): string =>
			`The ground of this room ends here, ${
				d.riser === undefined
					? `${metres(d.gap)} from the rest of it`
					: `at the riser of a step ${metres(d.riser)} high, which is not walkable`
			}. It separates ${side(d.one)} from ${side(d.other)}.`,
		help: 'Look for a non-walkable strip, a gap or a step. Model stairs as a ramp, one sloping floor instead of steps. Ignore this if a script or a door takes characters across.',
	},
});
