import type { Level } from '../../src/model/level.ts';
import type { Picture } from './picture.ts';

/** A picture of fewer faces, which is drawn while the view turns on slow machines. Each stands for a face of the whole picture. */
export interface CoarsePicture {
	/** 9 a face, less the picture's origin. */
	readonly corners: Float32Array;
	/** 1 a face: the face of the picture whose look it has. */
	readonly faces: Uint32Array;
}

/** This many faces can be drawn thirty times a second without graphics hardware. */
export const COARSE_FACES = 40_000;

/** Makes the picture of rooms coarser. Doors and placeables are few faces and are left out. */
export async function coarsePicture(
	{ rooms }: Level,
	{ parts, origin }: Pick<Picture, 'parts' | 'origin'>,
): Promise<CoarsePicture> {
	const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
	await MeshoptSimplifier.ready;
	const total = parts.reduce((sum, { count }) => sum + count, 0);
	const share = Math.min(1, COARSE_FACES / Math.max(1, total));
	const corners: number[] = [];
	const faces: number[] = [];
	for (const { kind, index, first } of parts) {
		const mesh = kind === 'room' ? rooms[index]?.walkmesh : undefined;
		if (mesh === undefined || !mesh.positions.every(Number.isFinite)) continue;
		const wanted = Math.max(3, Math.floor((mesh.faces.length * share) / 3) * 3);
		const [kept] = MeshoptSimplifier.simplifySloppy(mesh.faces, mesh.positions, 3, null, wanted, 1);
		const faceOf = new Uint32Array(mesh.positions.length / 3);
		for (let corner = mesh.faces.length - 1; corner >= 0; corner--) faceOf[mesh.faces[corner]] = Math.floor(corner / 3);
		for (let corner = 0; corner < kept.length; corner++) {
			if (corner % 3 === 0) faces.push(first + faceOf[kept[corner]]);
			for (let axis = 0; axis < 3; axis++) corners.push(mesh.positions[kept[corner] * 3 + axis] - origin[axis]);
		}
	}
	return { corners: Float32Array.from(corners), faces: Uint32Array.from(faces) };
}
