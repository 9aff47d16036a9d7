import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, relative, resolve } from 'node:path';
import type { Watcher } from '../../builds/watch.ts';
import { pageTemplate } from '../../jobs/view-file.ts';
import { type PageData, pageWithData } from '../../jobs/view-page.ts';
import { printFailure } from '../shared/failure.ts';
import { readViewData, type ViewData } from './view-files.ts';
import type { ViewSession } from './view-options.ts';

/** The server can be reached from this machine only. */
const HOST = '127.0.0.1';
/** A page that waits for a change gets an empty answer after this time, in milliseconds, and asks again. */
const WAIT = 25_000;

/**
 * Serves the page of a level on this machine. There are two addresses, both below a random secret: the page, and a request that waits for changes. No
 * path of a request ever becomes the path of a file: only the inputs, and what was read to open them, are served.
 *
 * Other pages in the same browser cannot read it: `Host` must be that of this machine, which stops DNS rebinding, and `Origin`, where there is one, must
 * be this server's.
 */
export class ViewServer {
	readonly #session: ViewSession;
	readonly #server: Server;
	readonly #token = randomBytes(24).toString('base64url');
	readonly #template: string;
	readonly #watcher: Watcher | undefined;
	#view: ViewData;
	#version = 0;
	readonly #waiting = new Set<() => void>();

	private constructor(session: ViewSession, template: string, view: ViewData, watcher: Watcher | undefined) {
		this.#session = session;
		this.#template = template;
		this.#view = view;
		this.#watcher = watcher;
		this.#server = createServer((request, response) => this.#answer(request, response));
		// Requests have no body, and few headers.
		this.#server.headersTimeout = 5000;
		this.#server.requestTimeout = 10_000;
	}

	/** Reads the inputs and begins to serve them. @throws InputError when one cannot be read */
	static async start(session: ViewSession): Promise<ViewServer> {
		const { options } = session;
		const watcher = options.watch === true ? await watcherOf(session) : undefined;
		try {
			const view = await readViewData(session.words, options.compare ?? [], session);
			const server = new ViewServer(session, await pageTemplate(), view, watcher);
			await new Promise<void>((done, fail) => {
				server.#server.once('error', fail);
				server.#server.listen(options.port ?? 0, HOST, done);
			});
			return server;
		} catch (error) {
			await watcher?.close();
			throw error;
		}
	}

	get #authority(): string {
		return `${HOST}:${(this.#server.address() as AddressInfo).port}`;
	}

	get url(): string {
		return `http://${this.#authority}/${this.#token}/`;
	}

	/** Serves until Ctrl-C; with `--watch` tells pages when an input was saved. */
	async run(): Promise<void> {
		const { signal } = this.#session.context;
		try {
			if (this.#watcher !== undefined) await this.#watch(this.#watcher, signal);
			else
				await new Promise<void>((end) =>
					signal.aborted ? end() : signal.addEventListener('abort', () => end(), { once: true }),
				);
		} catch (error) {
			if (!signal.aborted) throw error;
		} finally {
			for (const wake of this.#waiting) wake();
			this.#server.closeAllConnections();
			await new Promise((closed) => this.#server.close(closed));
		}
	}

	async #watch(watcher: Watcher, signal: AbortSignal): Promise<void> {
		const { words, options, registry, terminal, io } = this.#session;
		try {
			for (;;) {
				const files = this.#view.read;
				const roomFolders = new Set(
					words.filter((word) => registry.layoutFormat(word) !== undefined).map((word) => dirname(word)),
				);
				watcher.look({ files, roomFolders, outputs: new Set(), roomExtensions: registry.roomExtensions });
				const changed = await watcher.changes();
				for (const path of changed) terminal.note(`changed: ${relative(process.cwd(), path)}`);
				try {
					this.#view = await readViewData(words, options.compare ?? [], this.#session);
					this.#version++;
					for (const wake of this.#waiting) wake();
				} catch (error) {
					signal.throwIfAborted();
					// A scene that is broken just now is reported and waited out.
					printFailure(error, terminal, io);
				}
			}
		} finally {
			await watcher.close();
		}
	}

	get #data(): PageData {
		const { data } = this.#view;
		if (this.#session.options.watch !== true) return data;
		return { ...data, changes: `/${this.#token}/changes?since=${this.#version}` };
	}

	#answer(request: IncomingMessage, response: ServerResponse): void {
		const reply = this.#replyTo(request);
		if ('since' in reply) this.#tellChange(reply.since, response);
		else send(response, reply);
	}

	#replyTo(request: IncomingMessage): Reply | { readonly since: number } {
		const refused = this.#refusalOf(request);
		if (refused !== undefined) return refused;
		const [path, query = ''] = (request.url ?? '').split('?', 2);
		// Not parsed as a URL, which throws for some of what programs send (`//[`), and takes part of it for a host.
		const [before, token, rest, ...more] = path.split('/');
		if (before !== '') return NOT_FOUND;
		if (!this.#isToken(token) || more.length > 0) return NOT_FOUND;
		if (rest === '') return { status: 200, type: 'text/html', body: pageWithData(this.#template, this.#data) };
		const watches = rest === 'changes' && this.#session.options.watch === true;
		return watches ? { since: Number(new URLSearchParams(query).get('since')) } : NOT_FOUND;
	}

	#refusalOf({ method, headers }: IncomingMessage): Reply | undefined {
		const own = this.#authority;
		const port = own.slice(HOST.length);
		if (headers.host !== own && headers.host !== `localhost${port}`) return refusal(403, 'Another host was asked for.');
		const { origin } = headers;
		if (origin !== undefined && origin !== `http://${own}` && origin !== `http://localhost${port}`)
			return refusal(403, 'The request comes from another page.');
		const site = headers['sec-fetch-site'];
		if (site !== undefined && site !== 'same-origin' && site !== 'none')
			return refusal(403, 'The request comes from another page.');
		return method === 'GET' || method === 'HEAD' ? undefined : refusal(405, 'Only GET.');
	}

	#isToken(given: string | undefined): boolean {
		const [a, b] = [Buffer.from(given ?? ''), Buffer.from(this.#token)];
		return a.length === b.length && timingSafeEqual(a, b);
	}

	/** Answers at once where there is something newer, else when there is, or after a while with nothing. */
	#tellChange(since: number, response: ServerResponse): void {
		const answer = (): void => {
			clearTimeout(timer);
			this.#waiting.delete(answer);
			if (this.#version > since)
				send(response, { status: 200, type: 'application/json', body: JSON.stringify(this.#data) });
			else send(response, { status: 204, type: 'text/plain', body: '' });
		};
		const timer = setTimeout(answer, WAIT);
		response.on('close', () => {
			clearTimeout(timer);
			this.#waiting.delete(answer);
		});
		if (this.#version === since) this.#waiting.add(answer);
		else answer();
	}
}

/** Looks at the inputs before they are read, so that nothing that is saved from then on is missed. */
async function watcherOf({ words, options, context }: ViewSession): Promise<Watcher> {
	const { NOTHING_WATCHED, startWatcher } = await import('../../builds/watch.ts');
	const watcher = await startWatcher(context.signal);
	const files = [...words, ...(options.compare ?? [])].map((word) => resolve(word));
	watcher.look({ ...NOTHING_WATCHED, files: new Set(files) });
	return watcher;
}

interface Reply {
	readonly status: number;
	readonly type: string;
	readonly body: string;
}

const NOT_FOUND: Reply = refusal(404, 'Not found.');

function refusal(status: number, why: string): Reply {
	return { status, type: 'text/plain', body: `${why}\n` };
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
	const bytes = Buffer.from(body);
	response.writeHead(status, {
		'Content-Type': `${type}; charset=utf-8`,
		'Content-Length': bytes.length,
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
		'X-Frame-Options': 'DENY',
		'Referrer-Policy': 'no-referrer',
		'Cross-Origin-Resource-Policy': 'same-origin',
		'Cross-Origin-Opener-Policy': 'same-origin',
		Vary: 'Origin',
	});
	response.end(response.req.method === 'HEAD' || status === 204 ? undefined : bytes);
}
