import type { Gff, GffField, GffStruct } from '../../game/gff/gff.ts';
import type { Level } from '../../src/model/level.ts';
import { isWalkable, K1 } from '../../src/model/surfaces.ts';
import { linkedLevel } from './linked-levels.ts';

/** A level with a door in every doorway and some creatures, waypoints and triggers, all where they should be. */

export interface Stand {
	readonly x: number;
	readonly y: number;
	readonly z: number;
	/** Radians. */
	readonly bearing: number;
}

export interface MadeArea {
	readonly level: Level;
	readonly doors: readonly Stand[];
	/** On walkable ground, well away from edges. */
	readonly spots: readonly Stand[];
	/** A point in plan that no room is near. */
	readonly outside: readonly [number, number];
}

export function makeArea(random: () => number, recess = 0, rooms = 4): MadeArea {
	const turn = random() * 2 * Math.PI;
	const offset = [random() * 400 - 200, random() * 400 - 200] as const;
	const { level, doorways } = linkedLevel(
		{ rooms, trianglesPerRoom: 72, seed: Math.floor(random() * 1e6) },
		{ turn, offset },
	);
	const groups = new Map<string, typeof doorways>();
	for (const doorway of doorways) {
		if (doorway.room > doorway.other) continue;
		const key = `${doorway.room} ${doorway.other}`;
		groups.set(key, [...(groups.get(key) ?? []), doorway]);
	}
	const doors = [...groups.values()].map((edges): Stand => {
		const mean = (axis: number): number => edges.reduce((sum, { middle }) => sum + middle[axis], 0) / edges.length;
		const [ax, ay] = edges[0].across;
		const side = random() < 0.5 ? 1 : -1;
		const bearing = Math.atan2(-ax, ay) + (random() < 0.5 ? Math.PI : 0);
		return { x: mean(0) + ax * recess * side, y: mean(1) + ay * recess * side, z: mean(2), bearing };
	});
	const spots = level.rooms.flatMap(({ walkmesh }): Stand[] => {
		if (walkmesh === undefined) return [];
		const { positions, faces } = walkmesh;
		const walkable = [...walkmesh.surfaces.keys()].filter((face) => isWalkable(K1, walkmesh.surfaces[face]));
		return [walkable[0] * 3, walkable[Math.floor(walkable.length / 2)] * 3].map((corner) => {
			const at = (axis: number): number =>
				[0, 1, 2].reduce((sum, k) => sum + positions[faces[corner + k] * 3 + axis], 0) / 3;
			return { x: at(0), y: at(1), z: at(2), bearing: random() * 6 };
		});
	});
	return { level, doors, spots, outside: [offset[0] + 5000, offset[1]] };
}

const float = (label: string, value: number): GffField => ({ label, type: 'float', value: Math.fround(value) });

export function doorStruct({ x, y, z, bearing }: Stand, template = 'door'): GffStruct {
	return {
		id: 8,
		fields: [
			{ label: 'TemplateResRef', type: 'resref', value: template },
			{ label: 'Tag', type: 'string', value: '' },
			float('X', x),
			float('Y', y),
			float('Z', z),
			float('Bearing', bearing),
		],
	};
}

export function standingStruct({ x, y, z, bearing }: Stand, id: 4 | 5, template: string): GffStruct {
	return {
		id,
		fields: [
			{ label: 'TemplateResRef', type: 'resref', value: template },
			float('XPosition', x),
			float('YPosition', y),
			float('ZPosition', z),
			float('XOrientation', Math.cos(bearing)),
			float('YOrientation', Math.sin(bearing)),
		],
	};
}

export function triggerStruct({ x, y, z }: Stand, size: number): GffStruct {
	const corner = (dx: number, dy: number): GffStruct => ({
		id: 3,
		fields: [float('PointX', dx), float('PointY', dy), float('PointZ', 0)],
	});
	return {
		id: 1,
		fields: [
			{ label: 'TemplateResRef', type: 'resref', value: 'trap' },
			float('XPosition', x),
			float('YPosition', y),
			float('ZPosition', z),
			{ label: 'Geometry', type: 'list', value: [corner(0, 0), corner(size, 0), corner(size, size), corner(0, size)] },
		],
	};
}

export interface AreaLists {
	readonly doors?: readonly Stand[];
	readonly creatures?: readonly Stand[];
	readonly waypoints?: readonly Stand[];
	readonly triggers?: readonly GffStruct[];
}

export function gitWith({ doors = [], creatures = [], waypoints = [], triggers = [] }: AreaLists): Gff {
	const list = (label: string, value: readonly GffStruct[]): GffField => ({ label, type: 'list', value });
	return {
		type: 'GIT ',
		root: {
			id: 0xffffffff,
			fields: [
				{ label: 'UseTemplates', type: 'byte', value: 1 },
				list(
					'Creature List',
					creatures.map((each, i) => standingStruct(each, 4, `guard${i}`)),
				),
				list(
					'Door List',
					doors.map((each, i) => doorStruct(each, `door${i}`)),
				),
				list('TriggerList', triggers),
				list(
					'WaypointList',
					waypoints.map((each, i) => standingStruct(each, 5, `wp${i}`)),
				),
			],
		},
	};
}
