import { type ArchiveFormat, ERF } from './archive.ts';
import { beginsWith } from './tables.ts';

export const erfFormat: ArchiveFormat = {
	name: 'erf',
	summary: 'archive of resources: a module, a saved game, a patch',
	extensions: ['.mod', '.erf', '.sav', '.hak'],
	sniff: (head) => beginsWith(head, ERF.types, ERF.version),
	read: async (source, report) => (await import('./read-erf.ts')).readErf(source, report),
};
