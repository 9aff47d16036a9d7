import type { Material, Mesh, Node } from '@gltf-transform/core';
import type { ShownLine } from '../../src/facts/lines.ts';
import type { Finding, Severity } from '../../src/findings/report.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { SIGN_MATERIALS, SIGN_NODES, TRANSITION_MATERIAL } from '../../src/scene/inspection.ts';
import { type Drawing, toGltfAxes } from './drawing.ts';

/** Ribbons and pins. They are triangles, because most viewers draw lines one pixel wide, and editors drop edges without faces. */

/** How far ribbons rise from their edges and lean inwards over the ground, in metres, so that they are visible from above and from the side. */
const LINK_RIBBON = 0.1;
const PERIMETER_RIBBON = 0.05;
/** Height and width of the line to a leak, in metres. */
const LEAK_RIBBON = 0.12;
const PIN = { height: 0.6, radius: 0.18 } as const;
/** Most pins in a file; the extras of their root node have the total. */
const MOST_PINS = 1000;

/** Linear RGB. */
const COLOURS = {
	perimeter: [0, 0, 0],
	transition: [1, 0.55, 0],
	leak: [0.9, 0, 0.15],
	fatal: [0.8, 0, 0.02],
	error: [0.8, 0, 0.02],
	warning: [1, 0.35, 0],
	info: [0.05, 0.25, 0.8],
} as const satisfies Record<string, Vec3>;

/** A node with a ribbon on every perimeter edge. */
export function perimeterNode(drawing: Drawing, mesh: Walkmesh, edges: ArrayLike<number>): Node {
	const look = drawing.material(SIGN_MATERIALS.perimeter, { colour: COLOURS.perimeter });
	return ribbons(drawing, SIGN_NODES.perimeter, mesh, edges, PERIMETER_RIBBON, look);
}

/** A node with a ribbon on every edge that leads to a room. When the edited file is read, a moved ribbon moves its link. */
export function transitionNode(
	drawing: Drawing,
	room: string | number,
	mesh: Walkmesh,
	edges: ArrayLike<number>,
): Node {
	const look = drawing.material(TRANSITION_MATERIAL, { colour: COLOURS.transition });
	return ribbons(drawing, `transition_${room}`, mesh, edges, LINK_RIBBON, look);
}

/** Two triangles on each edge: the exact ends of the edge, and two points above the ground beside it. */
function ribbons(
	drawing: Drawing,
	name: string,
	mesh: Walkmesh,
	edges: ArrayLike<number>,
	width: number,
	look: Material,
): Node {
	const { positions, faces } = mesh;
	const points = new Float32Array(edges.length * 12);
	for (let i = 0; i < edges.length; i++) {
		const from = faces[edges[i]] * 3;
		const to = faces[edgeEnd(edges[i])] * 3;
		const beside = leaning(positions, from, to, faces[edgeEnd(edgeEnd(edges[i]))] * 3);
		for (let axis = 0; axis < 3; axis++) {
			const lean = (axis === 2 ? 1 : beside[axis]) * width;
			points[i * 12 + axis] = positions[from + axis];
			points[i * 12 + 3 + axis] = positions[to + axis];
			points[i * 12 + 6 + axis] = positions[to + axis] + lean;
			points[i * 12 + 9 + axis] = positions[from + axis] + lean;
		}
	}
	return drawing.node(name, { mesh: quads(drawing, name, points, look) });
}

/** The corners of a quad that its two triangles have. */
const QUAD = [0, 1, 2, 0, 2, 3];

/** A mesh of quads. @param points four for each quad */
function quads(drawing: Drawing, name: string, points: Float32Array, look: Material): Mesh {
	const indices = new Uint32Array(points.length / 2);
	for (let i = 0; i < indices.length; i++) indices[i] = Math.floor(i / 6) * 4 + QUAD[i % 6];
	return drawing.mesh(name, [drawing.triangles(drawing.points('', points), indices, look)]);
}

/** Horizontal direction from an edge towards its face; zero for a vertical face. @param a, b, c where the corners begin, those of the edge first */
function leaning(positions: Float32Array, a: number, b: number, c: number): [x: number, y: number] {
	const nx = positions[a + 1] - positions[b + 1];
	const ny = positions[b] - positions[a];
	const length = Math.hypot(nx, ny);
	const side = Math.sign(nx * (positions[c] - positions[a]) + ny * (positions[c + 1] - positions[a + 1]));
	return length > 0 ? [(nx / length) * side, (ny / length) * side] : [0, 0];
}

/** A node with a child for each line to a leak. */
export function leakNode(drawing: Drawing, shown: readonly ShownLine[]): Node {
	const root = drawing.node(SIGN_NODES.leaks, { extras: { wokflow: { signs: 'leaks' } } });
	const look = drawing.material(SIGN_MATERIALS.leak, { colour: COLOURS.leak });
	for (const { name, points } of shown) {
		const corners = points.slice(1).flatMap((to, i) => tape(points[i], to));
		const strip = quads(drawing, name, Float32Array.from(corners.flat()), look);
		root.addChild(drawing.node(name, { mesh: strip }));
	}
	return root;
}

/** A horizontal and a vertical strip along a line, which together are visible from every direction. */
function tape(from: Vec3, to: Vec3): Vec3[] {
	const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
	const length = Math.hypot(dx, dy);
	const half = LEAK_RIBBON / 2;
	const [sx, sy] = length > 0 ? [(-dy / length) * half, (dx / length) * half] : [half, 0];
	const moved = ([x, y, z]: Vec3, side: number, up: number): Vec3 => [x + sx * side, y + sy * side, z + up];
	return [
		...[moved(from, -1, half), moved(to, -1, half), moved(to, 1, half), moved(from, 1, half)],
		...[moved(from, 0, 0), moved(to, 0, 0), moved(to, 0, LEAK_RIBBON), moved(from, 0, LEAK_RIBBON)],
	];
}

/**
 * A node with a pin for each finding that has coordinates, named like `T_JUNCTION_1`, with the finding in its extras. Notes get no pins. Undefined
 * without pins.
 */
export function findingNode(drawing: Drawing, findings: readonly Finding[]): Node | undefined {
	const faults = findings.filter(({ severity }) => severity !== 'info');
	const placed = faults.filter(({ location: { at } }) => at?.every(Number.isFinite) === true);
	if (placed.length === 0) return undefined;
	const shown = placed.slice(0, MOST_PINS);
	const root = drawing.node(SIGN_NODES.findings, {
		extras: {
			wokflow: { signs: 'findings' },
			...(shown.length < placed.length ? { shown: shown.length, found: placed.length } : {}),
		},
	});
	const pins = new Map<Severity, Mesh>();
	const counts = new Map<string, number>();
	for (const { code, severity, message, location } of shown) {
		const pin = pins.get(severity) ?? pinMesh(drawing, severity);
		pins.set(severity, pin);
		const count = (counts.get(code) ?? 0) + 1;
		counts.set(code, count);
		const { at, room, face } = location;
		const where = { ...(room === undefined ? {} : { room }), ...(face === undefined ? {} : { face }) };
		const extras = { finding: { code, severity, message, ...where } };
		root.addChild(drawing.node(`${code}_${count}`, { translation: toGltfAxes(at as Vec3), mesh: pin, extras }));
	}
	return root;
}

/** A pin that stands on its tip, at the origin of its node. */
function pinMesh(drawing: Drawing, severity: Severity): Mesh {
	const { height, radius } = PIN;
	const widest = height * 0.7;
	const ring: Vec3[] = [
		[radius, 0, widest],
		[0, radius, widest],
		[-radius, 0, widest],
		[0, -radius, widest],
	];
	const points = [[0, 0, 0], [0, 0, height], ...ring].flat();
	const faces = ring.flatMap((_, i) => {
		const [here, next] = [2 + i, 2 + ((i + 1) % 4)];
		return [0, next, here, 1, here, next];
	});
	const look = drawing.material(SIGN_MATERIALS[severity], { colour: COLOURS[severity] });
	const corners = drawing.points('', Float32Array.from(points));
	return drawing.mesh(`finding ${severity}`, [drawing.triangles(corners, Uint32Array.from(faces), look)]);
}
