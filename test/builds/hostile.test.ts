import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { build, type TargetResult } from '../../builds/build.ts';
import { decode, encode } from '../../builds/cache/encoding.ts';
import { upToDateTargets } from '../../builds/cache/manifest.ts';
import { configFromValue, loadConfig } from '../../builds/config/config.ts';
import { clean } from '../../builds/outputs.ts';
import { packageVersion } from '../../builds/program.ts';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { type LockHolder, takeLock } from '../../pipeline/disk/lock.ts';
import { Report } from '../../src/findings/report.ts';
import { BUILT_NODE } from '../support/built.ts';
import { scratchFolder } from '../support/cli.ts';
import { FASTER, fasterClock } from '../support/clock.ts';
import { THOROUGH } from '../support/thorough.ts';
import { outputsOf, Project, row, rowGlb, type StoredEntry, storeBytes, storedEntries } from './support.ts';

const folder = scratchFolder();
const CONFIG = { targets: { row: { level: 'row.glb', out: 'out' } } };
let count = 0;
let project: Project;

let built: Project;
beforeAll(async () => {
	built = new Project(join(folder, String(count++), 'project'), CONFIG);
	built.write('row.glb', rowGlb(row(3)));
	await built.build();
});

beforeEach(() => {
	project = new Project(join(folder, String(count++), 'project'), CONFIG);
	project.write('row.glb', rowGlb(row(3)));
});

/** Milliseconds after which a lock is taken over: of another machine, and one that nobody can read. */
const [REMOTE, UNREADABLE] = [10_000, 2000];
afterEach(() => vi.restoreAllMocks());

describe.skipIf(process.platform === 'win32')('links in `.wokflow`, which may come with a repository', () => {
	let made: Record<string, string>;

	/** A folder outside of the project that must stay as it is. */
	beforeEach(async () => {
		project.write('../outside/mine.txt', 'mine');
		project.write('../outside/cache/other/mine.txt', 'mine');
		await configured();
		made = project.files('out');
	});

	const configured = async (): Promise<TargetResult[]> => build(await loadConfig(project.at('wokflow.config.json')));

	async function expectOutsideUntouched(): Promise<void> {
		rmSync(project.at('out'), { recursive: true });
		await configured();
		expect(project.files('out')).toStrictEqual(made);
		expect(project.files('../outside')).toStrictEqual({ 'mine.txt': 'mine', 'cache/other/mine.txt': 'mine' });
	}

	function link(path: string, to: string): void {
		rmSync(project.at(path), { recursive: true, force: true });
		symlinkSync(to, project.at(path));
	}

	const FILES = [...['manifest.json', 'lock', 'cache/manifest-row', 'cache/manifest-row.tmp']];

	/** A build does so, too, after a longer wait. */
	const takeOverLock = async (): Promise<void> => {
		fasterClock();
		(await takeLock(project.at('.wokflow/lock')))();
		vi.restoreAllMocks();
	};

	test('lead to no file that is written', async () => {
		for (const name of FILES) link(`.wokflow/${name}`, project.at('../outside/mine.txt'));
		await takeOverLock();
		await expectOutsideUntouched();
	});

	test('lead to no device, which would be read without end', async () => {
		for (const name of FILES) link(`.wokflow/${name}`, '/dev/zero');
		const question = {
			config: project.at('wokflow.config.json'),
			targets: [],
			strict: false,
			version: packageVersion(),
		};
		expect(upToDateTargets(question)).toBeUndefined();
		await takeOverLock();
		await expectOutsideUntouched();
	});

	test.each(['cache', 'cache/manifest-row'])('%s leads to no folder that is emptied', async (name) => {
		link(`.wokflow/${name}`, project.at('../outside'));
		await expectOutsideUntouched();
	});

	test('the whole folder leads to none that holds files of others', async () => {
		link('.wokflow', project.at('../outside'));
		const refused = 'that folder lies outside of the project and holds other files, such as "mine.txt"';
		await expect(project.build({ force: true })).rejects.toThrow(refused);
		const config = await configFromValue({ ...CONFIG, cache: '../outside' }, project.folder);
		await expect(build(config)).rejects.toThrow(refused);
		await expect(clean(config, {}, new Report())).rejects.toThrow(refused);
		expect(project.files('../outside')).toStrictEqual({ 'mine.txt': 'mine', 'cache/other/mine.txt': 'mine' });
		rmSync(project.at('../outside/mine.txt'));
		await expect(build(config)).rejects.toThrow('such as "other"');
	});

	test('the whole folder may lead to one that is empty or a cache', async () => {
		mkdirSync(project.at('../fast'));
		link('.wokflow', project.at('../fast'));
		expect((await project.build({ force: true })).status).toBe('built');
		expect((await project.build()).status).toBe('up-to-date');
		expect((await project.build({ force: true })).status).toBe('built');
	});
});

describe('two configs in one folder', () => {
	test('with a target of the same name leave each other’s outputs alone', async () => {
		project.write('other.json', JSON.stringify({ targets: { row: { level: 'row.glb', out: 'other' } } }));
		const own = await loadConfig(project.at('wokflow.config.json'));
		const other = await loadConfig(project.at('other.json'));
		await build(own);
		const made = project.files('out');
		await build(other);
		expect(project.files('out')).toStrictEqual(made);
		for (const config of [own, other]) {
			expect((await build(config)).map(({ status }) => status)).toStrictEqual(['up-to-date']);
		}
		await clean(other, {}, new Report());
		expect(existsSync(project.at('other'))).toBe(false);
		expect(project.files('out')).toStrictEqual(made);
		expect((await build(own))[0].status).toBe('up-to-date');
		// What the other one needed of the cache is still there for this one.
		expect(outputsOf((await build(own, { force: true }))[0], 'written')).toHaveLength(8);
	});

	test('do not remove what both of them make', async () => {
		const two = { ...CONFIG, targets: { row: { level: 'row.glb', out: 'out', plan: false } } };
		project.write('a.json', JSON.stringify(CONFIG));
		project.write('b.json', JSON.stringify(CONFIG));
		await build(await loadConfig(project.at('a.json')));
		await build(await loadConfig(project.at('b.json')));
		project.write('b.json', JSON.stringify(two));
		await build(await loadConfig(project.at('b.json')));
		expect(existsSync(project.at('out/row.svg'))).toBe(true);
	});
});

describe('a manifest that somebody else wrote', () => {
	/** Says in the manifest that a build made a file, with its true hash. */
	function claim(...paths: string[]): void {
		const manifest = JSON.parse(project.read('.wokflow/manifest.json').toString());
		for (const path of paths) {
			const hash = hashBytes(project.read(path));
			manifest.targets[0].outputs.push({ path, hash, bytes: 1, key: hash });
		}
		project.write('.wokflow/manifest.json', JSON.stringify(manifest));
	}

	beforeEach(() => {
		project = built.copied(project.folder);
		project.write('../outside/mine.txt', 'mine');
		project.write('../outside/mine.txt.0123456789ab.tmp', 'mine');
		symlinkSync(project.at('../outside'), project.at('link'));
	});

	test('makes no build remove a file outside of the project, nor what the build reads', async () => {
		const absolute = project.at('../outside/mine.txt');
		claim('../outside/mine.txt', 'link/mine.txt', 'row.glb');
		const manifest = JSON.parse(project.read('.wokflow/manifest.json').toString());
		manifest.targets[0].outputs[manifest.targets[0].outputs.length - 2].path = absolute;
		project.write('.wokflow/manifest.json', JSON.stringify(manifest));
		const [result] = await build(await configFromValue(CONFIG, project.folder), { force: true });
		expect(result.status).toBe('built');
		expect(readdirSync(project.at('../outside')).sort()).toStrictEqual(['mine.txt', 'mine.txt.0123456789ab.tmp']);
		expect(existsSync(project.at('row.glb'))).toBe(true);
	});

	test('makes no `--clean` do so either', async () => {
		claim('../outside/mine.txt', 'link/mine.txt', 'row.glb');
		const removed = await clean(await configFromValue(CONFIG, project.folder), {}, new Report());
		expect(removed).toHaveLength(8);
		expect(readdirSync(project.at('../outside')).sort()).toStrictEqual(['mine.txt', 'mine.txt.0123456789ab.tmp']);
		expect(existsSync(project.at('row.glb'))).toBe(true);
	});

	test.each([
		'{"format":',
		'null',
		'[]',
		'7',
		'{"format":4}',
		'{"format":4,"targets":{"row":{}}}',
		'{"format":4,"targets":[null]}',
		'{"format":4,"targets":[{"name":"row"}]}',
		'{"format":1,"targets":{"row":{"outputs":[]}}}',
	])('of wrong shape is no manifest: %s', async (text) => {
		project.write('.wokflow/manifest.json', text);
		expect((await project.build()).status).toBe('built');
		expect((await project.build()).status).toBe('up-to-date');
	});

	test('with a wrong type in one field is none', async () => {
		const whole = JSON.parse(project.read('.wokflow/manifest.json').toString());
		for (const [key, wrong] of Object.entries({
			inputs: [{ path: 7 }],
			outputs: [{}],
			listing: 7,
			found: {},
		})) {
			const [target] = whole.targets;
			project.write('.wokflow/manifest.json', JSON.stringify({ ...whole, targets: [{ ...target, [key]: wrong }] }));
			expect(await project.build(), key).toMatchObject({ status: 'built' });
		}
	});
});

describe('names of targets that JavaScript has a meaning for', () => {
	test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s is built as any other', async (name) => {
		const config = JSON.parse(`{"targets": {"${name}": {"level": "row.glb", "out": "out"}}}`);
		expect(await project.build({}, config)).toMatchObject({ name, status: 'built' });
		expect(await project.build({}, config)).toMatchObject({ name, status: 'up-to-date' });
		await expect(project.build({ targets: [name] })).rejects.toThrow(`There is no target "${name}".`);
	});

	test.each(['__proto__', '.', '..'])('%s is refused', async (name) => {
		const config = JSON.parse(`{"targets": {"${name}": {"level": "row.glb", "out": "out"}}}`);
		await expect(project.build({}, config)).rejects.toThrow(`a target cannot have the name "${name}"`);
	});
});

describe('the lock', () => {
	const path = (): string => project.at('.wokflow/lock');
	const remote: LockHolder = { pid: 1, host: 'another-machine', began: null, id: 'x' };

	/** Takes the lock; how long until the wait was reported, and until it was taken, in milliseconds. */
	async function waited(): Promise<{ told: number; taken: number; holder: LockHolder | undefined }> {
		fasterClock();
		const start = performance.now();
		let told = Infinity;
		let holder: LockHolder | undefined;
		const unlock = await takeLock(path(), {
			onWait: (who) => {
				told = performance.now() - start;
				holder = who;
			},
		});
		const taken = performance.now() - start;
		await unlock();
		expect(existsSync(path())).toBe(false);
		return { told, taken, holder };
	}

	test.each([
		['empty', ''],
		['of another program', 'pid 17\n'],
		['of wrong types', '{"pid": "1", "host": 7, "id": []}'],
		['null', 'null'],
	])('that is %s is reported before it is taken over', async (_, text) => {
		project.write('.wokflow/lock', text);
		utimesSync(path(), new Date('2090-01-01'), new Date('2090-01-01'));
		const { told, taken, holder } = await waited();
		expect(told).toBeLessThan(taken);
		expect(taken).toBeGreaterThan(UNREADABLE);
		expect(holder).toBeUndefined();
	});

	test('that is a folder, as other programs have it, is taken over too', async () => {
		mkdirSync(path(), { recursive: true });
		writeFileSync(join(path(), 'inside'), '');
		const { told, taken } = await waited();
		expect(told).toBeLessThan(taken);
	});

	test.skipIf(!THOROUGH)(
		'of another machine is taken over when its heartbeat stops, whatever its clock says',
		async () => {
			project.write('.wokflow/lock', JSON.stringify(remote));
			fasterClock();
			let [last, longest] = [performance.now(), 0];
			const beating = setInterval(() => {
				longest = Math.max(longest, performance.now() - last);
				last = performance.now();
				const future = new Date(Date.now() + 1e9);
				utimesSync(path(), future, future);
			}, 50);
			setTimeout(() => clearInterval(beating), 900);
			const { told, taken, holder } = await waited();
			expect(told).toBeLessThan(taken);
			expect(holder).toStrictEqual(remote);
			// On a machine that is so busy that the heart misses beats, the lock is rightly taken earlier.
			if (longest < REMOTE / 2) expect(taken).toBeGreaterThan((900 - 200) * FASTER + REMOTE);
		},
	);

	test('has a heartbeat while it is held', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		try {
			const unlock = await takeLock(path());
			utimesSync(path(), new Date(0), new Date(0));
			vi.advanceTimersByTime(1000);
			await vi.waitUntil(() => project.modified('.wokflow/lock') > 1e12, { timeout: 60_000 });
			await unlock();
		} finally {
			vi.useRealTimers();
		}
	});
});

describe('a `.wokflow` that cannot be written', () => {
	/** Builds twice, the second time after the scene has changed, as somebody who is not root: root may write everywhere. */
	const run = (): string[] => {
		const script = `
			import { readFileSync, writeFileSync } from 'node:fs';
			import { build, loadConfig } from '${pathToFileURL(BUILT_NODE).href}';
			for (const change of [() => {}, () => writeFileSync('row.glb', readFileSync('other.glb'))]) {
				change();
				const results = await build(await loadConfig('wokflow.config.json')).catch((error) => [{ status: String(error) }]);
				console.log(results[0].status);
			}`;
		const own = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
		const args = ['--input-type=module', '-e', script];
		const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project.folder, encoding: 'utf8', ...own });
		expect(stderr).toBe('');
		return stdout.trim().split('\n');
	};

	test.skipIf(process.platform === 'win32')(
		'is fine when nothing has to be built, and told when something has',
		async () => {
			await build(await loadConfig(project.at('wokflow.config.json')));
			project.write('other.glb', rowGlb(row(2)));
			chmodSync(project.at('row.glb'), 0o666);
			for (let above = project.folder; above.startsWith(folder); above = join(above, '..')) chmodSync(above, 0o755);
			chmodSync(project.at('.wokflow'), 0o555);
			try {
				const [first, second] = run();
				expect(first).toBe('up-to-date');
				expect(second).toMatch(/^UsageError: "row" has to be built, but .*\.wokflow cannot be written\.$/);
			} finally {
				chmodSync(project.at('.wokflow'), 0o755);
			}
		},
	);
});

describe('a cache that somebody else wrote', () => {
	beforeEach(() => {
		project = built.copied(project.folder);
	});

	let fromNothing: Record<string, string> | undefined;
	const changed = (): void =>
		project.write('row.glb', rowGlb(row(3).map((room) => ({ ...room, hump: room.x === 0 ? 1 : 0 }))));

	async function expectAsFromNothing(): Promise<void> {
		changed();
		expect((await project.build()).status).toBe('built');
		fromNothing ??= await builtFromNothing();
		expect(project.files('out')).toStrictEqual(fromNothing);
	}

	async function builtFromNothing(): Promise<Record<string, string>> {
		const whole = new Project(`${project.folder}-whole`, CONFIG);
		whole.write('row.glb', project.read('row.glb'));
		await whole.build();
		return whole.files('out');
	}

	/** Writes other entries into the cache, with checksums that are right. */
	const craft = (change: (entry: StoredEntry) => StoredEntry): void => {
		const path = '.wokflow/cache/manifest-row';
		project.write(path, storeBytes(storedEntries(project.read(path)).map(change)));
	};
	/** The same, under the hash of what an entry is then, and with that in the records of actions. */
	const craftContent = (isMeant: (value: unknown) => boolean, change: (value: never) => unknown): void => {
		const renamed = new Map<string, string>();
		craft(({ key, bytes }) => {
			const value = decoded(bytes);
			if (hashBytes(bytes) !== key || !isMeant(value)) return { key, bytes };
			const other = encode(change(value as never));
			renamed.set(key, hashBytes(other));
			return { key: hashBytes(other), bytes: other };
		});
		expect(renamed.size).toBeGreaterThan(0);
		craft(({ key, bytes }) => {
			if (hashBytes(bytes) === key) return { key, bytes };
			const text = Buffer.from(bytes).toString('latin1');
			const changed = text.replace(/[0-9a-f]{64}/g, (hash) => renamed.get(hash) ?? hash);
			return { key, bytes: Buffer.from(changed, 'latin1') };
		});
	};
	const decoded = (bytes: Uint8Array): unknown => {
		try {
			return decode(bytes);
		} catch {
			return undefined;
		}
	};
	const isPreparedRoom = (value: unknown): value is { value: { walkmesh: { faces: Uint32Array } } } =>
		(value as { value?: { walkmesh?: unknown } } | undefined)?.value?.walkmesh !== undefined;

	/** Changes the records of actions, and nothing of what they made. */
	const craftRecords = (change: (bytes: Uint8Array) => Uint8Array): void =>
		craft(({ key, bytes }) => ({ key, bytes: hashBytes(bytes) === key ? bytes : change(bytes) }));
	const recorded = (change: (entry: object) => unknown) => () =>
		craftRecords((bytes) => encode(change(decode(bytes) as object)));
	const eachAs = (value: unknown) =>
		recorded((entry) => Object.fromEntries(Object.keys(entry).map((key) => [key, value])));

	test.each<[string, () => void]>([
		[
			'results under each other’s keys',
			() => {
				const entries = storedEntries(project.read('.wokflow/cache/manifest-row'));
				let next = 0;
				craft(({ key }) => ({ key, bytes: entries[++next % entries.length].bytes }));
			},
		],
		['nothing for every record', recorded(() => null)],
		['a number for every record', recorded(() => 7)],
		['an empty object for every record', recorded(() => ({}))],
		['a number for each value of a record', eachAs(7)],
		['a list for each value of a record', eachAs([null])],
		['records that are no values', () => craftRecords(() => Uint8Array.of(91))],
		[
			'rooms of other shapes',
			() => craft(({ key, bytes }) => ({ key, bytes: key === hashBytes('rooms') ? encode([null, 'x', {}]) : bytes })),
		],
		[
			'packs of other shapes',
			() =>
				craftContent(
					() => true,
					() => ({ rooms: 7, value: [] }),
				),
		],
		[
			'faces that name no vertex',
			() =>
				craftContent(isPreparedRoom, (kept: { value: { walkmesh: { faces: Uint32Array } } }) => {
					const { walkmesh } = kept.value;
					const faces = walkmesh.faces.with(0, 99_999);
					return { ...kept, value: { ...kept.value, walkmesh: { ...walkmesh, faces } } };
				}),
		],
	])('with %s gives none of them', async (_, spoil) => {
		spoil();
		await expectAsFromNothing();
	});

	test('with what a killed build left is cleared by the next that makes something', async () => {
		const before = Object.keys(project.files('.wokflow/cache'));
		project.write('.wokflow/cache/orphan.pack', 'x');
		project.write('.wokflow/cache/manifest-row.tmp', 'x');
		project.write('.wokflow/cache/other/half', 'x');
		changed();
		await project.build();
		project.write('row.glb', rowGlb(row(3)));
		await project.build();
		expect(Object.keys(project.files('.wokflow/cache'))).toStrictEqual(before);
	});
});
