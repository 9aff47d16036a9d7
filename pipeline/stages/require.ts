import { UsageError } from '../../src/findings/index.ts';

/** @throws UsageError unless the option is a finite number from 0 */
export function requireLength(option: string, value: number): void {
	if (!(value >= 0 && value < Infinity)) throw new UsageError(`The option ${option} is a number from 0, not ${value}.`);
}

/** @throws UsageError unless the option has one of the values */
export function requireOneOf(option: string, value: string, values: readonly string[]): void {
	if (!values.includes(value)) {
		throw new UsageError(`The option ${option} is one of ${values.join(', ')}, not ${JSON.stringify(value)}.`);
	}
}
