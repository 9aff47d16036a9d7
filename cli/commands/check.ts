import { existsSync } from 'node:fs';
import { type Baseline, baselineOf, isBaseline, newFindings } from '../../check/baseline.ts';
import { CHECK_PROFILES } from '../../check/profiles.ts';
import type { CheckInput } from '../../jobs/files/check-inputs.ts';
import type { LookSettings } from '../../jobs/look-jobs.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import {
	JOBS_OPTION,
	JOIN_OPTIONS,
	MESH_OPTIONS,
	type ReadOptions,
	ROOM_FILE_OPTIONS,
	ROOM_FOLDER_OPTION,
	SURFACE_OPTIONS,
} from '../../pipeline/options.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { knownCode } from '../../src/findings/filter.ts';
import { choice, flag, given, text, texts } from '../../src/findings/options.ts';
import { type Finding, InputError, Report, UsageError } from '../../src/findings/report.ts';
import { type InputSource, pathOrName } from '../../src/formats/contracts.ts';
import type { Level } from '../../src/model/level.ts';
import { counted } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { printFindingsByRoom } from '../shared/findings.ts';
import { withLookers } from '../shared/jobs.ts';
import { outputsJson } from '../shared/json.ts';
import { checkExtension } from '../shared/outputs.ts';
import type { Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

const OPTIONS = {
	profile: choice(
		'build: for levels in development. game: faults that the game itself ships with are notes.',
		CHECK_PROFILES,
		'build',
	),
	only: texts('Report these codes only.', { placeholder: 'code' }),
	baseline: text('File of known findings, which are not reported again.', { placeholder: 'file' }),
	updateBaseline: flag('Write what is found now into the baseline.', false),
	plan: text('Draw what was checked from above, with what was found and lines to where the ground ends.', {
		placeholder: 'file.svg|file.png',
	}),
	glb: text('The same as an inspection file: lines below a node "ignore_leaks", pins below "ignore_findings".', {
		placeholder: 'file.glb',
	}),
	...ROOM_FILE_OPTIONS,
	...ROOM_OPTIONS,
	...JOBS_OPTION,
};

export const checkCommand = declareCommand({
	name: 'check',
	summary: 'find problems in walkmeshes, rooms or whole levels before you start the game',
	words: ({ layouts }) => ({
		'<files...>': `layouts with their rooms (${extensionList(layouts)}), walkmeshes, scenes (checked as walkmeshes), folders, patterns`,
	}),
	options: (registry) => ({
		...OPTIONS,
		...registry.readOptions,
		...SURFACE_OPTIONS,
		...MESH_OPTIONS,
		...JOIN_OPTIONS,
	}),
	help: `Examples:
  wokflow check m01aa.lyt                                  a level: its rooms, and what lies between them
  wokflow check override/ --profile game                   everything in a folder
  wokflow check m01aa.lyt --baseline known.json --update-baseline
  wokflow check m01aa.lyt --baseline known.json            from then on, new faults only

Exit code 1 if an error is left. Nothing is changed.`,
	async run(session) {
		const { words, options, registry, report, terminal } = session;
		session.printWith(printFindingsByRoom);
		if (options.updateBaseline === true && options.baseline === undefined)
			throw new UsageError('--update-baseline goes with --baseline FILE.');
		if (options.plan !== undefined) checkExtension(options.plan, ['.svg', '.png'], '--plan', '--plan');
		if (options.glb !== undefined) checkExtension(options.glb, ['.glb'], '--glb', '--glb');
		await checkCodes(options.only, registry);
		const { checkInputs } = await import('../../jobs/files/check-inputs.ts');
		const inputs = await checkInputs(words, options.roomFolder, registry, report, options.maxRooms);
		const known = options.updateBaseline === true ? undefined : await baseline(session);
		const { findings, levels } = await checkEach(inputs, given(registry.readOptions, options), session);
		const told = known === undefined ? findings : newFindings(findings, known);
		for (const finding of told) report.push(finding);
		if (options.updateBaseline === true) await writeBaseline(findings, session);
		const outputs = await drawLevels(levels, told, session);
		const checked = inputs.map(({ source }) => pathOrName(source));
		session.examined(checked);
		const hidden = findings.length - told.length;
		if (session.wantsJson) {
			session.json({ checked, known: hidden, outputs });
			return undefined;
		}
		if (hidden > 0) terminal.note(`${counted(hidden, 'finding')} of the baseline not shown`);
		const bad = report.total('warning') + report.total('error') + report.total('fatal');
		if (bad === 0) terminal.note(`${countedInputs(inputs)} checked, nothing wrong.`);
		return undefined;
	},
});

/** @throws UsageError for a code that there is not: nothing would be reported, as if nothing were wrong */
async function checkCodes(codes: readonly string[] = [], registry: Registry): Promise<void> {
	if (codes.length === 0) return;
	const { findingTypes } = await import('../../jobs/catalogues.ts');
	const known = findingTypes(registry);
	for (const code of codes) knownCode(code, known);
}

/** `1 level and 4 files`: the rooms of a level are not counted as files of their own, since they are checked with it. */
function countedInputs(inputs: readonly CheckInput[]): string {
	const levels = inputs.filter(({ roomFiles }) => roomFiles !== undefined).length;
	const files = inputs.length - levels;
	const parts = [...(levels > 0 ? [counted(levels, 'level')] : []), ...(files > 0 ? [counted(files, 'file')] : [])];
	return parts.length === 0 ? 'Nothing' : parts.join(' and ');
}

/** Checks each input, in threads where these may be used. @returns what was found, and the levels themselves where they are to be drawn */
async function checkEach(
	inputs: readonly CheckInput[],
	read: ReadOptions,
	session: CheckSession,
): Promise<{ readonly findings: Finding[]; readonly levels: readonly Level[] }> {
	const { options, context, report } = session;
	const findings: Finding[] = [];
	const levels: Level[] = [];
	const check = {
		mesh: given({ ...MESH_OPTIONS, ...JOIN_OPTIONS }, options),
		rooms: given(ROOM_OPTIONS, options),
		...given({ roomSpace: ROOM_FILE_OPTIONS.roomSpace }, options),
		...(options.profile === undefined ? {} : { profile: options.profile }),
	};
	const { surfaces, mappings } = context;
	const settings: LookSettings = {
		report: report.options,
		surfaces,
		mappings,
		read,
		check: { ...check, ...given(ROOM_FOLDER_OPTION, options) },
	};
	// Other threads hand back findings, not the level that a picture needs, and know nothing of the game whose templates a level asks for.
	const isDrawn = options.plan !== undefined || options.glb !== undefined;
	const { resource } = context;
	const asksGame = resource !== undefined && inputs.some(({ roomFiles }) => roomFiles !== undefined);
	const opened = new Map(inputs.map(({ source }) => [source.path ?? '', source]));
	await withLookers(
		inputs.map(({ source }) => source.path),
		settings,
		session,
		(lookAtEach) =>
			lookAtEach(
				inputs.map(({ source: { path = '' }, roomFiles }) => ({
					look: 'check',
					path,
					isLayout: roomFiles !== undefined,
				})),
				({ seen = [], failure }) => {
					if (failure !== undefined) throw new InputError(failure);
					findings.push(...seen.filter(({ code }) => options.only === undefined || options.only.includes(code)));
				},
			),
		{
			doing: 'checking',
			isAlone: isDrawn || asksGame,
			...(resource === undefined ? {} : { resource }),
			open: async (path) => opened.get(path) as InputSource,
			onLevel: (level) => void levels.push(level),
		},
	);
	return { findings, levels };
}

/** The pictures that were asked for, of the one level that was checked. */
async function drawLevels(
	levels: readonly Level[],
	findings: readonly Finding[],
	{ options: { plan, glb }, context, report, terminal }: CheckSession,
): Promise<ReturnType<typeof outputsJson>> {
	if (plan === undefined && glb === undefined) return [];
	const [level, another] = levels;
	if (level === undefined || another !== undefined)
		throw new UsageError('--plan and --glb go with one layout or scene.');
	const [{ inspectionGlb, pictureOfLevel }, { writeOutputs }] = await Promise.all([
		import('../../jobs/level/level-files.ts'),
		import('../../jobs/files/outputs.ts'),
	]);
	const shown = new Report({ keep: Infinity });
	for (const finding of findings) shown.push(finding);
	const within = { surfaces: context.surfaces, report: shown };
	const files = [
		...(plan === undefined ? [] : [{ path: plan, bytes: await pictureOfLevel(level, plan, within) }]),
		...(glb === undefined ? [] : [{ path: glb, bytes: await inspectionGlb(level, within, findings) }]),
	];
	// What is wrong with the level does not keep it from being drawn.
	const own = new Report();
	const written = await writeOutputs(files, own, { inputs: report.inputs });
	for (const finding of own.findings)
		report.push(withOwnFlag(finding, finding.location.file === plan ? 'plan' : 'glb'));
	for (const { path } of written.files) terminal.note(`wrote ${path}`);
	return outputsJson(written.files);
}

/** A finding that keeps an output from being written advises `--output` and `--force`. Here each file has a flag of its own, so the advice is to give that another path. */
function withOwnFlag(finding: Finding, option: 'plan' | 'glb' | 'baseline'): Finding {
	return { ...finding, actions: [{ option, placeholder: 'PATH' }] };
}

type CheckSession = Session<typeof OPTIONS>;

async function baseline({ options, open, report }: CheckSession): Promise<Baseline | undefined> {
	if (options.baseline === undefined) return undefined;
	if (!existsSync(options.baseline))
		throw new UsageError(
			`${options.baseline}: there is no baseline yet. Write what is found now into it: add --update-baseline`,
		);
	const bytes = await (await open(options.baseline)).bytes();
	const { CHECK_FINDINGS } = await import('../../pipeline/findings.ts');
	const fail = (): never => report.fail(CHECK_FINDINGS.BASELINE_INVALID, { file: options.baseline as string }, {});
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return fail();
	}
	return isBaseline(value) ? value : fail();
}

async function writeBaseline(findings: readonly Finding[], { options, report, terminal }: CheckSession): Promise<void> {
	const { writeOutputs } = await import('../../jobs/files/outputs.ts');
	const { jsonText } = await import('../../src/text/quote.ts');
	const value = baselineOf(findings.filter(({ severity }) => severity !== 'info'));
	const bytes = new TextEncoder().encode(`${jsonText(value, '\t')}\n`);
	const own = new Report();
	const { files } = await writeOutputs([{ path: options.baseline as string, bytes }], own, { inputs: report.inputs });
	for (const finding of own.findings) report.push(withOwnFlag(finding, 'baseline'));
	for (const { path } of files) terminal.note(`wrote ${path}: ${counted(value.findings.length, 'finding')}`);
}
