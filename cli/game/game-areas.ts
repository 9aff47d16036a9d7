import { availableParallelism } from 'node:os';
import type { Game } from '../../game/installation/game.ts';
import { type Finding, UsageError } from '../../src/findings/report.ts';
import { didYouMean } from '../../src/text/names.ts';
import { counted } from '../../src/text/numbers.ts';
import { withLookers } from '../shared/jobs.ts';
import type { ViewSession } from '../view/view-options.ts';
import { type GameSession, gameJson, titleOf } from './game-session.ts';

/** `wokflow game GAME areas`: each area with its module and rooms. */
export async function listAreas(game: Game, words: readonly string[], session: GameSession): Promise<undefined> {
	const { registry, report, terminal } = session;
	const [{ areaRooms }, { namePattern }] = await Promise.all([
		import('../../jobs/game/game-areas.ts'),
		import('../../src/text/pattern.ts'),
	]);
	const fits = words.map((word) => namePattern(word));
	const areas = (await areaRooms(game, registry, report)).filter(
		({ name }) => fits.length === 0 || fits.some((each) => each(name)),
	);
	if (session.wantsJson) {
		const found = areas.map(({ name, module = null, layout = null, rooms, missing }) => ({
			name,
			module,
			layout,
			rooms,
			missing,
		}));
		session.json({ ...gameJson(game), areas: found });
		return undefined;
	}
	const width = Math.max(0, ...areas.map(({ name }) => name.length));
	const moduleWidth = Math.max(0, ...areas.map(({ module = '-' }) => module.length));
	for (const { name, module = '-', layout, rooms, missing } of areas) {
		const without = missing.length === 0 ? '' : `, ${missing.length} without walkmesh: ${missing.join(', ')}`;
		const what = layout === undefined ? 'no layout' : `${counted(rooms.length, 'room')}${without}`;
		terminal.result(`${name.padEnd(width)}  ${module.padEnd(moduleWidth)}  ${what}`);
	}
	terminal.note(`${counted(areas.length, 'area')} of ${titleOf(game)}`);
	return undefined;
}

/** `wokflow game GAME export AREA -o FILE`: all rooms of an area in one file. */
export async function exportArea(game: Game, words: readonly string[], session: GameSession): Promise<undefined> {
	const { output } = session.options;
	if (words.length !== 1 || output === undefined)
		throw new UsageError('Name an area and a file: wokflow game GAME export m10aa -o m10aa.glb');
	const [layout] = await layoutsOf(game, words);
	const [{ expandInputs }, { exportLayout, thingsOf }, surfaces] = await Promise.all([
		import('../../jobs/files/inputs.ts'),
		import('../commands/convert.ts'),
		surfacesOf(game, session),
	]);
	const { registry, report, context } = session;
	if (/\.html?$/i.test(output)) {
		const { writePage } = await import('../view/view.ts');
		await writePage([layout], [], output, { ...session, context: { ...context, surfaces } } as ViewSession);
		return undefined;
	}
	const inputs = await expandInputs([layout], registry, report, { walkmeshesOnly: true });
	const things = await thingsOf([layout], session);
	return exportLayout(inputs, output, things, { ...session, context: { ...context, surfaces } });
}

/** `wokflow game GAME check AREA… | --all`. */
export async function checkAreas(game: Game, words: readonly string[], session: GameSession): Promise<undefined> {
	const { options, report, terminal } = session;
	const { all = false, profile = 'game', jobs = availableParallelism() } = options;
	if (all === words.length > 0) throw new UsageError('Name areas, or give --all: wokflow game GAME check m10aa');
	const paths = all ? await allLayouts(game, session) : await layoutsOf(game, words);
	const [{ checkParts }, surfaces] = await Promise.all([
		import('../../jobs/game/game-areas.ts'),
		surfacesOf(game, session),
	]);
	const settings = { report: {}, surfaces, mappings: [], read: {}, check: { profile } };
	const found: (readonly Finding[])[] = [];
	const threads = {
		...session,
		options: { ...options, jobs: Math.min(jobs, Math.floor(paths.length / WORTH_THREAD)) },
	};
	await withLookers(paths, settings, threads, (lookAtEach) =>
		lookAtEach(
			paths.map((path) => ({ look: 'check', path, isLayout: true })),
			({ seen = [], failure }) => {
				found.push(failure === undefined ? seen : [failure]);
				terminal.progress.show(`checked ${counted(found.length, 'area')}`, found.length, paths.length);
			},
		),
	);
	for (const [index, path] of paths.entries()) {
		for (const finding of found[index]) report.push(finding);
		await checkParts(path, session.registry, report);
	}
	if (session.wantsJson) {
		session.json({ ...gameJson(game), checked: paths });
		return undefined;
	}
	const bad = report.total('warning') + report.total('error') + report.total('fatal');
	terminal.note(`${counted(paths.length, 'area')} checked${bad === 0 ? ', nothing wrong' : ''}.`);
	return undefined;
}

/** Number of levels for each thread from which starting it saves time. */
const WORTH_THREAD = 4;

async function allLayouts(game: Game, { report }: GameSession): Promise<string[]> {
	const { areasOf } = await import('../../game/installation/game.ts');
	const areas = await areasOf(game, (finding) => report.push(finding));
	return areas.flatMap(({ layout }) => (layout === undefined ? [] : [layout]));
}

/** The layouts of areas or modules by their names. @throws UsageError for a name that the game does not have */
async function layoutsOf(game: Game, names: readonly string[]): Promise<string[]> {
	const { areasOf, pathInGame } = await import('../../game/installation/game.ts');
	return Promise.all(
		names.map(async (name) => {
			const found = await pathInGame(game, name.replace(/\.lyt$/i, ''));
			if (found !== undefined) return found;
			const known = (await areasOf(game)).flatMap(({ name: area, module, layout }) =>
				layout === undefined ? [] : [area, ...(module === undefined ? [] : [module])],
			);
			throw new UsageError(`The game has no area "${name}" with a layout.${didYouMean(name, known)}`);
		}),
	);
}

/** The surface table of the game, where it has one of its own. */
async function surfacesOf(game: Game, { report, context }: GameSession): Promise<GameSession['context']['surfaces']> {
	const [{ findInGame }, { loadSurfaces }] = await Promise.all([
		import('../../game/installation/game.ts'),
		import('../../jobs/files/surface-table.ts'),
	]);
	const surfacemat = await findInGame(game, 'surfacemat.2da');
	return surfacemat === undefined ? context.surfaces : loadSurfaces({ surfacemat }, report);
}
