import type { Finding } from '../src/findings/report.ts';
import { baseName } from '../src/text/paths.ts';

/**
 * The findings that a project had when its baseline was written; later checks report new ones only. A finding is recognized by code, file, room and
 * position (to 0.1 m), not by face or edge: those are renumbered with every change.
 */
export interface Baseline {
	readonly version: 1;
	readonly findings: readonly KnownFinding[];
}

export interface KnownFinding {
	readonly code: string;
	readonly file?: string;
	readonly room?: string;
	/** x, y, z in metres, rounded to 0.1. */
	readonly at?: readonly number[];
}

/** Makes a baseline of findings. It is sorted, so that the same findings always give the same file. */
export function baselineOf(findings: readonly Finding[]): Baseline {
	const keys = new Map(findings.map((finding) => [keyOf(known(finding)), known(finding)]));
	return { version: 1, findings: [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each) };
}

/** The findings that are not in a baseline. */
export function newFindings(findings: readonly Finding[], baseline: Baseline): Finding[] {
	const keys = new Set(baseline.findings.map(keyOf));
	return findings.filter((finding) => !keys.has(keyOf(known(finding))));
}

/** True for a value of the shape that `baselineOf` makes: a baseline file may hold anything. */
export function isBaseline(value: unknown): value is Baseline {
	const { version, findings } = (value ?? {}) as Partial<Baseline>;
	return version === 1 && Array.isArray(findings) && findings.every(isKnownFinding);
}

function isKnownFinding(value: unknown): boolean {
	const { code, file = '', room = '', at = [] } = (value ?? {}) as Partial<Record<keyof KnownFinding, unknown>>;
	const isPosition = Array.isArray(at) && at.every((each) => typeof each === 'number');
	return [code, file, room].every((each) => typeof each === 'string') && isPosition;
}

function known({ code, location: { file, room, at } }: Finding): KnownFinding {
	return {
		code,
		// Without the folders: a finding stays known when the project is moved.
		...(file === undefined ? {} : { file: baseName(file) }),
		...(room === undefined ? {} : { room }),
		...(at === undefined ? {} : { at: at.map((value) => Math.round(value * 10) / 10 + 0) }),
	};
}

function keyOf({ code, file = '', room = '', at = [] }: KnownFinding): string {
	return JSON.stringify([code, file.toLowerCase(), room.toLowerCase(), at]);
}
