import { walkmeshFromBwm } from '../src/derive/index.ts';
import { type Identification, identifyBwm, reportFaults } from '../src/identify/index.ts';
import { identityOf } from './formats/bwm.ts';
import type { ReadContext } from './importer.ts';
import { findImporter } from './read.ts';
import type { Registry } from './registry.ts';
import type { InputSource } from './source.ts';

/** What an ASCII walkmesh shows of its writer. */
export interface TextIdentification {
	readonly format: 'ascii';
	readonly walkmeshes: readonly {
		readonly name: string;
		/** Whose form the text has; `engine` is the plain form, which several tools write. */
		readonly dialect: string;
	}[];
}

/** What a binary walkmesh shows of its writer. */
export interface BinaryIdentification extends Identification {
	readonly format: 'bwm';
}

export type SourceIdentification = { readonly file: string } & (TextIdentification | BinaryIdentification);

/**
 * Names the tool that wrote a walkmesh, and reports the faults it left. Scenes have no habits to tell by; they are reported.
 * @throws InputError when the source cannot be read
 */
export async function identifySource(
	source: InputSource,
	options: { readonly format?: string },
	context: ReadContext,
	registry: Registry,
): Promise<SourceIdentification | undefined> {
	const file = source.path ?? source.fileName;
	const report = context.report.within({ file });
	const importer = findImporter(source, registry, report, options.format);
	if (importer.name === 'bwm') {
		const { decodeBwm } = await import('../importers/bwm/index.ts');
		const tables = decodeBwm(await source.bytes(), report);
		const identification = identifyBwm(tables);
		const walkmesh = walkmeshFromBwm(tables, identityOf(source.fileName), report);
		reportFaults(tables, walkmesh, identification, context.surfaces, report);
		return { file, format: 'bwm', ...identification };
	}
	if (importer.name === 'ascii') {
		const { readAscii } = await import('../importers/ascii/index.ts');
		const read = readAscii(await source.bytes(), {}, { report, surfaces: context.surfaces, name: source.name });
		return {
			file,
			format: 'ascii',
			walkmeshes: read.map(({ walkmesh, dialect }) => ({ name: walkmesh.name, dialect })),
		};
	}
	report.add('IDENTIFY_SCENE', {}, {});
	return undefined;
}
