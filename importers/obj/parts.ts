import type { Report } from '../../src/findings/report.ts';
import {
	bendOfQuad,
	type ClippingBudget,
	clippingBudget,
	isFlatTriangle,
	QUAD,
	type QuadBend,
	splitQuad,
} from '../../src/geometry/polygons.ts';
import { type RingProblem, triangulate } from '../../src/geometry/triangulate.ts';
import { compactVertices, pickTriples } from '../../src/geometry/vertices.ts';
import { type Vec3, vec3At } from '../../src/math/vec3.ts';
import { isWalkable } from '../../src/model/surfaces.ts';
import { collectGreens, createGreens, decidePaint, paintedRooms } from '../../src/scene/painted-rooms.ts';
import type { ImportContext, ScenePart } from '../../src/scene/scene.ts';
import { type SurfaceAssigner, UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { NO_MATERIAL, type ObjModel, type ObjTree } from './model.ts';

type PlainPart = Omit<ScenePart, 'paintedRooms'>;

/** Triangles of one material in a part. */
interface MaterialRun {
	readonly material: number;
	readonly line: number;
	readonly first: number;
	readonly end: number;
}

/**
 * Makes parts of the selected faces, in the order of the file: a part is a run of faces of one node. A node that is named again later gets another part,
 * so that faces keep their order, which is the order they have in the walkmesh.
 *
 * @param taken 1 for each node of the scene whose faces are walkmesh
 */
export function buildParts(
	model: ObjModel,
	tree: ObjTree,
	taken: Uint8Array,
	assigner: SurfaceAssigner,
	{ report, surfaces: table, materials: uses }: Pick<ImportContext, 'report' | 'surfaces' | 'materials'>,
): ScenePart[] {
	const { nodes } = model.faces;
	const cutter = new FaceCutter(model, report);
	const parts: PlainPart[] = [];
	const colours: (Float32Array | undefined)[] = [];
	for (let face = 0; face < nodes.length; face = cutter.face) {
		const end = endOfRun(nodes, face, nodes.length);
		const node = tree.sceneNode[nodes[face]];
		if (taken[node] === 0) {
			cutter.skip(end);
			continue;
		}
		const { name } = tree.nodes[node];
		cutter.begin(end);
		const materials = cutMaterials(model, cutter, end, name);
		const triangles = cutter.take();
		if (triangles.length === 0) continue;
		const { surfaces, unknown, surfaceOf } = assignSurfaces(model, materials, triangles, assigner, tree, node);
		const runs = materials.map(({ material, end: last }) => ({
			material: material === NO_MATERIAL ? '' : model.materials[material],
			unknown: unknown.has(material),
			end: last,
		}));
		for (const [index, { material, unknown: isUnknown, end: last }] of runs.entries()) {
			const { first } = materials[index];
			uses?.add(material, { positions: model.positions, triangles, surfaces, first, end: last }, isUnknown);
		}
		cutter.tellShapes((material) => isWalkable(table, surfaceOf.get(material) ?? UNRESOLVED_SURFACE));
		const { used, faces } = compactVertices(triangles);
		const positions = pickTriples(model.positions, used);
		parts.push({ ...identity(tree, node), positions, triangles: faces, surfaces, materials: runs });
		colours.push(model.colours && pickTriples(model.colours, used));
	}
	return withPaintedRooms(parts, colours, report);
}

/** The end of the run of equal values that begins at `from`; `end` at most. */
function endOfRun(values: Uint32Array, from: number, end: number): number {
	let at = from + 1;
	while (at < end && values[at] === values[from]) at++;
	return at;
}

function cutMaterials({ faces }: ObjModel, cutter: FaceCutter, end: number, node: string): MaterialRun[] {
	const result: MaterialRun[] = [];
	for (let face = cutter.face; face < end; face = cutter.face) {
		const first = cutter.length / 3;
		cutter.cut(endOfRun(faces.materials, face, end), node);
		if (cutter.length / 3 === first) continue;
		result.push({ material: faces.materials[face], line: faces.lines[face], first, end: cutter.length / 3 });
	}
	return result;
}

/** Assigns a surface to each material of a part. */
function assignSurfaces(
	model: ObjModel,
	runs: readonly MaterialRun[],
	triangles: Uint32Array,
	assigner: SurfaceAssigner,
	tree: ObjTree,
	node: number,
): { surfaces: Uint32Array; unknown: ReadonlySet<number>; surfaceOf: ReadonlyMap<number, number> } {
	const counts = new Map<number, number>();
	for (const { material, first, end } of runs) counts.set(material, (counts.get(material) ?? 0) + end - first);
	const { nodes } = tree;
	const { name, parent } = nodes[node];
	// A group and its object correspond to the mesh and node of other formats.
	const names = parent < 0 ? [name] : [name, nodes[parent].name];
	const surfaceOf = new Map<number, number>();
	const unknown = new Set<number>();
	const surfaces = new Uint32Array(triangles.length / 3);
	for (const { material, line, first, end } of runs) {
		let surface = surfaceOf.get(material);
		if (surface === undefined) {
			const assigned = assigner.assign({
				material: material === NO_MATERIAL ? undefined : model.materials[material],
				names,
				kind: tree.meanings[node].kind,
				triangleCount: counts.get(material) as number,
				location: { line, node: name, at: vec3At(model.positions, triangles[first * 3]) },
			});
			surface = assigned.surface;
			if (assigned.unknown) unknown.add(material);
			surfaceOf.set(material, surface);
		}
		surfaces.fill(surface, first, end);
	}
	return { surfaces, unknown, surfaceOf };
}

function identity(tree: ObjTree, node: number): Pick<ScenePart, 'node' | 'name' | 'kind' | 'doorState' | 'model'> {
	const { kind, doorState, model } = tree.meanings[node];
	return {
		node,
		name: tree.nodes[node].name,
		kind,
		...(doorState === undefined ? {} : { doorState }),
		...(model === undefined || kind === 'area' ? {} : { model }),
	};
}

function withPaintedRooms(
	parts: readonly PlainPart[],
	colours: readonly (Float32Array | undefined)[],
	report: Report,
): ScenePart[] {
	const greens = createGreens();
	for (const values of colours) if (values !== undefined) collectGreens(values, greens);
	const paint = decidePaint(greens, report);
	if (paint === undefined) return [...parts];
	const meshes = parts.map(({ triangles }, part) => ({ triangles, colours: colours[part] ?? [] }));
	const rooms = paintedRooms(meshes, paint, report);
	return parts.map((part, index) => {
		const painted = rooms[index];
		return painted === undefined ? part : { ...part, paintedRooms: painted };
	});
}

/**
 * A walkable face whose diagonals are this far apart in height is reported; metres. Where another program cuts it along the other diagonal, feet of
 * characters float or sink visibly.
 */
const BENT = 0.05;
/** z of the unit normal at about 84°. On steeper quads nobody stands, so the height between their diagonals does not matter. */
const UPRIGHT = 0.1;

/** A face that is not flat, or no proper polygon; how much that matters depends on its surface. */
interface OddFace {
	readonly material: number;
	readonly corners: number;
	readonly problem: 'bent' | 'self-crossing' | 'folded';
	/** Of a bent face: how far apart its corners are. */
	readonly height: number;
	readonly location: { readonly line: number; readonly node: string; readonly at: Vec3 };
}

/** Cuts the faces of a model into triangles, in their order. */
class FaceCutter {
	/** The next face. */
	face = 0;
	/** Three times the triangles cut since `begin`. */
	length = 0;
	/** 3 vertices a triangle, of those cut since `begin`. */
	#triangles = new Uint32Array(0);
	/** The first corner of the next face. */
	#corner = 0;
	readonly #budget: ClippingBudget = clippingBudget();
	readonly #model: ObjModel;
	readonly #report: Report;
	readonly #bend: QuadBend = { offPlane: 0, level: 0 };
	#odd: OddFace[] = [];

	/** @param model its positions in area axes, metres */
	constructor(model: ObjModel, report: Report) {
		this.#model = model;
		this.#report = report;
	}

	/** Makes room for the triangles of the faces up to `end`. */
	begin(end: number): void {
		let triangles = 0;
		for (let face = this.face; face < end; face++) triangles += this.#model.faces.sizes[face] - 2;
		this.#triangles = new Uint32Array(triangles * 3);
		this.length = 0;
	}

	/** The triangles cut since `begin`, 3 vertices each, in an array of their own. */
	take(): Uint32Array {
		return this.length === this.#triangles.length ? this.#triangles : this.#triangles.slice(0, this.length);
	}

	/** Skips the faces before `end`. */
	skip(end: number): void {
		for (; this.face < end; this.face++) this.#corner += this.#model.faces.sizes[this.face];
	}

	/** Cuts the faces up to `end`. @param node name of their node, for findings */
	cut(end: number, node: string): void {
		const { vertices, sizes } = this.#model.faces;
		for (; this.face < end; this.face++) {
			const at = this.#corner;
			const size = sizes[this.face];
			if (size === 3) this.#triangle(vertices[at], vertices[at + 1], vertices[at + 2], node);
			else if (size === 4) this.#quad(vertices[at], vertices[at + 1], vertices[at + 2], vertices[at + 3], node);
			else this.#polygon(size, node);
			this.#corner += size;
		}
	}

	#add(a: number, b: number, c: number): void {
		const triangles = this.#triangles;
		const { length } = this;
		triangles[length] = a;
		triangles[length + 1] = b;
		triangles[length + 2] = c;
		this.length = length + 3;
	}

	#triangle(a: number, b: number, c: number, node: string): void {
		if (isFlatTriangle(this.#model.positions, a, b, c)) this.#tell('zero-area', 3, node);
		this.#add(a, b, c);
	}

	#quad(a: number, b: number, c: number, d: number, node: string): void {
		const { positions } = this.#model;
		const repeated = a === b || b === c || c === d || d === a;
		const split = repeated ? QUAD.twisted : splitQuad(positions, a, b, c, d);
		if (split === QUAD.ac) {
			this.#add(a, b, c);
			this.#add(a, c, d);
		} else if (split === QUAD.bd) {
			this.#add(a, b, d);
			this.#add(b, c, d);
		} else {
			this.#polygon(4, node);
			return;
		}
		bendOfQuad(positions, a, b, c, d, this.#bend);
		const { offPlane, level } = this.#bend;
		// The distance is measured across the face, and the height is what a foot notices.
		if (level > UPRIGHT && offPlane * 2 >= BENT * level) this.#note('bent', 4, node, (offPlane * 2) / level);
	}

	#polygon(size: number, node: string): void {
		const { positions, faces } = this.#model;
		const ring = faces.vertices.subarray(this.#corner, this.#corner + size);
		const { triangles, problem, offPlane } = triangulate(positions, ring, this.#budget);
		for (let i = 0; i < triangles.length; i += 3) this.#add(triangles[i], triangles[i + 1], triangles[i + 2]);
		if (problem !== undefined) this.#tell(problem, size, node);
		else if (offPlane * 2 >= BENT) this.#note('bent', size, node, offPlane * 2);
	}

	#note(problem: OddFace['problem'], corners: number, node: string, height = 0): void {
		const material = this.#model.faces.materials[this.face];
		this.#odd.push({ material, corners, problem, height, location: this.#location(node) });
	}

	/** Reports the faces since the last call that are not flat, as far as they can be walked on, and those that are no proper polygon. */
	tellShapes(isWalkable: (material: number) => boolean): void {
		const { OBJ_FACE_BENT, OBJ_FACE_IMPROPER, OBJ_WALL_IMPROPER } = OBJ_FINDINGS;
		const report = this.#report;
		for (const { material, problem, corners, height, location } of this.#odd) {
			if (problem === 'bent') {
				if (isWalkable(material)) report.add(OBJ_FACE_BENT, location, { corners, height });
			} else if (!isWalkable(material)) report.add(OBJ_WALL_IMPROPER, location, { corners });
			else report.add(OBJ_FACE_IMPROPER, location, { corners, problem });
		}
		this.#odd = [];
	}

	#tell(problem: RingProblem, corners: number, node: string): void {
		const location = this.#location(node);
		if (problem === 'self-crossing' || problem === 'folded') this.#note(problem, corners, node);
		else if (problem === 'zero-area') this.#report.add(OBJ_FINDINGS.OBJ_FACE_WITHOUT_AREA, location, { corners });
		else this.#report.add(OBJ_FINDINGS.OBJ_FACE_TOO_LARGE, location, { corners });
	}

	#location(node: string): { line: number; node: string; at: Vec3 } {
		const { positions, faces } = this.#model;
		return { line: faces.lines[this.face], node, at: vec3At(positions, faces.vertices[this.#corner]) };
	}
}
