import { type ArchiveFormat, KEY } from './archive.ts';
import { beginsWith } from './tables.ts';

export const keyFormat: ArchiveFormat = {
	name: 'key',
	summary: 'index of an installed game, whose resources lie in BIFs',
	extensions: ['.key'],
	sniff: (head) => beginsWith(head, [KEY.type], KEY.version),
	read: async (source, report, openPart) => (await import('./read-key.ts')).readKey(source, report, openPart),
};
