import { LYING, RESIZED } from '../findings/explained-by.ts';
import { type Action, defineFindings, type Report } from '../findings/report.ts';
import { moveWalkmesh, translation } from '../geometry/transform.ts';
import { type Bounds, boundsOf } from '../geometry/triangles.ts';
import { type Vec3, ZERO } from '../math/vec3.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { type OfRooms, ofRooms } from './findings.ts';
import type { Scene } from './scene.ts';

const spaces = (): readonly Action[] => [
	{ option: 'roomSpace', value: 'room' },
	{ option: 'roomSpace', value: 'area' },
];

/** What can be said of the space that vertices are in. */
export const SPACE_FINDINGS = defineFindings({
	PLACE_SPACE_TAKEN: {
		severity: 'info',
		meaning:
			'Room walkmeshes use area coordinates, room models their own origin. The position of the ground shows which of them this file uses.',
		message: (d: { space: 'room' | 'area'; at: readonly number[]; by: 'place' | 'option' }): string => {
			const at = d.at.join(' ');
			if (d.by === 'option') {
				return d.space === 'room'
					? `Vertices moved by ${at}, from room space to area space, as requested.`
					: 'Vertices not moved: they are in area space, as requested.';
			}
			return d.space === 'room'
				? `The vertices are around the origin, so they are in room space and were moved by ${at}.`
				: `The vertices are around ${at}, so they are in area space and were not moved.`;
		},
		help: 'A room walkmesh is in area space: model vertex + position of the room in the layout, added once.',
		actions: spaces,
	},
	PLACE_SPACE_UNSURE: {
		severity: 'warning',
		explainedBy: {
			// In another unit, or in the wrong space all of them, rooms may lie anywhere.
			level: [...LYING, ...RESIZED, 'ROOMS_IN_ROOM_SPACE', 'ROOMS_PLACED_TWICE'],
		},
		meaning:
			'The ground could be in room space or in area space. If the guess is wrong, the ground is off by the position of the room in the layout.',
		message: (
			d: {
				space: 'room' | 'area';
				at: readonly number[];
				/** The space that all other rooms are in for certain, where it is not the one that was assumed. */
				other?: 'room' | 'area';
			} & OfRooms,
		): string =>
			`Cannot tell whether the vertices ${ofRooms(d)}are in room space or in area space. Assuming ${d.space} space, so they were ${
				d.space === 'area'
					? 'not moved'
					: `moved ${d.rooms === undefined ? `by ${d.at.join(' ')}` : 'to their positions in the layout'}`
			}${d.other === undefined ? '' : `, but the other rooms are in ${d.other} space`}.`,
		help: 'Choose one of them.',
		actions: spaces,
	},
	PLACE_SPACE_DOUBTFUL: {
		severity: 'warning',
		explainedBy: {
			// Where positions fit once they are changed, what they are like now is no reason to doubt the space that was asked for.
			level: ['LAYOUT_POSITIONS_OFF', 'LAYOUT_POSITIONS_APART'],
		},
		meaning:
			'The space that you chose fits the room worse than the other one. Ground and model may be apart in the game.',
		message: (d: { space: 'room' | 'area'; at: readonly number[] } & OfRooms): string => {
			const at = d.rooms === undefined ? d.at.join(' ') : 'their positions in the layout';
			return d.space === 'room'
				? `The vertices ${ofRooms(d)}are around ${at} already, but were moved there as requested: they may be moved twice now.`
				: `The vertices ${ofRooms(d)}are around the origin, but were not moved to ${at}, as requested.`;
		},
		help: 'The space can be detected instead.',
		actions: () => [{ option: 'roomSpace', value: 'auto' }],
	},
});

/** Room space has its origin where the layout puts the room; area space is the layout's own. */
export type Space = 'room' | 'area';

/** The space of a source as an option; `auto` guesses it. */
export type SpaceOption = Space | 'auto';

/** How much nearer the vertices have to be to one of the two origins, as a part of the distance between these, for the guess to be sure. */
const DECIDED = 0.5;

/**
 * Guesses whether vertices are in room space or in area space: whether they lie about the origin, or about the room's position in the layout. With d
 * the distance from a point to the box around the vertices, (d(position) − d(origin)) / |position| runs from −1 (area space) to 1 (room space). The
 * middle half is unsure, and so is a room that the layout puts at the origin or within its own extent. A room that was modelled far from its own origin
 * still lies nearer to the right one of the two.
 */
export function guessSpace(bounds: Bounds | undefined, layoutPosition: Vec3): Space | 'unsure' {
	const apart = Math.hypot(...layoutPosition);
	if (bounds === undefined || !(apart > 0)) return 'unsure';
	const share = (distanceToBox(bounds, layoutPosition) - distanceToBox(bounds, ZERO)) / apart;
	if (share >= DECIDED) return 'room';
	return share <= -DECIDED ? 'area' : 'unsure';
}

/**
 * Decides the space of a source and reports which it is and why. An explicit option is followed, with a warning where the vertices contradict it:
 * translating a room twice is a common mistake.
 *
 * @param otherwise the space when the guess is unsure
 */
export function chooseSpace(
	bounds: Bounds | undefined,
	layoutPosition: Vec3,
	wish: SpaceOption,
	otherwise: Space,
	report: Report,
): Space {
	// Without vertices, or for a room at the origin, both spaces are the same.
	if (bounds === undefined || Math.hypot(...layoutPosition) === 0) return wish === 'auto' ? otherwise : wish;
	const guess = guessSpace(bounds, layoutPosition);
	const at = layoutPosition;
	if (wish === 'auto') {
		const space = guess === 'unsure' ? otherwise : guess;
		if (guess === 'unsure') report.add(SPACE_FINDINGS.PLACE_SPACE_UNSURE, {}, { space, at });
		else report.add(SPACE_FINDINGS.PLACE_SPACE_TAKEN, {}, { space, at, by: 'place' });
		return space;
	}
	if (guess !== 'unsure' && guess !== wish) report.add(SPACE_FINDINGS.PLACE_SPACE_DOUBTFUL, {}, { space: wish, at });
	else report.add(SPACE_FINDINGS.PLACE_SPACE_TAKEN, {}, { space: wish, at, by: 'option' });
	return wish;
}

function distanceToBox([minX, minY, minZ, maxX, maxY, maxZ]: Bounds, [x, y, z]: Vec3): number {
	return Math.hypot(outside(x, minX, maxX), outside(y, minY, maxY), outside(z, minZ, maxZ));
}

function outside(value: number, min: number, max: number): number {
	return Math.max(min - value, 0, value - max);
}

/**
 * Moves the scene of a room to the room's position in the layout: ground and markers move by `at`, in float64, unless the ground is in area space
 * already. Placeables and doors stay: their walkmeshes are in the space of their model. When the space is unsure it is read as room space, as models
 * of rooms are made about their own origin.
 *
 * @param at the room's position in the layout, metres
 */
export function placeScene(scene: Scene, at: Vec3, space: SpaceOption, report: Report): Scene {
	const ground = groundBounds(scene);
	if (ground === undefined || chooseSpace(ground, at, space, 'room', report) === 'area') return scene;
	// The roots of objects stay with their parts. Without objects, hooks belong to what is there.
	const holdsObjects = scene.parts.some(({ kind }) => kind !== 'area');
	const [x, y, z] = translation(at).offset;
	const point = (p: Vec3): Vec3 => [p[0] + x, p[1] + y, p[2] + z];
	const points = (positions: Float64Array): Float64Array => positions.map((value, index) => value + at[index % 3]);
	return {
		...scene,
		nodes: holdsObjects ? scene.nodes : scene.nodes.map((node) => ({ ...node, origin: point(node.origin) })),
		parts: scene.parts.map((part) => (part.kind === 'area' ? { ...part, positions: points(part.positions) } : part)),
		markers: scene.markers.map((marker) => ({ ...marker, positions: points(marker.positions) })),
		hooks: holdsObjects ? scene.hooks : scene.hooks.map((hook) => ({ ...hook, at: point(hook.at) })),
	};
}

/**
 * Moves the walkmesh of a room to the room's position in the layout: each vertex by `at`, summed in float64 and rounded once, unless they are in area
 * space already. When the space is unsure it is read as area space, as walkmesh files are in area space. Placeables and doors have no position in a
 * layout and stay as they are.
 *
 * @param at the room's position in the layout, metres
 */
export function placeWalkmesh(mesh: Walkmesh, at: Vec3, space: SpaceOption, report: Report): Walkmesh {
	if (mesh.kind !== 'area') return mesh;
	if (chooseSpace(boundsOf(mesh.positions), at, space, 'area', report) === 'area') return mesh;
	return moveWalkmesh(mesh, translation(at));
}

/** The box around what belongs to rooms themselves, not to placeables and doors; undefined where nothing does. */
export function groundBounds(scene: Scene): Bounds | undefined {
	const parts = scene.parts.filter((part) => part.kind === 'area');
	const boxes = parts.map((part) => boundsOf(part.positions)).filter((box) => box !== undefined);
	return boundsOf(boxes.flat());
}
