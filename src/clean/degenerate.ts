import type { CheckContext } from '../facts/room-facts.ts';
import { FROM_ZERO, squareMetres } from '../findings/options.ts';
import { reportLostTransitions } from '../geometry/edges.ts';
import { faceLocation, removeFaces } from '../geometry/faces.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { isBetweenEnds } from '../geometry/split-edges.ts';
import { cutSoundly, type VertexSplit } from '../geometry/t-junctions.ts';
import { faceArea, NO_AREA, squaredDistance } from '../geometry/triangles.ts';
import { addTo } from '../math/arrays.ts';
import { between, vec3At } from '../math/vec3.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { MESH_FINDINGS } from './findings.ts';

export const DEGENERATE_OPTIONS = {
	minArea: squareMetres(
		'Faces smaller than this count as having no area. With 0 only those of exactly none do.',
		NO_AREA,
		FROM_ZERO,
	),
};

/** Why a face is degenerate: it uses a vertex twice, has no area, or has a corner that is not finite. */
type Degeneracy = 'repeated' | 'small' | 'not-finite';

/** Why a face of an area is degenerate; undefined for one that is not. */
export function degeneracyOf({ faces }: Walkmesh, face: number, area: number, minArea: number): Degeneracy | undefined {
	if (area > 0 && area >= minArea && area < Infinity) return undefined;
	if (!(area >= 0 && area < Infinity)) return 'not-finite';
	return repeatsVertex(faces, face) ? 'repeated' : 'small';
}

/** True when a face has two corners at one vertex. */
function repeatsVertex(faces: Uint32Array, face: number): boolean {
	const a = faces[face * 3];
	const b = faces[face * 3 + 1];
	const c = faces[face * 3 + 2];
	return a === b || b === c || c === a;
}

export function checkDegenerate({ mesh, report, facts }: CheckContext, minArea: number = NO_AREA): void {
	const { FACE_NOT_FINITE, FACE_DEGENERATE } = MESH_FINDINGS;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const area = facts.area(face);
		const reason = degeneracyOf(mesh, face, area, minArea);
		if (reason === undefined) continue;
		const location = faceLocation(mesh, face);
		if (reason === 'not-finite') report.add(FACE_NOT_FINITE, location);
		else report.add(FACE_DEGENERATE, location, { reason, area });
	}
}

/** A sliver with a larger area, in square metres, would be 100 m long: it is not looked at. */
const LARGEST_SLIVER = 0.05;

/** Reports faces that have an area but hardly any width: one finding, at the narrowest. */
export function checkSlivers({ mesh, report, facts }: CheckContext, minArea: number = NO_AREA): void {
	const narrowest = { face: -1, width: THRESHOLDS.sliver, long: 0 };
	let count = 0;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const area = facts.area(face);
		if (!(area < LARGEST_SLIVER) || degeneracyOf(mesh, face, area, minArea) !== undefined) continue;
		const long = Math.max(...[0, 1, 2].map((k) => edgeLength(mesh, face * 3 + k)));
		const width = (2 * area) / long;
		if (!(width < THRESHOLDS.sliver)) continue;
		count++;
		if (width < narrowest.width) Object.assign(narrowest, { face, width, long });
	}
	const { face, width, long } = narrowest;
	if (count > 0) report.add(MESH_FINDINGS.FACE_SLIVER, faceLocation(mesh, face), { count, width, length: long });
}

function edgeLength({ positions, faces }: Walkmesh, edge: number): number {
	const [x, y, z] = between(positions, faces[edge], faces[edgeEnd(edge)]);
	return Math.hypot(x, y, z);
}

/** The most rounds: a part of a face that was cut may have no area either. */
const ROUNDS = 8;

/**
 * The walkmesh without its degenerate faces; each is reported, and so is every transition that goes with one. A face whose corners lie on one line, as
 * triangulating a polygon with corners along its edges makes it, joins the faces on both sides of that line. Without it, its middle corner would lie on
 * an edge: a T-junction. So the face that has this edge is cut there first.
 */
export function dropDegenerateFaces({ mesh, report, facts }: CheckContext, minArea: number): Walkmesh {
	const { FACE_NOT_FINITE_DROPPED, FACE_DEGENERATE_DROPPED } = MESH_FINDINGS;
	let current = mesh;
	for (let round = 0; round < ROUNDS; round++) {
		const { positions, faces, surfaces } = current;
		const areas = Float64Array.from(surfaces, (_, face) =>
			round === 0 ? facts.area(face) : faceArea(positions, faces, face),
		);
		const reasons = new Map<number, Degeneracy>();
		for (let face = 0; face < areas.length; face++) {
			const reason = degeneracyOf(current, face, areas[face], minArea);
			if (reason !== undefined) reasons.set(face, reason);
		}
		if (reasons.size === 0) return current;
		for (const face of sliversBeside(current, reasons)) reasons.set(face, 'small');
		const gone = new Uint8Array(areas.length);
		for (const face of reasons.keys()) gone[face] = 1;
		const { mesh: rest, replaced } = withoutCollinear(current, gone);
		for (const [face, reason] of reasons) {
			const location = faceLocation(current, face);
			const data = { area: areas[face], ...(replaced.has(face) ? { cut: true } : {}) };
			if (reason === 'not-finite') report.add(FACE_NOT_FINITE_DROPPED, location);
			else report.add(FACE_DEGENERATE_DROPPED, location, { reason, ...data });
		}
		reportLostTransitions(current, gone, report);
		current = rest;
		if (replaced.size === 0) return current;
	}
	return current;
}

/** A face whose corners lie on one line: the corner between the two ends. */
interface Collinear {
	readonly face: number;
	readonly ends: readonly [number, number];
	readonly middle: number;
}

/**
 * A walkmesh without some faces. Where one of them lies along an edge of another, that edge is cut at its middle corner, if other faces have it.
 * @returns also the faces that cutting has replaced
 */
function withoutCollinear(mesh: Walkmesh, gone: Uint8Array): { mesh: Walkmesh; replaced: ReadonlySet<number> } {
	const rest = removeFaces(mesh, gone);
	const vertices = mesh.positions.length / 3;
	const byEnds = new Map<number, Collinear[]>();
	for (let face = 0; face < gone.length; face++) {
		const found = gone[face] === 1 ? collinearOf(mesh, face) : undefined;
		if (found !== undefined) addTo(byEnds, keyOf(...found.ends, vertices), found);
	}
	if (byEnds.size === 0) return { mesh: rest, replaced: new Set() };
	const isUsed = new Uint8Array(vertices);
	for (const vertex of rest.faces) isUsed[vertex] = 1;
	const splits: (VertexSplit & { readonly replaces: readonly number[] })[] = [];
	const told = new Set<number>();
	for (let edge = 0; edge < rest.faces.length; edge++) {
		const key = keyOf(rest.faces[edge], rest.faces[edgeEnd(edge)], vertices);
		if (!byEnds.has(key) || told.has(key)) continue;
		told.add(key);
		// Several faces may lie along the edge, each along a part of the one before.
		const along = new Map<number, number>();
		const waiting = [key];
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			for (const { face, ends, middle } of byEnds.get(next) ?? []) {
				if (along.has(face)) continue;
				along.set(face, middle);
				for (const end of ends) waiting.push(keyOf(end, middle, vertices));
			}
		}
		const points = [...new Set(along.values())].filter(
			(vertex) => isUsed[vertex] === 1 && isBetweenEnds(rest, edge, vertex),
		);
		if (points.length === 0) continue;
		const coordinates = points.flatMap((vertex) => [...vec3At(rest.positions, vertex)]);
		splits.push({ edge, points: coordinates, vertices: points, replaces: [...along.keys()] });
	}
	const cut = cutSoundly(rest, splits);
	if (cut === undefined) return { mesh: rest, replaced: new Set() };
	return { mesh: cut.mesh, replaced: new Set(cut.splits.flatMap(({ replaces }) => replaces)) };
}

/** A face of less width, in metres, has hardly more area than none: rounding decides which of those along one line count as degenerate. */
const NARROW = 1e-5;

/** The slivers that lie along degenerate faces, and along each other: a cut of one would be no sounder than itself, so they go as well. */
function sliversBeside(mesh: Walkmesh, reasons: ReadonlyMap<number, Degeneracy>): ReadonlySet<number> {
	const found = new Set<number>();
	const vertices = mesh.positions.length / 3;
	const waiting = [...reasons.keys()].map((face) => collinearOf(mesh, face)).filter((each) => each !== undefined);
	if (waiting.length === 0) return found;
	const edgesOf = ({ ends: [a, b], middle }: Collinear): number[] => [
		keyOf(a, b, vertices),
		keyOf(a, middle, vertices),
		keyOf(middle, b, vertices),
	];
	const byEdge = new Map<number, Collinear[]>();
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const sliver = reasons.has(face) ? undefined : collinearOf(mesh, face, NARROW);
		if (sliver !== undefined) for (const edge of edgesOf(sliver)) addTo(byEdge, edge, sliver);
	}
	for (const collinear of waiting) {
		for (const sliver of edgesOf(collinear).flatMap((edge) => byEdge.get(edge) ?? [])) {
			if (found.has(sliver.face)) continue;
			found.add(sliver.face);
			waiting.push(sliver);
		}
	}
	return found;
}

function keyOf(a: number, b: number, vertices: number): number {
	return Math.min(a, b) * vertices + Math.max(a, b);
}

/** The longest edge of a face and its other corner, where that lies on the edge and between its ends; undefined for a wider face. */
function collinearOf(
	{ positions, faces }: Walkmesh,
	face: number,
	widest: number = THRESHOLDS.onEdge,
): Collinear | undefined {
	if (repeatsVertex(faces, face)) return undefined;
	let longest = face * 3;
	const lengthOf = (edge: number): number => squaredDistance(positions, faces[edge], faces[edgeEnd(edge)]);
	for (let edge = face * 3; edge < face * 3 + 3; edge++) if (lengthOf(edge) > lengthOf(longest)) longest = edge;
	const [from, to] = [faces[longest], faces[edgeEnd(longest)]];
	const middle = faces[edgeEnd(edgeEnd(longest))];
	const width = (2 * faceArea(positions, faces, face)) / Math.sqrt(lengthOf(longest));
	// A wider one leaves a hole, whatever is done to its neighbours.
	return width <= widest ? { face, ends: [from, to], middle } : undefined;
}
