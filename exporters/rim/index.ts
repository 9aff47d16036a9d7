import type { ArchiveWriter } from '../../src/archive/archive.ts';

export const rimWriter: ArchiveWriter = {
	name: 'rim',
	summary: 'archive of resources: a module as the game ships it',
	extensions: ['.rim'],
	change: async (archive, entries) => (await import('./write.ts')).changeRim(archive, entries),
	create: async (entries) => (await import('./write.ts')).createRim(entries),
};
