import type { ArchiveWriter } from './archive.ts';

export const erfWriter: ArchiveWriter = {
	name: 'erf',
	summary: 'archive of resources: a module, a saved game, a patch',
	extensions: ['.mod', '.erf', '.sav', '.hak'],
	change: async (archive, entries) => (await import('./write-erf.ts')).changeErf(archive, entries),
	create: async (entries, extension) => (await import('./write-erf.ts')).createErf(entries, extension),
};
