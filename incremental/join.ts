import type { LevelTarget } from '../pipeline/config.ts';
import { runStages, type StageObserver, stagesOf } from '../pipeline/recipe.ts';
import type { Report } from '../src/findings/report.ts';
import type { Layout, Level, Room, Visibility } from '../src/level/level.ts';
import { roomLinks } from '../src/level/visibility.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { Captured } from './capture.ts';
import { hashValue } from './encoding.ts';
import { applyPatch, isPatch, type MeshPatch, patchOf } from './patch.ts';
import { isCaptured, isIndex, isList, isRecord, isString } from './shapes.ts';
import { isMadeLayout } from './split.ts';
import type { Plan } from './targets.ts';

/** What the stages over the whole level made of its rooms, each as the little that it differs from the prepared room. */
export interface JoinedLevel {
	readonly name: string;
	readonly layout: Layout;
	readonly visibility?: Visibility;
	readonly rooms: readonly JoinedMesh[];
	readonly objects: readonly JoinedMesh[];
	/** Pairs of rooms that are linked, lower index first. */
	readonly links: readonly (readonly [number, number])[];
}

export interface JoinedMesh {
	readonly name: string;
	/** The prepared room or object that it was, by index; −1 for one that a stage made. */
	readonly from: number;
	/** Undefined for rooms without walkmesh. */
	readonly patch?: MeshPatch;
	/** Hash of the walkmesh. */
	readonly hash?: string;
}

/** Runs the stages over the level: makes rooms alike along their seams, links and checks them. */
export async function joinLevel(
	plan: Plan<LevelTarget>,
	level: Level,
	surfaces: SurfaceTable,
	report: Report,
	signal?: AbortSignal,
	observer: StageObserver = {},
): Promise<JoinedLevel> {
	const context = { report, surfaces, ...(signal === undefined ? {} : { signal }) };
	const joined = await runStages(level, stagesOf(plan.stages, 'level'), context, observer);
	return {
		name: joined.name,
		layout: joined.layout,
		...(level.visibility === undefined ? {} : { visibility: level.visibility }),
		rooms: joined.rooms.map((room, index) => joinedRoom(room, index, level.rooms)),
		objects: joined.objects.map((object, index) => {
			const from = index < level.objects.length ? index : -1;
			return joinedMesh(object.name, from, level.objects[from], object);
		}),
		links: roomLinks(joined.rooms),
	};
}

function joinedRoom({ name, walkmesh }: Room, index: number, before: readonly Room[]): JoinedMesh {
	const from = before[index]?.name === name ? index : before.findIndex((room) => room.name === name);
	return joinedMesh(name, from, before[from]?.walkmesh, walkmesh);
}

function joinedMesh(name: string, from: number, before: Walkmesh | undefined, after: Walkmesh | undefined): JoinedMesh {
	if (after === undefined) return { name, from };
	return { name, from, patch: patchOf(before, after), hash: hashValue(after) };
}

/** The walkmesh of a joined room. @param prepared the room at its `from` */
export function walkmeshOf({ patch }: JoinedMesh, prepared: Walkmesh | undefined): Walkmesh | undefined {
	return patch === undefined ? undefined : applyPatch(prepared, patch);
}

/** The names of the rooms that each room is linked with, in the order of the layout. */
export function linkedNames({ rooms, links }: JoinedLevel): string[][] {
	const names: string[][] = rooms.map(() => []);
	for (const [a, b] of links) {
		names[a]?.push(rooms[b]?.name ?? `#${b}`);
		names[b]?.push(rooms[a]?.name ?? `#${a}`);
	}
	return names;
}

/** A joined level as the cache holds it. */
export function isJoined(value: unknown): value is { readonly value: JoinedLevel; readonly captured: Captured } {
	if (!isRecord(value) || !isRecord(value['value']) || !isCaptured(value['captured'])) return false;
	const { name, layout, visibility, rooms, objects, links } = value['value'];
	if (visibility !== undefined && !isVisibility(visibility)) return false;
	if (!isString(name) || !isMadeLayout(layout) || !isList(rooms, isJoinedMesh) || !isList(objects, isJoinedMesh))
		return false;
	const isRoom = (index: unknown): index is number => isIndex(index) && index < rooms.length;
	return isList(links, (link): link is [number, number] => isList(link, isRoom) && link.length === 2);
}

function isVisibility(value: unknown): value is Visibility {
	const isEntry = (each: unknown): each is Visibility['entries'][number] =>
		isRecord(each) && isString(each['room']) && isList(each['visible'], isString);
	return isRecord(value) && isList(value['entries'], isEntry);
}

function isJoinedMesh(value: unknown): value is JoinedMesh {
	if (!isRecord(value)) return false;
	const { name, from, patch, hash } = value;
	if (!isString(name) || !(from === -1 || isIndex(from))) return false;
	return patch === undefined ? hash === undefined : isPatch(patch) && isString(hash);
}
