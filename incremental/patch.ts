import { createWalkmesh, type Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { FlatArray } from './encoding.ts';
import { isHead, isIndex, isList, isRecord } from './shapes.ts';

/**
 * What the stages over a level made of one room, as small as it is: runs of array elements that differ from the room's own walkmesh.
 * For a linked room that is its transitions and the few faces and vertices along its seams.
 */
export interface MeshPatch {
	readonly head: MeshHead;
	/** Elements of the four arrays after it. */
	readonly lengths: readonly number[];
	/** For each array pairs of start and length of the runs; the values follow each other in `values`. */
	readonly runs: readonly Uint32Array[];
	readonly values: readonly FlatArray[];
}

type MeshHead = Omit<Walkmesh, 'positions' | 'faces' | 'surfaces' | 'transitions'>;

/** Runs closer than this many elements are written as one. */
const GAP = 8;

/** How a room's walkmesh differs from what it was; an empty walkmesh where there was none. */
export function patchOf(before: Walkmesh | undefined, after: Walkmesh): MeshPatch {
	const old = arraysOf(before ?? EMPTY);
	const now = arraysOf(after);
	const runs = now.map((array, i) => Uint32Array.from(differingRuns(bitsOf(old[i]), bitsOf(array))));
	return {
		head: headOf(after),
		lengths: now.map(({ length }) => length),
		runs,
		values: now.map((array, i) => gather(array, runs[i])),
	};
}

/** The walkmesh that `patchOf` was given, bit for bit. */
export function applyPatch(before: Walkmesh | undefined, { head, lengths, runs, values }: MeshPatch): Walkmesh {
	const arrays = arraysOf(before ?? EMPTY).map((old, i): FlatArray => {
		if (runs[i].length === 0 && old.length === lengths[i]) return old;
		const ArrayType = old.constructor as new (length: number) => FlatArray;
		const array = new ArrayType(lengths[i]);
		array.set(old.subarray(0, Math.min(old.length, lengths[i])));
		let from = 0;
		for (let run = 0; run < runs[i].length; run += 2) {
			array.set(values[i].subarray(from, from + runs[i][run + 1]), runs[i][run]);
			from += runs[i][run + 1];
		}
		return array;
	});
	const [positions, faces, surfaces, transitions] = arrays as [Float32Array, Uint32Array, Uint32Array, Int32Array];
	return { ...head, positions, faces, surfaces, transitions };
}

const EMPTY: Walkmesh = createWalkmesh({
	positions: new Float32Array(0),
	faces: new Uint32Array(0),
	surfaces: new Uint32Array(0),
});

/** All four arrays have elements of 4 bytes; compared as bits, for −0 and NaN. */
function bitsOf(array: FlatArray): Uint32Array {
	return new Uint32Array(array.buffer, array.byteOffset, array.length);
}

function differingRuns(old: Uint32Array, now: Uint32Array): number[] {
	const runs: number[] = [];
	let start = -1;
	let end = -1;
	for (let i = 0; i < now.length; i++) {
		if (i < old.length && old[i] === now[i]) continue;
		if (start >= 0 && i - end <= GAP) end = i + 1;
		else {
			if (start >= 0) runs.push(start, end - start);
			start = i;
			end = i + 1;
		}
	}
	if (start >= 0) runs.push(start, end - start);
	return runs;
}

function gather(array: FlatArray, runs: Uint32Array): FlatArray {
	let count = 0;
	for (let run = 1; run < runs.length; run += 2) count += runs[run];
	const ArrayType = array.constructor as new (length: number) => FlatArray;
	const values = new ArrayType(count);
	let at = 0;
	for (let run = 0; run < runs.length; run += 2) {
		values.set(array.subarray(runs[run], runs[run] + runs[run + 1]), at);
		at += runs[run + 1];
	}
	return values;
}

function headOf(mesh: Walkmesh): MeshHead {
	const { positions: _, faces: __, surfaces: ___, transitions: ____, ...head } = mesh;
	return head;
}

function arraysOf({ positions, faces, surfaces, transitions }: Walkmesh): FlatArray[] {
	return [positions, faces, surfaces, transitions];
}

export function isPatch(value: unknown): value is MeshPatch {
	if (!isRecord(value) || !isHead(value['head']) || !isList(value['lengths'], isIndex)) return false;
	const { lengths, runs, values } = value;
	if (lengths.length !== 4 || !Array.isArray(runs) || !Array.isArray(values)) return false;
	return arraysOf(EMPTY).every((array, i) => {
		if (!(runs[i] instanceof Uint32Array) || runs[i].length % 2 !== 0 || values[i]?.constructor !== array.constructor)
			return false;
		let count = 0;
		for (let run = 0; run < runs[i].length; run += 2) {
			if (runs[i][run] + runs[i][run + 1] > lengths[i]) return false;
			count += runs[i][run + 1];
		}
		return count === values[i].length;
	});
}
