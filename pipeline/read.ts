import type { Importer, InputSource, Loaded, ReadContext } from '../src/formats/contracts.ts';
import { foreignSceneByContent, foreignSceneByName } from '../src/formats/foreign-scenes.ts';
import { given, type Options, withDefaults } from '../src/options/options.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { checkSize, checkUp, FRAME_OPTIONS } from '../src/scene/frame.ts';
import { BUILD_FINDINGS } from './findings.ts';
import type { ReadOptions } from './options.ts';
import { hasExtension, type Registry } from './registry.ts';

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
	format?: string | undefined,
): Importer {
	if (format !== undefined) return registry.importer(format);
	const { importers } = registry;
	const sniffed = importers.find((importer) => importer.sniff?.(source.head) === true);
	if (sniffed !== undefined) return sniffed;
	const named = importers.find((importer) => hasExtension(source.fileName, importer));
	// A format that a user added may be one that is not read otherwise.
	const foreign = foreignSceneByContent(source.head);
	const isOther = foreign !== undefined && (named === undefined || !hasExtension(source.fileName, foreign));
	if (named !== undefined && !isOther) return named;
	const scene = foreign ?? foreignSceneByName(source.fileName);
	if (scene !== undefined) {
		const { name, remedy } = scene;
		return report.fail(BUILD_FINDINGS.FORMAT_NOT_READ, {}, { format: name, remedy });
	}
	const known = importers.map(({ name, extensions }) => `${name} (${extensions.join(' ')})`).join(', ');
	return report.fail(BUILD_FINDINGS.FORMAT_UNKNOWN, {}, { known });
}

/**
 * Reads a source with the importer that fits it. Findings carry the source's name as their file.
 * @throws InputError when it cannot be read
 */
export async function readSource(
	source: InputSource,
	options: ReadOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Loaded> {
	const report = context.report.within({ file: source.path ?? source.fileName });
	context.signal?.throwIfAborted();
	const importer = findImporter(source, registry, report, options.from);
	const own: Options = importer.options ?? {};
	const loaded = await importer.read(source, given(own, options), { ...context, report });
	if (loaded.kind === 'scene') {
		const frame = given(FRAME_OPTIONS, options);
		const { up, unit, scale } = withDefaults(FRAME_OPTIONS, frame);
		report.add(SCENE_FINDINGS.FRAME_ASSUMED, {}, { up, unit, scale, stated: Object.keys(frame).length > 0 });
		const isChosen = frame.unit !== undefined || frame.scale !== undefined;
		checkSize(loaded.scene, report, isChosen ? undefined : unit);
		checkUp(loaded.scene, up, context.surfaces, report);
	} else {
		// What another format of walkmeshes has is for other files of the same level.
		const idle = Object.keys(given(sceneOptions(registry), options)).filter((name) => !Object.hasOwn(own, name));
		if (idle.length > 0) report.add(BUILD_FINDINGS.OPTION_WITHOUT_EFFECT, {}, { options: idle.join(', ') });
	}
	return loaded;
}

function sceneOptions({ importers }: Registry): Options {
	const ofScenes = importers.filter(({ gives = 'scene' }) => gives === 'scene');
	return Object.assign({}, ...ofScenes.map(({ options = {} }) => options));
}
