import type { Captured } from '../findings/report.ts';
import type { Walkmesh } from '../model/walkmesh.ts';

/** What checking a level finds in one room by itself. It depends on vertices, faces and surfaces only, not on links or other rooms. */
export interface RoomVerdict {
	/** The findings, as a report of its own has them. */
	readonly found: Captured;
	/** Pairs of pieces of its ground with a crack between them. */
	readonly cracks: readonly (readonly [number, number])[];
}

/** The verdict on a room whose walkmesh has been judged before and is still the same. */
export type KnownVerdict = (mesh: Walkmesh, room: string) => RoomVerdict | undefined;
