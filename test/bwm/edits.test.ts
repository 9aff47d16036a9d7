import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASCII_FINDINGS as A } from '../../src/bwm/ascii-findings.ts';
import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { DERIVE_FINDINGS as D, deriveBwm, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { type BwmEdits, changedTables, edgesOfHoles, editBwm } from '../../src/bwm/edit.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { actionsOf, REBUILD_FILE } from '../../src/model/advice.ts';
import { K1, walkableFaces } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { adjacency, perimeters, walkableFirst } from '../reference/derive.ts';
import { codesOf } from '../support/codes.ts';
import { runs } from '../support/thorough.ts';
import { anyWalkmesh, bitsOf, floor } from '../support/walkmeshes.ts';

describe('findings about walkmeshes and their texts', () => {
	test('say what can be done', () => {
		const either = [
			{ option: 'space', value: 'relative' },
			{ option: 'space', value: 'area' },
		];
		expect([A.ASCII_VERTEX_SPACE, A.ASCII_VERTEX_SPACE_GUESSED].map(actionsOf)).toEqual([either, either]);
		expect(actionsOf(A.ASCII_MODEL_OF_OBJECT)).toEqual([{ option: 'dialect', value: 'engine' }]);
		expect(actionsOf(A.ASCII_MODEL_WITHOUT_LAYOUT)).toEqual([{ option: 'layout', placeholder: 'FILE' }]);
		expect(actionsOf(D.BWM_FAULT)).toEqual([REBUILD_FILE]);
	});
});

/** A file whose normals, distances and root word no derivation gives, so that what is kept can be told from what is made again. */
function oddFile(mesh: Walkmesh): BwmFile {
	const file = deriveBwm(mesh, K1, new Report());
	return {
		...file,
		normals: file.normals.map((_, i) => i + 0.5),
		distances: file.distances.map((_, i) => -i - 0.25),
		aabbRoot: 77,
		position: Float32Array.of(-0, 2, 3),
	};
}

function edited(file: BwmFile, edits: BwmEdits, report = new Report()): BwmFile {
	return editBwm(file, walkmeshFromBwm(file, { name: 'any' }, new Report()), edits, K1, report);
}

const triples = <T>(list: ArrayLike<T>): T[][] =>
	Array.from({ length: list.length / 3 }, (_, i) => [list[i * 3], list[i * 3 + 1], list[i * 3 + 2]]);

const rooms = (file: BwmFile): [edge: number, room: number][] =>
	Array.from({ length: file.edges.length / 2 }, (_, row) => [file.edges[row * 2], file.edges[row * 2 + 1]]);

/** What must come out: every face carries all that is known of it to its new number, and only the tables of the ground are made again. */
function naivelyEdited(file: BwmFile, surfaces: ReadonlyMap<number, number>) {
	const materials = [...file.materials].map((surface, face) => surfaces.get(face) ?? surface);
	const order = walkableFirst(walkableFaces(K1, Uint32Array.from(materials)));
	const faces = order.flatMap((face) => triples(file.faces)[face]);
	const walkable = order.map((face) => walkableFaces(K1, Uint32Array.of(materials[face]))[0]);
	const links = new Map(rooms(file));
	const loops = perimeters(faces, walkable);
	return {
		faces,
		materials: order.map((face) => materials[face]),
		normals: order.flatMap((face) => triples(file.normals)[face]),
		distances: order.map((face) => file.distances[face]),
		adjacency: adjacency(faces, walkable).slice(0, walkable.filter(Boolean).length * 3),
		edges: loops.flat().flatMap((edge) => [edge, links.get(order[Math.floor(edge / 3)] * 3 + (edge % 3)) ?? -1]),
		perimeters: loops.map((_, loop) => loops.slice(0, loop + 1).flat().length),
		leaves: [...file.aabb.i32].map((word, i) => (i % 11 === 6 && word >= 0 ? order.indexOf(word) : word)),
	};
}

/** Two squares side by side, the left one walkable, the right one not; edge 4 of the right one touches the left one. */
function twoSquares(): Walkmesh {
	return createWalkmesh({
		name: 'two',
		positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0, 2, 1, 0),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2),
		surfaces: Uint32Array.of(4, 4, 7, 7),
		transitions: Int32Array.of(3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
	});
}

/** A floor of three by three squares without the one in the middle. */
function squareWithHole(): Walkmesh {
	const squares = [0, 1, 2, 3, 5, 6, 7, 8];
	return createWalkmesh({
		name: 'ring',
		positions: Float32Array.from(Array.from({ length: 16 }, (_, i) => [i % 4, Math.floor(i / 4), 0]).flat()),
		faces: Uint32Array.from(
			squares.flatMap((square) => {
				const a = Math.floor(square / 3) * 4 + (square % 3);
				return [a, a + 1, a + 5, a, a + 5, a + 4];
			}),
		),
		surfaces: new Uint32Array(16).fill(4),
	});
}

/** Whether both ends of an edge lie on the hole of `squareWithHole`. */
function isInner({ faces }: BwmFile, edge: number): boolean {
	return [faces[edge], faces[edge - (edge % 3) + ((edge + 1) % 3)]].every((vertex) => [5, 6, 9, 10].includes(vertex));
}

describe('editBwm', () => {
	test('gives what obvious loops give, whichever faces become walkable or stop being so', () => {
		fc.assert(
			fc.property(
				anyWalkmesh({ kind: 'area' }),
				fc.array(fc.tuple(fc.nat(20), fc.constantFrom(3, 4, 7, 30)), { maxLength: 4 }),
				(mesh, choices) => {
					const file = oddFile(mesh);
					const count = file.materials.length;
					const surfaces = new Map(choices.slice(0, count).map(([face, surface]) => [face % count, surface]));
					const before = structuredClone(file);
					const after = edited(file, { surfaces });
					const { leaves, ...tables } = naivelyEdited(file, surfaces);
					for (const [name, values] of Object.entries(tables))
						expect([...after[name as keyof typeof tables]], name).toStrictEqual(values);
					expect([...after.aabb.i32]).toStrictEqual(leaves);
					for (const name of ['vertices', 'hooks', 'position'] as const)
						expect(bitsOf(after[name])).toEqual(bitsOf(file[name]));
					expect([after.aabbRoot, after.type]).toEqual([77, file.type]);
					expect(file).toEqual(before);
				},
			),
			{ numRuns: runs(20) },
		);
	});

	test('sets links on the edges as they were numbered, in the edge table and nowhere else', () => {
		const file = oddFile(twoSquares());
		const after = edited(file, {
			transitions: new Map([
				[4, 8],
				[0, -1],
			]),
		});
		expect(rooms(after)).toEqual(rooms(file).map(([edge]) => [edge, edge === 4 ? 8 : -1]));
		expect(changedTables(file, after)).toEqual(['edges']);
		expect(rooms(file)).toContainEqual([0, 3]);
	});

	test('links an edge that is on the perimeter of the new ground alone, and follows it to its new number', () => {
		const file = oddFile(twoSquares());
		const gone = new Map([[0, 7]]);
		const transitions = new Map([[3, 9]]);
		// Face 1 becomes face 0, and its edge 3, which was an inner one, edge 0.
		expect(rooms(edited(file, { surfaces: gone, transitions }))).toEqual([
			[0, 9],
			[1, -1],
			[2, -1],
		]);
		expect(() => edited(file, { transitions })).toThrow(UsageError);
	});

	test('clears a link whose edge leaves the perimeter without a word, and tells of one that stays behind', () => {
		const surfaces = new Map([[3, 4]]);
		const file = oddFile({ ...twoSquares(), transitions: twoSquares().transitions.with(1, 5) });
		const [told, cleared] = [new Report(), new Report()];
		edited(file, { surfaces }, told);
		edited(file, { surfaces, transitions: new Map([[1, -1]]) }, cleared);
		expect([codesOf(told), codesOf(cleared)]).toEqual([['TRANSITION_NOT_ON_PERIMETER'], []]);
	});

	test('fills a hole with ground of the same surface, and deleting those faces opens it again', () => {
		const file = deriveBwm(squareWithHole(), K1, new Report());
		const hole = rooms(file).find(([edge]) => isInner(file, edge))?.[0] ?? -1;
		const report = new Report();
		const filled = edited(file, { filled: [hole, hole] }, report);
		expect([filled.materials.length, filled.perimeters.length]).toEqual([file.materials.length + 2, 1]);
		expect([...filled.materials]).toEqual(Array(18).fill(4));
		expect(filled.normals.filter((_, i) => i % 3 === 2).every((z) => z === 1)).toBe(true);
		expect(codesOf(report)).toEqual([]);
		const opened = edited(filled, { deleted: [16, 17] });
		expect([...opened.faces]).toEqual([...file.faces]);
		expect([...opened.edges]).toEqual([...file.edges]);
	});

	test('tells of a link on the edge of a hole that is filled, and fills none but holes', () => {
		const file = deriveBwm(squareWithHole(), K1, new Report());
		const [hole] = rooms(file).find(([edge]) => isInner(file, edge)) ?? [-1];
		const [outer] = rooms(file).find(([edge]) => !isInner(file, edge)) ?? [-1];
		const report = new Report();
		edited(file, { filled: [hole], transitions: new Map([[hole, 3]]) }, report);
		expect(codesOf(report)).toEqual(['TRANSITION_LOST']);
		expect(() => edited(file, { filled: [outer] })).toThrow('on the outside of the ground');
		expect(() => edited(file, { filled: [file.faces.length] })).toThrow('does not exist');
		const down = edited(file, { flipped: [...file.materials.keys()] });
		const [around] = rooms(down).find(([edge]) => !isInner(down, edge)) ?? [-1];
		expect(() => edited(down, { filled: [around] })).toThrow('on the outside of the ground');
	});

	describe('a hole with something in or below it', () => {
		const inside = [5, 6, 10, 9];
		const [low, mid, high] = [-1.5, 0, 3];
		/** The ring with quads over the sides or the whole of its hole. */
		const ringWith = (quads: readonly (readonly number[])[], surface = 7): Walkmesh => {
			const mesh = squareWithHole();
			const positions = [...mesh.positions];
			const faces = [...mesh.faces];
			for (const quad of quads) {
				const [a, b, c, d] = [0, 1, 2, 3].map((k) => positions.push(...quad.slice(k * 3, k * 3 + 3)) / 3 - 1);
				faces.push(a, b, c, a, c, d);
			}
			const count = faces.length / 3 - mesh.surfaces.length;
			return createWalkmesh({
				name: 'ring',
				positions: Float32Array.from(positions),
				faces: Uint32Array.from(faces),
				surfaces: Uint32Array.from([...mesh.surfaces, ...Array<number>(count).fill(surface)]),
			});
		};
		const at = (vertex: number, z: number): number[] => [vertex % 4, Math.floor(vertex / 4), z];
		const sides = (from: number, to: number, corners = inside): number[][] =>
			corners
				.map((a, k) => [a, corners[(k + 1) % corners.length]])
				.map(([a, b]) => [...at(a, from), ...at(b, from), ...at(b, to), ...at(a, to)]);
		const sheet = (z: number, x0: number, x1: number): number[] => [x0, x0, z, x1, x0, z, x1, x1, z, x0, x1, z];

		test.each([
			['a pillar', sides(mid, high)],
			['the walls of a pit', sides(low, mid)],
			['a pit with its bottom', [...sides(low, mid), sheet(low, 1, 2)]],
			['a post', [sheet(1, 1.4, 1.6)]],
			['a storey below', [sheet(-3, -1, 4)]],
			['a beam at the height of heads', [sheet(1.9, 1, 2)]],
		])('%s: is not offered to be filled, and not filled', (_, quads) => {
			const mesh = ringWith(quads);
			expect([...edgesOfHoles(mesh, K1)]).toEqual([]);
			const file = deriveBwm(mesh, K1, new Report());
			const [hole] = rooms(file).find(([edge]) => isInner(file, edge)) ?? [-1];
			const last = file.materials.length - 1;
			expect(() => edited(file, { filled: [hole] })).toThrow(`is not empty: faces 16-${last} stand in it or below it`);
			const within = Array.from({ length: last - 15 }, (__, k) => 16 + k);
			expect(edited(file, { filled: [hole], deleted: within }).materials.length).toBe(18);
		});

		test.each([
			['nothing', []],
			['a ceiling', [sheet(high, -1, 4)]],
			['a beam above heads', [sheet(2.1, 1, 2)]],
			['walls about the whole', sides(mid, high, [0, 3, 15, 12])],
		])('%s: is offered and filled', (_, quads) => {
			const mesh = ringWith(quads);
			expect(edgesOfHoles(mesh, K1).size).toBe(4);
			const file = deriveBwm(mesh, K1, new Report());
			const [hole] = rooms(file).find(([edge]) => isInner(file, edge)) ?? [-1];
			expect(edited(file, { filled: [hole] }).materials.length).toBe(file.materials.length + 2);
		});
	});

	test('flips and deletes faces, and drops what only they used; links stay on their edges', () => {
		const file = deriveBwm(twoSquares(), K1, new Report());
		const flipped = edited(file, { flipped: [0] });
		expect(triples(flipped.faces)[0]).toEqual([0, 2, 1]);
		expect(rooms(flipped).filter(([, room]) => room === 3)).toEqual([[2, 3]]);
		const left = edited(file, { deleted: [2, 3, 1], flipped: [1] });
		expect([left.materials.length, left.vertices.length / 3, left.adjacency.length]).toEqual([1, 3, 3]);
		expect(rooms(left)).toContainEqual([0, 3]);
		expect(() => edited(file, { deleted: [4] })).toThrow('Face 4 does not exist');
		expect(() => edited(file, { flipped: [4] })).toThrow(UsageError);
	});

	test('leaves the meaning of the file that it was given as it is', () => {
		const file = oddFile(twoSquares());
		const mesh = walkmeshFromBwm(file, { name: 'any' }, new Report());
		const before = structuredClone(mesh);
		editBwm(file, mesh, { surfaces: new Map([[2, 4]]), transitions: new Map([[4, 6]]) }, K1, new Report());
		expect(mesh).toEqual(before);
	});

	test('sets the hooks that are named, each in its place', () => {
		const file = oddFile({ ...twoSquares(), kind: 'door' });
		for (const [at, name] of ['relative1', 'relative2', 'absolute1', 'absolute2'].entries()) {
			const after = edited(file, { hooks: { [name]: [1, 2, 3] } });
			expect(triples(after.hooks)).toEqual([0, 1, 2, 3].map((hook) => (hook === at ? [1, 2, 3] : [0, 0, 0])));
			expect(changedTables(file, after)).toEqual(['hooks']);
		}
		expect([...file.hooks]).toEqual(new Array(12).fill(0));
	});

	test('leaves the order of faces of placeables and doors alone', () => {
		const file = oddFile({ ...twoSquares(), kind: 'placeable', transitions: new Int32Array(12).fill(-1) });
		const after = edited(file, {
			surfaces: new Map([
				[0, 7],
				[3, 4],
			]),
		});
		expect([...after.materials]).toEqual([7, 4, 7, 4]);
		expect(changedTables(file, after)).toEqual(['materials']);
	});

	const wall = new Map([[2, 4]]);
	const noGround = new Map([
		[0, 7],
		[1, 7],
	]);
	test.each<[message: string, edits: BwmEdits]>([
		['Face 4 does not exist. The walkmesh has faces 0 to 3.', { surfaces: new Map([[4, 1]]) }],
		['Edge 12 does not exist. The walkmesh has edges 0 to 11, three a face.', { transitions: new Map([[12, 1]]) }],
		[
			'Edge 12 does not exist. The walkmesh has edges 0 to 11, three a face.',
			{ surfaces: wall, transitions: new Map([[12, 1]]) },
		],
		[
			'Edge 12 does not exist. The walkmesh has edges 0 to 11, three a face.',
			{ surfaces: wall, transitions: new Map([[12, -1]]) },
		],
		[
			'Edge 3 (face 1) is not on the perimeter, and only perimeter edges link to rooms. Of face 1 the perimeter has edges 4 and 5.',
			{ transitions: new Map([[3, 1]]) },
		],
		[
			'Edge 2 (face 0) is not on the perimeter, and only perimeter edges link to rooms. Of face 0 the perimeter has edges 0 and 1.',
			{ transitions: new Map([[2, 1]]) },
		],
		[
			'Edge 11 (face 3) is not on the perimeter, and only perimeter edges link to rooms. Face 3 has no perimeter edge.',
			{ transitions: new Map([[11, -1]]) },
		],
		[
			'Edge 1 (face 0) is not on the perimeter, and only perimeter edges link to rooms. Of face 0 the perimeter has edge 0.',
			{ surfaces: new Map([[3, 4]]), transitions: new Map([[1, 6]]) },
		],
		[
			'Edge 0 (face 0) is not on the perimeter, and only perimeter edges link to rooms. Face 0 has no perimeter edge.',
			{ surfaces: noGround, transitions: new Map([[0, 6]]) },
		],
	])('refuses what the file cannot have: %s', (message, edits) => {
		const file = oddFile(twoSquares());
		const refused = (): BwmFile => edited(file, edits);
		expect(refused).toThrow(UsageError);
		expect(refused).toThrow(new UsageError(message));
	});

	test('refuses faces and edges of a walkmesh that has none', () => {
		const none = oddFile({
			...twoSquares(),
			faces: new Uint32Array(0),
			surfaces: new Uint32Array(0),
			transitions: new Int32Array(0),
		});
		expect(() => edited(none, { surfaces: new Map([[0, 1]]) })).toThrow(
			'Face 0 does not exist. The walkmesh has none.',
		);
		expect(() => edited(none, { transitions: new Map([[0, 1]]) })).toThrow(
			'Edge 0 does not exist. The walkmesh has none.',
		);
	});
});

test('changedTables names the parts that differ in a bit or in length, header first', () => {
	const file = deriveBwm(floor(), K1, new Report());
	expect(changedTables(file, structuredClone(file))).toEqual([]);
	expect(changedTables(file, { ...file, position: Float32Array.of(-0, 0, 0) })).toEqual(['position']);
	expect(changedTables(file, { ...file, edges: file.edges.slice(2), hooks: file.hooks.with(11, 1) })).toEqual([
		'hooks',
		'edges',
	]);
	expect(changedTables({ ...file, edges: file.edges.slice(0, 2) }, file)).toEqual(['edges']);
	const { i32, nodeCount } = file.aabb;
	const words = i32.with(7, 5);
	const aabb = { i32: words, f32: new Float32Array(words.buffer), nodeCount };
	expect(changedTables(file, { ...file, aabb, faces: file.faces.with(5, 1) })).toEqual(['faces', 'aabb']);
});
