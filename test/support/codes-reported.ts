import { appendFileSync } from 'node:fs';
import { expect, inject } from 'vitest';
import { InputError, Report } from '../../src/findings/report.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The file in which the codes that were reported are gathered. */
		codesReported: string;
	}
}

/**
 * Writes down each code that is reported while tests run, so that `global-setup.ts` can tell at the end which never was.
 * The tests of the engine itself report what they like; they do not count.
 */
const codes: Set<string> = ((globalThis as { wokflowCodesReported?: Set<string> }).wokflowCodesReported ??= new Set());

function record(code: string): void {
	if (codes.has(code) || expect.getState().testPath?.includes('/test/findings/')) return;
	codes.add(code);
	appendFileSync(inject('codesReported'), `${code}\n`);
}

/** Files that load modules again have a report of their own; each is watched once. */
const WATCHED = 'isWatched';
if (!Object.hasOwn(Report, WATCHED)) {
	Object.defineProperty(Report, WATCHED, { value: true });
	watch();
}

function watch(): void {
	const { add, push, fail } = Report.prototype;
	Report.prototype.add = function (...finding): void {
		record(finding[0].code);
		add.apply(this, finding as never);
	};
	Report.prototype.push = function (finding, times): void {
		record(finding.code);
		push.call(this, finding, times);
	};
	Report.prototype.fail = function (...finding): never {
		try {
			return fail.apply(this, finding as never);
		} catch (error) {
			if (error instanceof InputError) record(error.finding.code);
			throw error;
		}
	};
}

/** What another process reported, from what it printed. */
export function recordPrinted(text: string): void {
	for (const [, code] of text.matchAll(/\[([A-Z][A-Z0-9_]+)\]$/gm)) record(code);
}
