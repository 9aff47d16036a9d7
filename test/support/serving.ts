import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { runCli } from '../../cli/program.ts';

/** A server of its own, how to ask it, and what it has printed. */
export async function serving(
	words: readonly string[],
): Promise<{ url: URL; ask: Asking; printed: () => string; end: () => Promise<number> }> {
	const abort = new AbortController();
	let text = '';
	let tell: (url: string) => void = () => undefined;
	const told = new Promise<string>((resolve) => {
		tell = resolve;
	});
	const stdout = {
		write: (chunk: string | Uint8Array): void => {
			text += String(chunk);
			const [found] = /http:\S+/.exec(text) ?? [];
			if (found !== undefined) tell(found);
		},
	};
	const stderr = { write: (chunk: string | Uint8Array): void => void (text += String(chunk)) };
	const ended = runCli(['view', ...words, '--serve'], {
		stdin: (async function* () {})(),
		stdout,
		stderr,
		env: process.env,
		signal: abort.signal,
	});
	const url = new URL(await Promise.race([told, ended.then(() => Promise.reject(new Error(text)))]));
	const end = async (): Promise<number> => {
		abort.abort();
		return ended;
	};
	const ask: Asking = (path, headers = {}, method = 'GET') => asked(url, path, headers, method);
	return { url, ask, printed: () => text, end };
}

export type Asking = (
	path: string,
	headers?: Record<string, string>,
	method?: string,
) => Promise<{ status: number; body: string; type: string; headers: IncomingHttpHeaders }>;

async function asked(url: URL, path: string, headers: Record<string, string>, method: string) {
	const made = request({ host: url.hostname, port: url.port, path, headers, method });
	made.end();
	const [response] = await once(made, 'response');
	let body = '';
	for await (const chunk of response) body += String(chunk);
	const { statusCode, headers: answered } = response;
	return { status: statusCode as number, body, type: String(answered['content-type']), headers: answered };
}
