import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { type RunnerTestCase, TestRunner } from 'vitest';
import { getFn } from 'vitest/suite';

/** What the switches that Stryker puts into the sources look at. */
interface Switches {
	activeMutant?: string | undefined;
	currentTestId?: string | undefined;
	hitCount?: number | undefined;
	hitLimit?: number | undefined;
	mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** A mutant whose line is reached this many times as often as without it never ends. */
const MOST_HITS = 10;
/** Milliseconds of the processor that a test with a mutant is given, and so many times what it takes without. */
const LEAST_WAIT = 1000;
const WAIT_FACTOR = 30;
/** Milliseconds for one that does nothing any more. */
const LEAST_REST = 10_000;
/** Milliseconds: tests that take longer are not repeated at all. */
const SLOW = 1000;
/** Milliseconds that a mutant is given in slow tests altogether. */
const LAST_CHANCE = 2000;

/** One for all files: each has a runner of its own. */
const shared = globalThis as { wokflowWatchdog?: ReturnType<typeof watchdog>; wokflowSpent?: Map<string, number> };

/**
 * Runs each test, then runs it again with each mutant that it reaches and that is still alive: in one process, with modules that are loaded and
 * compiled once, so that a mutant costs what a test does and not what a process does. What comes of it is appended to a log, a line each:
 * `loading IDS` (reached, but by no test), `reached IDS`, `killed ID`, `endless ID`, `took MILLISECONDS TEST` (for a later pass), `done TEST`. After a mutant that never ends the process is ended and begun again, and
 * goes on behind the lines of the log.
 */
export default class MutantRunner extends TestRunner {
	readonly #log = process.env['WOKFLOW_MUTATE_LOG'] as string;
	readonly #gone = new Set<string>();
	readonly #done = new Set<string>();
	readonly #chosen = new Set((process.env['WOKFLOW_MUTATE_IDS'] ?? '').split(','));
	readonly #spent = (shared.wokflowSpent ??= new Map());
	/** Milliseconds: tests that take longer are for a later pass, when most mutants are gone. */
	readonly #longest = Number(process.env['WOKFLOW_MUTATE_LONGEST'] ?? Infinity);
	/** Milliseconds that a test took in an earlier pass. */
	readonly #took = new Map<string, number>();
	readonly #watch = (shared.wokflowWatchdog ??= watchdog(this.#log));

	constructor(...config: ConstructorParameters<typeof TestRunner>) {
		super(...config);
		fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
		if (!existsSync(this.#log)) return;
		for (const line of readFileSync(this.#log, 'utf8').split('\n')) {
			const [what, ...rest] = line.split(' ');
			if (what === 'killed' || what === 'endless') this.#gone.add(rest[0]);
			if (what === 'done') this.#done.add(rest.join(' '));
			if (what === 'took') this.#took.set(rest.slice(1).join(' '), Number(rest[0]));
		}
	}

	override onAfterRunFiles(): void {
		super.onAfterRunFiles();
		const loading = Object.keys(switches().mutantCoverage?.static ?? {});
		if (loading.length > 0) appendFileSync(this.#log, `loading ${loading.join(',')}\n`);
	}

	async runTask(test: RunnerTestCase): Promise<void> {
		const name = testName(test);
		if (this.#done.has(name) || (this.#took.get(name) ?? 0) > this.#longest) return;
		const ns = switches();
		const run = getFn(test) as () => Promise<unknown>;
		const clean = async (): Promise<void> => {
			ns.activeMutant = undefined;
			ns.hitCount = undefined;
			await run();
		};
		ns.currentTestId = name;
		const before = process.cpuUsage();
		await clean();
		const { user, system } = process.cpuUsage(before);
		const took = (user + system) / 1000;
		ns.currentTestId = undefined;
		const hits = ns.mutantCoverage?.perTest[name] ?? {};
		const reached = Object.keys(hits).filter((id) => this.#chosen.has(id));
		if (reached.length > 0) appendFileSync(this.#log, `reached ${reached.join(',')}\n`);
		if (took > this.#longest) {
			appendFileSync(this.#log, `took ${Math.ceil(took)} ${name}\n`);
			return;
		}
		const alive = took > SLOW ? [] : reached.filter((id) => !this.#gone.has(id));
		// A test that keeps something from one run to the next cannot tell.
		if (
			alive.length > 0 &&
			(await clean().then(
				() => true,
				() => false,
			))
		) {
			for (const id of alive) {
				const spent = this.#spent.get(id) ?? 0;
				if (this.#longest === Infinity && spent + took > LAST_CHANCE) continue;
				// What it takes with the mutant: most that fail do so at once.
				const start = process.cpuUsage();
				await this.#try(id, hits[id], took, run, clean);
				const { user, system } = process.cpuUsage(start);
				this.#spent.set(id, spent + (user + system) / 1000);
			}
		}
		ns.activeMutant = undefined;
		appendFileSync(this.#log, `done ${name}\n`);
	}

	async #try(
		id: string,
		hits: number,
		took: number,
		run: () => Promise<unknown>,
		clean: () => Promise<void>,
	): Promise<void> {
		const ns = switches();
		ns.activeMutant = id;
		ns.hitCount = 0;
		ns.hitLimit = hits * MOST_HITS + 1000;
		const wait = LEAST_WAIT + took * WAIT_FACTOR;
		this.#watch(id, wait);
		let timer: NodeJS.Timeout | undefined;
		const never = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(new Error('never settles')), LEAST_REST + wait);
		});
		let failed = false;
		try {
			await Promise.race([run(), never]);
		} catch {
			failed = true;
		}
		clearTimeout(timer);
		const isEndless = (ns.hitCount ?? 0) > ns.hitLimit;
		ns.activeMutant = undefined;
		// What fails without the mutant as well was only left behind by it: then it is not told here.
		if (failed || isEndless)
			failed =
				isEndless ||
				(await clean().then(
					() => true,
					() => false,
				));
		this.#watch('', 0);
		if (!failed) return;
		this.#gone.add(id);
		appendFileSync(this.#log, `${isEndless ? 'endless' : 'killed'} ${id}\n`);
	}
}

function testName(test: RunnerTestCase): string {
	const names = [test.name];
	for (let { suite } = test; suite !== undefined; suite = suite.suite) names.unshift(suite.name);
	return `${test.file.name} ${names.join(' ')}`.replace(/\s+/g, ' ');
}

function switches(): Switches {
	const globals = globalThis as { __stryker__?: Switches };
	return (globals.__stryker__ ??= {});
}

/** Ends the process when a mutant keeps its thread for too long, and says which. */
function watchdog(log: string): (id: string, wait: number) => void {
	const memory = new SharedArrayBuffer(16);
	const [state, until] = [new Int32Array(memory, 0, 2), new Float64Array(memory, 8, 1)];
	const used = (): number => process.cpuUsage().user / 1000;
	const source = `
		const { appendFileSync } = require('node:fs');
		const { memory, log } = require('node:worker_threads').workerData;
		const [state, until] = [new Int32Array(memory, 0, 2), new Float64Array(memory, 8, 1)];
		setInterval(() => {
			if (state[0] < 0 || process.cpuUsage().user / 1000 < until[0]) return;
			appendFileSync(log, 'endless ' + state[0] + '\\n');
			process.kill(process.pid, 'SIGKILL');
		}, 200);`;
	const worker = new Worker(source, { eval: true, workerData: { memory, log } });
	worker.unref();
	state[0] = -1;
	return (id, wait) => {
		until[0] = used() + wait;
		state[0] = id === '' ? -1 : Number(id);
	};
}
