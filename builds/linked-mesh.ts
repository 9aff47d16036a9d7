import type { Walkmesh } from '../src/model/walkmesh.ts';
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

/** The name of the walkmesh of a room; undefined for other walkmeshes. */
export function calledAs(mesh: Walkmesh | undefined): string | undefined {
	return mesh?.kind === 'area' ? mesh.name : undefined;
}

/** Reads the linked walkmesh of a room or object. */
export async function readLinked(
	stem: string,
	at: (file: string) => string,
	io: StepIo,
): Promise<Walkmesh | undefined> {
	const linked = await io.read('linked', at(PACKS.linked(stem)));
	if (!('transitions' in linked)) return linked.mesh;
	const { value } = await io.read('prepared', at(PACKS.prepared(stem)));
	return meshOfLinked(linked, value.walkmesh);
}

/**
 * The linked walkmesh of a room, which is only read when something of it besides its name is needed.
 * @param name its name, which may differ from that of the room in the layout @param read gives a pack
 */
export function lateMesh(
	name: string,
	stem: string,
	at: (file: string) => string,
	read: <T>(pack: string) => T,
): Walkmesh {
	let known: Walkmesh | undefined;
	const mesh = (): Walkmesh => {
		if (known !== undefined) return known;
		const linked = read<LinkedMesh>(at(PACKS.linked(stem)));
		const isPart = 'transitions' in linked;
		const before = isPart ? read<Found<PreparedRoom>>(at(PACKS.prepared(stem))).value.walkmesh : undefined;
		known = meshOfLinked(linked, before);
		if (known === undefined) throw new Error(`${stem} has no walkmesh.`);
		return known;
	};
	return {
		name,
		kind: 'area',
		get positions() {
			return mesh().positions;
		},
		get faces() {
			return mesh().faces;
		},
		get surfaces() {
			return mesh().surfaces;
		},
		get transitions() {
			return mesh().transitions;
		},
		get position() {
			return mesh().position;
		},
		get hooks() {
			return mesh().hooks;
		},
	};
}

/** Restores a linked walkmesh. @param before the prepared walkmesh */
export function meshOfLinked(linked: LinkedMesh, before: Walkmesh | undefined): Walkmesh | undefined {
	if (!('transitions' in linked)) return linked.mesh;
	if (before === undefined) throw new Error('Only transitions are kept of a room that has no walkmesh.');
	return { ...before, transitions: linked.transitions };
}
