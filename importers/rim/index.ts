import { type ArchiveFormat, RIM } from '../../src/archive/archive.ts';
import { beginsWith } from '../../src/archive/tables.ts';

export const rimFormat: ArchiveFormat = {
	name: 'rim',
	summary: 'archive of resources: a module as the game ships it',
	extensions: ['.rim'],
	sniff: (head) => beginsWith(head, RIM.types, RIM.version),
	read: async (source, report) => (await import('./read.ts')).readRim(source, report),
};
