import { type BwmFile, NORMAL_TOLERANCE, strayTables, TYPE_AREA } from '../../src/bwm/bwm-file.ts';
import { DERIVE_FINDINGS, REBUILT } from '../../src/bwm/derive.ts';
import { RoomFacts } from '../../src/facts/room-facts.ts';
import { defineFindings, type Report } from '../../src/findings/report.ts';
import { faceArea, faceVector, NO_AREA, planarDistances } from '../../src/geometry/triangles.ts';
import { greatest } from '../../src/math/arrays.ts';
import { vec3At } from '../../src/math/vec3.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { checkOrigin } from '../../src/scene/hooks.ts';
import { metres } from '../../src/seams/finding-words.ts';
import { countOf } from '../../src/text/numbers.ts';
import { checkTree } from './tree.ts';

/** What can be wrong with the tables of a file, compared with its geometry. */
export const TABLE_FINDINGS = defineFindings({
	TABLE_FACE_ORDER: {
		severity: 'warning',
		meaning:
			'Walkable faces must come first, because the tables cover only those. After a non-walkable face they have no neighbours and no links.',
		message: (_: Record<string, never>): string =>
			'A walkable face is listed after one that is not; the game expects them first.',
		...REBUILT,
	},
	TABLE_ADJACENCY: {
		severity: 'warning',
		meaning:
			'The adjacency table says which face lies beside each edge. Where it is wrong, characters stop on open floor or walk into nothing.',
		message: (d: { count: number; rows: number; expected: number }): string =>
			d.rows === d.expected
				? `Adjacency table: ${countOf(d.count, 'entry disagrees', 'entries disagree')} with the geometry.`
				: `Adjacency table: ${d.rows} rows for ${d.expected} walkable faces.`,
		...REBUILT,
	},
	TABLE_EDGES: {
		severity: 'warning',
		explainedBy: {
			room: ['TABLE_ADJACENCY'],
		},
		meaning:
			'The edge table holds the open edges and their links to other rooms. Where it is wrong, characters do not stop at edges or cannot leave the room.',
		message: (d: { rows: number; expected: number }): string =>
			d.rows === d.expected
				? 'Edge table: its edges are not the perimeter edges in the order of their loops.'
				: `Edge table: ${d.rows} rows for ${d.expected} perimeter edges.`,
		...REBUILT,
	},
	TABLE_PERIMETERS: {
		severity: 'warning',
		explainedBy: {
			room: ['TABLE_ADJACENCY', 'TABLE_EDGES'],
		},
		meaning: 'The perimeter table holds the loops of open edges. The game follows them around obstacles.',
		message: (d: { rows: number; expected: number }): string =>
			d.rows === 0
				? `Perimeter table: it is empty, and there ${d.expected === 1 ? 'is' : 'are'} ${countOf(d.expected, 'loop', 'loops')}.`
				: d.rows === d.expected
					? 'Perimeter table: its loops end at other edges than the geometry says.'
					: `Perimeter table: ${countOf(d.rows, 'loop', 'loops')} where the geometry has ${d.expected}.`,
		...REBUILT,
	},
	TABLE_NORMALS: {
		severity: 'info',
		meaning:
			'The file stores the normal and plane distance of each face, and some normals do not match the geometry, or some distances the normals.',
		message: (d: { count: number } | { count: number; zero: number; of: number }): string => {
			if (!('of' in d))
				return `Planar distances: ${countOf(d.count, 'disagrees', 'disagree')} with the stored normals.`;
			if (d.zero === d.count) return `Normals: ${d.zero} of ${d.of} are zero.`;
			const none = d.zero > 0 ? `; ${countOf(d.zero, 'is', 'are')} zero` : '';
			return `Normals: ${d.count} of ${d.of} disagree with the geometry${none}.`;
		},
		...REBUILT,
		help: `In the game's own placeables and doors all are zero. ${REBUILT.help}`,
	},
	TABLE_PLANES: {
		severity: 'warning',
		meaning:
			'The game computes the height of the ground from the plane of each face. Some planes have a normal that is not of length 1, or miss the corners of their face: characters float or sink there.',
		message: (
			d: { readonly count: number; readonly of: number } & (
				| { readonly zero: number; readonly worst: number }
				| { readonly isUnscaled: true }
			),
		): string => {
			if ('isUnscaled' in d) return `Normals: ${d.count} of ${d.of} do not have length 1.`;
			if (d.zero === d.count) return `Planes: ${d.zero} of ${d.of} have no direction.`;
			const none = d.zero > 0 ? `; ${countOf(d.zero, 'has', 'have')} no direction` : '';
			return `Planes: ${d.count} of ${d.of} do not run through the corners of their face; ${metres(d.worst)} lie between at most${none}.`;
		},
		...REBUILT,
	},
	HOOK_INSIDE: {
		severity: 'warning',
		meaning:
			'A use hook lies inside the collision of its own object. Characters walk to the hook and are stopped by the object.',
		message: (d: { hook: number; depth: number }): string =>
			`Use hook ${d.hook} lies ${Math.round(d.depth * 100)} cm inside a face of this object.`,
		help: 'Move the hook beside the object, where a character can stand. Generating the collision again from the model does that.',
		actions: () => [
			{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'hull' }] },
			{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'door' }] },
		],
	},
	HOOKS_ZERO: {
		severity: 'warning',
		explainedBy: {
			room: ['ROOM_WITHOUT_GROUND'],
		},
		meaning:
			'Use hooks are the points from which characters use an object. All of them are zero, so characters try to reach its middle, inside its collision.',
		message: (_: Record<string, never>): string =>
			'All use hooks are zero, so characters use this object from its middle.',
		help: 'Most tools lose the hooks. Generate the collision again from the model, or name nodes `pwk_use01`, `DWK_dp_closed_01` in the scene.',
		actions: () => [
			{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'hull' }] },
			{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'door' }] },
		],
	},
});

/** Reports every table of a file that disagrees with its geometry. Nothing is changed. */
export function checkTables(file: BwmFile, mesh: Walkmesh, table: SurfaceTable, report: Report): void {
	checkTablesOf(file, new RoomFacts(mesh, table), report);
}

/** The same, with facts that are computed already. @param facts of the walkmesh that was read from the file */
export function checkTablesOf(file: BwmFile, facts: RoomFacts, report: Report): void {
	checkNormals(file, report);
	if (file.type !== TYPE_AREA) {
		const stray = strayTables(file);
		if (file.aabb.nodeCount > 0) {
			const tree = `an AABB tree of ${countOf(file.aabb.nodeCount, 'node', 'nodes')}`;
			const problem = `this placeable or door has ${tree}; in the game they have none`;
			report.add(DERIVE_FINDINGS.BWM_FAULT, {}, { problem });
		} else if (stray.length > 0) {
			const tables = countOf(stray.length, 'table', 'tables');
			const problem = `The header has an offset for ${tables} that placeables and doors do not have; the game writes 0`;
			report.add(DERIVE_FINDINGS.BWM_FORM, {}, { problem });
		}
		return;
	}
	const { walkable } = facts;
	const walkableCount = walkable.reduce((sum, flag) => sum + flag, 0);
	if (walkable.lastIndexOf(1) >= walkableCount) {
		report.add(TABLE_FINDINGS.TABLE_FACE_ORDER, { face: walkable.indexOf(0) }, {});
	} else checkLinks(file, facts, walkableCount, report);
	if (file.aabbRoot !== 0) {
		const problem = `The header names node ${file.aabbRoot} as root of the AABB tree; the game begins at 0`;
		report.add(DERIVE_FINDINGS.BWM_FORM, {}, { problem });
	}
	checkTree(file.aabb, facts.mesh, report);
}

/**
 * Reports an object that lies far from its origin or has no use hooks, and hooks within its own footprint.
 *
 * @param facts of the walkmesh that was read from the file
 */
export function checkObject(file: BwmFile, facts: RoomFacts, report: Report): void {
	if (file.type === TYPE_AREA) return;
	checkOrigin(facts.mesh, report);
	if (file.hooks.every((value) => value === 0)) {
		report.add(TABLE_FINDINGS.HOOKS_ZERO, {}, {});
		return;
	}
	// Only the relative hooks (the first two): like the vertices they are relative to the position of the walkmesh.
	for (const hook of [0, 1]) {
		const [x, y, z] = vec3At(file.hooks, hook);
		if ((x === 0 && y === 0 && z === 0) || ![x, y, z].every(Number.isFinite)) continue;
		const depth = greatest(facts.all.at(x, y).map((id) => facts.all.depthOf(id, x, y)));
		if (depth > THRESHOLDS.hookInside) report.add(TABLE_FINDINGS.HOOK_INSIDE, {}, { hook: hook + 1, depth });
	}
}

/** How far planar distances may differ, as a part of the coordinates. */
const DISTANCE_TOLERANCE = 1e-3;

function checkNormals(file: BwmFile, report: Report): void {
	const { vertices, faces, normals } = file;
	const counts = { of: 0, wrong: 0, zero: 0, unscaled: 0 };
	const vector: [number, number, number] = [0, 0, 0];
	for (let face = 0; face < faces.length / 3; face++) {
		const twice = faceVector(vertices, faces, face, vector);
		// A face without area has no normal to compare.
		if (!(twice / 2 >= NO_AREA)) continue;
		counts.of++;
		const x = normals[face * 3];
		const y = normals[face * 3 + 1];
		const z = normals[face * 3 + 2];
		const length = Math.sqrt(x * x + y * y + z * z);
		if (length === 0) counts.zero++;
		const dx = x - vector[0] / twice;
		const dy = y - vector[1] / twice;
		const dz = z - vector[2] / twice;
		if (length !== 0 && !(Math.abs(length - 1) <= NORMAL_TOLERANCE)) counts.unscaled++;
		else if (!(dx * dx + dy * dy + dz * dz <= NORMAL_TOLERANCE * NORMAL_TOLERANCE)) counts.wrong++;
	}
	const { of, wrong, zero, unscaled } = counts;
	if (unscaled > 0) report.add(TABLE_FINDINGS.TABLE_PLANES, {}, { count: unscaled, of, isUnscaled: true });
	// In placeables and doors of the game, planes are junk.
	else if (file.type === TYPE_AREA && checkPlanes(file, of, report)) return;
	if (wrong > 0) {
		report.add(TABLE_FINDINGS.TABLE_NORMALS, {}, { count: wrong, zero, of });
		return;
	}
	const distances = planarDistances(vertices, faces, normals);
	let count = 0;
	for (let face = 0; face < distances.length; face++) {
		const tolerance = DISTANCE_TOLERANCE + Math.abs(distances[face]) * 1e-6;
		if (!(Math.abs(distances[face] - file.distances[face]) <= tolerance)) count++;
	}
	if (count > 0) report.add(TABLE_FINDINGS.TABLE_NORMALS, {}, { count });
}

/** Reports planes that do not run through the corners of their faces. @param of number of faces with an area @returns whether there are any */
function checkPlanes({ vertices, faces, normals, distances }: BwmFile, of: number, report: Report): boolean {
	const found = { count: 0, zero: 0, worst: 0 };
	for (let face = 0; face < faces.length / 3; face++) {
		if (!(faceArea(vertices, faces, face) >= NO_AREA)) continue;
		const at = face * 3;
		let off = 0;
		for (let corner = at; corner < at + 3; corner++) {
			const vertex = faces[corner] * 3;
			const height =
				normals[at] * vertices[vertex] +
				normals[at + 1] * vertices[vertex + 1] +
				normals[at + 2] * vertices[vertex + 2] +
				distances[face];
			off = Math.max(off, Math.abs(height));
		}
		const hasNone = normals[at] === 0 && normals[at + 1] === 0 && normals[at + 2] === 0;
		if (hasNone) found.zero++;
		else if (off <= THRESHOLDS.plane + Math.abs(distances[face]) * 1e-6) continue;
		else found.worst = Math.max(found.worst, off);
		found.count++;
	}
	if (found.count > 0) report.add(TABLE_FINDINGS.TABLE_PLANES, {}, { ...found, of });
	return found.count > 0;
}

function checkLinks(
	file: BwmFile,
	{ adjacency: { neighbours }, perimeters: { edges, ends } }: RoomFacts,
	walkableCount: number,
	report: Report,
): void {
	const rows = file.adjacency.length / 3;
	let count = 0;
	for (let i = 0; i < walkableCount * 3; i++) if (neighbours[i] !== file.adjacency[i]) count++;
	if (count > 0 || rows !== walkableCount)
		report.add(TABLE_FINDINGS.TABLE_ADJACENCY, {}, { count, rows, expected: walkableCount });

	const sameEdges = edges.length * 2 === file.edges.length && edges.every((edge, row) => edge === file.edges[row * 2]);
	if (!sameEdges) report.add(TABLE_FINDINGS.TABLE_EDGES, {}, { rows: file.edges.length / 2, expected: edges.length });
	const sameEnds = ends.length === file.perimeters.length && ends.every((end, loop) => end === file.perimeters[loop]);
	if (!sameEnds)
		report.add(TABLE_FINDINGS.TABLE_PERIMETERS, {}, { rows: file.perimeters.length, expected: ends.length });
}
