import { type ArchiveFormat, RIM } from './archive.ts';
import { beginsWith } from './tables.ts';

export const rimFormat: ArchiveFormat = {
	name: 'rim',
	summary: 'archive of resources: a module as the game ships it',
	extensions: ['.rim'],
	sniff: (head) => beginsWith(head, RIM.types, RIM.version),
	read: async (source, report) => (await import('./read-rim.ts')).readRim(source, report),
};
