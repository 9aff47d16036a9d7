import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeGlb } from '../../fixtures/make/glb.ts';
import { gridScene } from '../../fixtures/make/grid-level/scene.ts';
import { makeLevel } from '../../fixtures/make/grid-level.ts';
import type { SceneNode } from '../../fixtures/make/scene.ts';
import { scratchFolder } from '../support/cli.ts';
import { runs, THOROUGH } from '../support/thorough.ts';
import { Project, walkmeshesOf } from './support.ts';

const folder = scratchFolder();
let count = 0;

const CONFIG = { targets: { grid: { level: 'grid.glb', out: 'out' } } };
const LEVEL = makeLevel({ rooms: 9, trianglesPerRoom: 128, seed: 5 });

/** What a person does to a level between two builds. */
type Edit =
	| { readonly kind: 'raise' | 'remove' | 'duplicate-away'; readonly room: number }
	| { readonly kind: 'move'; readonly room: number; readonly by: number }
	| { readonly kind: 'swap'; readonly room: number; readonly other: number }
	| { readonly kind: 'delete-output'; readonly room: number }
	| { readonly kind: 'option'; readonly tree: 'best' | 'median' };

const room = fc.nat(8);
const edit: fc.Arbitrary<Edit> = fc.oneof(
	fc.record({ kind: fc.constantFrom('raise' as const, 'remove' as const), room }),
	fc.record({ kind: fc.constant('move' as const), room, by: fc.constantFrom(-0.5, 1, 40) }),
	fc.record({ kind: fc.constant('swap' as const), room, other: room }),
	fc.record({ kind: fc.constant('delete-output' as const), room }),
	fc.record({ kind: fc.constant('option' as const), tree: fc.constantFrom('best' as const, 'median' as const) }),
);

function raised(node: SceneNode): SceneNode {
	const [first, ...rest] = node.mesh?.primitives ?? [];
	const positions = first.positions.slice();
	// The border lies at height 0 and stays.
	for (let i = 1; i < positions.length; i += 3) if (positions[i] !== 0) positions[i] += 0.125;
	return { ...node, mesh: { name: node.name, primitives: [{ ...first, positions }, ...rest] } };
}

function apply(nodes: readonly SceneNode[], change: Edit): SceneNode[] {
	const at = 'room' in change ? change.room % nodes.length : 0;
	const changed = [...nodes];
	const node = nodes[at];
	const [x, y, z] = node.translation ?? [0, 0, 0];
	if (change.kind === 'raise') changed[at] = raised(node);
	else if (change.kind === 'remove' && nodes.length > 2) changed.splice(at, 1);
	else if (change.kind === 'move') changed[at] = { ...node, translation: [x + change.by, y, z] };
	else if (change.kind === 'swap') {
		const other = change.other % nodes.length;
		[changed[at], changed[other]] = [changed[other], changed[at]];
	}
	return changed;
}

test('after any edits a build leaves what a build from nothing makes', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
			async (rounds) => {
				const project = new Project(`${folder}/${count++}`, CONFIG);
				let { nodes } = gridScene(LEVEL);
				let tree: 'best' | 'median' = 'best';
				const config = () => ({ targets: { grid: { ...CONFIG.targets.grid, tree } } });
				project.write('grid.glb', writeGlb({ name: 'grid', nodes }));
				await project.build({}, config());
				for (const edits of rounds) {
					for (const change of edits) {
						nodes = apply(nodes, change);
						if (change.kind === 'option') tree = change.tree;
						if (change.kind === 'delete-output') {
							rmSync(project.at(`out/${nodes[change.room % nodes.length].name}.wok`), { force: true });
						}
					}
					project.write('grid.glb', writeGlb({ name: 'grid', nodes }));
					await project.build({}, config());
				}
				const whole = new Project(`${folder}/${count++}`, CONFIG);
				whole.write('grid.glb', project.read('grid.glb'));
				await whole.build({}, config());
				expect(project.files('out')).toStrictEqual(whole.files('out'));
				expect((await project.build({}, config())).status).toBe('up-to-date');
				for (const each of [project, whole]) rmSync(each.folder, { recursive: true });
			},
		),
		{ numRuns: runs(4) },
	);
});

test('a room moved away is built with exactly the rooms that it was linked with', async () => {
	// The rooms lie three by three: one at a corner, one at an edge, the one in the middle.
	for (const index of THOROUGH ? LEVEL.rooms.keys() : [0, 1, 4]) {
		const { name } = LEVEL.rooms[index];
		const project = new Project(`${folder}/${count++}`, CONFIG);
		const { nodes } = gridScene(LEVEL);
		project.write('grid.glb', writeGlb({ name: 'grid', nodes }));
		await project.build();
		const moved = apply(nodes, { kind: 'move', room: index, by: 500 });
		project.write('grid.glb', writeGlb({ name: 'grid', nodes: moved }));
		const neighbours = LEVEL.links.flatMap(({ a, b }) => (a === index ? [b] : b === index ? [a] : []));
		const expected = [...new Set([index, ...neighbours])].map((room) => `${LEVEL.rooms[room].name}.wok`).sort();
		const result = await project.build();
		const written = walkmeshesOf(result, 'written');
		expect(written.map((line) => line.replace(/:.*/, '')).sort()).toStrictEqual(expected);
		expect(written.filter((line) => line.includes(`neighbour ${name} changed its border`))).toHaveLength(
			expected.length - 1,
		);
		rmSync(project.folder, { recursive: true });
	}
});
