import type { Report } from '../findings/report.ts';
import { LAYOUT_FINDINGS } from './layout-findings.ts';
import { type Layout, PLACEHOLDER_ROOM, type Room, type Visibility } from './level.ts';

export interface SkeletonOptions {
	/** List every room in its own entry as well. The game's files do not. */
	readonly listSelf?: boolean;
}

/**
 * A visibility file to start from: every room of the layout sees itself and the rooms it is linked with. Rooms that are seen
 * through a second doorway have to be added by hand. Placeholders and links to them are left out.
 *
 * @param links pairs of room indices into the layout, in any order and direction, such as `roomLinks` finds
 *
 * @example
 * const visibility = visibilitySkeleton(layout, [[0, 1]]);
 * const text = writeVis(visibility);
 */
export function visibilitySkeleton(
	layout: Layout,
	links: Iterable<readonly [number, number]> = [],
	options: SkeletonOptions = {},
): Visibility {
	const { rooms } = layout;
	const firstOfName = new Map<string, number>();
	for (const [index, { model }] of rooms.entries()) {
		const key = model.toLowerCase();
		if (model !== PLACEHOLDER_ROOM && !firstOfName.has(key)) firstOfName.set(key, index);
	}
	// A room that stands twice has one entry, which gathers the links of both.
	const entryOf = (index: number): number | undefined => firstOfName.get(rooms[index]?.model.toLowerCase() ?? '');
	const seen = rooms.map((_, index) => new Set(options.listSelf ? [index] : []));
	for (const [a, b] of links) {
		const one = entryOf(a);
		const other = entryOf(b);
		if (one === undefined || other === undefined || one === other) continue;
		seen[one].add(other);
		seen[other].add(one);
	}
	const entries = [...firstOfName.values()].map((index) => {
		const visible = [...seen[index]].sort((a, b) => a - b).map((other) => rooms[other].model);
		return { room: rooms[index].model, visible };
	});
	return { entries };
}

/** The pairs of rooms that transitions lead between, each once, the smaller index first. */
export function roomLinks(rooms: readonly Room[]): readonly (readonly [number, number])[] {
	const pairs = new Map<string, readonly [number, number]>();
	for (const [index, { walkmesh }] of rooms.entries()) {
		for (const other of new Set(walkmesh?.transitions)) {
			if (other < 0 || other >= rooms.length || other === index) continue;
			const pair = [Math.min(index, other), Math.max(index, other)] as const;
			pairs.set(pair.join(), pair);
		}
	}
	return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Reports names that are no rooms of the layout, and rooms of the layout that the visibility file does not name at all. */
export function checkVisibility(visibility: Visibility, layout: Layout, report: Report): void {
	const wanted = new Map<string, string>();
	for (const { model } of layout.rooms) {
		if (model !== PLACEHOLDER_ROOM && !wanted.has(model.toLowerCase())) wanted.set(model.toLowerCase(), model);
	}
	const named = new Set<string>();
	for (const { room, visible } of visibility.entries) {
		for (const name of [room, ...visible]) {
			const key = name.toLowerCase();
			if (named.has(key)) continue;
			named.add(key);
			if (!wanted.has(key)) report.add(LAYOUT_FINDINGS.VIS_ROOM_UNKNOWN, {}, { name });
		}
	}
	for (const [key, room] of wanted) {
		if (!named.has(key)) report.add(LAYOUT_FINDINGS.VIS_ROOM_UNSEEN, { room }, { room });
	}
}
