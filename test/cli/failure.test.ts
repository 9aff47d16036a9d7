import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../cli/shared/ending.ts';
import { failureLines, kindOf, LimitError, printFailure } from '../../cli/shared/failure.ts';
import { createTerminal } from '../../cli/shared/terminal.ts';
import { GLTF_FINDINGS } from '../../importers/gltf/findings.ts';
import { InputError, makeFinding, UsageError } from '../../src/findings/report.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';

const going = new AbortController().signal;
const stopped = AbortSignal.abort();

function refused(code: string, syscall: string, path?: string): NodeJS.ErrnoException {
	return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall, ...(path === undefined ? {} : { path }) });
}

const INPUT = new InputError(makeFinding(SCENE_FINDINGS.SPACE_ASSUMED, {}, {}));

describe('the kind of a failure', () => {
	test.each<[string, unknown, AbortSignal, string, number]>([
		['wrong use', new UsageError('no'), going, 'usage', 2],
		['wrong use, although Ctrl-C came meanwhile', new UsageError('no'), stopped, 'usage', 2],
		['an input', INPUT, going, 'input', 3],
		['a limit', new LimitError('long'), going, 'limit', 3],
		['Ctrl-C', new Error('AbortError'), stopped, 'interrupted', 130],
		['Ctrl-C amid a call of the system', refused('EINTR', 'read'), stopped, 'interrupted', 130],
		['what the system refuses', refused('EACCES', 'open', 'a'), going, 'system', 3],
		['anything else', new TypeError('x is undefined'), going, 'internal', 3],
		['what is no error', undefined, going, 'internal', 3],
	])('%s', (_, error, signal, kind, code) => {
		expect(kindOf(error, { signal })).toBe(kind);
		expect(EXIT_CODES[kindOf(error, { signal })]).toBe(code);
	});
});

describe('the words of a failure', () => {
	test.each([
		['read', 'EACCES', 'Cannot read "a.glb": permission denied.'],
		['scandir', 'EACCES', 'Cannot read "a.glb": permission denied.'],
		['open', 'EROFS', 'Cannot write to "a.glb": the file system is read-only.'],
		['mkdir', 'ENOTDIR', 'Cannot write to "a.glb": a part of the path is a file.'],
	])('%s and %s say what could not be done to which file', (syscall, code, words) => {
		expect(failureLines(refused(code, syscall, 'a.glb'), 'system')[0]).toContain(words);
	});

	test('what has no words, or no path, is said as the system says it', () => {
		expect(failureLines(refused('EXDEV', 'rename', 'a'), 'system')).toEqual(['EXDEV: rename']);
		expect(failureLines(refused('EACCES', 'open'), 'system')).toEqual(['EACCES: open']);
		expect(failureLines(refused('ENOSPC', 'write'), 'system')).toEqual(['Cannot write: the disk is full.']);
	});

	test('a stage of the user’s own is no fault of wokflow; one that wokflow brings along is', () => {
		const thrown = (stage: string): Error =>
			Object.assign(new Error(`Stage "${stage}" failed: no`), { name: 'StageError' });
		expect(failureLines(thrown('my-stage'), 'internal')).toEqual(['Stage "my-stage" failed: no']);
		expect(failureLines(thrown('weld'), 'internal')[1]).toContain('Please report it');
		expect(failureLines(new TypeError('x'), 'internal')[1]).toContain('WOKFLOW_DEBUG=1');
	});
});

/** What is printed of a failure. */
function said(error: unknown, signal: AbortSignal, env: Record<string, string> = {}): string {
	let text = '';
	const stream = { write: (chunk: string | Uint8Array) => (text += String(chunk)) !== '' };
	const io = { stdin: (async function* () {})(), stdout: { write: () => true }, stderr: stream, env, signal };
	printFailure(error, createTerminal(io), io);
	return text;
}

test('an input that cannot be read is reported with its file, its code and what to do, also by a server that goes on', () => {
	const { GLTF_CONTAINER } = GLTF_FINDINGS;
	const finding = makeFinding(GLTF_CONTAINER, { file: 'a.glb', offset: 8 }, { problem: 'it is cut off' });
	expect(said(new InputError(finding), going)).toBe(
		'a.glb, byte 8: error: The GLB is damaged: it is cut off. [GLTF_CONTAINER]\n  The file was truncated or altered. Copy or export it again.\n',
	);
});

test('Ctrl-C is told without the word error; the stack of others where it is asked for', () => {
	expect(said(new Error('AbortError'), stopped)).toBe('Interrupted; nothing more was written.\n');
	expect(said(new UsageError('one', 'two'), going)).toBe('error: one\ntwo\n');
	expect(said(new UsageError('one'), going, { WOKFLOW_DEBUG: '1' })).toMatch(/^UsageError: one\n\s+at /);
});
