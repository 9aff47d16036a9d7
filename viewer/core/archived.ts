import { readArchive } from '../../pipeline/read-archive.ts';
import { hasExtension, type Registry } from '../../pipeline/registry.ts';
import { readEntry } from '../../src/archive/archive.ts';
import { resourceFileName } from '../../src/archive/resource-types.ts';
import type { Report } from '../../src/findings/report.ts';
import { memorySource } from '../../src/formats/sources.ts';
import type { ProjectFile } from './project.ts';

/** What of an area is read beside its layout: where things stand, which models they have, and path points. */
const OF_AREAS = /\.(?:git|pth|utd|utp)$/i;

/**
 * Puts the files of archives in their place: `quay.mod` becomes `quay.mod/quay_01a.wok` and the others, as paths of the command line lead into
 * archives. Of what nothing here reads, such as textures and scripts, nothing is taken.
 *
 * @throws InputError for an archive that cannot be read
 */
export async function withArchived(
	files: readonly ProjectFile[],
	registry: Registry,
	report: Report,
): Promise<ProjectFile[]> {
	const found: ProjectFile[] = [];
	for (const file of files) {
		if (!registry.archives.some((format) => hasExtension(file.path, format))) {
			found.push(file);
			continue;
		}
		const archive = await readArchive(memorySource(file.bytes), { report: report.within({ file: file.path }) });
		for (const entry of archive.entries) {
			const name = resourceFileName(entry);
			if (registry.reads(name) || OF_AREAS.test(name))
				found.push({ path: `${file.path}/${name}`, bytes: await readEntry(archive, entry) });
		}
	}
	return found;
}
