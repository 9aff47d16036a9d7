import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { InitFacts } from '../../jobs/config/config-template.ts';
import type { OutputOptions } from '../../jobs/files/outputs.ts';
import { SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { hasExtension, type Registry } from '../../pipeline/registry.ts';
import { choice, flag, given, optional } from '../../src/findings/options.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { commandLine } from '../../src/model/advice.ts';
import {
	acceptDecisions,
	CONFIDENCES,
	type Decided,
	type Decisions,
	decisionsFileName,
	entriesOf,
	type FrameDecision,
	type MaterialDecision,
	mapDecisions,
	type ObjectDecision,
	type RoomDecision,
	type SillsDecision,
} from '../../src/scene/decisions.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import { counted } from '../../src/text/numbers.ts';
import { slashed, stemOf } from '../../src/text/paths.ts';
import { printable } from '../../src/text/quote.ts';
import { declareCommand } from '../shared/command.ts';
import { EXIT, INTERRUPTED } from '../shared/ending.ts';
import type { Session } from '../shared/session.ts';
import { canAsk, extensionList } from '../shared/terminal.ts';

const OPTIONS = {
	accept: optional(choice('Confirm what is proposed with this confidence or more.', CONFIDENCES, 'high')),
	as: optional(choice('Write a config in this language, whatever is to be decided.', ['mjs', 'ts', 'json'], 'mjs')),
	force: flag('Write over a config that exists.', false, { short: 'f' }),
	...SURFACE_OPTIONS,
	...FRAME_OPTIONS,
	...LIMIT_OPTIONS,
};

type InitSession = Session<typeof OPTIONS>;

export const initCommand = declareCommand({
	name: 'init',
	summary: 'propose what the materials and objects of a scene are, or write a wokflow.config if names say so',
	words: (registry) => ({
		'[scene]': `a scene or a layout (${extensionList(inputsOf(registry))}); by default the one in this folder`,
	}),
	options: () => OPTIONS,
	help: `Examples:
  wokflow init quay.glb                propose into quay.wokflow.json, which every command follows;
                                       for a scene that needs no decisions write wokflow.config.mjs
  wokflow init quay.glb --accept high  confirm what is sure
  wokflow init quay.lyt --as json      a config for a layout, as JSON`,
	async run(session) {
		const { options, words, registry, terminal } = session;
		const { as, force = false } = options;
		const language = as ?? 'mjs';
		const input = words[0] ?? onlyInput(registry);
		const isLayout = registry.layoutFormat(input) !== undefined;
		const code = as === undefined && !isLayout && (await writeDecisions(input, session));
		if (code !== false) return code;
		const [{ configIn }, { configJson, configTemplate }, { writeOutputs }] = await Promise.all([
			import('../../builds/cache/places.ts'),
			import('../../jobs/config/config-template.ts'),
			import('../../jobs/files/outputs.ts'),
		]);
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

/**
 * Writes what is proposed of a scene beside it. On a terminal it is asked what of it holds.
 * @returns the exit code; false for a scene that says everything itself
 */
async function writeDecisions(input: string, session: InitSession): Promise<number | false> {
	const { registry, options, context, terminal, io } = session;
	const [{ proposeForSource }, { writeOutputs }, { decisionsText }] = await Promise.all([
		import('../../jobs/propose.ts'),
		import('../../jobs/files/outputs.ts'),
		import('../../pipeline/decisions-file.ts'),
	]);
	const source = await session.open(input);
	const found = await proposeForSource(source, given(registry.readOptions, options), context, registry);
	if (found === undefined || entriesOf(found.proposals).length === 0) return false;
	const { accept } = options;
	const proposals = accept === undefined ? found.proposals : acceptDecisions(found.proposals, accept);
	const isAsked = accept === undefined && !session.wantsJson && canAsk(io);
	const decisions = isAsked ? await askDecisions(proposals) : proposals;
	if (decisions === undefined) {
		terminal.problem(INTERRUPTED);
		return EXIT.interrupted;
	}
	const path = join(dirname(input), decisionsFileName(basename(input)));
	const outputs = [{ path, bytes: new TextEncoder().encode(decisionsText(decisions)) }];
	// One that could not be read has ended the command before.
	const { files } = await writeOutputs(outputs, session.report, { inputs: [input], isOwn: () => true });
	if (files.length === 0) return EXIT.findings;
	if (session.wantsJson) session.json({ decisions: path, ...decisions });
	for (const line of decisionLines(path, input, decisions)) terminal.note(line);
	return EXIT.fine;
}

/** One screen: what is of high confidence is ticked. @returns undefined when it is left */
async function askDecisions(proposals: Decisions): Promise<Decisions | undefined> {
	const { isCancel, multiselect } = await import('@clack/prompts');
	const entries = entriesOf(proposals);
	const ticked = entries.filter(({ confirmed, confidence }) => confirmed || confidence === 'high');
	const answer = await multiselect({
		message: 'What applies? Enter accepts the selection, space changes it.',
		options: entries.map((value) => ({ value, label: printable(describe(value)), hint: printable(value.reason) })),
		initialValues: ticked,
		required: false,
		maxItems: 20,
	});
	if (isCancel(answer)) return undefined;
	const chosen = new Set<Decided>(answer);
	return mapDecisions(proposals, (entry) => ({ ...entry, confirmed: chosen.has(entry) }));
}

/** An entry in a few words: `object "Door" is a door`. */
function describe(entry: Decided): string {
	const each = entry as Partial<MaterialDecision & ObjectDecision & RoomDecision & FrameDecision & SillsDecision>;
	if (each.up !== undefined) {
		const factor = each.scale === undefined ? '' : `${each.scale} `;
		return `${each.up.toUpperCase()} is up, lengths are in ${factor}${each.unit}`;
	}
	if (each.reach !== undefined) return 'ground is laid across gaps in doorways';
	if (each.at !== undefined) return `room ${each.name}`;
	const name = `${JSON.stringify(each.name)}${each.nth === undefined ? '' : ` (${each.nth})`}`;
	if (each.role === undefined)
		return `material ${name} is ${each.surface}${each.groundOnly === true ? ', its walls Nonwalk' : ''}`;
	const roles = { none: 'left out', rooms: 'several rooms', door: 'a door', placeable: 'a placeable' };
	const part = each.role === 'obstacle' ? 'an obstacle in' : 'part of';
	return `object ${name} is ${each.role === 'room' || each.role === 'obstacle' ? `${part} ${each.room}` : roles[each.role]}`;
}

/** So many open entries are listed. */
const MOST_OPEN = 6;

function decisionLines(path: string, input: string, decisions: Decisions): string[] {
	const entries = entriesOf(decisions);
	const rank = ({ confidence }: (typeof entries)[number]): number => CONFIDENCES.indexOf(confidence);
	// What has to be decided first, and then what is sure.
	const open = entries.filter(({ confirmed }) => !confirmed).toSorted((a, b) => rank(b) - rank(a));
	const next = open.at(-1);
	const left = open.slice(MOST_OPEN);
	const unsure = left.filter((entry) => rank(entry) > 0).length;
	const how =
		unsure === 0 ? ', all of high confidence' : unsure < left.length ? `, ${unsure} of them to decide` : ' to decide';
	const more = left.length > 0 ? [`  … ${left.length} more in the file${how}`] : [];
	return [
		`wrote ${path}: ${counted(entries.length, 'entry', 'entries')}, ${entries.length - open.length} confirmed.`,
		...open.slice(0, MOST_OPEN).map((entry) => printable(`  ${entry.confidence}: ${describe(entry)}. ${entry.reason}`)),
		...more,
		next === undefined
			? `Next: ${commandLine({ command: 'level', arguments: [input, 'OUT'] })}`
			: `Next: set "confirmed" in the file, or ${commandLine({ command: 'init', arguments: [input], options: [{ option: 'accept', value: next.confidence }] })}`,
	];
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
	// The build reports what is odd about the scene.
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
