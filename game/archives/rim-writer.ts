import type { ArchiveWriter } from './archive.ts';

export const rimWriter: ArchiveWriter = {
	name: 'rim',
	summary: 'archive of resources: a module as the game ships it',
	extensions: ['.rim'],
	change: async (archive, entries) => (await import('./write-rim.ts')).changeRim(archive, entries),
	create: async (entries) => (await import('./write-rim.ts')).createRim(entries),
};
