export { facesByWalkability } from './faces.ts';
export {
	createWalkmesh,
	DOOR_STATES,
	type DoorState,
	faceCount,
	type Hooks,
	NO_HOOKS,
	NONE,
	transitionEdges,
	vertexCount,
	type Walkmesh,
	type WalkmeshKind,
} from './walkmesh.ts';
