import { type Captured, captured, type Finding, InputError, Report, tell } from '../../src/findings/report.ts';

/** A result with its findings, or the finding of the InputError that ended the work. */
export type Outcome<T> =
	| { readonly value: T; readonly captured: Captured }
	| { readonly failure: Finding; readonly captured: Captured };

/** Runs something with a report of its own. Input that cannot be read becomes a failure; every other error is thrown. */
export async function capturing<T>(work: (report: Report) => T | Promise<T>): Promise<Outcome<T>> {
	const report = new Report();
	try {
		const value = await work(report);
		return { value, captured: captured(report) };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { failure: error.finding, captured: captured(report) };
	}
}

/** Adds the findings to a report and returns the value. @throws InputError for a failure */
export function settle<T>(outcome: Outcome<T>, report: Report): T {
	tell(outcome.captured, report);
	if ('failure' in outcome) throw new InputError(outcome.failure);
	return outcome.value;
}
