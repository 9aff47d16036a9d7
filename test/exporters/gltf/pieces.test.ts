import { describe, expect, test } from 'vitest';
import { addWalkmesh } from '../../../exporters/gltf/inspection.ts';
import { PlainDocument, type PlainNode } from '../../../exporters/gltf/plain-document.ts';
import { plainFile, plainGlb } from '../../../exporters/gltf/plain-file.ts';
import { addPiece, type DocumentPiece, drawPiece, isPiece } from '../../../exporters/gltf/plain-pieces.ts';
import type { GltfDocument, GltfNode } from '../../../exporters/gltf/target.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
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
		...(['accessors', 'sizes', 'materials'] as const).flatMap((part): [string, (each: Loose) => void][] => [
			[`no ${part}`, (each) => delete each[part]],
			[`${part} of another kind`, (each) => (each[part] = [...each[part]])],
		]),
		['a line for no accessor', (each) => (each.accessors += '\n')],
		['accessors without lines', (each) => (each.accessors = '')],
		['too few sizes', (each) => (each.sizes = each.sizes.subarray(1))],
		['no number of positions', (each) => delete each.positions],
		['more positions than accessors', (each) => (each.positions = each.sizes.length + 1)],
		['positions without number', (each) => delete each.lead],
		['more positions first than there are', (each) => (each.lead = each.positions + 1)],
		['materials that are no JSON', (each) => (each.materials = each.materials.slice(1))],
		['materials that are no list', (each) => (each.materials = '{}')],
		['a material that is nothing', (each) => (each.materials = '[null]')],
		...(['meshes', 'nodes'] as const).flatMap((list): [string, (each: Loose) => void][] => [
			[`no ${list}`, (each) => delete each[list]],
			[`${list} that are no text`, (each) => (each[list] = [])],
		]),
		['a root that is not there', (each) => (each.root = each.nodeCount)],
		['no root', (each) => (each.root = -1)],
		['half a root', (each) => (each.root = 0.5)],
		['less than no meshes', (each) => (each.meshCount = -1)],
		['no number of nodes', (each) => delete each.nodeCount],
		['numbers of another kind', (each) => (each.data = new Float32Array(each.data.length))],
		['half a number', (each) => each.sizes.set([each.sizes[0] - 2, each.sizes[1] + 2])],
		['more bytes than there are', (each) => (each.sizes[0] += 4)],
		['a size beyond all', (each) => each.sizes.set([0xfffffffc])],
		['a material without a name', (each) => (each.materials = each.materials.replaceAll('"name"', '"word"'))],
		['a material without a colour', (each) => (each.materials = each.materials.replaceAll('"colour"', '"paint"'))],
	];

	test.each([
		['positions', 'meshes', '"POSITION":\na0', '"POSITION":\na99'],
		['a material', 'meshes', '"material":\nm0', '"material":\nm99'],
		['a mesh', 'nodes', '"mesh":\ng0', '"mesh":\ng99'],
		['a node', 'nodes', '\nn2', '\nn99'],
	] as const)('%s that is not there, when the file is written', (_, list, from, to) => {
		const document = new PlainDocument();
		expect(piece[list]).toContain(from);
		const root = addPiece(document, { ...piece, [list]: piece[list].replace(from, to) });
		expect(() => written(document, [root])).toThrow('names what it does not have');
	});

	test.each(cases)('%s', (name, change) => {
		const copy: Loose = structuredClone(piece);
		const result = change(copy);
		expect(isPiece(name === 'nothing' || name === 'a text' ? result : copy)).toBe(false);
	});

	test('and what is sound is not', () => {
		for (const mesh of walkmeshes) expect(isPiece(structuredClone(drawPiece(draw(mesh))) as DocumentPiece)).toBe(true);
	});
});
