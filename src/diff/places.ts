import { coincidentVertices } from '../mesh/coincident.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import type { Side } from './pairing.ts';

/** Two walkmeshes with places in common: a place is a point in space, whichever side has vertices there. */
export interface Places {
	/** 3 floats a vertex, those of A first; the number of a place is that of its lowest vertex. */
	readonly positions: Float32Array;
	readonly a: Side;
	readonly b: Side;
	/** 1 a place: whether a face of A has a corner there. */
	readonly inA: Uint8Array;
	readonly inB: Uint8Array;
}

/** Numbers the places of the corners of both walkmeshes. Coordinates must be equal as floats; −0 is 0. */
export function commonPlaces(a: Walkmesh, b: Walkmesh): Places {
	const positions = joined(a, b);
	return numbered(a, b, positions, coincidentVertices(positions));
}

/** The same where everything moved, so that equal coordinates on both sides mean nothing. */
export function separatePlaces(a: Walkmesh, b: Walkmesh): Places {
	const offset = a.positions.length / 3;
	const places = new Uint32Array(offset + b.positions.length / 3);
	places.set(coincidentVertices(a.positions));
	places.set(
		coincidentVertices(b.positions).map((place) => place + offset),
		offset,
	);
	return numbered(a, b, joined(a, b), places);
}

function joined(a: Walkmesh, b: Walkmesh): Float32Array {
	const positions = new Float32Array(a.positions.length + b.positions.length);
	positions.set(a.positions);
	positions.set(b.positions, a.positions.length);
	return positions;
}

function numbered(a: Walkmesh, b: Walkmesh, positions: Float32Array, places: Uint32Array): Places {
	const offset = a.positions.length / 3;
	const cornersA = a.faces.map((vertex) => places[vertex]);
	const cornersB = b.faces.map((vertex) => places[vertex + offset]);
	const inA = new Uint8Array(places.length);
	const inB = new Uint8Array(places.length);
	for (const place of cornersA) inA[place] = 1;
	for (const place of cornersB) inB[place] = 1;
	return { positions, a: { mesh: a, corners: cornersA }, b: { mesh: b, corners: cornersB }, inA, inB };
}
