import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AsciiOptions } from '../../../importers/ascii/parse.ts';
import { type AsciiWalkmesh, readAscii } from '../../../importers/ascii/read.ts';
import { describeLocation, InputError, Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';

export interface Reading {
	readonly walkmeshes: readonly AsciiWalkmesh[];
	/** Findings as `line 3:5: warning ASCII_X: sentence`, the fatal one included. */
	readonly findings: readonly string[];
	readonly report: Report;
}

/** Reads a text and says everything that was found; a failure gives no walkmeshes. */
export function read(text: string | Uint8Array, options: AsciiOptions = {}, name = ''): Reading {
	const report = new Report();
	const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
	let walkmeshes: readonly AsciiWalkmesh[] = [];
	try {
		walkmeshes = readAscii(bytes, options, { report, surfaces: K1, name });
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		report.push(error.finding);
	}
	const findings = report.findings.map(({ code, severity, message, location: place }) => {
		const where = describeLocation(place);
		return `${where === '' ? '' : `${where}: `}${severity} ${code}: ${message}`;
	});
	return { walkmeshes, findings, report };
}

/** A text of our own in the manner of a tool. */
export function fixture(name: string): string {
	return readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
}
