import { flag } from '../../src/options/options.ts';

export const GLTF_WRITE_OPTIONS = {
	findings: flag(
		false,
		'Show what was found in inspection files: pins, and lines to where the ground ends, each a node.',
	),
};
