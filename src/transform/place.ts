import type { Report } from '../findings/index.ts';
import { type Bounds, boundsOf } from '../geometry/measure.ts';
import type { Vec3 } from '../geometry/vec3.ts';
import type { Scene } from '../scene/index.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import { translation } from './motion.ts';
import { moveWalkmesh } from './move.ts';
import { chooseSpace, type SpaceOption } from './space.ts';

/**
 * Puts the scene of a room where the layout has the room: ground and markers move by `at`, in float64, unless the ground lies in
 * area space already. Placeables and doors keep their place: their walkmeshes are in the space of their model. Where that cannot be told, room space is taken: models of rooms are made about their own origin.
 *
 * @param at the room's position in the layout, metres
 */
export function placeScene(scene: Scene, at: Vec3, space: SpaceOption, report: Report): Scene {
	const ground = groundBounds(scene);
	if (ground === undefined || chooseSpace(ground, at, space, 'room', report) === 'area') return scene;
	// The roots of objects stay with their parts. Without objects, hooks belong to what is there.
	const holdsObjects = scene.parts.some(({ kind }) => kind !== 'area');
	const [x, y, z] = translation(at).offset;
	const point = (p: Vec3): Vec3 => [p[0] + x, p[1] + y, p[2] + z];
	const points = (positions: Float64Array): Float64Array => positions.map((value, index) => value + at[index % 3]);
	return {
		...scene,
		nodes: holdsObjects ? scene.nodes : scene.nodes.map((node) => ({ ...node, origin: point(node.origin) })),
		parts: scene.parts.map((part) => (part.kind === 'area' ? { ...part, positions: points(part.positions) } : part)),
		markers: scene.markers.map((marker) => ({ ...marker, positions: points(marker.positions) })),
		hooks: holdsObjects ? scene.hooks : scene.hooks.map((hook) => ({ ...hook, at: point(hook.at) })),
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

/** The box around what belongs to the room itself; undefined where nothing does. */
function groundBounds(scene: Scene): Bounds | undefined {
	const parts = scene.parts.filter((part) => part.kind === 'area');
	const boxes = parts.map((part) => boundsOf(part.positions)).filter((box) => box !== undefined);
	return boundsOf(boxes.flat());
}
