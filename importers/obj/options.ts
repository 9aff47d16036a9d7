import { choice } from '../../src/findings/options.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import { SELECT_OPTIONS } from '../../src/scene/select.ts';

export const OBJ_READ_OPTIONS = {
	...SELECT_OPTIONS,
	...FRAME_OPTIONS,
	...LIMIT_OPTIONS,
	objParser: choice(
		'Reader of OBJ files: our own, or that of the package obj-file-parser, a slower second opinion.',
		['scanner', 'obj-file-parser'],
		'scanner',
	),
};
