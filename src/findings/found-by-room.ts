import { type Captured, captured, Report, tell } from './report.ts';

/** What steps over a level found at one of its rooms, by step: only of those that found something. */
export type FoundInRoom = Readonly<Record<string, Captured>>;

/** Keeps apart what steps over a level find at each of its rooms, so that it can be told again without them. */
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

/** Tells what was found at rooms, step after step, as the steps would have told it. @param rooms in their order */
export function tellByStep(steps: readonly string[], rooms: readonly FoundInRoom[], report: Report): void {
	const told = new Set(rooms.flatMap((found) => Object.keys(found)));
	for (const step of steps) {
		if (!told.has(step)) continue;
		for (const found of rooms) if (Object.hasOwn(found, step)) tell(found[step], report);
	}
}
