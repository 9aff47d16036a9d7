import type { Vec3 } from '../math/vec3.ts';
import { isObject, printable, shortened } from '../text/quote.ts';
import type { ExplainedBy } from './explained-by.ts';
import { checkedValues, flag, texts, value } from './options.ts';

export { naming, UsageError } from '../text/quote.ts';

/** In one file: what a finding is, and the report that gathers findings: whoever reports needs both. */

/**
 * How bad a finding is.
 * `fatal`: the input could not be read (exit code 3). `error`: nothing is written for it (exit code 1).
 * `warning`: the output stands, somebody should look. `info`: what was assumed or done.
 */
export type Severity = 'fatal' | 'error' | 'warning' | 'info';

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['fatal', 'error', 'warning', 'info'];

/** A value of an option: for options that take pairs (`surface`, `rename`) a record of them. */
export type ActionValue = string | number | boolean | readonly string[] | Readonly<Record<string, string | number>>;

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

/** Stages that fix a room, in the order they run. Copies of faces may have vertices of their own, so vertices are welded first. */
export const FIX_STAGES = [
	'weld',
	'join-near',
	'drop-degenerate',
	'drop-duplicate',
	'fix-winding',
	'mend-seams',
	'fix-tjunctions',
	'drop-unused',
] as const;

/** What the command `fix` does about a finding. */
export interface Fix<D extends readonly unknown[] = readonly never[]> {
	/** Stages that put it right. */
	readonly stages?: readonly (typeof FIX_STAGES)[number][];
	/** What is made again: the tables of its file, for more than a note, the links of its level, or what rooms see of each other. */
	readonly redo?: 'tables' | 'links' | 'visibility';
	/** The options that `fix` needs for it: undefined where none helps. Without this it needs none. */
	readonly options?: (...data: D) => readonly OptionAction[] | undefined;
	/** True where the rooms of the level are fixed together, as they are for links. */
	readonly ofLevel?: true;
}

/** A type of finding, declared by the code that reports it. `D` is the data of its message. */
export interface FindingType<D extends readonly unknown[] = readonly never[]> {
	readonly code: string;
	readonly severity: Severity;
	/** What is wrong, in one sentence made from the finding's data. */
	readonly message: (...data: D) => string;
	/** What was found, and why it matters in the game: a sentence or two for readers who see it for the first time. Plugins may leave it out. */
	readonly meaning?: string;
	/** What can be done, in words that fit every context: no flags, commands or stages. */
	readonly help: string;
	/** What can be typed to solve it. */
	readonly actions?: (...data: D) => readonly Action[];
	/** What `fix` does about it. */
	readonly fix?: Fix<D>;
	/** Findings that have this one as a consequence: it is left out where one of them is found. */
	readonly explainedBy?: ExplainedBy;
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
	/** What that is, if it is no room. */
	readonly kind?: 'placeable' | 'door';
	/** The other room, of what lies between two. */
	readonly otherRoom?: string;
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

/** Names in a finding are cut beyond this many characters: files may have some of a million. */
const LONGEST_NAME = 400;

/** Makes a finding of a type. */
export function makeFinding<D extends readonly unknown[]>(
	type: FindingType<D>,
	location: Location,
	...given: D
): Finding {
	const { code, severity, help } = type;
	const data = given.map(withShortNames) as unknown as D;
	const actions = type.actions?.(...data) ?? [];
	const [detail] = data as readonly (Record<string, unknown> | undefined)[];
	return {
		code,
		severity,
		message: shortened(type.message(...data)),
		help,
		...(actions.length === 0 ? {} : { actions }),
		location: withShortNames(location),
		...(detail === undefined ? {} : { data: detail }),
	};
}

function withShortNames<T>(data: T): T {
	if (typeof data !== 'object' || data === null) return data;
	const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > LONGEST_NAME;
	const entries = Object.entries(data);
	if (!entries.some(([, value]) => isLong(value))) return data;
	return Object.fromEntries(
		entries.map(([key, value]) => [key, isLong(value) ? shortened(value, LONGEST_NAME) : value]),
	) as T;
}

/** The location in words: `file:line:column`, then room, node, face and coordinates as far as known. */
export function describeLocation(location: Location): string {
	const parts: string[] = [];
	let head = location.file ?? '';
	if (location.line !== undefined) head += `:${location.line}`;
	if (location.line !== undefined && location.column !== undefined) head += `:${location.column}`;
	if (head !== '') parts.push(head.startsWith(':') ? `line ${head.slice(1)}` : head);
	if (location.offset !== undefined) parts.push(`byte ${location.offset}`);
	// The pointer to a whole document is empty.
	if (location.pointer !== undefined && location.pointer !== '') parts.push(location.pointer);
	if (location.room !== undefined) parts.push(`${location.kind ?? 'room'} ${location.room}`);
	// What stands in an area is called by its kind, number and quoted tag: door 0 "gate".
	if (location.node !== undefined) parts.push(location.node.endsWith('"') ? location.node : `node "${location.node}"`);
	if (location.face !== undefined) parts.push(`face ${location.face}`);
	if (location.edge !== undefined) parts.push(`edge ${location.edge}`);
	if (location.at !== undefined) parts.push(`at ${location.at.map(shortNumber).join(' ')}`);
	return parts.join(', ');
}

function shortNumber(value: number): string {
	return String(Number(value.toFixed(3)));
}

/**
 * Thrown when an input cannot be read at all. The command line ends with exit code 3. The message can be printed: it says where, what and what to do
 * about it, and names in it are escaped. `finding` has the same as data.
 *
 * @example
 * try {
 * 	decodeBwm(new Uint8Array(8), report);
 * } catch (error) {
 * 	if (error instanceof InputError) console.log(error.finding.code, error.message);
 * }
 */
export class InputError extends Error {
	override readonly name = 'InputError';
	readonly finding: Finding;

	constructor(finding: Finding) {
		const { location, message, help } = finding;
		const where = describeLocation(location);
		super(printable([where === '' ? '' : `${where}:`, message, help].filter((part) => part !== '').join(' ')));
		this.finding = finding;
	}
}

export interface ReportOptions {
	/** Codes to leave out; findings that end the reading of an input are never left out. */
	readonly ignore?: readonly string[];
	/** Severities that differ from the catalogue's. */
	readonly severity?: Readonly<Record<string, Severity>>;
	/** Warnings become errors. */
	readonly strict?: boolean;
	/** Findings of one code in one file and room that are kept; later ones are only counted. */
	readonly keep?: number;
}

const REPORT_OPTIONS = {
	ignore: texts('Codes to leave out.'),
	severity: value<ReportOptions['severity']>('Severities by code.', undefined, {
		placeholder: 'an object of codes, each with error, warning or info',
		allows: (each) => isObject(each) && Object.values(each).every((word) => SEVERITIES.some((each) => each === word)),
	}),
	strict: flag('Warnings become errors.', false),
	keep: value('Findings of one code in one file and room that are kept.', 50, {
		placeholder: 'a number from 0',
		allows: (each) => typeof each === 'number' && each >= 0,
	}),
};

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
	/** By code, file and room. */
	readonly counts: Map<string, FindingCount>;
}

/** Findings of one code in one place are counted under this. */
function countKey(code: string, file: string | undefined, room: string | undefined): string {
	return `${code}\n${file ?? ''}\n${room ?? ''}`;
}

function newStore(): Store {
	return { inputs: new Set(), findings: [], counts: new Map() };
}

/** The files of rooms, by the rooms' names in lower case. */
export type RoomPaths = ReadonlyMap<string, string>;

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
	readonly #roomFiles: RoomPaths | undefined;

	/** @throws UsageError for an option that does not exist, and for a value that it cannot have */
	constructor(options: ReportOptions = {}, outer?: { store: Store; location: Location; roomFiles?: RoomPaths }) {
		if (outer === undefined) checkedValues(REPORT_OPTIONS, options, 'a report');
		this.#options = options;
		this.#store = outer?.store ?? newStore();
		this.#location = outer?.location ?? {};
		this.#roomFiles = outer?.roomFiles;
	}

	/** The options that it was made with. */
	get options(): ReportOptions {
		return this.#options;
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
		return this.#inner({ ...this.#location, ...location }, this.#roomFiles);
	}

	/** The same report, which names the file of a room where a finding names the room alone. @param files may be filled later */
	withRoomFiles(files: RoomPaths): Report {
		return this.#inner(this.#location, files);
	}

	#inner(location: Location, roomFiles: RoomPaths | undefined): Report {
		return new Report(this.#options, {
			store: this.#store,
			location,
			...(roomFiles === undefined ? {} : { roomFiles }),
		});
	}

	/** Records a finding. `location` is merged over the report's own. One that is only counted costs next to nothing. */
	add<D extends readonly unknown[]>(type: FindingType<D>, location: Location, ...data: D): void {
		const { room = this.#location.room, file = this.#fileOf(room) } = location;
		const count = this.#counted(type, file, room, 1);
		if (count === undefined || count.kept >= this.#most) return;
		this.#keep(count, makeFinding(type, this.#located(location), ...data));
	}

	/** The file of what is found in a room, or in none, where the finding does not name it. */
	#fileOf(room: string | undefined): string | undefined {
		const { file } = this.#location;
		return file === undefined && room !== undefined ? this.#roomFiles?.get(room.toLowerCase()) : file;
	}

	#located(location: Location): Location {
		const file = location.file ?? this.#fileOf(location.room ?? this.#location.room);
		return { ...(file === undefined ? {} : { file }), ...this.#location, ...location };
	}

	/** Records a finding that ends the reading of this input. @throws InputError always. */
	fail<D extends readonly unknown[]>(type: FindingType<D>, location: Location, ...data: D): never {
		throw new InputError(makeFinding(type, this.#located(location), ...data));
	}

	/** Records a finding made elsewhere, such as in a worker or by a failed reader, as often as it was made there. */
	push(finding: Finding, times = 1): void {
		const { file, room } = finding.location;
		const count = this.#counted(finding, file, room, times);
		for (let left = times; left > 0 && count !== undefined && count.kept < this.#most; left--)
			this.#keep(count, finding);
	}

	/** Puts other findings in place of those that are kept, such as with advice that was tried meanwhile. They keep their codes and severities. */
	amend(change: (finding: Finding) => Finding): void {
		const { findings } = this.#store;
		for (let i = 0; i < findings.length; i++) findings[i] = change(findings[i]);
	}

	/** True while findings of a type are kept; of further ones there, only the number is. Spares making data that nobody will see. */
	keeps({ code }: Pick<FindingType, 'code'>, location: Location = {}): boolean {
		const { room = this.#location.room, file = this.#fileOf(room) } = location;
		const count = this.#store.counts.get(countKey(code, file, room));
		return count === undefined || count.kept < this.#most;
	}

	get #most(): number {
		return this.#options.keep ?? REPORT_OPTIONS.keep.default;
	}

	/** The count of a code in a file and room, with these added; undefined for a code that is ignored. */
	#counted(
		{ code, severity }: Pick<Finding, 'code' | 'severity'>,
		file: string | undefined,
		room: string | undefined,
		times: number,
	): FindingCount | undefined {
		// A finding that ends the reading of an input cannot be ignored.
		if (severity !== 'fatal' && this.#options.ignore?.includes(code)) return undefined;
		const { counts } = this.#store;
		const key = countKey(code, file, room);
		let count = counts.get(key);
		if (count === undefined) {
			const location = { ...(file === undefined ? {} : { file }), ...(room === undefined ? {} : { room }) };
			count = { code, severity: this.#severity(code, severity), location, total: 0, kept: 0 };
			counts.set(key, count);
		}
		count.total += times;
		return count;
	}

	#severity(code: string, severity: Severity): Severity {
		if (severity === 'fatal') return severity;
		const own = this.#options.severity?.[code] ?? severity;
		return own === 'warning' && this.#options.strict ? 'error' : own;
	}

	#keep(count: FindingCount, finding: Finding): void {
		count.kept++;
		const severity = this.#severity(finding.code, finding.severity);
		this.#store.findings.push(severity === finding.severity ? finding : { ...finding, severity });
	}

	/** An empty report with the same options, for one job of many: its errors do not stop the others. */
	separate(): Report {
		return new Report(this.#options, { store: newStore(), location: this.#location });
	}

	/** A report with the same options and findings, to which others can be added. */
	copy(): Report {
		const { inputs, findings, counts } = this.#store;
		const copied = new Map<string, FindingCount>();
		for (const [key, count] of counts) copied.set(key, { ...count });
		const store = { inputs: new Set(inputs), findings: [...findings], counts: copied };
		return new Report(this.#options, { store, location: this.#location });
	}

	/** Adds the findings of a separate report. */
	absorb(other: Report): void {
		for (const path of other.inputs) this.noteInput(path);
		const more = other.counts.filter(({ total, kept }) => total > kept);
		for (const finding of other.findings) this.push(finding);
		for (const { code, location, total, kept } of more) {
			const count = this.#store.counts.get(countKey(code, location.file, location.room));
			if (count !== undefined) count.total += total - kept;
		}
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

/**
 * What a job found, to be kept with its result and told again: the findings that a report keeps, and the counts of those that were
 * too many. Telling captured findings again, one job after another, gives the very report that the jobs would have made.
 */
export interface Captured {
	readonly findings: readonly Finding[];
	/** Only of what was too many to keep. */
	readonly more: readonly Pick<FindingCount, 'code' | 'location' | 'total' | 'kept'>[];
}

/** Captures the findings of a report, with the severities of their catalogue: `strict` is applied by the report that they are added to later. */
export function captured(report: Report): Captured {
	const more = report.counts.flatMap(({ code, location, total, kept }) =>
		total > kept ? [{ code, location, total, kept }] : [],
	);
	return { findings: report.findings, more };
}

/** Adds captured findings to a report. */
export function tell({ findings, more }: Captured, report: Report): void {
	for (const finding of findings) report.push(finding);
	for (const { code, location, total, kept } of more) {
		const like = findings.find(
			(finding) =>
				finding.code === code && finding.location.file === location.file && finding.location.room === location.room,
		);
		if (like === undefined) continue;
		report.push(like, total - kept);
	}
}

/** A report with its findings changed or left out, and the counts of what was too many to keep; the report itself where nothing is. */
export function revised(report: Report, revise: (findings: readonly Finding[]) => readonly Finding[]): Report {
	const { findings, more } = captured(report);
	const kept = revise(findings);
	if (kept.length === findings.length && kept.every((finding, i) => finding === findings[i])) return report;
	const shown = report.separate();
	for (const path of report.inputs) shown.noteInput(path);
	tell({ findings: kept, more }, shown);
	return shown;
}

/** A report with other actions for the findings that advise a command: as they can be typed where they are read. */
export function withActions(report: Report, change: (finding: Finding) => readonly Action[]): Report {
	const isAdvised = ({ actions }: Finding): boolean => actions?.some((action) => 'command' in action) === true;
	return revised(report, (findings) =>
		findings.map((finding) => (isAdvised(finding) ? { ...finding, actions: change(finding) } : finding)),
	);
}
