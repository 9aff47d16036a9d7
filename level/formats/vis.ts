import type { DocumentFormat } from '../../src/formats/contracts.ts';
import type { Visibility } from '../../src/model/level.ts';
import { readVis } from './read-vis.ts';
import { VIS_FINDINGS } from './vis-findings.ts';

export const visFormat: DocumentFormat<Visibility> = {
	name: 'vis',
	summary: 'visibility file of an area: which rooms are seen from which',
	extensions: ['.vis'],
	get findings() {
		return VIS_FINDINGS;
	},
	read: (...args) => readVis(...args),
};
