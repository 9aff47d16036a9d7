import type { Vec3 } from '../mesh/vec3.ts';
import { printable, shortened } from '../text/quote.ts';

/**
 * How bad a finding is.
 * `fatal`: the input could not be read (exit code 3). `error`: nothing is written for it (exit code 1).
 * `warning`: the output stands, somebody should look. `info`: what was assumed or done.
 */
export type Severity = 'fatal' | 'error' | 'warning' | 'info';

/** A value of an option: for options that take pairs (`surface`, `rename`) a record of them. */
export type ActionValue = string | number | boolean | Readonly<Record<string, string | number>>;

/** An option that can be set, by its declared name. */
export interface OptionAction {
	readonly option: string;
	/** True without this and without a placeholder. False switches the option off. */
	readonly value?: ActionValue;
	/** What stands for a value that only the user knows: `FILE`, `PATTERN`. */
	readonly placeholder?: string;
}

/** A command that can be run. */
export interface CommandAction {
	readonly command: string;
	/** `FILE` stands for the file of the finding. */
	readonly arguments?: readonly string[];
	readonly options?: readonly OptionAction[];
}

/**
 * Something that can be done about a finding, as data: the command line words an option as a flag, a config as a key, the library as an
 * option (`advice.ts`). The actions of a finding are alternatives.
 */
export type Action = OptionAction | CommandAction;

/** One kind of finding, as those declare it who report it. `D` is what the message needs to know. */
export interface FindingType<D extends readonly unknown[] = readonly never[]> {
	readonly code: string;
	readonly severity: Severity;
	/** What is wrong, in one sentence made from the finding's data. */
	readonly message: (...data: D) => string;
	/** What it means and what can be done, in words that fit every context: no flags, commands or stages. */
	readonly help: string;
	/** What can be typed to solve it. */
	readonly actions?: (...data: D) => readonly Action[];
}

/** A catalogue: the findings that one part of wokflow reports, by code. */
export type Catalogue = Readonly<Record<string, FindingType>>;

/**
 * Declares the findings of one part of wokflow. The key of an entry is its code.
 *
 * @example
 * const FINDINGS = defineFindings({ ROOM_EMPTY: { severity: 'warning', message: () => 'The room is empty.', help: 'Add ground.' } });
 * report.add(FINDINGS.ROOM_EMPTY, { room: 'quay_01a' });
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineFindings<const T extends Readonly<Record<string, Omit<FindingType, 'code'>>>>(
	types: T,
): { readonly [C in keyof T & string]: T[C] & { readonly code: C } } {
	const entries = Object.entries(types).map(([code, type]) => [code, { ...type, code }]);
	return Object.fromEntries(entries) as { readonly [C in keyof T & string]: T[C] & { readonly code: C } };
}

/** Where a finding was made. Only what is known is set. */
export interface Location {
	/** The file, as the user named it. */
	readonly file?: string;
	/** The room or model. */
	readonly room?: string;
	/** Line of a text, from 1. */
	readonly line?: number;
	/** Column of a text, from 1. */
	readonly column?: number;
	/** Byte of a binary, from 0. */
	readonly offset?: number;
	/** JSON pointer into a document. */
	readonly pointer?: string;
	/** Name of a node or object of a scene. */
	readonly node?: string;
	/** Face, from 0. */
	readonly face?: number;
	/** Edge `3 * face + corner`, from 0. */
	readonly edge?: number;
	/** A point there, in area space (metres, Z up). */
	readonly at?: Vec3;
}

/** One thing worth telling about an input or an output. */
export interface Finding {
	readonly code: string;
	readonly severity: Severity;
	readonly message: string;
	/** What it means and what can be done. */
	readonly help: string;
	/** What can be typed to solve it; `describeAdvice` puts it into words. */
	readonly actions?: readonly Action[];
	readonly location: Location;
	/** The values the message was made from. */
	readonly data?: Readonly<Record<string, unknown>>;
}

/** Makes a finding of a type. */
export function makeFinding<D extends readonly unknown[]>(
	type: FindingType<D>,
	location: Location,
	...data: D
): Finding {
	const { code, severity, help } = type;
	const actions = type.actions?.(...data) ?? [];
	const [detail] = data as readonly (Record<string, unknown> | undefined)[];
	return {
		code,
		severity,
		message: shortened(type.message(...data)),
		help,
		...(actions.length === 0 ? {} : { actions }),
		location,
		...(detail === undefined ? {} : { data: detail }),
	};
}

/** The location in words: `file:line:column`, then room, node, face and coordinates as far as known. */
export function describeLocation(location: Location): string {
	const parts: string[] = [];
	let head = location.file ?? '';
	if (location.line !== undefined) head += `:${location.line}`;
	if (location.line !== undefined && location.column !== undefined) head += `:${location.column}`;
	if (head !== '') parts.push(head.startsWith(':') ? `line ${head.slice(1)}` : head);
	if (location.offset !== undefined) parts.push(`byte ${location.offset}`);
	if (location.pointer !== undefined) parts.push(location.pointer);
	if (location.room !== undefined) parts.push(`room ${location.room}`);
	if (location.node !== undefined) parts.push(`node "${location.node}"`);
	if (location.face !== undefined) parts.push(`face ${location.face}`);
	if (location.edge !== undefined) parts.push(`edge ${location.edge}`);
	if (location.at !== undefined) parts.push(`at ${location.at.map(shortNumber).join(' ')}`);
	return parts.join(', ');
}

function shortNumber(value: number): string {
	return String(Number(value.toFixed(3)));
}

/**
 * Thrown when an input cannot be read at all. The command line ends with exit code 3.
 *
 * @example
 * try {
 * 	decodeBwm(new Uint8Array(8), report);
 * } catch (error) {
 * 	if (error instanceof InputError) console.log(error.finding.code, error.finding.message);
 * }
 */
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
 *
 * @example
 * try {
 * 	createRegistry().stage('wold');
 * } catch (error) {
 * 	if (error instanceof UsageError) console.log(error.message);
 * }
 */
export class UsageError extends Error {
	override readonly name = 'UsageError';

	constructor(...lines: readonly string[]) {
		super(lines.map(printable).join('\n'));
	}
}

export interface ReportOptions {
	/** Codes to leave out. */
	readonly ignore?: readonly string[];
	/** Severities that differ from the catalogue's. */
	readonly severity?: Readonly<Record<string, Severity>>;
	/** Warnings become errors. */
	readonly strict?: boolean;
	/** Findings of one code in one file and room that are kept; later ones are only counted. */
	readonly keep?: number;
}

export const REPORT_DEFAULTS: { readonly keep: number } = { keep: 50 };

/** How often one code was found in one file and room. */
export interface FindingCount {
	readonly code: string;
	readonly severity: Severity;
	readonly location: Pick<Location, 'file' | 'room'>;
	total: number;
	/** Of these, how many are in the list of findings. */
	kept: number;
}

interface Store {
	readonly inputs: Set<string>;
	readonly findings: Finding[];
	readonly counts: Map<string, FindingCount>;
}

/**
 * Gathers findings; reading and checking go on after one is added.
 * A report made by `within` writes into the same list and adds its location to every finding.
 *
 * @example
 * const report = new Report({ ignore: ['VERTICES_WELDED'], strict: true });
 * decodeBwm(bytes, report);
 * for (const { severity, message, location } of report.findings) console.log(severity, message, location);
 */
export class Report {
	readonly #options: ReportOptions;
	readonly #store: Store;
	readonly #location: Location;

	constructor(options: ReportOptions = {}, outer?: { store: Store; location: Location }) {
		this.#options = options;
		this.#store = outer?.store ?? { inputs: new Set(), findings: [], counts: new Map() };
		this.#location = outer?.location ?? {};
	}

	/** What was found so far, in order: at most `keep` of each code in each file and room. */
	get findings(): readonly Finding[] {
		return this.#store.findings;
	}

	/** How often each code was found, those included that were too many to keep. */
	get counts(): readonly FindingCount[] {
		return [...this.#store.counts.values()];
	}

	/** The files that were read so far: no output may be written over one. */
	get inputs(): ReadonlySet<string> {
		return this.#store.inputs;
	}

	/** Notes that a file is read. */
	noteInput(path: string): void {
		this.#store.inputs.add(path);
	}

	/** What this report adds to the location of every finding made through it. */
	get location(): Location {
		return this.#location;
	}

	/** The same report, with `location` added to every finding made through it. */
	within(location: Location): Report {
		return new Report(this.#options, { store: this.#store, location: { ...this.#location, ...location } });
	}

	/** Records a finding. `location` is merged over the report's own. */
	add<D extends readonly unknown[]>(type: FindingType<D>, location: Location, ...data: D): void {
		this.push(makeFinding(type, { ...this.#location, ...location }, ...data));
	}

	/** Records a finding that ends the reading of this input. @throws InputError always. */
	fail<D extends readonly unknown[]>(type: FindingType<D>, location: Location, ...data: D): never {
		throw new InputError(makeFinding(type, { ...this.#location, ...location }, ...data));
	}

	/** Records a finding made elsewhere, such as in a worker or by a failed reader. */
	push(finding: Finding): void {
		if (this.#options.ignore?.includes(finding.code)) return;
		let severity = this.#options.severity?.[finding.code] ?? finding.severity;
		if (severity === 'warning' && this.#options.strict) severity = 'error';
		const { file, room } = finding.location;
		const key = `${finding.code}\n${file ?? ''}\n${room ?? ''}`;
		let count = this.#store.counts.get(key);
		if (count === undefined) {
			const location = { ...(file === undefined ? {} : { file }), ...(room === undefined ? {} : { room }) };
			count = { code: finding.code, severity, location, total: 0, kept: 0 };
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
