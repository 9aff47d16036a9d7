import {
	areaOf,
	type CheckContext,
	checkDegenerate,
	checkDuplicates,
	checkNearMisses,
	checkOrientation,
	checkTJunctions,
	checkUnwelded,
	reportDoubleSided,
	reportSurfaceOfCopy,
	reportTJunctions,
	reportVertical,
} from '../../src/check/mesh.ts';
import type { Report } from '../../src/findings/report.ts';
import { SURVEY_FINDINGS } from '../../src/inspect/findings.ts';
import { countUnused, dropUnusedVertices, removeFaces, reportLostTransitions } from '../../src/mesh/compact.ts';
import {
	DEGENERATE_OPTIONS,
	degeneracyOf,
	degenerateFaces,
	flipFaces,
	LOOKS_DOWN,
	walkableOrientation,
} from '../../src/mesh/degenerate.ts';
import { type Duplicates, findDuplicates, inheritTransitions } from '../../src/mesh/duplicates.ts';
import { MESH_FINDINGS } from '../../src/mesh/findings.ts';
import { indicesOf } from '../../src/mesh/half-edges.ts';
import { edgePlace, facePlace } from '../../src/mesh/locations.ts';
import { NEAR_MISS_DEFAULTS } from '../../src/mesh/near-misses.ts';
import { SIMPLIFY_OPTIONS, simplifyMesh } from '../../src/mesh/simplify.ts';
import { mendTJunctions, T_JUNCTION_OPTIONS } from '../../src/mesh/t-junctions.ts';
import { vec3At } from '../../src/mesh/vec3.ts';
import { WELD_OPTIONS, weldMesh } from '../../src/mesh/weld.ts';
import { choice, type GivenOf, metres, number, type Option, texts, type ValuesOf } from '../../src/options/options.ts';
import { sortWalkableFirst } from '../../src/walkmesh/face-order.ts';
import { surfaceLabel, walkableFaces } from '../../src/walkmesh/surfaces.ts';
import { faceCount, NONE, vertexCount, type Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { defineStage } from '../stage.ts';

export const WELD_STAGE_OPTIONS = {
	...WELD_OPTIONS,
	nearMisses: number(
		NEAR_MISS_DEFAULTS.factor,
		'Warns of vertices on open edges up to this many tolerances apart; 0 does not look for them.',
	),
};
export type WeldStageOptions = GivenOf<typeof WELD_STAGE_OPTIONS>;

/** Merges vertices, and warns of those that nearly merged. */
export const weld = defineStage(
	'weld',
	'walkmesh',
	'Merges vertices that lie within a tolerance of each other.',
	WELD_STAGE_OPTIONS,
	(source, { tolerance, nearMisses }, { report, surfaces }) => {
		const { mesh, merged } = weldMesh(source, tolerance);
		if (merged > 0) report.add(MESH_FINDINGS.VERTICES_WELDED, {}, { merged, vertices: vertexCount(source), tolerance });
		const walkable = walkableFaces(surfaces, mesh.surfaces);
		checkNearMisses({ mesh, walkable, surfaces, report }, { tolerance, factor: nearMisses });
		return mesh;
	},
);

/** Removes faces that use a vertex twice, have (nearly) no area, or a corner that is no point. */
export const dropDegenerate = defineStage(
	'drop-degenerate',
	'walkmesh',
	'Removes faces without area.',
	DEGENERATE_OPTIONS,
	(mesh, { minArea }, { report }) => {
		const entries = degenerateFaces(mesh, minArea);
		reportDropped(mesh, entries, report);
		reportLostTransitions(mesh, entries, report);
		return removeFaces(mesh, entries);
	},
);

function reportDropped(mesh: Walkmesh, entries: Uint8Array, report: Report): void {
	for (let face = 0; face < entries.length; face++) {
		const reason = degeneracyOf(entries[face]);
		if (reason === undefined) continue;
		if (reason === 'not-finite') report.add(MESH_FINDINGS.FACE_NOT_FINITE_DROPPED, facePlace(mesh, face));
		else report.add(MESH_FINDINGS.FACE_DEGENERATE_DROPPED, facePlace(mesh, face), { reason, area: areaOf(mesh, face) });
	}
}

export const DROP_DUPLICATE_OPTIONS = {
	backs: choice(
		['keep', 'drop'],
		'keep',
		'What becomes of the backs of walkable faces, that is walkable faces with the same corners in reverse.',
	),
};
export type DropDuplicateOptions = GivenOf<typeof DROP_DUPLICATE_OPTIONS>;

/**
 * Removes faces that use the same three vertices in the same winding as another. A walkable one wins over others, an
 * earlier one over later ones; the one that stays inherits transitions it has not. Of a walkable face and its walkable
 * back the one that looks down goes if `backs` says so.
 */
export const dropDuplicate = defineStage(
	'drop-duplicate',
	'walkmesh',
	'Removes faces that are there twice.',
	DROP_DUPLICATE_OPTIONS,
	(mesh, { backs }, { report, surfaces }) => {
		const context = { mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report };
		const duplicates = findDuplicates(mesh.faces, context.walkable);
		const keptFor = backs === 'drop' ? withBacks(context, duplicates) : duplicates.copyOf;
		reportDroppedOfDropDuplicate(context, duplicates, keptFor);
		if (keptFor.every((kept) => kept === NONE)) return mesh;
		const gone = Uint8Array.from(keptFor, (kept) => (kept === NONE ? 0 : 1));
		const { transitions, lost } = inheritTransitions(mesh.faces, mesh.transitions, keptFor);
		for (const edge of lost) {
			report.add(MESH_FINDINGS.TRANSITION_LOST, edgePlace(mesh, edge), { room: mesh.transitions[edge] });
		}
		return removeFaces({ ...mesh, transitions }, gone);
	},
);

/**
 * For each face the one kept in its place: of which it is a copy, or the walkable front of a walkable back or its
 * copies.
 */
function withBacks({ mesh, walkable }: CheckContext, { copyOf, backOf }: Duplicates): Int32Array {
	const looks = walkableOrientation(mesh, walkable);
	const keptFor = copyOf.slice();
	for (let face = 0; face < walkable.length; face++) {
		const front = backOf[face];
		if (front < 0 || walkable[face] === 0 || walkable[front] === 0) continue;
		// Of two that look sideways the later one goes.
		const isBack = looks[face] === LOOKS_DOWN || (looks[front] !== LOOKS_DOWN && front < face);
		if (isBack) keptFor[face] = front;
	}
	// Copies of a back go the way of the back.
	return keptFor.map((kept) => (kept === NONE || keptFor[kept] === NONE ? kept : keptFor[kept]));
}

function reportDroppedOfDropDuplicate(context: CheckContext, duplicates: Duplicates, keptFor: Int32Array): void {
	const { mesh, report } = context;
	for (let face = 0; face < keptFor.length; face++) {
		const of = duplicates.copyOf[face];
		if (of !== NONE) {
			report.add(MESH_FINDINGS.FACE_DUPLICATE_DROPPED, facePlace(mesh, face), { of });
			reportSurfaceOfCopy(context, face, of);
		} else if (keptFor[face] !== NONE) {
			report.add(MESH_FINDINGS.FACE_BACK_DROPPED, facePlace(mesh, face), { of: keptFor[face] });
		}
	}
	const isLeft = (of: number, face: number): number =>
		of !== NONE && keptFor[face] === NONE && keptFor[of] === NONE ? of : NONE;
	reportDoubleSided(context, { ...duplicates, backOf: duplicates.backOf.map(isLeft) });
}

/** Removes vertices that no face uses. */
export const dropUnused = defineStage(
	'drop-unused',
	'walkmesh',
	'Removes vertices that no face uses.',
	{},
	(source, _options, { report }) => {
		const { mesh, dropped } = dropUnusedVertices(source);
		if (dropped > 0) report.add(MESH_FINDINGS.VERTICES_UNUSED_DROPPED, {}, { vertices: dropped });
		return mesh;
	},
);

/** Warns of vertices that lie on open edges of walkable faces, and leaves them. */
export const findTJunctions = defineStage(
	'find-tjunctions',
	'walkmesh',
	'Warns of vertices that lie on open walkable edges.',
	T_JUNCTION_OPTIONS,
	(mesh, { tolerance }, { report, surfaces }) => {
		checkTJunctions({ mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report }, tolerance);
		return mesh;
	},
);

/** Cuts open edges of walkable faces at vertices that lie on them, so that the faces on both sides share edges. */
export const fixTJunctions = defineStage(
	'fix-tjunctions',
	'walkmesh',
	'Cuts open walkable edges at vertices that lie on them.',
	T_JUNCTION_OPTIONS,
	(source, { tolerance }, { report, surfaces }) => {
		const { mesh, mended, left } = mendTJunctions(source, walkableFaces(surfaces, source.surfaces), tolerance);
		for (const vertex of mended) report.add(MESH_FINDINGS.T_JUNCTION_MENDED, { at: vec3At(mesh.positions, vertex) });
		const walkable = walkableFaces(surfaces, mesh.surfaces);
		reportTJunctions({ mesh, walkable, surfaces, report }, left, MESH_FINDINGS.T_JUNCTION_LEFT);
		return mesh;
	},
);

/**
 * They are kept, with a warning for each and one more when most of the floor looks down: a floor that was modelled
 * inside out must be turned over, a ceiling that was made walkable by mistake must not, since it would become a second
 * floor above the first; geometry does not tell them apart. The game's own rooms have such faces, too.
 */
export const ORIENT_OPTIONS = {
	mode: choice(['keep', 'flip', 'refuse'], 'keep', 'What becomes of walkable faces that face down.'),
};
export type OrientOptions = GivenOf<typeof ORIENT_OPTIONS>;

/** Turns walkable faces over that look down, or says where they are. Those that are vertical are named and left. */
export const orient = defineStage(
	'orient',
	'walkmesh',
	'Keeps, turns over or refuses walkable faces that face down.',
	ORIENT_OPTIONS,
	(mesh, { mode }, { report, surfaces }) => {
		const context = { mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report };
		if (mode === 'flip') return flip(context);
		checkOrientation(context, MESH_FINDINGS[mode === 'refuse' ? 'WALKABLE_FACE_DOWN_REFUSED' : 'WALKABLE_FACE_DOWN']);
		return mesh;
	},
);

function flip(context: CheckContext): Walkmesh {
	const { mesh, walkable, surfaces, report } = context;
	const looks = walkableOrientation(mesh, walkable);
	const ids = indicesOf(looks, LOOKS_DOWN);
	for (const face of ids) {
		const surface = surfaceLabel(surfaces, mesh.surfaces[face]);
		report.add(MESH_FINDINGS.WALKABLE_FACE_FLIPPED, facePlace(mesh, face), { surface });
	}
	reportVertical(context, looks);
	return flipFaces(mesh, ids);
}

/**
 * Leaves out vertices amid one surface where the floor hardly changes. A second run measures its error from what the
 * first one left, so on curved ground it may go on; on flat ground it changes nothing.
 */
export const simplify = defineStage(
	'simplify',
	'walkmesh',
	'Leaves out vertices where the surface hardly changes; perimeters, borders of surfaces and links stay.',
	SIMPLIFY_OPTIONS,
	async (source, options, { report, surfaces }) => {
		const { mesh, deviation, retained, wanted } = await simplifyMesh(
			source,
			walkableFaces(surfaces, source.surfaces),
			options,
		);
		if (mesh !== source) {
			report.add(MESH_FINDINGS.SIMPLIFIED, {}, { before: faceCount(source), after: faceCount(mesh), deviation });
		}
		const { error, ratio } = options;
		// Edges are taken out whole, so a face or two too many is no failure.
		if (ratio > 0 && faceCount(mesh) > wanted * 1.01) {
			report.add(
				MESH_FINDINGS.SIMPLIFY_RATIO_MISSED,
				{},
				{ ratio, reached: faceCount(mesh) / faceCount(source), error },
			);
		}
		if (retained > 0) report.add(MESH_FINDINGS.SIMPLIFY_RETAINED, {}, { vertices: retained });
		return mesh;
	},
);

/** Puts walkable faces before all others, each group in the order it had, as the game's files have them. */
export const sort = defineStage(
	'sort',
	'walkmesh',
	'Puts walkable faces first, otherwise in source order.',
	{},
	(mesh, _options, { surfaces }) => sortWalkableFirst(mesh, surfaces).mesh,
);

export type MeshCheck =
	| 'degenerate'
	| 'duplicates'
	| 'orientation'
	| 'unused'
	| 'unwelded'
	| 'near-misses'
	| 't-junctions';

export const MESH_CHECKS: readonly MeshCheck[] = [
	'degenerate',
	'duplicates',
	'orientation',
	'unused',
	'unwelded',
	'near-misses',
	't-junctions',
];

export const CHECK_MESH_OPTIONS = {
	checks: { ...texts('What to look for.'), default: MESH_CHECKS, choices: MESH_CHECKS } as Option<readonly MeshCheck[]>,
	minArea: DEGENERATE_OPTIONS.minArea,
	weldTolerance: metres(WELD_OPTIONS.tolerance.default, 'Vertices this close should be one.'),
	nearMisses: number(
		NEAR_MISS_DEFAULTS.factor,
		'Vertices on open edges up to this many weld tolerances apart are near misses.',
	),
	edgeTolerance: T_JUNCTION_OPTIONS.tolerance,
};
export type CheckMeshOptions = GivenOf<typeof CHECK_MESH_OPTIONS>;

/** Reports what the stages that clean a mesh would do to it, and changes nothing. */
export const checkMesh = defineStage(
	'check-mesh',
	'walkmesh',
	'Reports flaws of a mesh and changes nothing.',
	CHECK_MESH_OPTIONS,
	(mesh, options, { report, surfaces }) => {
		const context = { mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report };
		for (const check of MESH_CHECKS) if (options.checks.includes(check)) CHECKS[check](context, options);
		return mesh;
	},
);

const CHECKS: Readonly<
	Record<MeshCheck, (context: CheckContext, options: ValuesOf<typeof CHECK_MESH_OPTIONS>) => void>
> = {
	degenerate: (context, { minArea }) => checkDegenerate(context, minArea),
	duplicates: (context) => checkDuplicates(context),
	orientation: (context) => checkOrientation(context),
	unused: ({ mesh, report }) => {
		const count = countUnused(mesh);
		if (count > 0) report.add(SURVEY_FINDINGS.VERTICES_UNUSED, {}, { count });
	},
	unwelded: (context, { weldTolerance }) => checkUnwelded(context, weldTolerance),
	'near-misses': (context, { weldTolerance, nearMisses }) =>
		checkNearMisses(
			{ ...context, mesh: weldMesh(context.mesh, weldTolerance).mesh },
			{ tolerance: weldTolerance, factor: nearMisses },
		),
	't-junctions': (context, { edgeTolerance }) => checkTJunctions(context, edgeTolerance),
};
