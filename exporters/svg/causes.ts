import type { Severity } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import type { PlanPin } from './options.ts';

/** What is wrong, each cause once, however many places show it. */
export interface Cause {
	readonly severity: Severity;
	/** What the first of its places says. */
	readonly text: string;
	/** The first one gets the number, the others are points. */
	readonly places: readonly Vec3[];
}

const RANKS: readonly Severity[] = ['fatal', 'error', 'warning', 'info'];

/** The causes of some pins, the worst first, otherwise as they came. */
export function causesOf(pins: readonly PlanPin[]): Cause[] {
	const found = new Map<string, { severity: Severity; text: string; places: Vec3[] }>();
	for (const { at, text, severity, cause = text } of pins) {
		const key = `${severity} ${cause}`;
		const known = found.get(key);
		if (known === undefined) found.set(key, { severity, text, places: [at] });
		else known.places.push(at);
	}
	return [...found.values()].sort((a, b) => RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity));
}
