import type { Game, GameResource } from '../../game/installation/game.ts';
import type { InstalledFile } from '../../jobs/game/game-install.ts';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { didYouMean } from '../../src/text/names.ts';
import { counted, grouped } from '../../src/text/numbers.ts';
import { outputsJson } from '../shared/json.ts';
import { checkFolder, writeMade, wroteInto } from '../shared/outputs.ts';
import { type GameSession, gameJson, titleOf } from './game-session.ts';

/** The resources of a game, or of an archive by itself. */
interface Resources {
	readonly game?: Game;
	readonly resources: readonly GameResource[];
	/** The path of the one that is found first. */
	find(fileName: string): string | undefined;
}

/** @throws UsageError for a module that the game does not have */
export async function gameResources(game: Game, { options: { module }, report }: GameSession): Promise<Resources> {
	const { openView, resourcesOf } = await import('../../game/installation/game.ts');
	if (module !== undefined && !game.modules.has(module.toLowerCase())) {
		const known = [...game.modules.values()].map(({ name }) => name);
		throw new UsageError(`The game has no module "${module}".${didYouMean(module, known)}`);
	}
	const { find } = await openView(game, module);
	return { game, find, resources: await resourcesOf(game, (finding) => report.push(finding)) };
}

/** @throws InputError for an archive that cannot be read */
export async function archiveResources(path: string, { report }: GameSession): Promise<Resources> {
	const { resourcesOfArchive } = await import('../../game/installation/game.ts');
	const resources = await resourcesOfArchive(path, (finding) => report.push(finding));
	const paths = new Map(resources.map((each) => [each.fileName.toLowerCase(), each.path]));
	return { resources, find: (fileName) => paths.get(fileName.toLowerCase()) };
}

/** `wokflow game GAME list [PATTERN]`. */
export async function listResources(of: Resources, words: readonly string[], session: GameSession): Promise<undefined> {
	const { terminal } = session;
	const found = await chosen(of, words);
	if (session.wantsJson) {
		session.json({
			...(of.game === undefined ? {} : gameJson(of.game)),
			resources: found.map(({ path: _, ...each }) => each),
		});
		return undefined;
	}
	const width = Math.max(0, ...found.map(({ fileName }) => fileName.length));
	for (const { fileName, size, from, hiddenBy } of found) {
		const hidden = hiddenBy === undefined ? '' : `  (hidden by ${hiddenBy})`;
		terminal.result(`${fileName.padEnd(width)}  ${grouped(size).padStart(12)}  ${from}${hidden}`);
	}
	const whose = of.game === undefined ? '' : ` of ${titleOf(of.game)}`;
	terminal.note(`${counted(found.length, 'resource')}${whose}`);
	return undefined;
}

/** Resources whose names match a pattern; all where there are no patterns. */
async function chosen({ resources }: Resources, words: readonly string[]): Promise<GameResource[]> {
	const { namePattern } = await import('../../src/text/pattern.ts');
	// A name without extension matches resources of all types.
	const fits = words.map((word) => namePattern(/[.*]/.test(word) ? word : `${word}.*`));
	return resources.filter(({ fileName }) => fits.length === 0 || fits.some((each) => each(fileName)));
}

/** How many bytes are held in memory at a time. */
const BATCH = 64 * 2 ** 20;

/** `wokflow game GAME extract PATTERN -o FOLDER`. */
export async function extractResources(
	of: Resources,
	words: readonly string[],
	session: GameSession,
): Promise<undefined> {
	const { options, report, terminal } = session;
	const { output, module } = options;
	if (words.length === 0) throw new UsageError('Say what to extract: wokflow game GAME extract "m10aa*.wok" -o FOLDER');
	if (output === undefined) throw new UsageError('Say where to write: -o FOLDER');
	checkFolder(output, session.registry, 'game extract');
	const [{ openFile }, { joinPath }] = await Promise.all([
		import('../../jobs/files/files.ts'),
		import('../../src/text/paths.ts'),
	]);
	const wanted = new Map<string, GameResource>();
	const several = new Map<string, string[]>();
	for (const resource of await chosen(of, words)) {
		const key = resource.fileName.toLowerCase();
		const path = of.find(resource.fileName);
		if (path !== undefined) wanted.set(key, { ...resource, path });
		else if (module !== undefined) continue;
		else if (wanted.has(key)) several.set(key, [...(several.get(key) ?? [wanted.get(key)?.from ?? '']), resource.from]);
		else wanted.set(key, resource);
	}
	for (const [name, places] of several)
		throw new UsageError(`${name} lies in ${places.join(', ')}. Say in which module it is to be found: --module NAME`);
	const unmet: string[] = [];
	for (const word of words) if ((await chosen(of, [word])).length === 0) unmet.push(word);
	if (unmet.length > 0 || wanted.size === 0)
		throw new UsageError(`There is no resource that fits ${(unmet.length > 0 ? unmet : words).join(', ')}.`);
	const written: ReturnType<typeof outputsJson> = [];
	let batch: OutputFile[] = [];
	let held = 0;
	const flush = async (): Promise<void> => {
		const { files } = await writeMade(batch, session);
		written.push(...outputsJson(files));
		[batch, held] = [[], 0];
	};
	for (const { fileName, path } of wanted.values()) {
		terminal.progress.show(`extracting ${fileName}`, written.length + batch.length, wanted.size);
		const bytes = await (await openFile(path, report)).bytes();
		batch.push({ path: joinPath(output, fileName), bytes });
		held += bytes.length;
		if (held > BATCH) await flush();
	}
	await flush();
	if (session.wantsJson) session.json({ outputs: written });
	else if (written.length === 0) terminal.problem('Nothing was written.');
	else terminal.note(wroteInto(written.length, output, terminal));
	return undefined;
}

/** `wokflow game GAME install FILE…`: files, layouts with their rooms, folders, modules. */
export async function installFiles(game: Game, words: readonly string[], session: GameSession): Promise<undefined> {
	const { options, registry, report } = session;
	if (words.length === 0) throw new UsageError('Say what to install: wokflow game GAME install quay.lyt');
	const { filesToInstall, install } = await import('../../jobs/game/game-install.ts');
	const files = await filesToInstall(words, registry, report);
	const { force = false, module } = options;
	const done = report.failed
		? []
		: await install(game, files, { force, ...(module === undefined ? {} : { module }) }, report);
	tell(done, 'installed', session);
	return undefined;
}

/** `wokflow game GAME uninstall [FILE…]`. */
export async function uninstallFiles(game: Game, words: readonly string[], session: GameSession): Promise<undefined> {
	const { uninstall } = await import('../../jobs/game/game-install.ts');
	const { options, report } = session;
	tell(await uninstall(game, words, { force: options.force ?? false }, report), 'uninstalled', session);
	return undefined;
}

function tell(done: readonly InstalledFile[], what: 'installed' | 'uninstalled', session: GameSession): void {
	const { terminal, report } = session;
	if (session.wantsJson) {
		session.json({ [what]: done });
		return;
	}
	if (report.failed) {
		terminal.problem('Nothing was changed.');
		return;
	}
	for (const { path, replaced } of done) {
		const how = what === 'installed' ? (replaced ? 'replaced' : 'added') : replaced ? 'restored' : 'removed';
		terminal.result(`${how.padEnd(8)}  ${path}`);
	}
	terminal.note(`${counted(done.length, 'file')} ${what === 'installed' ? 'installed' : 'as before'}`);
}
