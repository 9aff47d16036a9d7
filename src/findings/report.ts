import { printable } from '../text/quote.ts';
import { type Finding, type FindingCode, type FindingData, makeFinding, type Place, type Severity } from './finding.ts';

/** Thrown when an input cannot be read at all. The command line ends with exit code 3. */
export class InputError extends Error {
	override readonly name = 'InputError';
	readonly finding: Finding;

	constructor(finding: Finding) {
		super(finding.message);
		this.finding = finding;
	}
}

/**
 * Thrown when a caller asks for something that makes no sense. The command line ends with exit code 2. The message can be printed:
 * it has a line for each that was given, and names in them are escaped.
 */
export class UsageError extends Error {
	override readonly name = 'UsageError';

	constructor(...lines: readonly string[]) {
		super(lines.map(printable).join('\n'));
	}
}

export interface ReportOptions {
	/** Codes to leave out. */
	readonly ignore?: readonly FindingCode[];
	/** Severities that differ from the catalogue's. */
	readonly severity?: Partial<Record<FindingCode, Severity>>;
	/** Warnings become errors. */
	readonly strict?: boolean;
	/** Findings of one code in one file and room that are kept; later ones are only counted. */
	readonly keep?: number;
}

export const REPORT_DEFAULTS: { readonly keep: number } = { keep: 50 };

/** How often one code was found in one file and room. */
export interface FindingCount {
	readonly code: FindingCode;
	readonly severity: Severity;
	readonly place: Pick<Place, 'file' | 'room'>;
	total: number;
	/** Of these, how many are in the list of findings. */
	kept: number;
}

interface Store {
	readonly findings: Finding[];
	readonly counts: Map<string, FindingCount>;
}

/**
 * Gathers findings; reading and checking go on after one is added.
 * A report made by `within` writes into the same list and adds its place to every finding.
 */
export class Report {
	readonly #options: ReportOptions;
	readonly #store: Store;
	readonly #place: Place;

	constructor(options: ReportOptions = {}, outer?: { store: Store; place: Place }) {
		this.#options = options;
		this.#store = outer?.store ?? { findings: [], counts: new Map() };
		this.#place = outer?.place ?? {};
	}

	/** What was found so far, in order: at most `keep` of each code in each file and room. */
	get findings(): readonly Finding[] {
		return this.#store.findings;
	}

	/** How often each code was found, those included that were too many to keep. */
	get counts(): readonly FindingCount[] {
		return [...this.#store.counts.values()];
	}

	/** The same report, with `place` added to every finding made through it. */
	within(place: Place): Report {
		return new Report(this.#options, { store: this.#store, place: { ...this.#place, ...place } });
	}

	/** Records a finding. `place` is merged over the report's own place. */
	add<C extends FindingCode>(code: C, place: Place, ...data: FindingData<C>): void {
		this.push(makeFinding(code, { ...this.#place, ...place }, ...data));
	}

	/** Records a finding that ends the reading of this input. @throws InputError always. */
	fail<C extends FindingCode>(code: C, place: Place, ...data: FindingData<C>): never {
		throw new InputError(makeFinding(code, { ...this.#place, ...place }, ...data));
	}

	/** Records a finding made elsewhere, such as in a worker or by a failed reader. */
	push(finding: Finding): void {
		if (this.#options.ignore?.includes(finding.code)) return;
		let severity = this.#options.severity?.[finding.code] ?? finding.severity;
		if (severity === 'warning' && this.#options.strict) severity = 'error';
		const { file, room } = finding.place;
		const key = `${finding.code}\n${file ?? ''}\n${room ?? ''}`;
		let count = this.#store.counts.get(key);
		if (count === undefined) {
			const place = { ...(file === undefined ? {} : { file }), ...(room === undefined ? {} : { room }) };
			count = { code: finding.code, severity, place, total: 0, kept: 0 };
			this.#store.counts.set(key, count);
		}
		count.total++;
		if (count.kept >= (this.#options.keep ?? REPORT_DEFAULTS.keep)) return;
		count.kept++;
		this.#store.findings.push(severity === finding.severity ? finding : { ...finding, severity });
	}

	/** How many findings of a severity there were. */
	total(severity: Severity): number {
		let total = 0;
		for (const count of this.#store.counts.values()) if (count.severity === severity) total += count.total;
		return total;
	}

	/** True when something was found that must keep an output from being written. */
	get failed(): boolean {
		return this.total('error') + this.total('fatal') > 0;
	}
}
