import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixture, read } from './reading.ts';

const NODE_WORDS = 11;

/** Face, 4, plane, left, right of every node. */
function links(file: string): number[][] {
	const { tree } = read(fixture(file), { keepTree: true }).walkmeshes[0];
	if (tree === undefined) throw new Error('no tree');
	return Array.from({ length: tree.nodeCount }, (_, node) => [
		...tree.i32.subarray(node * NODE_WORDS + 6, (node + 1) * NODE_WORDS),
	]);
}

function boxes(text: string): number[][] {
	const { tree } = read(text, { keepTree: true }).walkmeshes[0];
	if (tree === undefined) throw new Error('no tree');
	return Array.from({ length: tree.nodeCount }, (_, node) => [
		...tree.f32.subarray(node * NODE_WORDS, node * NODE_WORDS + 6),
	]);
}

const WITH_TREE = [
	'nwmax-room.wok',
	'kotormax-model.mdl',
	'kotorjs-model.mdl',
	'pykotor-room.wok',
	'engine-room.wok',
	'messy-room.wok',
];

describe('the aabb block', () => {
	it.each(WITH_TREE)('of %s is a tree in pre-order, with planes from the boxes', (file) => {
		expect(links(file)).toEqual([
			// Right child's centre lies 4 m east of and 1.25 m above the left one's.
			[-1, 4, 1, 1, 4],
			// The boxes of the two floor faces are the same: nothing lies in any direction.
			[-1, 4, 4, 2, 3],
			[0, 4, 0, -1, -1],
			[1, 4, 0, -1, -1],
			[-1, 4, 4, 5, 6],
			[2, 4, 0, -1, -1],
			[3, 4, 0, -1, -1],
		]);
	});

	it.each(WITH_TREE)('of %s grows by 0.01 m and stands where the vertices do', (file) => {
		const text = fixture(file);
		const f = Math.fround;
		expect(boxes(text)[0]).toEqual([f(99.99), f(40.99), f(1.49), f(108.01), f(47.01), f(4.26)]);
		expect(boxes(text)[6]).toEqual([f(107.99), f(40.99), f(1.49), f(108.01), f(47.01), f(4.26)]);
	});

	it('is left to be built again unless it is asked for', () => {
		for (const file of WITH_TREE) expect(read(fixture(file)).walkmeshes[0].tree).toBeUndefined();
	});

	it('has only finite numbers in boxes of any size', () => {
		const bound = fc.float({ noNaN: true, noDefaultInfinity: true });
		fc.assert(
			fc.property(fc.array(bound, { minLength: 6, maxLength: 6 }), (bounds) => {
				const text = `node aabb a\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 4\naabb ${bounds.join(' ')} 0\n`;
				const [box] = boxes(text);
				for (let axis = 0; axis < 3; axis++) {
					const [least, most] = [Math.min(bounds[axis], bounds[axis + 3]), Math.max(bounds[axis], bounds[axis + 3])];
					expect(box[axis]).toBe(Math.fround(least - Math.fround(0.01)));
					expect(box[axis + 3]).toBe(Math.fround(most + Math.fround(0.01)));
				}
			}),
		);
	});
});

describe('an aabb block that is no tree', () => {
	const room = (rows: string): string =>
		`node aabb a\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 2\n0 1 2 4\n2 1 0 7\naabb\n${rows}\nendnode`;
	const box = '0 0 0 1 1 0';

	it.each([
		['a list of leaves', `${box} 0\n${box} 1`, 'it is complete after 1 of 2 rows'],
		['one that ends too early', `${box} -1\n${box} 0`, 'it ends within the tree'],
		['only an inner node', `${box} -1`, 'it ends within the tree'],
		['nothing', '', 'it has no rows'],
		['a face that is not there', `${box} -1\n${box} 0\n${box} 2`, 'it names face 2, but there are 2'],
		['a tree that loses a face', `${box} 0`, 'it has no leaf for face 1'],
		['a tree that repeats a face', `${box} -1\n${box} 1\n${box} 1`, 'it has two leaves for face 1'],
		['a row of six', `${box}`, 'line 10 has 6 numbers, not 7'],
		['a row of eight', `${box} 0 5`, 'line 10 has 8 numbers, not 7'],
		['a bound that is none', '0 0 nan 1 1 0 0', 'a bound of line 10 is not a finite number'],
		['a bound beyond float32', '0 0 1e39 1 1 0 0', 'a bound of line 10 is not a finite number'],
		['half a face', `${box} 0.5`, 'the last number of line 10 is not a face'],
	])('%s', (_, rows, reason) => {
		const { walkmeshes, findings } = read(room(rows), { keepTree: true });
		expect(walkmeshes[0].tree).toBeUndefined();
		expect(findings).toEqual([
			`line 9, node "a": warning ASCII_TREE_UNUSABLE: The aabb block is not a valid tree: ${reason}. Building the tree from the geometry.`,
		]);
	});

	it('is told of broken rows even when it is not kept', () => {
		expect(read(room('1 2 3')).findings).toHaveLength(1);
		expect(read(room(`${box} 0\n${box} 1`)).findings).toEqual([]);
	});

	it('counts boxes that do not hold their face', () => {
		const { walkmeshes, findings } = read(room(`${box} -1\n${box} 0\n5 5 5 6 6 6 1`), { keepTree: true });
		expect(walkmeshes[0].tree?.nodeCount).toBe(3);
		expect(findings).toEqual([
			'line 9, node "a": warning ASCII_TREE_BOXES: AABB tree: 1 of 2 faces extend beyond their boxes.',
		]);
	});

	it('cannot be turned with its node', () => {
		const turned = room(`${box} -1\n${box} 0\n${box} 1`).replace('verts 3', 'orientation 0 0 1 1.5\nverts 3');
		const { walkmeshes, findings } = read(turned, { keepTree: true, space: 'relative' });
		expect(walkmeshes[0].tree).toBeUndefined();
		expect(findings.join('\n')).toContain('the node is turned, and boxes cannot be');
	});

	it('may be deep without end', () => {
		const faces = Array.from({ length: 20001 }, () => '0 1 2 4').join('\n');
		const rows = Array.from({ length: 20000 }, (_, face) => `${box} -1\n${box} ${face}`).join('\n');
		const text = room(`${rows}\n${box} 20000`).replace('faces 2\n0 1 2 4\n2 1 0 7', `faces 20001\n${faces}`);
		const { walkmeshes } = read(text, { keepTree: true });
		expect(walkmeshes[0].tree?.nodeCount).toBe(40001);
	});
});
