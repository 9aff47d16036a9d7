import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The user's own folder for what wokflow remembers, or for caches: `WOKFLOW_STATE`, or that of the system. As the specification of these variables says, an
 * empty one counts as unset and a relative one is ignored.
 * @returns undefined where no folder is known: nothing is kept then
 */
export function userFolder(
	kind: 'state' | 'cache',
	env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
	const isState = kind === 'state';
	const { WOKFLOW_STATE: own } = env;
	if (own !== undefined && own !== '') return isState ? own : join(own, 'code');
	const set = (path: string | undefined): string | undefined =>
		path !== undefined && isAbsolute(path) ? path : undefined;
	const home = set(homedir());
	const below = (folder: string | undefined, ...names: string[]): string | undefined =>
		folder && join(folder, ...names);
	if (process.platform === 'win32') {
		const local = set(env['LOCALAPPDATA']) ?? below(home, 'AppData', 'Local');
		return below(local, 'wokflow', ...(isState ? [] : ['code']));
	}
	if (process.platform === 'darwin')
		return below(home, 'Library', isState ? 'Application Support' : 'Caches', 'wokflow');
	const [variable, usual] = isState ? ['XDG_STATE_HOME', ['.local', 'state']] : ['XDG_CACHE_HOME', ['.cache']];
	return below(set(env[variable as string]) ?? below(home, ...(usual as string[])), 'wokflow');
}
