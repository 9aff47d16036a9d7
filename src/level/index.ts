export { type Layout, type LayoutDoorHook, type LayoutEntry, PLACEHOLDER_ROOM, roomIndex } from './layout.ts';
export type { Level, Room } from './level.ts';
