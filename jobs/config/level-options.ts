import { GLTF_WRITE_OPTIONS } from '../../exporters/gltf/index.ts';
import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { VISIBILITY_MODE } from '../../level/rooms/visibility.ts';
import { JOIN_OPTIONS, ROOM_FILE_OPTIONS, TARGET_OPTIONS } from '../../pipeline/options.ts';
import { flag, type GivenOf, text } from '../../src/findings/options.ts';

/** Which files of a level are written besides the walkmeshes. */
export const LEVEL_FILE_OPTIONS = {
	lyt: flag('Write the layout.', true),
	vis: VISIBILITY_MODE,
	newVis: flag('Make the visibility file again, even where one lies beside the layout.', false),
	glb: flag('Write an inspection GLB of all rooms and objects.', true),
	findings: GLTF_WRITE_OPTIONS.findings,
	plan: flag('Write a plan from above, SVG.', true),
	placements: flag('Write where doors and placeables stand, JSON, where a scene shows some.', true),
	report: flag('Write a report, JSON.', true),
};
export type LevelFileOptions = GivenOf<typeof LEVEL_FILE_OPTIONS>;

/** Options of levels. */
export const LEVEL_OPTIONS = {
	name: text('Name of the level.', { placeholder: 'name', otherwise: 'that of the input' }),
	...ROOM_OPTIONS,
	...ROOM_FILE_OPTIONS,
	...JOIN_OPTIONS,
	...LEVEL_FILE_OPTIONS,
	...MODULE_OPTIONS,
	...TARGET_OPTIONS,
};

/** Options that two levels cannot share. */
export const OWN_OPTIONS = ['name', 'module'] as const;
