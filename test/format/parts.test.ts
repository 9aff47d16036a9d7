import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { readAscii } from '../../importers/ascii/read.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { faceNormals, planarDistances } from '../../src/geometry/triangles.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { nodeRole } from '../../src/scene/roles.ts';
import { codesOf, failureOf } from '../support/codes.ts';
import { anyWalkmesh, bitsOf, floor } from '../support/walkmeshes.ts';

/** Position, then the four hooks, as a file made of the text has them. */
function headersOf(text: string, name: string): { state: string | undefined; floats: number[] }[] {
	const report = new Report();
	return readAscii(new TextEncoder().encode(text), {}, { report, surfaces: K1, name }).map(({ walkmesh }) => {
		const view = new DataView(encodeBwm(deriveBwm(walkmesh, K1, report)).buffer);
		const floats = Array.from({ length: 15 }, (_, i) => view.getFloat32(0x0c + i * 4, true));
		return { state: walkmesh.doorState, floats };
	});
}

const square = 'verts 3\n0 0 0\n1 0 0\n0 0 2\nfaces 1\n0 1 2 1 0 0 0 7\nendnode\n';

function geometry(name: string): string {
	return `node trimesh ${name}\nparent gate_DWK\nposition 0.5 0.25 1\n${square}`;
}

function dummy(name: string, at: string): string {
	return `node dummy ${name}\nparent gate_DWK\nposition ${at}\nendnode\n`;
}

describe('a door', () => {
	const door =
		geometry('gate_DWK_wg_closed') +
		geometry('gate_DWK_wg_open1') +
		geometry('gate_DWK_wg_open2') +
		dummy('gate_DWK_dp_closed_01', '0 -2 0') +
		dummy('gate_DWK_dp_closed_02', '0 2 0') +
		dummy('gate_DWK_dp_open1_01', '0 -3 0') +
		dummy('gate_DWK_dp_open2_01', '0 3 0');
	const [closed, open1, open2] = headersOf(door, 'gate');

	test('closed has two hooks, absolute = relative + position', () => {
		expect(closed).toEqual({
			state: 'closed',
			floats: [0, -2, 0, 0, 2, 0, 0.5, -1.75, 1, 0.5, 2.25, 1, 0.5, 0.25, 1],
		});
	});

	test('open has hook 1; hook 2 is zero, so the absolute one is the position', () => {
		expect([open1.state, open2.state]).toEqual(['open1', 'open2']);
		expect(open1.floats).toEqual([0, -3, 0, 0, 0, 0, 0.5, -2.75, 1, 0.5, 0.25, 1, 0.5, 0.25, 1]);
		expect(open2.floats).toEqual([0, 3, 0, 0, 0, 0, 0.5, 3.25, 1, 0.5, 0.25, 1, 0.5, 0.25, 1]);
	});
});

test('a placeable has relative hooks; the absolute ones are zero', () => {
	const text = `node trimesh plc_wg\nposition 0.5 0 0\n${square}${dummy('plc_pwk_use01', '1 0 0')}${dummy('plc_pwk_use02', '-1 0 0')}`;
	expect(headersOf(text, 'plc')[0].floats).toEqual([1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0]);
});

test('a room has no hooks', () => {
	const text = `node aabb room\nposition 5 6 7\n${square}`;
	expect(headersOf(text, 'room')[0].floats).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7]);
});

test.each([
	['pwk_use01', 'placeable', undefined, 1],
	['PWK_USE02', 'placeable', undefined, 2],
	['pwk_dp_use_01', 'placeable', undefined, 1],
	['plc_box_pwk_use01', 'placeable', undefined, 1],
	['DWK_dp_closed_01', 'door', 'closed', 1],
	['dwk_dp_closed02', 'door', 'closed', 2],
	['dor_a_DWK_dp_open1_01', 'door', 'open1', 1],
	['md_DWK_dp_open2_01', 'door', 'open2', 1],
])('%s is a hook of a %s', (name, kind, doorState, slot) => {
	expect(nodeRole(name)).toMatchObject({ role: 'hook', kind, slot, ...(doorState ? { doorState } : {}) });
});

describe('edges', () => {
	test('are numbered 3f + k from corner k to corner k + 1', () => {
		// Face 0 is 0 1 2 and face 1 is 0 2 3 of a square; edge 2 and edge 3 are its diagonal.
		for (const [edge, from, to] of [
			[0, 0, 1],
			[1, 1, 2],
			[4, 2, 3],
			[5, 3, 0],
		]) {
			const transitions = new Int32Array(6).fill(-1);
			transitions[edge] = 9;
			const file = deriveBwm({ ...floor(), transitions }, K1, new Report());
			const row = [...file.edges].findIndex((value, i) => i % 2 === 1 && value === 9);
			expect(file.edges[row - 1]).toBe(edge);
			const [face, corner] = [Math.floor(edge / 3), edge % 3];
			expect([file.faces[face * 3 + corner], file.faces[face * 3 + ((corner + 1) % 3)]]).toEqual([from, to]);
		}
	});
});

describe('neighbours', () => {
	test('hold the number of the other face’s edge, both ways', () => {
		expect([...deriveBwm(floor(), K1, new Report()).adjacency]).toEqual([-1, -1, 3, 2, -1, -1]);
	});

	test('are found by vertex index: equal places of different vertices do not join', () => {
		const torn = createWalkmesh({
			positions: Float32Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 0, 0, 2, 2, 0, 0, 2, 0),
			faces: Uint32Array.of(0, 1, 2, 3, 4, 5),
			surfaces: Uint32Array.of(4, 4),
		});
		const file = deriveBwm(torn, K1, new Report());
		expect([...file.adjacency]).toEqual(new Array(6).fill(-1));
		expect([...file.perimeters]).toEqual([3, 6]);
	});

	test('are walkable faces only, and only these have rows', () => {
		const file = deriveBwm({ ...floor(), surfaces: Uint32Array.of(4, 7) }, K1, new Report());
		expect([...file.adjacency]).toEqual([-1, -1, -1]);
		expect([...file.edges].filter((_, i) => i % 2 === 0)).toEqual([0, 1, 2]);
	});
});

describe('planes', () => {
	const coordinate = fc.float({ min: -500, max: 500, noNaN: true });
	const triangles = fc.array(fc.array(coordinate, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 8 });

	test('have the normal of the corners and the distance of the first, in doubles, rounded once', () => {
		fc.assert(
			fc.property(triangles, (soup) => {
				const positions = Float32Array.from(soup.flat());
				const faces = Uint32Array.from({ length: soup.length * 3 }, (_, i) => i);
				const normals = faceNormals(positions, faces);
				const distances = planarDistances(positions, faces, normals);
				for (let face = 0; face < soup.length; face++) {
					const [a, b, c] = [0, 1, 2].map((k) => [...positions.subarray(face * 9 + k * 3, face * 9 + k * 3 + 3)]);
					const u = b.map((value, axis) => value - a[axis]);
					const v = c.map((value, axis) => value - a[axis]);
					const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
					const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
					const expected = length === 0 ? [1, 0, 0] : n.map((value) => value / length);
					expect(bitsOf(normals.slice(face * 3, face * 3 + 3))).toEqual(bitsOf(Float32Array.from(expected)));
					const [x, y, z] = normals.subarray(face * 3, face * 3 + 3);
					expect(distances[face]).toBe(Math.fround(-(x * a[0] + y * a[1] + z * a[2])));
				}
			}),
		);
	});

	test('look to the side from which the corners run counter-clockwise; floors to +z', () => {
		const up = deriveBwm(floor(), K1, new Report());
		expect([...up.normals]).toEqual([0, 0, 1, 0, 0, 1]);
		const down = deriveBwm({ ...floor(), faces: Uint32Array.of(2, 1, 0, 3, 2, 0) }, K1, new Report());
		expect([...down.normals].map((value) => value + 0)).toEqual([0, 0, -1, 0, 0, -1]);
	});

	test('of faces without area have the normal (1, 0, 0) and minus x as distance', () => {
		const positions = Float32Array.of(3, 1, 0, 4, 1, 0, 6, 1, 0);
		const faces = Uint32Array.of(0, 1, 2, 1, 1, 2);
		const normals = faceNormals(positions, faces);
		expect([...normals]).toEqual([1, 0, 0, 1, 0, 0]);
		expect([...planarDistances(positions, faces, normals)]).toEqual([-3, -4]);
	});
});

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
		expect(codesOf(report)).toEqual(['BWM_FAULT']);
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
		expect(failureOf(changed(floor(), 0x84, 437))).toBe('BWM_INVALID');
		expect(failureOf(changed(floor(), 0x84, 436))).toBeUndefined();
	});
});
