import type { Location, Report } from '../../src/findings/report.ts';
import { checkModelName, findDuplicateNames, type Layout } from '../../src/model/level.ts';
import { LAYOUT_FINDINGS } from '../rooms/layout-findings.ts';
import type { LayoutSection } from './layout-lines.ts';

/**
 * Reports names that the engine does not accept, rooms that are listed twice (a name means the first of them) and door hooks that name no room of
 * the layout.
 *
 * @param locationOf where an entry of a section was read, such as its line
 */
export function checkLayout(
	layout: Layout,
	report: Report,
	locationOf: (section: LayoutSection, index: number) => Location = () => ({}),
): void {
	const lists = { room: layout.rooms, track: layout.tracks, obstacle: layout.obstacles } as const;
	for (const section of ['room', 'track', 'obstacle'] as const) {
		for (const [index, { model }] of lists[section].entries()) {
			checkName(model, report, locationOf(section, index));
		}
	}
	for (const [index, { door }] of layout.doorHooks.entries()) checkName(door, report, locationOf('doorhook', index));

	const names = layout.rooms.map((room) => room.model);
	for (const { name, indices } of findDuplicateNames(names)) {
		for (const again of indices.slice(1)) {
			report.add(LAYOUT_FINDINGS.LAYOUT_NAME_DUPLICATE, locationOf('room', again), { name, first: indices[0], again });
		}
	}
	const known = new Set(names.map((name) => name.toLowerCase()));
	for (const [index, { room, door }] of layout.doorHooks.entries()) {
		if (known.has(room.toLowerCase())) continue;
		report.add(LAYOUT_FINDINGS.LAYOUT_DOORHOOK_ROOM_UNKNOWN, locationOf('doorhook', index), { door, room });
	}
}

function checkName(name: string, report: Report, location: Location): void {
	for (const problem of checkModelName(name))
		report.add(LAYOUT_FINDINGS.LAYOUT_NAME_INVALID, location, { name, problem });
}
