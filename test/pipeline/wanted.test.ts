import { expect, test } from 'vitest';
import { describeWalkmesh, gatherWalkmeshes, isOneModel, wantedBy } from '../../pipeline/wanted.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { type DoorState, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, rectangle, withTransitions } from '../support/levels.ts';

const HALL: Walkmesh = { ...withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 2 }), name: 'hall' };
const CRATE: Walkmesh = {
	...rectangle(0, 0, 1, 1),
	name: 'crate',
	kind: 'placeable',
	hooks: { ...NO_HOOKS, relative1: [0, 1, 0] },
};
const gate = (doorState: DoorState, name = 'gate'): Walkmesh => ({
	...rectangle(0, 0, 2, 1),
	name,
	kind: 'door',
	doorState,
});

/** The walkmeshes for an output of this name, and the codes of what is reported. */
async function gathered(output: string, ...walkmeshes: readonly Walkmesh[]): Promise<[Walkmesh[], string[]]> {
	const report = new Report();
	const loaded = { kind: 'walkmeshes', walkmeshes: walkmeshes.map((walkmesh) => ({ walkmesh })) } as const;
	const wanted = { ...wantedBy(output), output };
	const found = await gatherWalkmeshes(loaded, wanted, [], { report, surfaces: K1 });
	return [found.walkmeshes.map(({ walkmesh }) => walkmesh), report.findings.map(({ code }) => code)];
}

test.each<[string, readonly Walkmesh[], string[], string[]]>([
	['all.glb', [HALL, CRATE], ['area walkmesh "hall"', 'placeable walkmesh "crate"'], []],
	['hall.wok', [HALL, CRATE], ['area walkmesh "hall"'], ['OBJECTS_LEFT']],
	['crate.pwk', [HALL, CRATE], ['placeable walkmesh "crate"'], ['OBJECTS_LEFT']],
	['crate.pwk', [CRATE], ['placeable walkmesh "crate"'], []],
	['gate1.dwk', [gate('open1')], ['door walkmesh (open1) "gate"'], []],
	['gate2.dwk', [gate('open1')], ['door walkmesh (open2) "gate"'], ['DOOR_ONE_STATE']],
	['gate.dwk', [gate('open1')], ['door walkmesh (open1) "gate"'], []],
	['crate.pwk', [gate('open1')], ['placeable walkmesh "gate"'], []],
	['crate1.dwk', [CRATE], ['door walkmesh (open1) "crate"'], []],
	['crate.dwk', [CRATE], [], ['DOOR_STATE_NEEDED']],
	['crate.wok', [CRATE], ['area walkmesh "crate"'], ['KIND_SPACE_KEPT', 'HOOKS_DROPPED']],
	['hall.pwk', [HALL], ['placeable walkmesh "hall"'], ['KIND_SPACE_KEPT', 'LINKS_DROPPED']],
])('%s gets what it can hold: %#', async (output, walkmeshes, names, codes) => {
	const [found, told] = await gathered(output, ...walkmeshes);
	expect([found.map(describeWalkmesh), told]).toEqual([names, codes]);
});

test('what another kind cannot have is gone, the rest is kept', async () => {
	const [[area]] = await gathered('crate.wok', CRATE);
	expect(area).toEqual({ ...CRATE, kind: 'area', hooks: NO_HOOKS });
	const [[placeable]] = await gathered('hall.pwk', HALL);
	expect(placeable).toEqual({ ...HALL, kind: 'placeable', transitions: rectangle(0, 0, 1, 1).transitions });
	const [[unlinked], told] = await gathered('yard.pwk', rectangle(0, 0, 1, 1));
	expect([unlinked.kind, told]).toEqual(['placeable', ['KIND_SPACE_KEPT']]);
	const [[crate]] = await gathered('gate.pwk', gate('open1'));
	expect(crate).not.toHaveProperty('doorState');
});

test('one model is a single walkmesh, or a door in states of its own', () => {
	const isOne = (...walkmeshes: readonly Walkmesh[]): boolean =>
		isOneModel(walkmeshes.map((walkmesh) => ({ walkmesh })));
	expect(isOne(HALL)).toBe(true);
	expect(isOne(gate('closed'), gate('open1', 'GATE'), gate('open2'))).toBe(true);
	expect(isOne(gate('closed'), gate('open1', 'port'))).toBe(false);
	expect(isOne(gate('closed'), gate('closed'))).toBe(false);
	expect(isOne(HALL, { ...CRATE, name: 'hall' })).toBe(false);
});

test('a walkmesh is called by its kind, state and name', () => {
	expect(
		[gate('open1'), gate('open1', ''), HALL, { ...HALL, doorState: 'open1' as const }, { kind: 'door' as const }].map(
			describeWalkmesh,
		),
	).toEqual([
		'door walkmesh (open1) "gate"',
		'door walkmesh (open1)',
		'area walkmesh "hall"',
		'area walkmesh "hall"',
		'door walkmesh',
	]);
});

test('what an output can hold is told by its extension, or that of its format', () => {
	expect(wantedBy('gate1.dwk')).toEqual({ kind: 'door', doorState: 'open1' });
	expect(wantedBy('gate.dwk')).toEqual({ kind: 'door' });
	expect(wantedBy('crate1.pwk')).toEqual({ kind: 'placeable' });
	expect(wantedBy('-', 'wok')).toEqual({ kind: 'area' });
	expect(wantedBy('level.glb', 'glb')).toEqual({});
});
