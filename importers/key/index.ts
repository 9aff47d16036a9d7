import { type ArchiveFormat, KEY } from '../../src/archive/archive.ts';
import { beginsWith } from '../../src/archive/tables.ts';

export const keyFormat: ArchiveFormat = {
	name: 'key',
	summary: 'index of an installed game, whose resources lie in BIFs',
	extensions: ['.key'],
	sniff: (head) => beginsWith(head, [KEY.type], KEY.version),
	read: async (source, report, openPart) => (await import('./read.ts')).readKey(source, report, openPart),
};
