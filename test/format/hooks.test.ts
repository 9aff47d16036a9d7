import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { readAscii } from '../../importers/ascii/read.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { nodeRole } from '../../src/scene/roles.ts';

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
