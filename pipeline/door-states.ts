import type { Report } from '../src/findings/index.ts';
import { DOOR_STATES, type DoorState, type Walkmesh } from '../src/walkmesh/index.ts';

/** Tells of doors that do not have all three states. */
export function reportDoorStates(walkmeshes: readonly Walkmesh[], report: Report): void {
	const doors = new Map<string, { name: string; states: Set<DoorState> }>();
	for (const { kind, name, doorState } of walkmeshes) {
		if (kind !== 'door') continue;
		const key = name.toLowerCase();
		const door = doors.get(key) ?? { name, states: new Set() };
		door.states.add(doorState ?? 'closed');
		doors.set(key, door);
	}
	for (const { name, states } of doors.values()) {
		const missing = DOOR_STATES.filter((state) => !states.has(state)).join(', ');
		if (missing !== '') report.add('DOOR_STATE_MISSING', { room: name }, { name, missing });
	}
}
