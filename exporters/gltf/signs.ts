import type { ShownLine } from '../../src/check/lines.ts';
import type { Finding, Severity } from '../../src/findings/report.ts';
import { edgeEnd } from '../../src/mesh/half-edges.ts';
import { type Vec3, vec3At } from '../../src/mesh/vec3.ts';
import { SIGN_MATERIALS, SIGN_NODES, TRANSITION_MATERIAL } from '../../src/scene/inspection.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { type GltfDocument, type GltfMesh, type GltfNode, indexed, material, pointList, toGltfAxes } from './target.ts';

/** Triangles instead of lines: a line is one pixel wide in most viewers, and editors drop edges without faces. */

/** How far ribbons rise from their edges, and how far they lean over the walkmesh's own ground, so that they are seen from above and from the side. */
const LINK_RIBBON = 0.1;
const PERIMETER_RIBBON = 0.05;
/** How high and wide the line to a leak is. */
const LEAK_RIBBON = 0.12;
const PIN: { readonly height: number; readonly radius: number } = { height: 0.6, radius: 0.18 };
/** A file with pins in the thousands helps nobody; the root says how many there are. */
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

/** The edges at which ground ends. */
export function perimeterNode(document: GltfDocument, mesh: Walkmesh, edges: readonly number[]): GltfNode {
	const look = material(document, SIGN_MATERIALS.perimeter, { colour: COLOURS.perimeter });
	return ribbons(document, SIGN_NODES.perimeter, mesh, edges, PERIMETER_RIBBON, look);
}

/** The edges that lead to a room. Whoever moves one of their ribbons moves the link. */
export function transitionNode(
	document: GltfDocument,
	room: string | number,
	mesh: Walkmesh,
	edges: readonly number[],
): GltfNode {
	const look = material(document, TRANSITION_MATERIAL, { colour: COLOURS.transition });
	return ribbons(document, `transition_${room}`, mesh, edges, LINK_RIBBON, look);
}

/** Two triangles on each edge: its own ends, exactly, and two points above, over the ground. */
function ribbons(
	document: GltfDocument,
	name: string,
	mesh: Walkmesh,
	edges: readonly number[],
	width: number,
	look: ReturnType<typeof material>,
): GltfNode {
	const points = new Float32Array(edges.length * 12);
	let at = 0;
	const put = (x: number, y: number, z: number): void => {
		points[at++] = x;
		points[at++] = y;
		points[at++] = z;
	};
	for (const edge of edges) {
		const from = vec3At(mesh.positions, mesh.faces[edge]);
		const to = vec3At(mesh.positions, mesh.faces[edgeEnd(edge)]);
		const [x, y] = leaning(from, to, vec3At(mesh.positions, mesh.faces[edgeEnd(edgeEnd(edge))]), width);
		put(...from);
		put(...to);
		put(to[0] + x, to[1] + y, to[2] + width);
		put(from[0] + x, from[1] + y, from[2] + width);
	}
	return document.createNode(name).setMesh(quads(document, name, points, look));
}

/** @param points four a quad */
function quads(
	document: GltfDocument,
	name: string,
	points: Float32Array,
	look: ReturnType<typeof material>,
): GltfMesh {
	const indices = new Uint32Array(points.length / 2);
	for (let quad = 0; quad < points.length / 12; quad++) {
		for (const [i, corner] of [0, 1, 2, 0, 2, 3].entries()) indices[quad * 6 + i] = quad * 4 + corner;
	}
	const primitive = indexed(document, pointList(document, '', points), indices).setMaterial(look);
	return document.createMesh(name).addPrimitive(primitive);
}

/** In plan from an edge towards its face, as far as a ribbon leans; nothing for a face that stands upright. */
function leaning([ax, ay]: Vec3, [bx, by]: Vec3, [cx, cy]: Vec3, width: number): [x: number, y: number] {
	const [nx, ny] = [ay - by, bx - ax];
	const length = Math.hypot(nx, ny);
	const side = Math.sign(nx * (cx - ax) + ny * (cy - ay));
	return length > 0 ? [(nx / length) * side * width, (ny / length) * side * width] : [0, 0];
}

/** A node with a node for each line to where the ground ends. */
export function leakNode(document: GltfDocument, shown: readonly ShownLine[]): GltfNode {
	const root = document.createNode(SIGN_NODES.leaks).setExtras({ wokflow: { signs: 'leaks' } });
	const look = material(document, SIGN_MATERIALS.leak, { colour: COLOURS.leak });
	for (const { name, points } of shown) {
		const corners = points.slice(1).flatMap((to, i) => tape(points[i], to));
		const strip = quads(document, name, Float32Array.from(corners.flat()), look);
		root.addChild(document.createNode(name).setMesh(strip));
	}
	return root;
}

/** A flat strip and an upright one along a line, which together are seen from everywhere. */
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
 * A node with a pin for each fault that has a place, `T_JUNCTION_1`; its extras hold what was found. Notes say what was assumed or done, and have
 * none. Undefined without pins.
 */
export function findingNode(document: GltfDocument, findings: readonly Finding[]): GltfNode | undefined {
	const faults = findings.filter(({ severity }) => severity !== 'info');
	const placed = faults.filter(({ location: { at } }) => at?.every(Number.isFinite) === true);
	if (placed.length === 0) return undefined;
	const shown = placed.slice(0, MOST_PINS);
	const root = document.createNode(SIGN_NODES.findings).setExtras({
		wokflow: { signs: 'findings' },
		...(shown.length < placed.length ? { shown: shown.length, found: placed.length } : {}),
	});
	const pins = new Map<Severity, GltfMesh>();
	const counts = new Map<string, number>();
	for (const { code, severity, message, location } of shown) {
		const pin = pins.get(severity) ?? pinMesh(document, severity);
		pins.set(severity, pin);
		const count = (counts.get(code) ?? 0) + 1;
		counts.set(code, count);
		const { at, room, face } = location;
		const where = { ...(room === undefined ? {} : { room }), ...(face === undefined ? {} : { face }) };
		root.addChild(
			document
				.createNode(`${code}_${count}`)
				.setTranslation(toGltfAxes(at as Vec3))
				.setMesh(pin)
				.setExtras({ finding: { code, severity, message, ...where } }),
		);
	}
	return root;
}

/** Stands on its tip. */
function pinMesh(document: GltfDocument, severity: Severity): GltfMesh {
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
	const look = material(document, SIGN_MATERIALS[severity], { colour: COLOURS[severity] });
	const primitive = indexed(document, pointList(document, '', Float32Array.from(points)), Uint32Array.from(faces));
	return document.createMesh(`finding ${severity}`).addPrimitive(primitive.setMaterial(look));
}
