import type { Input } from '../../pipeline/inputs.ts';
import type { Inspection } from '../../pipeline/inspect.ts';
import type { LookSettings } from '../../pipeline/look-jobs.ts';
import { MESH_OPTIONS, ROOM_FILE_OPTIONS, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import type { Recipe } from '../../pipeline/recipe.ts';
import { type Finding, InputError } from '../../src/findings/report.ts';
import type { Layout } from '../../src/level/level.ts';
import { flag, given } from '../../src/options/options.ts';
import { counted, decimal, grouped } from '../../src/text/numbers.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { declareCommand } from '../command.ts';
import { JOBS_OPTION, withLookers } from '../jobs.ts';
import { EXIT, extensionList, type Terminal } from '../terminal.ts';

const ROOM_FOLDER = { roomFolder: ROOM_FILE_OPTIONS.roomFolder };

export const inspectCommand = declareCommand({
	name: 'inspect',
	summary: 'say what is in walkmeshes: counts, surfaces, bounds, loops, links, tree, hooks, and what is odd',
	words: ({ layouts }) => ({
		'<files...>': `binary or ASCII walkmeshes, folders and patterns of them, layouts (${extensionList(layouts)}); scenes are shown as the walkmesh they would become`,
	}),
	options: (registry) => ({
		plan: flag(false, 'Draw a small plan of each in the terminal.'),
		...registry.readOptions,
		...SURFACE_OPTIONS,
		...MESH_OPTIONS,
		...ROOM_FILE_OPTIONS,
		...JOBS_OPTION,
	}),
	help: `Examples:
  wokflow inspect m01aa_01.wok
  wokflow inspect m01aa.lyt                 every room of a layout
  wokflow inspect m01aa_01.wok --plan       with a small plan: numbers lead to rooms
  wokflow inspect "rooms/*.wok" --json > rooms.json`,
	async run(session) {
		const { words, options, registry, context, report } = session;
		const [{ inspect }, { expandInputs }, { convertRecipe, placeRecipes }] = await Promise.all([
			import('../../pipeline/inspect.ts'),
			import('../../pipeline/inputs.ts'),
			import('../../pipeline/recipe.ts'),
		]);
		const read = given(registry.readOptions, options);
		const inspections: Inspection[] = [];
		const { terminal } = session;
		const planText = options.plan === true ? (await import('../plan-text.ts')).planText : undefined;
		const walkmeshes = new Map<Inspection, Walkmesh>();
		const keep = (inspection: Inspection, walkmesh: Walkmesh): void => {
			if (planText !== undefined) walkmeshes.set(inspection, walkmesh);
		};
		let unreadable = 0;
		const inputs = await expandInputs(words, registry, report, given(ROOM_FOLDER, options));
		const recipeOf = ({ place }: Input): Recipe => {
			const { roomSpace } = options;
			const space = { ...(roomSpace === undefined ? {} : { roomSpace }) };
			const placing = place === undefined ? [] : placeRecipes({ ...space, room: place.room }, place.layout, []).scene;
			return [...placing, ...convertRecipe(options)];
		};
		const take = ({ path, place }: Input, index: number, found: readonly Inspection[]): void => {
			session.terminal.progress.show(`inspecting ${path}`, index, inputs.length);
			for (const each of found) {
				inspections.push(each);
				if (session.wantsJson) continue;
				print(each, place?.layout, session.terminal);
				const drawn = walkmeshes.get(each);
				if (drawn !== undefined && planText !== undefined) {
					for (const runs of planText(drawn, context.surfaces, terminal.width - 2))
						terminal.result(`  ${runs.map(({ text, style }) => terminal.paintResult(style, text)).join('')}`);
				}
				walkmeshes.delete(each);
			}
		};
		// The other files are looked at all the same.
		const fail = (finding: Finding): void => {
			report.push(finding);
			unreadable++;
		};
		const { surfaces, mappings } = context;
		const settings: LookSettings = { report: report.options, surfaces, mappings, read };
		const paths = inputs.map(({ path }) => path);
		// What is drawn is drawn here: other threads only say what they saw.
		const isShared =
			planText === undefined &&
			(await withLookers(paths, settings, session, (lookAtEach) =>
				lookAtEach(
					inputs.map((input) => ({ look: 'inspect', path: input.path, recipe: recipeOf(input) })),
					({ seen = [], failure }, index) => {
						take(inputs[index], index, seen);
						if (failure !== undefined) fail(failure);
					},
				),
			));
		for (const [index, input] of isShared ? [] : inputs.entries()) {
			session.terminal.progress.show(`inspecting ${input.path}`, index, inputs.length);
			try {
				take(
					input,
					index,
					await inspect(await session.open(input.path), read, recipeOf(input), context, registry, keep),
				);
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				fail(error.finding);
			}
		}
		if (session.wantsJson) session.json({ walkmeshes: inspections });
		return unreadable > 0 ? EXIT.input : undefined;
	},
});

function print({ file, facts, tree }: Inspection, layout: Layout | undefined, terminal: Terminal): void {
	const strong = (text: string): string => terminal.paintResult('bold', text);
	const what = facts.kind + (facts.doorState === undefined ? '' : `, ${facts.doorState}`);
	const lines: [string, string][] = [
		['faces', `${grouped(facts.faces)}, ${grouped(facts.walkableFaces)} walkable (${decimal(facts.walkableArea)} m²)`],
		['vertices', grouped(facts.vertices)],
	];
	if (facts.bounds !== undefined) lines.push(['bounds', boundsText(facts.bounds)]);
	if (facts.kind === 'area') {
		lines.push([
			'ground',
			`${counted(facts.islands, 'piece')}, ${counted(facts.loops, 'loop')} of ${counted(facts.perimeterEdges, 'edge')}`,
		]);
		lines.push(['links', linksText(facts.links, layout)]);
		if (tree !== undefined) lines.push(['tree', treeText(tree)]);
	}
	lines.push(['position', facts.position.map((each) => decimal(each, 4)).join(' ')]);
	if (facts.kind !== 'area') {
		for (const [name, hook] of Object.entries(facts.hooks))
			lines.push([`hook ${name}`, hook.map((each: number) => decimal(each, 4)).join(' ')]);
	}
	terminal.result(`${strong(facts.name || file)} (${what})  ${file}`);
	for (const [name, text] of lines) terminal.result(`  ${name.padEnd(14)} ${text}`);
	const width = Math.max(0, ...facts.surfaces.map(({ label }) => label.length));
	for (const { surface, label, walkable, faces, area } of facts.surfaces) {
		const cells = [
			String(surface).padStart(3),
			label.padEnd(width),
			walkable ? 'walk' : '-   ',
			grouped(faces).padStart(9),
			`${area.toFixed(2).padStart(10)} m²`,
		];
		terminal.result(`  ${'surface'.padEnd(14)} ${cells.join('  ')}`);
	}
}

function boundsText(bounds: readonly number[]): string {
	const point = (at: number): string =>
		bounds
			.slice(at, at + 3)
			.map((each) => decimal(each, 3))
			.join(' ');
	const size = [0, 1, 2].map((axis) => decimal(bounds[axis + 3] - bounds[axis], 3)).join(' × ');
	return `${point(0)} to ${point(3)} (${size} m)`;
}

/** Rooms by number, and where the layout is known by name. */
function linksText(links: Inspection['facts']['links'], layout: Layout | undefined): string {
	const named = (room: number): string => {
		const name = layout?.rooms[room]?.model;
		return name === undefined ? `room ${room}` : `room ${room} (${name})`;
	};
	if (links.length === 0) return 'none';
	return links
		.map(({ room, edges, length }) => `${named(room)}: ${counted(edges, 'edge')}, ${decimal(length)} m`)
		.join('; ');
}

function treeText({ nodes, depth, leastDepth, complete }: NonNullable<Inspection['tree']>): string {
	return `${counted(nodes, 'node')}, depth ${depth} (${leastDepth} at least)${complete ? '' : ', not all faces can be found through it'}`;
}
