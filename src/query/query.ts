import type { Level } from '../level/level.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import type { LevelQueryOptions } from './level-index.ts';
import { LevelQuery } from './level-query.ts';
import { WalkmeshQuery, type WalkmeshQueryOptions } from './walkmesh-query.ts';

/**
 * Makes a level answer questions: room and ground at a point, rays, the nearest walkable point, walks. Doors and placeables that stand
 * in it take part in the questions that name their kind.
 *
 * @example
 * const asked = query(level);
 * const ground = asked.groundAt(12, 30);
 * const walk = asked.walk([12, 30], [20, 30], { radius: 0.35 });
 * console.log(ground?.room, walk.arrived, walk.why, walk.at);
 */
export function query(level: Level, options?: LevelQueryOptions): LevelQuery;
/**
 * Makes a walkmesh answer questions: face and height at a point, rays, the nearest walkable point, faces in a box. A tree is built, or the
 * one stored in the file is walked down.
 *
 * @example
 * const { walkmesh: room, file } = readWalkmesh(bytes, 'quay_01b.wok');
 * const asked = query(room, { storedTree: file.aabb });
 * console.log(asked.heightAt(12, 30), asked.faceAt(12, 30), asked.nearestWalkable([12, 30])?.point);
 * const hit = asked.raycast([12, 30, 100], [12, 30, -100], { mask: 'walk' });
 * console.log(hit?.face, hit?.surface, hit?.point, hit?.normal, hit?.distance);
 */
export function query(walkmesh: Walkmesh, options?: WalkmeshQueryOptions): WalkmeshQuery;
export function query(
	subject: Level | Walkmesh,
	options: LevelQueryOptions & WalkmeshQueryOptions = {},
): LevelQuery | WalkmeshQuery {
	return 'rooms' in subject ? new LevelQuery(subject, options) : new WalkmeshQuery(subject, options);
}
