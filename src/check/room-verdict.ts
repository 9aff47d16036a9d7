import { type Captured, captured } from '../findings/captured.ts';
import { Report } from '../findings/report.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { factsContext } from './context.ts';
import { checkCracks } from './cracks.ts';
import { GROUND_CHECKS, runMeshChecks } from './mesh.ts';
import type { RoomFacts } from './room-facts.ts';

/** What checking a level finds in one room alone: it depends on vertices, faces and surfaces, not on links or other rooms. */
export interface RoomVerdict {
	/** As of a report of its own. */
	readonly found: Captured;
	/** Pieces of its ground between which there is a crack. */
	readonly cracks: readonly (readonly [number, number])[];
}

/** A room's verdict where its walkmesh has been judged before and is still the same. */
export type KnownVerdict = (mesh: Walkmesh, room: string) => RoomVerdict | undefined;

/** @param room its name, for the findings */
export function judgeRoom(facts: RoomFacts, room: string): RoomVerdict {
	const report = new Report();
	const cracks = checkRoomAlone(facts, room, report);
	return { found: captured(report), cracks };
}

/** Reports what is wrong with the ground of one room of a level. @returns the pieces between which there is a crack */
export function checkRoomAlone(facts: RoomFacts, room: string, report: Report): RoomVerdict['cracks'] {
	const context = factsContext(facts, report.within({ room }));
	runMeshChecks(context, {}, GROUND_CHECKS);
	return checkCracks(context).map(({ pieces }) => pieces);
}
