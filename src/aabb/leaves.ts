/**
 * Nodes as builders leave them for `closeTree`. Words of a node: min xyz 0, max xyz 3, face 6, left 9, right 10 of 11; of a record: min
 * xyz 0, max xyz 3, face 6 of 8.
 */

/** Writes the leaves of faces that lie side by side in records. @param place the node of each */
export function writeLeaves(
	nodes: Int32Array,
	records: Int32Array,
	first: number,
	count: number,
	place: Int32Array,
): void {
	for (let i = 0; i < count; i++) writeLeaf(nodes, place[i], records, first + i);
}

export function writeLeaf(nodes: Int32Array, node: number, records: Int32Array, record: number): void {
	const to = node * 11;
	const from = record << 3;
	nodes[to] = records[from];
	nodes[to + 1] = records[from + 1];
	nodes[to + 2] = records[from + 2];
	nodes[to + 3] = records[from + 3];
	nodes[to + 4] = records[from + 4];
	nodes[to + 5] = records[from + 5];
	nodes[to + 6] = records[from + 6];
	nodes[to + 9] = -1;
	nodes[to + 10] = -1;
}

/** Writes the children of an inner node; all else follows from them at the end. @returns the right one */
export function writeInner(nodes: Int32Array, node: number, leftFaces: number): number {
	const right = node + (leftFaces << 1);
	nodes[node * 11 + 9] = node + 1;
	nodes[node * 11 + 10] = right;
	return right;
}
