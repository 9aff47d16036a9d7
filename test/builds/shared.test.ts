import { randomUUID } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type BuildOptions, build, type TargetResult } from '../../builds/build.ts';
import { decode, encode } from '../../builds/cache/encoding.ts';
import type { InputRecord, TargetRecord } from '../../builds/cache/manifest.ts';
import { SharedBlobs } from '../../builds/cache/remote.ts';
import { configFromValue } from '../../builds/config/config.ts';
import { inShard } from '../../builds/config/targets.ts';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { spread, THOROUGH } from '../support/thorough.ts';
import { filesOf, Project, roomGlb, row, rowGlb, rowLyt } from './support.ts';

const folder = scratchFolder();
let count = 0;
const fresh = (): string => join(folder, String(count++));

const ALL = ['scene', 'layout', 'one'];
const VALUE = {
	targets: {
		scene: { level: 'row.glb', out: 'out/scene', glb: false, plan: false },
		layout: { level: 'row.lyt', out: 'out/layout', roomFolder: 'rooms', roomSpace: 'room', glb: false, plan: false },
		one: { input: 'row.glb', output: 'out/one.wok' },
	},
};

/** A machine with the sources of three targets. */
function machine(rooms = row(2)): Project {
	const made = new Project(fresh(), VALUE);
	made.write('row.glb', rowGlb(rooms));
	made.write('row.lyt', rowLyt(rooms));
	for (const room of rooms) made.write(`rooms/${room.name}.glb`, roomGlb(room));
	return made;
}

interface Built {
	readonly results: TargetResult[];
	/** Targets of which a step ran here. */
	readonly made: string[];
	readonly told: string[];
	readonly out: Record<string, string>;
}

async function buildIn({ folder: at, value }: Project, cache?: string, options: BuildOptions = {}): Promise<Built> {
	const made = new Set<string>();
	const told: string[] = [];
	const results = await build(await configFromValue(value, at), {
		...(cache === undefined ? {} : { cache, onCache: (problem) => void told.push(problem) }),
		onStep: ({ target }) => void made.add(target),
		...options,
	});
	return {
		results,
		made: ALL.filter((name) => made.has(name)),
		told,
		out: existsSync(join(at, 'out')) ? filesOf(join(at, 'out')) : {},
	};
}

const plain = (await buildIn(machine())).out;

const filled = fresh();
await buildIn(machine(), filled);

/** A cache that another machine has filled. */
function filledCache(): string {
	const cache = fresh();
	cpSync(filled, cache, { recursive: true });
	return cache;
}

describe('a cache in a folder', () => {
	test('gives a machine what another one has made, with its findings, and nothing of other sources', async () => {
		const cache = fresh();
		const first = machine();
		const filled = await buildIn(first, cache);
		expect(filled).toMatchObject({ made: ALL, told: [], out: plain });
		const second = machine();
		const taken = await buildIn(second, cache);
		expect(taken).toMatchObject({ made: [], told: [], out: plain });
		const findings = (built: Built): unknown => built.results.map(({ report, found }) => [report.findings, found]);
		expect(findings(taken)).toStrictEqual(findings(filled));
		expect(taken.results.map(({ status }) => status)).toStrictEqual(['built', 'built', 'built']);
		const again = await buildIn(second, cache);
		expect(again.results.map(({ status }) => status)).toStrictEqual(['up-to-date', 'up-to-date', 'up-to-date']);
		// A changed room is that of one layout only.
		second.write('rooms/row_01.glb', roomGlb({ ...row(2)[1], hump: 1 }));
		const changed = await buildIn(second, cache);
		expect(changed).toMatchObject({ made: ['layout'], told: [] });
		const third = machine();
		third.write('rooms/row_01.glb', second.read('rooms/row_01.glb'));
		expect(await buildIn(third, cache)).toMatchObject({ made: [], out: changed.out });
		// What is there of the rooms, and with which options, counts.
		const fourth = machine();
		fourth.write('rooms/row_01.obj', '');
		expect((await buildIn(fourth, cache)).made).toContain('layout');
		const other = { targets: { ...VALUE.targets, scene: { ...VALUE.targets.scene, tree: 'median' } } };
		const fifth = new Project(machine().folder, other);
		expect((await buildIn(fifth, cache)).made).toStrictEqual(['scene']);
		expect((await buildIn(machine(), cache, { version: '9.9.9' })).made).toStrictEqual(ALL);
	});

	test('is not read where all is made again, and neither read nor written in a dry run', async () => {
		const cache = fresh();
		expect((await buildIn(machine(), cache, { dryRun: true })).made).toStrictEqual(ALL);
		expect(existsSync(cache)).toBe(false);
		expect((await buildIn(machine(), filled, { force: true })).made).toStrictEqual(ALL);
	});

	test('is filled by several at once', async () => {
		const cache = fresh();
		const built = await Promise.all([machine(), machine(), machine()].map((each) => buildIn(each, cache)));
		for (const each of built) expect(each).toMatchObject({ told: [], out: plain });
		expect(readdirSync(join(cache, 'tmp'))).toStrictEqual([]);
		expect(await buildIn(machine(), cache)).toMatchObject({ made: [], out: plain });
	});

	test('loses in time what a killed process had begun to put', async () => {
		const cache = fresh();
		mkdirSync(join(cache, 'tmp'), { recursive: true });
		const [old, recent] = [randomUUID(), randomUUID()];
		for (const name of [old, recent, 'of somebody']) writeFileSync(join(cache, 'tmp', name), 'half');
		const days = Date.now() / 1000 - 2 * 24 * 60 * 60;
		for (const name of [old, 'of somebody']) utimesSync(join(cache, 'tmp', name), days, days);
		await buildIn(machine(), cache);
		expect(readdirSync(join(cache, 'tmp')).sort()).toStrictEqual([recent, 'of somebody'].sort());
	});

	test('writes over nobody’s file, and removes what is no longer made', async () => {
		const cache = filledCache();
		const project = machine();
		project.write('out/scene/row.lyt', 'mine');
		const { results, made } = await buildIn(project, cache);
		expect(made).toStrictEqual([]);
		expect(results[0]).toMatchObject({ status: 'failed' });
		expect(results[0].report.findings.map(({ code }) => code)).toContain('BUILD_OUTPUT_FOREIGN');
		expect(project.read('out/scene/row.lyt').toString()).toBe('mine');
		const less = machine(row(3));
		await buildIn(less);
		less.write('row.lyt', rowLyt(row(2)));
		less.write('row.glb', rowGlb(row(2)));
		const after = await buildIn(less, cache);
		expect(Object.keys(after.out)).toStrictEqual(Object.keys(plain));
	});

	const SPOILT: readonly [string, (path: string) => void][] = [
		['is endless', (path) => truncateSync(path, 2 ** 29)],
		['is cut off', (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
		['is empty', (path) => truncateSync(path, 0)],
		['has a wrong bit', (path) => flip(path)],
		['has the hash of something else', (path) => writeFileSync(path, encode({}))],
	];
	test.each(spread(SPOILT, 2))('of which every entry %s is reported once, and made good', async (_what, spoil) => {
		const cache = filledCache();
		for (const kind of ['ac', 'cas']) {
			const names = readdirSync(join(cache, kind));
			for (const name of names) spoil(join(cache, kind, name));
			const spoilt = await buildIn(machine(), cache);
			expect(spoilt).toMatchObject({ made: ALL, out: plain });
			expect(spoilt.told).toStrictEqual([
				`The cache ${JSON.stringify(cache)} has entries that are not what they say; they are made again.`,
			]);
			expect(await buildIn(machine(), cache)).toMatchObject({ made: [], told: [], out: plain });
		}
	});

	function flip(path: string): void {
		const bytes = readFileSync(path);
		bytes[Math.floor(bytes.length / 2)] ^= 128;
		writeFileSync(path, bytes);
	}

	test('of which entries are missing gives the others', async () => {
		const cache = filledCache();
		for (const name of readdirSync(join(cache, 'cas')).slice(2)) rmSync(join(cache, 'cas', name));
		expect(await buildIn(machine(), cache)).toMatchObject({ told: [], out: plain });
		expect(await buildIn(machine(), cache)).toMatchObject({ made: [], told: [], out: plain });
	});

	test('that cannot be one is reported once, and the build goes on', async () => {
		const project = machine();
		project.write('a-file', '');
		const { told, out, made } = await buildIn(project, project.at('a-file'));
		expect({ out, made }).toStrictEqual({ out: plain, made: ALL });
		expect(told).toHaveLength(1);
		expect(told[0]).toMatch(/^The cache ".*a-file" cannot be used: .*\. The build goes on without it\.$/);
	});

	describe('with entries of somebody else', () => {
		/** The list of inputs of a target, or what was made of them. */
		type Value = InputRecord[] | { record: TargetRecord; captured: unknown; files: Map<string, Uint8Array> };
		/** A megabyte of nothing, again and again, without an end. */
		const endless = (): Uint8Array => {
			const block = deflateSync(Buffer.alloc(1 << 20), { finishFlush: constants.Z_FULL_FLUSH });
			return Buffer.concat([block, ...Array.from({ length: 512 }, () => block.subarray(2))]);
		};
		type Change = (value: Value) => unknown;
		/** Changes what was made. */
		const made =
			(change: (value: Exclude<Value, unknown[]>) => unknown): Change =>
			(value) =>
				Array.isArray(value) ? undefined : change(value);
		const recorded = (change: Partial<TargetRecord>): Change =>
			made((value) => ({ ...value, record: { ...value.record, ...change } }));
		const read =
			(...others: unknown[]): Change =>
			(value) =>
				Array.isArray(value) ? [...value, ...others] : undefined;

		/** Fills a cache, and puts other values under its keys. */
		async function spoilt(change: Change): Promise<Built> {
			const cache = filledCache();
			for (const key of readdirSync(join(cache, 'ac'))) {
				const blobs = new SharedBlobs(cache, (problem) => expect.unreachable(problem));
				const value = decode(inflateSync((await blobs.get(key)) as Uint8Array)) as Value;
				const other = change(value);
				if (other !== undefined) await blobs.put(key, other instanceof Uint8Array ? other : deflateSync(encode(other)));
			}
			const project = machine();
			const before = readdirSync(folder);
			const built = await buildIn(project, cache, { targets: ['scene'] });
			expect(readdirSync(folder)).toStrictEqual(before);
			return built;
		}
		const renamed = (to: string): Change =>
			made((value) => {
				const [first, ...others] = value.record.outputs;
				const bytes = value.files.get(first.path) as Uint8Array;
				return {
					...value,
					record: { ...value.record, outputs: [{ ...first, path: to }, ...others] },
					files: new Map([...value.files, [to, bytes]]),
				};
			});

		test('takes them where they are as they should be', async () => {
			expect((await spoilt((value) => value)).made).toStrictEqual([]);
			expect((await spoilt(renamed('out/scene/other.wok'))).made).toStrictEqual([]);
		});

		test.each<[string, Change]>([
			['no value', () => new Uint8Array([1, 2, 3])],
			// Making it takes seconds.
			...(THOROUGH ? [['what becomes endless', endless] as [string, Change]] : []),
			['a value of another form', () => ({ a: 1 })],
			['nothing', () => null],
			['an output elsewhere', renamed('out/other.wok')],
			['an output above', renamed('out/scene/../../../evil.wok')],
			['an absolute output', renamed('/tmp/evil.wok')],
			['a program', renamed('out/scene/wokflow.config.mjs')],
			['a hidden file', renamed('out/scene/.npmrc')],
			[
				'other bytes',
				made(({ files, ...value }) => ({
					...value,
					files: new Map([...files.keys()].map((path) => [path, Uint8Array.of(1)])),
				})),
			],
			['other inputs', recorded({ inputs: [] })],
			['other options', recorded({ options: {} })],
			['another version', recorded({ wokflow: '1' })],
			['no findings', made((value) => ({ ...value, captured: {} }))],
			['odd findings', made((value) => ({ ...value, captured: { findings: [{ code: 1 }], more: [] } }))],
			['inputs that are none', read({ path: 1 })],
			['inputs of other folders', read({ path: '/etc/hostname', hash: null })],
			['inputs above', read({ path: '../../secret', hash: null })],
		])('makes the target where they hold %s', async (_what, change) => {
			const { made, out, results } = await spoilt(change);
			expect(made).toStrictEqual(['scene']);
			expect(results[0].status).toBe('built');
			expect(Object.keys(out)).toStrictEqual(Object.keys(plain).filter((path) => path.startsWith('scene/')));
		});
	});

	test('that is a link stays one, and nothing beside it is written', async () => {
		const [cache, real] = [fresh(), fresh()];
		mkdirSync(real);
		symlinkSync(real, cache);
		await buildIn(machine(), cache);
		expect(readdirSync(real).sort()).toStrictEqual(['ac', 'cas', 'tmp']);
	});
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
	for (const server of servers) server.close().closeAllConnections();
});
afterEach(() => {
	delete process.env['WOKFLOW_CACHE_AUTHORIZATION'];
});

interface Serving {
	readonly address: string;
	readonly asked: string[];
	readonly held: Map<string, Buffer>;
}

/** A server that gives what was put, unless it is to answer otherwise. */
async function serve(answer?: Answer): Promise<Serving> {
	const held = new Map<string, Buffer>();
	const asked: string[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const path = request.url ?? '';
		asked.push(`${request.method} ${path.replace(/[0-9a-f]{64}/, 'KEY')}`);
		if (answer !== undefined) return answer(request, response, Buffer.concat(chunks));
		if (request.method === 'PUT') held.set(path, Buffer.concat(chunks));
		const found = held.get(path);
		response.writeHead(found === undefined ? 404 : 200).end(request.method === 'GET' ? found : undefined);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	servers.push(server);
	return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, held };
}

const elsewhere = await serve();

describe('a cache on a server', () => {
	test('gives what was put, by the paths and in the form of the remote cache of Bazel', async () => {
		const { address, asked, held } = await serve();
		expect(await buildIn(machine(), `${address}/a/`)).toMatchObject({ made: ALL, told: [], out: plain });
		expect(new Set(asked)).toStrictEqual(new Set(['GET /a/ac/KEY', 'PUT /a/cas/KEY', 'PUT /a/ac/KEY']));
		for (const [path, bytes] of held) {
			const [, key] = /^\/a\/(?:cas|ac)\/([0-9a-f]{64})$/.exec(path) ?? [];
			if (path.startsWith('/a/cas/')) expect(hashBytes(bytes)).toBe(key);
			else
				expect(outputFilesOf(bytes)).toStrictEqual([
					{ path: 'target', size: held.get(`/a/cas/${hashOf(bytes)}`)?.length },
				]);
		}
		const puts = asked.length;
		expect(await buildIn(machine(), `${address}/a`)).toMatchObject({ made: [], told: [], out: plain });
		expect(asked.slice(puts).filter((line) => line.startsWith('PUT'))).toStrictEqual([]);
	});

	const hashOf = (bytes: Buffer): string => bytes.toString('latin1').match(/[0-9a-f]{64}/)?.[0] ?? '';

	/** The fields of an ActionResult, by the definition of protocol buffers. */
	function outputFilesOf(bytes: Buffer): { path: string; size: number }[] {
		const fields = (all: Buffer): Map<number, Buffer | number> => {
			const found = new Map<number, Buffer | number>();
			let at = 0;
			const varint = (): number => {
				let value = 0;
				for (let shift = 0; ; shift += 7) {
					const byte = all[at++];
					value += (byte & 127) * 2 ** shift;
					if (byte < 128) return value;
				}
			};
			while (at < all.length) {
				const tag = varint();
				const number = varint();
				if ((tag & 7) === 0) found.set(tag >> 3, number);
				else {
					found.set(tag >> 3, all.subarray(at, at + number));
					at += number;
				}
			}
			expect(at).toBe(all.length);
			return found;
		};
		const file = fields(fields(bytes).get(2) as Buffer);
		return [{ path: String(file.get(1)), size: Number(fields(file.get(2) as Buffer).get(2)) }];
	}

	test.each<[string, Answer, RegExp]>([
		['answers 500', (_, response) => void response.writeHead(500).end('<secret>'), /it answers 500\./],
		[
			'sends elsewhere',
			(_, response) => void response.writeHead(302, { location: `${elsewhere.address}/x` }).end(),
			/it answers 302\./,
		],
		[
			'sends half of what it says',
			(_, response) => {
				response.writeHead(200, { 'content-length': '100' }).write('half');
				setTimeout(() => response.destroy(), 20);
			},
			/cannot be used: /,
		],
		['closes the connection', (request) => void request.socket.destroy(), /cannot be used: /],
		[
			'never ends',
			(_, response) => {
				response.writeHead(200);
				const more = (): void => {
					if (!response.destroyed) response.write(Buffer.alloc(1 << 16), more);
				};
				more();
			},
			/it sends more than was ever put/,
		],
		[
			'wants to know who asks',
			(_, response) => void response.writeHead(401).end(),
			/it answers 401; WOKFLOW_CACHE_AUTHORIZATION/,
		],
	])('that %s is reported once, and the build goes on', async (_what, answer, problem) => {
		const { address, asked } = await serve(answer);
		const { made, told, out } = await buildIn(machine(), address, { jobs: 1 });
		expect({ made, out }).toStrictEqual({ made: ALL, out: plain });
		expect(told).toStrictEqual([expect.stringMatching(problem)]);
		expect(told[0]).toMatch(/^The cache "http:.*The build goes on without it\.$/);
		expect(told[0]).not.toContain('secret');
		expect(asked).toHaveLength(1);
		expect(elsewhere.asked).toStrictEqual([]);
	});

	test('that does not answer is not waited for long', async () => {
		const silent = await serve(() => undefined);
		const dripping = await serve((_, response) => {
			response.writeHead(200);
			const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write('a')), 10);
		});
		for (const { address } of [silent, dripping]) {
			const told: string[] = [];
			const blobs = new SharedBlobs(address, (problem) => told.push(problem), 50);
			expect(await blobs.get('0'.repeat(64))).toBe(undefined);
			await blobs.put('0'.repeat(64), Uint8Array.of(1));
			expect(told).toStrictEqual([expect.stringContaining('it does not answer in time')]);
		}
	});

	test('that is not there is reported once', async () => {
		const { told, out } = await buildIn(machine(), 'http://127.0.0.1:1');
		expect(out).toStrictEqual(plain);
		expect(told).toStrictEqual([expect.stringContaining('The build goes on without it.')]);
	});

	test('with wrong bytes is put right', async () => {
		const { address, held } = await serve();
		await buildIn(machine(), address);
		for (const path of held.keys()) if (path.startsWith('/cas/')) held.set(path, Buffer.from('wrong'));
		const { made, told, out } = await buildIn(machine(), address);
		expect({ made, out }).toStrictEqual({ made: ALL, out: plain });
		expect(told).toStrictEqual([expect.stringContaining('they are made again')]);
		expect(await buildIn(machine(), address)).toMatchObject({ made: [], told: [], out: plain });
	});

	test('that takes nothing gives what it has', async () => {
		const full = await serve();
		await buildIn(machine(), full.address);
		const { address, asked } = await serve((request, response) => {
			const found = full.held.get(request.url ?? '');
			if (request.method === 'PUT') response.writeHead(403).end();
			else response.writeHead(found === undefined ? 404 : 200).end(found);
		});
		const project = machine();
		project.write('row.glb', rowGlb(row(3)));
		const { made, told } = await buildIn(project, address);
		expect(made).toStrictEqual(['scene', 'one']);
		expect(told).toStrictEqual([expect.stringMatching(/takes nothing \(it answers 403.*it is only read\.$/)]);
		expect(asked.filter((line) => line.startsWith('PUT')).length).toBeLessThanOrEqual(2);
	});

	test('is reported who asks, which is printed nowhere', async () => {
		const seen = new Set<string | undefined>();
		const { address } = await serve((request, response) => {
			seen.add(request.headers.authorization);
			response.writeHead(401).end();
		});
		process.env['WOKFLOW_CACHE_AUTHORIZATION'] = 'Bearer topsecret';
		const project = machine();
		const run = await wokflow(['build', '--cache', address], { cwd: project.folder });
		expect(run.code).toBe(0);
		expect(run.stderr).toContain('it answers 401');
		expect(run.stdout + run.stderr).not.toContain('topsecret');
		expect(seen).toStrictEqual(new Set(['Bearer topsecret']));
		process.env['WOKFLOW_CACHE_AUTHORIZATION'] = 'top\nsecret';
		const odd = await wokflow(['build', '--force', '--cache', address], { cwd: project.folder });
		expect(odd).toMatchObject({ code: 2, stderr: expect.stringContaining('WOKFLOW_CACHE_AUTHORIZATION is no value') });
		expect(odd.stderr).not.toContain('secret');
	});

	test.each([
		['http://me:topsecret@127.0.0.1:1', 'an address holds no credentials'],
		['http://127.0.0.1:1/?sig=topsecret', '--cache takes a folder, or an address'],
		['ftp://127.0.0.1/topsecret', '--cache takes a folder, or an address'],
		['http://', '--cache takes a folder, or an address'],
	])('is not at %s', async (address, problem) => {
		const { code, stderr } = await wokflow(['build', '--cache', address], { cwd: machine().folder });
		expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
		expect(stderr).not.toContain('topsecret');
	});
});

describe('a shard', () => {
	const scenes = (names: readonly string[]): Record<string, unknown> =>
		Object.fromEntries(names.map((name) => [name, { level: 'row.glb', out: `out/${name}` }]));
	const targetsOf = async (value: unknown, shard: string): Promise<string[]> => {
		const project = new Project(fresh(), value);
		project.write('row.glb', rowGlb(row(2)));
		return (await buildIn(project, undefined, { shard, dryRun: true })).results.map(({ name }) => name);
	};

	test('is one of so many parts, which together are the whole, in files as well', async () => {
		const value = { targets: scenes(['a', 'b', 'c', 'd', 'e']) };
		const whole = new Project(fresh(), value);
		whole.write('row.glb', rowGlb(row(2)));
		const { out } = await buildIn(whole);
		const joined: Record<string, string> = {};
		const names: string[] = [];
		for (const shard of ['1/3', '2/3', '3/3']) {
			const project = new Project(fresh(), value);
			project.write('row.glb', rowGlb(row(2)));
			const part = await buildIn(project, undefined, { shard });
			for (const [path, content] of Object.entries(part.out)) {
				expect(joined[path]).toBe(undefined);
				joined[path] = content;
			}
			names.push(part.results.map(({ name }) => name).join(''));
		}
		expect(names).toStrictEqual(['ad', 'be', 'c']);
		expect(joined).toStrictEqual(out);
	});

	test.each(spread(['json', 'junit', 'sarif', 'html'], 2))(
		'leaves in a cache what the %s report of the whole needs',
		async (format) => {
			const value = { targets: { ...scenes(['a', 'b']), broken: { level: 'gone.glb', out: 'out/broken' } } };
			const made = (): Project => {
				const project = new Project(fresh(), value);
				project.write('row.glb', rowGlb(row(2)));
				return project;
			};
			const cache = fresh();
			const asked = format === 'json' ? ['--json'] : ['--format', format];
			const reportOf = async (project: Project, ...args: string[]): Promise<string> => {
				const { stdout } = await wokflow(['build', ...args, ...asked], { cwd: project.folder });
				return stdout.replaceAll(project.folder, '');
			};
			const whole = await reportOf(made());
			for (const shard of ['1/2', '2/2']) await reportOf(made(), '--cache', cache, '--shard', shard);
			expect(await reportOf(made(), '--cache', cache)).toBe(whole);
			expect(whole).toContain('gone.glb');
		},
	);

	test('can be empty, and is a part of the targets that are named', async () => {
		expect(await targetsOf({ targets: scenes(['a', 'b']) }, '3/3')).toStrictEqual([]);
		expect(await targetsOf({ targets: scenes(['a', 'b']) }, '1/1')).toStrictEqual(['a', 'b']);
	});

	test('holds targets together of which one reads what another makes', async () => {
		const value = {
			targets: {
				...scenes(['a', 'b', 'c']),
				d: { input: 'out/b/row_00.wok', output: 'out/d.glb' },
				e: { input: ['row.glb', 'out/d.glb'], output: 'out/e.wok' },
				f: { level: 'levels/row.glb', out: 'levels' },
				g: { input: 'levels/row.glb', output: 'out/g.wok' },
			},
		};
		const project = new Project(fresh(), value);
		project.write('row.glb', rowGlb(row(2)));
		project.write('levels/row.glb', rowGlb(row(2)));
		project.write('out/b/row_00.wok', '');
		const config = await configFromValue(value, project.folder);
		const names = Object.keys(value.targets);
		const parts = [1, 2, 3].map((part) => inShard(names, config, `${part}/3`).join(''));
		expect(parts).toStrictEqual(['af', 'bdeg', 'c']);
	});

	test.each(['0/3', '4/3', '3', '1/0', 'a/b', '1/3/5', '-1/3', '1.5/3'])('is not %s', async (shard) => {
		const project = machine();
		expect(await wokflow(['build', '--shard', shard], { cwd: project.folder })).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('A shard is a part of so many, such as 3/8'),
		});
	});
});
