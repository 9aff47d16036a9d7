import { describe, expect, test } from 'vitest';
import { isIgnoredName, nodeRole } from '../../src/scene/roles.ts';

describe('names of geometry', () => {
	test.each([
		['WALKMESH', { role: 'geometry', kind: 'area' }],
		['walkmesh.002', { role: 'geometry', kind: 'area' }],
		['m01aa_walkmesh', { role: 'geometry', kind: 'area', model: 'm01aa' }],
		['m10aa_01c_wok', { role: 'geometry', kind: 'area', model: 'm10aa_01c' }],
		['M10AA_01C_WOK.001', { role: 'geometry', kind: 'area', model: 'M10AA_01C' }],
		['m10aa_01c_wok001', { role: 'geometry', kind: 'area', model: 'm10aa_01c' }],
		['scene:m10aa_01c_wok', { role: 'geometry', kind: 'area', model: 'm10aa_01c' }],
		['floor-navmesh', { role: 'geometry', kind: 'area', model: 'floor' }],
		['m10aa_01c_wg', { role: 'geometry', kind: 'area', model: 'm10aa_01c', open: true }],
		['plc_crate_wg', { role: 'geometry', kind: 'placeable', model: 'plc_crate' }],
		['plc_crate_pwk_wg', { role: 'geometry', kind: 'placeable', model: 'plc_crate' }],
		['pwk_wg', { role: 'geometry', kind: 'placeable' }],
		['plc_crate_pwk', { role: 'root', kind: 'placeable', model: 'plc_crate' }],
		['dor_gate_DWK', { role: 'root', kind: 'door', model: 'dor_gate' }],
		['DWK_wg_closed', { role: 'geometry', kind: 'door', doorState: 'closed' }],
		['md_DWK_wg_open1', { role: 'geometry', kind: 'door', doorState: 'open1' }],
		['dor_gate_dwk_wg_open2', { role: 'geometry', kind: 'door', doorState: 'open2', model: 'dor_gate' }],
		['DWK_wg_open2.001', { role: 'geometry', kind: 'door', doorState: 'open2' }],
	])('%s', (name, role) => {
		expect(nodeRole(name)).toEqual(role);
	});
});

describe('names of hooks', () => {
	test.each([
		['pwk_use01', { role: 'hook', kind: 'placeable', slot: 1 }],
		['PWK_USE02', { role: 'hook', kind: 'placeable', slot: 2 }],
		['pwk_use_02', { role: 'hook', kind: 'placeable', slot: 2 }],
		['pwk_use01.001', { role: 'hook', kind: 'placeable', slot: 1 }],
		['pwk_use01001', { role: 'hook', kind: 'placeable', slot: 1 }],
		['pwk_dp_use_01', { role: 'hook', kind: 'placeable', slot: 1 }],
		['pwk_dp_use02', { role: 'hook', kind: 'placeable', slot: 2 }],
		['plc_crate_pwk_use01', { role: 'hook', kind: 'placeable', slot: 1, model: 'plc_crate' }],
		['DWK_dp_closed_01', { role: 'hook', kind: 'door', slot: 1, doorState: 'closed' }],
		['DWK_dp_closed02', { role: 'hook', kind: 'door', slot: 2, doorState: 'closed' }],
		['dwk_dp_open1_01', { role: 'hook', kind: 'door', slot: 1, doorState: 'open1' }],
		['DWK_dp_open101', { role: 'hook', kind: 'door', slot: 1, doorState: 'open1' }],
		['DWK_dp_open201.003', { role: 'hook', kind: 'door', slot: 1, doorState: 'open2' }],
		['md_DWK_dp_open2_01', { role: 'hook', kind: 'door', slot: 1, doorState: 'open2' }],
		['dor_gate_dwk_dp_closed_02', { role: 'hook', kind: 'door', slot: 2, doorState: 'closed', model: 'dor_gate' }],
	])('%s', (name, role) => {
		expect(nodeRole(name)).toEqual(role);
	});
});

describe('names of transition marks', () => {
	test.each([
		['transition_3', '3'],
		['Transition_12.001', '12'],
		['transition_3001', '3'],
		['transition_12002', '12'],
		['link_m10aa_01c', 'm10aa_01c'],
		['LINK_m10aa_01c.004', 'm10aa_01c'],
		['link_Hall 2', 'Hall 2'],
		['ns:transition_0', '0'],
	])('%s', (name, room) => {
		expect(nodeRole(name)).toEqual({ role: 'marker', room });
	});
});

test.each([
	'',
	'Cube',
	'wok_Dirt',
	'walkmesher',
	'transition',
	'link',
	'linked_3',
	'pwk_use03',
	'DWK_wg_open3',
	'wg',
	'_wok',
])('%j means nothing', (name) => {
	expect(nodeRole(name)).toBeUndefined();
});

describe('names to leave out', () => {
	test.each([
		'ignore_helper',
		'IGNORE_x',
		'ns:ignore_this',
		'Tree-noimp',
		'Tree_NOIMP',
		'Tree-noimp.001',
		'Tree-noimp001',
	])('%s', (name) => {
		expect(isIgnoredName(name)).toBe(true);
	});
	test.each(['ignored', 'noimp', 'please_ignore', 'Tree-noimport', ''])('not %j', (name) => {
		expect(isIgnoredName(name)).toBe(false);
	});
});
