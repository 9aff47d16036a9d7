import { type Captured, captured, Report, tell } from './report.ts';

/** The findings that steps over a level made at one room, by step; steps without findings are left out. */
export type FoundInRoom = Readonly<Record<string, Captured>>;

/** A report that keeps the findings of each step and room apart, so that builds can report them again without running the steps. */
export class FoundByRoom extends Report {
	/** By step and room. */
	readonly #parts = new Map<string, Map<number, Report>>();

	override part(step: string, room: number): Report {
		const own = this.#parts.get(step) ?? new Map<number, Report>();
		this.#parts.set(step, own);
		const report = own.get(room) ?? new Report();
		own.set(room, report);
		return report;
	}

	/** What was found at a room. */
	of(room: number): FoundInRoom {
		const found: Record<string, Captured> = {};
		for (const [step, rooms] of this.#parts) {
			const report = rooms.get(room);
			if (report !== undefined && report.findings.length > 0) found[step] = captured(report);
		}
		return found;
	}
}

/** Reports kept findings in the order in which the steps would have made them. @param rooms in the order of the layout */
export function tellByStep(steps: readonly string[], rooms: readonly FoundInRoom[], report: Report): void {
	const told = new Set(rooms.flatMap((found) => Object.keys(found)));
	for (const step of steps) {
		if (!told.has(step)) continue;
		for (const found of rooms) if (Object.hasOwn(found, step)) tell(found[step], report);
	}
}
