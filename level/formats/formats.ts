import type { DocumentFormat } from '../../src/formats/contracts.ts';
import type { Layout, Visibility } from '../../src/model/level.ts';
import { LYT_FINDINGS, VIS_FINDINGS } from './findings.ts';
import { readLyt } from './read-lyt.ts';
import { readVis } from './read-vis.ts';

export const lytFormat: DocumentFormat<Layout> = {
	name: 'lyt',
	summary: 'layout of an area: which rooms it has, and where',
	extensions: ['.lyt'],
	get findings() {
		return LYT_FINDINGS;
	},
	read: (...args) => readLyt(...args),
};

export const visFormat: DocumentFormat<Visibility> = {
	name: 'vis',
	summary: 'visibility file of an area: which rooms are seen from which',
	extensions: ['.vis'],
	get findings() {
		return VIS_FINDINGS;
	},
	read: (...args) => readVis(...args),
};
