import { packageVersion } from '../incremental/version.ts';
import { SEVERITY_WORDS, totalsOf } from '../src/findings/filter.ts';
import { type Finding, type FindingCount, InputError, type Report } from '../src/findings/report.ts';
import { shortestFloat32 } from '../src/text/numbers.ts';
import { jsonText } from '../src/text/quote.ts';
import { type FailureKind, failureLines } from './failure.ts';

/**
 * What `--json` prints: one shape for every command, and what the command has found out beside it. `output-schema.ts` declares it, and
 * docs/json.md says what its keys mean.
 */

/** Grows when a key is removed or means something else, not when one is added. */
export const JSON_VERSION = 1;

/** How a run ended. */
export interface Ending {
	/** Undefined where the command line names none. */
	readonly command: string | undefined;
	readonly exitCode: number;
	readonly failure?: { readonly kind: FailureKind; readonly error: unknown };
	/** What the command found out. */
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

/** Coordinates are float32 in the files: more digits than those need would say nothing. */
function shortNumber(_: string, value: unknown): unknown {
	if (typeof value !== 'number' || Number.isInteger(value) || !Number.isFinite(Math.fround(value))) return value;
	return Number(shortestFloat32(value));
}
