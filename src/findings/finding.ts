import type { Vec3 } from '../geometry/vec3.ts';
import { CATALOGUE, type Catalogue } from './catalogue.ts';

/**
 * How bad a finding is.
 * `fatal`: the input could not be read (exit code 3). `error`: nothing is written for it (exit code 1).
 * `warning`: the output stands, somebody should look. `info`: what was assumed or done.
 */
export type Severity = 'fatal' | 'error' | 'warning' | 'info';

/** One kind of finding, as the catalogue declares it. */
export interface FindingType {
	readonly severity: Severity;
	/** One sentence, made from the finding's data. */
	readonly message: (data: never) => string;
	/** What the reader can do about it; goes into `docs/findings.md` and below an error on a terminal. */
	readonly help: string;
}

export type FindingCode = keyof Catalogue;

/** What a finding of one code says of its case; `undefined` for codes that need nothing. */
export type FindingData<C extends FindingCode> = Parameters<Catalogue[C]['message']>;

/** Where a finding was made. Only what is known is set. */
export interface Place {
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
	readonly code: FindingCode;
	readonly severity: Severity;
	readonly message: string;
	readonly place: Place;
	/** The values the message was made from. */
	readonly data?: Readonly<Record<string, unknown>>;
}

/** Makes a finding from its catalogue entry. */
export function makeFinding<C extends FindingCode>(code: C, place: Place, ...data: FindingData<C>): Finding {
	const type = CATALOGUE[code];
	const [detail] = data as readonly (Record<string, unknown> | undefined)[];
	const message = (type.message as (data?: unknown) => string)(detail);
	const finding = { code, severity: type.severity, message, place };
	return detail === undefined ? finding : { ...finding, data: detail };
}

/** The place in words: `file:line:column`, then room, node, face and coordinates as far as known. */
export function describePlace(place: Place): string {
	const parts: string[] = [];
	let head = place.file ?? '';
	if (place.line !== undefined) head += `:${place.line}`;
	if (place.line !== undefined && place.column !== undefined) head += `:${place.column}`;
	if (head !== '') parts.push(head.startsWith(':') ? `line ${head.slice(1)}` : head);
	if (place.offset !== undefined) parts.push(`byte ${place.offset}`);
	if (place.pointer !== undefined) parts.push(place.pointer);
	if (place.room !== undefined) parts.push(`room ${place.room}`);
	if (place.node !== undefined) parts.push(`node "${place.node}"`);
	if (place.face !== undefined) parts.push(`face ${place.face}`);
	if (place.edge !== undefined) parts.push(`edge ${place.edge}`);
	if (place.at !== undefined) parts.push(`at ${place.at.map(shortNumber).join(' ')}`);
	return parts.join(', ');
}

function shortNumber(value: number): string {
	return String(Number(value.toFixed(3)));
}
