import { packageVersion } from '../../builds/program.ts';
import { SEVERITY_WORDS, totalsOf } from '../../src/findings/filter.ts';
import { type Finding, type FindingCount, InputError, type Report } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { shortestFloat32 } from '../../src/text/numbers.ts';
import { jsonText } from '../../src/text/quote.ts';
import type { FailureKind } from './ending.ts';
import { failureLines } from './failure.ts';

/**
 * Makes the JSON of `--json`: keys that every command has, and the result of the command. `scripts/output-schema.ts` declares the shape, and docs/json.md
 * explains the keys.
 */

/** Increased when a key is removed or changes its meaning, not when one is added. */
export const JSON_VERSION = 1;

/** How a run ended. */
export interface Ending {
	/** Undefined where the command line names none. */
	readonly command: string | undefined;
	readonly exitCode: number;
	readonly failure?: { readonly kind: FailureKind; readonly error: unknown };
	/** The result of the command. */
	readonly result: Readonly<Record<string, unknown>>;
	readonly report: Report;
}

export function endingJson({ command, exitCode, failure, result, report }: Ending): string {
	const value = {
		version: JSON_VERSION,
		wokflow: packageVersion(),
		command: command ?? null,
		ok: exitCode === 0,
		exitCode,
		...(failure === undefined ? {} : { error: errorJson(failure) }),
		...result,
		findings: report.findings.map(findingJson),
		counts: report.counts.map(countJson),
		...totalsOf(report),
	};
	return `${jsonText(value, '\t', shortNumber)}\n`;
}

/** Files that were written, as every command lists them. */
export function outputsJson(files: readonly OutputFile[]): { readonly path: string; readonly bytes: number }[] {
	return files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
}

function errorJson({ kind, error }: NonNullable<Ending['failure']>): Record<string, unknown> {
	const [first, ...more] = failureLines(error, kind);
	const message = kind === 'internal' ? first : [first, ...more].join('\n');
	return { kind, message, ...(error instanceof InputError ? { code: error.finding.code } : {}) };
}

function findingJson({ data, severity, ...finding }: Finding): Record<string, unknown> {
	const { code, message, help, location, actions } = finding;
	return {
		code,
		severity: SEVERITY_WORDS[severity],
		message,
		help,
		location,
		...(data === undefined ? {} : { values: data }),
		...(actions === undefined || actions.length === 0 ? {} : { actions }),
	};
}

function countJson({ severity, ...count }: FindingCount): Record<string, unknown> {
	return { ...count, severity: SEVERITY_WORDS[severity] };
}

/** Shortens numbers to the digits of a float32, which is what files hold; those that JSON does not have are texts, as it would write `null`. */
function shortNumber(_: string, value: unknown): unknown {
	if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
	if (typeof value !== 'number' || Number.isInteger(value) || !Number.isFinite(Math.fround(value))) return value;
	return Number(shortestFloat32(value));
}
