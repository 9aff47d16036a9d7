import type { Report } from '../../src/findings/report.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { type DoorState, locationOf, PERSON, type Walkmesh } from '../../src/model/walkmesh.ts';
import { convexOutline, type Point, smallestRectangle } from '../../src/plan/outline.ts';
import { clippedBetween } from '../../src/plan/plan-overlap.ts';
import { COLLISION_FINDINGS } from './findings.ts';

/** Faces up to this far before and behind the closed door, in metres, stand in its doorway. */
const BESIDE = 0.05;
/** What rounding may take away from a way that is just as wide or as high as people, metres. */
const GRAIN = 1e-3;
const LEAST_WAY = 2 * PERSON.radius - GRAIN;

/** The space of a closed door: u along its width, v through it, metres from its middle. */
interface Leaf {
	readonly width: number;
	readonly thickness: number;
	readonly floor: number;
	readonly toLeaf: (point: Vec3) => readonly [u: number, v: number];
}

/**
 * Reports a door whose open states leave no way where the closed one stands, and one that has no use hook on one of its sides. In the game a closed
 * door has a hook on each side, and an open leaf stands at the jamb.
 *
 * @param states the walkmeshes of one door
 */
export function checkDoorStates(states: readonly Walkmesh[], table: SurfaceTable, report: Report): void {
	const closed = closedOf(states);
	const leaf = closed && leafOf(closed);
	if (closed === undefined || leaf === undefined) return;
	const { name } = closed;
	checkSides(closed, leaf, report);
	const shut = shutStates(states, table);
	if (shut.length > 0)
		report.add(COLLISION_FINDINGS.DOOR_OPEN_BLOCKED, locationOf(closed), { name, states: shut.join(', ') });
}

/** The open states of a door that leave no way where the closed one stands. None where it would be too narrow for people without a leaf. */
export function shutStates(states: readonly Walkmesh[], table: SurfaceTable): DoorState[] {
	const closed = closedOf(states);
	const leaf = closed && leafOf(closed);
	if (leaf === undefined || leaf.width < LEAST_WAY) return [];
	// Of a door hardly wider than people, a leaf at the jamb may take what lies in its own thickness.
	const least = Math.min(LEAST_WAY, leaf.width - leaf.thickness - BESIDE - GRAIN);
	const open = states.filter((state) => stateOf(state) !== 'closed');
	return open.filter((state) => widestWay(state, leaf, table) < least).map(stateOf);
}

function closedOf(states: readonly Walkmesh[]): Walkmesh | undefined {
	return states.find((state) => stateOf(state) === 'closed');
}

function stateOf({ doorState = 'closed' }: Walkmesh): DoorState {
	return doorState;
}

function leafOf({ positions, faces }: Walkmesh): Leaf | undefined {
	const bounds = boundsOf(positions, faces);
	if (bounds === undefined) return undefined;
	const corners = Array.from(new Set(faces), (vertex): Point => [positions[vertex * 3], positions[vertex * 3 + 1]]);
	const { centre, along, size } = smallestRectangle(convexOutline(corners));
	const isAlong = size[0] >= size[1];
	const [ux, uy] = isAlong ? along : [-along[1], along[0]];
	return {
		width: Math.max(...size),
		thickness: Math.min(...size),
		floor: bounds[2],
		toLeaf: ([x, y]) => {
			const [dx, dy] = [x - centre[0], y - centre[1]];
			return [dx * ux + dy * uy, dy * ux - dx * uy];
		},
	};
}

/** Reports a closed door with hooks on one of its sides alone. Without any hook it is reported as that. */
function checkSides({ name, kind, hooks }: Walkmesh, { thickness, toLeaf }: Leaf, report: Report): void {
	const set = [hooks.relative1, hooks.relative2].filter((hook) => hook.some((value) => value !== 0));
	const across = set.map((hook) => toLeaf(hook)[1]);
	// A hook within the leaf, or none at all, has a finding of its own.
	if (across.length === 0 || !across.every((v) => Math.abs(v) > thickness / 2)) return;
	if (across.some((v) => v > 0) && across.some((v) => v < 0)) return;
	report.add(COLLISION_FINDINGS.DOOR_SIDE_UNUSED, locationOf({ name, kind }), { name, hooks: set.length });
}

/** The widest part of a doorway in which no face of a state stands at the height of people, in metres. */
function widestWay({ positions, faces, surfaces }: Walkmesh, leaf: Leaf, table: SurfaceTable): number {
	const { width, thickness, floor, toLeaf } = leaf;
	const stands: (readonly [from: number, to: number])[] = [];
	for (let face = 0; face < surfaces.length; face++) {
		if (table.surfaces[surfaces[face]]?.walkCheck === false) continue;
		const corners = [0, 1, 2].map((k) => {
			const at = faces[face * 3 + k] * 3;
			return [positions[at], positions[at + 1], positions[at + 2]] as const;
		});
		const heights = corners.map(([, , z]) => z);
		if (Math.max(...heights) < floor || Math.min(...heights) > floor + PERSON.height - GRAIN) continue;
		const inLeaf = { positions: Float32Array.from(corners.flatMap(upright)), faces: Uint32Array.of(0, 1, 2) };
		const half = thickness / 2 + BESIDE;
		const along = clippedBetween(inLeaf, 0, -half, half).filter((_, i) => i % 3 === 0);
		if (along.length > 0) stands.push([Math.min(...along), Math.max(...along)]);
	}
	let [widest, reached] = [0, -width / 2];
	for (const [from, to] of stands.toSorted((a, b) => a[0] - b[0])) {
		widest = Math.max(widest, Math.min(from, width / 2) - reached);
		reached = Math.max(reached, to);
	}
	return Math.max(widest, width / 2 - reached);

	/** What lies through the leaf takes the place of the height. */
	function upright(corner: Vec3): readonly number[] {
		const [u, v] = toLeaf(corner);
		return [u, corner[2], v];
	}
}
