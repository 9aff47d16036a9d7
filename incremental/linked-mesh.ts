import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { hashValue } from './encoding.ts';
import { type Found, type LinkedMesh, PACKS, type PreparedRoom } from './packs.ts';
import type { StepIo } from './step.ts';

/** The result of linking a walkmesh in its smallest form: transitions only, if nothing else changed. */
export function linkedMesh(before: Walkmesh | undefined, after: Walkmesh | undefined): LinkedMesh {
	if (after === undefined) return {};
	if (before === undefined || before.transitions.length !== after.transitions.length) return { mesh: after };
	const { transitions, ...rest } = after;
	const { transitions: _, ...old } = before;
	const isSame = Object.entries(rest).every(([key, value]) => value === old[key as keyof typeof old]);
	return isSame || hashValue(rest) === hashValue(old) ? { transitions } : { mesh: after };
}

/** Reads the linked walkmesh of a room or object. */
export async function readLinked(
	stem: string,
	at: (file: string) => string,
	io: StepIo,
): Promise<Walkmesh | undefined> {
	const linked = await io.read<LinkedMesh>(at(PACKS.linked(stem)));
	if (!('transitions' in linked)) return linked.mesh;
	const { value } = await io.read<Found<PreparedRoom>>(at(PACKS.prepared(stem)));
	return meshOfLinked(linked, value.walkmesh);
}

/** Restores a linked walkmesh. @param before the prepared walkmesh */
export function meshOfLinked(linked: LinkedMesh, before: Walkmesh | undefined): Walkmesh | undefined {
	if (!('transitions' in linked)) return linked.mesh;
	if (before === undefined) throw new Error('Only transitions are kept of a room that has no walkmesh.');
	return { ...before, transitions: linked.transitions };
}
