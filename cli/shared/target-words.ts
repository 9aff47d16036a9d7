import { extname } from 'node:path';
import { CONFIG_NAMES } from '../../builds/cache/places.ts';
import { text } from '../../src/findings/options.ts';

/** What commands over the targets of a config are called with. */

const [FIRST, ...OTHERS] = CONFIG_NAMES;
const EXTENSIONS = OTHERS.map((name) => extname(name));

export const CONFIG_OPTION = {
	config: text('The config.', {
		short: 'c',
		placeholder: 'file',
		otherwise: `${[FIRST, ...EXTENSIONS.slice(0, -1)].join(', ')} or ${EXTENSIONS.at(-1)} here`,
	}),
};

export const TARGET_WORDS: Readonly<Record<string, string>> = {
	'[targets...]': 'names of targets (default: all)',
};
