import { didYouMean } from '../text/names.ts';
import { pairs, texts } from './options.ts';
import { type FindingType, type Report, type ReportOptions, type Severity, UsageError } from './report.ts';

/** Filters of findings, from the command line or a config: codes to leave out, and other severities. */

/** Severities by the words that people read; in code `info` is a note, and `fatal` the error that ends the reading of an input. */
export type SeverityWord = 'error' | 'warning' | 'note';

export const SEVERITY_WORDS: Readonly<Record<Severity, SeverityWord>> = {
	fatal: 'error',
	error: 'error',
	warning: 'warning',
	info: 'note',
};

const SEVERITIES: Readonly<Record<SeverityWord, Severity>> = { error: 'error', warning: 'warning', note: 'info' };

export const FILTER_OPTIONS = {
	ignore: texts('Findings to leave out, by their code.', { placeholder: 'code' }),
	severity: pairs('Another severity for findings of a code: error, warning or note.', {
		placeholder: 'code=severity',
	}),
};

export interface FindingFilter {
	readonly ignore?: readonly string[];
	readonly severity?: Readonly<Record<string, string>>;
}

/** Joins filters: all their codes are left out, and later severities win over earlier ones. */
export function mergeFilters(...filters: readonly FindingFilter[]): FindingFilter {
	const ignore = [...new Set(filters.flatMap((filter) => filter.ignore ?? []))];
	const severity = Object.fromEntries(filters.flatMap((filter) => Object.entries(filter.severity ?? {})));
	return {
		...(ignore.length === 0 ? {} : { ignore }),
		...(Object.keys(severity).length === 0 ? {} : { severity }),
	};
}

/** A checked filter as a report takes it. */
export function filterOptions({ ignore, severity = {} }: FindingFilter): Pick<ReportOptions, 'ignore' | 'severity'> {
	const severities = Object.entries(severity).map(([code, word]) => [code, SEVERITIES[word as SeverityWord]]);
	return { ...(ignore && { ignore }), severity: Object.fromEntries(severities) };
}

/**
 * @param known every code there is
 * @throws UsageError for a code or severity that there is not, and for a code that cannot be left out: the input was not read
 */
export function checkFilter(
	{ ignore = [], severity = {} }: FindingFilter,
	known: ReadonlyMap<string, Pick<FindingType, 'severity'>>,
): void {
	for (const code of ignore) checkCode(code, known, 'left out');
	for (const [code, word] of Object.entries(severity)) {
		checkCode(code, known, 'anything but an error');
		if (!Object.hasOwn(SEVERITIES, word)) {
			throw new UsageError(`The severity of ${code} is error, warning or note, not "${word}".`);
		}
	}
}

function checkCode(code: string, known: ReadonlyMap<string, Pick<FindingType, 'severity'>>, what: string): void {
	if (knownCode(code, known).severity === 'fatal') {
		throw new UsageError(`${code} cannot be ${what}: it means that an input cannot be read.`);
	}
}

/** What is known of a code. @throws UsageError for one that there is not */
export function knownCode<T>(code: string, known: ReadonlyMap<string, T>): T {
	const found = known.get(code);
	if (found !== undefined) return found;
	const near = didYouMean(code, known.keys());
	throw new UsageError(`"${code}" is not the code of a finding.${near || ' `wokflow explain` lists them.'}`);
}

/** How many findings a report holds, by the words that people read. */
export interface Totals {
	readonly errors: number;
	readonly warnings: number;
	readonly notes: number;
}

export function totalsOf(report: Report): Totals {
	return {
		errors: report.total('error') + report.total('fatal'),
		warnings: report.total('warning'),
		notes: report.total('info'),
	};
}
