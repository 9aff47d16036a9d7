import { GLTF_WRITE_OPTIONS } from '../../exporters/gltf/index.ts';
import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import { ROOM_OPTIONS } from '../../level/rooms/from-scene.ts';
import { VISIBILITY_MODE } from '../../level/rooms/visibility.ts';
import { JOIN_OPTIONS, ROOM_FILE_OPTIONS, TARGET_OPTIONS } from '../../pipeline/options.ts';
import { flag, type GivenOf, text } from '../../src/findings/options.ts';

/** Which files of a level are written besides the walkmeshes. */
export const LEVEL_FILE_OPTIONS = {
	lyt: flag(true, 'Write the layout.'),
	vis: VISIBILITY_MODE,
	newVis: flag(false, 'Make the visibility file anew, even where one lies beside the layout.'),
	glb: flag(true, 'Write an inspection GLB of all rooms and objects.'),
	findings: GLTF_WRITE_OPTIONS.findings,
	plan: flag(true, 'Write a plan from above, SVG.'),
	placements: flag(true, 'Write where doors and placeables stand, JSON, where a scene shows some.'),
	report: flag(true, 'Write a report, JSON.'),
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
