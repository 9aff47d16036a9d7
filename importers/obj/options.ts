import { choice } from '../../src/findings/options.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import { SELECT_OPTIONS } from '../../src/scene/select.ts';

export const OBJ_READ_OPTIONS = {
	...SELECT_OPTIONS,
	...FRAME_OPTIONS,
	...LIMIT_OPTIONS,
	objParser: choice(
		'Whether the package obj-file-parser reads OBJ files, too, as a second opinion. Where it differs from the scanner, which decides, both are reported.',
		['scanner', 'obj-file-parser'],
		'scanner',
	),
};
