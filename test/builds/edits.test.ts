import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TargetResult } from '../../builds/build.ts';
import { writeGlb } from '../../fixtures/make/glb.ts';
import { gridScene } from '../../fixtures/make/grid-level/scene.ts';
import { makeLevel } from '../../fixtures/make/grid-level.ts';
import { type Primitive, type SceneNode, TURN_90 } from '../../fixtures/make/scene.ts';
import { scratchFolder } from '../support/cli.ts';
import { runs, THOROUGH } from '../support/thorough.ts';
import { Project, type RowRoom, roomGlb, row, rowLyt, walkmeshesOf } from './support.ts';

const folder = scratchFolder();
let count = 0;

const CONFIG = { targets: { grid: { level: 'grid.glb', out: 'out' } } };
const LEVEL = makeLevel({ rooms: 9, trianglesPerRoom: 128, seed: 5 });

/** What a person does to a level between two builds. */
type Edit =
	| { readonly kind: 'raise' | 'remove'; readonly room: number }
	| { readonly kind: 'move' | 'group'; readonly room: number; readonly by: number }
	| { readonly kind: 'swap' | 'share' | 'material'; readonly room: number; readonly other: number }
	| { readonly kind: 'rename' | 'turn' | 'flatten'; readonly room: number }
	| { readonly kind: 'delete-output'; readonly room: number }
	| { readonly kind: 'option'; readonly option: (typeof OPTIONS)[number] };

/** Options of which each concerns other steps. */
const OPTIONS = [
	{ tree: 'best' },
	{ tree: 'median' },
	{ snap: 0.05 },
	{ conform: false },
	{ findings: true },
	{ vis: 'linked' },
	{ plan: false },
] as const;

const room = fc.nat(8);
const edit: fc.Arbitrary<Edit> = fc.oneof(
	fc.record({ kind: fc.constantFrom('raise' as const, 'remove' as const), room }),
	fc.record({ kind: fc.constant('move' as const), room, by: fc.constantFrom(-0.5, 1, 40) }),
	fc.record({ kind: fc.constant('group' as const), room, by: fc.constantFrom(0, 0.5) }),
	fc.record({ kind: fc.constantFrom('swap' as const, 'share' as const), room, other: room }),
	fc.record({ kind: fc.constant('material' as const), room, other: room }),
	fc.record({ kind: fc.constantFrom('rename' as const, 'turn' as const, 'flatten' as const), room }),
	fc.record({ kind: fc.constant('delete-output' as const), room }),
	fc.record({ kind: fc.constant('option' as const), option: fc.constantFrom(...OPTIONS) }),
);

/** The node with other first triangles. One that only groups others stays as it is. */
function withFirst(node: SceneNode, change: (first: Primitive) => Primitive): SceneNode {
	if (node.mesh === undefined) return node;
	const [first, ...rest] = node.mesh.primitives;
	return { ...node, mesh: { ...node.mesh, primitives: [change(first), ...rest] } };
}

function raised(node: SceneNode): SceneNode {
	return withFirst(node, (first) => {
		const positions = first.positions.slice();
		// The border lies at height 0 and stays.
		for (let i = 1; i < positions.length; i += 3) if (positions[i] !== 0) positions[i] += 0.125;
		return { ...first, positions };
	});
}

/** The node with a material of another node; where that has none, one that names no surface, and where it is the same, none. */
function repainted(node: SceneNode, other: SceneNode): SceneNode {
	const material = other.mesh?.primitives.at(-1)?.material;
	return withFirst(node, ({ material: own, ...first }) => {
		if (material === own) return first;
		return { ...first, material: material ?? { name: 'unheard of', color: [1, 0, 0] } };
	});
}

/** What an edit makes of the node of its room. */
function changedNode(node: SceneNode, other: SceneNode, change: Edit): SceneNode {
	const [x, y, z] = node.translation ?? [0, 0, 0];
	switch (change.kind) {
		case 'raise':
			return raised(node);
		case 'move':
			return { ...node, translation: [x + change.by, y, z] };
		case 'material':
			return repainted(node, other);
		case 'share':
			return other.mesh === undefined ? node : { ...node, mesh: other.mesh };
		case 'rename':
			return { ...node, name: `${node.name}x`.slice(-16) };
		case 'turn':
			return { ...node, rotation: TURN_90 };
		case 'flatten':
			return { ...node, scale: [1, 0.5, 1] };
		case 'group':
			return { name: `in_${node.name}`.slice(0, 16), translation: [change.by, 0, 0], children: [node] };
		default:
			return node;
	}
}

function apply(nodes: readonly SceneNode[], change: Edit): SceneNode[] {
	const at = 'room' in change ? change.room % nodes.length : 0;
	const other = 'other' in change ? change.other % nodes.length : at;
	if (change.kind === 'remove') return nodes.length > 2 ? nodes.toSpliced(at, 1) : [...nodes];
	if (change.kind === 'swap') return nodes.with(at, nodes[other]).with(other, nodes[at]);
	return nodes.with(at, changedNode(nodes[at], nodes[other], change));
}

async function build(nodes: readonly SceneNode[], project: Project, config: unknown): Promise<TargetResult> {
	project.write('grid.glb', writeGlb({ name: 'grid', nodes }));
	return project.build({}, config);
}

test('after any edits a build leaves what a build from nothing makes', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
			async (rounds) => {
				const project = new Project(`${folder}/${count++}`, CONFIG);
				let { nodes } = gridScene(LEVEL);
				let options = {};
				const config = () => ({ targets: { grid: { ...CONFIG.targets.grid, ...options } } });
				let last = await build(nodes, project, config());
				for (const edits of rounds) {
					for (const change of edits) {
						nodes = apply(nodes, change);
						if (change.kind === 'option') options = { ...options, ...change.option };
						if (change.kind === 'delete-output') {
							rmSync(project.at(`out/${nodes[change.room % nodes.length].name}.wok`), { force: true });
						}
					}
					const result = await build(nodes, project, config());
					if (result.status !== 'up-to-date') last = result;
				}
				const whole = new Project(`${folder}/${count++}`, CONFIG);
				const clean = await build(nodes, whole, config());
				expect(last.status).toBe(clean.status);
				expect(last.report.findings).toStrictEqual(clean.report.findings);
				// Of rooms that lie in each other nothing is written.
				if (clean.status === 'built') {
					expect(project.files('out')).toStrictEqual(whole.files('out'));
					expect((await project.build({}, config())).status).toBe('up-to-date');
				}
				for (const each of [project, whole]) rmSync(each.folder, { recursive: true });
			},
		),
		{ numRuns: runs(1, 10) },
	);
});

const ROW = 6;
const place = fc.nat(ROW - 1);

/** What a person does to a layout and the files of its rooms between two builds. */
const layoutEdit = fc.oneof(
	fc.record({ kind: fc.constant('hump' as const), room: place, by: fc.constantFrom(0.25, 1) }),
	fc.record({ kind: fc.constant('cut' as const), room: place, by: fc.constantFrom(1, 2) }),
	fc.record({ kind: fc.constant('corner' as const), room: place, by: fc.constantFrom(0.004, 0.5) }),
	fc.record({ kind: fc.constant('x' as const), room: place, by: fc.constantFrom(0.003, 0.3, 100, -5) }),
	fc.record({
		kind: fc.constantFrom('remove' as const, 'first' as const, 'rename' as const, 'add' as const),
		room: place,
		by: fc.constant(0),
	}),
);

type LayoutEdit = typeof layoutEdit extends fc.Arbitrary<infer T> ? T : never;

function applied(rooms: readonly RowRoom[], { kind, room, by }: LayoutEdit, name: string): readonly RowRoom[] {
	const at = room % rooms.length;
	const own = rooms[at];
	if (kind === 'remove') return rooms.length > 2 ? rooms.toSpliced(at, 1) : rooms;
	if (kind === 'first') return [own, ...rooms.toSpliced(at, 1)];
	if (kind === 'rename') return rooms.with(at, { ...own, name });
	if (kind === 'add') return rooms.toSpliced(at, 0, { name, x: ROW * 10 });
	return rooms.with(at, { ...own, [kind]: kind === 'x' ? own.x + by : by });
}

test('after each of many edits of a layout and its rooms a build leaves and tells what one from nothing does', async () => {
	const layout = { targets: { row: { level: 'row.lyt', out: 'out' } } };
	const build = async (rooms: readonly RowRoom[], project: Project): Promise<TargetResult> => {
		project.write('row.lyt', rowLyt(rooms));
		for (const room of rooms) project.write(`${room.name}.glb`, roomGlb(room));
		return project.build();
	};
	const seen = { linked: 0, failed: 0 };
	for (let seed = 1; seed <= runs(1, 10); seed++) {
		const edits = fc.sample(layoutEdit, { numRuns: THOROUGH ? 12 : 6, seed });
		const project = new Project(`${folder}/${count++}`, layout);
		let rooms: readonly RowRoom[] = row(ROW);
		let last = await build(rooms, project);
		for (const [nth, edit] of edits.entries()) {
			rooms = applied(rooms, edit, `new_${nth}`);
			const result = await build(rooms, project);
			if (result.status !== 'up-to-date') last = result;
			const whole = new Project(`${folder}/${count++}`, layout);
			const clean = await build(rooms, whole);
			const what = `seed ${seed}, edit ${nth}`;
			// Of rooms that lie in each other nothing is written.
			expect(last.status, what).toBe(clean.status);
			if (clean.status === 'built') expect(project.files('out'), what).toStrictEqual(whole.files('out'));
			else seen.failed++;
			expect(last.report.findings, what).toStrictEqual(clean.report.findings);
			expect(last.found, what).toStrictEqual(clean.found);
			if (walkmeshesOf(result, 'written').some((line) => line.includes('changed its border'))) seen.linked++;
			rmSync(whole.folder, { recursive: true });
		}
		rmSync(project.folder, { recursive: true });
	}
	// Rooms that nobody touched became others, too.
	expect(seen.linked).toBeGreaterThan(1);
}, 600_000);
