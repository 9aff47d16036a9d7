import { describe, expect, it } from 'vitest';
import type { AsciiOrigin } from '../../../src/bwm/ascii.ts';
import type { Vec3 } from '../../../src/math/vec3.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { fixture, read } from './reading.ts';

/** The room of all `quay` texts: a floor of two faces, a wall of two that nobody walks on, in area space. */
const POSITIONS = [100, 41, 1.5, 108, 41, 1.5, 108, 47, 1.75, 100, 47, 1.75, 108, 41, 4, 108, 47, 4.25];
const FACES = [0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2];
const SURFACES = [5, 5, 7, 7];
const LINKS = [1, -1, -1, -1, -1, 2, -1, -1, -1, -1, -1, -1];
const NO_LINKS = LINKS.map(() => -1);
const IN_ROOM: Vec3 = [4, -6, 1.5];
const IN_AREA: Vec3 = [104, 44, 1.5];

interface RoomText {
	readonly file: string;
	readonly dialect: AsciiOrigin;
	readonly model: string;
	readonly position: Vec3;
	readonly transitions?: readonly number[];
	/** Codes of all findings. */
	readonly codes: readonly string[];
}

const ROOMS: readonly RoomText[] = [
	{
		file: 'nwmax-room.wok',
		dialect: 'nwmax',
		model: 'quay01',
		position: IN_AREA,
		transitions: NO_LINKS,
		codes: ['ASCII_VERTEX_SPACE'],
	},
	{ file: 'mdlops-room.wok', dialect: 'mdlops', model: 'quay01', position: IN_ROOM, codes: ['ASCII_VERTEX_SPACE'] },
	{ file: 'mdledit-room.wok', dialect: 'mdledit', model: 'quay01', position: IN_ROOM, codes: ['ASCII_VERTEX_SPACE'] },
	{
		file: 'kotormax-model.mdl',
		dialect: 'kotormax',
		model: 'quay01',
		position: IN_ROOM,
		codes: ['ASCII_VERTEX_SPACE', 'ASCII_NODES_SKIPPED'],
	},
	{ file: 'kotorjs-model.mdl', dialect: 'kotorjs', model: 'quay01', position: IN_AREA, codes: ['ASCII_VERTEX_SPACE'] },
	{
		file: 'pykotor-room.wok',
		dialect: 'pykotor',
		model: '',
		position: IN_ROOM,
		transitions: NO_LINKS,
		codes: ['ASCII_VERTEX_SPACE'],
	},
	{
		file: 'engine-room.wok',
		dialect: 'engine',
		model: 'quay01',
		position: [0, 0, 0],
		transitions: NO_LINKS,
		codes: [],
	},
	{ file: 'messy-room.wok', dialect: 'engine', model: '', position: [0, -0, 0], codes: ['ASCII_KEYWORD_SKIPPED'] },
];

describe('one room in the text of every tool', () => {
	it.each(ROOMS)('$file', ({ file, dialect, model, position, transitions = LINKS, codes }) => {
		for (const text of [fixture(file), fixture(file).replaceAll('\n', '\r\n'), fixture(file).replaceAll('\n', '\r')]) {
			const { walkmeshes, report } = read(text);
			expect(walkmeshes).toHaveLength(1);
			expect(walkmeshes[0].dialect).toBe(dialect);
			const { walkmesh } = walkmeshes[0];
			expect(plain(walkmesh)).toEqual({
				name: model,
				kind: 'area',
				positions: POSITIONS,
				faces: FACES,
				surfaces: SURFACES,
				transitions,
				position,
			});
			expect(Object.values(walkmesh.hooks)).toEqual([0, 1, 2, 3].map(() => [0, 0, 0]));
			expect(report.findings.map((finding) => finding.code)).toEqual(codes);
		}
	});

	it('takes the name of the file, and says so where the text has another', () => {
		expect(read(fixture('engine-room.wok'), {}, 'QUAY01').findings).toEqual([]);
		const { walkmeshes, findings } = read(fixture('engine-room.wok'), {}, 'quay02');
		expect(walkmeshes[0].walkmesh.name).toBe('quay02');
		expect(findings).toEqual([
			'info ASCII_NAME: The text has the name "quay01"; using the name of the file, "quay02".',
		]);
	});

	it('names what it left out of a model', () => {
		expect(read(fixture('kotormax-model.mdl')).findings).toContain(
			'line 12: info ASCII_NODES_SKIPPED: Ignoring 2 nodes that are not walkmesh: planks, lamp01.',
		);
	});
});

describe('a placeable in the text of every tool', () => {
	it.each(['mdledit-crate.pwk', 'mdlops-crate.pwk', 'nwmax-crate.pwk'])('%s', (file) => {
		const { walkmeshes, findings } = read(fixture(file));
		expect(findings).toEqual([]);
		const [{ walkmesh }, ...others] = walkmeshes;
		expect(others).toEqual([]);
		expect(plain(walkmesh)).toEqual({
			name: 'plc_crate',
			kind: 'placeable',
			positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
			faces: [0, 1, 2, 0, 2, 3],
			surfaces: [7, 7],
			transitions: [-1, -1, -1, -1, -1, -1],
			position: [0.25, 0.5, 0],
		});
		expect(walkmesh.hooks).toEqual({
			relative1: [0, -1.5, 0],
			relative2: [0, 1.75, 0],
			absolute1: [0, 0, 0],
			absolute2: [0, 0, 0],
		});
	});

	it('may have hooks and nothing else', () => {
		const text = 'node dummy plc_rug_pwk_use01\nparent plc_rug_pwk\nposition 1 2 3\nendnode\n';
		const { walkmeshes, findings } = read(text);
		const [{ walkmesh }] = walkmeshes;
		expect([walkmesh.kind, walkmesh.name, walkmesh.surfaces.length]).toEqual(['placeable', 'plc_rug', 0]);
		expect(walkmesh.hooks.relative1).toEqual([1, 2, 3]);
		expect(findings).toEqual([
			'line 1, node "plc_rug_pwk_use01": info ASCII_HOOKS_ONLY: There are use hooks of a placeable without geometry: it has no faces.',
		]);
	});
});

describe('a door', () => {
	it('comes as three walkmeshes of one text', () => {
		const { walkmeshes, findings } = read(fixture('mdlops-door.dwk'), {}, 'dor_quay');
		expect(findings).toEqual([]);
		expect(walkmeshes.map(({ walkmesh }) => [walkmesh.name, walkmesh.kind, walkmesh.doorState])).toEqual([
			['dor_quay', 'door', 'closed'],
			['dor_quay', 'door', 'open1'],
			['dor_quay', 'door', 'open2'],
		]);
		const [closed, open1, open2] = walkmeshes.map(({ walkmesh }) => walkmesh);
		expect([closed, open1, open2].map((mesh) => mesh.position)).toEqual([
			[0, 0.5, 0],
			[-1.5, 1, 0],
			[-1.5, -1, 0],
		]);
		expect(closed.hooks).toEqual({
			relative1: [0, -1.5, 0],
			relative2: [0, 1.25, 0],
			absolute1: [0, -1, 0],
			absolute2: [0, 1.75, 0],
		});
		expect(open1.hooks).toEqual({
			relative1: [0.5, 2, 0],
			relative2: [0, 0, 0],
			absolute1: [-1, 3, 0],
			absolute2: [-1.5, 1, 0],
		});
		expect(open2.hooks.absolute1).toEqual([-1, -3, 0]);
		expect([...open2.faces]).toEqual([0, 2, 1]);
	});

	it('has its own name in the file of a state, which ends in the digit of that state', () => {
		const text = (state: string): string =>
			`node trimesh gate_DWK_wg_${state}\nparent gate_DWK\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 7\nendnode\n`;
		const named = (content: string, file: string): [string[], readonly string[]] => {
			const { walkmeshes, findings } = read(content, {}, file);
			return [walkmeshes.map(({ walkmesh }) => walkmesh.name), findings];
		};
		expect(named(text('open1'), 'gate1')).toEqual([['gate'], []]);
		expect(named(text('open1'), 'GATE1')).toEqual([['GATE'], []]);
		expect(named(text('open1'), 'gate')).toEqual([['gate'], []]);
		expect(named(text('open1').replaceAll('gate', 'gate1'), 'gate1')).toEqual([['gate1'], []]);
		const told = (used: string): string =>
			`info ASCII_NAME: The text has the name "gate"; using the name of the file, "${used}".`;
		expect(named(text('open1'), 'lid1')).toEqual([['lid'], [told('lid')]]);
		expect(named(text('open2'), 'gate1')).toEqual([['gate1'], [told('gate1')]]);
		expect(named(text('open1') + text('open2'), 'gate1')).toEqual([['gate1', 'gate1'], [told('gate1')]]);
	});

	it('keeps hooks of several doors of one text apart, by prefix and by parent', () => {
		const door = (model: string, x: number): string =>
			`
			node trimesh ${model}_DWK_wg_closed
			parent ${model}_DWK
			verts 0
			faces 0
			endnode
			node dummy ${model === 'b' ? 'DWK' : model}_dp_closed_01
			parent ${model}_DWK
			position ${x} 0 0
			endnode`.replaceAll('a_dp', 'a_DWK_dp');
		const { walkmeshes, findings } = read(door('a', 1) + door('b', 2), {}, 'ignored');
		expect(findings).toEqual([]);
		expect(walkmeshes.map(({ walkmesh }) => [walkmesh.name, walkmesh.hooks.relative1[0]])).toEqual([
			['a', 1],
			['b', 2],
		]);
	});

	it('is closed where no name says which state it is', () => {
		const { walkmeshes, findings } = read('# DWKMESH ASCII\nnode trimesh slab\nverts 0\nfaces 0\nendnode');
		expect(walkmeshes[0].walkmesh.doorState).toBe('closed');
		expect(findings[0]).toMatch(/^line 2, node "slab": warning ASCII_DOOR_STATE/);
	});
});

describe('what a node belongs to', () => {
	const node = (type: string, name: string, parent = ''): string =>
		`node ${type} ${name}\n${parent === '' ? '' : `parent ${parent}\n`}verts 0\nfaces 0\nendnode\n`;
	const kinds = (text: string, kind?: Walkmesh['kind']): string[] =>
		read(text, kind === undefined ? {} : { kind }).walkmeshes.map(({ walkmesh }) => walkmesh.kind);

	it.each([
		['a room by its type, even when it is called like a placeable', node('aabb', 'plc_yard_wg'), 'area'],
		['a placeable by its name', node('trimesh', 'crate_pwk_wg'), 'placeable'],
		['a placeable by its parent', node('aabb', 'x', 'crate_pwk'), 'placeable'],
		['a door by its name', node('trimesh', 'DWK_wg_open1'), 'door'],
		['a room when only `_wg` is said', node('trimesh', 'm01_wg'), 'area'],
		[
			'a placeable when hooks stand beside it',
			`${node('trimesh', 'm01_wg')}node dummy pwk_use01\nendnode\n`,
			'placeable',
		],
		['a placeable by a comment', `# PWKMESH ASCII\n${node('trimesh', 'm01_wg')}`, 'placeable'],
		['what wokflow said', `# wokflow door open2 x\n${node('aabb', 'm01_wg')}`, 'door'],
	])('%s', (_, text, kind) => {
		expect(kinds(text)).toEqual([kind]);
	});

	it('is what the caller says where the text does not', () => {
		expect(kinds(node('trimesh', 'm01_wg'), 'placeable')).toEqual(['placeable']);
		expect(kinds(node('trimesh', 'm01_wok'), 'placeable')).toEqual(['area']);
	});

	it('takes a trimesh of a whole model only by its name', () => {
		const { walkmeshes } = read(`newmodel m01\n${node('trimesh', 'wall')}${node('trimesh', 'm01_wok')}donemodel m01\n`);
		expect(walkmeshes).toHaveLength(1);
	});
});

function plain({ name, kind, positions, faces, surfaces, transitions, position }: Walkmesh): object {
	return {
		name,
		kind,
		positions: [...positions],
		faces: [...faces],
		surfaces: [...surfaces],
		transitions: [...transitions],
		position: [...position],
	};
}
