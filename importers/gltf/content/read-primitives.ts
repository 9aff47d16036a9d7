import type { Accessor } from '@gltf-transform/core';
import type { Location, Report } from '../../../src/findings/report.ts';
import type { SurfaceTable } from '../../../src/walkmesh/surfaces.ts';
import { extrasOf, type GltfDocument, RESTART, UNSIGNED_BYTE, UNSIGNED_SHORT } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { readPaint } from './colours.ts';
import { boundsOf } from './declared-bounds.ts';
import { applyTransitions, transitionPairs } from './edge-rooms.ts';
import type { DecodedData } from './position-surveys.ts';
import { dropUnusedVertices, keepTriangles, type PrimitiveMesh } from './primitive.ts';
import type { PrimitiveKey, PrimitivePlaces } from './request.ts';
import { attributeSurfaces } from './surface-attribute.ts';
import { type Topology, topology } from './topology.ts';

/** A primitive to read, and where a finding about it is. */
export interface WantedPrimitive extends PrimitiveKey {
	readonly places: PrimitivePlaces;
	/** Name of the first node that shows it. */
	readonly nodeName: string;
}

/**
 * Reads primitives of triangles out of decoded accessors: strips and fans unrolled, unusable triangles left out with a finding,
 * per-face surfaces and painted links gathered.
 */
export function readPrimitives(
	document: GltfDocument,
	wanted: readonly WantedPrimitive[],
	data: DecodedData,
	table: SurfaceTable,
	report: Report,
): PrimitiveMesh[] {
	const { accessors, surveys } = data;
	const drawn = wanted.map((primitive) => {
		const { positions } = surveys.of(primitive.places);
		return readTopology(document, primitive, data, positions.length / 3, report);
	});
	const rooms = readPaint(
		wanted.map(({ places }, index) => ({
			triangles: drawn[index].triangles,
			colours: places.colours.map((place) => accessors[place]),
		})),
		report,
	);
	readTransitions(document, wanted, drawn, rooms, report);
	return wanted.map((primitive, index) => {
		const { triangles } = drawn[index];
		const survey = surveys.of(primitive.places);
		const surfaces = readSurfaces(primitive, triangles, accessors, table, report);
		const painted = rooms[index];
		const mesh: PrimitiveMesh = {
			positions: survey.positions,
			triangles,
			...(surfaces === undefined ? {} : { surfaces }),
			...(painted === undefined ? {} : { rooms: painted }),
		};
		return dropUnusedVertices(withoutBroken(mesh, survey.broken, primitive, report));
	});
}

/** A primitive as a place of a finding. */
function primitivePlace({ mesh, primitive, nodeName }: PrimitiveKey & { readonly nodeName: string }): Location {
	const pointer = `/meshes/${mesh}/primitives/${primitive}`;
	return nodeName === '' ? { pointer } : { pointer, node: nodeName.slice(0, 80) };
}

function readTopology(
	document: GltfDocument,
	primitive: WantedPrimitive,
	{ accessors, bounds }: DecodedData,
	vertexCount: number,
	report: Report,
): Topology {
	const { indices, indexType, mode } = primitive.places;
	const array = indices === undefined ? undefined : (accessors[indices].getArray() ?? []);
	if (array !== undefined) {
		const index = (document.meshes ?? [])[primitive.mesh].primitives[primitive.primitive].indices ?? -1;
		if (bounds.isDeclared(index)) bounds.compare(index, boundsOf(array));
	}
	const restart = indexType === undefined ? undefined : restartValue(indexType);
	const declared = document.extensionsUsed?.includes(RESTART) ?? false;
	const result = topology(mode, array, vertexCount, restart, declared);
	const place = primitivePlace(primitive);
	const { outOfRange, badIndex = 0, restarts, incomplete, ambiguous } = result;
	if (outOfRange > 0)
		report.add(GLTF_FINDINGS.GLTF_INDEX_RANGE, place, {
			triangles: outOfRange,
			index: badIndex,
			vertices: vertexCount,
		});
	if (restarts > 0 && !declared) {
		report.add(GLTF_FINDINGS.GLTF_FAULT, place, {
			problem: `restarts at index ${restart}, which glTF does not know; it was obeyed`,
		});
	}
	if (ambiguous)
		report.add(GLTF_FINDINGS.GLTF_FAULT, place, {
			problem: `uses index ${restart}, which is reserved; it was taken for a vertex`,
		});
	if (incomplete > 0)
		report.add(GLTF_FINDINGS.GLTF_FAULT, place, {
			problem: `ends with ${incomplete} corners that make no whole triangle`,
		});
	return result;
}

function restartValue(indexType: number): number {
	if (indexType === UNSIGNED_BYTE) return 0xff;
	return indexType === UNSIGNED_SHORT ? 0xffff : 0xffffffff;
}

/** Links in extras: of a primitive for its own edges, of a mesh for the edges of all its primitives. */
function readTransitions(
	document: GltfDocument,
	wanted: readonly WantedPrimitive[],
	drawn: readonly Topology[],
	rooms: (Int32Array | undefined)[],
	report: Report,
): void {
	const byMesh = new Map<number, number[]>();
	for (const [index, { mesh }] of wanted.entries()) {
		const known = byMesh.get(mesh);
		if (known === undefined) byMesh.set(mesh, [index]);
		else known.push(index);
	}
	for (const [mesh, indices] of byMesh) {
		const definition = (document.meshes ?? [])[mesh];
		const place = { pointer: `/meshes/${mesh}/extras/transitions` };
		const pairs = transitionPairs(extrasOf(definition), place, report);
		const lists = indices.map((index) => rooms[index]);
		applyTransitions(
			pairs,
			indices.map((index) => drawn[index]),
			lists,
			place,
			report,
		);
		for (const [at, index] of indices.entries()) {
			const own = [lists[at]];
			const primitive = wanted[index];
			const ownPairs = transitionPairs(
				extrasOf(definition.primitives[primitive.primitive]),
				primitivePlace(primitive),
				report,
			);
			applyTransitions(ownPairs, [drawn[index]], own, primitivePlace(primitive), report);
			rooms[index] = own[0];
		}
	}
}

function readSurfaces(
	primitive: WantedPrimitive,
	triangles: Uint32Array,
	accessors: readonly Accessor[],
	table: SurfaceTable,
	report: Report,
): Int32Array | undefined {
	const { surface } = primitive.places;
	if (surface === undefined) return undefined;
	const { surfaces, mixed, unknown, firstUnknown } = attributeSurfaces(
		accessors[surface],
		triangles,
		table.surfaces.length,
	);
	if (mixed + unknown > 0) {
		report.add(GLTF_FINDINGS.GLTF_SURFACE_ATTRIBUTE, primitivePlace(primitive), {
			mixed,
			unknown,
			...(firstUnknown === undefined ? {} : { number: String(firstUnknown) }),
		});
	}
	return surfaces;
}

/** Leaves out triangles with a corner that is nowhere. */
function withoutBroken(
	mesh: PrimitiveMesh,
	broken: Uint8Array | undefined,
	primitive: WantedPrimitive,
	report: Report,
): PrimitiveMesh {
	if (broken === undefined) return mesh;
	const { triangles } = mesh;
	const keep = new Uint8Array(triangles.length / 3);
	let lost = 0;
	let first = -1;
	for (let t = 0; t < keep.length; t++) {
		const bad = [0, 1, 2].find((corner) => broken[triangles[t * 3 + corner]] === 1);
		if (bad === undefined) keep[t] = 1;
		else if (lost++ === 0) first = triangles[t * 3 + bad];
	}
	if (lost > 0)
		report.add(GLTF_FINDINGS.GLTF_NOT_FINITE, primitivePlace(primitive), { triangles: lost, vertex: first });
	else
		report.add(GLTF_FINDINGS.GLTF_FAULT, primitivePlace(primitive), {
			problem: 'has points that are not finite, which no triangle uses',
		});
	return keepTriangles(mesh, keep);
}
