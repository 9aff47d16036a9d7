import { spawnSync } from 'node:child_process';
import fs, {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileMade } from '../../jobs/each/file-jobs.ts';
import { OutputBatch } from '../../jobs/each/output-batch.ts';
import { OutputRun } from '../../jobs/files/outputs.ts';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { listener } from '../../pipeline/disk/lock.ts';
import { undoStopped, writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { watchNotices } from '../../pipeline/disk/watched.ts';
import { captured, Report, UsageError } from '../../src/findings/report.ts';
import { scratchFolder } from '../support/cli.ts';

describe('transaction', () => {
	const out = scratchFolder();
	let folder: string;
	let count = 0;

	beforeEach(() => {
		folder = join(out, String(count++));
		mkdirSync(folder);
	});

	const at = (...names: string[]): string => join(folder, ...names);
	const text = (name: string): string => readFileSync(at(name), 'utf8');
	const file = (name: string, content: string) => ({ path: at(name), bytes: new TextEncoder().encode(content) });

	describe('the files of a job', () => {
		test('are written into folders that are made for them, and nothing else stays', async () => {
			await writeFilesAtomically([file('a.wok', 'a'), file('new/deep/b.wok', 'b'), file('new/c.wok', '')]);
			expect([text('a.wok'), text('new/deep/b.wok'), text('new/c.wok')]).toEqual(['a', 'b', '']);
			expect(readdirSync(folder).sort()).toEqual(['a.wok', 'new']);
			expect(readdirSync(at('new')).sort()).toEqual(['c.wok', 'deep']);
		});

		test('become a new folder with one rename, and are added to one that somebody makes meanwhile', async () => {
			const renamed: string[] = [];
			const { renameSync } = fs;
			fs.renameSync = (from, to) => {
				renamed.push(relative(folder, String(to)));
				renameSync(from, to);
			};
			syncBuiltinESMExports();
			try {
				await writeFilesAtomically([file('new/a.wok', 'a'), file('new/b.wok', 'b')]);
				expect(renamed).toEqual(['new']);
				await writeFilesAtomically([file('new/c.wok', 'c'), file('new/d.wok', 'd')]);
				expect(renamed).toEqual(['new', 'new/c.wok', 'new/d.wok']);
			} finally {
				Object.assign(fs, { renameSync });
				syncBuiltinESMExports();
			}
			expect(readdirSync(at('new')).sort()).toEqual(['a.wok', 'b.wok', 'c.wok', 'd.wok']);
			let times = 0;
			const ready = async (): Promise<void> => {
				if (times++ > 0) return;
				mkdirSync(at('other'));
				writeFileSync(at('other/a.wok'), 'theirs');
			};
			const changes = ['a.wok', 'b.wok'].map((name) => ({ ...file(`other/${name}`, 'ours'), before: null }));
			await expect(writeFilesAtomically(changes, { ready })).rejects.toThrow('was changed by another program');
			expect([readdirSync(at('other')), text('other/a.wok')]).toEqual([['a.wok'], 'theirs']);
			expect(readdirSync(folder).sort()).toEqual(['new', 'other']);
		});

		test('are all as before when the last cannot be renamed', async () => {
			writeFileSync(at('a.wok'), 'old');
			// It can be staged, where it has a short name, and not be renamed.
			const long = `${'x'.repeat(300)}.wok`;
			for (const others of [['b.wok'], []]) {
				const files = ['a.wok', ...others, long].map((name) => file(name, 'new'));
				await expect(writeFilesAtomically(files)).rejects.toThrow('ENAMETOOLONG');
				expect(text('a.wok')).toBe('old');
				expect(readdirSync(folder)).toEqual(['a.wok']);
			}
		});

		test('leave no folder behind that was made for them, when they cannot be written', async () => {
			mkdirSync(at('there'));
			const long = `${'x'.repeat(300)}.wok`;
			const files = [file('new/deep/a.wok', 'a'), file('there/b.wok', 'b'), file(long, 'c')];
			await expect(writeFilesAtomically(files)).rejects.toThrow('ENAMETOOLONG');
			expect(readdirSync(folder)).toEqual(['there']);
		});

		// Nobody makes a folder there, whoever runs this.
		test.skipIf(process.platform !== 'linux')(
			'are named, not staged ones, where they cannot be staged; nothing is held then',
			async () => {
				const held: string[] = [];
				watchNotices((notice) => {
					if ('holds' in notice) held.push(notice.holds);
					else if ('lets' in notice) held.splice(held.indexOf(notice.lets), 1);
				});
				const writing = writeFilesAtomically([{ path: '/proc/a.wok', bytes: new Uint8Array(1) }]);
				await expect(writing.finally(() => watchNotices(() => undefined))).rejects.toMatchObject({
					path: '/proc/a.wok',
				});
				expect(held).toEqual([]);
			},
		);

		test('are refused when two are one, by name or by link', async () => {
			symlinkSync('.', at('here'));
			writeFileSync(at('real'), '');
			symlinkSync('real', at('link'));
			for (const [a, b] of [
				['a.wok', 'A.wok'],
				['a.wok', 'here/a.wok'],
				['real', 'link'],
			]) {
				await expect(writeFilesAtomically([file(a, '1'), file(b, '2')])).rejects.toThrow(UsageError);
			}
			expect(text('real')).toBe('');
			expect(existsSync(at('a.wok'))).toBe(false);
		});

		test('keep the permissions of those that they replace', async () => {
			writeFileSync(at('a.wok'), 'old');
			chmodSync(at('a.wok'), 0o600);
			await writeFilesAtomically([file('a.wok', 'new')]);
			expect(statSync(at('a.wok')).mode & 0o777).toBe(0o600);
		});

		test('can be many, from several jobs at a time, into one folder', async () => {
			const jobs = Array.from({ length: 8 }, (_, job) =>
				writeFilesAtomically(Array.from({ length: 50 }, (_, i) => file(`${i}.wok`, `${job}`.repeat(1000)))),
			);
			await Promise.all(jobs);
			expect(readdirSync(folder)).toHaveLength(50);
			for (const name of readdirSync(folder)) expect(text(name)).toMatch(/^(\d)\1{999}$/);
		});
	});

	describe('backups', () => {
		test('take the first name that is free, and are never replaced', async () => {
			writeFileSync(at('a.wok'), 'first');
			for (const content of ['second', 'third', 'fourth']) {
				await writeFilesAtomically([file('a.wok', content), file('new.wok', content)], { backup: true });
			}
			expect(['a.wok', 'a.wok.bak', 'a.wok.bak2', 'a.wok.bak3'].map(text)).toEqual([
				'fourth',
				'first',
				'second',
				'third',
			]);
		});

		test.runIf(process.platform !== 'win32')(
			'are told as the file was named, and beside what a link leads to',
			async () => {
				writeFileSync(at('b.wok'), 'first');
				symlinkSync(at('b.wok'), at('link.wok'));
				const path = relative(process.cwd(), at('b.wok'));
				const bytes = new TextEncoder().encode('second');
				expect((await writeFilesAtomically([{ path, bytes }], { backup: true })).backups).toEqual([`${path}.bak`]);
				expect((await writeFilesAtomically([file('link.wok', 'third')], { backup: true })).backups).toEqual([
					`${realpathSync(at('b.wok'))}.bak2`,
				]);
			},
		);
	});

	describe('what a killed run left', () => {
		const machine = hashBytes(hostname()).slice(0, 8);
		const dead = spawnSync(process.execPath, ['-e', '']).pid;
		const stage = (host: string, pid: number): string => {
			const name = `.wokflow-${host}-${pid}-0123456789ab.tmp`;
			mkdirSync(at(name));
			writeFileSync(at(name, '0.tmp'), 'half');
			return name;
		};

		test('is removed by the next one that writes there', async () => {
			const left = stage(machine, dead);
			await writeFilesAtomically([file('a.wok', 'a')]);
			expect(existsSync(at(left))).toBe(false);
		});

		test('is not what a run is at work on, here or on another machine', async () => {
			const [here, elsewhere] = [stage(machine, process.ppid), stage('00000000', dead)];
			await writeFilesAtomically([file('a.wok', 'a')]);
			expect([existsSync(at(here)), existsSync(at(elsewhere))]).toEqual([true, true]);
			const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
			utimesSync(at(elsewhere), yesterday, yesterday);
			await writeFilesAtomically([file('a.wok', 'a')]);
			expect(existsSync(at(elsewhere))).toBe(false);
		});

		test('is not what is only called alike', async () => {
			const name = `.wokflow-${machine}-${dead}-0123456789ab.tmp`;
			mkdirSync(at('mine'));
			writeFileSync(at('mine', 'thesis.txt'), 'mine');
			symlinkSync('mine', at(name));
			await writeFilesAtomically([file('a.wok', 'a')]);
			expect(readFileSync(at('mine', 'thesis.txt'), 'utf8')).toBe('mine');
			expect(readdirSync(folder)).toContain(name);
		});
	});

	describe('what a killed run has begun', () => {
		const journals = (): string => join(at('state'), 'journals');
		const realState = process.env['WOKFLOW_STATE'];
		const { renameSync } = fs;
		const { pid } = process;
		const told: string[] = [];

		function restore(): void {
			fs.renameSync = renameSync;
			syncBuiltinESMExports();
			Object.defineProperty(process, 'pid', { value: pid });
		}

		beforeEach(() => {
			process.env['WOKFLOW_STATE'] = at('state');
			told.length = 0;
			listener.tell = (text) => void told.push(text);
		});

		afterEach(() => {
			restore();
			process.env['WOKFLOW_STATE'] = realState;
			listener.tell = () => undefined;
		});

		/** Replaces `a` and `b`, makes `c` and removes `d`, in a process that can rename no more after so many times, and ends. */
		async function killedAfter(renames: number): Promise<void> {
			for (const name of ['a', 'b', 'd']) writeFileSync(at(name), `old ${name}`);
			let count = 0;
			fs.renameSync = (from, to) => {
				if (count++ >= renames) throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'rename' });
				renameSync(from, to);
			};
			syncBuiltinESMExports();
			// Greater than any process can have.
			Object.defineProperty(process, 'pid', { value: 0x7ffffff0 });
			const changes = [file('a', 'new a'), { path: at('d'), bytes: null }, file('c', 'new c'), file('b', 'new b')];
			await expect(writeFilesAtomically(changes)).rejects.toThrow('EIO');
			restore();
		}

		const now = (): Record<string, string> =>
			Object.fromEntries(
				readdirSync(folder)
					.filter((name) => name !== 'state')
					.map((name) => [name, text(name)]),
			);
		const OLD = { a: 'old a', b: 'old b', d: 'old d' };

		test('is undone by the next one, whatever it does, which says so; nothing stays of it', async () => {
			await killedAfter(2);
			expect([text('a'), existsSync(at('d')), text('b')]).toEqual(['new a', false, 'old b']);
			await undoStopped();
			expect(now()).toEqual(OLD);
			expect(told).toEqual([`Undid what a stopped command had begun: 2 of 4 files (${at('a')}, …).`]);
			expect(readdirSync(journals())).toEqual([]);
		});

		test('and changed by somebody since then stays, and what was there before is kept beside it', async () => {
			await killedAfter(2);
			for (const name of ['a', 'c']) writeFileSync(at(name), `mine ${name}`);
			await undoStopped();
			expect(now()).toEqual({ ...OLD, a: 'mine a', 'a.bak': 'old a', c: 'mine c' });
			expect(told[0]).toBe(`${at('a')} was changed since; what was there before is ${at('a.bak')}`);
		});

		test('is not undone where it had ended, or had not begun', async () => {
			await killedAfter(2);
			const [journal] = readdirSync(journals());
			for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) =>
				entry.name.endsWith('.tmp'),
			))
				fs.rmSync(at(name), { recursive: true });
			writeFileSync(join(journals(), journal.replace(/\w+\.json/, '000000000000.json')), '{"steps":[{"tar');
			await undoStopped();
			expect(now()).toEqual({ a: 'new a', b: 'old b' });
			expect([told, readdirSync(journals())]).toEqual([[], []]);
		});

		test('stays noted as long as its process is running, and not by the number alone', async () => {
			await killedAfter(2);
			const [journal] = readdirSync(journals());
			const running = join(journals(), journal.replace('2147483632', String(process.ppid)));
			renameSync(join(journals(), journal), running);
			const content = JSON.parse(readFileSync(running, 'utf8'));
			writeFileSync(running, JSON.stringify({ ...content, began: null }));
			await undoStopped();
			expect(text('a')).toBe('new a');
			if (process.platform !== 'linux') return;
			writeFileSync(running, JSON.stringify({ ...content, began: '1' }));
			await undoStopped();
			expect(now()).toEqual(OLD);
		});
	});
});

describe('output batch', () => {
	const out = scratchFolder();
	let folder = '';
	let count = 0;

	beforeEach(() => {
		folder = join(out, `batch-${count++}`);
		mkdirSync(folder);
	});

	const nameOf = (index: number): string => `room_${String(index).padStart(3, '0')}.wok`;

	function made(index: number): FileMade {
		const files = [{ path: join(folder, nameOf(index)), bytes: new TextEncoder().encode(`room ${index}`) }];
		return { files, walkmeshes: [], materials: [], found: captured(new Report()), inputs: [], changed: true };
	}

	/** A batch, and the names of what it says is written, in that order. */
	function batchOf(onWritten: (name: string) => void): OutputBatch {
		return new OutputBatch({ run: new OutputRun() }, ({ input }, { files }) => {
			for (const { path } of files) expect(existsSync(path), path).toBe(true);
			onWritten(input.path);
		});
	}

	describe('many outputs', () => {
		test('are told in their order, each when it is written, while later ones are made', async () => {
			const told: string[] = [];
			const batch = batchOf((name) => told.push(name));
			let ahead = 0;
			for (let index = 0; index < 100; index++) {
				await batch.add({ path: nameOf(index) }, made(index), new Report());
				ahead = Math.max(ahead, index + 1 - told.length);
			}
			await batch.flush();
			expect(told).toEqual(Array.from({ length: 100 }, (_, index) => nameOf(index)));
			// What is made waits in memory for no more than those on their way and as many again.
			expect(ahead).toBeGreaterThan(32);
			expect(ahead).toBeLessThanOrEqual(64);
			expect(readdirSync(folder)).toEqual(told);
			expect(readFileSync(join(folder, nameOf(77)), 'utf8')).toBe('room 77');
		});

		test('of a run that fails are whole where they were on their way, and nothing is left beside them', async () => {
			const batch = batchOf(() => undefined);
			const run = async (): Promise<void> => {
				try {
					for (let index = 0; index < 40; index++) await batch.add({ path: nameOf(index) }, made(index), new Report());
					throw new Error('no option for the next one');
				} finally {
					await batch.settle();
				}
			};
			await expect(run()).rejects.toThrow('no option for the next one');
			expect(readdirSync(folder)).toEqual(Array.from({ length: 32 }, (_, index) => nameOf(index)));
		});

		test('tell what went wrong with those on their way when more are made', async () => {
			const batch = new OutputBatch({ run: new OutputRun() }, () => {
				throw new Error('told too late');
			});
			const run = async (): Promise<void> => {
				for (let index = 0; index < 64; index++) await batch.add({ path: nameOf(index) }, made(index), new Report());
			};
			await expect(run()).rejects.toThrow('told too late');
		});
	});
});
