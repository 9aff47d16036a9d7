export {
	createWalkmesh,
	DOOR_STATES,
	type DoorState,
	faceCount,
	type Hooks,
	NO_HOOKS,
	NONE,
	vertexCount,
	type Walkmesh,
	type WalkmeshKind,
} from './walkmesh.ts';
