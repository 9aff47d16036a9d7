import {
	type CheckContext,
	type Duplicates,
	edgePlace,
	facePlace,
	findDuplicates,
	inheritTransitions,
	LOOKS_DOWN,
	removeFaces,
	reportDoubleSided,
	reportSurfaceOfCopy,
	walkableOrientation,
} from '../../src/mesh/index.ts';
import { walkableFaces } from '../../src/surfaces/index.ts';
import { NONE } from '../../src/walkmesh/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';
import { requireOneOf } from './require.ts';

export interface DropDuplicateOptions {
	/** What becomes of the backs of walkable faces, that is walkable faces with the same corners in reverse. */
	backs?: 'keep' | 'drop';
}

export const DROP_DUPLICATE_DEFAULTS: Required<DropDuplicateOptions> = { backs: 'keep' };

/**
 * Removes faces that use the same three vertices in the same winding as another. A walkable one wins over others, an
 * earlier one over later ones; the one that stays inherits transitions it has not. Of a walkable face and its walkable
 * back the one that looks down goes if `backs` says so.
 */
export const dropDuplicate: StageFactory<'walkmesh', DropDuplicateOptions> = defineStage<
	'walkmesh',
	DropDuplicateOptions
>(
	'drop-duplicate',
	'walkmesh',
	'Removes faces that are there twice.',
	DROP_DUPLICATE_DEFAULTS,
	(mesh, { backs }, { report, surfaces }) => {
		requireOneOf('backs', backs, ['keep', 'drop']);
		const context = { mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report };
		const duplicates = findDuplicates(mesh.faces, context.walkable);
		const keptFor = backs === 'drop' ? withBacks(context, duplicates) : duplicates.copyOf;
		reportDropped(context, duplicates, keptFor);
		if (keptFor.every((kept) => kept === NONE)) return mesh;
		const gone = Uint8Array.from(keptFor, (kept) => (kept === NONE ? 0 : 1));
		const { transitions, lost } = inheritTransitions(mesh.faces, mesh.transitions, keptFor);
		for (const edge of lost) {
			report.add('TRANSITION_LOST', edgePlace(mesh, edge), { room: mesh.transitions[edge] });
		}
		return removeFaces({ ...mesh, transitions }, gone);
	},
);

/**
 * For each face the one kept in its place: of which it is a copy, or the walkable front of a walkable back or its
 * copies.
 */
function withBacks({ mesh, walkable }: CheckContext, { copyOf, backOf }: Duplicates): Int32Array {
	const looks = walkableOrientation(mesh, walkable);
	const keptFor = copyOf.slice();
	for (let face = 0; face < walkable.length; face++) {
		const front = backOf[face];
		if (front < 0 || walkable[face] === 0 || walkable[front] === 0) continue;
		// Of two that look sideways the later one goes.
		const isBack = looks[face] === LOOKS_DOWN || (looks[front] !== LOOKS_DOWN && front < face);
		if (isBack) keptFor[face] = front;
	}
	// Copies of a back go the way of the back.
	return keptFor.map((kept) => (kept === NONE || keptFor[kept] === NONE ? kept : keptFor[kept]));
}

function reportDropped(context: CheckContext, duplicates: Duplicates, keptFor: Int32Array): void {
	const { mesh, report } = context;
	for (let face = 0; face < keptFor.length; face++) {
		const of = duplicates.copyOf[face];
		if (of !== NONE) {
			report.add('FACE_DUPLICATE_DROPPED', facePlace(mesh, face), { of });
			reportSurfaceOfCopy(context, face, of);
		} else if (keptFor[face] !== NONE) {
			report.add('FACE_BACK_DROPPED', facePlace(mesh, face), { of: keptFor[face] });
		}
	}
	const isLeft = (of: number, face: number): number =>
		of !== NONE && keptFor[face] === NONE && keptFor[of] === NONE ? of : NONE;
	reportDoubleSided(context, { ...duplicates, backOf: duplicates.backOf.map(isLeft) });
}
