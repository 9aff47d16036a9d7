import type { DocumentFormat } from '../../src/formats/contracts.ts';
import type { Layout } from '../../src/level/level.ts';
import { LYT_FINDINGS } from './findings.ts';
import { readLyt } from './read.ts';

export const lytFormat: DocumentFormat<Layout> = {
	name: 'lyt',
	summary: 'layout of an area: which rooms it has, and where',
	extensions: ['.lyt'],
	get findings() {
		return LYT_FINDINGS;
	},
	read: (...args) => readLyt(...args),
};
