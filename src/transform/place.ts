import type { Report } from '../findings/index.ts';
import { type Bounds, boundsOf } from '../geometry/measure.ts';
import type { Vec3 } from '../geometry/vec3.ts';
import type { Scene } from '../scene/index.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import { translation } from './motion.ts';
import { moveWalkmesh } from './move.ts';
import { chooseSpace, type SpaceOption } from './space.ts';

/**
 * Puts the scene of a room where the layout has the room: everything in it moves by `at`, in float64, unless its vertices lie in
 * area space already. Where that cannot be told, room space is taken: models of rooms are made about their own origin.
 *
 * @param at the room's position in the layout, metres
 */
export function placeScene(scene: Scene, at: Vec3, space: SpaceOption, report: Report): Scene {
	if (chooseSpace(sceneBounds(scene), at, space, 'room', report) === 'area') return scene;
	const [x, y, z] = translation(at).offset;
	const point = (p: Vec3): Vec3 => [p[0] + x, p[1] + y, p[2] + z];
	const points = (positions: Float64Array): Float64Array => positions.map((value, index) => value + at[index % 3]);
	return {
		...scene,
		nodes: scene.nodes.map((node) => ({ ...node, origin: point(node.origin) })),
		parts: scene.parts.map((part) => ({ ...part, positions: points(part.positions) })),
		markers: scene.markers.map((marker) => ({ ...marker, positions: points(marker.positions) })),
		hooks: scene.hooks.map((hook) => ({ ...hook, at: point(hook.at) })),
	};
}

/**
 * Puts a room's walkmesh where the layout has the room: each vertex moves by `at`, summed in float64 and rounded once, unless it
 * lies in area space already. Where that cannot be told, area space is taken: that is what walkmesh files hold. Placeables
 * and doors have no place in a layout and come back as they are.
 *
 * @param at the room's position in the layout, metres
 */
export function placeWalkmesh(mesh: Walkmesh, at: Vec3, space: SpaceOption, report: Report): Walkmesh {
	if (mesh.kind !== 'area') return mesh;
	if (chooseSpace(boundsOf(mesh.positions), at, space, 'area', report) === 'area') return mesh;
	return moveWalkmesh(mesh, translation(at));
}

/** The box around what belongs to the room itself; around everything where nothing does. */
function sceneBounds(scene: Scene): Bounds | undefined {
	const ofRoom = scene.parts.filter((part) => part.kind === 'area');
	const parts = ofRoom.length > 0 ? ofRoom : scene.parts;
	const boxes = parts.map((part) => boundsOf(part.positions)).filter((box) => box !== undefined);
	return boundsOf(boxes.flat());
}
