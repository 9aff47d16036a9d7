import type { Document, ILogger, Transform, TransformContext } from '@gltf-transform/core';
import { BWM_WRITE_OPTIONS, bwmExporter } from '../../exporters/bwm/index.ts';
import type { InspectionOptions } from '../../exporters/gltf/inspection.ts';
import { GLTF_READ_OPTIONS } from '../../importers/gltf/options.ts';
import { readSource } from '../../importers/gltf/read.ts';
import { CODE_OPTIONS, FUNCTION_OPTION } from '../../pipeline/code-options.ts';
import { choice, flag, given, optional, text } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import type { Exporter, Importer, LoadedWalkmesh } from '../../src/formats/contracts.ts';
import type { Layout } from '../../src/model/level.ts';
import { K1, type SurfaceTable } from '../../src/model/surfaces.ts';
import {
	WALKMESH_EXTENSIONS,
	WALKMESH_KINDS,
	type Walkmesh,
	type WalkmeshKind,
	walkmeshFileName,
} from '../../src/model/walkmesh.ts';
import { PIN_FINDINGS, PINS } from '../../src/pins/vocabulary.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import { printable } from '../../src/text/quote.ts';
import { reported, reportFor } from '../reporting.ts';
import { type ConversionSettings, checkSettings, convertInHost } from '../settings.ts';
import { showWalkmeshes } from './added.ts';
import { documentSource, generatorOf } from './document-source.ts';

/** A walkmesh of a document. */
export interface DocumentWalkmesh {
	/** Name of its file: `level.wok`, `chest.pwk`, `gate0.dwk`. */
	readonly name: string;
	/** The binary walkmesh, as `wokflow convert` writes it. */
	readonly bytes: Uint8Array;
	readonly walkmesh: Walkmesh;
}

export interface WalkmeshOptions extends ConversionSettings, Pick<InspectionOptions, 'perimeter' | 'transitions'> {
	/** What the area walkmesh is called. */
	readonly name?: string;
	/** Only walkmeshes of this kind; a scene that names none is read as one as a whole. All kinds without this. */
	readonly kind?: WalkmeshKind;
	/** Given every walkmesh that was made, one after another. */
	readonly onWalkmesh?: (made: DocumentWalkmesh) => void | Promise<void>;
	/** Whether the walkmeshes are added to the document for inspection. Without this they are unless there is `onWalkmesh`. */
	readonly add?: boolean;
	/** The layout that the room belongs to: places it, and names the rooms of markers. */
	readonly layout?: Layout;
	readonly surfaces?: SurfaceTable;
	/** What was found goes here as well as to the document's logger. */
	readonly report?: Report;
	readonly signal?: AbortSignal;
}

export const WALKMESH_DEFAULTS: { readonly name: string } = { name: 'level' };

/** What only this host has, besides values that only code can give. */
const OWN_OPTIONS = {
	name: text('What the area walkmesh is called.'),
	kind: optional(choice('Only walkmeshes of this kind.', WALKMESH_KINDS, 'area'), 'all'),
	add: flag('Add the walkmeshes to the document.', true),
	perimeter: flag('Show open edges as ribbons.', true),
	transitions: flag('Show transitions as ribbons.', true),
	...CODE_OPTIONS,
	onWalkmesh: FUNCTION_OPTION,
};

/**
 * A transform of glTF-Transform that makes walkmeshes of a document's geometry. They are added to the document for inspection
 * (those that were added before are made again and replaced), or handed over as files.
 *
 * The document stays as it is when nothing could be made.
 *
 * @example
 * await document.transform(walkmesh({ name: 'm01aa_01' }));
 * await document.transform(walkmesh({ onWalkmesh: ({ name, bytes }) => writeFile(name, bytes) }));
 * @throws UsageError for options that do not exist; when run, ConversionError with the findings that forbid an output
 */
export function walkmesh(options: WalkmeshOptions = {}): Transform {
	checkSettings(options, 'walkmesh()', OWN_OPTIONS);
	// Named, because glTF-Transform shows names of transforms while they run.
	return async function walkmesh(document: Document, context?: TransformContext): Promise<void> {
		const report = options.report ?? reportFor(options);
		const logger = document.getLogger();
		const generator = generatorOf(context, 'walkmesh');
		const loaded = await reported('walkmesh', report, logger, 'host', () =>
			convertDocument(document, options, report, generator),
		);
		await useWalkmeshes(document, loaded, options, logger);
	};
}

/** A document has no bytes; its importer knows where to look. */
const NOTHING = new Uint8Array();

interface Made {
	readonly loaded: LoadedWalkmesh;
	readonly file?: DocumentWalkmesh;
}

async function convertDocument(
	document: Document,
	options: WalkmeshOptions,
	report: Report,
	generator: string | undefined,
): Promise<Made[]> {
	const { name = WALKMESH_DEFAULTS.name, kind, layout, surfaces = K1, signal, onWalkmesh, node } = options;
	// With `node`, a walkmesh that was added by an earlier run and edited since may be meant.
	const isAnew = wantsAdding(options) && node === undefined;
	const context = { report, surfaces, ...(signal === undefined ? {} : { signal }) };
	let loaded: readonly LoadedWalkmesh[] = [];
	const exporter: Exporter = {
		name: 'document',
		summary: 'keeps the walkmeshes for the document',
		// None is read by its name.
		extensions: ['.document'],
		holds: 'any',
		async write(all) {
			loaded = all;
			return new Uint8Array();
		},
	};
	const importer: Importer = {
		name: 'document',
		summary: 'reads the document in memory',
		// None is read by its name.
		extensions: ['.document'],
		options: GLTF_READ_OPTIONS,
		read: (_, readOptions, readContext) =>
			readSource(documentSource(document, isAnew, readContext.report, generator), readOptions, {
				...readContext,
				name,
			}),
	};
	const isPinned = document
		.getRoot()
		.listScenes()
		.some((scene) => PINS in scene.getExtras());
	if (!isPinned && node === undefined && generator === undefined) report.add(PIN_FINDINGS.PINS_NONE, {});
	const source = { name, fileName: name, head: NOTHING, bytes: async () => NOTHING, chunks: async function* () {} };
	const output = `${name}${kind === undefined ? '' : WALKMESH_EXTENSIONS[kind]}`;
	await convertInHost(source, output, options, context, { layout, importer, exporter });
	if (onWalkmesh === undefined || report.failed) return loaded.map((each) => ({ loaded: each }));
	const made: Made[] = [];
	for (const each of loaded) {
		const output = walkmeshFileName(each.walkmesh);
		const within = { report: report.within({ room: each.walkmesh.name }), surfaces, output };
		const bytes = await bwmExporter.write([each], given(BWM_WRITE_OPTIONS, options), within);
		made.push({ loaded: each, file: { name: output, bytes, walkmesh: each.walkmesh } });
	}
	return made;
}

async function useWalkmeshes(
	document: Document,
	made: readonly Made[],
	options: WalkmeshOptions,
	logger: ILogger,
): Promise<void> {
	const { perimeter, transitions, layout, surfaces = K1 } = options;
	if (wantsAdding(options)) {
		const walkmeshes = made.map(({ loaded }) => loaded.walkmesh);
		const inspection = {
			...(perimeter === undefined ? {} : { perimeter }),
			...(transitions === undefined ? {} : { transitions }),
			...(layout === undefined ? {} : { roomNames: layout.rooms.map(({ model }) => model) }),
		};
		const replaced = showWalkmeshes(document, walkmeshes, surfaces, given(FRAME_OPTIONS, options), inspection);
		if (replaced.length > 0) logger.info(printable(`Replaced what was added before: ${replaced.join(', ')}`));
	}
	for (const { file } of made) if (file !== undefined) await options.onWalkmesh?.(file);
}

function wantsAdding({ add, onWalkmesh }: WalkmeshOptions): boolean {
	return add ?? onWalkmesh === undefined;
}
