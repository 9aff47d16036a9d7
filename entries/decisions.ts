/**
 * Scenes that nobody prepared: what their materials, objects and rooms probably are, and the file beside a scene that says what was decided.
 *
 * @packageDocumentation
 * @module wokflow/decisions
 */

// biome-ignore-all assist/source/organizeImports: by subject, as a reader looks for them

export { type Proposals, proposeDecisions } from '../src/propose/propose.ts';
export type { MaterialProposal } from '../src/propose/materials.ts';
export type { ReadFrame } from '../src/propose/frame.ts';
export type { DecidedRoom, SceneHook, SceneMarker, SceneNode, ScenePart } from '../src/scene/scene.ts';
export type { StatedUnit } from '../src/scene/units.ts';
export { applyDecisions } from '../src/propose/apply.ts';
export {
	acceptDecisions,
	type Confidence,
	type Decided,
	type Decisions,
	type FrameDecision,
	type MaterialDecision,
	type ObjectDecision,
	type ObjectRole,
	type RoomDecision,
	type SillsDecision,
} from '../src/scene/decisions.ts';
export { decisionsText, readDecisions } from '../pipeline/decisions-file.ts';
