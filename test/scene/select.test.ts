import { describe, expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { type SelectableNode, selectNodes } from '../../src/scene/select.ts';

type Node = readonly [name: string, parent: number, extra?: Partial<SelectableNode>];

function select(
	nodes: readonly Node[],
	patterns?: readonly string[],
): { names: string[]; rule: string; report: Report } {
	const report = new Report();
	const list = nodes.map(([name, parent, extra]) => ({ name, parent, ...extra }));
	const { taken, rule } = selectNodes(list, patterns === undefined ? {} : { node: patterns }, report);
	return { names: list.filter((_, i) => taken[i] === 1).map(({ name }) => name), rule, report };
}

/** Without patterns. */
const selected = (...nodes: Node[]) => select(nodes);

const LEVEL: readonly Node[] = [
	['level', -1],
	['hall_wok', 0],
	['floor', 1],
	['ignore_helper', 1],
	['below_ignored', 3],
	['visual', 0],
	['WALKMESH-noimp', 0],
];

describe('by names and tags', () => {
	test('named nodes and what is below them, less what is ignored', () => {
		expect(select(LEVEL)).toMatchObject({ names: ['hall_wok', 'floor'], rule: 'tagged' });
	});

	test.each(['WALKMESH', 'x_wg', 'x_pwk', 'x_DWK', 'DWK_wg_closed', 'floor-navmesh', 'hall_wok.001'])(
		'%s is a tag',
		(name) => {
			expect(selected([name, -1], ['Cube', -1])).toMatchObject({ names: [name], rule: 'tagged' });
		},
	);

	test.each([true, 1, 'hall', 17])('extras.walkmesh %j is a tag', (walkmesh) => {
		expect(selected(['a', -1, { extras: { walkmesh } }], ['b', -1])).toMatchObject({ names: ['a'], rule: 'tagged' });
	});

	test.each([0, '', null])('extras.walkmesh %j is none', (walkmesh) => {
		expect(selected(['a', -1, { extras: { walkmesh } }], ['b', -1])).toMatchObject({ names: ['a', 'b'] });
	});

	test('extras.walkmesh false keeps a node and all below it out', () => {
		const nodes: Node[] = [
			['x_wok', -1],
			['a', 0, { extras: { walkmesh: false } }],
			['b', 1],
			['c', 0],
		];
		expect(select(nodes).names).toEqual(['x_wok', 'c']);
	});

	test('a tagged node below an ignored one stays out, and does not make everything be taken', () => {
		expect(selected(['ignore_all', -1], ['x_wok', 0], ['y', -1])).toMatchObject({ names: [], rule: 'tagged' });
	});

	test('the mesh lends its name to a node without one', () => {
		expect(selected(['', -1, { meshName: 'hall_wok' }], ['b', -1])).toMatchObject({ names: [''], rule: 'tagged' });
		expect(selected(['a', -1, { meshName: 'hall_wok' }], ['b', -1])).toMatchObject({ rule: 'everything' });
	});
});

test('tags of placeables and doors say nothing of the ground', () => {
	const nodes: Node[] = [
		['hall', -1, { surface: true }],
		['crate_pwk', 0, { geometry: false }],
		['pwk_wg', 1, { surface: true }],
		['looks', -1],
		['ignore_this', -1, { surface: true }],
	];
	expect(select(nodes)).toMatchObject({ names: ['hall', 'crate_pwk', 'pwk_wg'], rule: 'objects' });
	expect(select([...nodes, ['yard_wok', -1]])).toMatchObject({
		names: ['crate_pwk', 'pwk_wg', 'yard_wok'],
		rule: 'tagged',
	});
});

test('without tags everything is taken but what is ignored', () => {
	expect(selected(['a', -1], ['ignore_b', 0], ['c', 1], ['d-noimp', -1])).toMatchObject({
		names: ['a'],
		rule: 'everything',
	});
});

describe('by patterns', () => {
	test('a match takes the subtree, tags or not, letter case or not', () => {
		expect(select(LEVEL, ['VIS*'])).toMatchObject({ names: ['visual'], rule: 'patterns' });
		expect(select(LEVEL, ['level']).names).toEqual(['level', 'hall_wok', 'floor', 'visual']);
	});

	test('an ignored node is taken when a pattern matches that very node', () => {
		expect(select(LEVEL, ['ignore_*']).names).toEqual(['ignore_helper', 'below_ignored']);
		expect(select(LEVEL, ['level', 'WALKMESH-noimp']).names).toContain('WALKMESH-noimp');
	});

	test('names with slashes and brackets match as they are', () => {
		expect(
			select(
				[
					['a/b[1]', -1],
					['c', -1],
				],
				['a/b[1]'],
			).names,
		).toEqual(['a/b[1]']);
		expect(select([['a/b', -1]], ['*']).names).toEqual(['a/b']);
	});

	test('a pattern that matches nothing is an error that names it and what there is', () => {
		const { names, report } = select(LEVEL, ['hal', 'floor']);
		expect(names).toEqual(['floor']);
		const [finding] = report.findings;
		expect(finding).toMatchObject({ code: 'NODE_PATTERN_UNMATCHED', severity: 'error' });
		expect(finding.message).toContain('"hal"');
		expect(finding.message).toContain('"hall_wok"');
	});
});

describe('what the report says', () => {
	test('what was taken, why, and what was left', () => {
		const { report } = select(LEVEL);
		expect(report.findings).toMatchObject([
			{
				code: 'NODES_TAKEN',
				severity: 'info',
				message:
					'Using 2 nodes named or tagged as walkmesh: "hall_wok", "floor"; ignoring 5: "level", "ignore_helper", "below_ignored", "visual", "WALKMESH-noimp".',
			},
		]);
	});

	test('nodes without geometry are not worth a word, long lists are cut, equal names are one', () => {
		const nodes: Node[] = [
			['empty', -1, { geometry: false }],
			...Array.from({ length: 30 }, (_, i): Node => [`n${i % 12}`, -1]),
		];
		const [finding] = select(nodes).report.findings;
		expect(finding.message).toBe(
			'Using 30 nodes, because none is named or tagged as walkmesh: "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", ….',
		);
	});
});

test('names that are endless are cut in lists, and the mesh lends its name to lists too', () => {
	const long = 'x'.repeat(61);
	const nodes: Node[] = [
		[long, -1],
		['y'.repeat(60), -1],
		['', -1, { meshName: 'shape' }],
		['', -1],
	];
	const message = select(nodes).report.findings[0].message;
	expect(message).toBe(
		`Using 4 nodes, because none is named or tagged as walkmesh: "${'x'.repeat(60)}…", "${'y'.repeat(60)}", "shape", "".`,
	);
	const report = select(nodes, ['shape', 'none', '']).report;
	expect(
		report.findings.filter(({ code }) => code === 'NODE_PATTERN_UNMATCHED').map(({ data }) => data?.['pattern']),
	).toEqual(['none']);
	expect(select([['a', -1]], ['']).names).toEqual([]);
	expect(select([['crate_pwk', -1], ['ignore_hall', -1], ['hall', 1, { surface: true }]]).names).toEqual(['crate_pwk']); // biome-ignore format: one row
});

describe('what stands in for something finer beside it', () => {
	const standIns = (...nodes: Node[]): string[] => {
		const { names, report } = select(nodes);
		const told = report.findings.find(({ code }) => code === 'NODES_STAND_IN')?.data?.['count'] ?? 0;
		expect(told).toBe(nodes.length - names.length);
		return names;
	};

	test('are coarser levels of detail, under the names that modellers and engines give them', () => {
		expect(standIns(['hall_LOD0', -1], ['hall_LOD1', -1], ['Hall_lod2', -1])).toEqual(['hall_LOD0']);
		expect(standIns(['SM_hall', -1], ['SM_hall_LOD1', -1])).toEqual(['SM_hall']);
		expect(standIns(['hallLOD0', -1], ['hallLOD1', -1])).toEqual(['hallLOD0']);
		expect(standIns(['hall_LOD1.001', -1], ['hall_LOD0.001', -1])).toEqual(['hall_LOD0.001']);
	});

	test('go with all below them', () => {
		expect(selected(['LOD0', -1], ['floor', 0], ['LOD1', -1], ['floor.001', 2]).names).toEqual(['LOD0', 'floor']);
	});

	test('are the collision shapes of Unreal', () => {
		expect(standIns(['hall', -1], ['UCX_hall', -1], ['UBX_hall_01', -1])).toEqual(['hall']);
	});

	test('is nothing that has no finer one beside it, with geometry', () => {
		expect(standIns(['hall_LOD1', -1], ['way_LOD0', -1])).toEqual(['hall_LOD1', 'way_LOD0']);
		expect(standIns(['UCX_hall', -1])).toEqual(['UCX_hall']);
		expect(standIns(['explod1', -1], ['exp', -1], ['explod2', -1])).toHaveLength(3);
		expect(standIns(['hall', -1, { geometry: false }], ['hall_LOD1', -1])).toHaveLength(2);
		expect(standIns(['a', -1], ['hall_LOD0', 0], ['b', -1], ['hall_LOD1', 2])).toHaveLength(4);
	});

	test('is taken where a pattern names it', () => {
		expect(
			select(
				[
					['hall_LOD0', -1],
					['hall_LOD1', -1],
				],
				['hall_LOD1'],
			).names,
		).toEqual(['hall_LOD1']);
	});
});
