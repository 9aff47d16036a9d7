import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objExporter } from '../../../exporters/obj/index.ts';
import { writeMtl, writeObj } from '../../../exporters/obj/write.ts';
import { Report } from '../../../src/findings/report.ts';
import { K1, surfaceByName } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { readObjReference } from '../../reference/obj.ts';
import { anyWalkmesh } from '../../support/walkmeshes.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const PIER: Walkmesh = createWalkmesh({
	name: 'pier',
	positions: Float32Array.of(0, 0, 0, 2.5, 0, 0, 2.5, 0.1, -0, 0, 1e-7, 3),
	faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
	surfaces: Uint32Array.of(4, 7),
	transitions: Int32Array.of(-1, 1, -1, 0, -1, 7),
});
const TILE: Walkmesh = createWalkmesh({
	name: 'tile\nf 1 1 1',
	positions: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 10),
	faces: Uint32Array.of(2, 1, 0),
	surfaces: Uint32Array.of(4),
});

describe('writeObj', () => {
	it('writes every line as it is documented', () => {
		const options = { materialLibrary: 'out.mtl', roomNames: ['hall', 'quay'] };
		expect(text(writeObj([PIER, TILE], K1, options)).split('\n')).toEqual([
			'# wokflow: KotOR walkmesh, metres',
			'mtllib out.mtl',
			'o pier_wok',
			'v 0 0 0',
			'v 2.5 0 0',
			'v 2.5 -0 -0.1',
			'v 0 3 -1e-7',
			'usemtl wok_Stone',
			'f 1 2 3',
			'usemtl wok_Nonwalk',
			'f 1 3 4',
			'o transition_hall',
			'l 1 3',
			'o transition_quay',
			'l 2 3',
			'o transition_7',
			'l 4 1',
			'o tile_f 1 1 1_wok',
			'v 1 3 -2',
			'v 4 6 -5',
			'v 7 10 -8',
			'usemtl wok_Stone',
			'f 7 6 5',
			'',
		]);
	});

	it('names no library, and keeps Z up, when asked', () => {
		const written = text(writeObj([TILE], K1, { up: 'z' }));
		expect(written).not.toContain('mtllib');
		expect(written).toContain('v 1 2 3\nv 4 5 6\nv 7 8 10\n');
	});

	it('says, number by number, what an obvious reader reads', () => {
		const meshes = fc.array(anyWalkmesh({ kind: 'area' }), { minLength: 1, maxLength: 3 });
		fc.assert(
			fc.property(meshes, fc.constantFrom('y' as const, 'z' as const), (walkmeshes, up) => {
				const read = readObjReference(text(writeObj(walkmeshes, K1, { up })), 'x', Infinity);
				expect(read.sound).toBe(true);
				const positions = walkmeshes.flatMap(({ positions: all }) =>
					Array.from({ length: all.length / 3 }, (_, i) => {
						const [x, y, z] = all.subarray(i * 3, i * 3 + 3);
						return up === 'y' ? [x, z, -y + 0] : [x, y, z];
					}),
				);
				expect(read.positions.map((position) => position.map(Math.fround))).toEqual(positions);
				let first = 0;
				const faces: number[][] = [];
				const lines: number[][] = [];
				const surfaces: number[] = [];
				for (const mesh of walkmeshes) {
					for (let edge = 0; edge < mesh.faces.length; edge++) {
						const next = edge % 3 === 2 ? edge - 2 : edge + 1;
						if (mesh.transitions[edge] >= 0) lines.push([mesh.faces[edge] + first, mesh.faces[next] + first]);
						if (edge % 3 === 0) faces.push([0, 1, 2].map((corner) => mesh.faces[edge + corner] + first));
					}
					surfaces.push(...mesh.surfaces);
					first += mesh.positions.length / 3;
				}
				expect(read.faces.map(({ vertices }) => vertices)).toEqual(faces);
				expect(read.faces.map(({ material }) => surfaceByName(K1, material)?.surface)).toEqual(surfaces);
				expect(read.polylines.map(({ vertices }) => vertices).sort()).toEqual(lines.sort());
				expect(read.polylines.every(({ node }) => /^transition_\d+$/.test(node))).toBe(true);
			}),
		);
	});
});

describe('writeMtl', () => {
	it('writes each surface once, in order, with its colour as sRGB', () => {
		const rest = 'Ka 0 0 0\nKs 0 0 0\nd 1\nillum 1\n';
		expect(text(writeMtl([PIER, TILE], K1))).toBe(
			`newmtl wok_Stone\nKd 0.4392 0.5020 0.5647\n${rest}\nnewmtl wok_Nonwalk\nKd 1.0000 0.0000 0.0000\n${rest}\n`,
		);
	});
});

describe('the exporter', () => {
	const context = { report: new Report(), surfaces: K1 };

	it('puts the library beside the file and refers to it without its folder', async () => {
		const output = 'a/b\\Room.OBJ';
		const written = text(await objExporter.write([{ walkmesh: PIER }], {}, { ...context, output }));
		expect(written.split('\n')[1]).toBe('mtllib Room.mtl');
		const beside = objExporter.beside?.([{ walkmesh: PIER }], { ...context, output }) ?? [];
		expect(beside.map(({ path }) => path)).toEqual(['a/b\\Room.mtl']);
		expect(beside[0].bytes).toEqual(writeMtl([PIER], K1));
	});

	it('has none on standard output', async () => {
		const written = text(await objExporter.write([{ walkmesh: PIER }], {}, { ...context, output: '-' }));
		expect(written).not.toContain('mtllib');
		expect(objExporter.beside?.([{ walkmesh: PIER }], { ...context, output: '-' })).toEqual([]);
	});
});
