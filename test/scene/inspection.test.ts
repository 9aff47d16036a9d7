import { describe, expect, test } from 'vitest';
import { createWalkmesh, type DoorState, type Walkmesh, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import {
	copySuffix,
	geometryChecksum,
	hookNames,
	makeStamp,
	objectRootName,
	walkmeshNodeName,
} from '../../src/scene/inspection.ts';
import { nodeRole } from '../../src/scene/roles.ts';
import { rectangle } from '../support/levels.ts';

const hooks = {
	relative1: [1, 2, 3],
	relative2: [4, 5, 6],
	absolute1: [7, 8, 9],
	absolute2: [10, 11, 12],
} as const;
const made = (kind: WalkmeshKind, name = 'gate', doorState?: DoorState): Walkmesh =>
	createWalkmesh({ ...rectangle(0, 0, 1, 1), kind, name, hooks, ...(doorState === undefined ? {} : { doorState }) });

describe('names of nodes', () => {
	test.each<[WalkmeshKind, string, DoorState | undefined, string, string, string[]]>([
		['area', 'hall', undefined, 'hall_wok', '', []],
		['area', '', undefined, 'walkmesh_wok', '', []],
		['placeable', 'crate', undefined, 'crate_pwk_wg', 'crate_pwk', ['pwk_use01', 'pwk_use02']],
		['placeable', '', undefined, 'walkmesh_pwk_wg', 'walkmesh_pwk', ['pwk_use01', 'pwk_use02']],
		['door', 'gate', undefined, 'gate_DWK_wg_closed', 'gate_DWK', ['DWK_dp_closed_01', 'DWK_dp_closed_02']],
		['door', 'gate', 'closed', 'gate_DWK_wg_closed', 'gate_DWK', ['DWK_dp_closed_01', 'DWK_dp_closed_02']],
		['door', 'gate', 'open1', 'gate_DWK_wg_open1', 'gate_DWK', ['DWK_dp_open1_01']],
		['door', 'gate', 'open2', 'gate_DWK_wg_open2', 'gate_DWK', ['DWK_dp_open2_01']],
	])('of a %s "%s" %s are known again', (kind, name, doorState, node, root, names) => {
		const mesh = made(kind, name, doorState);
		expect(walkmeshNodeName(mesh)).toBe(node);
		expect(nodeRole(node)).toMatchObject({ role: 'geometry', kind });
		expect(hookNames(mesh)).toEqual(names.map((each, i) => ({ name: each, hook: i === 0 ? [1, 2, 3] : [4, 5, 6] })));
		for (const [i, each] of names.entries()) expect(nodeRole(each)).toMatchObject({ role: 'hook', kind, slot: i + 1 });
		if (kind === 'area') return;
		expect(objectRootName(mesh, 0)).toBe(root);
		expect(objectRootName(mesh, 2)).toBe(`${root}.002`);
		expect(nodeRole(objectRootName(mesh, 2))).toMatchObject({ role: 'root', kind });
	});

	test('of copies are numbered as Blender does', () => {
		expect([0, 1, 12, 1234].map(copySuffix)).toEqual(['', '.001', '.012', '.1234']);
	});
});

describe('the stamp of a walkmesh', () => {
	test('holds header and transitions, with what JSON has no number for as a text', () => {
		const transitions = Int32Array.of(-1, 3, -1, -1, -1, 0);
		const mesh = { ...made('door', 'gate', 'open1'), transitions, position: [-0, Number.NaN, -Infinity] as const };
		const stamp = makeStamp(mesh);
		expect(stamp).toEqual({
			version: 1,
			name: 'gate',
			kind: 'door',
			doorState: 'open1',
			header: ['-0', 'NaN', '-Infinity', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
			transitions: [1, 3, 5, 0],
			checksum: geometryChecksum(mesh),
		});
		expect(JSON.parse(JSON.stringify(stamp))).toEqual(stamp);
		expect(makeStamp(made('placeable'))).not.toHaveProperty('doorState');
		expect(makeStamp(made('placeable')).header.slice(0, 3)).toEqual([0, 0, 0]);
	});

	test('has the FNV-1a checksum of the words of vertices, faces and surfaces, each after their number', () => {
		const mesh = made('area');
		let hash = 0x811c9dc5n;
		const parts = [mesh.positions, mesh.faces, mesh.surfaces];
		for (const array of parts) {
			const words = [...new Uint32Array(array.buffer, array.byteOffset, array.length)];
			for (const word of [words.length, ...words]) hash = ((hash ^ BigInt(word)) * 0x01000193n) & 0xffffffffn;
		}
		expect(geometryChecksum(mesh)).toBe(Number(hash));
		const sums = parts.flatMap((array, part) =>
			[...array.keys()].map((i) => {
				const changed = [mesh.positions.slice(), mesh.faces.slice(), mesh.surfaces.slice()] as const;
				changed[part][i] += 1;
				return geometryChecksum({ positions: changed[0], faces: changed[1], surfaces: changed[2] });
			}),
		);
		expect(new Set([...sums, geometryChecksum(mesh)]).size).toBe(sums.length + 1);
	});
});
