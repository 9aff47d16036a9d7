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
const watched: { record(code: string): void } = ((
	globalThis as { wokflowCodesReported?: { record(code: string): void } }
).wokflowCodesReported ??= watch());

function watch(): { record(code: string): void } {
	const codes = new Set<string>();
	const { add, push, fail } = Report.prototype;
	const record = (code: string): void => {
		if (codes.has(code) || expect.getState().testPath?.includes('/test/findings/')) return;
		codes.add(code);
		appendFileSync(inject('codesReported'), `${code}\n`);
	};
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
	return { record };
}

/** What another process reported, from what it printed. */
export function recordPrinted(text: string): void {
	for (const [, code] of text.matchAll(/\[([A-Z][A-Z0-9_]+)\]$/gm)) watched.record(code);
}
