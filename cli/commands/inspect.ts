import type { LevelStats } from '../../check/inspect/level-stats.ts';
import type { Input } from '../../jobs/files/inputs.ts';
import type { Inspection, SourceIdentification } from '../../jobs/inspect.ts';
import type { LookHere, LookSettings } from '../../jobs/look-jobs.ts';
import {
	JOBS_OPTION,
	type MeshOptions,
	READ_OPTIONS,
	RECIPE_OPTIONS,
	ROOM_FILE_OPTIONS,
	ROOM_FOLDER_OPTION,
} from '../../pipeline/options.ts';
import type { Recipe } from '../../pipeline/recipe.ts';
import { flag, type GivenOf, given } from '../../src/findings/options.ts';
import { InputError, UsageError } from '../../src/findings/report.ts';
import { ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import type { Layout } from '../../src/model/level.ts';
import { counted, decimal, decimals, grouped } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { EXIT } from '../shared/ending.ts';
import { withLookers } from '../shared/jobs.ts';
import { levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import type { Session } from '../shared/session.ts';
import { extensionList, type Terminal } from '../shared/terminal.ts';

/** Options of `wokflow inspect --stats`. */
const STATS_OPTIONS = {
	stats: flag(
		'Count the inputs as one level instead: area by surface and room, doorways, links, what can be reached.',
		false,
	),
	csv: flag('With --stats: print a row for each room as comma-separated values.', false),
};

type StatsSession = Session<typeof STATS_OPTIONS & ReturnType<typeof levelInputOptions>>;

/** `wokflow inspect --stats LEVEL`. */
async function inspectStats(session: StatsSession): Promise<undefined> {
	const { words, options, context, terminal, wantsJson } = session;
	if (wantsJson && options.csv === true)
		throw new UsageError('--csv and --json are two forms of the result. Give one.');
	const [{ levelStats, statsCsv }, { placeablesOf }, { level }] = await Promise.all([
		import('../../check/inspect/level-stats.ts'),
		import('../../check/things/things.ts'),
		readLevelInput(session, words),
	]);
	const stats = levelStats(level, context.surfaces, placeablesOf(level));
	if (wantsJson) session.json({ stats });
	else if (options.csv === true) terminal.text(statsCsv(stats));
	else printStats(stats, terminal);
	return undefined;
}

function printStats(stats: LevelStats, terminal: Terminal): void {
	const head = ['room', 'faces', 'walkable', 'area m²', 'reached', 'pieces', 'narrowest', 'links'];
	const rows = stats.rooms.map((room) => [
		`${room.index} ${room.name}`,
		grouped(room.faces),
		grouped(room.walkableFaces),
		decimal(room.walkableArea, 1),
		share(room.reachableArea, room.walkableArea),
		String(room.pieces),
		room.narrowest === undefined ? '' : `${decimal(room.narrowest)} m`,
		room.links.join(' '),
	]);
	table([head, ...rows], terminal);
	terminal.result('');
	const surfaces = stats.surfaces.map(({ label, walkable, faces, area }) => [
		label,
		grouped(faces),
		decimal(area, 1),
		walkable ? '' : 'not walkable',
	]);
	table([['surface', 'faces', 'area m²', ''], ...surfaces], terminal);
	terminal.result('');
	const { narrowest, links } = stats;
	const { reachableArea, joinedArea, walkableArea } = stats;
	const [onFoot, joined] = [share(reachableArea, walkableArea), share(joinedArea, walkableArea)];
	const byEdges = onFoot === joined ? '' : `, ${joined} joined by edges`;
	const reached = walkableArea > 0 ? `, ${onFoot} reached on foot${byEdges}` : '';
	const doorway =
		narrowest === undefined
			? ''
			: `, the narrowest ${decimal(narrowest.width)} m (${narrowest.from} to ${narrowest.to})`;
	terminal.result(
		`${counted(stats.rooms.length, 'room')}, ${grouped(stats.faces)} faces, ${grouped(stats.walkableFaces)} walkable (${decimal(stats.walkableArea, 1)} m²${reached}); ${counted(links.length, 'doorway')}${doorway}`,
	);
}

function share(part: number, whole: number): string {
	return whole > 0 ? `${Math.min(100, Math.round((part / whole) * 1000) / 10)} %` : '';
}

/** Columns, numbers to the right; the first row is the head. */
function table(rows: readonly (readonly string[])[], terminal: Terminal): void {
	const widths = rows[0].map((_, column) => rows.reduce((most, row) => Math.max(most, row[column].length), 0));
	const isText = (column: number): boolean => column === 0 || column === rows[0].length - 1;
	for (const [index, row] of rows.entries()) {
		const cells = row.map((cell, column) =>
			isText(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
		);
		const line = cells.join('  ').trimEnd();
		terminal.result(index === 0 ? terminal.paintResult('bold', line) : line);
	}
}

/** Options of `wokflow inspect --writer`. */
const WRITER_OPTIONS = {
	writer: flag('Name the tool that wrote each walkmesh, from its tables, instead.', false),
	evidence: flag('With --writer: print what the answer rests on.', false),
};

type WriterSession = Session<
	typeof WRITER_OPTIONS & typeof ROOM_FOLDER_OPTION & typeof ROOM_LIMIT_OPTIONS & Pick<typeof READ_OPTIONS, 'from'>
>;

/** `wokflow inspect --writer FILE…`. */
async function inspectWriter(session: WriterSession): Promise<undefined> {
	const { words, options, registry, context, report } = session;
	const [{ identifySource }, { expandInputs }] = await Promise.all([
		import('../../jobs/inspect.ts'),
		import('../../jobs/files/inputs.ts'),
	]);
	const answers: SourceIdentification[] = [];
	const inputs = await expandInputs(words, registry, report, {
		walkmeshesOnly: true,
		...given({ ...ROOM_FOLDER_OPTION, ...ROOM_LIMIT_OPTIONS }, options),
	});
	for (const [index, { path }] of inputs.entries()) {
		session.terminal.progress.show(`identifying ${path}`, index, inputs.length);
		try {
			const source = await session.open(path);
			const answer = await identifySource(source, given({ from: READ_OPTIONS.from }, options), context, registry);
			if (answer === undefined) continue;
			answers.push(answer);
			if (!session.wantsJson) printWriter(answer, options.evidence ?? false, session.terminal);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			// The other files are looked at all the same.
			report.push(error.finding);
		}
	}
	if (session.wantsJson) session.json({ files: answers });
	return undefined;
}

function printWriter(answer: SourceIdentification, withEvidence: boolean, terminal: Terminal): void {
	const strong = (text: string): string => terminal.paintResult('bold', text);
	if (answer.format === 'ascii') {
		for (const { name, dialect } of answer.walkmeshes) {
			const whose =
				dialect === 'engine'
					? 'ASCII of the plain form, which several tools write'
					: `ASCII as ${TEXT_TOOLS[dialect] ?? dialect} writes it`;
			terminal.result(`${answer.file}: ${strong(whose)}${answer.walkmeshes.length > 1 ? ` (${name})` : ''}`);
		}
		return;
	}
	terminal.result(`${answer.file}: ${strong(verdictOf(answer))}`);
	if (!withEvidence) return;
	for (const sentence of answer.evidence) terminal.result(`  ${sentence}`);
	for (const { name, fit } of answer.candidates)
		terminal.result(`  ${String(Math.round(fit * 100)).padStart(3)} % ${name}`);
}

/** Dialects by the names of the tools. */
const TEXT_TOOLS: Readonly<Record<string, string>> = {
	nwmax: 'NWmax',
	mdlops: 'MDLOps',
	mdledit: 'MDLedit',
	kotormax: 'KOTORMax',
	kotorjs: 'KotOR.js',
	pykotor: 'PyKotor',
};

const SURE = { high: '', medium: 'probably ', low: 'perhaps ' } as const;

function verdictOf({ name, confidence, candidates }: Extract<SourceIdentification, { format: 'bwm' }>): string {
	if (name !== undefined && confidence !== 'none') return `${SURE[confidence]}${name}`;
	const few = candidates.slice(0, 4).map((each) => each.name);
	return few.length === 0 ? 'cannot tell' : `cannot tell; fits ${few.join(', ')}`;
}

export const inspectCommand = declareCommand({
	name: 'inspect',
	summary:
		'show what walkmeshes contain: counts, surfaces, bounds, loops, links, tree, hooks, oddities; statistics of a level; the tool that wrote them',
	words: ({ layouts }) => ({
		'<files...>': `binary or ASCII walkmeshes, folders and patterns of them, layouts (${extensionList(layouts)}); scenes are shown as the walkmesh they would become`,
	}),
	options: (registry) => ({
		plan: flag('Draw a small plan of each in the terminal.', false),
		...STATS_OPTIONS,
		...WRITER_OPTIONS,
		...levelInputOptions(registry),
		...ROOM_LIMIT_OPTIONS,
		...JOBS_OPTION,
	}),
	help: `Examples:
  wokflow inspect m01aa_01.wok
  wokflow inspect m01aa.lyt                 every room of a layout
  wokflow inspect m01aa_01.wok --plan       with a small plan: numbers lead to rooms
  wokflow inspect "rooms/*.wok" --json > rooms.json
  wokflow inspect m01aa.lyt --stats         a table of the rooms, surfaces and doorways
  wokflow inspect m01aa.lyt --stats --csv > rooms.csv
  wokflow inspect m01aa_01.wok --writer --evidence

--writer knows the game, MDLedit, MDLOps, kotorblender, PyKotor, KotOR.js and wokflow, and says so where it cannot tell.`,
	async run(session) {
		const { words, options, registry, report, context, terminal, wantsJson } = session;
		const { stats = false, writer = false, plan = false } = options;
		if (Number(stats) + Number(writer) + Number(plan) > 1)
			throw new UsageError('--plan, --stats and --writer are different answers. Give one.');
		if (stats) return inspectStats(session);
		if (writer) return inspectWriter(session);
		const [{ expandInputs }, recipeOf] = await Promise.all([import('../../jobs/files/inputs.ts'), recipes(options)]);
		const inputs = await expandInputs(
			words,
			registry,
			report,
			given({ ...ROOM_FOLDER_OPTION, ...ROOM_LIMIT_OPTIONS }, options),
		);
		const { surfaces, mappings } = context;
		const read = given(registry.readOptions, options);
		const settings: LookSettings = { report: report.options, surfaces, mappings, read };
		const inspections: Inspection[] = [];
		const plans = new Map<Inspection, readonly string[]>();
		// A plan is drawn from the walkmesh itself, and other threads hand back facts only.
		const drawing = plan ? { isAlone: true, onWalkmesh: await planMaker(session, plans) } : {};
		let unreadable = 0;
		await withLookers(
			inputs.map(({ path }) => path),
			settings,
			session,
			(lookAtEach) =>
				lookAtEach(
					inputs.map((input) => ({ look: 'inspect', path: input.path, recipe: recipeOf(input) })),
					({ seen = [], failure }, index) => {
						inspections.push(...seen);
						for (const each of wantsJson ? [] : seen) {
							print(each, inputs[index].place?.layout, terminal);
							for (const line of plans.get(each) ?? []) terminal.result(line);
						}
						// An input that cannot be read does not keep the others from being inspected.
						if (failure === undefined) return;
						report.push(failure);
						unreadable++;
					},
				),
			{ doing: 'inspecting', ...drawing },
		);
		if (wantsJson) session.json({ walkmeshes: inspections });
		return unreadable > 0 ? EXIT.input : undefined;
	},
});

/** What an input goes through first: into the position of its room, and cleaning where it is a scene. */
async function recipes(options: MeshOptions & GivenOf<typeof ROOM_FILE_OPTIONS>): Promise<(input: Input) => Recipe> {
	const { convertRecipe, placeRecipes } = await import('../../pipeline/recipe.ts');
	const space = given({ roomSpace: ROOM_FILE_OPTIONS.roomSpace }, options);
	return ({ place }) => {
		const placing = place === undefined ? [] : placeRecipes({ ...space, room: place.room }, place.layout, []).scene;
		return [...placing, ...convertRecipe(given(RECIPE_OPTIONS, options))];
	};
}

/** Keeps the lines of a small plan for each walkmesh. */
async function planMaker(
	{ context, terminal }: Pick<Session, 'context' | 'terminal'>,
	plans: Map<Inspection, readonly string[]>,
): Promise<NonNullable<LookHere['onWalkmesh']>> {
	const { planText } = await import('../shared/plan-text.ts');
	return (inspection, walkmesh) => {
		const lines = planText(walkmesh, context.surfaces, terminal.width - 2);
		const painted = lines.map((runs) => runs.map(({ text, style }) => terminal.paintResult(style, text)).join(''));
		plans.set(
			inspection,
			painted.map((line) => `  ${line}`),
		);
	};
}

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
	lines.push(['position', decimals(facts.position, 4)]);
	if (facts.kind !== 'area') {
		for (const [name, hook] of Object.entries(facts.hooks)) lines.push([`hook ${name}`, decimals(hook, 4)]);
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
	const size = [0, 1, 2].map((axis) => decimal(bounds[axis + 3] - bounds[axis], 3)).join(' × ');
	return `${decimals(bounds.slice(0, 3))} to ${decimals(bounds.slice(3))} (${size} m)`;
}

/** Rooms by number, and by name where the layout is known. */
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
