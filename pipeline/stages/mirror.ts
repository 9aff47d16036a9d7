import { UsageError } from '../../src/findings/index.ts';
import { moveWalkmesh, reflection, reportCollapsedFaces } from '../../src/transform/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

export interface MirrorOptions {
	/** The coordinate that changes its sign. */
	readonly axis?: 'x' | 'y';
	/** Where the mirror stands on that axis, metres. */
	readonly at?: number;
}

export const MIRROR_DEFAULTS: Required<MirrorOptions> = { axis: 'x', at: 0 };

/** Mirrors a walkmesh; floors still look up and transitions stay on their edges. Done twice, nothing has changed. */
export const mirror: StageFactory<'walkmesh', MirrorOptions> = defineStage(
	'mirror',
	'walkmesh',
	'Mirrors the walkmesh along x or y; the winding of faces follows.',
	MIRROR_DEFAULTS,
	(mesh, { axis, at }, { report }) => {
		if (axis !== 'x' && axis !== 'y') throw new UsageError(`A walkmesh is mirrored along x or y, not ${String(axis)}.`);
		const moved = moveWalkmesh(mesh, reflection(axis, at));
		reportCollapsedFaces(mesh, moved, report);
		return moved;
	},
);
