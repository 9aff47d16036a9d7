import { InputError, type Report } from '../../src/findings/report.ts';

/** Codes of a report, in the order they were found. */
export function codesOf(report: Report): readonly string[] {
	return report.findings.map((finding) => finding.code);
}

/** The code that a reader fails with; undefined when it does not fail. Errors of any other kind pass through. */
export function failureOf(read: () => unknown): string | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return error.finding.code;
		throw error;
	}
}
