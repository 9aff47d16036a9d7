import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { InitFacts } from '../../pipeline/config-template.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { choice } from '../options.ts';
import type { RunCommand, Session } from '../session.ts';
import { counted } from '../terminal.ts';

interface InitFlags {
	format?: 'mjs' | 'ts' | 'json';
	force?: boolean;
	quiet?: boolean;
	json?: boolean;
}

const INPUTS = ['.glb', '.gltf', '.obj', '.lyt'];

export function addInitCommand(program: Command, runCommand: RunCommand): void {
	program
		.command('init')
		.description('write a commented wokflow.config for a scene or layout')
		.argument('[scene]', 'a scene (.glb, .gltf, .obj) or a layout (.lyt); by default the one in this folder')
		.addOption(choice('--format <format>', 'what to write', ['mjs', 'ts', 'json'], 'mjs'))
		.option('-f, --force', 'write over a config that is there')
		.option('-q, --quiet', 'print problems only')
		.option('--json', 'print results and findings as JSON on standard output')
		.action((scene: string | undefined, flags: InitFlags) =>
			runCommand(flags, (session) => writeConfig(scene ?? onlyInput(), flags, session)),
		);
}

/** @throws UsageError unless there is exactly one scene or layout here */
function onlyInput(): string {
	const found = readdirSync('.').filter((name) => INPUTS.includes(extname(name).toLowerCase()));
	if (found.length === 1) return found[0];
	const what =
		found.length === 0 ? `There is no ${INPUTS.join(', ')} here` : `There are several: ${found.sort().join(', ')}`;
	throw new UsageError(`${what}. Say which: wokflow init SCENE.`);
}

async function writeConfig(input: string, { format = 'mjs', force }: InitFlags, session: Session): Promise<undefined> {
	const [{ CONFIG_NAMES }, { configJson, configTemplate }, { writeFilesAtomically }] = await Promise.all([
		import('../../incremental/config.ts'),
		import('../../pipeline/config-template.ts'),
		import('../../pipeline/files.ts'),
	]);
	const there = CONFIG_NAMES.find((name) => existsSync(name));
	if (there !== undefined && !force) throw new UsageError(`There is ${there} already. --force writes over it.`);
	const facts = await factsOf(input, session);
	const path = `wokflow.config.${format}`;
	if (there !== undefined && there !== path)
		throw new UsageError(`There is ${there} already, which would be read first.`);
	const text = format === 'json' ? configJson(facts) : configTemplate(facts, format === 'ts');
	await writeFilesAtomically([{ path, bytes: new TextEncoder().encode(text) }]);
	if (session.wantsJson) session.json({ config: path, ...facts });
	const what = facts.kind === 'conversion' ? 'one walkmesh' : counted(facts.rooms.length, 'room');
	session.terminal.note(`wrote ${path}: ${facts.input}, ${what}. \`wokflow build\` builds it.`);
}

/** Looks at the input: which rooms there are, how large it is, what lies beside it. @throws InputError when it cannot be read */
async function factsOf(path: string, session: Session): Promise<InitFacts> {
	const input = slashed(relative('.', path) || path);
	const stem = basename(path).replace(/\.[^.]*$/, '');
	const name = stem.replace(/[^\w.-]/g, '_') || 'level';
	if (extname(path).toLowerCase() === '.lyt') return layoutFacts(path, { input, name }, session);
	const [{ openFile }, { readSource }, { createRegistry }, { roomsOfScene }] = await Promise.all([
		import('../../pipeline/files.ts'),
		import('../../pipeline/read.ts'),
		import('../../pipeline/default-registry.ts'),
		import('../../src/level/from-scene.ts'),
	]);
	const { surfaces, mappings, signal } = session;
	// What is odd about the scene is told by the build.
	const report = new Report();
	const source = await openFile(path, report);
	const loaded = await readSource(source, {}, { report, surfaces, mappings, signal }, createRegistry());
	if (loaded.kind === 'walkmeshes') return { input, name, kind: 'conversion', rooms: [] };
	const rooms = roomsOfScene(loaded.scene, {}, report);
	const extent = extentOf(loaded.scene.parts.map(({ positions }) => positions));
	const tagged = rooms.some(({ node }) => loaded.scene.nodes[node].extras?.['room'] !== undefined);
	const layout = join(dirname(path), `${stem}.lyt`);
	return {
		input,
		name,
		kind: rooms.length > 1 ? 'scene-level' : 'conversion',
		rooms: rooms.map((room) => room.name),
		by: tagged ? 'extras' : 'top-level',
		...(existsSync(layout) ? { layout: slashed(relative('.', layout)) } : {}),
		...(extent > 0 ? { extent } : {}),
	};
}

async function layoutFacts(path: string, head: { input: string; name: string }, session: Session): Promise<InitFacts> {
	const [{ loadLayout }, { roomFiles }, { PLACEHOLDER_ROOM }] = await Promise.all([
		import('../options.ts'),
		import('../../pipeline/files.ts'),
		import('../../src/level/level.ts'),
	]);
	const report = new Report();
	const layout = await loadLayout(path, report);
	const rooms = layout.rooms.map(({ model }) => model).filter((model) => model !== PLACEHOLDER_ROOM);
	const beside = dirname(resolve(path));
	const below = readdirSync(beside, { withFileTypes: true }).filter((each) => each.isDirectory());
	// The folder, beside the layout or one below, that holds the most rooms; what was modelled before what was built.
	let best = { folder: beside, count: 0 };
	for (const endings of [
		['.glb', '.gltf', '.obj'],
		['.wok', '.ascii'],
	]) {
		for (const folder of [beside, ...below.map(({ name }) => join(beside, name))]) {
			const files = roomFiles(folder, session.report, endings);
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

function slashed(path: string): string {
	return path.replace(/\\/g, '/');
}
