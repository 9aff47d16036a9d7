import { checkCracks } from '../src/clean/cracks.ts';
import { checkDegenerate, checkSlivers, DEGENERATE_OPTIONS } from '../src/clean/degenerate.ts';
import { checkDuplicates } from '../src/clean/duplicates.ts';
import { checkNearMisses, checkUnwelded, NEAR_MISS_OPTIONS } from '../src/clean/near-misses.ts';
import { checkOrientation } from '../src/clean/orientation.ts';
import { checkSlope } from '../src/clean/slope.ts';
import { checkTJunctions } from '../src/clean/t-junctions.ts';
import { type CheckContext, factsContext, type RoomFacts } from '../src/facts/room-facts.ts';
import { FROM_ZERO, type GivenOf, metres, type ValuesOf, withDefaults } from '../src/findings/options.ts';
import type { Report } from '../src/findings/report.ts';
import { reportEdges } from '../src/geometry/edges.ts';
import { T_JUNCTION_OPTIONS } from '../src/geometry/t-junctions.ts';
import { checkFarGround } from '../src/geometry/transform.ts';
import { boundsOf } from '../src/geometry/triangles.ts';
import { WELD_OPTIONS } from '../src/geometry/weld.ts';
import { checkHoles } from './facts/holes.ts';
import { checkFences } from './mesh/fences.ts';
import { checkContent, checkFloors, checkIslands, checkTears, checkUnused, checkUnusedRows } from './mesh/ground.ts';
import { checkHeadroom, checkSpecks, checkStrays } from './mesh/pieces.ts';

/** The thresholds of the checks of a walkmesh. */
export const MESH_CHECK_OPTIONS = {
	minArea: DEGENERATE_OPTIONS.minArea,
	weldTolerance: metres('Vertices this close should be one.', WELD_OPTIONS.tolerance.default, FROM_ZERO),
	nearMisses: NEAR_MISS_OPTIONS.reach,
	edgeTolerance: T_JUNCTION_OPTIONS.tolerance,
};
type MeshCheckOptions = GivenOf<typeof MESH_CHECK_OPTIONS>;

/** The checks of a walkmesh, in the order they are run. */
const CHECKS = {
	content: checkContent,
	distance: ({ mesh, report }) => {
		if (mesh.kind === 'area') checkFarGround(boundsOf(mesh.positions), report);
	},
	'unused-rows': checkUnusedRows,
	degenerate: (context, { minArea }) => checkDegenerate(context, minArea),
	slivers: (context, { minArea }) => checkSlivers(context, minArea),
	duplicates: (context, { weldTolerance }) => checkDuplicates(context, weldTolerance),
	orientation: checkOrientation,
	unused: checkUnused,
	tears: (context, { weldTolerance }) => checkTears(context, weldTolerance),
	unwelded: (context, { weldTolerance }) => checkUnwelded(context, weldTolerance),
	'near-misses': (context, { weldTolerance, nearMisses }) =>
		checkNearMisses(context, { tolerance: weldTolerance, reach: nearMisses }),
	't-junctions': (context, { edgeTolerance }) => checkTJunctions(context, edgeTolerance),
	edges: checkEdges,
	cracks: (context) => void checkCracks(context),
	strays: checkStrays,
	floors: checkFloors,
	slope: checkSlope,
	headroom: checkHeadroom,
	specks: checkSpecks,
	fences: checkFences,
	holes: ({ mesh, facts, report }) => {
		if (mesh.kind === 'area') checkHoles([facts], () => report);
	},
	islands: checkIslands,
} as const satisfies Record<string, (context: CheckContext, options: ValuesOf<typeof MESH_CHECK_OPTIONS>) => void>;

export type MeshCheck = keyof typeof CHECKS;

export const MESH_CHECKS: readonly MeshCheck[] = Object.keys(CHECKS) as MeshCheck[];

/** The checks that judge the ground of a finished walkmesh. Faults that the others find have been reported while it was cleaned. */
export const GROUND_CHECKS: readonly MeshCheck[] = ['strays', 'floors', 'slope', 'headroom', 'specks', 'fences'];

/** Runs checks on a walkmesh, all of them unless told which. For one without faces only that is reported. */
export function runMeshChecks(
	context: CheckContext,
	options: MeshCheckOptions = {},
	checks: readonly MeshCheck[] = MESH_CHECKS,
): void {
	const all = withDefaults(MESH_CHECK_OPTIONS, options);
	const isEmpty = context.walkable.length === 0;
	for (const name of MESH_CHECKS) {
		if (checks.includes(name) && (name === 'content' || !isEmpty)) CHECKS[name](context, all);
	}
}

/** Reports what is wrong with the ground of one room of a level. @returns the pieces between which there is a crack */
export function checkRoomAlone(facts: RoomFacts, room: string, report: Report): (readonly [number, number])[] {
	const context = factsContext(facts, report.within({ room }));
	runMeshChecks(context, {}, GROUND_CHECKS);
	return checkCracks(context).map(({ pieces }) => pieces);
}

function checkEdges({ mesh, walkable, report, facts }: CheckContext): void {
	if (mesh.kind === 'area') reportEdges(mesh, walkable, facts.adjacency, report);
}
