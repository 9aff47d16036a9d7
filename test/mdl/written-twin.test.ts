import { describe, expect, test } from 'vitest';
import { decodeMdl } from '../../game/mdl/decode.ts';
import { FILE_HEADER, MESH, FACE as MODEL_FACE } from '../../game/mdl/mdl.ts';
import { compareTwin, type TwinRoom } from '../../game/mdl/twin.ts';
import { writeTwin } from '../../game/mdl/write-twin.ts';
import { Report } from '../../src/findings/report.ts';
import { removeFaces } from '../../src/geometry/faces.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { type AabbTree, FACE, LEFT, NODE_WORDS, RIGHT } from '../../src/tree/tree.ts';
import { type ReferenceMesh, type ReferenceTree, readReferenceModel } from '../reference/mdl.ts';
import { makeTwins, roomOf, type Twins } from '../support/twins.ts';

/** What a model says of the mesh that is written into it, computed in the most obvious way from its vertices and faces. */

function write(own: Twins, room: TwinRoom, files: { mdl: Uint8Array; mdx?: Uint8Array } = own.files) {
	const report = new Report();
	const mdl = decodeMdl(files.mdl, new Report());
	if (mdl.walkmesh === undefined) throw new Error('the node is gone');
	return { made: writeTwin(files, mdl, mdl.walkmesh, room, own.at, report), report };
}

const isTwin = ({ flags }: { flags: number }): boolean => (flags & 0x200) !== 0;

function partsOf(files: { mdl: Uint8Array; mdx?: Uint8Array }) {
	const { nodes, ...rest } = readReferenceModel(files.mdl, files.mdx ?? new Uint8Array(0));
	const twin = nodes.find(isTwin) as (typeof nodes)[number] & { mesh: ReferenceMesh };
	return { ...rest, twin, others: nodes.filter((node) => !isTwin(node)) };
}

const meshOf = (files: { mdl: Uint8Array; mdx?: Uint8Array }): ReferenceMesh => partsOf(files).twin.mesh;

type Point = readonly number[];
const key = (point: Point): string => point.map((value) => Math.round(value * 1000)).join(' ');
const subtract = (a: Point, b: Point): number[] => a.map((value, axis) => value - b[axis]);
const cross = (a: Point, b: Point): number[] =>
	[0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
const near = (found: readonly number[], wanted: readonly number[], what: string): void => {
	expect(found, what).toHaveLength(wanted.length);
	for (const [i, value] of found.entries()) expect(value, `${what} ${i}`).toBeCloseTo(wanted[i], 4);
};

test('parts of a node that share bytes are not written over one another', () => {
	const own = makeTwins();
	const mdl = own.files.mdl.slice();
	const view = new DataView(mdl.buffer);
	const { mesh } = own.twin;
	const word = (at: number): number => view.getUint32(FILE_HEADER + at, true);
	// The list that says where the indices are lies within the faces, in a word that is written again.
	const inFaces = word(mesh.offset + MESH.faces) + MODEL_FACE.normal;
	view.setUint32(FILE_HEADER + inFaces, word(word(mesh.offset + MESH.indexOffsets)), true);
	view.setUint32(FILE_HEADER + mesh.offset + MESH.indexOffsets, inFaces, true);
	const { made } = write(own, own.room, { ...own.files, mdl });
	expect(made).toBeDefined();
	const again = decodeMdl((made as { mdl: Uint8Array }).mdl, new Report());
	expect(again.walkmesh?.mesh.faces).toStrictEqual(own.room.walkmesh.faces);
});

/** Box, middle, radius and area of a mesh. */
function expectExtents({ vertices, faces, bounds, radius, average, area }: ReferenceMesh): void {
	const places = [...new Map(vertices.map((vertex) => [key(vertex), vertex])).values()];
	const along = (axis: number): number[] => places.map((place) => place[axis]);
	near(
		bounds,
		[0, 1, 2].map((axis) => Math.min(...along(axis))).concat([0, 1, 2].map((axis) => Math.max(...along(axis)))),
		'bounds',
	);
	const middle = [0, 1, 2].map((axis) => along(axis).reduce((a, b) => a + b) / places.length);
	near(average, middle, 'middle');
	expect(radius).toBeCloseTo(Math.max(...places.map((place) => Math.hypot(...subtract(place, middle)))), 4);
	const sizes = faces.map(({ corners: [a, b, c] }) => {
		const n = cross(subtract(vertices[b], vertices[a]), subtract(vertices[c], vertices[a]));
		return Math.hypot(...n) / 2;
	});
	expect(area).toBeCloseTo(
		sizes.reduce((a, b) => a + b),
		3,
	);
}

/** Of each edge the face on its other side, by places: models repeat vertices. */
function expectNeighbours({ vertices, faces }: ReferenceMesh): void {
	const edges = new Map<string, number>();
	const edgeOf = (corners: readonly number[], k: number): [string, string] => [
		key(vertices[corners[k]]),
		key(vertices[corners[(k + 1) % 3]]),
	];
	faces.forEach(({ corners }, face) => {
		for (const k of [0, 1, 2]) edges.set(edgeOf(corners, k).join(' to '), face);
	});
	faces.forEach(({ corners, adjacent }, face) => {
		const wanted = [0, 1, 2].map((k) => edges.get(edgeOf(corners, k).toReversed().join(' to ')) ?? 0xffff);
		expect(adjacent, `face ${face}`).toEqual(wanted);
	});
}

/** Each box is that of its faces, a tenth of a millimetre more above. @returns its faces */
function expectBoxes({ vertices, faces }: ReferenceMesh, tree: ReferenceTree): number[] {
	const own =
		tree.left === undefined || tree.right === undefined
			? [tree.face]
			: [
					...expectBoxes({ vertices, faces } as ReferenceMesh, tree.left),
					...expectBoxes({ vertices, faces } as ReferenceMesh, tree.right),
				];
	expect(tree.face, 'of an inner node').toBe(own.length === 1 ? own[0] : -1);
	const points = own.flatMap((face) => faces[face].corners.map((vertex) => vertices[vertex]));
	const along = (axis: number): number[] => points.map((point) => point[axis]);
	near(
		tree.box,
		[0, 1, 2]
			.map((axis) => Math.min(...along(axis)))
			.concat([0, 1, 2].map((axis) => Math.max(...along(axis)) + 0.0001)),
		'box',
	);
	return own;
}

/** Rows of vertices that were there stay as they are; others have their place and normal, and nothing else. */
function expectRows({ vertices, faces, rows }: ReferenceMesh, before: ReferenceMesh): { old: number; fresh: number } {
	const counts = { old: 0, fresh: 0 };
	vertices.forEach((vertex, index) => {
		const known = before.vertices.findIndex((other) => Math.hypot(...subtract(other, vertex)) < 1e-5);
		if (known >= 0) {
			counts.old++;
			expect(rows[index], `row ${index}`).toBe(before.rows[known]);
			return;
		}
		counts.fresh++;
		const normals = faces.filter(({ corners }) => corners.includes(index)).map(({ normal }) => normal);
		const sum = [0, 1, 2].map((axis) => normals.reduce((total, normal) => total + normal[axis], 0));
		const length = Math.hypot(...sum);
		const wanted = length === 0 ? [0, 0, 1] : sum.map((value) => value / length);
		const bytes = Buffer.from(rows[index], 'hex');
		near(
			[0, 4, 8, 12, 16, 20, 24, 28].map((at) => bytes.readFloatLE(at)),
			[...vertex, ...wanted, 0, 0],
			`row ${index}`,
		);
	});
	expect(rows.at(-1)).toBe(before.rows.at(-1));
	return counts;
}

/** A step: walls and floors at right angles, so that normals of vertices are means. */
const steps = (x: number): number => (x > 0 ? 1 : 0);

describe('a mesh that is written into a model', () => {
	const own = makeTwins({ size: [3, 2] });
	const smaller = makeTwins({ size: [2, 1] }).room.walkmesh;
	const gone = new Uint8Array(own.room.walkmesh.surfaces.length);
	gone[1] = 1;
	const rooms: readonly (readonly [string, TwinRoom])[] = [
		['the same', own.room],
		['moved', roomOf(moveWalkmesh(own.room.walkmesh, translation([0.5, 0.25, 0.125])))],
		['larger', makeTwins({ size: [4, 3] }).room],
		['smaller', roomOf(smaller)],
		['with a face less', roomOf(removeFaces(own.room.walkmesh, gone))],
		['of another surface', roomOf({ ...own.room.walkmesh, surfaces: own.room.walkmesh.surfaces.with(0, 7) })],
		['with steps', makeTwins({ size: [3, 2], height: steps }).room],
	];

	test.each(rooms)('has extents, neighbours, boxes and rows that are its own: %s', (name, room) => {
		for (const game of ['k1', 'k2'] as const) {
			const model = makeTwins({ size: [3, 2], game });
			const { made } = write(model, room);
			const [old, written] = [model.files, made as NonNullable<typeof made>].map(partsOf);
			const { mesh: before, ...node } = old.twin;
			const { mesh, ...sameNode } = written.twin;
			expect([written.others, written.animations, written.header]).toEqual([old.others, old.animations, old.header]);
			expect(written.sizes).toEqual([(made?.mdl.length ?? 0) - 12, made?.mdx?.length, made?.mdx?.length]);
			expect(sameNode).toEqual(node);
			expect(mesh.looks).toBe(before.looks);
			expect(mesh.indices).toEqual(mesh.faces.flatMap(({ corners }) => corners));
			const again = decodeMdl(made?.mdl as Uint8Array, new Report());
			expect(compareTwin(again, again.walkmesh as NonNullable<typeof again.walkmesh>, room, model.at, K1).inStep).toBe(
				true,
			);
			expect(mesh.faces.map(({ surface }) => surface)).toEqual([...room.walkmesh.surfaces]);
			expectExtents(mesh);
			expectNeighbours(mesh);
			expect(expectBoxes(mesh, mesh.tree as ReferenceTree).sort((a, b) => a - b)).toEqual([
				...room.walkmesh.surfaces.keys(),
			]);
			const { old: kept, fresh } = expectRows(mesh, before);
			if (name === 'the same') {
				expect(fresh).toBe(0);
				expect([made?.mdl.length, made?.mdx?.length]).toEqual([model.files.mdl.length, model.files.mdx.length]);
			}
			if (name === 'moved') expect(kept).toBe(0);
			for (const { corners, normal, distance } of mesh.faces) {
				const [a, b, c] = corners.map((vertex) => mesh.vertices[vertex]);
				const n = cross(subtract(b, a), subtract(c, a));
				near(
					normal,
					n.map((value) => value / Math.hypot(...n)),
					'normal',
				);
				expect(distance).toBeCloseTo(-(normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2]), 4);
			}
		}
	});

	test('takes the vertices of the model where they are nearly there, bit for bit', () => {
		const positions = own.room.walkmesh.positions.map((value) => value + 4e-5);
		const { made } = write(own, { ...own.room, walkmesh: { ...own.room.walkmesh, positions } });
		const before = new Set(meshOf(own.files).vertices.map((vertex) => vertex.join(' ')));
		for (const vertex of meshOf(made as NonNullable<typeof made>).vertices)
			expect(before.has(vertex.join(' '))).toBe(true);
	});

	test('keeps an area that is not that of its faces', () => {
		const mdl = own.files.mdl.slice();
		const view = new DataView(mdl.buffer);
		const { area } = meshOf(own.files);
		const at = [...Array(mdl.length - 4).keys()].filter((i) => view.getFloat32(i, true) === area);
		expect(at).toHaveLength(1);
		for (const [said, isReplaced] of [
			[area * 1.005, true],
			[area * 1.05, false],
			[0, false],
		] as const) {
			view.setFloat32(at[0], said, true);
			const { made } = write(own, makeTwins({ size: [2, 2] }).room, { ...own.files, mdl });
			const mesh = meshOf(made as NonNullable<typeof made>);
			if (isReplaced) expectExtents(mesh);
			else expect(mesh.area).toBe(Math.fround(said));
		}
	});
});

describe('tables of a model that somebody else uses, too', () => {
	/** Where the fields of the drawn mesh, and of that of the walkmesh, stand. */
	function meshes(mdl: Uint8Array): readonly [drawn: number, walkmesh: number, view: DataView] {
		const view = new DataView(mdl.buffer, mdl.byteOffset, mdl.byteLength);
		// Nothing stands at whole words.
		const words = [...Array(mdl.length - 4).keys()];
		const [drawn, walkmesh] = words.filter((at) => view.getUint32(at, true) === 4216656);
		return [drawn, walkmesh, view];
	}

	test.each([
		['vertices', [328]],
		['faces, vertices and rows', [8, 324, 328]],
	])('are left as they are: %s', (_, fields) => {
		const own = makeTwins({ size: [3, 2] });
		const mdl = own.files.mdl.slice();
		const [drawn, walkmesh, view] = meshes(mdl);
		for (const field of fields) view.setUint32(drawn + field, view.getUint32(walkmesh + field, true), true);
		view.setUint16(drawn + 304, view.getUint16(walkmesh + 304, true), true);
		const files = { ...own.files, mdl };
		const { made } = write(own, roomOf(moveWalkmesh(own.room.walkmesh, translation([1, 0, 0]))), files);
		expect(made).toBeDefined();
		expect(partsOf(made as NonNullable<typeof made>).others).toEqual(partsOf(files).others);
		expectExtents(meshOf(made as NonNullable<typeof made>));
	});

	test('are left as they are: rows of the second file', () => {
		const own = makeTwins({ size: [3, 2] });
		const mdl = own.files.mdl.slice();
		const [drawn, walkmesh, view] = meshes(mdl);
		view.setUint32(drawn + 324, view.getUint32(walkmesh + 324, true), true);
		const { made } = write(own, roomOf(moveWalkmesh(own.room.walkmesh, translation([1, 0, 0]))), { ...own.files, mdl });
		const { mdx } = made as { mdx: Uint8Array };
		expect(mdx.subarray(0, own.files.mdx.length)).toEqual(own.files.mdx);
		expect(mdx.length).toBeGreaterThan(own.files.mdx.length);
	});

	test('are cleared where what is new needs less room', () => {
		const own = makeTwins({ size: [4, 3] });
		const { made } = write(own, roomOf(makeTwins({ size: [1, 1] }).room.walkmesh));
		const { mdl, mdx } = made as { mdl: Uint8Array; mdx: Uint8Array };
		expect([mdl.length, mdx.length]).toEqual([own.files.mdl.length, own.files.mdx.length]);
		// Of the second file 5 rows belong to the drawn mesh, and of 73 rows 5 are left: 4 vertices, and what ends them.
		expect(mdx.subarray(10 * 32).every((byte) => byte === 0)).toBe(true);
		const [, walkmesh, view] = meshes(mdl);
		const facesAt = view.getUint32(walkmesh + 8, true) + 12;
		expect(mdl.subarray(facesAt + 2 * 32, facesAt + 24 * 32).every((byte) => byte === 0)).toBe(true);
		expect(mdl.subarray(facesAt, facesAt + 2 * 32).some((byte) => byte !== 0)).toBe(true);
	});

	test.each<[string, (view: DataView, at: number) => void, string]>([
		['of 1028 bytes', (view, at) => view.setUint32(at + 252, 1028, true), 'it has rows of 1028 bytes'],
		['of 30 bytes', (view, at) => view.setUint32(at + 252, 30, true), 'it has rows of 30 bytes'],
		['that end within a place', (view, at) => view.setUint32(at + 260, 24, true), 'it has rows of 32 bytes'],
		['that end within a normal', (view, at) => view.setUint32(at + 264, 24, true), 'it has rows of 32 bytes'],
		['that lie behind the end', (view, at) => view.setUint32(at + 324, 5 * 32 + 4, true), 'it is too short'],
	])('rows %s are not written', (_, change, problem) => {
		const own = makeTwins({ size: [2, 1] });
		const mdl = own.files.mdl.slice();
		const [, walkmesh, view] = meshes(mdl);
		change(view, walkmesh);
		const { made, report } = write(own, own.room, { ...own.files, mdl });
		expect(made).toBeUndefined();
		expect(report.findings.map(({ data }) => data)).toEqual([{ problem }]);
	});

	test.each<[string, (view: DataView, at: number) => void, number]>([
		['a place at the end', (view, at) => view.setUint32(at + 260, 20, true), 20],
		['a normal at the end', (view, at) => view.setUint32(at + 264, 20, true), 0],
		['no place', (view, at) => view.setInt32(at + 260, -1, true), -1],
		['no normal', (view, at) => view.setInt32(at + 264, -1, true), 0],
	])('rows with %s are', (_, change, place) => {
		const own = makeTwins({ size: [2, 1] });
		const mdl = own.files.mdl.slice();
		const [, walkmesh, view] = meshes(mdl);
		change(view, walkmesh);
		const { made } = write(own, roomOf(moveWalkmesh(own.room.walkmesh, translation([1, 2, 0.5]))), {
			...own.files,
			mdl,
		});
		const { rows, vertices } = meshOf(made as NonNullable<typeof made>);
		for (const [i, vertex] of vertices.entries()) {
			const bytes = Buffer.from(rows[i], 'hex');
			if (place >= 0)
				near(
					[0, 4, 8].map((at) => bytes.readFloatLE(place + at)),
					vertex,
					'place',
				);
			else expect(bytes.readFloatLE(0)).toBe(0);
		}
	});

	test('a mesh without rows needs no second file', () => {
		const own = makeTwins({ size: [2, 1] });
		const mdl = own.files.mdl.slice();
		const [, walkmesh, view] = meshes(mdl);
		view.setUint32(walkmesh + 252, 0, true);
		const { made, report } = write(own, own.room, { mdl });
		expect(report.findings).toEqual([]);
		expect(Object.keys(made as object)).toEqual(['mdl']);
		expectExtents(meshOf(made as NonNullable<typeof made>));
	});

	test('a mesh without lists of corners gets none', () => {
		const own = makeTwins({ size: [2, 1] });
		for (const field of [180, 192]) {
			const mdl = own.files.mdl.slice();
			const [, walkmesh, view] = meshes(mdl);
			view.setUint32(walkmesh + field, 0, true);
			const listAt = view.getUint32(walkmesh + 176, true);
			const { made } = write(own, makeTwins({ size: [3, 1] }).room, { ...own.files, mdl });
			const written = made as { mdl: Uint8Array };
			expect(new DataView(written.mdl.buffer).getUint32(listAt + 12, true)).toBe(view.getUint32(listAt + 12, true));
		}
	});
});

describe('a tree', () => {
	const own = makeTwins({ size: [2, 1] });
	const { room } = own;
	const changed = (change: (words: Int32Array) => void, nodeCount = room.tree.nodeCount): AabbTree => {
		const i32 = room.tree.i32.slice();
		change(i32);
		return { i32, f32: new Float32Array(i32.buffer), nodeCount };
	};
	const leaf = [...Array(room.tree.nodeCount).keys()].findIndex((node) => room.tree.i32[node * NODE_WORDS + FACE] >= 0);
	const codes = (tree: AabbTree): (string | undefined)[] =>
		write(own, { ...room, tree }).report.findings.map(({ code }) => code);

	test.each<[string, AabbTree]>([
		['with a child that is not there', changed((words) => (words[RIGHT] = room.tree.nodeCount))],
		['with a child before all', changed((words) => (words[LEFT] = -1))],
		['that leads back to itself', changed((words) => (words[RIGHT] = 0))],
		['with a node twice', changed((words) => (words[RIGHT] = words[LEFT]))],
		[
			'with a face that is not there',
			changed((words) => (words[leaf * NODE_WORDS + FACE] = room.walkmesh.surfaces.length)),
		],
		[
			'with a face twice',
			changed((words) => (words[leaf * NODE_WORDS + FACE] = words[(leaf + 1) * NODE_WORDS + FACE])),
		],
		['of one leaf', changed((words) => (words[FACE] = 0))],
		['of nothing', changed(() => {}, 0)],
	])('%s is not written', (_, tree) => {
		expect(codes(tree)).toEqual(['TWIN_TREE_UNFIT']);
	});

	test('in another order is written from its root on, each left child behind its parent', () => {
		// All nodes but the root the other way round.
		const count = room.tree.nodeCount;
		const moved = (node: number): number => (node <= 0 ? node : count - node);
		const tree = changed((words) => {
			for (let node = 0; node < count; node++) {
				const own = room.tree.i32.slice(node * NODE_WORDS, (node + 1) * NODE_WORDS);
				for (const child of [LEFT, RIGHT]) own[child] = moved(own[child]);
				words.set(own, moved(node) * NODE_WORDS);
			}
		});
		expect(codes(tree)).toEqual([]);
		const [once, again] = [room.tree, tree].map(
			(each) => meshOf(write(own, { ...room, tree: each }).made as never).tree,
		);
		expect(again).toEqual(once);
	});
});

test.each([
	[0xffff, 3],
	[3, 0xffff],
])('%d faces of %d vertices are too many', (faceCount, vertexCount) => {
	const own = makeTwins({ size: [1, 1] });
	const walkmesh = {
		...own.room.walkmesh,
		positions: new Float32Array(vertexCount * 3),
		faces: new Uint32Array(faceCount * 3),
		surfaces: new Uint32Array(faceCount),
	};
	const { made, report } = write(own, { ...own.room, walkmesh });
	expect(made).toBeUndefined();
	expect(report.findings.map(({ code, data }) => [code, data])).toEqual([
		['TWIN_TOO_LARGE', { faces: faceCount, vertices: vertexCount }],
	]);
});
