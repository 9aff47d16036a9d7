import {
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { userFolder } from '../pipeline/disk/state.ts';
import { EXIT } from './shared/ending.ts';

/** Between the modules of a program: `scripts/one-file.mjs` puts it there, and defines this name. */
declare const WOKFLOW_BETWEEN_MODULES: string;

/** What is kept of a program. */
interface Kept {
	/** The program with the modules that ran, and `0` in place of the others. */
	readonly text: string;
	/** The code that V8 compiled of it; empty where only the modules are known. */
	readonly code: Buffer;
}

/**
 * Runs a program of one file with the code that V8 compiled of it the last time: reading and compiling it are most of what a short command waits for.
 *
 * What is kept lies in the user's folder for caches, one file for each kind of command line, since each kind uses other modules and functions. The first
 * run notes which modules a kind uses, a quarter of the program for many; the second one, with these alone, the code. A module that is asked for later is
 * taken from the program, and noted. A command runs without all this, too, and does not use it unless it fits: the file holds everything twice, and between
 * the two says of which program, of which size and time, and of which version of Node it is. V8 itself compares no more than the length of the source.
 * Comparing two copies takes less than reading them; a digest takes longer, and Node's longer still to load.
 *
 * @param path of the program, all its characters ASCII
 * @param kind of command line: letters, digits and `-`
 */
export function runWithCodeCache(path: string, kind: string): void {
	const made = versionOf(path);
	const folder = userFolder('cache');
	const file = folder && join(folder, nameOf(made), `${kind}.bin`);
	const kept = file === undefined ? undefined : readCache(file, made);
	const program = new Program(path, made, kept?.text);
	const cachedData = kept !== undefined && kept.code.length > 0 ? kept.code : undefined;
	const script = new Script(program.text, {
		filename: path,
		...(cachedData === undefined ? {} : { cachedData }),
	});
	if (file !== undefined)
		process.once('exit', (code) => {
			// Not after a failure: a command that failed compiled few functions, and its name may not be that of a command. One that found errors did all its work.
			if (code !== EXIT.fine && code !== EXIT.findings) return;
			if (kept === undefined || program.lacks) writeCache(file, made, { text: program.used(), code: Buffer.alloc(0) });
			else if (cachedData === undefined || script.cachedDataRejected === true)
				writeCache(file, made, { text: kept.text, code: script.createCachedData() });
		});
	program.run(script);
}

/** Tells which program lies at a path, and what runs it. */
function versionOf(path: string): string {
	const file = statSync(path, { throwIfNoEntry: false });
	return `${path} ${file?.size} ${file?.mtimeMs} ${process.version} ${process.arch}`;
}

/** In place of a module that is not kept. */
const ABSENT = '0,';

type RunProgram = (require: unknown, file: string, importModule: unknown, loaded: unknown[]) => unknown;

/** A program, or as much of it as is kept. */
class Program {
	readonly text: string;
	/** True when a module was asked for that is not kept. */
	lacks = false;
	readonly #path: string;
	readonly #version: string;
	readonly #isKept: boolean;
	/** The modules that ran, by their number. */
	readonly #loaded: unknown[] = [];
	#whole: string[] | undefined;

	constructor(path: string, version: string, kept: string | undefined) {
		this.#path = path;
		this.#version = version;
		this.#isKept = kept !== undefined;
		this.text = kept ?? readFileSync(path, 'latin1');
	}

	run(script: Script): unknown {
		// The program is a function where it is no module of Node's. Node loads no modules for code that was kept: this one does.
		const run = script.runInThisContext() as RunProgram;
		return run(this.#load, this.#path, (specifier: string) => import(specifier), this.#loaded);
	}

	/** The program with the modules that ran now or are kept already. */
	used(): string {
		const kept = partsOf(this.text);
		const whole = this.#all();
		const used = whole.map((part, at) => {
			// Before the modules and behind them stands what runs them.
			const isModule = at > 0 && at < whole.length - 1;
			const isUsed = this.#loaded[at - 1] !== undefined || (this.#isKept && kept[at] !== ABSENT);
			return isUsed || !isModule ? part : ABSENT;
		});
		return used.join(WOKFLOW_BETWEEN_MODULES);
	}

	/** A module of Node's or, which is rare, of a package beside the program: what finds those is loaded for them only. By number, one that is not kept. */
	readonly #load = (name: string | number): unknown => {
		if (typeof name === 'string') return process.getBuiltinModule(name) ?? createRequire(this.#path)(name);
		this.lacks = true;
		const module = this.#all()[name + 1].slice(0, -1);
		const start = this.text.slice(0, this.text.indexOf('"use strict"'));
		return this.run(new Script(`${start}"use strict";return ${module}})`, { filename: this.#path }));
	};

	/** @throws Error when the file is another program by now, as after an update while the command watches */
	#all(): string[] {
		if (this.#whole === undefined && this.#isKept && versionOf(this.#path) !== this.#version)
			throw new Error('wokflow was changed while it ran. Start it again.');
		this.#whole ??= partsOf(this.#isKept ? readFileSync(this.#path, 'latin1') : this.text);
		return this.#whole;
	}
}

function partsOf(program: string): string[] {
	return program.split(WOKFLOW_BETWEEN_MODULES);
}

/** Sixteen hexadecimal digits for a text. Two texts of the same name would only replace each other's files. */
function nameOf(text: string): string {
	const [low, high] = [0, 1].map((seed) => {
		let hash = 0x811c9dc5 ^ seed;
		for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
		return (hash >>> 0).toString(16).padStart(8, '0');
	});
	return high + low;
}

function readCache(file: string, made: string): Kept | undefined {
	try {
		// Code in a folder that other users may write into is not run.
		const { uid, mode } = statSync(dirname(file));
		if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return undefined;
		const data = readTwin(file, Buffer.from(made));
		if (data === undefined) return undefined;
		// The code first, where V8 need not move it.
		const end = data.length - 4;
		const from = end - data.readUInt32LE(end);
		return { text: data.toString('latin1', from, end), code: data.subarray(0, from) };
	} catch {
		return undefined;
	}
}

/**
 * What a file holds twice, with what lies between the two; undefined where it does not. The second one is read a piece at a time: memory that is touched for the first
 * time takes longer than all else here.
 */
function readTwin(file: string, between: Buffer): Buffer | undefined {
	const open = openSync(file, 'r');
	try {
		const length = (fstatSync(open).size - between.length) / 2;
		if (!(length > 0) || !Number.isInteger(length)) return undefined;
		const first = Buffer.allocUnsafeSlow(length + between.length);
		if (readSync(open, first) < first.length || !first.subarray(length).equals(between)) return undefined;
		const piece = Buffer.allocUnsafeSlow(1 << 16);
		for (let from = 0; from < length; ) {
			const read = readSync(open, piece, 0, Math.min(piece.length, length - from), null);
			if (read === 0 || first.compare(piece, 0, read, from, from + read) !== 0) return undefined;
			from += read;
		}
		return first.subarray(0, length);
	} finally {
		closeSync(open);
	}
}

/** Writes it whole or not at all, and removes what other versions left. */
function writeCache(file: string, made: string, { text, code }: Kept): void {
	const folder = dirname(file);
	const staged = `${file}.${process.pid}.tmp`;
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const length = Buffer.alloc(4);
		length.writeUInt32LE(text.length);
		const data = [code, Buffer.from(text, 'latin1'), length];
		writeFileSync(staged, Buffer.concat([...data, Buffer.from(made), ...data]), { mode: 0o600, flag: 'wx' });
		renameSync(staged, file);
		forgetOthers(folder);
	} catch {
		try {
			rmSync(staged, { force: true });
		} catch {
			// Not important: nothing reads the old file.
		}
	}
}

/** Removes the code of other versions and other installations, a month after their last file was made. */
function forgetOthers(folder: string): void {
	const month = 30 * 24 * 3600 * 1000;
	for (const name of readdirSync(dirname(folder))) {
		const other = join(dirname(folder), name);
		if (/^[0-9a-f]{16}$/.test(name) && other !== folder && Date.now() - statSync(other).mtimeMs > month)
			rmSync(other, { recursive: true, force: true });
	}
}
