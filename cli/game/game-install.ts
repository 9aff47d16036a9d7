import type { Game } from '../../game/installation/game.ts';
import type { InstalledFile } from '../../jobs/game/game-install.ts';
import { UsageError } from '../../src/findings/report.ts';
import { counted } from '../../src/text/numbers.ts';
import type { GameSession } from './game-session.ts';

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
