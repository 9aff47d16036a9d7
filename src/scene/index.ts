export { assembleScene, assembleWhole, mergeParts, type SceneWalkmeshes } from './assemble.ts';
export { distinctObjects, hasHooks, type PlacedObject } from './copies.ts';
export {
	FRAME_DEFAULTS,
	type FrameOptions,
	type LengthUnit,
	METRES_PER_UNIT,
	toAreaAxes,
	type UpAxis,
} from './frame.ts';
export type { ImportContext } from './import-context.ts';
export { type NodeMeaning, nodeMeanings, parentsFirst } from './node-roles.ts';
export {
	collectGreens,
	createGreens,
	decidePaint,
	type Greens,
	paintedRooms,
	type RoomPaint,
} from './painted-rooms.ts';
export type { Scene, SceneHook, SceneMarker, SceneNode, ScenePart } from './scene.ts';
export { type SelectableNode, type Selection, type SelectOptions, selectNodes } from './select.ts';
export { checkSize, NARROWEST_ROOM, WIDEST_ROOM } from './size.ts';
export { checkUp, UPRIGHT_SHARE } from './up.ts';
