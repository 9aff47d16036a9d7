import type { Level } from '../../src/level/index.ts';
import { type WalkmeshFacts, walkmeshFacts } from '../../src/survey/index.ts';
import type { StageContext } from '../stage.ts';

/** What a script wants to know of a level. */
export interface LevelReport {
	readonly level: string;
	readonly rooms: readonly (Partial<WalkmeshFacts> & { readonly index: number; readonly name: string })[];
	readonly objects: readonly WalkmeshFacts[];
	readonly findings: readonly unknown[];
	readonly counts: readonly unknown[];
}

/** Counts, areas and links of every room and object, and everything that was found. */
export function levelReport(level: Level, { surfaces, report }: StageContext): LevelReport {
	return {
		level: level.name,
		rooms: level.rooms.map(({ name, walkmesh }, index) =>
			walkmesh === undefined ? { index, name } : { index, ...walkmeshFacts(walkmesh, surfaces), name },
		),
		objects: level.objects.map((object) => walkmeshFacts(object, surfaces)),
		findings: report.findings,
		counts: report.counts,
	};
}
