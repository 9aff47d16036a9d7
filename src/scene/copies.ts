import type { Place, Report } from '../findings/index.ts';
import type { Hooks, Walkmesh } from '../walkmesh/index.ts';

/** A placeable, or a state of a door, and where it was found. */
export interface PlacedObject {
	readonly walkmesh: Walkmesh;
	/** Name of the node that it comes from, or of the file. */
	readonly node: string;
}

/** Copies whose corners and hooks lie this near to each other, in metres, are the same. */
const SAME_PLACE = 1e-4;

/**
 * A model that stands somewhere several times has one walkmesh, for it has one file: the first copy with hooks, or else the first.
 * Copies that differ from the one taken are told.
 */
export function distinctObjects(objects: readonly PlacedObject[], report?: Report, place: Place = {}): Walkmesh[] {
	const groups = new Map<string, PlacedObject[]>();
	for (const object of objects) {
		const { name, kind, doorState } = object.walkmesh;
		const key = `${kind} ${name.toLowerCase()} ${doorState ?? ''}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [object]);
		else group.push(object);
	}
	return [...groups.values()].map((copies) => {
		const taken = copies.find(({ walkmesh }) => hasHooks(walkmesh.hooks)) ?? copies[0];
		for (const copy of copies) {
			const differs = copy === taken ? undefined : difference(taken.walkmesh, copy.walkmesh);
			if (differs === undefined) continue;
			const { name } = taken.walkmesh;
			report?.add(
				'OBJECT_COPIES_DIFFER',
				{ ...place, node: copy.node },
				{ name, taken: taken.node, left: copy.node, differs },
			);
		}
		return taken.walkmesh;
	});
}

/** What of two walkmeshes is not the same; undefined for copies. */
function difference(a: Walkmesh, b: Walkmesh): 'geometry' | 'surfaces' | 'hooks' | undefined {
	if (!sameValues(a.faces, b.faces, 0) || !sameValues(a.positions, b.positions, SAME_PLACE)) return 'geometry';
	if (!sameValues(a.surfaces, b.surfaces, 0)) return 'surfaces';
	return sameValues(hookValues(a.hooks), hookValues(b.hooks), SAME_PLACE) ? undefined : 'hooks';
}

function sameValues(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): boolean {
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (!(Math.abs(a[i] - b[i]) <= tolerance)) return false;
	return true;
}

function hookValues({ relative1, relative2, absolute1, absolute2 }: Hooks): number[] {
	return [...relative1, ...relative2, ...absolute1, ...absolute2];
}

export function hasHooks(hooks: Hooks): boolean {
	return hookValues(hooks).some((value) => value !== 0);
}
