import type { Accessor, Document, Node, Primitive } from '@gltf-transform/core';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import { geometryChecksum, type InspectionStamp } from '../../src/scene/inspection.ts';
import { surfaceByName } from '../../src/walkmesh/surface-names.ts';
import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import { DOOR_STATES, NONE, type Walkmesh } from '../../src/walkmesh/walkmesh.ts';

const TRIANGLES = 4;

/**
 * Reads back the walkmeshes of an inspection file exactly as they were: vertices, face order, links, hooks.
 *
 * @returns undefined when the document is none of ours or was changed since it was written: moved nodes, other materials, other
 * vertices, further meshes. Then it is a scene like any other.
 */
export function readInspection(document: Document, table: SurfaceTable): Walkmesh[] | undefined {
	const stamped: Node[] = [];
	for (const node of document.getRoot().listNodes()) {
		if (stampOf(node) !== undefined) stamped.push(node);
		else if (hasTriangles(node)) return undefined;
	}
	const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
	const shown = scene?.listChildren() ?? [];
	if (stamped.length === 0 || shown.length !== stamped.length) return undefined;
	const meshes: Walkmesh[] = [];
	for (const node of shown) {
		const mesh = readStamped(node, table);
		if (mesh === undefined) return undefined;
		meshes.push(mesh);
	}
	return meshes;
}

function readStamped(node: Node, table: SurfaceTable): Walkmesh | undefined {
	const stamp = stampOf(node);
	if (stamp === undefined) return undefined;
	const geometry = readGeometry(node, table);
	if (geometry === undefined || geometryChecksum(geometry) !== stamp.checksum) return undefined;
	const header = stamp.header.map(Number);
	const triple = (index: number): Vec3 => [header[index * 3], header[index * 3 + 1], header[index * 3 + 2]];
	if (!standsWhereWritten(node, stamp.kind === 'area' ? [0, 0, 0] : triple(0))) return undefined;
	const transitions = new Int32Array(geometry.faces.length).fill(NONE);
	for (let i = 0; i < stamp.transitions.length; i += 2) {
		if (!(stamp.transitions[i] < transitions.length)) return undefined;
		transitions[stamp.transitions[i]] = stamp.transitions[i + 1];
	}
	return {
		...geometry,
		name: stamp.name,
		kind: stamp.kind,
		...(stamp.doorState === undefined ? {} : { doorState: stamp.doorState }),
		transitions,
		position: triple(0),
		hooks: { relative1: triple(1), relative2: triple(2), absolute1: triple(3), absolute2: triple(4) },
	};
}

type Geometry = Pick<Walkmesh, 'positions' | 'faces' | 'surfaces'>;

function readGeometry(node: Node, table: SurfaceTable): Geometry | undefined {
	const primitives = node.getMesh()?.listPrimitives() ?? [];
	if (primitives.length === 0) {
		return { positions: new Float32Array(0), faces: new Uint32Array(0), surfaces: new Uint32Array(0) };
	}
	const shared = primitives[0].getAttribute('POSITION');
	const positions = shared === null ? undefined : positionsFromGltfAxes(shared);
	if (positions === undefined || primitives.some((primitive) => primitive.getAttribute('POSITION') !== shared)) {
		return undefined;
	}
	const triangles = primitives.filter((primitive) => primitive.getMode() === TRIANGLES);
	const faceCount = triangles.reduce((sum, primitive) => sum + (primitive.getIndices()?.getCount() ?? 0) / 3, 0);
	const faces = new Uint32Array(faceCount * 3);
	const surfaces = new Uint32Array(faceCount);
	for (const primitive of triangles) if (!placeRuns(primitive, table, faces, surfaces)) return undefined;
	return { positions, faces, surfaces };
}

/** Puts the faces of one surface back where they were; false where the numbers do not fit. */
function placeRuns(primitive: Primitive, table: SurfaceTable, faces: Uint32Array, surfaces: Uint32Array): boolean {
	const surface = surfaceOf(primitive, table);
	const indices = primitive.getIndices()?.getArray();
	const runs = (primitive.getExtras()['wokflow'] as { runs?: unknown } | undefined)?.runs;
	if (surface === undefined || !indices || !Array.isArray(runs) || runs.length % 2 !== 0) return false;
	let at = 0;
	for (let run = 0; run < runs.length; run += 2) {
		const [first, count] = [runs[run], runs[run + 1]];
		if (!isIndex(first) || !isIndex(count) || first + count > surfaces.length) return false;
		if ((at + count) * 3 > indices.length) return false;
		surfaces.fill(surface, first, first + count);
		faces.set(indices.subarray(at * 3, (at + count) * 3), first * 3);
		at += count;
	}
	return at * 3 === indices.length;
}

/** By the material's name, which an editor's user would change; `wok_45` may lie beyond the table. */
function surfaceOf(primitive: Primitive, table: SurfaceTable): number | undefined {
	const name = primitive.getMaterial()?.getName() ?? '';
	const number = /^wok_(\d+)$/.exec(name);
	return number === null ? surfaceByName(table, name)?.surface : Number(number[1]);
}

function positionsFromGltfAxes(accessor: Accessor): Float32Array | undefined {
	const array = accessor.getArray();
	if (!(array instanceof Float32Array) || accessor.getType() !== 'VEC3') return undefined;
	const result = new Float32Array(array.length);
	for (let i = 0; i < array.length; i += 3) {
		result[i] = array[i];
		result[i + 1] = -array[i + 2];
		result[i + 2] = array[i + 1];
	}
	return result;
}

function standsWhereWritten(node: Node, [x, y, z]: Vec3): boolean {
	const stands = [x, z, -y].every((value, axis) => isNear(node.getTranslation()[axis], value));
	const turned = [0, 0, 0, 1].some((value, axis) => !isNear(node.getRotation()[axis], value));
	return stands && !turned && node.getScale().every((factor) => isNear(factor, 1));
}

/** Writers leave out a translation that is nearly none. Nobody moves a node by so little. */
function isNear(value: number, expected: number): boolean {
	return Math.abs(value - expected) <= 1e-4 + Math.abs(expected) * 1e-6;
}

function hasTriangles(node: Node): boolean {
	return (
		node
			.getMesh()
			?.listPrimitives()
			.some((primitive) => primitive.getMode() >= TRIANGLES) ?? false
	);
}

function stampOf(node: Node): InspectionStamp | undefined {
	const stamp = node.getExtras()['wokflow'] as Partial<InspectionStamp> | undefined;
	const sound =
		stamp?.version === 1 &&
		typeof stamp.name === 'string' &&
		(stamp.kind === 'area' || stamp.kind === 'placeable' || stamp.kind === 'door') &&
		(stamp.doorState === undefined || DOOR_STATES.includes(stamp.doorState)) &&
		Array.isArray(stamp.header) &&
		stamp.header.length === 15 &&
		Array.isArray(stamp.transitions) &&
		stamp.transitions.length % 2 === 0 &&
		stamp.transitions.every(Number.isInteger);
	return sound ? (stamp as InspectionStamp) : undefined;
}

function isIndex(value: unknown): value is number {
	return Number.isInteger(value) && (value as number) >= 0;
}
