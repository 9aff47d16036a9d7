import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { codesOf, failureOf } from '../support/codes.ts';
import { anyWalkmesh, floor } from '../support/walkmeshes.ts';

/** The offsets are written out here, as on the page, and taken from no declaration of the code. */
function bytesOf(mesh: Walkmesh): DataView {
	return new DataView(encodeBwm(deriveBwm(mesh, K1, new Report())).buffer);
}

const nothing = createWalkmesh({
	positions: new Float32Array(0),
	faces: new Uint32Array(0),
	surfaces: new Uint32Array(0),
});

/** Where the header holds the offset of each table, and where the next free byte is in the order of the page. */
function packing(view: DataView): { stored: number[]; free: number[]; end: number } {
	const u32 = (at: number): number => view.getUint32(at, true);
	const [vertices, faces, nodes, rows, edges, loops] = [0x48, 0x50, 0x64, 0x70, 0x78, 0x80].map(u32);
	const sizes = [
		vertices * 12,
		faces * 12,
		faces * 4,
		faces * 12,
		faces * 4,
		nodes * 44,
		rows * 12,
		edges * 8,
		loops * 4,
	];
	const free: number[] = [];
	let end = 136;
	for (const size of sizes) {
		free.push(end);
		end += size;
	}
	return { stored: [0x4c, 0x54, 0x58, 0x5c, 0x60, 0x68, 0x74, 0x7c, 0x84].map(u32), free, end };
}

describe('the header', () => {
	test('has every field where the page says', () => {
		const view = bytesOf({
			...floor(),
			kind: 'door',
			hooks: { relative1: [1, 2, 3], relative2: [4, 5, 6], absolute1: [7, 8, 9], absolute2: [10, 11, 12] },
			position: [13, 14, 15],
		});
		expect(new TextDecoder().decode(new Uint8Array(view.buffer, 0, 8))).toBe('BWM V1.0');
		for (let i = 0; i < 15; i++) expect(view.getFloat32(0x0c + i * 4, true)).toBe(i + 1);
		const area = bytesOf(floor());
		const u32 = (at: number): number => area.getUint32(at, true);
		expect([0x48, 0x50, 0x64, 0x6c, 0x70, 0x78, 0x80].map(u32)).toEqual([4, 2, 3, 0, 2, 4, 1]);
		expect([0x4c, 0x54, 0x58, 0x5c, 0x60, 0x68, 0x74, 0x7c, 0x84].map(u32)).toEqual([
			136, 184, 208, 216, 240, 248, 380, 404, 436,
		]);
		expect(area.byteLength).toBe(440);
	});

	test('has type 1 for rooms, 0 for placeables and doors', () => {
		const type = (kind: Walkmesh['kind']): number => bytesOf({ ...floor(), kind }).getUint32(8, true);
		expect([type('area'), type('placeable'), type('door')]).toEqual([1, 0, 0]);
	});

	test('has a known type or a finding', () => {
		const view = bytesOf(floor());
		view.setUint32(8, 2, true);
		const report = new Report();
		expect(decodeBwm(new Uint8Array(view.buffer), report).type).toBe(2);
		expect(codesOf(report)).toEqual(['BWM_TYPE_UNKNOWN']);
	});

	test('is all there is of a room without geometry, with 136 for every offset', () => {
		const view = bytesOf(nothing);
		expect(view.byteLength).toBe(136);
		expect(packing(view).stored).toEqual(new Array(9).fill(136));
	});

	test('of a placeable without geometry has 136 for its five tables and 0 for the others', () => {
		const view = bytesOf({ ...nothing, kind: 'placeable' });
		expect(packing(view).stored).toEqual([136, 136, 136, 136, 136, 0, 0, 0, 0]);
	});
});

describe('tables', () => {
	test('lie back to back in one order, with nothing behind the last', () => {
		fc.assert(
			fc.property(anyWalkmesh(), (mesh) => {
				const view = bytesOf(mesh);
				const { stored, free, end } = packing(view);
				expect(stored).toEqual(mesh.kind === 'area' ? free : [...free.slice(0, 5), 0, 0, 0, 0]);
				expect(view.byteLength).toBe(end);
			}),
		);
	});

	test('without entries may have any offset; those with entries must end within the file', () => {
		const changed = (mesh: Walkmesh, at: number, value: number) => () => {
			const view = bytesOf(mesh);
			view.setUint32(at, value, true);
			return decodeBwm(new Uint8Array(view.buffer), new Report());
		};
		expect(failureOf(changed({ ...floor(), kind: 'placeable' }, 0x68, 0xffffffff))).toBeUndefined();
		expect(failureOf(changed(floor(), 0x84, 437))).toBe('BWM_TABLE_TRUNCATED');
		expect(failureOf(changed(floor(), 0x84, 436))).toBeUndefined();
	});
});
