import type { DoorState } from '../walkmesh/index.ts';
import type { ScenePart } from './scene.ts';

/** The parts of one placeable, or of one state of one door, where it stands in a scene. */
export interface ObjectGroup {
	readonly kind: 'placeable' | 'door';
	readonly model: string;
	readonly doorState?: DoorState;
	/** Index of the node whose place is the model's origin, −1 where the scene's own origin is. */
	readonly root: number;
	readonly parts: ScenePart[];
}
