import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { InitFacts } from '../../jobs/config/config-template.ts';
import type { OutputOptions } from '../../jobs/files/outputs.ts';
import { SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { hasExtension, type Registry } from '../../pipeline/registry.ts';
import { choice, flag, given } from '../../src/findings/options.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { counted } from '../../src/text/numbers.ts';
import { slashed, stemOf } from '../../src/text/paths.ts';
import { declareCommand } from '../shared/command.ts';
import type { Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

const OPTIONS = {
	as: choice('Language of the config.', ['mjs', 'ts', 'json'], 'mjs'),
	force: flag('Write over a config that exists.', false, { short: 'f' }),
	...SURFACE_OPTIONS,
	surfaces: flag('Write surfaces.txt instead: a list of the materials of the scene to give surfaces to.', false),
	...LIMIT_OPTIONS,
};

type InitSession = Session<typeof OPTIONS>;

export const initCommand = declareCommand({
	name: 'init',
	summary: 'write a commented wokflow.config for a scene or layout, or a list of its materials to fill in',
	words: (registry) => ({
		'[scene]': `a scene or a layout (${extensionList(inputsOf(registry))}); by default the one in this folder`,
	}),
	options: () => OPTIONS,
	help: `Examples:
  wokflow init quay.glb                write wokflow.config.mjs, which wokflow build builds
  wokflow init quay.lyt --as json      the same for a layout, as JSON
  wokflow init quay.glb --surfaces     write surfaces.txt: which surface each material is`,
	async run(session) {
		const { options, words, registry, terminal } = session;
		const { as: language = 'mjs', force = false } = options;
		if (options.surfaces === true) return writeSurfacesFile(words[0] ?? onlyInput(registry), force, session);
		const [{ configIn }, { configJson, configTemplate }, { writeOutputs }] = await Promise.all([
			import('../../builds/cache/places.ts'),
			import('../../jobs/config/config-template.ts'),
			import('../../jobs/files/outputs.ts'),
		]);
		const input = words[0] ?? onlyInput(registry);
		const there = configIn('.');
		if (there !== undefined && !force) throw new UsageError(`${there} exists. Add --force to write over it.`);
		const facts = await factsOf(input, session);
		const path = `wokflow.config.${language}`;
		if (there !== undefined && there !== path)
			throw new UsageError(`${there} exists and would be read instead. Remove it first.`);
		const text = language === 'json' ? configJson(facts) : configTemplate(facts, language === 'ts');
		const outputs = [{ path, bytes: new TextEncoder().encode(text) }];
		const { files } = await writeOutputs(outputs, session.report, overwriting(input, force));
		if (files.length === 0) return undefined;
		if (session.wantsJson) session.json({ config: path, ...facts });
		const what = facts.kind === 'conversion' ? 'one walkmesh' : counted(facts.rooms.length, 'room');
		terminal.note(`wrote ${path}: ${facts.input}, ${what}. \`wokflow build\` builds it.`);
		return undefined;
	},
});

/** `--force` is for the config that is there, never for the scene that a link by its name leads to. */
function overwriting(input: string, force: boolean): OutputOptions {
	return { inputs: [input], force: force && 'foreign' };
}

const SURFACES_FILE = 'surfaces.txt';

/** `--surfaces`: a line for each material of a scene, to be read with `--surfaces FILE`. */
async function writeSurfacesFile(scene: string, force: boolean, session: InitSession): Promise<undefined> {
	const { registry, context, terminal } = session;
	if (existsSync(SURFACES_FILE) && !force)
		throw new UsageError(`${SURFACES_FILE} exists. Add --force to write over it.`);
	const [{ openFile }, { writeOutputs }, { readSource }, { surfacesFileText }] = await Promise.all([
		import('../../jobs/files/files.ts'),
		import('../../jobs/files/outputs.ts'),
		import('../../pipeline/read.ts'),
		import('../../src/scene/surface-mappings.ts'),
	]);
	// Unknown materials are what the list is for; what else is odd about the scene is told by conversions.
	await readSource(
		await openFile(scene, new Report()),
		given(LIMIT_OPTIONS, session.options),
		{ ...context, report: new Report() },
		registry,
	);
	const uses = context.materials.all;
	if (uses.length === 0) throw new UsageError(`${scene} holds no scene with materials: there is nothing to list.`);
	const text = surfacesFileText(uses, context.surfaces, basename(scene));
	const outputs = [{ path: SURFACES_FILE, bytes: new TextEncoder().encode(text) }];
	const { files } = await writeOutputs(outputs, session.report, overwriting(scene, force));
	if (files.length === 0) return undefined;
	const open = uses.filter(({ unknown }) => unknown);
	if (session.wantsJson) session.json({ surfaces: SURFACES_FILE, materials: uses });
	terminal.note(
		`wrote ${SURFACES_FILE}: ${counted(open.length, 'material')} without a surface, ${uses.length - open.length} with one. Fill it in, then add --surfaces ${SURFACES_FILE}.`,
	);
	return undefined;
}

/** What a target can be made of. */
function inputsOf({ importers, layouts }: Registry): { extensions: readonly string[] }[] {
	return [...importers.filter(({ gives = 'scene' }) => gives === 'scene'), ...layouts];
}

/** @throws UsageError unless there is exactly one scene or layout here */
function onlyInput(registry: Registry): string {
	const formats = inputsOf(registry);
	const found = readdirSync('.').filter((name) => formats.some((format) => hasExtension(name, format)));
	if (found.length === 1) return found[0];
	const what =
		found.length === 0
			? `This folder has no ${extensionList(formats)} file`
			: `This folder has several: ${found.sort().join(', ')}`;
	throw new UsageError(`${what}. Name one: wokflow init SCENE`);
}

/** Looks at the input: which rooms there are, how large it is, what lies beside it. @throws InputError when it cannot be read */
async function factsOf(path: string, session: InitSession): Promise<InitFacts> {
	const { registry, options, context } = session;
	const input = slashed(relative('.', path) || path);
	const stem = stemOf(basename(path));
	const name = stem.replace(/[^\w.-]/g, '_') || 'level';
	const plugin = options.plugin?.map((each) => `./${slashed(relative('.', each))}`);
	const head = { input, name, ...(plugin === undefined ? {} : { plugin }) };
	if (registry.layoutFormat(path) !== undefined) return layoutFacts(path, head, session);
	const [{ openFile }, { readSource }, { roomsOfScene }] = await Promise.all([
		import('../../jobs/files/files.ts'),
		import('../../pipeline/read.ts'),
		import('../../level/rooms/from-scene.ts'),
	]);
	// What is odd about the scene is told by the build.
	const report = new Report();
	const loaded = await readSource(
		await openFile(path, report),
		given(LIMIT_OPTIONS, options),
		{ ...context, report },
		registry,
	);
	if (loaded.kind === 'walkmeshes') return { ...head, kind: 'conversion', rooms: [] };
	const rooms = roomsOfScene(loaded.scene, {}, report);
	const extent = extentOf(loaded.scene.parts.map(({ positions }) => positions));
	const tagged = rooms.some(({ node }) => loaded.scene.nodes[node].extras?.['room'] !== undefined);
	const extensions = registry.layouts.flatMap((layout) => layout.extensions);
	const layout = extensions.map((extension) => join(dirname(path), `${stem}${extension}`)).find(existsSync);
	return {
		...head,
		kind: rooms.length > 1 ? 'scene-level' : 'conversion',
		rooms: rooms.map((room) => room.name),
		by: tagged ? 'extras' : 'top-level',
		...(layout === undefined ? {} : { layout: slashed(relative('.', layout)) }),
		...(extent > 0 ? { extent } : {}),
	};
}

async function layoutFacts(
	path: string,
	head: Pick<InitFacts, 'input' | 'name' | 'plugin'>,
	{ registry, report }: InitSession,
): Promise<InitFacts> {
	const [{ openLayout, roomFiles }, { PLACEHOLDER_ROOM }] = await Promise.all([
		import('../../jobs/files/files.ts'),
		import('../../src/model/level.ts'),
	]);
	const layout = await openLayout(path, registry, new Report());
	const rooms = layout.rooms.map(({ model }) => model).filter((model) => model !== PLACEHOLDER_ROOM);
	const beside = dirname(resolve(path));
	const below = readdirSync(beside, { withFileTypes: true }).filter((each) => each.isDirectory());
	// The folder, beside the layout or one below, that holds the most rooms; what was modelled before what was built.
	const modelled = registry.extensions('scene');
	const built = registry.roomExtensions.filter((extension) => !modelled.includes(extension));
	let best = { folder: beside, count: 0 };
	for (const extensions of [modelled, built]) {
		for (const folder of [beside, ...below.map(({ name }) => join(beside, name))]) {
			const files = roomFiles(folder, report, extensions);
			const found = await Promise.all(rooms.slice(0, 20).map((room) => files.find(room)));
			const count = found.filter((file) => file !== undefined).length;
			if (count > best.count) best = { folder, count };
		}
		if (best.count > 0) break;
	}
	const folder = best.folder === beside ? {} : { folder: slashed(relative('.', best.folder)) };
	return { ...head, kind: 'layout-level', rooms, ...folder };
}

/** The largest extent of points along an axis. */
function extentOf(lists: readonly Float64Array[]): number {
	let extent = 0;
	for (let axis = 0; axis < 3; axis++) {
		let least = Infinity;
		let most = -Infinity;
		for (const points of lists) {
			for (let i = axis; i < points.length; i += 3) {
				if (points[i] < least) least = points[i];
				if (points[i] > most) most = points[i];
			}
		}
		extent = Math.max(extent, most - least);
	}
	return extent;
}
