import { type ModelFiles, makeModel } from '../../fixtures/make/model.ts';
import { decodeMdl } from '../../game/mdl/decode.ts';
import type { Mdl, MdlWalkmesh } from '../../game/mdl/mdl.ts';
import { walkmeshOfMdl } from '../../game/mdl/read.ts';
import { compareTwin, type TwinComparison, type TwinRoom } from '../../game/mdl/twin.ts';
import { deriveBwm, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { withMargins } from '../../src/tree/tree.ts';

/** A room with its model, in step. */
export interface Twins {
	readonly files: ModelFiles;
	readonly mdl: Mdl;
	readonly twin: MdlWalkmesh;
	readonly at: Vec3;
	readonly room: TwinRoom;
}

export interface TwinSpec {
	/** Quads along x and y. */
	readonly size?: readonly [number, number];
	readonly at?: Vec3;
	readonly node?: Vec3;
	readonly game?: 'k1' | 'k2';
	readonly height?: (x: number, y: number) => number;
}

/** A floor with a wall on one side, in a model of our own, and its walkmesh where the layout puts it. */
export function makeTwins({
	size: [w, h] = [3, 2],
	at = [100, -50, 2],
	node = [0.5, -0.25, 0.125],
	game = 'k1',
	height = (x, y) => ((x * 3 + y * 5) % 7) / 16,
}: TwinSpec = {}): Twins {
	const positions: number[] = [];
	for (let y = 0; y <= h; y++) for (let x = 0; x <= w; x++) positions.push(x * 2 - w, y * 2 - h, height(x, y));
	const faces: number[] = [];
	const surfaces: number[] = [];
	for (let y = 0; y < h; y++) {
		for (let x = 0; x < w; x++) {
			const a = y * (w + 1) + x;
			faces.push(a, a + 1, a + w + 2, a, a + w + 2, a + w + 1);
			// Every third quad is no ground, so that the order of a model is not that of a walkmesh.
			const surface = (x + y) % 3 === 1 ? 7 : 4 + ((x * y) % 2) * 6;
			surfaces.push(surface, surface);
		}
	}
	const files = makeModel({ name: 'room_01a', positions, faces, surfaces, at: node, game, splitCorners: true });
	return { ...twinsOf(files, at), files };
}

/** Reads a model and derives its walkmesh from it. */
export function twinsOf(files: ModelFiles, at: Vec3): Twins {
	const report = new Report();
	const mdl = decodeMdl(files.mdl, report);
	if (mdl.walkmesh === undefined) throw new Error('the model has no walkmesh');
	const { walkmesh } = walkmeshOfMdl(mdl, mdl.walkmesh, mdl.name);
	const { tree } = mdl.walkmesh;
	const moved = moveWalkmesh(walkmesh, translation(at));
	const kept = tree === undefined ? {} : { keptTree: withMargins(tree, moved) };
	const file = deriveBwm(moved, K1, report, kept);
	const room = { walkmesh: walkmeshFromBwm(file, { name: mdl.name }, report), tree: file.aabb };
	return { files, mdl, twin: mdl.walkmesh, at, room };
}

/** The room with its tables derived from another walkmesh. */
export function roomOf(walkmesh: Walkmesh): TwinRoom {
	const file = deriveBwm(walkmesh, K1, new Report(), { tree: 'median' });
	return { walkmesh: walkmeshFromBwm(file, { name: walkmesh.name }, new Report()), tree: file.aabb };
}

export function compare({ mdl, twin, at }: Twins, room: TwinRoom, place: Vec3 | undefined = at): TwinComparison {
	return compareTwin(mdl, twin, room, place, K1);
}
