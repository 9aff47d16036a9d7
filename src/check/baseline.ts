import type { Finding } from '../findings/report.ts';

/**
 * What was known of a project when somebody said: from now on no new faults. A finding is known again by code, file, room and spot (to 0.1 m): faces
 * and edges get other numbers with every change.
 */
export interface Baseline {
	readonly version: 1;
	readonly findings: readonly KnownFinding[];
}

export interface KnownFinding {
	readonly code: string;
	readonly file?: string;
	readonly room?: string;
	/** Metres, to 0.1. */
	readonly at?: readonly number[];
}

/** The baseline of some findings, sorted, so that it is the same for the same ones. */
export function baselineOf(findings: readonly Finding[]): Baseline {
	const keys = new Map(findings.map((finding) => [keyOf(known(finding)), known(finding)]));
	return { version: 1, findings: [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each) };
}

/** The findings that a baseline does not know. */
export function newFindings(findings: readonly Finding[], baseline: Baseline): Finding[] {
	const keys = new Set(baseline.findings.map(keyOf));
	return findings.filter((finding) => !keys.has(keyOf(known(finding))));
}

/** True for what `baselineOf` makes. */
export function isBaseline(value: unknown): value is Baseline {
	const { version, findings } = (value ?? {}) as Partial<Baseline>;
	return version === 1 && Array.isArray(findings) && findings.every((each) => typeof each?.code === 'string');
}

function known({ code, location: { file, room, at } }: Finding): KnownFinding {
	return {
		code,
		// Where a project lies is nobody's fault.
		...(file === undefined ? {} : { file: file.replace(/^.*[/\\]/, '') }),
		...(room === undefined ? {} : { room }),
		...(at === undefined ? {} : { at: at.map((value) => Math.round(value * 10) / 10 + 0) }),
	};
}

function keyOf({ code, file = '', room = '', at = [] }: KnownFinding): string {
	return JSON.stringify([code, file.toLowerCase(), room.toLowerCase(), at]);
}
