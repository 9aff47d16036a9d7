import { UsageError } from '../../src/findings/report.ts';
import { declareCommand } from '../shared/command.ts';
import { levelInputOptions } from '../shared/level-input.ts';
import { checkExtension, outputOptions, writeMade } from '../shared/outputs.ts';
import { printMade } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';
import { VIEW_OPTIONS, type ViewSession } from './view-options.ts';

export const viewCommand = declareCommand({
	name: 'view',
	summary: 'write a page that shows, explains and converts a level; one file, without network access',
	words: ({ layouts }) => ({
		'<inputs...>': `walkmeshes, a scene, or a layout (${extensionList(layouts)}) with its rooms`,
	}),
	options: (registry) => ({
		...VIEW_OPTIONS,
		...outputOptions('Page to write. Default: the name of the input with .html, in this folder.'),
		...levelInputOptions(registry),
	}),
	help: `Examples:
  wokflow view quay.glb                          writes quay.html
  wokflow view m01aa.lyt -o m01aa.html --open
  wokflow view after.lyt --compare before.lyt    what moved, was resurfaced or linked elsewhere
  wokflow view quay.blend.glb --serve --watch    model, save, look

The page holds the files and needs nothing else. --serve answers this machine only, at an address with a secret in it; Ctrl-C ends it.`,
	async run(session) {
		const { words, options } = session;
		const { serve = false, watch = false, compare = [], output } = options;
		if (watch && !serve) throw new UsageError('--watch goes with --serve.');
		if (serve && output !== undefined) throw new UsageError('--serve writes no file. Leave out --output or --serve.');
		if (serve) return serveView(session);
		if (output !== undefined) checkExtension(output, ['.html', '.htm'], 'view');
		const path = await writePage(words, compare, output, session);
		if (options.open === true && path !== undefined) await openInBrowser(path, session);
		return undefined;
	},
});

/** Writes the page of some inputs. @returns its path; undefined where it was not written, which is reported */
export async function writePage(
	words: readonly string[],
	compare: readonly string[],
	output: string | undefined,
	session: ViewSession,
): Promise<string | undefined> {
	const [{ pageWithData }, { pageTemplate }, { readViewData }] = await Promise.all([
		import('../../jobs/view-page.ts'),
		import('../../jobs/view-file.ts'),
		import('./view-files.ts'),
	]);
	const { data } = await readViewData(words, compare, session);
	const path = output ?? `${data.title}.html`;
	const bytes = new TextEncoder().encode(pageWithData(await pageTemplate(), data));
	const { files } = await writeMade([{ path, bytes }], session);
	printMade({ files, json: {} }, session);
	return files.length > 0 ? path : undefined;
}

async function serveView(session: ViewSession): Promise<number | undefined> {
	const { ViewServer } = await import('./view-server.ts');
	const { notice } = await import('../../pipeline/disk/watched.ts');
	// It runs until it is ended.
	notice({ limits: { timeout: 0 } });
	const server = await ViewServer.start(session);
	if (session.wantsJson) session.json({ url: server.url });
	session.terminal.result(server.url);
	session.terminal.note('serving on this machine only (Ctrl-C ends)');
	if (session.options.open === true) await openInBrowser(server.url, session);
	await server.run();
	return 0;
}

/** Asks the system to open a path or an address in its browser. No shell reads it. */
async function openInBrowser(what: string, { terminal }: ViewSession): Promise<void> {
	const [{ spawn }, { resolve }] = await Promise.all([import('node:child_process'), import('node:path')]);
	const target = /^http:/.test(what) ? what : resolve(what);
	const [program, ...words] = {
		win32: ['rundll32', 'url.dll,FileProtocolHandler', target],
		darwin: ['open', target],
	}[process.platform as string] ?? ['xdg-open', target];
	const child = spawn(program, words, { stdio: 'ignore', detached: true });
	child.on('error', () =>
		terminal.problem(`No browser was opened: ${program} is missing. Open it yourself: ${target}`),
	);
	child.unref();
}
