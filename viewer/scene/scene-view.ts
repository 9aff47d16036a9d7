import { Ray, type Scene, Vector3 } from 'three';
import { minus, type Vec3 } from '../../src/math/vec3.ts';
import type { ObjectDecision, ObjectRole } from '../../src/scene/decisions.ts';
import type { DecidedScene } from '../core/decided.ts';
import { COLOURINGS, type ViewState } from '../page/state.ts';
import { listRgb, type Rgb, rgbOfHex, type Theme } from './colours.ts';
import { FaceLayer } from './faces.ts';

/** Colours of roles; the list names each, so that none depends on colour alone. */
export const ROLE_COLOURS: Readonly<Record<ObjectRole, Rgb>> = {
	room: rgbOfHex('#56b4e9'),
	rooms: rgbOfHex('#0072b2'),
	obstacle: rgbOfHex('#e69f00'),
	door: rgbOfHex('#cc79a7'),
	placeable: rgbOfHex('#009e73'),
	none: rgbOfHex('#8d939a'),
};

/** A face of a scene: its material and object by their place among the names. */
export interface PickedOfScene {
	readonly scene: number;
	readonly material: number;
	readonly object: number;
	readonly distance: number;
}

/** Scenes as they were modelled, coloured by what is decided of them. */
export class SceneView {
	readonly #layers: readonly FaceLayer[];
	readonly scenes: readonly DecidedScene[];

	constructor(scene: Scene, scenes: readonly DecidedScene[]) {
		this.scenes = scenes;
		this.#layers = scenes.map(({ picture }) => new FaceLayer(picture));
		for (const { mesh } of this.#layers) scene.add(mesh);
	}

	/** Shows the scenes in place of the level, or hides them. @param proposals those of each scene, which may have changed since it was drawn */
	paint(
		state: ViewState,
		proposals: readonly DecidedScene['proposals'][],
		chosen: PickedOfScene | undefined,
		theme: Theme,
	): void {
		for (const [index, layer] of this.#layers.entries()) {
			layer.mesh.visible = isOfScene(state.colouring);
			if (!layer.mesh.visible) continue;
			const { materials, objects, objectNames } = this.scenes[index].picture;
			const roles = objectNames.map((each) => entryOf(proposals[index].objects, each)?.role);
			const other = rgbOfHex(theme.dark ? '#4a535e' : '#c4cbd3');
			const isChosen = (face: number): boolean =>
				chosen?.scene === index &&
				(state.colouring === 'material' ? materials[face] === chosen.material : objects[face] === chosen.object);
			const rgbOf = (face: number): Rgb => {
				if (state.colouring === 'material')
					return materials[face] < 0 ? other : listRgb(materials[face], state.palette);
				const role = roles[objects[face]];
				return role === undefined ? other : ROLE_COLOURS[role];
			};
			layer.paint((face) => ({ rgb: rgbOf(face), visible: true, ground: false, pattern: isChosen(face) ? 1 : 0 }), {
				wire: state.layers.has('wireframe'),
				dark: theme.dark,
			});
		}
	}

	/** The nearest face along a line that faces it. */
	pick({ from, to }: { readonly from: Vec3; readonly to: Vec3 }): PickedOfScene | undefined {
		let nearest: PickedOfScene | undefined;
		for (const [scene, { picture }] of this.scenes.entries()) {
			const { corners, origin, materials, objects } = picture;
			const ray = new Ray(new Vector3(...minus(from, origin)), new Vector3(...minus(to, from)).normalize());
			const [a, b, c, at] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
			for (let face = 0; face < materials.length; face++) {
				a.fromArray(corners, face * 9);
				b.fromArray(corners, face * 9 + 3);
				c.fromArray(corners, face * 9 + 6);
				if (ray.intersectTriangle(a, b, c, true, at) === null) continue;
				const distance = at.distanceTo(ray.origin);
				if (distance < (nearest?.distance ?? Infinity))
					nearest = { scene, material: materials[face], object: objects[face], distance };
			}
		}
		return nearest;
	}

	dispose(): void {
		for (const layer of this.#layers) {
			layer.mesh.removeFromParent();
			layer.dispose();
		}
	}
}

/** What is decided of an object: by its name and place, or of all of its name. */
export function entryOf(
	entries: readonly ObjectDecision[],
	{ name, nth }: Pick<ObjectDecision, 'name' | 'nth'>,
): ObjectDecision | undefined {
	const own = entries.filter((each) => each.name === name);
	return own.find((each) => each.nth === nth) ?? own.find((each) => each.nth === undefined);
}

/** Whether a colouring shows the scene, and not the level that is made from it. */
export function isOfScene(colouring: ViewState['colouring']): boolean {
	return colouring === 'material' || colouring === 'role';
}

/** The colourings that there are: those of the scene only where a scene is open. */
export function colouringsOf(opened: { readonly hasScene: boolean } | undefined): readonly ViewState['colouring'][] {
	return COLOURINGS.filter((each) => opened?.hasScene === true || !isOfScene(each));
}
