import type { DocumentFormat } from '../../src/formats/contracts.ts';
import type { TwoDA } from '../../src/model/surface-tables.ts';
import { readTwoDA, TWODA_FINDINGS } from './read.ts';

export const twoDAFormat: DocumentFormat<TwoDA> = {
	name: '2da',
	summary: 'table of the game, such as surfacemat.2da',
	extensions: ['.2da'],
	get findings() {
		return TWODA_FINDINGS;
	},
	read: (...args) => readTwoDA(...args),
};
