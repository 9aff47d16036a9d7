import type { Report } from '../../src/findings/report.ts';
import { FLOAT } from '../../src/formats/gltf.ts';
import { compactVertices, pickTriples, usesAll } from '../../src/geometry/vertices.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { FIRST_PIN } from '../../src/pins/vocabulary.ts';
import type { WantedPrimitive } from './content.ts';
import type { AccessorLookup, AccessorValues } from './decode.ts';
import { COMPONENT_BYTES, type GltfAccessor, type GltfDocument, meshoptOf, RESTART, tellFault } from './document.ts';
import { edgeRooms } from './edge-rooms.ts';
import { GLTF_FINDINGS } from './findings.ts';
import { type Topology, topology } from './topology.ts';

/** The triangles of a primitive, in the space of its mesh; all nodes with the mesh share them. */
export interface PrimitiveMesh {
	/** 3 values for each vertex, normalized integers already converted; only vertices that triangles use. */
	readonly positions: LocalPositions;
	/** Index of each vertex in the primitive's own list; undefined when they are the same. */
	readonly vertices?: Uint32Array;
	/** 3 vertex indices for each triangle. */
	readonly triangles: Uint32Array;
	/** For each triangle the surface of a vertex attribute, −1 without one. */
	readonly surfaces?: Int32Array | undefined;
	/** For each triangle the entry of what is pinned, −1 without one. */
	readonly pins?: Int32Array | undefined;
	/** 3 for each triangle: the room painted behind an edge, −1 for none. */
	readonly rooms?: Int32Array | undefined;
}

export type LocalPositions = Float32Array | Float64Array;

/** The coordinates in an accessor of points. */
export interface Points {
	readonly positions: LocalPositions;
	/** 1 for vertices with a coordinate that is not finite; undefined when there are none. */
	readonly broken?: Uint8Array;
}

/** Reads primitives from decoded accessors. Shared accessors are read once, and their faults are reported once. */
export class PrimitiveReader {
	readonly #document: GltfDocument;
	readonly #accessors: AccessorLookup;
	readonly #report: Report;
	readonly #points = new Map<AccessorValues, Points>();
	/** Accessors with wrong bounds. Some tools round all bounds, so they become one finding. */
	readonly #misfits: { readonly pointer: string; readonly problem: string }[] = [];

	constructor(document: GltfDocument, accessors: AccessorLookup, report: Report) {
		this.#document = document;
		this.#accessors = accessors;
		this.#report = report;
	}

	/** Coordinates of a primitive's vertices. */
	points({ position, definition }: WantedPrimitive): Points {
		const accessor = this.#accessors(position, definition);
		let points = this.#points.get(accessor);
		if (points === undefined) {
			const survey = surveyPoints(accessor);
			points = survey.points;
			this.#points.set(accessor, points);
			this.#compareBounds(position, survey.min, survey.max);
			this.#tellWithoutData(position, survey);
		}
		return points;
	}

	/** Indices of a primitive; undefined for one that draws its vertices in order. */
	indices({ definition }: WantedPrimitive): ArrayLike<number> | undefined {
		const { indices } = definition;
		return indices === undefined ? undefined : (this.#accessors(indices, definition).getArray() ?? []);
	}

	/** Primitives of triangles: strips and fans unrolled, unusable triangles left out with a finding, surfaces and links gathered. */
	meshes(wanted: readonly WantedPrimitive[], table: SurfaceTable): PrimitiveMesh[] {
		const drawn = wanted.map((primitive) => this.#topology(primitive));
		const rooms = edgeRooms(this.#document, wanted, drawn, this.#accessors, this.#report);
		return wanted.map((primitive, index) => {
			const { positions, broken } = this.points(primitive);
			const { triangles } = drawn[index];
			const surfaces = this.#surfaces(primitive, triangles, table);
			const pins = this.#pins(primitive, triangles);
			const mesh = { positions, triangles, surfaces, ...(pins === undefined ? {} : { pins }), rooms: rooms[index] };
			return dropUnusedVertices(broken === undefined ? mesh : this.#withoutBroken(mesh, broken, primitive));
		});
	}

	/** Reports accessors whose values are not within the bounds that the document declares. */
	tellMisfits(): void {
		const [first, ...others] = this.#misfits;
		if (first === undefined) return;
		const rest = others.length === 0 ? '' : ` (and so do ${others.length} more accessors)`;
		tellFault(this.#report, first.pointer, first.problem + rest);
	}

	#topology(primitive: WantedPrimitive): Topology {
		const { definition, mode, location } = primitive;
		const { indices: index } = definition;
		const vertexCount = this.points(primitive).positions.length / 3;
		const indices = this.indices(primitive);
		let restart: number | undefined;
		if (index !== undefined && indices !== undefined) {
			const accessor = this.#document.accessors[index];
			restart = 2 ** (8 * (COMPONENT_BYTES.get(accessor.componentType) as number)) - 1;
			if (this.#hasBounds(accessor)) this.#compareBounds(index, ...boundsOf(indices));
		}
		const declared = this.#document.extensionsUsed.includes(RESTART);
		const result = topology(mode, indices, vertexCount, restart, declared);
		const { outOfRange, badIndex = 0, restarts, incomplete, ambiguous } = result;
		const tell = (problem: string): void => tellFault(this.#report, location, problem);
		if (outOfRange > 0) {
			const data = { triangles: outOfRange, index: badIndex, vertices: vertexCount };
			this.#report.add(GLTF_FINDINGS.GLTF_INDEX_RANGE, location, data);
		}
		if (restarts > 0 && !declared) tell(`restarts at index ${restart}, which glTF does not know; it was obeyed`);
		if (ambiguous) tell(`uses index ${restart}, which is reserved; it was read as a vertex`);
		if (incomplete > 0) tell(`ends with ${incomplete} corners that make no whole triangle`);
		return result;
	}

	/** True when there are declared bounds to compare values with. Draco and the filters of meshopt move points a little, so theirs are not compared. */
	#hasBounds({ bufferView, sparse, min, max }: GltfAccessor): boolean {
		if (min === undefined && max === undefined) return false;
		if (bufferView === undefined) return sparse !== undefined;
		return (meshoptOf(this.#document.bufferViews[bufferView])?.filter ?? 'NONE') === 'NONE';
	}

	#tellWithoutData(index: number, { min, max }: { readonly min: number[]; readonly max: number[] }): void {
		const { bufferView, sparse } = this.#document.accessors[index];
		if (bufferView !== undefined || sparse !== undefined || [...min, ...max].some((value) => value !== 0)) return;
		tellFault(this.#report, `/accessors/${index}`, 'has no data, so all its points are the origin');
	}

	/** Notes wrong bounds, which are a sign that the document was edited after it was made, or made badly. */
	#compareBounds(index: number, least: readonly number[], most: readonly number[]): void {
		const accessor = this.#document.accessors[index];
		if (!this.#hasBounds(accessor)) return;
		const { min, max, componentType } = accessor;
		const problem = misfit('min', min, least, componentType) ?? misfit('max', max, most, componentType);
		if (problem === undefined) return;
		const pointer = `/accessors/${index}`;
		if (accessor.sparse === undefined || accessor.normalized !== true) this.#misfits.push({ pointer, problem });
		else this.#report.add(GLTF_FINDINGS.GLTF_SPARSE_LOST, { pointer }, { problem });
	}

	/**
	 * Reads `_SURFACE`, the id of a surface at each vertex. Tools that write it for faces split the vertices, so that the corners of a triangle agree. If
	 * they do not, or the value is negative, the triangle gets no surface from it.
	 */
	#surfaces(
		{ surface, definition, location }: WantedPrimitive,
		triangles: Uint32Array,
		table: SurfaceTable,
	): Int32Array | undefined {
		if (surface === undefined) return undefined;
		const surfaces = new Int32Array(triangles.length / 3).fill(-1);
		// The numbers as they are stored: a file that calls them normalized still means surfaces.
		const numbers = this.#accessors(surface, definition).getArray() ?? [];
		let mixed = 0;
		const unknown: number[] = [];
		for (let t = 0; t < surfaces.length; t++) {
			const id = numbers[triangles[t * 3]];
			const agree = numbers[triangles[t * 3 + 1]] === id && numbers[triangles[t * 3 + 2]] === id;
			if (!agree) mixed++;
			else if (Number.isInteger(id) && id >= 0 && id < table.surfaces.length) surfaces[t] = id;
			else if (!(id < 0)) unknown.push(id);
		}
		if (mixed + unknown.length > 0) {
			const number = unknown.length === 0 ? {} : { number: String(unknown[0]) };
			this.#report.add(GLTF_FINDINGS.GLTF_SURFACE_ATTRIBUTE, location, { mixed, unknown: unknown.length, ...number });
		}
		return surfaces;
	}

	/** Reads what is pinned of triangles whose corners agree. Quantized values may be stored as floats. */
	#pins({ pins, definition }: WantedPrimitive, triangles: Uint32Array): Int32Array | undefined {
		if (pins === undefined) return undefined;
		const numbers = this.#accessors(pins, definition).getArray() ?? [];
		return Int32Array.from({ length: triangles.length / 3 }, (_, t) => {
			const value = numbers[triangles[t * 3]];
			const agree = numbers[triangles[t * 3 + 1]] === value && numbers[triangles[t * 3 + 2]] === value;
			return agree && Number.isInteger(value) && value >= FIRST_PIN ? value - FIRST_PIN : NONE;
		});
	}

	#withoutBroken(mesh: PrimitiveMesh, broken: Uint8Array, { location }: WantedPrimitive): PrimitiveMesh {
		const { rest, lost, vertex } = dropTriangles(mesh, broken);
		if (lost > 0) this.#report.add(GLTF_FINDINGS.GLTF_NOT_FINITE, location, { triangles: lost, vertex });
		else tellFault(this.#report, location, 'has points that are not finite, which no triangle uses');
		return rest;
	}
}

/** Reads points, with the minimum and maximum of the finite stored values of x, y and z. */
function surveyPoints(accessor: AccessorValues): { points: Points; min: number[]; max: number[] } {
	const array = accessor.getArray() ?? new Float32Array(0);
	const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
	let broken: Uint8Array | undefined;
	for (let axis = 0; axis < 3; axis++) {
		let least = min[axis];
		let most = max[axis];
		for (let i = axis; i < array.length; i += 3) {
			const value = array[i];
			// The difference of anything but a finite number with itself is NaN.
			if (value - value !== 0) {
				broken ??= new Uint8Array(array.length / 3);
				broken[(i - axis) / 3] = 1;
				continue;
			}
			if (value < least) least = value;
			if (value > most) most = value;
		}
		min[axis] = least;
		max[axis] = most;
	}
	const positions = asNumbers(accessor, array);
	return { points: broken === undefined ? { positions } : { positions, broken }, min, max };
}

function asNumbers(accessor: AccessorValues, array: ArrayLike<number>): LocalPositions {
	if (array instanceof Float32Array || array instanceof Float64Array) return array;
	const result = new Float64Array(array.length);
	const point: number[] = [0, 0, 0];
	for (let at = 0; at < result.length; at += 3) result.set(accessor.getElement(at / 3, point), at);
	return result;
}

function boundsOf(values: ArrayLike<number>): [min: number[], max: number[]] {
	let least = Number.POSITIVE_INFINITY;
	let most = Number.NEGATIVE_INFINITY;
	for (let i = 0; i < values.length; i++) {
		const value = values[i];
		if (value < least) least = value;
		if (value > most) most = value;
	}
	return [[least], [most]];
}

function misfit(name: string, declared: unknown, actual: readonly number[], type: number): string | undefined {
	if (!Array.isArray(declared) || declared.length !== actual.length || !declared.every(Number.isFinite)) {
		return undefined;
	}
	const isSame =
		type === FLOAT
			? declared.every((value, i) => Math.fround(value) === Math.fround(actual[i]))
			: declared.every((value, i) => value === actual[i]);
	if (isSame) return undefined;
	return `declares ${name} [${declared.join(', ')}], but its values have [${actual.join(', ')}]`;
}

/** Lists with values for triangles: 3 in `triangles` and `rooms`, 1 in the others. */
interface TriangleLists {
	readonly triangles: Uint32Array;
	readonly surfaces?: Uint32Array | Int32Array | undefined;
	readonly pins?: Int32Array | undefined;
	readonly rooms?: Int32Array | undefined;
}

/** Leaves out the triangles that use a lost vertex. @returns the other triangles, the number left out, and the first lost vertex they used */
export function dropTriangles<T extends TriangleLists>(
	lists: T,
	isLost: Uint8Array,
): { rest: T; lost: number; vertex: number } {
	const { triangles, surfaces, pins, rooms } = lists;
	const gone = new Uint8Array(triangles.length / 3);
	for (let corner = 0; corner < triangles.length; corner++)
		if (isLost[triangles[corner]] === 1) gone[Math.floor(corner / 3)] = 1;
	if (!gone.includes(1)) return { rest: lists, lost: 0, vertex: NONE };
	const vertex = triangles.find((corner) => isLost[corner] === 1) ?? NONE;
	const isKept = (_: number, triangle: number): boolean => gone[triangle] === 0;
	const isKeptCorner = (_: number, corner: number): boolean => gone[Math.floor(corner / 3)] === 0;
	const rest = {
		...lists,
		triangles: triangles.filter(isKeptCorner),
		surfaces: surfaces?.filter(isKept),
		...(pins === undefined ? {} : { pins: pins.filter(isKept) }),
		rooms: rooms?.filter(isKeptCorner),
	};
	return { rest, lost: gone.length - rest.triangles.length / 3, vertex };
}

/**
 * Leaves out vertices that no triangle uses. Primitives often share one list of vertices; without this a thousand of them would
 * make a thousand copies of it.
 */
function dropUnusedVertices(mesh: PrimitiveMesh): PrimitiveMesh {
	const { positions, triangles } = mesh;
	if (usesAll(triangles, positions.length / 3)) return mesh;
	const { used, faces } = compactVertices(triangles);
	return { ...mesh, positions: pickTriples(positions, used), vertices: used, triangles: faces };
}
