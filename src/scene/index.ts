export {
	FRAME_DEFAULTS,
	type FrameOptions,
	type LengthUnit,
	METRES_PER_UNIT,
	toAreaAxes,
	type UpAxis,
} from './frame.ts';
export type { ImportContext } from './import-context.ts';
export type { Scene, SceneHook, SceneMarker, SceneNode, ScenePart } from './scene.ts';
