import { LevelQuery } from '../../level/query/level-query.ts';
import type { PathPoint } from '../../level/query/path-points.ts';
import type { WalkStop } from '../../level/query/walk.ts';
import type { Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { haveOneCause, knownPlaces } from '../facts/rooms-alike.ts';
import { THING_FINDINGS } from './thing-findings.ts';

/** Of so many links it is tried whether they can be walked; those of the game have 70 in a module. */
const MOST_LINKS = 20_000;

/** Why a walk ends where the path points are at fault; elsewhere a link or a room is missing, which is reported as that. */
const OF_POINTS: ReadonlySet<WalkStop | null> = new Set(['perimeter', 'Nonwalk face']);

/** A point beside the walkable ground. */
interface Off {
	readonly index: number;
	readonly distance: number;
	readonly at: Vec3;
}

/**
 * Reports path points (`.pth`) that lie beside the walkable ground, and links between points that cannot be walked straight, neither way. The game
 * sends creatures along these links without asking the walkmesh first. Points of rooms whose file is missing are left out.
 */
export function checkPathPoints(level: Level, points: readonly PathPoint[], table: SurfaceTable, report: Report): void {
	const query = new LevelQuery(level, { surfaces: table });
	if (!level.rooms.some(({ walkmesh }) => walkmesh !== undefined)) return;
	const isKnown = knownPlaces(level);
	const off: Off[] = [];
	const judged = points.flatMap((point, index) => {
		if (!isKnown([point.x, point.y])) return [];
		const ground = query.groundAt(point.x, point.y);
		if (ground !== undefined && isWalkable(table, ground.surface)) return [index];
		const near = query.nearestWalkable([point.x, point.y]);
		if (near === undefined || near.distance <= THRESHOLDS.thingBeside) return [index];
		off.push({ index, distance: near.distance, at: [point.x, point.y, near.point[2]] });
		return [index];
	});
	// Of points that all belong elsewhere the links are at fault, too.
	if (reportOff(off, judged.length, report)) return;
	const sound = new Set(judged);
	for (const { index } of off) sound.delete(index);
	reportBlocked(query, points, sound, report);
}

/** @returns whether they have one cause */
function reportOff(off: readonly Off[], count: number, report: Report): boolean {
	if (haveOneCause(off.length, count)) {
		report.add(THING_FINDINGS.PATH_POINT_OFF_GROUND, { at: off[0].at }, { off: off.length, count });
		return true;
	}
	for (const { index, distance, at } of off)
		report.add(THING_FINDINGS.PATH_POINT_OFF_GROUND, { at }, { point: index, distance });
	return false;
}

/** One finding for all links that cannot be walked, at the first. */
function reportBlocked(
	query: LevelQuery,
	points: readonly PathPoint[],
	sound: ReadonlySet<number>,
	report: Report,
): void {
	const blocked: { readonly from: number; readonly to: number; readonly at: Vec3; readonly isWall: boolean }[] = [];
	for (const [from, to] of linksBetween(points, sound)) {
		const [a, b] = [points[from], points[to]].map(({ x, y }) => [x, y]);
		const walk = query.walk(a, b);
		if (walk.arrived || !OF_POINTS.has(walk.why) || query.walk(b, a).arrived) continue;
		blocked.push({ from, to, at: walk.at, isWall: walk.why === 'Nonwalk face' });
	}
	if (blocked.length === 0) return;
	const [{ from, to, at, isWall }] = blocked;
	report.add(THING_FINDINGS.PATH_LINK_BLOCKED, { at }, { from, to, wall: isWall, count: blocked.length });
}

/** The links between some points, at most `MOST_LINKS`; of links both ways, and of repeated ones, the first. */
function linksBetween(points: readonly PathPoint[], sound: ReadonlySet<number>): [from: number, to: number][] {
	const links = new Map<number, [number, number]>();
	for (const from of sound) {
		for (const to of points[from].links) {
			const key = Math.min(from, to) * points.length + Math.max(from, to);
			if (!sound.has(to) || to === from || links.has(key)) continue;
			if (links.size >= MOST_LINKS) return [...links.values()];
			links.set(key, [from, to]);
		}
	}
	return [...links.values()];
}
