import { describe, expect, test } from 'vitest';
import { addWalkmesh } from '../../../exporters/gltf/inspection.ts';
import { PlainDocument, type PlainNode, plainFile, plainGlb } from '../../../exporters/gltf/plain-document.ts';
import { addPiece, type DocumentPiece, drawPiece, isPiece } from '../../../exporters/gltf/plain-pieces.ts';
import type { GltfDocument, GltfNode } from '../../../exporters/gltf/target.ts';
import { K1 } from '../../../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../../../src/walkmesh/walkmesh.ts';
import { EAST, rectangle, withTransitions } from '../../support/levels.ts';

const HOOKS = { relative1: [1, 0, 0], relative2: [0, 2, 0], absolute1: [0, 0, 0], absolute2: [0, 0, 0] } as const;
const walkmeshes: Walkmesh[] = [
	{ ...withTransitions(rectangle(0, 0, 6, 4), { [EAST]: 1 }), name: 'a' },
	{ ...rectangle(6, 0, 6, 4), name: 'b', surfaces: Uint32Array.of(4, 7) },
	{ ...rectangle(0, 0, 1, 1), name: 'crate', kind: 'placeable', hooks: HOOKS, position: [1, 2, 3] },
];
const draw =
	(mesh: Walkmesh) =>
	(document: GltfDocument): GltfNode =>
		addWalkmesh(document, mesh, K1, { roomNames: ['a', 'b'], roomPositions: [[1, 1, 0]] });

function written(document: PlainDocument, nodes: readonly GltfNode[]): Buffer {
	return Buffer.from(plainGlb(plainFile(document, { name: 'scene', nodes: nodes as PlainNode[] }, 'test')));
}

test('pieces that were kept are written as if they had been drawn there, byte for byte', () => {
	const [direct, pieced] = [new PlainDocument(), new PlainDocument()];
	const drawn = walkmeshes.map((mesh) => draw(mesh)(direct));
	const added = walkmeshes.map((mesh) => addPiece(pieced, structuredClone(drawPiece(draw(mesh)))));
	expect(written(pieced, added).toString('latin1')).toBe(written(direct, drawn).toString('latin1'));
	expect(new Set(pieced.materials.map(({ name }) => name)).size).toBe(pieced.materials.length);
});

describe('what was kept and is damaged is known', () => {
	const piece = drawPiece(draw(walkmeshes[0]));
	// biome-ignore lint/suspicious/noExplicitAny: anything may have been kept.
	type Loose = any;
	const cases: readonly (readonly [string, (piece: Loose) => unknown])[] = [
		['nothing', () => undefined],
		['a text', () => 'piece'],
		...(['accessors', 'materials', 'meshes', 'nodes'] as const).flatMap((list): [string, (each: Loose) => void][] => [
			[`no ${list}`, (each) => delete each[list]],
			[`${list} that are no list`, (each) => (each[list] = {})],
			[`${list} with nothing in them`, (each) => each[list].push(null)],
			[`${list} with a number in them`, (each) => each[list].push(1)],
		]),
		['a root that is not there', (each) => (each.root = each.nodes.length)],
		['no root', (each) => (each.root = -1)],
		['half a root', (each) => (each.root = 0.5)],
		['a root below another', (each) => each.nodes.at(-1).children.push(each.root)],
		['a node below itself', (each) => each.nodes[1].children.push(1)],
		['a node below two', (each) => each.nodes[2].children.push(1)],
		['a node that is not there', (each) => each.nodes[1].children.push(99)],
		['numbers of another kind', (each) => (each.accessors[0].array = new Uint8Array(3))],
		['a material without a name', (each) => delete each.materials[0].name],
		['a material without a colour', (each) => delete each.materials[0].colour],
		['a mesh without primitives', (each) => delete each.meshes[0].primitives],
		['positions that are not there', (each) => (each.meshes[0].primitives[0].positions = 99)],
		['indices that are not there', (each) => (each.meshes[0].primitives[0].indices = -2)],
		['a material that is not there', (each) => (each.meshes[0].primitives[0].material = 99)],
		['a node without a name', (each) => delete each.nodes[0].name],
		['a node without a place', (each) => delete each.nodes[0].translation],
		['a node without a turn', (each) => delete each.nodes[0].rotation],
		['a mesh that is not there', (each) => (each.nodes[0].mesh = 99)],
		['a node without children', (each) => delete each.nodes[0].children],
	];

	test.each(cases)('%s', (name, change) => {
		const copy: Loose = structuredClone(piece);
		const result = change(copy);
		expect(isPiece(name === 'nothing' || name === 'a text' ? result : copy)).toBe(false);
	});

	test('and what is sound is not', () => {
		for (const mesh of walkmeshes) expect(isPiece(structuredClone(drawPiece(draw(mesh))) as DocumentPiece)).toBe(true);
	});
});
