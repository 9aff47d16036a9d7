export { reportCollapsedFaces } from './collapse.ts';
export { type Motion, reflection, rotation, scaling, translation } from './motion.ts';
export { movePoints, moveWalkmesh, reverseWinding } from './move.ts';
export { placeScene, placeWalkmesh } from './place.ts';
export { chooseSpace, guessSpace, type Space, type SpaceOption } from './space.ts';
