import { EFFORT_OPTIONS } from '../../level/query/effort.ts';
import { degrees, type GivenOf, pairs, text, vector } from '../../src/findings/options.ts';
import type { Vec3 } from '../../src/math/vec3.ts';

/** What is said of a module that a level becomes. */
export const MODULE_OPTIONS = {
	module: text('Make a module of this name as well: area files, path points and a .mod with everything.', {
		placeholder: 'name',
	}),
	moduleFolder: text(
		'What else belongs into the module: models, textures, templates, scripts; a folder or a .mod. Area files in it are brought up to date.',
		{ placeholder: 'folder' },
	),
	entry: vector<Vec3 | undefined>('Where the player enters the module.', 3, undefined, {
		otherwise: 'roomy ground of the first room',
	}),
	entryBearing: degrees('Which way the player looks there, from +x, counter-clockwise from above.', 90),
	template: pairs('Template of a door or placeable that is not called like its model, such as "gate=door_metal".', {
		placeholder: 'model=template',
	}),
	...EFFORT_OPTIONS,
};
export type ModuleOptions = GivenOf<typeof MODULE_OPTIONS>;
