import type { Importer, InputSource, Loaded, ReadContext, ReadOptions } from '../src/formats/contracts.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { checkSize, checkUp, FRAME_DEFAULTS } from '../src/scene/frame.ts';
import { BUILD_FINDINGS } from './findings.ts';
import type { Registry } from './registry.ts';

/**
 * Finds the importer of a source: the one asked for; otherwise the one that knows the first bytes; otherwise the one that the
 * name's ending belongs to.
 *
 * @throws InputError when none fits; UsageError when `format` is not known
 */
export function findImporter(
	source: InputSource,
	registry: Registry,
	report: ReadContext['report'],
	format?: string,
): Importer {
	if (format !== undefined) return registry.importer(format);
	const { importers } = registry;
	const lower = source.fileName.toLowerCase();
	const found =
		importers.find((importer) => importer.sniff(source.head)) ??
		importers.find((importer) => importer.extensions.some((ending) => lower.endsWith(ending)));
	if (found !== undefined) return found;
	const known = importers.map(({ name, extensions }) => `${name} (${extensions.join(' ')})`).join(', ');
	return report.fail(BUILD_FINDINGS.FORMAT_UNKNOWN, {}, { known });
}

/** Options that mean nothing for a walkmesh. */
const SCENE_OPTIONS = ['up', 'unit', 'scale', 'nodes', 'scene', 'hidden', 'objParser'] as const;

/**
 * Reads a source with the importer that fits it. Findings carry the source's name as their file.
 * @throws InputError when it cannot be read
 */
export async function readSource(
	source: InputSource,
	options: ReadOptions & { readonly format?: string },
	context: ReadContext,
	registry: Registry,
): Promise<Loaded> {
	const report = context.report.within({ file: source.path ?? source.fileName });
	const { format, ...readOptions } = options;
	context.signal?.throwIfAborted();
	const loaded = await findImporter(source, registry, report, format).read(source, readOptions, { ...context, report });
	if (loaded.kind === 'scene') {
		const { up, unit, scale } = { ...FRAME_DEFAULTS, ...readOptions };
		const stated = [readOptions.up, readOptions.unit, readOptions.scale].some((each) => each !== undefined);
		report.add(SCENE_FINDINGS.FRAME_ASSUMED, {}, { up, unit, scale, stated });
		checkSize(loaded.scene, report);
		checkUp(loaded.scene, up, context.surfaces, report);
	} else {
		const idle = SCENE_OPTIONS.filter((key) => readOptions[key] !== undefined);
		if (idle.length > 0) report.add(BUILD_FINDINGS.OPTION_WITHOUT_EFFECT, {}, { options: idle.join(', ') });
	}
	return loaded;
}
