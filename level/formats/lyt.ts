import type { DocumentFormat } from '../../src/formats/contracts.ts';
import type { Layout } from '../../src/model/level.ts';
import { LYT_FINDINGS } from './lyt-findings.ts';
import { readLyt } from './read-lyt.ts';

export const lytFormat: DocumentFormat<Layout> = {
	name: 'lyt',
	summary: 'layout of an area: which rooms it has, and where',
	extensions: ['.lyt'],
	get findings() {
		return LYT_FINDINGS;
	},
	read: (...args) => readLyt(...args),
};
