import { DIFF_OPTIONS } from '../check/inspect/differences.ts';
import { MODULE_OPTIONS } from '../game/area/module-options.ts';
import { GLTF_LIMIT_OPTIONS } from '../importers/gltf/options.ts';
import { DOOR_OPTIONS } from '../level/collision/door.ts';
import { HULL_OPTIONS } from '../level/collision/hull.ts';
import { ROOM_OPTIONS } from '../level/rooms/room-nodes.ts';
import { PLAN_OPTIONS } from '../pictures/svg/options.ts';
import {
	CHANGE_OPTIONS,
	JOIN_OPTIONS,
	MESH_OPTIONS,
	PLACE_ROOM_OPTIONS,
	READ_OPTIONS,
	ROOM_FILE_OPTIONS,
	SURFACE_OPTIONS,
	WRITE_OPTIONS,
} from '../pipeline/options.ts';
import { TREE_OPTIONS } from '../src/bwm/derive.ts';
import type { Option, Options } from '../src/findings/options.ts';
import { LIMIT_OPTIONS } from '../src/formats/limits.ts';
import { LINK_OPTIONS } from '../src/seams/link.ts';
import { LEVEL_FILE_OPTIONS } from './config/level-options.ts';

/** Options by what they are about: the order of the documentation, and the headings of help texts. */
export const OPTION_TOPICS: Readonly<Record<string, Options>> = {
	Reading: select(READ_OPTIONS, (name) => !isLimit(name)),
	Surfaces: SURFACE_OPTIONS,
	'Cleaning up scenes': MESH_OPTIONS,
	'A room of a layout': PLACE_ROOM_OPTIONS,
	'Changing a walkmesh': CHANGE_OPTIONS,
	Writing: { ...WRITE_OPTIONS, ...TREE_OPTIONS },
	Pictures: PLAN_OPTIONS,
	'Rooms of a level': { ...ROOM_OPTIONS, ...ROOM_FILE_OPTIONS },
	'Linking rooms': { ...LINK_OPTIONS, ...JOIN_OPTIONS },
	'Files of a level': LEVEL_FILE_OPTIONS,
	'A module of a level: level': MODULE_OPTIONS,
	'Walkmeshes of placeables: collision': HULL_OPTIONS,
	'Walkmeshes of doors: collision': DOOR_OPTIONS,
	'Comparing: diff': DIFF_OPTIONS,
	'Limits on hostile files': select(READ_OPTIONS, isLimit),
};

function select(options: Options, wanted: (name: string) => boolean): Options {
	return Object.fromEntries(Object.entries(options).filter(([name]) => wanted(name)));
}

function isLimit(name: string): boolean {
	return Object.hasOwn(LIMIT_OPTIONS, name) || Object.hasOwn(GLTF_LIMIT_OPTIONS, name);
}

/**
 * The topic of an option of a command; undefined for an option that only one command has. Topics of one subject (with `: ` in the title) also compare
 * the help text, since an option of the same name may mean something else there, such as the height of a character and that of a placeable.
 */
export function topicOf(name: string, { text, type }: Option): string | undefined {
	return Object.keys(OPTION_TOPICS).find((topic) => {
		if (!Object.hasOwn(OPTION_TOPICS[topic], name) || OPTION_TOPICS[topic][name].type !== type) return false;
		return !topic.includes(': ') || OPTION_TOPICS[topic][name].text === text;
	});
}
